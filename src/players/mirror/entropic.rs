//! The entropic mirror on `{lambda >= 0, sum lambda <= R}`: exponentiated gradients at the step of Theorem 6.
//!
//! `Psi = R sum_i lambda_i ln(n lambda_i / R)` over the `n = m + 1` multipliers with the slack `lambda_0 = R - sum lambda`
//! is 1-strongly convex in the 1-norm (Pinsker), and `B_Psi = R^2 ln n`. All points have the same sum, so a payoff acts up
//! to a constant only, and its dual norm is half the length of the smallest interval that contains 0 and its entries.
//!
//! With `lambda = R w` a step multiplies `w_i` by `exp(eta g_i / R)` and scales: no projection bends the path, so
//! all steps together are the softmax of `eta / R` times the sums. These are the iterates of [`Hedge`] with a slack
//! action, the player `exponentiated-gradient`, and this one is built on it. They differ in the step alone: Theorem 6
//! prints `sqrt(B_Psi / T) / B`, that is `2 sqrt(ln n / T) / r` for weights and payoffs of range `r`, and the best step
//! of the same bound, `R (ln n / (eta T) + (eta / 8) mean r_t^2)`, is `sqrt 2` times as long.
//!
//! **Rounding** is accounted for by [`Hedge`] and [`Slack`]. The step that is told, `R` times that of the weights, is
//! rounded itself, which moves the bound by less than 2^-52 of itself.

use super::super::bounds::{drift, hedge_round, step};
use super::super::softmax::range_with_zero;
use super::super::tally::Tally;
use super::super::{Hedge, LambdaPlayer, RegretKind, Slack, softmax};
use crate::game::MirrorKind;
use crate::numerics::directed::{add_up, mul_up};

/// The lambda-player with the entropic mirror.
pub struct Entropic {
    slack: Slack<Hedge>,
    actions: usize,
    radius: f64,
    /// Of the weights.
    step: f64,
    total: Tally,
    rounding: Tally,
}

impl Entropic {
    /// Multipliers of sum at most `radius`, for `constraints` constraints with values in an interval of length `range`
    /// around 0; `eta` is a step in place of that of Theorem 6.
    ///
    /// # Panics
    /// If the radius is negative or not finite, or the step is not positive and finite.
    pub fn new(
        name: &'static str,
        constraints: usize,
        horizon: usize,
        range: f64,
        radius: f64,
        eta: Option<f64>,
    ) -> Self {
        let actions = constraints + 1;
        let printed = step(4.0 * softmax::ln(actions as f64) / horizon as f64, range);
        let step = eta.filter(|_| radius > 0.0).map_or(printed, |eta| (eta / radius).clamp(1e-307, 1e307));
        let slack = Slack::new(name, Hedge::new(actions, horizon, range, step), range, radius);
        Self { slack, actions, radius, step, total: Tally::default(), rounding: Tally::default() }
    }

    fn is_idle(&self) -> bool {
        self.actions == 1 || self.radius == 0.0
    }
}

impl LambdaPlayer for Entropic {
    fn name(&self) -> &'static str {
        self.slack.name()
    }

    fn regret(&self) -> RegretKind {
        RegretKind::External
    }

    fn play(&mut self, lambda: &mut [f64]) {
        self.slack.play(lambda);
    }

    fn observe(&mut self, payoff: &[f64]) {
        self.slack.observe(payoff);
        let range = range_with_zero(payoff);
        self.total.add(range);
        let spread = 0.0; // the part that exact arithmetic has too
        let round = hedge_round(self.actions, self.step, range, spread, drift(self.total.nearly()));
        self.rounding.add(round + f64::EPSILON * range);
    }

    fn bound(&self) -> Option<f64> {
        self.slack.bound()
    }

    fn runtime_bound(&self) -> Option<f64> {
        self.slack.runtime_bound()
    }

    fn step(&self) -> Option<f64> {
        (!self.is_idle()).then_some(self.radius * self.step)
    }

    fn mirror(&self) -> Option<MirrorKind> {
        Some(MirrorKind::Entropic)
    }

    fn rounding(&self) -> Option<f64> {
        if self.is_idle() {
            return (self.rounding.terms() > 0).then_some(0.0);
        }
        let told = mul_up(f64::EPSILON, self.slack.runtime_bound()?);
        Some(add_up(mul_up(self.radius, self.rounding.average(0.0)?), told))
    }
}
