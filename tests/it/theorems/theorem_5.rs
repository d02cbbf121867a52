//! Theorem 5: a game of continuous functions has an equilibrium on few points, if the multipliers are convex.
//!
//! Without continuity see Lemma 5; the games without an equilibrium are counted at Lemma 2.

use super::common::existence::{caught, tried};
use super::common::random::{Least, holds_on_random_instances};
use super::lemma_2::has_equilibrium;
use crate::common::draw;
use crate::equilibrium::continuous::found;
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use referee::equilibrium::Approximate;
use referee::game::Rules;
use referee::problem::families::{self, Answers};
use referee::registry::Registry;
use referee::strategies::{DrawnProblem, DrawnSearch, Instance, searches};
use referee::theorems::Theorem5;
use referee::verification::random::existence::{self, search_answer};

/// A member of a family, with its answers.
fn known(instance: families::Instance) -> DrawnProblem {
    let families::Instance { problem, known, .. } = instance;
    let answers = Answers {
        optimum: known.optimum,
        mixed_optimum: known.mixed_optimum,
        proxy_optimum: known.proxy_optimum,
        least_violation: known.least_violation,
    };
    DrawnProblem { problem: problem.into(), answers }
}

/// Convex, concave and other problems; of the families the answers are known.
fn problems() -> BoxedStrategy<DrawnProblem> {
    let families = ["qp-box", "triangle", "step-hinge", "knapsack", "neyman-pearson", "bilinear"];
    (prop::sample::select(families.to_vec()), any::<u64>())
        .prop_map(|(family, seed)| known(draw(family, &mut ChaCha8Rng::seed_from_u64(seed)).expect("a member").1))
        .boxed()
}

#[test]
fn implication_on_random_instances() {
    holds_on_random_instances(&Theorem5, Least { convex: 30, not_convex: 60, noisy: 0, known: 60 });
}

/// Members of families whose answers are in closed form.
#[test]
fn implication_theorem_5_on_members_of_families() {
    let tally = tried(100, &searches(problems()));
    assert_eq!(tally.idle.get(), 0);
    assert!(tally.known.get() > 20, "{}", tally.known.get());
}

/// Gaps and bounds that are too good.
#[test]
fn implication_theorem_5_notices_wrong_answers() {
    let spoils: [fn(&mut Approximate); 4] = [
        |found| found.lambda_gap = 0.0,
        |found| found.theta_gap = 0.0,
        |found| found.lower_bound.value = found.lower_bound.value.next_up(),
        |found| found.support[0].theta.iter_mut().for_each(|x| *x = -*x),
    ];
    for spoil in spoils {
        caught(250, &searches(problems()), |instance| match instance {
            Instance::Search(drawn) => {
                let mut found = existence::found(drawn)?;
                spoil(&mut found);
                Ok(search_answer(drawn, &found))
            }
            other => panic!("{other:?}"),
        });
    }
}

#[test]
fn implication_theorem_5_on_the_families() {
    let gap = 1e-6;
    let others = ["triangle:px=-0.7,py=0.9", "polygon:m=24", "extremal:m=7", "step-hinge:kappa=0.25"];
    for name in Registry::ours().families().iter().map(|family| family.name).chain(others) {
        let drawn = known(Registry::ours().open(name).expect("a family"));
        let problem = &*drawn.problem;
        for rules in [Rules::Lagrangian { radius: 8.0 }, Rules::ProxyLagrangian] {
            let found = found(problem, rules, gap);
            let what = format!("{name}, {}", rules.game());
            assert!(
                found.equilibrium.gap() <= gap,
                "{what} stopped at {} after {}",
                found.equilibrium.gap(),
                found.rounds
            );
            let judged = search_answer(&DrawnSearch { problem: drawn.clone(), rules, rounds: 300 }, &found.equilibrium);
            assert_eq!(judged.wrong, [""; 0], "{what}");
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
    let triangle = known(Registry::ours().open("triangle").expect("a family"));
    let rules = Rules::Lagrangian { radius: 5.0 };
    let found = found(&*triangle.problem, rules, 1e-9);
    let equilibrium = found.equilibrium;
    assert!(equilibrium.gap() <= 1e-9, "{equilibrium:?}");
    // Corners of the square, more than one of them: there is no pure equilibrium.
    assert!(equilibrium.support.len() > 1);
    assert!(equilibrium.support.iter().all(|atom| atom.theta.iter().all(|x| x.abs() == 1.0)), "{equilibrium:?}");
    let judged = search_answer(&DrawnSearch { problem: triangle, rules, rounds: 300 }, &equilibrium);
    assert!(judged.known && judged.wrong.is_empty(), "{judged:?}");
}
