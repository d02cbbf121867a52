//! Lemma 10: stochastic subgradients against projected gradients.
//!
//! The constants for every `delta`: `worked_lemmas_4_and_10_keep_their_constants_for_every_delta` at Lemma 4. The printed
//! step: `stochastic::steps`.

use crate::stochastic::games::{bounds_of, check, check_step, check_twins, with};
use crate::stochastic::problems::{median, noisy};
use referee::game::Side;
use referee::theorems::Lemma10;

#[test]
fn implication_frequency_of_lemma_10() {
    check(&Lemma10, noisy, &with(2048, 0.25, bounds_of(&noisy(), Side::Constraints)));
    check(&Lemma10, median, &with(2048, 0.25, bounds_of(&median(), Side::Constraints)));
}

#[test]
fn necessity_of_honest_draws_in_lemma_10() {
    let constants = with(2048, 0.25, bounds_of(&noisy(), Side::Constraints));
    check_twins(&Lemma10, noisy, &constants);
    check_step(&Lemma10, &noisy(), &constants);
    let constants = with(2048, 0.25, bounds_of(&median(), Side::Constraints));
    check_twins(&Lemma10, median, &constants);
    check_step(&Lemma10, &median(), &constants);
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, NOISY, holds_on_random_instances};
    holds_on_random_instances(&Lemma10, Least { noisy: NOISY, ..Least::default() });
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses = [
        "lower_bound_possible",
        "multipliers_in_set",
        "payoffs_bounded",
        "rounding_small",
        "step",
        "subgradients_bounded",
        "theta_step",
    ];
    super::common::random::notices_each_missing_hypothesis(&Lemma10, &hypotheses);
}
