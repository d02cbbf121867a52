//! # Corollary 1 (subgradient descent)  `cor:sgd`
//!
//! ## Statement
//! Projected subgradient descent from the point of least norm, on a convex set whose points have Euclidean norm at most
//! `B_X`, against convex losses with subgradients of Euclidean norm at most `B`: with the step `B_X / (B sqrt(2 T))`
//! the average regret is at most `B_X B sqrt(2 / T)`, against every point of the set.
//!
//! ## Bound
//! [Theorem 6](super::thm6_mirror_descent) with `Psi = ||x||^2 / 2`, so `B_Psi = B_X^2 / 2`. For any step
//! `B_X^2 / (2 eta T) + (eta / 2) mean ||s_t||^2`: at the paper's step `3 / (2 sqrt 2) B_X B / sqrt T` (1.0607,
//! printed: 1.4142), at the best one `B_X / (B sqrt T)` it is `B_X B / sqrt T`. Both constants are attained.
//!
//! *Proof.* A projection does not increase the distance to a point `u` of the set, so
//! `||x_{t+1} - u||^2 <= ||x_t - u||^2 - 2 eta <s_t, x_t - u> + eta^2 ||s_t||^2`; sum over `t`, and
//! `||x_1 - u|| <= ||u|| <= B_X` because the angle at a projection is not acute.
//!
//! *In doubles.* A computed point within `tau_t` of the exact projection adds `(2 d tau_t + tau_t^2) / (2 eta)`, with
//! `d` the diameter of the set; the player sums what its projections state.
//!
//! ## Certificate
//! On a trace of the Lagrangian game, for the lambda-player's ascent on `{lambda >= 0, sum lambda <= R}`, whose largest
//! Euclidean norm is `R`: hypotheses `payoffs_bounded` (the Euclidean norm of the constraints' values is at most `B` in
//! every round), `multipliers_in_set`, `step_keeps_bound`, `rounding_small` (at most 2^-20 of the rate); conclusions
//! `lambda_regret_paper`, `lambda_regret_step`, `lambda_regret_data`, with the rounding added; as that is the player's
//! word, they are then declared.
//!
//! ## Departures
//! `B` is a bound that is known before play: the paper defines it as a maximum over the run, which the step would then
//! depend on. On this set (not on a ball) the bound at the best step is attained for `T <= 2` only: the last point
//! `R e_i - eta g_T` would otherwise leave the set.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix C.1.
//!
//! ## Example
//! Two orthogonal payoffs, `(1, 1)` and `(1, -1)`, and `R = 2`. With the best step `R / (sqrt 2 sqrt 2) = 1` the player
//! is at `(0, 0)` and `(1, 1)`; the best multipliers are `(2, 0)`, and the regret is
//! `2 = R sqrt(mean ||g||^2) / sqrt T`.
//! ```
//! use referee::certificate::{Given, GivenRate, Verdict};
//! use referee::numerics::Enclosure;
//! use referee::theorems::cor1_sgd;
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,constraint_2,lambda_1,lambda_2\n0,1,1,0,0\n0,1,-1,1,1\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let rate = GivenRate { step: Some(1.0), ..GivenRate::new(1.5) };
//! let given = Given { radius: Some(2.0), rate: Some(rate), ..Given::default() };
//! let certificate = cor1_sgd::certify(&mut &trace, given)?;
//! let claim = certificate.claim("lambda_regret_data").unwrap();
//! assert_eq!((claim.lhs, claim.rhs), (Enclosure::point(2.0), Enclosure::point(2.0)));
//! assert_eq!(certificate.claim("lambda_regret_step").unwrap().rhs, Enclosure::point(2.125)); // 1 + 9/8
//! assert!(certificate.claims.iter().all(|claim| claim.verdict == Verdict::Holds));
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::RunConstants;
use super::rates::{self, RateStatement};
use crate::certificate::{Certificate, Given};
use crate::error::Result;
use crate::problem::Problem;
use crate::trace::{Rounds, Trace};

/// Certifies a trace of the Lagrangian game: `given.rate` holds the constants.
///
/// # Errors
/// If the trace is of the other game or cannot be read, or what is given is not what the statement takes.
pub fn certify(rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
    rates::certify(RateStatement::Corollary1, rounds, given)
}

/// Plays projected gradients against the theta-player that fits the problem, and certifies the run.
///
/// # Errors
/// If no player of that kind applies to the problem, or a function is undefined where it was played.
pub fn run(problem: &dyn Problem, constants: &RunConstants, seed: u64) -> Result<(Trace, Certificate)> {
    let statement = RateStatement::Corollary1;
    rates::play(statement, rates::setup(statement, problem, constants), None, seed)
}
