//! # Theorem 3 (Lagrangian, p-norm)  `thm:lagrangian-suboptimality`
//!
//! ## Statement
//! Let `1 <= p <= inf` and `1/p + 1/q = 1`. Multipliers are `lambda >= 0` with `||lambda||_p <= R`, `theta` is a random
//! point and `lambda_bar` a multiplier with
//! `max over lambda of E[L(theta, lambda)] - inf over theta' of L(theta', lambda_bar) <= epsilon`. Then
//! `E[g_0] <= g_0(theta*) + epsilon` for every feasible `theta*`; and if `||lambda_bar||_p < R`, then
//! `||(max(0, E[g_i]))_i||_q <= epsilon / (R - ||lambda_bar||_p)`.
//!
//! ## Bound
//! The smallest `epsilon` is computed, not assumed: `E[g_0] + R ||max(0, E[g])||_q - lower`, rounded up, where `lower`
//! is at most `inf L(., lambda_bar)`. The feasibility bound divides it by `R - ||lambda_bar||_p`, rounded down. Upper
//! bounds both; tight.
//!
//! ## Certificate
//! Hypothesis `norm_below_radius`; conclusions `suboptimality` (an identity of the data: `epsilon` exceeds the measured
//! `E[g_0] - lower` by `R` times the violation) and `infeasibility` (which follows from the hypothesis
//! `lower_bound_possible`, so that only a lower bound above what was played violates it). Both conclusions rest on the lower bound; their
//! grade is its grade. The measured `suboptimality` is the direct bound: `E[g_0]` exceeds the value of the best
//! *mixture* by no more.
//!
//! *Why.* `inf L(., lambda_bar) <= E_Q[g_0] + <lambda_bar, E_Q[g]> <= E_Q[g_0]` for every mixture `Q` with
//! `E_Q[g] <= 0`. And with `u` the norm of the violation,
//! `inf L(., lambda_bar) <= E[g_0] + <lambda_bar, E[g]> <= E[g_0] + ||lambda_bar||_p u` by Hoelder, so
//! `epsilon >= (R - ||lambda_bar||_p) u`.
//!
//! ## Departures
//! The paper forgets to ask for `||lambda_bar||_p < R` (without it the quotient is meaningless) and compares with the
//! best point; the same proof compares with the best mixture. Only averages enter, so rounds may be weighed in any way
//! ([`Average`](crate::regret::Average)), points and multipliers differently; and multipliers need not lie in the ball.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix A.
//!
//! ## Example
//! ```
//! use referee::certificate::{Given, LowerBound, Verdict};
//! use referee::numerics::Norm;
//! use referee::theorems::{Statement, Theorem3};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_1\n0,1,1\n1,-0.5,0.5\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let given = Given {
//!     radius: Some(2.0),
//!     norm: Some(Norm::Two),
//!     lower_bound: Some(LowerBound::declared(0.25)),
//!     ..Given::default()
//! };
//! let certificate = Theorem3.certify_trace(&mut &trace, given)?;
//! assert_eq!(certificate.claim("infeasibility").unwrap().verdict, Verdict::Holds);
//! assert!(certificate.measured("epsilon").unwrap().contains(0.5 + 2.0 * 0.25 - 0.25));
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::certification::Measured;
use super::ledgers::{self, LagrangianClaims};
use super::lem6_lagrangian_feasibility;
use super::statement::{About, Kind, Statement, instances};
use crate::arena::{Algorithm, Seats};
use crate::certificate::{Certificate, Given, Inequality, Ledger, Relation, RestsOn, Slack};
use crate::error::Result;
use crate::numerics::{Length, Number};
use crate::regret::LagrangianRegret;
use crate::trace::Rounds;

/// Theorem 3.
pub struct Theorem3;

impl Statement for Theorem3 {
    fn about(&self) -> &'static About {
        &About {
            name: "theorem-3",
            number: "Theorem 3",
            title: "Lagrangian: any p-norm",
            label: "thm:lagrangian-suboptimality",
            path: module_path!(),
            kind: Kind::APosteriori,
            verdict: "correct",
            erratum: Some("must say that q is dual to p"),
            checked: "certificate of a trace",
        }
    }

    fn algorithm(&self) -> Option<Seats> {
        Some(Seats::of(Algorithm::OracleLagrangian))
    }

    fn certify(&self, measured: &Measured, rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
        ledgers::lagrangian(self, measured, rounds, given)
    }

    instances! {
        // The norm is drawn with the run.
        played(Lagrangian)
    }
}

impl LagrangianClaims for Theorem3 {
    fn note<N: Number>(ledger: &mut Ledger<N>, regret: &LagrangianRegret<N>, given: &Given) {
        claims(ledger, regret, given);
        super::beyond::slater_feasibility::claims(ledger, regret, given);
        lem6_lagrangian_feasibility::claims(ledger, regret, given);
    }
}

/// The hypothesis and the conclusions of the theorem itself.
pub(super) fn claims<N: Number>(ledger: &mut Ledger<N>, regret: &LagrangianRegret<N>, given: &Given) {
    let rests_on = RestsOn { lower_bound: true, ..RestsOn::default() };
    let Some(radius) = given.radius.map(N::double) else { return };
    let (norm, violation) = (regret.multiplier_norm.clone(), regret.infeasibility_norm.clone());
    let nothing = Length::known(N::zero());
    let room = Slack::Lengths(radius.clone(), nothing.clone(), norm.clone());
    let length = norm.value.clone();
    ledger.claim(Inequality::hypothesis("norm_below_radius", length, Relation::Below, radius.clone(), room));
    let (Some(epsilon), Some(gap), Some(lower)) = (regret.epsilon.clone(), regret.suboptimality.clone(), given.lower())
    else {
        return;
    };
    ledger.claim(Inequality::conclusion("suboptimality", gap, epsilon.clone(), Slack::Identity, rests_on));
    let bound = ledger.quotient_by_room(epsilon, &radius, &norm);
    ledger.claims_if(bound, |bound| {
        let rest = regret.objective.clone() - N::double(lower);
        let slack = Slack::Lengths(rest, norm.times(violation.clone()), nothing);
        // `lower_bound_possible` is `lower <= E[g_0] + <lambda_bar, E[g]>`, which is at most `E[g_0] + ||lambda_bar|| u`.
        Inequality::conclusion("infeasibility", violation.value, bound, slack, rests_on).implied()
    });
}
