//! # Lemma 1 (rate of Algorithm 1)  `lem:oracle-lagrangian`
//!
//! ## Statement
//! In the Lagrangian game let the theta-player answer every `lambda_t` with a point within `rho` of the least
//! `L(., lambda_t)`, and let the lambda-player start at 0 and follow projected gradients on
//! `{lambda >= 0, sum lambda <= R}` with the step `R / (B sqrt(2 T))`, where `B` is at least the Euclidean norm of
//! `(g_1, .., g_m)` everywhere. Then the hypothesis of [Theorem 1](super::thm1_lagrangian) holds with
//! `epsilon = rho + R B sqrt(2 / T)`. No convexity is asked for.
//!
//! ## Bound
//! `epsilon` is the sum of two regrets. The lambda-player's is that of [Corollary 1](super::cor1_sgd) with `B_X = R`:
//! `Z(S) = R^2 / (2 eta T) + (eta / 2) S`, which is `3 / (2 sqrt 2) R B / sqrt T` at the paper's step and
//! `R B / sqrt T` at the best. The theta-player's is at most the *mean* of the oracle's errors:
//!
//! *Proof.* `mean L(theta_t, lambda_t) <= mean (inf L(., lambda_t) + rho_t)`, and the mean of the infima is at most the
//! infimum over `theta` of `mean L(theta, lambda_t)`. That multipliers depend on earlier points is harmless: both
//! bounds hold for every sequence.
//!
//! ## Certificate
//! Hypotheses `payoffs_bounded`, `multipliers_in_set`, `step_keeps_bound`, `rounding_small`; conclusions
//! `lambda_regret_paper`, `_step`, `_data`, declared if a rounding is added; `theta_regret_oracle`: the theta-player's
//! regret is at most `rho`; `epsilon_paper` and `epsilon_step`. A regret of the theta-player is known between what the
//! run shows (against its own mixture) and what a lower bound allows, so these three need one, hold if the upper end is
//! small enough, and are violated only if the lower end is too large.
//!
//! ## Departures
//! `rho` is the mean error that the oracle proved in this run, not a promise; and as the certificate compares with a
//! lower bound at the mean multipliers in place of the infimum there, what that may be off by is in `rho` too
//! ([`add_oracle_error`](super::Measurement::add_oracle_error)). (As printed, the oracle must serve every
//! non-negative combination of the functions; scaling such a combination by a large number would make any `rho > 0`
//! as good as 0, so it is asked for the losses of the game only.) `B` must be known before play.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Section 3; proof in
//! Appendix C.3.
//!
//! ## Example
//! Two points, `a` with `(g_0, g_1) = (0, 1)` and `b` with `(1, -1)`, played `a a b a b` against `0, 1/2, 1, 1/2, 1`:
//! these are projected gradients on `[0, 2]` with the step 1/2, and every answer is a best one.
//! ```
//! use referee::certificate::{Given, GivenRate, LowerBound, Verdict};
//! use referee::theorems::lem1_oracle_lagrangian;
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_1\n0,1,0\n0,1,0.5\n1,-1,1\n0,1,0.5\n1,-1,1\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let rate = GivenRate { step: Some(0.5), oracle_error: Some(0.0), ..GivenRate::new(1.0) };
//! let lower_bound = Some(LowerBound::declared(0.375)); // at most min(0 + 3/5, 1 - 3/5) = 2/5
//! let given = Given { radius: Some(2.0), rate: Some(rate), lower_bound, ..Given::default() };
//! let certificate = lem1_oracle_lagrangian::certify(&mut &trace, given)?;
//! let claim = |name| certificate.claim(name).unwrap();
//! assert!(claim("lambda_regret_step").lhs.contains(3.0 / 5.0)); // 2 * 1/5 + 1/5
//! assert!(claim("lambda_regret_step").rhs.contains(21.0 / 20.0)); // 4 / 5 + 1 / 4
//! assert!(claim("epsilon_step").lhs.contains(17.0 / 40.0)); // 2/5 + 2/5 - 3/8
//! assert_eq!(claim("epsilon_step").verdict, Verdict::Holds);
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
    rates::certify(RateStatement::Lemma1, rounds, given)
}

/// Plays Algorithm 1 on a problem and certifies the run, with the errors that the oracles proved.
///
/// # Errors
/// If no player of that kind applies to the problem, or a function is undefined where it was played.
pub fn run(problem: &dyn Problem, constants: &RunConstants, seed: u64) -> Result<(Trace, Certificate)> {
    let statement = RateStatement::Lemma1;
    rates::play(statement, rates::setup(statement, problem, constants), None, seed)
}
