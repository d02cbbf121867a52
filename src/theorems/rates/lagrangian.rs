//! The claims of the rates in the Lagrangian game.
//!
//! `P = R B sqrt(2 / T)` is the rate of projected gradients as printed, `Z(S) = R^2 / (2 eta T) + (eta / 2) S` the one
//! of their step. The second is rational; what has a root or a logarithm in it is recorded with room.

use super::RateStatement;
use super::table::{Table, roomy};
use crate::numerics::{Enclosure, ExactInterval, Number as _};
use crate::players::formulas;
use crate::theorems::mirrors;

/// Corollary 3 and Theorem 7 are proved for every comparator at once up to this confidence.
const LARGEST_CONFIDENCE: f64 = 0.7783;

/// Adds the claims.
pub(super) fn claims(table: &mut Table<'_>) {
    let (statement, rate, rounds) = (table.statement, table.rate, table.rounds());
    let (radius, bound) = (table.radius(), rate.payoff_bound);
    let point = Enclosure::point;
    table.hypothesis("payoffs_bounded", table.measured("largest_payoff"), point(bound));
    table.hypothesis("multipliers_in_set", table.measured("largest_multipliers"), point(radius));
    let (mirror, actions) = (mirrors::of_lambda(statement, &rate), table.actions());
    let paper = mirrors::paper(mirror, radius, actions, bound, rounds);
    let of_step = |squares| rate.step.map(|eta| mirrors::of_step(mirror, (radius, actions), squares, rounds, eta));
    let step = of_step(formulas::square(bound));
    if let Some(subgradients) = rate.subgradient_bound {
        table.hypothesis_on_word("subgradients_bounded", rate.largest_subgradient.map(point), point(subgradients));
    }
    table.hypothesis("step_keeps_bound", step, table.kept_by_step(paper));
    if statement == RateStatement::Lemma10 {
        table.printed_step("step", rate.step, paper_step(radius, bound, rounds));
    }
    theta_step(table);
    let paper = roomy(paper);
    let of_both = |one: fn(f64, f64, u64, Enclosure) -> Enclosure| {
        let log = formulas::log(2, rate.confidence?);
        let theta = one(rate.domain_radius?, rate.subgradient_bound?, rounds, log);
        Some(roomy(theta + one(radius, bound, rounds, log)))
    };
    match statement {
        RateStatement::Lemma1 => {
            table.rounding_small(paper);
            lambda_regret(table, paper, step, of_step);
            table.theta_regret_oracle();
            let error = point(rate.oracle_error.unwrap_or(0.0));
            let epsilon = table.between("epsilon_seen", "epsilon");
            table.conclusion_on_bound("epsilon_paper", epsilon, Some(error + paper));
            table.conclusion_on_bound("epsilon_step", epsilon, step.map(|step| error + step));
        }
        RateStatement::Corollary3 | RateStatement::Theorem7 => {
            table.hypothesis("confidence_small", rate.confidence.map(point), point(LARGEST_CONFIDENCE));
            if let Some(printed) = theta_regret_stochastic(table, 1) {
                table.rounding_small(printed);
            }
        }
        RateStatement::Lemma10 => {
            let epsilon = table.between("epsilon_seen", "epsilon");
            let printed = of_both(formulas::stochastic_gradient_paper);
            if let Some(printed) = printed {
                table.rounding_small(printed);
            }
            table.conclusion_on_bound("epsilon_paper", epsilon, printed);
            table.conclusion_on_bound("epsilon_repaired", epsilon, of_both(formulas::stochastic_gradient_repaired));
        }
        _ => {
            table.rounding_small(paper);
            lambda_regret(table, paper, step, of_step);
        }
    }
}

/// `radius / (B sqrt(2 T))`, where something can be regretted.
fn paper_step(radius: f64, bound: f64, rounds: u64) -> Option<ExactInterval> {
    (radius > 0.0 && bound > 0.0).then(|| formulas::gradient_paper_step(radius, bound, rounds))
}

/// The hypothesis on the theta-player's step, in the statements in which it follows subgradients.
pub(super) fn theta_step(table: &mut Table<'_>) {
    let rate = table.rate;
    if let Some((domain, subgradients)) = rate.domain_radius.zip(rate.subgradient_bound) {
        let printed = paper_step(domain, subgradients, table.rounds()).map(|step| step * mirrors::stretch(&rate));
        table.printed_step("theta_step", rate.theta_step, printed);
    }
}

/// The regret of projected gradients in its three forms.
fn lambda_regret(
    table: &mut Table<'_>,
    paper: Enclosure,
    step: Option<Enclosure>,
    of_step: impl Fn(ExactInterval) -> Option<Enclosure>,
) {
    let regret = table.measured("lambda_regret");
    let squares = table.measured("mean_square_payoff").map(|mean| ExactInterval::between(mean.lo(), mean.hi()));
    table.conclusion("lambda_regret_paper", regret, Some(paper));
    table.conclusion("lambda_regret_step", regret, step);
    table.conclusion("lambda_regret_data", regret, squares.and_then(of_step));
}

/// The theta-player's regret from stochastic subgradients, `delta` split over that many events; returns the printed rate.
pub(super) fn theta_regret_stochastic(table: &mut Table<'_>, events: u64) -> Option<Enclosure> {
    let (rate, rounds) = (table.rate, table.rounds());
    let regret = table.between("theta_regret_seen", "theta_regret");
    let of = |formula: fn(f64, f64, u64, Enclosure) -> Enclosure| {
        let log = formulas::log(events, rate.confidence?);
        Some(roomy(mirrors::stretched(&rate, formula(rate.domain_radius?, rate.subgradient_bound?, rounds, log))))
    };
    let (paper, repaired) = (of(formulas::stochastic_gradient_paper), of(formulas::stochastic_gradient_repaired));
    table.conclusion_on_bound("theta_regret_paper", regret, paper);
    table.conclusion_on_bound("theta_regret_repaired", regret, repaired);
    paper
}
