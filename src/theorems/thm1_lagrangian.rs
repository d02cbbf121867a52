//! # Theorem 1 (Lagrangian)  `thm:lagrangian-suboptimality-and-feasibility`
//!
//! ## Statement
//! Multipliers are `lambda >= 0` with `||lambda||_1 <= R`. Let `theta_1, .., theta_T` and `lambda_1, .., lambda_T` be
//! played with `max over lambda of mean L(theta_t, lambda) - inf over theta of mean L(theta, lambda_t) <= epsilon`, and
//! let `theta_bar` be one of the `theta_t`, each with probability `1/T`. Then
//! `E[g_0(theta_bar)] <= g_0(theta*) + epsilon` for every feasible `theta*`; if `||lambda_bar||_1 < R` for the mean
//! multipliers, `max_i E[g_i(theta_bar)] <= epsilon / (R - ||lambda_bar||_1)`; and if some `theta'` has
//! `g_i(theta') <= -gamma < 0` for all `i`, then `||lambda_bar||_1 <= (epsilon + B) / gamma`, where `B` is at least the
//! range of `g_0`.
//!
//! ## Bound
//! As in [Theorem 3](super::thm3_lagrangian_pnorm) with `p = 1`, whose dual norm is the largest violation: `epsilon` is
//! computed from the trace and a lower bound, rounded up. Beside it stand bounds that are never weaker: the direct
//! bound on suboptimality (the measured quantity itself), [feasibility without the
//! norm](super::beyond::slater_feasibility), and the [multiplier bound](super::lem6_lagrangian_feasibility) with the
//! objective at the margin point in place of `B`.
//!
//! ## Certificate
//! `norm_below_radius`, `margin_positive` and `slater_below_radius` are hypotheses; `suboptimality`, `infeasibility`,
//! `multiplier_norm` carry the paper's bounds; `infeasibility_slater`, `infeasibility_slater_data`,
//! `multiplier_norm_data` the sharper ones.
//!
//! ## Departures
//! The hypotheses `||lambda_bar||_1 < R` and `gamma > 0` are not in the paper. The third claim is cited there from a
//! lemma that is false; it is proved directly in [Lemma 6'](super::lem6_lagrangian_feasibility).
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Section 3; proof in
//! Appendix A.
//!
//! ## Example
//! Two points, `a` with `(g_0, g_1) = (0, 1)` and `b` with `(1, -1)`, played `a a b a b`:
//! ```
//! use referee::certificate::{Given, GivenMargin, GivenRange, LowerBound, Verdict};
//! use referee::theorems::{Statement, Theorem1};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_1\n0,1,0\n0,1,0.5\n1,-1,1\n0,1,0.5\n1,-1,1\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let given = Given {
//!     radius: Some(2.0),
//!     lower_bound: Some(LowerBound::declared(0.375)), // at most min(0 + 3/5, 1 - 3/5) = 2/5
//!     margin: Some(GivenMargin { value: 1.0, point: None, objective: None }),
//!     objective_range: Some(GivenRange { value: 1.0, enclosed: false }),
//!     ..Given::default()
//! };
//! let certificate = Theorem1.certify_trace(&mut &trace, given)?;
//! let bound = |name| certificate.claim(name).unwrap().rhs;
//! assert!(bound("suboptimality").contains(17.0 / 40.0)); // epsilon = 2/5 + 2/5 - 3/8
//! assert!(bound("infeasibility").contains(17.0 / 56.0)); // over R - 3/5
//! assert!(bound("multiplier_norm").contains(57.0 / 40.0));
//! assert!(certificate.claims.iter().all(|claim| claim.verdict == Verdict::Holds));
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::certification::Measured;
use super::ledgers::{self, LagrangianClaims};
use super::statement::{About, Kind, Statement, instances};
use super::{Theorem3, rate};
use crate::arena::{Algorithm, Seats};
use crate::certificate::{Certificate, Given, Ledger};
use crate::error::{Error, Result};
use crate::numerics::{Norm, Number};
use crate::regret::LagrangianRegret;
use crate::trace::Rounds;

/// Theorem 1.
pub struct Theorem1;

impl Statement for Theorem1 {
    fn about(&self) -> &'static About {
        &About {
            name: "theorem-1",
            number: "Theorem 1",
            title: "Lagrangian: suboptimality and feasibility",
            label: "thm:lagrangian-suboptimality-and-feasibility",
            path: module_path!(),
            kind: Kind::APosteriori,
            verdict: "correct; hypotheses missing",
            erratum: Some(
                "asks for ||lambda_bar||_1 < R and gamma > 0; its third claim is cited from a false lemma, and proved directly here",
            ),
            checked: "certificate of a trace",
        }
    }

    fn algorithm(&self) -> Option<Seats> {
        Some(Seats::of(Algorithm::OracleLagrangian))
    }

    fn check(&self, given: &Given) -> Result<()> {
        if given.norm() != Norm::One {
            return Err(Error::new("Theorem 1 is about the 1-norm: Theorem 3 is the one for other norms"));
        }
        rate::check(self, given)
    }

    fn certify(&self, measured: &Measured, rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
        ledgers::lagrangian(self, measured, rounds, given)
    }

    instances! {
        // Players of all kinds on problems of all kinds, and rounds that nobody played.
        played(Lagrangian)
    }
}

impl LagrangianClaims for Theorem1 {
    fn note<N: Number>(ledger: &mut Ledger<N>, regret: &LagrangianRegret<N>, given: &Given) {
        Theorem3::note(ledger, regret, given);
    }
}
