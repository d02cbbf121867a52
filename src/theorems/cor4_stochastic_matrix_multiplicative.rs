//! # Corollary 4 (stochastic multiplicative weights on matrices)  `cor:stochastic-matrix-multiplicative`
//!
//! ## Statement
//! `M_1` has all entries `1/n`; each round multiplies `M_t` entry by entry by `exp(eta Delta_t)` and scales the columns
//! to sum 1. For every `t`, `M_t` and the concave `f_t` are determined by the draws before `t`; the matrix `Delta_t`
//! has `sum_i max_j |Delta_ji|^2 <= B^2` almost surely, and given the draws before `t` its expectation is a
//! supergradient of `f_t` at `M_t`. With `G = n ln n` and `eta = sqrt(G / T) / B`, with probability at least
//! `1 - delta`, for all left-stochastic `M*` at once:
//!
//! `mean f_t(M*) - mean f_t(M_t) <= B ((3/2) sqrt G + 2 sqrt(2 G) + 2 sqrt(2 n ln(1/delta))) / sqrt T`,
//!
//! and if `Delta_t = d_t lambda_t^T` with `||d_t||_inf <= B` and `lambda_t` on the simplex, also
//!
//! `mean f_t(M*) - mean f_t(M_t) <= B ((3/2) sqrt G + 2 sqrt(2 (G + ln(1/delta)))) / sqrt T`.
//!
//! *As printed:* `2 B sqrt(2 G (1 + 16 ln(1/delta)) / T)`, for "an arbitrary reference matrix".
//!
//! ## Bound
//! The first is (U) of [Theorem 7](super::thm7_stochastic_mirror_descent) with the regulariser of
//! [Corollary 2](super::cor2_matrix_multiplicative): `B_Psi = G`, in the norm `sqrt(sum_i ||M_i||_1^2)` over columns,
//! in which two left-stochastic matrices are at most `2 sqrt n` apart. As `2 sqrt(2 n L) <= 4 sqrt(G L)` for `n >= 2`,
//! it is at most the printed bound for `delta <= 0.7783`. The second, which the game uses, needs no ghost iterates:
//!
//! *Proof.* Let `xi_t = d_t - E[d_t | past]`. Then
//! `sum f_t(M*) - f_t(M_t) <= sum <d_t, (M* - M_t) lambda_t> - sum <xi_t, (M* - M_t) lambda_t>`. The first sum is at
//! most `(3/2) B sqrt(G T)` by Corollary 2. The second is affine in `M*`, so it is largest at one of the `n^n` matrices
//! that send each action to one action. For each of these, given the past, `<d_t, (M_t - M*) lambda_t>` lies in
//! `[-2 B, 2 B]`, as a payoff against a difference of distributions; by Hoeffding's lemma the sum is at most
//! `2 B sqrt(2 T ln(1/delta'))` but for probability `delta'`. With `delta' = delta / n^n` this holds for all of them,
//! and `ln(1/delta') = G + ln(1/delta)`.
//!
//! ## Certificate
//! On a trace of the proxy game, that of [Lemma 9](super::lem9_stochastic_internal_regret): the second form, in which
//! what the matrices regret is the swap regret of the multipliers. Hypotheses `payoffs_bounded`, `multipliers_in_set`,
//! `step_keeps_bound`, `step`, `rounding_small`, `confidence_small` (`delta <= 0.9138`); conclusions
//! `swap_regret_paper`, `swap_regret_repaired`, graded `sampled`.
//!
//! ## Departures
//! Those of Theorem 7: the condition is on the whole past (the paper's is on `M_t`), and the bound is for all matrices
//! at once, where the printed proof is for one that does not depend on the draws.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix C.2.
//!
//! ## Example
//! Two actions, four rounds, `B = 1`: the general form, and the smaller one for payoffs times multipliers.
//! ```
//! use referee::theorems::cor4_stochastic_matrix_multiplicative as cor4;
//! let (general, swap) = (cor4::bound(2, 1.0, 4, 0.05), cor4::bound_swap(2, 1.0, 4, 0.05));
//! assert!((general.midpoint() - 6.0098).abs() < 1e-4);
//! assert!((swap.midpoint() - 3.8435).abs() < 1e-4);
//! ```

use super::RunConstants;
use super::rates::{self, RateStatement};
use crate::certificate::{Certificate, Given};
use crate::error::Result;
use crate::numerics::Enclosure;
use crate::players::formulas::{entropy, log, stochastic_matrix_repaired};
use crate::problem::Problem;
use crate::trace::{Rounds, Trace};

/// The bound for general supergradients, for all matrices at once.
///
/// # Panics
/// If `confidence` is not in `(0, 1]` or there is no round.
pub fn bound(actions: u64, bound: f64, rounds: u64, confidence: f64) -> Enclosure {
    let exact = |x: f64| Enclosure::point(x);
    let root = |x: Enclosure| x.sqrt().expect("not negative");
    let (entropy, noise) = (entropy(actions), exact(2.0) * exact(actions as f64) * log(1, confidence));
    let constant = exact(1.5) * root(entropy) + exact(2.0) * (root(exact(2.0) * entropy) + root(noise));
    (exact(bound) * constant).divide(root(exact(rounds as f64))).expect("there is a round")
}

/// The bound for supergradients that are payoffs times multipliers.
///
/// # Panics
/// As [`bound`].
pub fn bound_swap(actions: u64, bound: f64, rounds: u64, confidence: f64) -> Enclosure {
    stochastic_matrix_repaired(actions, bound, rounds, log(1, confidence))
}

/// Certifies a trace of the proxy game: `given.rate` holds the constants.
///
/// # Errors
/// If the trace is of the other game or cannot be read, or what is given is not what the statement takes.
pub fn certify(rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
    rates::certify(RateStatement::Corollary4, rounds, given)
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
    rates::run(RateStatement::Corollary4, problem, constants, confidence, seed)
}
