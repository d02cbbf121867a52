//! # Lemma 9 (stochastic swap regret)  `lem:stochastic-internal-regret`
//!
//! ## Statement
//! The matrix player of [Lemma 8](super::lem8_internal_regret) sees stochastic supergradients `Delta_t` in place of
//! exact ones. For every `t` the multipliers `lambda_t` and the concave `f_t` are determined by the draws before `t`;
//! `||Delta_t||_inf <= B` almost surely, and given the draws before `t` its expectation is a supergradient of `f_t` at
//! `lambda_t`. With `G = n ln n` and `eta = sqrt(G / T) / B`, with probability at least `1 - delta`, for all
//! left-stochastic `M*` at once:
//!
//! `mean f_t(M* lambda_t) - mean f_t(lambda_t) <= B ((3/2) sqrt G + 2 sqrt(2 (G + ln(1/delta)))) / sqrt T`.
//!
//! *As printed:* `2 B sqrt(2 G (1 + 16 ln(1/delta)) / T)`, for "an arbitrary left-stochastic reference matrix".
//!
//! ## Bound
//! *Proof.* Let `s_t = E[Delta_t | past]` and `xi_t = Delta_t - s_t`. As `M_t lambda_t = lambda_t`,
//! `sum f_t(M* lambda_t) - f_t(lambda_t) <= sum <s_t, M* lambda_t - lambda_t>`, which is
//! `sum <Delta_t, (M* - M_t) lambda_t> - sum <xi_t, M* lambda_t - lambda_t>`. The first sum is at most
//! `(3/2) B sqrt(G T)` by [Corollary 2](super::cor2_matrix_multiplicative). The second is affine in `M*`, so it is
//! largest at one of the `n^n` matrices that send each action to one action. For such an `M*`, given the past,
//! `<Delta_t, lambda_t - M* lambda_t>` lies in `[-2 B, 2 B]`, because it is a payoff against a difference of two
//! distributions; by Hoeffding's lemma and Markov's inequality the sum is at most `2 B sqrt(2 T ln(1/delta'))` but for
//! probability `delta'`. Take `delta' = delta / n^n` and the union over all of them: `ln(1/delta') = G + ln(1/delta)`.
//!
//! *The printed constant.* Divided by `B sqrt(G / T)` and with `L = ln(1/delta)` the repaired bound is at most the
//! printed one if and only if `3/2 + 2 sqrt 2 sqrt(1 + L / G) <= 2 sqrt 2 sqrt(1 + 16 L)`. The left side decreases in
//! `G`, which increases in `n`: two actions are the worst case. The difference of the roots increases in `L`, because
//! its derivative has the sign of `256 G^2 + 256 G L - 1 - 16 L`, which is positive for `G >= 2 ln 2`. So one
//! evaluation, `n = 2` and `delta = 0.9138`, proves it for all `n >= 2` and `delta <= 0.9138`. At `delta = 0.914` and
//! `n = 2` it is false; whether the printed bound then is, is open. With one action there is nothing to swap and no
//! regret.
//!
//! *In doubles.* As in Lemma 8, and what the step, a double, adds to the constant 3/2: with `1 + d` times the printed
//! step `B sqrt(G / T) (1 / (1 + d) + (1 + d) / 2)`, so `B sqrt(G / T) d (d - 1) / (2 (1 + d))` more.
//!
//! ## Certificate
//! On a trace of the proxy game (`Delta_t = (0, g_1, .., g_m)` as seen; recorded are the true values): hypotheses
//! `payoffs_bounded` (by what is recorded: that what was seen is within `B` too is taken on trust),
//! `multipliers_in_set`, `step_keeps_bound`, `step` (on the word of the player: within 2^-48 of the printed one),
//! `rounding_small` (at most 2^-20 of the rate), `confidence_small` (`delta <= 0.9138`); conclusions
//! `swap_regret_paper` and `swap_regret_repaired`, graded `sampled`. Swap regret is computed from the trace.
//!
//! ## Departures
//! The paper conditions on `lambda_t` alone and takes the matrix as fixed, as in
//! [Theorem 7](super::thm7_stochastic_mirror_descent); its Lemma 4 uses the best matrix in hindsight. The union over
//! swaps needs no ghost iterates, and has a smaller bound.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix C.2.
//!
//! ## Example
//! Swapping the two actions would have earned 1 in each of four rounds; four rounds promise nothing better.
//! ```
//! use referee::certificate::{Given, GivenRate, Verdict};
//! use referee::theorems::lem9_stochastic_internal_regret as lem9;
//! use referee::game::Grade;
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_0,lambda_1\n0,1,1,0\n0,-1,0,1\n0,1,1,0\n0,-1,0,1\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let given = Given { rate: Some(GivenRate { confidence: Some(0.05), ..GivenRate::new(1.0) }), ..Given::default() };
//! let certificate = lem9::certify(&mut &trace, given)?;
//! let claim = certificate.claim("swap_regret_repaired").unwrap();
//! assert!(claim.lhs.contains(1.0) && claim.rhs.contains_enclosure(lem9::bound(2, 1.0, 4, 0.05)));
//! assert!((claim.rhs.midpoint() - 3.8435).abs() < 1e-4);
//! assert_eq!((claim.verdict, claim.grade), (Verdict::Holds, Grade::Sampled));
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::RunConstants;
use super::rates::{self, RateStatement};
use crate::certificate::{Certificate, Given};
use crate::error::Result;
use crate::numerics::Enclosure;
use crate::players::formulas::{log, stochastic_matrix_repaired};
use crate::problem::Problem;
use crate::trace::{Rounds, Trace};

/// The bound, for all left-stochastic matrices at once.
///
/// # Panics
/// If `confidence` is not in `(0, 1]` or there is no round.
pub fn bound(actions: u64, payoff_bound: f64, rounds: u64, confidence: f64) -> Enclosure {
    stochastic_matrix_repaired(actions, payoff_bound, rounds, log(1, confidence))
}

/// Certifies a trace of the proxy game: `given.rate` holds the constants.
///
/// # Errors
/// If the trace is of the other game or cannot be read, or what is given is not what the statement takes.
pub fn certify(rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
    rates::certify(RateStatement::Lemma9, rounds, given)
}

/// Plays Algorithm 2 with stochastic players and the paper's steps, and certifies the run at the probability
/// `confidence` of failure. The bounds of the constants must hold for stochastic values and subgradients, almost
/// surely; noise that the problem states comes on top.
///
/// # Errors
/// If the subgradients are not bounded, a function is undefined where it was played, or `confidence` is not in
/// `(0, 1]`.
pub fn run(
    problem: &dyn Problem,
    constants: &RunConstants,
    confidence: f64,
    seed: u64,
) -> Result<(Trace, Certificate)> {
    rates::run(RateStatement::Lemma9, problem, constants, confidence, seed)
}
