//! The claims of the rates in the proxy game.
//!
//! With `n = m + 1` actions and `G = n ln n`, `P = 2 B sqrt(G / T)` is the rate of the matrix player as printed and
//! `Z(S) = G / (eta T) + (eta / 8) S` the one of its step.

use super::RateStatement;
use super::lagrangian::{theta_regret_stochastic, theta_step};
use super::table::{Table, roomy};
use crate::numerics::{Enclosure, ExactInterval, Number as _};
use crate::players::formulas;

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
    let paper = formulas::matrix_paper(actions, bound, rounds);
    let of_step = |squares| rate.step.map(|eta| roomy(formulas::matrix_step(actions, squares, rounds, eta)));
    let step = of_step(ExactInterval::double(4.0) * formulas::square(bound));
    table.hypothesis("step_keeps_bound", step, table.kept_by_step(paper));
    if statement.takes_confidence() {
        let there = actions > 1 && bound > 0.0;
        table.printed_step("step", rate.step, there.then(|| formulas::matrix_paper_step(actions, bound, rounds)));
    }
    theta_step(table);
    match statement {
        RateStatement::Lemma4 => {
            let swap = swap_regret_stochastic(table, 2);
            let theta = theta_regret_stochastic(table, 2);
            if let Some((swap, theta)) = swap.zip(theta) {
                table.rounding_small(swap.min(theta));
            }
        }
        RateStatement::Lemma9 | RateStatement::Corollary4 => {
            table.hypothesis("confidence_small", rate.confidence.map(point), point(LARGEST_CONFIDENCE));
            if let Some(printed) = swap_regret_stochastic(table, 1) {
                table.rounding_small(printed);
            }
        }
        _ => {
            let (swap, paper) = (table.measured("swap_regret"), roomy(paper));
            let squares = table.measured("mean_square_spread").map(|mean| ExactInterval::between(mean.lo(), mean.hi()));
            table.rounding_small(paper);
            table.conclusion("swap_regret_paper", swap, Some(paper));
            table.conclusion("swap_regret_step", swap, step);
            table.conclusion("swap_regret_data", swap, squares.and_then(of_step));
        }
    }
    if statement == RateStatement::Lemma11 {
        table.theta_regret_oracle();
    }
}

/// Swap regret from stochastic payoffs, `delta` split over that many events; returns the printed rate.
fn swap_regret_stochastic(table: &mut Table<'_>, events: u64) -> Option<Enclosure> {
    let (rate, rounds, actions) = (table.rate, table.rounds(), table.actions());
    let swap = table.measured("swap_regret");
    let of = |formula: fn(u64, f64, u64, Enclosure) -> Enclosure| {
        let log = formulas::log(events, rate.confidence?);
        Some(roomy(formula(actions, rate.payoff_bound, rounds, log)))
    };
    let (paper, repaired) = (of(formulas::stochastic_matrix_paper), of(formulas::stochastic_matrix_repaired));
    table.conclusion("swap_regret_paper", swap, paper);
    table.conclusion("swap_regret_repaired", swap, repaired);
    paper
}
