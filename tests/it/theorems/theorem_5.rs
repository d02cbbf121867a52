//! Theorem 5: a game of continuous functions has an equilibrium on few points, if the multipliers are convex.
//!
//! Without continuity see Lemma 5; the games without an equilibrium are counted at Lemma 2.

use super::lemma_2::has_equilibrium;
use crate::equilibrium::continuous::{against_the_optimum, found, law};
use referee::game::{Game, Rules};
use referee::registry::Registry;

#[test]
fn implication_theorem_5_on_the_families() {
    let gap = 1e-6;
    let others = ["triangle:px=-0.7,py=0.9", "polygon:m=24", "extremal:m=7", "step-hinge:kappa=0.25"];
    for name in Registry::ours().families().iter().map(|family| family.name).chain(others) {
        let instance = Registry::ours().open(name).expect("a family");
        let problem = &*instance.problem;
        for rules in [Rules::Lagrangian { radius: 8.0 }, Rules::ProxyLagrangian] {
            let found = found(problem, rules, gap);
            let what = format!("{name}, {}", rules.game());
            assert_eq!(law(problem, &found.equilibrium), Ok(()), "{what}");
            assert!(
                found.equilibrium.gap() <= gap,
                "{what} stopped at {} after {}",
                found.equilibrium.gap(),
                found.rounds
            );
            if rules.game() == Game::Lagrangian {
                assert_eq!(against_the_optimum(&instance, &found.equilibrium), Ok(()), "{what}");
            }
        }
    }
}

/// The printed counterexample to Lemma 2 and Theorem 5.
#[test]
fn necessity_without_convexity_there_is_no_equilibrium() {
    assert!(!has_equilibrium([0, 1], [1, -1]));
}

#[test]
fn worked_figure_1_has_a_certified_equilibrium() {
    let triangle = Registry::ours().open("triangle").expect("a family");
    let rules = Rules::Lagrangian { radius: 5.0 };
    let found = found(&*triangle.problem, rules, 1e-9);
    let equilibrium = found.equilibrium;
    assert!(equilibrium.gap() <= 1e-9, "{equilibrium:?}");
    // Corners of the square, more than one of them: there is no pure equilibrium.
    assert!(equilibrium.support.len() > 1);
    assert!(equilibrium.support.iter().all(|atom| atom.theta.iter().all(|x| x.abs() == 1.0)), "{equilibrium:?}");
    assert_eq!(against_the_optimum(&triangle, &equilibrium), Ok(()));
}
