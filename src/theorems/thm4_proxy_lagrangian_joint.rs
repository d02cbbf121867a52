//! # Theorem 4 (proxy-Lagrangian, random variables)  `thm:proxy-lagrangian-suboptimality`
//!
//! ## Statement
//! Let `theta` and `lambda` in the simplex be random variables, `epsilon_theta` at least the theta-player's external
//! regret `E[L_theta(theta, lambda)] - inf over theta' of E[L_theta(theta', lambda)]` and `epsilon_lambda` at least the
//! lambda-player's swap regret
//! `max over left-stochastic M of E[L_lambda(theta, M lambda)] - E[L_lambda(theta, lambda)]`. Let `theta_bar` be
//! `theta` reweighed by `lambda_0`. If `E[lambda_0] > 0`, then
//! `max_i E[g_i(theta_bar)] <= epsilon_lambda / E[lambda_0]`; and if the proxies dominate,
//! `E[g_0(theta_bar)] <= g_0(theta*) + (epsilon_theta + epsilon_lambda) / E[lambda_0]` for every `theta*` that is
//! feasible for the proxies.
//!
//! ## Bound
//! Here the random variables are the rounds of a trace, drawn with any weights (`given.averages`): the theorem is about a
//! joint distribution, so all means have the same ones, and `lower` is at the weighed mean multipliers. Both regrets are computed: swap regret from the matrix
//! `S_ij = mean lambda_i l_j`, the theta-player's from a lower bound of `inf L_theta(., mean lambda)`. Upper bounds,
//! rounded up.
//!
//! ## Certificate
//! Hypotheses `objective_weight_positive` and `domination` (on the trace and on average:
//! `kappa = mean sum_i lambda_i (g_i - proxy_i) <= 0`). Conclusions `infeasibility` and `suboptimality` with the
//! paper's bounds; where `kappa > 0` it is added to the second. The proof uses only two kinds of deviations, so
//! `infeasibility_deviation` has the regret for moving the objective's weight to one constraint in place of swap
//! regret, and `suboptimality_deviation` the regret for moving everything to the objective. All four are identities of
//! the data: given the regrets they cannot fail, and what is worth knowing is how small the right sides are.
//! Feasibility rests on nothing but the trace.
//!
//! *Why.* The swap matrix that moves only action 0 to `j` gains `mean lambda_0 l_j = E[lambda_0] E[g_j(theta_bar)]`.
//! The one that moves everything to action 0 gains `-mean <lambda, l>`, so
//! `mean sum_i lambda_i proxy_i >= mean <lambda, l> - kappa >= -epsilon_lambda - kappa`, and for `Q` with
//! `E_Q[proxy_i] <= 0`:
//! `E[lambda_0] E_Q[g_0] >= inf L_theta(., mean lambda) >= mean lambda_0 g_0 + mean sum_i lambda_i proxy_i - epsilon_theta`.
//!
//! ## Departures
//! `E[lambda_0] > 0` is not in the paper (the mixture is 0/0 without it). Domination is asked for only where it is
//! used. Multipliers need not lie on the simplex: the argument above is homogeneous in them. The comparison is with the
//! best mixture.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix A.
//!
//! ## Example
//! ```
//! use referee::certificate::Given;
//! use referee::numerics::Enclosure;
//! use referee::theorems::{Statement, Theorem4};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_0,lambda_1\n0,1,0.5,0.5\n1,-1,0.75,0.25\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let certificate = Theorem4.certify_trace(&mut &trace, Given::default())?;
//! assert_eq!(certificate.measured("swap_regret"), Some(Enclosure::point(0.0)));
//! assert_eq!(certificate.claim("infeasibility").unwrap().rhs, Enclosure::point(0.0)); // feasible on average
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::certification::Measured;
use super::ledgers::{self, ProxyClaims};
use super::statement::{About, Kind, Statement, instances};
use crate::arena::{Algorithm, Seats};
use crate::certificate::{Certificate, Given, Inequality, Ledger, Relation, RestsOn, Slack};
use crate::error::Result;
use crate::numerics::Number;
use crate::regret::ProxyAverages;
use crate::trace::Rounds;

/// Theorem 4.
pub struct Theorem4;

impl Statement for Theorem4 {
    fn about(&self) -> &'static About {
        &About {
            name: "theorem-4",
            number: "Theorem 4",
            title: "proxy-Lagrangian: random variables",
            label: "thm:proxy-lagrangian-suboptimality",
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
        // Weights of rounds are drawn with the run.
        played(ProxyLagrangian)
    }
}

impl ProxyClaims for Theorem4 {
    fn note<N: Number>(ledger: &mut Ledger<N>, averages: &ProxyAverages<N>, given: &Given) {
        hypotheses(ledger, averages);
        claims(ledger, averages, given);
    }
}

/// The two hypotheses that Lemma 7 shares.
pub(super) fn hypotheses<N: Number>(ledger: &mut Ledger<N>, averages: &ProxyAverages<N>) {
    let weight = averages.objective_weight();
    let name = "objective_weight_positive";
    ledger.claim(Inequality::hypothesis(name, N::zero(), Relation::Below, weight.clone(), Slack::Is(weight)));
    let kappa = averages.domination_gap();
    let slack = Slack::Is(-kappa.clone());
    ledger.claim(Inequality::hypothesis("domination", kappa, Relation::AtMost, N::zero(), slack));
}

/// The conclusions.
pub(super) fn claims<N: Number>(ledger: &mut Ledger<N>, averages: &ProxyAverages<N>, given: &Given) {
    let weight = averages.objective_weight();
    let nothing = RestsOn::default();
    if let Some(violation) = ledger.quotient(averages.deviation_to_constraints(), weight.clone()) {
        let swap = averages.swap_regret().and_then(|swap| swap.over(weight.clone()));
        ledger.claims_if(swap, |bound| {
            Inequality::conclusion("infeasibility", violation.clone(), bound, Slack::Identity, nothing)
        });
        let (lhs, rhs) = (violation.clone(), violation);
        ledger.claim(Inequality::conclusion("infeasibility_deviation", lhs, rhs, Slack::Identity, nothing));
    }
    let Some(lower) = given.lower() else { return };
    let Some(gap) = suboptimality(averages, lower) else { return };
    let rests_on = RestsOn { lower_bound: true, ..nothing };
    let excess = averages.domination_gap().positive();
    let regret = averages.theta_regret(lower);
    let bound = |lambda_regret: N| (regret.clone() + lambda_regret + excess.clone()).over(weight.clone());
    ledger.claims_if(averages.swap_regret().and_then(bound), |bound| {
        Inequality::conclusion("suboptimality", gap.clone(), bound, Slack::Identity, rests_on)
    });
    ledger.claims_if(bound(averages.deviation_to_objective()), |bound| {
        Inequality::conclusion("suboptimality_deviation", gap.clone(), bound, Slack::Identity, rests_on)
    });
}

/// `E[g_0] - lower / E[lambda_0]`: the direct bound on the distance to every mixture that satisfies the
/// proxies, if there is one.
pub(super) fn suboptimality<N: Number>(averages: &ProxyAverages<N>, lower: f64) -> Option<N> {
    Some(averages.objective()? - N::double(lower).over(averages.objective_weight())?)
}
