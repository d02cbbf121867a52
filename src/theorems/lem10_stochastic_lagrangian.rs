//! # Lemma 10 (rate of Algorithm 3)  `lem:stochastic-lagrangian`
//!
//! ## Statement
//! The objective and the constraints are convex on a compact convex set whose points have norm at most `D`; multipliers
//! are `lambda >= 0` with `||lambda||_1 <= R`. Algorithm 3 plays stochastic subgradients of norm at most `F` against
//! projected gradients of stochastic payoffs of Euclidean norm at most `B`, almost surely, with the steps
//! `D / (F sqrt(2 T))` and `R / (B sqrt(2 T))`. The draw of a round gives both, and given the draws before it both are
//! unbiased. Then, with probability at least `1 - delta`, the hypothesis of [Theorem 1](super::thm1_lagrangian) holds
//! with
//!
//! `epsilon = (D F + R B) (3 / (2 sqrt 2) + 2 + 2 sqrt(2 ln(2/delta))) / sqrt T`.
//!
//! *As printed:* `2 (D F + R B) sqrt((1 + 16 ln(2/delta)) / T)`.
//!
//! ## Bound
//! *Proof.* [Corollary 3](super::cor3_stochastic_sgd) twice, each with `delta / 2`: for the losses `L(., lambda_t)` of
//! the theta-player, and for the losses `-L(theta_t, .)` of the lambda-player, whose set has the largest Euclidean norm
//! `R`. All of them are determined by the draws before `t`, and each bound holds for all comparators at once, so for
//! the infimum over `theta` and the maximum over `lambda`. `L` is affine in `lambda`: the sum of the two regrets is the
//! epsilon of Theorem 1. The events fail together with probability at most `delta`, whatever the two players' noise has
//! in common.
//!
//! *The printed statement is true* for every `delta` in `(0, 1]`: by Corollary 3 the bound is at most the printed one
//! if `ln(2/delta) >= ln(1/0.7783) = 0.2507`, and it is at least `ln 2 = 0.693`. The ratio is 0.78 at `delta = 1` and
//! 0.55 at 0.05.
//!
//! `F` depends on `R`: subgradients of the objective and of the constraints of norm at most `g` give `(1 + R) g`, with
//! noise on top.
//!
//! ## Certificate
//! On a trace of the Lagrangian game: hypotheses `payoffs_bounded`, `multipliers_in_set`, `subgradients_bounded` (on
//! the word of the player), `step_keeps_bound`, `step` and `theta_step` (on the word of the players: within 2^-48 of
//! the printed ones), `rounding_small` (at most 2^-20 of the rate); conclusions `epsilon_paper`, `epsilon_repaired`,
//! graded `sampled`, over the interval from the epsilon that there surely was to the one that there was at most, with
//! the rounding of both players added.
//!
//! ## Departures
//! *The gap.* The paper applies its Corollary 3, proved for comparators that do not depend on the draws, to the best
//! point and the best multipliers in hindsight. The form for all comparators at once repairs it, with a smaller
//! constant. Bounds must hold almost surely and be known before play. If only optimality against one point and
//! feasibility are wanted, comparators named before play are enough, and the `2` falls away.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix C.3.
//!
//! ## Example
//! The trace of Corollary 3's example, a constraint that is never violated: the lambda-player regrets nothing.
//! ```
//! use referee::certificate::{Given, GivenRate, LowerBound, Verdict};
//! use referee::theorems::lem10_stochastic_lagrangian as lem10;
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_1\n0,-1,0\n-0.5,-1,0\n-1,-1,0\n-1,-1,0\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let rate = GivenRate {
//!     domain_radius: Some(1.0), subgradient_bound: Some(1.0), confidence: Some(0.1), ..GivenRate::new(1.0)
//! };
//! let lower_bound = Some(LowerBound::declared(-1.0));
//! let given = Given { radius: Some(2.0), rate: Some(rate), lower_bound, ..Given::default() };
//! let certificate = lem10::certify(&mut &trace, given)?;
//! let claim = certificate.claim("epsilon_repaired").unwrap();
//! assert_eq!(claim.lhs.hi(), 0.375);
//! assert!(claim.rhs.contains_enclosure(lem10::bound(1.0, 1.0, 2.0, 1.0, 4, 0.1)));
//! assert!((claim.rhs.midpoint() - 11.9342).abs() < 1e-4 && claim.verdict == Verdict::Holds);
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::RunConstants;
use super::rates::{self, RateStatement};
use crate::certificate::{Certificate, Given};
use crate::error::Result;
use crate::numerics::Enclosure;
use crate::players::formulas::{log, stochastic_gradient_repaired};
use crate::problem::Problem;
use crate::trace::{Rounds, Trace};

/// The bound on epsilon.
///
/// # Panics
/// If `confidence` is not in `(0, 1]` or there is no round.
pub fn bound(
    domain_radius: f64,
    subgradient_bound: f64,
    radius: f64,
    payoff_bound: f64,
    rounds: u64,
    confidence: f64,
) -> Enclosure {
    let of = |radius: f64, bound: f64| stochastic_gradient_repaired(radius, bound, rounds, log(2, confidence));
    of(domain_radius, subgradient_bound) + of(radius, payoff_bound)
}

/// Certifies a trace of the Lagrangian game: `given.rate` holds the constants.
///
/// # Errors
/// If the trace is of the other game or cannot be read, or what is given is not what the statement takes.
pub fn certify(rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
    rates::certify(RateStatement::Lemma10, rounds, given)
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
    rates::run(RateStatement::Lemma10, problem, constants, confidence, seed)
}
