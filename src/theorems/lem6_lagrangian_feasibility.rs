//! # Lemma 6 (Lagrangian, bound on the multipliers)  `lem:lagrangian-feasibility`
//!
//! ## Statement
//! **As printed it is false**, for every `p` and every `m >= 2`: it measures the margin at a feasible `theta'` by
//! `||g(theta')||_q >= gamma` and claims `||lambda_bar||_p <= (epsilon + B) / gamma`. One point with `g_0 = 0`,
//! `g = (0, -1)`, `R = 1`, `lambda_bar = (1, 0)` has `epsilon = 0`, `B = 0` and `gamma = 1`, so the lemma claims
//! `1 <= 0`.
//!
//! **Lemma 6'**, which certifies here: in the setting of [Theorem 3](super::thm3_lagrangian_pnorm) let
//! `g_i(theta') <= -gamma < 0` for *every* `i`. Then for every `p`:
//! `||lambda_bar||_p <= ||lambda_bar||_1 <= (epsilon + g_0(theta') - E[g_0]) / gamma <= (epsilon + B) / gamma`.
//!
//! *Proof.* Compare with `lambda = 0` and `theta'`:
//! `epsilon >= E[g_0] - L(theta', lambda_bar) >= E[g_0] - g_0(theta') + gamma ||lambda_bar||_1`. QED. No norm of
//! `g(theta')` other than the smallest margin will do: with one point and `lambda_bar` on the constraint with the
//! smallest margin `h`, `epsilon = R h` and the bound is attained with `gamma = h`.
//!
//! ## Bound
//! `(epsilon + B) / gamma` and, with the objective at the margin point, `(epsilon + g_0(theta') - E[g_0]) / gamma`;
//! rounded up. Upper bounds, tight.
//!
//! ## Certificate
//! Hypothesis `margin_positive`; conclusions `multiplier_norm` and `multiplier_norm_data`. They rest on the lower
//! bound, the margin, and the range or the objective at the margin point.
//!
//! ## Departures
//! The margin is the smallest of the `-g_i(theta')`, not a norm of them; `gamma > 0` is a hypothesis; the multiplier's
//! norm is bounded through the 1-norm, so the same bound serves every `p`.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix A.
//!
//! ## Example
//! The second counterexample: the printed lemma would claim `1 <= 1/4`, the repaired one claims `1 <= 1`.
//! ```
//! use referee::certificate::{Given, GivenMargin, GivenRange, LowerBound, Verdict};
//! use referee::theorems::{Lemma6, Statement};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,constraint_2,lambda_1,lambda_2\n0,-0.25,-1,1,0\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let given = |margin| Given {
//!     radius: Some(1.0),
//!     lower_bound: Some(LowerBound::declared(-0.25)),
//!     margin: Some(GivenMargin { value: margin, point: None, objective: None }),
//!     objective_range: Some(GivenRange { value: 0.0, enclosed: false }),
//!     ..Given::default()
//! };
//! let verdict = |margin| {
//!     let certificate = Lemma6.certify_trace(&mut &trace, given(margin));
//!     certificate.map(|certificate| certificate.claim("multiplier_norm").unwrap().verdict)
//! };
//! assert_eq!(verdict(0.25)?, Verdict::Holds);   // the smallest margin
//! assert_eq!(verdict(1.0)?, Verdict::Violated); // the norm of the margins
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::certification::Measured;
use super::ledgers::{self, LagrangianClaims};
use super::statement::{About, Kind, Statement, instances};
use crate::arena::{Algorithm, Seats};
use crate::certificate::{Certificate, Given, Inequality, Ledger, Relation, RestsOn, Slack};
use crate::error::Result;
use crate::numerics::{Length, Number};
use crate::regret::LagrangianRegret;
use crate::trace::Rounds;

/// Lemma 6.
pub struct Lemma6;

impl Statement for Lemma6 {
    fn about(&self) -> &'static About {
        &About {
            name: "lemma-6",
            number: "Lemma 6",
            title: "Lagrangian: bound on the multipliers",
            label: "lem:lagrangian-feasibility",
            path: module_path!(),
            kind: Kind::APosteriori,
            verdict: "false as stated",
            erratum: Some(
                "false for every p and m >= 2; true with the smallest margin in place of a norm of the margins",
            ),
            checked: "certificate of a trace, repaired",
        }
    }

    fn algorithm(&self) -> Option<Seats> {
        Some(Seats::of(Algorithm::OracleLagrangian))
    }

    fn certify(&self, measured: &Measured, rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
        ledgers::lagrangian(self, measured, rounds, given)
    }

    instances! {
        // The multipliers are bounded where some point is strictly feasible.
        with_margin(Lagrangian)
    }
}

impl LagrangianClaims for Lemma6 {
    fn note<N: Number>(ledger: &mut Ledger<N>, regret: &LagrangianRegret<N>, given: &Given) {
        claims(ledger, regret, given);
    }
}

/// The hypothesis that both games share.
pub(super) fn margin_positive<N: Number>(ledger: &mut Ledger<N>, given: &Given) {
    if let Some(margin) = &given.margin {
        let gamma = N::double(margin.value);
        let slack = Slack::Is(gamma.clone());
        let claim = Inequality::hypothesis("margin_positive", N::zero(), Relation::Below, gamma, slack);
        ledger.claim(claim.resting_on(RestsOn { margin: true, ..RestsOn::default() }));
    }
}

/// The repaired lemma.
pub(super) fn claims<N: Number>(ledger: &mut Ledger<N>, regret: &LagrangianRegret<N>, given: &Given) {
    margin_positive(ledger, given);
    let Some(margin) = given.margin.as_ref().filter(|margin| margin.value > 0.0) else { return };
    let (Some(epsilon), Some(radius), Some(lower)) = (regret.epsilon.clone(), given.radius, given.lower()) else {
        return;
    };
    let (norm, length) = (regret.multiplier_norm.clone(), regret.multiplier_norm.value.clone());
    let (gamma, lower) = (N::double(margin.value), N::double(lower));
    let best = Length::known(N::double(radius)).times(regret.infeasibility_norm.clone());
    let priced = Length::known(gamma.clone()).times(norm);
    let rests_on = RestsOn { lower_bound: true, margin: true, ..RestsOn::default() };
    if let Some(range) = given.objective_range {
        let range = N::double(range.value);
        let slack =
            Slack::Lengths(regret.objective.clone() - lower.clone() + range.clone(), best.clone(), priced.clone());
        let bound = ledger.quotient(epsilon.clone() + range, gamma.clone());
        ledger.claims_if(bound, |bound| {
            let rests_on = RestsOn { range: true, ..rests_on };
            Inequality::conclusion("multiplier_norm", length.clone(), bound, slack, rests_on)
        });
    }
    if let Some(at_point) = margin.objective.map(|g| N::between(g.lo(), g.hi())) {
        // The mean objective is in epsilon and is subtracted again.
        let slack = Slack::Lengths(at_point.clone() - lower, best, priced);
        let bound = ledger.quotient(epsilon + at_point - regret.objective.clone(), gamma);
        ledger.claims_if(bound, |bound| Inequality::conclusion("multiplier_norm_data", length, bound, slack, rests_on));
    }
}
