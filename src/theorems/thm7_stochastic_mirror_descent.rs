//! # Theorem 7 (stochastic mirror descent)  `thm:stochastic-mirror`
//!
//! ## Statement
//! `Psi`, its norm and `B_Psi` are as in [Theorem 6](super::thm6_mirror_descent). There are draws `w_1, .., w_T`, and
//! for every `t` the point `theta_t` and the convex `f_t` are determined by the draws *before* `t`; the draw `w_t`
//! gives a stochastic subgradient `Delta_t`, of dual norm at most `B` almost surely, whose expectation given
//! `w_1, .., w_{t-1}` is a subgradient of `f_t` at `theta_t`. Mirror descent runs on the `Delta_t` with the step
//! `eta = sqrt(B_Psi / T) / B`. Let `D` be the diameter of the set in the norm; it is at most `2 sqrt(2 B_Psi)`. Then
//!
//! - **(U)** with probability at least `1 - delta`, for *all* `u` of the set at once, also the best in hindsight,
//!   `mean f_t(theta_t) - mean f_t(u)` is at most
//!   `(3/2) B sqrt(B_Psi / T) + 2 B sqrt(2 B_Psi / T) + B D sqrt(2 ln(1/delta) / T)`;
//! - **(F)** for each `u` that is named before play, with probability at least `1 - delta`, the same without the second
//!   term; for `k` such `u` together, with `ln(k/delta)`.
//!
//! *As printed:* `2 B sqrt(2 B_Psi (1 + 16 ln(1/delta)) / T)` "for an arbitrary reference vector".
//!
//! ## Bound
//! With `D = 2 sqrt(2 B_Psi)`, (U) is `B sqrt(B_Psi / T) (3/2 + 2 sqrt 2 + 4 sqrt(ln(1/delta)))`. That is at most the
//! printed bound for `delta <= 0.7783` ([Corollary 3](super::cor3_stochastic_sgd) has the argument), so up to there the
//! printed bound holds for all comparators at once. Near 1 it does not: there is a game in which the regret in
//! hindsight is above it for every outcome, at `delta > 0.99916`. Between, it is open. Against a comparator that was
//! named before play the printed bound holds for every `delta`.
//!
//! *Proof.* Let `s_t = E[Delta_t | past]` and `xi_t = Delta_t - s_t`, of dual norm at most `2 B`. By convexity
//! `sum f_t(theta_t) - f_t(u) <= sum <s_t, theta_t - u> = sum <Delta_t, theta_t - u> + sum <xi_t, u - theta_t>`.
//! Theorem 6, with the constant 3/2 of its step, bounds the first sum for all `u`. For the second take *ghost
//! iterates*: `v_1 = theta_1`, and `v_{t+1}` is the mirror step from `v_t` with the gradient `-xi_t` and the step
//! `sqrt(B_Psi / (2 T)) / B`. They are not played, and like `theta_t` they are determined by the draws before `t`.
//! Theorem 6 for them says `sum <xi_t, u - v_t> <= 2 B sqrt(2 B_Psi T)` for all `u`. What is left,
//! `sum <xi_t, v_t - theta_t>`, does not contain `u`. Given the past, `<Delta_t, v_t - theta_t>` lies in an interval of
//! length `2 B D`, so by Hoeffding's lemma `E[exp(z <xi_t, v_t - theta_t>) | past] <= exp(z^2 B^2 D^2 / 2)`; by
//! Markov's inequality with the best `z` the sum is above `B D sqrt(2 T ln(1/delta))` with probability at most `delta`.
//! This one event serves all `u`. (F): the same with `u` in place of `v_t`, without the ghosts, and a union bound.
//!
//! ## Certificate
//! On a trace of the Lagrangian game, for the theta-player's descent with `Psi = ||theta||^2 / 2`, so `B_Psi = D^2 / 2`
//! with the certificate's `domain_radius` as `D`: that of Corollary 3. With the mirror of a p-norm, which is played on
//! boxes, `B_Psi = D^2 / (2 (p - 1))` for p-norms of points, and subgradients are measured in the q-norm. The other instance is
//! [Corollary 4](super::cor4_stochastic_matrix_multiplicative). One run neither proves nor refutes a probability:
//! conclusions are graded `sampled` and never violated. What refutes is a frequency over many seeds
//! (`referee::testing::frequency`).
//!
//! ## Departures
//! - *Filtration.* The paper conditions on `theta_t` alone. That says nothing of a random `f_t`, and the terms need not
//!   be a martingale: on `[0, 1]` with `f_t(theta) = theta` and `Delta_t = 2` in all rounds or 0 in all, by one fair
//!   coin, play stays at 0, `E[Delta_t | theta_t] = 1`, and the average that the proof bounds by `exp(-T / 128)` is 1
//!   half of the time.
//! - *Comparator.* The proof takes `theta*` as fixed: its terms are centred only if `theta*` does not depend on the
//!   draws. Lemmas 4, 9 and 10 use it for the best comparator in hindsight. That is the gap; (U) closes it.
//! - The printed bound has the symbol of the exact subgradients, where that of the stochastic ones is meant; `Psi` is
//!   1-strongly convex, not its divergence; bounds on norms must hold almost surely.
//! - Hoeffding's lemma with the range of the terms, in place of their size, halves the constant of `sqrt(ln(1/delta))`.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix C.2.
//!
//! ## Example
//! In the Euclidean case `B_Psi` is half the square of the radius, and (U) is Corollary 3.
//! ```
//! use referee::theorems::{cor3_stochastic_sgd, thm7_stochastic_mirror_descent as thm7};
//! let bound = thm7::bound(0.5, 1.0, 100, 0.05);
//! assert!(bound.intersection(cor3_stochastic_sgd::bound(1.0, 1.0, 100, 0.05)).is_some());
//! assert!((bound.midpoint() - 0.7956).abs() < 1e-4);
//! // Against one comparator that was named before play, in a set of diameter 2:
//! assert!((thm7::bound_fixed(0.5, 2.0, 1.0, 100, 0.05, 1).midpoint() - 0.5956).abs() < 1e-4);
//! ```

