//! # Lemma 11 (rate of Algorithm 4)  `lem:oracle-proxy-lagrangian`
//!
//! ## Statement
//! In the proxy game let the theta-player answer every `lambda_t` with a point within `rho` of the least
//! `L_theta(., lambda_t)`, and let the lambda-player be the matrix player of [Lemma 8](super::lem8_internal_regret)
//! with the step `sqrt(n ln n / T) / B`, where `n = m + 1` and `B` is at least every `|g_i|` everywhere. Then the
//! hypotheses of [Theorem 2](super::thm2_proxy_lagrangian) hold with `epsilon_theta = rho` and
//! `epsilon_lambda = 2 B sqrt(n ln n / T)`. No convexity is asked for.
//!
//! ## Bound
//! The lambda-player's as in Lemma 8, in its forms: printed, of the step, of the data. The theta-player's is the mean
//! of the oracle's errors, as in [Lemma 1](super::lem1_oracle_lagrangian): a mean of infima is at most the infimum of
//! the mean.
//!
//! *Proof.* Both bounds hold for every sequence of the other player's moves, also one that answers it.
//!
//! ## Certificate
//! Hypotheses `payoffs_bounded`, `multipliers_in_set`, `step_keeps_bound`, `rounding_small`; conclusions
//! `swap_regret_paper`, `_step`, `_data`, declared if a rounding is added, and `theta_regret_oracle`, which needs a
//! lower bound and a positive weight of the objective: the regret is known between what the run shows against its own
//! mixture and what the lower bound allows.
//!
//! ## Departures
//! `rho` is the mean error that the oracle proved in this run, and what the lower bound is off by, as in Lemma 1.
//! Theorem 2 needs the `m + 1` deviations only, for which a player without a matrix has a bound that is smaller by
//! `sqrt(2 (m + 1))` ([`rates::deviation_hedge`](crate::players::formulas::deviation_hedge)); this is the paper's player.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix C.3.
//!
//! ## Example
//! Two points, `a` with `(g_0, g_1) = (0, 1)` and `b` with `(2, -1)`; against equal weights both cost 1/2, so `a b` are
//! exact answers and `rho = 0`. The regret is exactly 0, and the lower bound 1/2 proves it.
//! ```
//! use referee::certificate::{Given, GivenRate, LowerBound, Verdict};
//! use referee::numerics::Enclosure;
//! use referee::theorems::lem11_oracle_proxy_lagrangian;
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_0,lambda_1\n0,1,0.5,0.5\n2,-1,0.5,0.5\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let rate = GivenRate { oracle_error: Some(0.0), ..GivenRate::new(1.0) };
//! let lower_bound = Some(LowerBound::declared(0.5));
//! let given = Given { rate: Some(rate), lower_bound, ..Given::default() };
//! let certificate = lem11_oracle_proxy_lagrangian::certify(&mut &trace, given)?;
//! let claim = certificate.claim("theta_regret_oracle").unwrap();
//! assert_eq!(claim.lhs, Enclosure::ZERO);
//! assert_eq!(claim.verdict, Verdict::Holds);
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::RunConstants;
use super::rates::{self, RateStatement};
use crate::certificate::{Certificate, Given};
use crate::error::Result;
use crate::problem::Problem;
use crate::trace::{Rounds, Trace};

/// Certifies a trace of the proxy game: `given.rate` holds the constants.
///
/// # Errors
/// If the trace is of the other game or cannot be read, or what is given is not what the statement takes.
pub fn certify(rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
    rates::certify(RateStatement::Lemma11, rounds, given)
}

/// Plays Algorithm 4 on a problem and certifies the run, with the errors that the oracles proved.
///
/// # Errors
/// If no player of that kind applies to the problem, or a function is undefined where it was played.
pub fn run(problem: &dyn Problem, constants: &RunConstants, seed: u64) -> Result<(Trace, Certificate)> {
    let statement = RateStatement::Lemma11;
    rates::play(statement, rates::setup(statement, problem, constants), None, seed)
}
