//! Claims about projected gradients, of either player, and about the Lagrangian game that they are played in.
//!
//! `P = R B sqrt(2 / T)` is the rate of projected gradients as printed, `Z(S) = R^2 / (2 eta T) + (eta / 2) S` the one
//! of their step. The second is rational; what has a root or a logarithm in it is recorded with room.

use super::table::{Table, roomy};
use crate::game::MirrorKind;
use crate::numerics::{Enclosure, ExactInterval, Number as _};
use crate::players::formulas;
use crate::theorems::mirrors;

/// The rate of the lambda-player as printed, with room.
pub(crate) fn paper(table: &Table<'_>) -> Enclosure {
    roomy(printed(table))
}

fn printed(table: &Table<'_>) -> Enclosure {
    mirrors::paper(mirror(table), table.radius(), table.actions(), table.rate.payoff_bound, table.rounds())
}

/// The lambda-player's mirror: that of a stochastic statement is the theta-player's.
fn mirror(table: &Table<'_>) -> Option<MirrorKind> {
    table.rate.mirror.filter(|_| !table.stochastic)
}

/// The rate of its step, if the mean of the squared norms is at most this.
fn of_step(table: &Table<'_>, squares: ExactInterval) -> Option<Enclosure> {
    let set = (table.radius(), table.actions());
    table.rate.step.map(|eta| mirrors::of_step(mirror(table), set, squares, table.rounds(), eta))
}

/// The rate of its step by the bound on payoffs.
pub(crate) fn step(table: &Table<'_>) -> Option<Enclosure> {
    of_step(table, formulas::square(table.rate.payoff_bound))
}

/// What every statement about this game asks of a run.
pub(crate) fn hypotheses(table: &mut Table<'_>) {
    let (rate, rounds, radius, bound) = (table.rate, table.rounds(), table.radius(), table.rate.payoff_bound);
    table.hypothesis("payoffs_bounded", table.measured("largest_payoff"), Enclosure::point(bound));
    table.hypothesis("multipliers_in_set", table.measured("largest_multipliers"), Enclosure::point(radius));
    subgradients_bounded(table);
    let kept = table.kept_by_step(printed(table));
    table.hypothesis("step_keeps_bound", step(table), kept);
    if table.stochastic {
        table.printed_step("step", rate.step, paper_step(radius, bound, rounds));
    }
    theta_step(table);
}

/// The hypothesis on the subgradients that the theta-player was told, where it follows them.
pub(super) fn subgradients_bounded(table: &mut Table<'_>) {
    let (largest, bound) = (table.rate.largest_subgradient, table.rate.subgradient_bound);
    if let Some(bound) = bound {
        table.hypothesis_on_word("subgradients_bounded", largest.map(Enclosure::point), Enclosure::point(bound));
    }
}

/// The hypothesis on the theta-player's step, where it follows subgradients.
pub(super) fn theta_step(table: &mut Table<'_>) {
    let rate = table.rate;
    if let Some((domain, subgradients)) = rate.domain_radius.zip(rate.subgradient_bound) {
        let printed = paper_step(domain, subgradients, table.rounds()).map(|step| step * mirrors::stretch(&rate));
        table.printed_step("theta_step", rate.theta_step, printed);
    }
}

/// `radius / (B sqrt(2 T))`, where something can be regretted.
fn paper_step(radius: f64, bound: f64, rounds: u64) -> Option<ExactInterval> {
    (radius > 0.0 && bound > 0.0).then(|| formulas::gradient_paper_step(radius, bound, rounds))
}

/// The lambda-player's regret in its three forms.
pub(crate) fn lambda_regret(table: &mut Table<'_>) {
    let (paper, regret) = (paper(table), table.measured("lambda_regret"));
    let squares = table.measured("mean_square_payoff").map(|mean| ExactInterval::between(mean.lo(), mean.hi()));
    table.rounding_small(paper);
    table.conclusion("lambda_regret_paper", regret, Some(paper));
    table.conclusion("lambda_regret_step", regret, step(table));
    table.conclusion("lambda_regret_data", regret, squares.and_then(|squares| of_step(table, squares)));
}

/// The theta-player's regret from stochastic subgradients, `delta` split over that many events; returns the printed rate.
pub(crate) fn theta_regret_stochastic(table: &mut Table<'_>, events: u64) -> Option<Enclosure> {
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
