//! Lemma 4: stochastic subgradients against the matrix player.
//!
//! The printed step: `stochastic::steps`. Draws that are unbiased: `stochastic::unbiased`.

use crate::stochastic::games::{bounds_of, check, check_step, check_twins, with};
use crate::stochastic::problems::{noisy_step, rate};
use crate::stochastic::thresholds::{LARGEST_LOG, cover, gradient, matrix};
use referee::game::Side;
use referee::players::formulas::log;
use referee::theorems::Lemma4;

#[test]
fn implication_frequency_of_lemma_4() {
    check(&Lemma4, rate, &with(2048, 0.0, bounds_of(&rate(), Side::Proxies)));
    check(&Lemma4, noisy_step, &with(2048, 0.0, bounds_of(&noisy_step(), Side::Proxies)));
}

/// The rates have slopes far below their bound, so that a large step costs less than the statement allows: the step is
/// tried where draws are near their bound.
#[test]
fn necessity_of_honest_draws_in_lemma_4() {
    check_twins(&Lemma4, rate, &with(2048, 0.0, bounds_of(&rate(), Side::Proxies)));
    let constants = with(2048, 0.0, bounds_of(&noisy_step(), Side::Proxies));
    check_twins(&Lemma4, noisy_step, &constants);
    check_step(&Lemma4, &noisy_step(), &constants);
}

/// Lemmas 4 and 10 use `ln(2 / delta) >= ln 2`: a cover of all of `delta` in `(0, 1]`.
#[test]
fn worked_lemmas_4_and_10_keep_their_constants_for_every_delta() {
    let least = log(2, 1.0);
    for log in cover(least.lo(), LARGEST_LOG) {
        assert_eq!(gradient(log), Some(true), "{log}");
        for actions in 2..=64 {
            assert_eq!(matrix(actions, log), Some(true), "{actions} {log}");
        }
    }
    // The same cover from a smaller logarithm would be noticed.
    assert!(cover(0.2, LARGEST_LOG).any(|log| gradient(log) != Some(true)));
    assert!(cover(0.05, LARGEST_LOG).any(|log| matrix(2, log) != Some(true)));
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, NOISY, holds_on_random_instances};
    holds_on_random_instances(&Lemma4, Least { noisy: NOISY, ..Least::default() });
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
    super::common::random::notices_each_missing_hypothesis(&Lemma4, &hypotheses);
}
