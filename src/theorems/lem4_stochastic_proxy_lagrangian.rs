//! # Lemma 4 (rate of Algorithm 2)  `lem:stochastic-proxy-lagrangian`
//!
//! ## Statement
//! The objective and the proxies are convex on a compact convex set whose points have norm at most `D`; the constraints
//! need not be. Algorithm 2 plays stochastic subgradients of norm at most `F` against the matrix player with stochastic
//! payoffs of size at most `B`, almost surely, with the steps `D / (F sqrt(2 T))` and `sqrt(G / T) / B`, where
//! `n = m + 1` and `G = n ln n`. The draw of a round gives both, and given the draws before it both are unbiased. Then,
//! with probability at least `1 - delta`, the hypotheses of [Theorem 2](super::thm2_proxy_lagrangian) hold with
//!
//! - `epsilon_theta = D F (3 / (2 sqrt 2) + 2 + 2 sqrt(2 ln(2/delta))) / sqrt T`,
//! - `epsilon_lambda = B ((3/2) sqrt G + 2 sqrt(2 (G + ln(2/delta)))) / sqrt T`.
//!
//! *As printed:* `2 D F sqrt((1 + 16 ln(2/delta)) / T)` and `2 B sqrt(2 G (1 + 16 ln(2/delta)) / T)`.
//!
//! ## Bound
//! *Proof.* [Corollary 3](super::cor3_stochastic_sgd) for the losses `L_theta(., lambda_t)` and
//! [Lemma 9](super::lem9_stochastic_internal_regret) for the payoffs `L_lambda(theta_t, .)`, each with `delta / 2`.
//! Both are determined by the draws before `t`. The first holds for all points at once, so for the infimum over them;
//! the second for all matrices, so for the maximum. The union of the two events has probability at most `delta`. That
//! both players see the same draw does not matter: each argument is about its own player's noise given the past, and
//! nothing is asked of the two together.
//!
//! *The printed statement is true* for every `delta` in `(0, 1]` and `n >= 2`: the bounds above are at most the printed
//! ones if `ln(2/delta)` is at least `ln(1/0.7783) = 0.2507` and `ln(1/0.9138) = 0.0902` (proved in Corollary 3 and
//! Lemma 9), and it is at least `ln 2 = 0.693`. With `m = 0` both regrets of the lambda-player are 0.
//!
//! ## Certificate
//! On a trace of the proxy game: hypotheses `payoffs_bounded`, `multipliers_in_set`, `subgradients_bounded` (on the
//! word of the player), `step_keeps_bound`, `step` and `theta_step` (on the word of the players: within 2^-48 of the
//! printed ones), `rounding_small` (at most 2^-20 of the smaller rate); conclusions `swap_regret_paper`,
//! `swap_regret_repaired`, `theta_regret_paper`, `theta_regret_repaired`, graded `sampled`, each with the larger of the
//! two players' rounding added. The conclusions hold together with probability `1 - delta`.
//!
//! ## Departures
//! *The gap.* The paper applies its Corollary 3 and Lemma 9, proved for comparators that do not depend on the draws, to
//! the best point and the best matrix in hindsight, which do: the multipliers, and so the losses, are random. The forms
//! of these statements that hold for all comparators at once repair it, with smaller constants. Bounds must hold almost
//! surely and be known before play. Not covered, and biased: payoffs of the *next* point on the same draw, draws
//! without replacement across rounds, rates estimated as ratios of counts in a batch.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Section 4; proof in
//! Appendix C.3.
//!
//! ## Example
//! The trace of Lemma 9, where also the theta-player is judged: its loss `lambda_0 g_0 + lambda_1 g_1` is 0 in the odd
//! rounds and -1 in the even ones, at mean multipliers `(1/2, 1/2)`.
//! ```
//! use referee::certificate::{Given, GivenRate, LowerBound, Verdict};
//! use referee::theorems::lem4_stochastic_proxy_lagrangian as lem4;
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_0,lambda_1\n0,1,1,0\n0,-1,0,1\n0,1,1,0\n0,-1,0,1\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let rate = GivenRate {
//!     domain_radius: Some(1.0), subgradient_bound: Some(1.0), confidence: Some(0.1), ..GivenRate::new(1.0)
//! };
//! let given = Given { rate: Some(rate), lower_bound: Some(LowerBound::declared(-0.5)), ..Given::default() };
//! let certificate = lem4::certify(&mut &trace, given)?;
//! let (theta, swap) = lem4::bounds(1.0, 1.0, 2, 1.0, 4, 0.1);
//! for (name, bound) in [("theta_regret_repaired", theta), ("swap_regret_repaired", swap)] {
//!     let claim = certificate.claim(name).unwrap();
//!     assert!(claim.rhs.contains_enclosure(bound) && claim.verdict == Verdict::Holds);
//! }
//! assert!((theta.midpoint() - 3.9781).abs() < 1e-4 && (swap.midpoint() - 3.8435).abs() < 1e-4);
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::RunConstants;
use super::rates::{self, RateStatement};
use crate::certificate::{Certificate, Given};
use crate::error::Result;
use crate::numerics::Enclosure;
use crate::players::formulas::{log, stochastic_gradient_repaired, stochastic_matrix_repaired};
use crate::problem::Problem;
use crate::trace::{Rounds, Trace};

/// The bounds `(epsilon_theta, epsilon_lambda)`, which hold together with probability `1 - confidence`.
///
/// # Panics
/// If `confidence` is not in `(0, 1]` or there is no round.
pub fn bounds(
    domain_radius: f64,
    subgradient_bound: f64,
    actions: u64,
    payoff_bound: f64,
    rounds: u64,
    confidence: f64,
) -> (Enclosure, Enclosure) {
    let log = log(2, confidence);
    let theta = stochastic_gradient_repaired(domain_radius, subgradient_bound, rounds, log);
    (theta, stochastic_matrix_repaired(actions, payoff_bound, rounds, log))
}

/// Certifies a trace of the proxy game: `given.rate` holds the constants.
///
/// # Errors
/// If the trace is of the other game or cannot be read, or what is given is not what the statement takes.
pub fn certify(rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
    rates::certify(RateStatement::Lemma4, rounds, given)
}

/// Plays Algorithm 2 with stochastic players and the paper's steps, and certifies the run at the probability
/// `confidence` of failure. The bounds of the constants must hold for stochastic values and subgradients, almost
/// surely; noise that the problem states comes on top.
///
/// # Errors
/// If the objective or a proxy is not convex, the subgradients are not bounded, a function is undefined where it was
/// played, or `confidence` is not in `(0, 1]`.
pub fn run(
    problem: &dyn Problem,
    constants: &RunConstants,
    confidence: f64,
    seed: u64,
) -> Result<(Trace, Certificate)> {
    rates::run(RateStatement::Lemma4, problem, constants, confidence, seed)
}
