//! Corollary 4: multiplicative updates of a matrix from stochastic payoffs keep the rate of Lemma 9.
//!
//! Its claim on a trace is that of Lemma 9, where the arena and the thresholds are.

use crate::stochastic::games::{check_values, check_values_of_twins};
use referee::theorems::Corollary4;

#[test]
fn implication_frequency_of_corollary_4() {
    check_values(&Corollary4);
}

#[test]
fn necessity_of_honest_draws_in_corollary_4() {
    check_values_of_twins(&Corollary4);
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, NOISY, holds_on_random_instances};
    holds_on_random_instances(&Corollary4, Least { not_convex: 30, noisy: NOISY, ..Least::default() });
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses =
        ["confidence_small", "lower_bound_possible", "multipliers_in_set", "payoffs_bounded", "rounding_small", "step"];
    super::common::random::notices_each_missing_hypothesis(&Corollary4, &hypotheses);
}
