//! # Feasibility without the norm of the multipliers
//!
//! ## Statement
//! In the setting of [Theorem 3](crate::theorems::thm3_lagrangian_pnorm) let `g_i(theta') <= -gamma < 0` for every `i`,
//! and let `u` be the q-norm of the positive parts of the `E[g_i]`, `v` the largest of them. Then
//! `R u <= epsilon + a (g_0(theta') - E[g_0])` with `a = v / (v + gamma)`. Hence, if `R > B / gamma`,
//! `u <= epsilon / (R - B / gamma)`.
//!
//! *Proof.* The mixture that is `theta'` with probability `a` and `theta` otherwise has `i`-th mean at most
//! `(1 - a) v - a gamma = 0`. So `inf L(., lambda_bar) <= (1 - a) E[g_0] + a g_0(theta')`, whatever `lambda_bar >= 0`
//! is, and `epsilon >= E[g_0] + R u - inf L(., lambda_bar)`. For the second part `g_0(theta') - E[g_0] <= B` and
//! `a <= v / gamma <= u / gamma`. QED.
//!
//! ## Bound
//! The paper combines its second and third claims to `epsilon / (R - (epsilon + B) / gamma)`; here is no `epsilon` in
//! the divisor, and nothing about the multipliers is asked for. Upper bounds, rounded up.
//!
//! ## Certificate
//! Hypothesis `slater_below_radius`; conclusions `infeasibility_slater` and, with the objective at the margin point,
//! `infeasibility_slater_data`.
//!
//! ## Departures
//! Not in the paper.
//!
//! ## Reference
//! Ours; the mixture with a strictly feasible point is the classical argument for bounded multipliers.
//!
//! ## Example
//! ```
//! use referee::certificate::{Given, GivenMargin, GivenRange, LowerBound};
//! use referee::theorems::{Statement, Theorem1};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_1\n0,1,0\n0,1,0.5\n1,-1,1\n0,1,0.5\n1,-1,1\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let given = Given {
//!     radius: Some(2.0),
//!     lower_bound: Some(LowerBound::declared(0.375)),
//!     margin: Some(GivenMargin { value: 1.0, point: None, objective: None }),
//!     objective_range: Some(GivenRange { value: 1.0, enclosed: false }),
//!     ..Given::default()
//! };
//! let certificate = Theorem1.certify_trace(&mut &trace, given)?;
//! let slater = certificate.claim("infeasibility_slater").unwrap();
//! assert!(slater.rhs.contains(0.425)); // epsilon = 0.425, R - B / gamma = 1
//! # Ok::<(), referee::error::Error>(())
//! ```

use crate::certificate::{Given, Inequality, Ledger, Relation, RestsOn, Slack};
use crate::numerics::{Length, Number};
use crate::regret::LagrangianRegret;

/// The hypothesis and both conclusions.
pub(in crate::theorems) fn claims<N: Number>(ledger: &mut Ledger<N>, regret: &LagrangianRegret<N>, given: &Given) {
    let Some(margin) = given.margin.as_ref().filter(|margin| margin.value > 0.0) else { return };
    let Some(radius) = given.radius.map(N::double) else { return };
    let gamma = N::double(margin.value);
    let facts = RestsOn { margin: true, range: true, ..RestsOn::default() };
    let ratio = given.objective_range.and_then(|range| N::double(range.value).over(gamma.clone()));
    let room = ratio.clone().map(|ratio| radius.clone() - ratio);
    if let Some((ratio, room)) = ratio.clone().zip(room.clone()) {
        let room = Slack::Is(room);
        let claim = Inequality::hypothesis("slater_below_radius", ratio, Relation::Below, radius.clone(), room);
        ledger.claim(claim.resting_on(facts).optional());
    }
    let (Some(epsilon), Some(lower)) = (regret.epsilon.clone(), given.lower().map(N::double)) else { return };
    let violation = regret.infeasibility_norm.clone();
    let objective = regret.objective.clone();
    if let Some((ratio, room)) = ratio.zip(room) {
        let priced = Length::known(ratio).times(violation.clone());
        let slack = Slack::Lengths(objective.clone() - lower.clone(), priced, Length::known(N::zero()));
        let bound = ledger.quotient(epsilon.clone(), room);
        ledger.claims_if(bound, |bound| {
            let rests_on = RestsOn { lower_bound: true, ..facts };
            Inequality::conclusion("infeasibility_slater", violation.value.clone(), bound, slack, rests_on)
        });
    }
    if let Some(at_point) = margin.objective.map(|g| N::between(g.lo(), g.hi())) {
        let Some(share) = regret.infeasibility.clone().share(gamma) else { return };
        let paid = share * (at_point - objective.clone());
        let slack = Slack::Is(objective + paid.clone() - lower);
        let rests_on = RestsOn { lower_bound: true, margin: true, ..RestsOn::default() };
        let (lhs, rhs) = (radius * violation.value, epsilon + paid);
        ledger.claim(Inequality::conclusion("infeasibility_slater_data", lhs, rhs, slack, rests_on));
    }
}
