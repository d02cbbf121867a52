//! Claims about the matrix player, and about the proxy game that it plays in.
//!
//! With `n = m + 1` actions and `G = n ln n`, `P = 2 B sqrt(G / T)` is the rate of the matrix player as printed and
//! `Z(S) = G / (eta T) + (eta / 8) S` the one of its step.

use super::gradients::{subgradients_bounded, theta_step};
use super::table::{Table, roomy};
use crate::numerics::{Enclosure, ExactInterval, Number as _};
use crate::players::formulas;

/// The rate of its step, if the mean of the squared spreads is at most this.
fn of_step(table: &Table<'_>, squares: ExactInterval) -> Option<Enclosure> {
    table.rate.step.map(|eta| roomy(formulas::matrix_step(table.actions(), squares, table.rounds(), eta)))
}

/// The rate of its step by the bound on payoffs.
fn step(table: &Table<'_>) -> Option<Enclosure> {
    of_step(table, ExactInterval::double(4.0) * formulas::square(table.rate.payoff_bound))
}

/// What every statement about this game asks of a run.
pub(crate) fn hypotheses(table: &mut Table<'_>) {
    let (rate, rounds, actions, bound) = (table.rate, table.rounds(), table.actions(), table.rate.payoff_bound);
    table.hypothesis("payoffs_bounded", table.measured("largest_payoff"), Enclosure::point(bound));
    table.hypothesis("multipliers_in_set", table.measured("off_simplex"), Enclosure::ZERO);
    subgradients_bounded(table);
    let kept = table.kept_by_step(formulas::matrix_paper(actions, bound, rounds));
    table.hypothesis("step_keeps_bound", step(table), kept);
    if table.stochastic {
        let there = actions > 1 && bound > 0.0;
        table.printed_step("step", rate.step, there.then(|| formulas::matrix_paper_step(actions, bound, rounds)));
    }
    theta_step(table);
}

/// Swap regret in its three forms.
pub(crate) fn swap_regret(table: &mut Table<'_>) {
    let paper = roomy(formulas::matrix_paper(table.actions(), table.rate.payoff_bound, table.rounds()));
    let swap = table.measured("swap_regret");
    let squares = table.measured("mean_square_spread").map(|mean| ExactInterval::between(mean.lo(), mean.hi()));
    table.rounding_small(paper);
    table.conclusion("swap_regret_paper", swap, Some(paper));
    table.conclusion("swap_regret_step", swap, step(table));
    table.conclusion("swap_regret_data", swap, squares.and_then(|squares| of_step(table, squares)));
}

/// Swap regret from stochastic payoffs, `delta` split over that many events; returns the printed rate.
pub(crate) fn swap_regret_stochastic(table: &mut Table<'_>, events: u64) -> Option<Enclosure> {
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
