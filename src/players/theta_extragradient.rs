//! Extragradient descent (Korpelevich 1976), as far as a player may know it.
//!
//! Extragradient proper looks ahead along the slope at its base point and moves the base by the slope seen there: two
//! slopes of the *same* loss. A player here sees the loss of a round only after its play, so the first of the two is
//! taken from the loss of the last round. From `y_1`, the projection of 0, and `m_1 = 0`, with `f_t` the loss of round
//! `t`:
//!
//! ```text
//! theta_t = Pi(y_t - eta m_t),    s_t = slope of f_t at theta_t,
//! y_{t+1} = Pi(y_t - eta s_t),    m_{t+1} = slope of f_t at y_{t+1}.
//! ```
//!
//! **What it shares.** All but `m`: the [optimistic](super::theta_optimistic) player predicts `s_t` where this one asks
//! again, at the point it will start from. On linear losses the two are the same; while the loss stays the same this is
//! extragradient proper, from its second round on. It costs two slopes per round.
//!
//! **Theorem.** For every `u` in a convex domain
//!
//! ```text
//! sum_t <s_t, theta_t - u>
//!     <= reach^2 / (2 eta) + (eta / 2) sum_t ||s_t - m_t||^2 - sum_t ||theta_t - y_t||^2 / (2 eta):
//! ```
//!
//! the proof of the optimistic player, which allows any prediction. With all slopes at most `G`, those at `y` included,
//! the bound is that of [`optimistic_bound`](super::theta_bounds::optimistic_bound).
//!
//! If the loss stays the same, convex with an `L`-Lipschitz gradient, and `eta <= 1 / L`, then `eta ||s_t - m_t|| <=
//! ||theta_t - y_t||` from the second round on, the last two sums cancel, and the regret is at most `reach^2 / (2
//! eta) + (eta / 2) ||s_1||^2` altogether: `O(1 / T)` on average. The bounds here leave the negative sum out.
//!
//! *Departure.* The stale `f_{t-1}` in `m_t`, as said: in self-play the other player has moved on by then, so what is
//! known of extragradient in games is not claimed for this player.

use super::theta_linear::{GradientSetting, LinearLosses};
use super::{Loss, Optimistic, ThetaPlayer};
use crate::error::Result;
use crate::problem::Workspace;

/// The extragradient player.
#[derive(Clone, Debug)]
pub struct Extragradient {
    base: Optimistic,
    /// The largest norm of a prediction so far, rounded up.
    largest_look: f64,
}

impl Extragradient {
    /// A player at the start, with the step given or that of the optimistic player.
    ///
    /// # Errors
    /// If a constant of the setting or the step is not a number that makes sense.
    pub fn new(step: Option<f64>, setting: &GradientSetting<'_>) -> Result<Self> {
        Ok(Self { base: Optimistic::new(step, setting)?, largest_look: 0.0 })
    }
}

impl ThetaPlayer for Extragradient {
    fn name(&self) -> &'static str {
        "extragradient"
    }

    fn play(&mut self, loss: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        self.base.play(loss, theta)
    }

    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        self.base.absorb(loss, theta, work)?;
        let norm = self.base.look_from_the_base(loss, work)?;
        self.largest_look = self.largest_look.max(norm);
        self.base.aim(norm)
    }

    fn bound(&self) -> Option<f64> {
        self.base.bound()
    }

    fn linear_losses(&self) -> Option<&LinearLosses> {
        self.base.linear_losses()
    }

    fn linear_bound(&self) -> Option<f64> {
        self.base.linear_bound()
    }

    fn step(&self) -> Option<f64> {
        Some(self.base.step())
    }

    fn largest_subgradient(&self) -> Option<f64> {
        Some(self.base.largest_subgradient()?.max(self.largest_look))
    }
}