use super::RunConstants;
use super::rates::{self, RateStatement};
use crate::certificate::{Certificate, Given};
use crate::error::Result;
use crate::numerics::Enclosure;
use crate::players::formulas::log;
use crate::problem::Problem;
use crate::trace::{Rounds, Trace};

fn exact(x: f64) -> Enclosure {
    Enclosure::point(x)
}

/// `B sqrt(B_Psi / T) factor`.
fn scaled(divergence: f64, bound: f64, rounds: u64, factor: Enclosure) -> Enclosure {
    let per_round = exact(divergence).divide(exact(rounds as f64)).expect("there is a round");
    exact(bound) * per_round.sqrt().expect("B_Psi is not negative") * factor
}

/// (U) for `B_Psi` = `divergence`, without knowledge of the diameter: `B sqrt(B_Psi / T) (3/2 + 2 sqrt 2 + 4 sqrt L)`.
///
/// # Panics
/// If `B_Psi` is negative, `confidence` is not in `(0, 1]`, or there is no round.
pub fn bound(divergence: f64, bound: f64, rounds: u64, confidence: f64) -> Enclosure {
    let root = |x: Enclosure| x.sqrt().expect("not negative");
    let factor = exact(1.5) + exact(2.0) * root(exact(2.0)) + exact(4.0) * root(log(1, confidence));
    scaled(divergence, bound, rounds, factor)
}

/// (F) for that many comparators named before play, in a set of that diameter.
///
/// # Panics
/// As [`bound`], or if there is no comparator.
pub fn bound_fixed(
    divergence: f64,
    diameter: f64,
    bound: f64,
    rounds: u64,
    confidence: f64,
    comparators: u64,
) -> Enclosure {
    let noise = exact(2.0) * log(comparators, confidence);
    let per_round = noise.divide(exact(rounds as f64)).expect("there is a round");
    let drift = exact(bound) * exact(diameter) * per_round.sqrt().expect("not negative");
    scaled(divergence, bound, rounds, exact(1.5)) + drift
}

/// Certifies a trace of the Lagrangian game: `given.rate` holds the constants.
///
/// # Errors
/// If the trace is of the other game or cannot be read, or what is given is not what the statement takes.
pub fn certify(rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
    rates::certify(RateStatement::Theorem7, rounds, given)
}

/// Plays Algorithm 3 with stochastic players and the paper's steps, and certifies the run at the probability
/// `confidence` of failure. The bounds of the constants must hold for stochastic values and subgradients, almost
/// surely; noise that the problem states comes on top.
///
/// # Errors
/// If a function is not convex, the subgradients are not bounded, a function is undefined where it was played, or
/// `confidence` is not in `(0, 1]`.
pub fn run(
    problem: &dyn Problem,
    constants: &RunConstants,
    confidence: f64,
    seed: u64,
) -> Result<(Trace, Certificate)> {
    rates::run(RateStatement::Theorem7, problem, constants, confidence, seed)
}
