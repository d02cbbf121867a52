//! # Lemma 7 (proxy-Lagrangian, weight of the objective)  `lem:proxy-lagrangian-feasibility`
//!
//! ## Statement
//! In the setting of [Theorem 4](super::thm4_proxy_lagrangian_joint) let every proxy be at most `-gamma < 0` at some
//! `theta'`, and `B` at least the range of `g_0`. Then the mean weight of the objective is at least
//! `(gamma - epsilon_theta - epsilon_lambda) / (gamma + B)`.
//!
//! ## Bound
//! For multipliers off the simplex, with `W` the mean of their sum, `kappa` as in Theorem 4 and `d = -mean <lambda, l>`
//! the regret for not having put everything on the objective:
//! `w (gamma + g_0(theta') - E[g_0]) >= gamma W - theta_regret - d - max(0, kappa)`, a lower bound, rounded down. The
//! paper's form has swap regret for `d` and `B` for `g_0(theta') - E[g_0]`.
//!
//! *Proof.*
//! `theta_regret >= mean L_theta(theta_t, lambda_t) - L_theta(theta', mean lambda) >= w (E[g_0] - g_0(theta')) + mean sum_i lambda_i proxy_i + gamma (W - w)`,
//! and `mean sum_i lambda_i proxy_i = -d - kappa`. QED. Swap regret is at least `d`.
//!
//! ## Certificate
//! Hypotheses `objective_weight_positive`, `domination`, `margin_positive`; conclusions `objective_weight`,
//! `objective_weight_deviation`, `objective_weight_data`, each with the lower bound on the left and the measured weight
//! on the right. They say nothing unless the regrets are below the margin. They rest on the lower bound, the margin,
//! and the range or the objective at the margin point.
//!
//! ## Departures
//! `gamma > 0` is a hypothesis; `W` and `kappa` are ours.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix A.
//!
//! ## Example
//! ```
//! use referee::certificate::{Given, GivenMargin, GivenRange, LowerBound, Verdict};
//! use referee::theorems::{Lemma7, Statement};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_0,lambda_1\n1,-1,0.75,0.25\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let given = Given {
//!     lower_bound: Some(LowerBound::declared(0.25)),
//!     margin: Some(GivenMargin { value: 1.0, point: None, objective: None }),
//!     objective_range: Some(GivenRange { value: 1.0, enclosed: false }),
//!     ..Given::default()
//! };
//! let certificate = Lemma7.certify_trace(&mut &trace, given)?;
//! let weight = certificate.claim("objective_weight").unwrap();
//! assert_eq!((weight.lhs.midpoint(), weight.verdict), (0.25, Verdict::Holds)); // (1 - 1/4 - 1/4) / 2
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::certification::Measured;
use super::ledgers::{self, ProxyClaims};
use super::lem6_lagrangian_feasibility::margin_positive;
use super::statement::{About, Kind, Statement, instances};
use super::thm4_proxy_lagrangian_joint::hypotheses;
use crate::arena::{Algorithm, Seats};
use crate::certificate::{Certificate, Given, Inequality, Ledger, RestsOn, Slack};
use crate::error::Result;
use crate::numerics::Number;
use crate::regret::ProxyAverages;
use crate::trace::Rounds;

/// Lemma 7.
pub struct Lemma7;

impl Statement for Lemma7 {
    fn about(&self) -> &'static About {
        &About {
            name: "lemma-7",
            number: "Lemma 7",
            title: "proxy-Lagrangian: weight of the objective",
            label: "lem:proxy-lagrangian-feasibility",
            path: module_path!(),
            kind: Kind::APosteriori,
            verdict: "correct",
            erratum: Some("says nothing unless the regrets are below the margin"),
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
        // The weight of the objective is bounded where some point is strictly feasible for the proxies.
        with_margin(ProxyLagrangian)
    }
}

impl ProxyClaims for Lemma7 {
    fn note<N: Number>(ledger: &mut Ledger<N>, averages: &ProxyAverages<N>, given: &Given) {
        hypotheses(ledger, averages);
        claims(ledger, averages, given);
    }
}

/// The lemma.
pub(super) fn claims<N: Number>(ledger: &mut Ledger<N>, averages: &ProxyAverages<N>, given: &Given) {
    margin_positive(ledger, given);
    let Some(margin) = given.margin.as_ref().filter(|margin| margin.value > 0.0) else { return };
    let Some(lower) = given.lower() else { return };
    let gamma = N::double(margin.value);
    let weight = averages.objective_weight();
    let excess = averages.domination_gap().positive();
    let reserve = gamma.clone() * averages.mass() - averages.theta_regret(lower);
    let rests_on = RestsOn { lower_bound: true, margin: true, ..RestsOn::default() };
    if let Some(range) = given.objective_range {
        let reach = gamma.clone() + N::double(range.value);
        let rests_on = RestsOn { range: true, ..rests_on };
        let forms = [
            ("objective_weight", averages.swap_regret()),
            ("objective_weight_deviation", Some(averages.deviation_to_objective())),
        ];
        for (name, regret) in forms {
            let Some(left) = regret.map(|regret| reserve.clone() - regret - excess.clone()) else { continue };
            let slack = Slack::Is(weight.clone() * reach.clone() - left.clone());
            let bound = ledger.quotient(left, reach.clone());
            ledger.claims_if(bound, |bound| Inequality::conclusion(name, bound, weight.clone(), slack, rests_on));
        }
    }
    let at_point = margin.objective.map(|g| N::between(g.lo(), g.hi()));
    let objective = ledger.quotient(averages.weighted_objective.clone(), weight.clone());
    if let Some((at_point, objective)) = at_point.zip(objective) {
        let deviation = averages.deviation_to_objective();
        // The mean objective is in the theta-player's regret and in the divisor, and cancels.
        let spent = averages.proxy_payoff() - N::double(lower) + deviation.clone() + excess.clone();
        let slack = weight.clone() * (gamma.clone() + at_point.clone()) - (gamma.clone() * averages.mass() - spent);
        let bound = ledger.quotient(reserve - deviation - excess, gamma + at_point - objective);
        ledger.claims_if(bound, |bound| {
            Inequality::conclusion("objective_weight_data", bound, weight, Slack::Is(slack), rests_on)
        });
    }
}
