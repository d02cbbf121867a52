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
    use super::common::random::{LEAST, Least, holds_on_random_instances};
    holds_on_random_instances(&Corollary4, Least { not_convex: 30, noisy: LEAST, ..Least::default() });
}

#[cfg(feature = "cli")]
#[test]
fn necessity_of_each_hypothesis_near_random_instances() {
    super::common::random::notices_each_missing_hypothesis(&Corollary4);
}
