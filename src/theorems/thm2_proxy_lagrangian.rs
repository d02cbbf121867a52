//! # Theorem 2 (proxy-Lagrangian)  `thm:proxy-lagrangian-suboptimality-and-feasibility`
//!
//! ## Statement
//! Let `theta_1, .., theta_T` and `lambda_1, .., lambda_T` in the simplex be played, with external regret of the
//! theta-player at most `epsilon_theta` and swap regret of the lambda-player at most `epsilon_lambda`, both per round,
//! and let `theta_bar` be `theta_t` with probability proportional to the objective's weight `lambda_{t,0}` (the paper's
//! `lambda_1`). If the mean weight `w` is positive, then
//! `E[g_0(theta_bar)] <= g_0(theta*) + (epsilon_theta + epsilon_lambda) / w` for every `theta*` that is feasible for
//! the proxies, and `max_i E[g_i(theta_bar)] <= epsilon_lambda / w`. If moreover every proxy is at most `-gamma < 0` at
//! some `theta'`, then `w >= (gamma - epsilon_theta - epsilon_lambda) / (gamma + B)`, with `B` at least the range of
//! `g_0`.
//!
//! ## Bound
//! [Theorem 4](super::thm4_proxy_lagrangian_joint) for the rounds of a trace, and [Lemma
//! 7](super::lem7_proxy_lagrangian_feasibility) for the weight. All regrets are measured; upper bounds round up, the
//! lower bound of the weight rounds down.
//!
//! ## Certificate
//! Hypotheses `objective_weight_positive`, `domination`, `margin_positive`; conclusions `infeasibility`,
//! `suboptimality`, `objective_weight` with the paper's bounds and `*_deviation`, `objective_weight_data` with sharper
//! ones. Feasibility never needs a lower bound.
//!
//! ## Departures
//! `w > 0` and `gamma > 0` are hypotheses; domination is asked for on average and on the trace only, and what is
//! missing of it is added; multipliers need not lie on the simplex; the comparison is with the best mixture for the
//! proxies.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Section 4; proof in
//! Appendix A.
//!
//! ## Example
//! Three points and two constraints, with multipliers that sum to 12 in each round (any scale will do):
//! ```
//! use referee::certificate::{Given, LowerBound};
//! use referee::numerics::Enclosure;
//! use referee::theorems::{Statement, Theorem2};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,constraint_2,proxy_1,proxy_2,lambda_0,lambda_1,lambda_2\n\
//!             0,1,-1,1.5,-0.5,4,4,4\n1,-1,0.5,-0.5,1,6,3,3\n2,-1,-1,-0.5,-0.5,6,6,0\n0,1,-1,1.5,-0.5,3,6,3\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let given = Given { lower_bound: Some(LowerBound::declared(39.0 / 8.0)), ..Given::default() };
//! let certificate = Theorem2.certify_trace(&mut &trace, given)?;
//! assert_eq!(certificate.measured("theta_regret"), Some(Enclosure::point(17.0 / 8.0)));
//! assert_eq!(certificate.measured("swap_regret"), Some(Enclosure::point(19.0 / 8.0)));
//! assert_eq!(certificate.claim("infeasibility").unwrap().rhs, Enclosure::point(0.5));
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::certification::Measured;
use super::ledgers::{self, ProxyClaims};
use super::statement::{About, Kind, Statement, instances};
use super::{lem7_proxy_lagrangian_feasibility, thm4_proxy_lagrangian_joint};
use crate::arena::{Algorithm, Seats};
use crate::certificate::{Certificate, Given, Ledger};
use crate::error::Result;
use crate::numerics::Number;
use crate::regret::ProxyAverages;
use crate::trace::Rounds;

/// Theorem 2.
pub struct Theorem2;

impl Statement for Theorem2 {
    fn about(&self) -> &'static About {
        &About {
            name: "theorem-2",
            number: "Theorem 2",
            title: "proxy-Lagrangian: suboptimality and feasibility",
            label: "thm:proxy-lagrangian-suboptimality-and-feasibility",
            path: module_path!(),
            kind: Kind::APosteriori,
            verdict: "correct; hypothesis missing",
            erratum: Some("asks for a positive mean weight of the objective"),
            checked: "certificate of a trace",
        }
    }

    fn algorithm(&self) -> Option<Seats> {
        Some(Seats::of(Algorithm::OracleProxyLagrangian))
    }

    fn certify(&self, measured: &Measured, rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
        ledgers::proxy(self, measured, rounds, given)
    }

    instances! {
        // Players of all kinds on problems with proxies and without, and rounds that nobody played.
        played(ProxyLagrangian)
    }
}

impl ProxyClaims for Theorem2 {
    fn note<N: Number>(ledger: &mut Ledger<N>, averages: &ProxyAverages<N>, given: &Given) {
        thm4_proxy_lagrangian_joint::hypotheses(ledger, averages);
        thm4_proxy_lagrangian_joint::claims(ledger, averages, given);
        lem7_proxy_lagrangian_feasibility::claims(ledger, averages, given);
    }
}
