//! Lemma 8: the matrix player has small swap regret.

use super::common::rates::{bound_on_payoffs, fixed_point, two_rounds_of_the_matrix_player};
use super::common::trace;
use crate::rates::arena::{certify, verdict};
use crate::rates::laws::{against_adversaries, on_families};
use referee::certificate::{Given, GivenRate, Verdict};
use referee::game::Game;
use referee::theorems::Lemma8;

#[test]
fn implication_lemma_8_on_families() {
    assert!(on_families(&Lemma8, false, 4096) >= 60);
}

#[test]
fn implication_matrix_player_against_adversaries() {
    against_adversaries(1);
}

#[test]
fn necessity_of_the_bound_on_payoffs() {
    bound_on_payoffs(Game::ProxyLagrangian, "matrix", &Lemma8);
}

/// Outside the set multipliers earn more than the best ones inside, which hides regret: a hypothesis, and exact.
#[test]
fn necessity_of_membership() {
    let rate = Given { rate: Some(GivenRate::new(1.0)), ..Given::default() };
    for (last, expected) in [(0.5, Verdict::Holds), (0.5_f64.next_up(), Verdict::Violated)] {
        let run = trace(&format!("objective,constraint_1,lambda_0,lambda_1\n0,1,0.5,{last:?}\n0,1,1,0\n"));
        let certificate = certify(&Lemma8, &run, rate.clone());
        assert_eq!(verdict(&certificate, "multipliers_in_set"), expected);
        let off = certificate.measured("off_simplex").expect("measured");
        assert_eq!(off.lo() == 0.0 && off.hi() == 0.0, expected == Verdict::Holds, "{off}");
    }
}

#[test]
fn necessity_of_the_fixed_point() {
    fixed_point(&Lemma8);
}

#[test]
fn worked_matrix_player_two_rounds() {
    two_rounds_of_the_matrix_player(&Lemma8);
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, holds_on_random_instances};
    holds_on_random_instances(&Lemma8, Least::default());
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses =
        ["lower_bound_possible", "multipliers_in_set", "payoffs_bounded", "rounding_small", "step_keeps_bound"];
    super::common::random::notices_each_missing_hypothesis(&Lemma8, &hypotheses);
}
