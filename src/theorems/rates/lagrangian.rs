//! The claims of the rates in the Lagrangian game.
//!
//! `P = R B sqrt(2 / T)` is the rate of projected gradients as printed, `Z(S) = R^2 / (2 eta T) + (eta / 2) S` the one
//! of their step. The second is rational; what has a root or a logarithm in it is recorded with room.

use super::RateStatement;
use super::table::{Table, roomy};
use crate::numerics::Enclosure;
use crate::players::rates;

/// Corollary 3 and Theorem 7 are proved for every comparator at once up to this confidence.
const LARGEST_CONFIDENCE: f64 = 0.7783;

/// Adds the claims.
pub(super) fn claims(table: &mut Table<'_>) {
    let (statement, rate, rounds) = (table.statement, table.rate, table.rounds());
    let (radius, bound) = (table.radius(), rate.payoff_bound);
    let point = Enclosure::point;
    table.hypothesis("payoffs_bounded", table.measured("largest_payoff"), point(bound));
    table.hypothesis("multipliers_in_set", table.measured("largest_multipliers"), point(radius));
    let paper = roomy(rates::gradient_paper(radius, bound, rounds));
    let of_step = |squares| rate.step.map(|eta| rates::gradient_step(radius, squares, rounds, eta));
    let step = of_step(point(bound).square());
    if let Some(subgradients) = rate.subgradient_bound {
        table.hypothesis_on_word("subgradients_bounded", rate.largest_subgradient.map(point), point(subgradients));
    }
    let printed = table.printed_step(rates::gradient_paper(radius, bound, rounds));
    table.hypothesis("step_keeps_bound", step, printed);
    match statement {
        RateStatement::Lemma1 => {
            let error = point(rate.oracle_error.unwrap_or(0.0));
            lambda_regret(table, paper, step, of_step);
            let theta_regret = table.between("theta_regret_seen", "theta_regret");
            table.conclusion_on_bound("theta_regret_oracle", theta_regret, Some(error));
            let epsilon = table.between("epsilon_seen", "epsilon");
            let promised = |rate: Enclosure| table.rounded(error + rate);
            let (paper, step) = (promised(paper), step.map(promised));
            table.conclusion_on_bound("epsilon_paper", epsilon, Some(paper));
            table.conclusion_on_bound("epsilon_step", epsilon, step);
        }
        RateStatement::Corollary3 | RateStatement::Theorem7 => {
            table.hypothesis("confidence_small", rate.confidence.map(point), point(LARGEST_CONFIDENCE));
            theta_regret_stochastic(table, 1);
        }
        RateStatement::Lemma10 => {
            let epsilon = table.between("epsilon_seen", "epsilon");
            let both = |one: fn(f64, f64, u64, Enclosure) -> Enclosure| {
                let log = rates::log(2, rate.confidence?);
                let theta = one(rate.domain_radius?, rate.subgradient_bound?, rounds, log);
                Some(table.rounded(roomy(theta + one(radius, bound, rounds, log))))
            };
            let paper = both(rates::stochastic_gradient_paper);
            let repaired = both(rates::stochastic_gradient_repaired);
            table.conclusion_on_bound("epsilon_paper", epsilon, paper);
            table.conclusion_on_bound("epsilon_repaired", epsilon, repaired);
        }
        _ => lambda_regret(table, paper, step, of_step),
    }
}

/// The regret of projected gradients in its three forms.
fn lambda_regret(
    table: &mut Table<'_>,
    paper: Enclosure,
    step: Option<Enclosure>,
    of_step: impl Fn(Enclosure) -> Option<Enclosure>,
) {
    let regret = table.measured("lambda_regret");
    let data = table.measured("mean_square_payoff").and_then(of_step);
    let [paper, step, data] = [Some(paper), step, data].map(|rate| rate.map(|rate| table.rounded(rate)));
    table.conclusion("lambda_regret_paper", regret, paper);
    table.conclusion("lambda_regret_step", regret, step);
    table.conclusion("lambda_regret_data", regret, data);
}

/// The theta-player's regret from stochastic subgradients, `delta` split over that many events.
pub(super) fn theta_regret_stochastic(table: &mut Table<'_>, events: u64) {
    let (rate, rounds) = (table.rate, table.rounds());
    let regret = table.between("theta_regret_seen", "theta_regret");
    let of = |formula: fn(f64, f64, u64, Enclosure) -> Enclosure| {
        let log = rates::log(events, rate.confidence?);
        Some(table.rounded(roomy(formula(rate.domain_radius?, rate.subgradient_bound?, rounds, log))))
    };
    let (paper, repaired) = (of(rates::stochastic_gradient_paper), of(rates::stochastic_gradient_repaired));
    table.conclusion_on_bound("theta_regret_paper", regret, paper);
    table.conclusion_on_bound("theta_regret_repaired", regret, repaired);
}
