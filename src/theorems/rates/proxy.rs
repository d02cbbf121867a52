//! The claims of the rates in the proxy game.
//!
//! With `n = m + 1` actions and `G = n ln n`, `P = 2 B sqrt(G / T)` is the rate of the matrix player as printed and
//! `Z(S) = G / (eta T) + (eta / 8) S` the one of its step.

use super::RateStatement;
use super::lagrangian::theta_regret_stochastic;
use super::table::{Table, roomy};
use crate::numerics::Enclosure;
use crate::players::rates;

/// Corollary 4 and Lemma 9 are proved for every comparator at once up to this confidence.
const LARGEST_CONFIDENCE: f64 = 0.9138;

/// Adds the claims.
pub(super) fn claims(table: &mut Table<'_>) {
    let (statement, rate, rounds, actions) = (table.statement, table.rate, table.rounds(), table.actions());
    let bound = rate.payoff_bound;
    let point = Enclosure::point;
    table.hypothesis("payoffs_bounded", table.measured("largest_payoff"), point(bound));
    table.hypothesis("multipliers_in_set", table.measured("off_simplex"), Enclosure::ZERO);
    if let Some(subgradients) = rate.subgradient_bound {
        table.hypothesis_on_word("subgradients_bounded", rate.largest_subgradient.map(point), point(subgradients));
    }
    let paper = roomy(rates::matrix_paper(actions, bound, rounds));
    let of_step = |squares| rate.step.map(|eta| roomy(rates::matrix_step(actions, squares, rounds, eta)));
    let step = of_step(point(4.0) * point(bound).square());
    let printed = table.printed_step(rates::matrix_paper(actions, bound, rounds));
    table.hypothesis("step_keeps_bound", step, printed);
    let swap = table.measured("swap_regret");
    match statement {
        RateStatement::Lemma4 => {
            swap_regret_stochastic(table, 2);
            theta_regret_stochastic(table, 2);
        }
        RateStatement::Lemma9 | RateStatement::Corollary4 => {
            table.hypothesis("confidence_small", rate.confidence.map(point), point(LARGEST_CONFIDENCE));
            swap_regret_stochastic(table, 1);
        }
        _ => {
            let data = table.measured("mean_square_spread").and_then(of_step);
            let [paper, step, data] = [Some(paper), step, data].map(|rate| rate.map(|rate| table.rounded(rate)));
            table.conclusion("swap_regret_paper", swap, paper);
            table.conclusion("swap_regret_step", swap, step);
            table.conclusion("swap_regret_data", swap, data);
        }
    }
    if statement == RateStatement::Lemma11 {
        let theta_regret = table.between("theta_regret_seen", "theta_regret");
        table.conclusion_on_bound("theta_regret_oracle", theta_regret, rate.oracle_error.map(point));
    }
}

/// Swap regret from stochastic payoffs, `delta` split over that many events.
fn swap_regret_stochastic(table: &mut Table<'_>, events: u64) {
    let (rate, rounds, actions) = (table.rate, table.rounds(), table.actions());
    let swap = table.measured("swap_regret");
    let of = |formula: fn(u64, f64, u64, Enclosure) -> Enclosure| {
        let log = rates::log(events, rate.confidence?);
        Some(table.rounded(roomy(formula(actions, rate.payoff_bound, rounds, log))))
    };
    let (paper, repaired) = (of(rates::stochastic_matrix_paper), of(rates::stochastic_matrix_repaired));
    table.conclusion("swap_regret_paper", swap, paper);
    table.conclusion("swap_regret_repaired", swap, repaired);
}
