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
//! `sqrt(2 (m + 1))` ([`formulas::deviation_hedge`](crate::players::formulas::deviation_hedge)); this is the paper's player.
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
//! use referee::theorems::{Lemma11, Statement};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_0,lambda_1\n0,1,0.5,0.5\n2,-1,0.5,0.5\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let rate = GivenRate { oracle_error: Some(0.0), ..GivenRate::new(1.0) };
//! let lower_bound = Some(LowerBound::declared(0.5));
//! let given = Given { rate: Some(rate), lower_bound, ..Given::default() };
//! let certificate = Lemma11.certify_trace(&mut &trace, given)?;
//! let claim = certificate.claim("theta_regret_oracle").unwrap();
//! assert_eq!(claim.lhs, Enclosure::ZERO);
//! assert_eq!(claim.verdict, Verdict::Holds);
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::Lemma8;
use super::plan::{Form, Inputs, MARGIN, PAYOFFS, Shape};
use super::rate::{self, Table};
use super::statement::{About, Kind, Promise, Regret, Statement, instances};
use crate::arena::{Algorithm, Seats};
use crate::error::Result;

/// Lemma 11.
pub struct Lemma11;

impl Statement for Lemma11 {
    fn about(&self) -> &'static About {
        &About {
            name: "lemma-11",
            number: "Lemma 11",
            title: "rate of Algorithm 4",
            label: "lem:oracle-proxy-lagrangian",
            path: module_path!(),
            kind: Kind::Rate,
            verdict: "correct",
            erratum: None,
            checked: rate::CHECKED,
        }
    }

    fn algorithm(&self) -> Option<Seats> {
        Some(Seats::of(Algorithm::OracleProxyLagrangian))
    }

    fn promise(&self) -> Option<Promise> {
        let constants: &[&[_]] = &[PAYOFFS, &["oracle-error"], MARGIN];
        Some(Promise { regret: Regret::Both, shape: Shape::Proxy, constants })
    }

    fn forms(&self, inputs: &Inputs) -> Result<Vec<Form>> {
        let rho = inputs.oracle_error();
        Ok(Lemma8.forms(inputs)?.into_iter().map(|form| form.oracle(rho)).collect())
    }

    fn claims(&self, table: &mut Table<'_>) {
        Lemma8.claims(table);
        table.theta_regret_oracle();
    }

    instances! {
        // An oracle answers whatever the functions are: half of the problems are not convex.
        let ask = Ask::of(ProxyLagrangian);
        let problems = prop_oneof![1 => problems(ask.convex()), 2 => problems(ask.not_convex()), 1 => problems(ask.answered())];
        own_runs(problems.boxed())
    }
}
