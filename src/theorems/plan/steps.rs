//! The steps of the forms, or `None` where any step will do: a player with one choice, or with nothing to lose.

use crate::players::{bounds, theta_bounds};

/// The constructors take a horizon as `usize`; no plan goes beyond 2^62 rounds.
fn horizon(rounds: u64) -> usize {
    usize::try_from(rounds).unwrap_or(usize::MAX)
}

/// A step after so many rounds.
pub(crate) trait Rule: Fn(u64) -> Option<f64> + Copy + Send + Sync + 'static {}

impl<F: Fn(u64) -> Option<f64> + Copy + Send + Sync + 'static> Rule for F {}

fn unless_idle(choices: bool, stakes: f64, step: impl Fn(usize) -> f64 + Copy + Send + Sync + 'static) -> impl Rule {
    move |rounds| (choices && stakes > 0.0).then(|| step(horizon(rounds)))
}

/// Gradients on the multipliers of sum up to `radius`, at the paper's step.
pub(crate) fn gradient(radius: f64, norm: f64) -> impl Rule {
    unless_idle(radius > 0.0, norm, move |t| bounds::gradient_step_paper(radius, norm, t))
}

/// The same at the best step.
pub(crate) fn gradient_best(radius: f64, norm: f64) -> impl Rule {
    unless_idle(radius > 0.0, norm, move |t| bounds::gradient_step_best(radius, norm, t))
}

/// Hedge over `n` actions.
pub(crate) fn hedge(n: u64, range: f64) -> impl Rule {
    unless_idle(n > 1, range, move |t| bounds::hedge_step(horizon(n), t, range))
}

/// The matrix player over `n` actions, at the paper's step.
pub(crate) fn matrix(n: u64, bound: f64) -> impl Rule {
    unless_idle(n > 1, bound, move |t| bounds::matrix_step_paper(horizon(n), t, bound))
}

/// The same at the best step.
pub(crate) fn matrix_best(n: u64, bound: f64) -> impl Rule {
    unless_idle(n > 1, bound, move |t| bounds::matrix_step_best(horizon(n), t, bound))
}

/// Subgradients on the domain, at the paper's step.
pub(crate) fn theta(reach: f64, slope: f64) -> impl Rule {
    unless_idle(reach > 0.0, slope, move |t| theta_bounds::paper_step(reach, slope, t))
}

/// The same at the best step.
pub(crate) fn theta_best(reach: f64, slope: f64) -> impl Rule {
    unless_idle(reach > 0.0, slope, move |t| theta_bounds::best_step(reach, slope, t))
}

/// `sqrt(factor B_Psi / T) / B`, with the floor of the players.
pub(crate) fn mirror(regulariser: f64, bound: f64, factor: f64) -> impl Rule {
    unless_idle(regulariser > 0.0, bound, move |t| {
        let step = (factor / t as f64).sqrt() * regulariser.sqrt() / bound.max(bounds::SMALLEST_BOUND);
        step.clamp(f64::MIN_POSITIVE, f64::MAX)
    })
}
