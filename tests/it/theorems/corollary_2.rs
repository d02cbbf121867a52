//! Corollary 2: multiplicative updates of a matrix keep the rate of Lemma 8.
//!
//! Against adversaries, and without the other hypotheses: Lemma 8, whose claims these are.

use super::common::rates::{fixed_point, two_rounds_of_the_matrix_player};
use crate::rates::laws::on_families;
use referee::theorems::Corollary2;

#[test]
fn implication_corollary_2_on_families() {
    assert!(on_families(&Corollary2, false, 64) >= 60);
}

#[test]
fn necessity_of_the_fixed_point() {
    fixed_point(&Corollary2);
}

#[test]
fn worked_matrix_player_two_rounds() {
    two_rounds_of_the_matrix_player(&Corollary2);
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, holds_on_random_instances};
    holds_on_random_instances(&Corollary2, Least::default());
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses =
        ["lower_bound_possible", "multipliers_in_set", "payoffs_bounded", "rounding_small", "step_keeps_bound"];
    super::common::random::notices_each_missing_hypothesis(&Corollary2, &hypotheses);
}
