//! The Lagrangian game by a learner on the simplex: one action a constraint, and one for slack.
//!
//! The multipliers `{lambda >= 0, sum lambda <= R}` are `R (w_1, .., w_m)` for `w` in the simplex on `m + 1` actions. The
//! learner is fed `(0, g_1, .., g_m)`; its external regret, times `R`, is that of the multipliers. With Hedge this is the
//! exponentiated gradient with a slack action: `R r sqrt(ln(m + 1) / (2 T))`, against `R B_2 / sqrt T` of projected
//! gradients. With [`AdaHedge`](super::AdaHedge) or [regret matching plus](super::RegretMatchingPlus) it needs no step:
//! `R r (1 + sqrt(1 + T ln(m + 1))) / T` and `R r sqrt(m / T)`. Any bound of the learner, times `R`, is a bound of the
//! multipliers, because `max(0, max_j sum_t g_t[j]) - sum_t <w_t, g_t>` is the learner's regret.
//!
//! **In doubles.** `lambda_i` is `R w_i` rounded down, so that the exact sum is at most `R`. Each product loses at most
//! `2^-52` of itself or 2^-1074, so a round loses at most `2^-52 R r_t` (and an underflow that the tally pays for).

use super::external::ExternalPlayer;
use super::softmax::range_with_zero;
use super::tally::Tally;
use super::{LambdaPlayer, RegretKind};
use crate::numerics::directed::{add_up, mul_down, mul_up};

/// A lambda-player of the Lagrangian game, from a learner on `m + 1` actions.
///
/// ```
/// use referee::players::{Hedge, LambdaPlayer, Slack, bounds::hedge_step};
/// let mut player = Slack::new("mine", Hedge::new(3, 10, 2.0, hedge_step(3, 10, 2.0)), 2.0, 5.0);
/// let mut lambda = [0.0; 2]; // two constraints
/// player.play(&mut lambda);
/// assert!(lambda[0] > 1.6 && lambda[0] + lambda[1] <= 5.0);
/// ```
pub struct Slack<E> {
    name: &'static str,
    base: E,
    range: f64,
    radius: f64,
    weights: Vec<f64>,
    gains: Vec<f64>,
    rounding: Tally,
}

impl<E: ExternalPlayer> Slack<E> {
    /// Multipliers of sum at most `radius`, for constraint values in an interval of length `range` around 0.
    ///
    /// # Panics
    /// If the radius is negative or not finite.
    pub fn new(name: &'static str, base: E, range: f64, radius: f64) -> Self {
        assert!(radius >= 0.0 && radius.is_finite(), "a radius is a non-negative number");
        let n = base.actions();
        Self { name, base, range, radius, weights: vec![0.0; n], gains: vec![0.0; n], rounding: Tally::default() }
    }
}

impl<E: ExternalPlayer> LambdaPlayer for Slack<E> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn regret(&self) -> RegretKind {
        RegretKind::External
    }

    fn play(&mut self, lambda: &mut [f64]) {
        self.base.play(&mut self.weights);
        for (multiplier, &weight) in lambda.iter_mut().zip(&self.weights[1..]) {
            *multiplier = mul_down(self.radius, weight).max(0.0);
        }
    }

    fn observe(&mut self, payoff: &[f64]) {
        self.gains[1..].copy_from_slice(payoff);
        self.base.observe(&self.gains);
        self.rounding.add(f64::EPSILON * range_with_zero(payoff));
    }

    fn bound(&self) -> Option<f64> {
        if self.weights.len() == 1 {
            return Some(0.0);
        }
        let rounding = mul_up(f64::EPSILON, self.range).max(f64::MIN_POSITIVE);
        Some(mul_up(self.radius, add_up(self.base.bound()?, rounding)))
    }

    fn runtime_bound(&self) -> Option<f64> {
        if self.weights.len() == 1 {
            return (self.rounding.terms() > 0).then_some(0.0);
        }
        let average = add_up(self.base.runtime_bound()?, self.rounding.average(0.0)?);
        Some(mul_up(self.radius, average))
    }
}
