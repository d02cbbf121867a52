//! Lemma 7: with a margin for the proxies the objective keeps its weight.
//!
//! On finite games with their exact numbers: Theorem 2. Numbers by hand: `worked_theorem_2_three_points`.

use super::common::{range, trace, verdict};
use crate::equilibrium::large::random;
use crate::equilibrium::properties::solved;
use dashu_ratio::RBig;
use rand::RngExt as _;
use referee::certificate::{Given, GivenMargin, LowerBound, Verdict};
use referee::game::Rules;
use referee::theorems::{Lemma7, Statement};

/// Lemma 7 at an equilibrium: proxies that dominate, and a candidate where all are negative, give the objective weight.
#[test]
fn implication_a_strictly_feasible_candidate_gives_the_objective_weight() {
    let mut without = 0;
    for seed in 0..300 {
        let m = 1 + usize::try_from(seed % 3).expect("small");
        let mut game = random(seed, 8, m, true, |generator| f64::from(generator.random_range(-2..5_i32)));
        for row in &mut game.rows {
            for i in 1..=m {
                row[m + i] = row[m + i].max(row[i]);
            }
        }
        let slater = |row: &Vec<f64>| row[m + 1..].iter().all(|p| *p < 0.0);
        if !game.rows.iter().any(slater) {
            without += usize::from(solved(&game, Rules::ProxyLagrangian).multipliers[0].is_zero());
            for value in &mut game.rows[0][1..] {
                *value = -1.0;
            }
        }
        let found = solved(&game, Rules::ProxyLagrangian);
        assert!(found.multipliers[0] > RBig::ZERO, "{game:?}");
        assert!(found.constraints.iter().all(|mean| *mean <= RBig::ZERO), "{game:?}");
    }
    assert!(without > 10, "without such a candidate the weight is 0 only {without} times");
}

/// `gamma > 0`: where no point is strictly feasible, all weight may be on a constraint at regrets 0.
#[test]
fn necessity_of_a_positive_margin() {
    let certify = |value| {
        let given = Given {
            lower_bound: Some(LowerBound::declared(0.0)),
            margin: Some(GivenMargin { value, point: None, objective: None }),
            objective_range: Some(range(0.0)),
            ..Given::default()
        };
        let text = "objective,constraint_1,lambda_0,lambda_1\n0,0,0,1\n";
        Lemma7.certify_trace(&mut &trace(text), given).expect("it certifies")
    };
    let certificate = certify(0.0);
    assert_eq!(verdict(&certificate, "margin_positive"), Some(Verdict::Violated));
    assert_eq!(verdict(&certificate, "objective_weight"), None);
    // Any positive number in place of the missing margin gives a false bound: 1 <= 0.
    assert_eq!(verdict(&certify(1e-300), "objective_weight"), Some(Verdict::Violated));
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, holds_on_random_instances};
    holds_on_random_instances(&Lemma7, Least { convex: 40, not_convex: 40, noisy: 10, known: 0 });
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses = ["domination", "lower_bound_possible", "margin_positive", "objective_weight_positive"];
    super::common::random::notices_each_missing_hypothesis(&Lemma7, &hypotheses);
}
