//! Dual averaging: projected descent that needs no horizon.
//!
//! With `c` the projection of 0 and `S_{t-1} = s_1 + .. + s_{t-1}` it plays
//!
//! ```text
//! theta_t = argmin over theta of <S_{t-1}, theta> + ||theta - c||^2 / (2 eta_t) = Pi(c - eta_t S_{t-1}),
//! eta_t = step / sqrt t.
//! ```
//!
//! **Theorem** (Nesterov; Xiao). Let the steps `eta_t > 0` not increase. For every `T` and every `u` in a convex domain
//! `sum_{t <= T} <s_t, theta_t - u> <= ||u - c||^2 / (2 eta_T) + sum_{t <= T} (eta_t / 2) ||s_t||^2`. *Proof* in
//! [`beyond::anytime`](crate::theorems::beyond::anytime), for any regulariser.
//!
//! With the step `B_Theta / (sqrt 2 G)` and `||s_t|| <= G` the average is at most `B_Theta G sqrt(2 / T)` for *all* `T` at
//! once: what the paper promises for one `T` that is known before the first round.
//!
//! *Rounding.* The steps are doubles, and the theorem holds for the doubles that are used (a quotient by a larger root
//! does not round to a larger number). The points are those of [`theta_lazy`](super::theta_lazy).

use super::theta_lazy::Lazy;
use super::theta_linear::{GradientSetting, LinearLosses, check_step};
use super::{Loss, ThetaPlayer, theta_bounds};
use crate::domain::Domain;
use crate::error::Result;
use crate::problem::Workspace;

/// The dual averaging player.
///
/// ```
/// use referee::domain::{AnyDomain, Ball};
/// use referee::players::{DualAveraging, GradientSetting};
/// let domain = AnyDomain::from(Ball::new(3, 2.0)?);
/// // The horizon is not used to play, only to say what holds after it.
/// let setting = GradientSetting { domain: &domain, horizon: 16, gradient_bound: 3.0, convex: true, stochastic: false };
/// let player = DualAveraging::new(None, &setting)?;
/// assert_eq!(player.bound_after(72).unwrap(), 2.0 * player.bound_after(288).unwrap()); // one over the root
/// assert!((player.bound_after(72).unwrap() - 1.0).abs() < 1e-14); // 2 * 3 * sqrt(2 / 72)
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct DualAveraging {
    lazy: Lazy,
    step: f64,
    /// The number of the round to come, from 1.
    round: usize,
}

impl DualAveraging {
    /// A player at the start, with the step given (that of the first round) or `B_Theta / (sqrt 2 G)`.
    ///
    /// # Errors
    /// If a constant of the setting or the step is not a number that makes sense.
    pub fn new(step: Option<f64>, setting: &GradientSetting<'_>) -> Result<Self> {
        let losses = LinearLosses::new(setting)?;
        let usual = theta_bounds::paper_step(losses.domain.radius(), losses.gradient_bound, 1);
        let step = step.map_or(Ok(usual), check_step)?;
        Ok(Self { lazy: Lazy::new(losses, step), step, round: 1 })
    }

    /// The step of the first round.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// The average external regret after `rounds` rounds that the theorem promises, for any number of rounds, with what
    /// rounding has added so far; `None` where no theorem covers the losses.
    ///
    /// # Panics
    /// If `rounds` is 0.
    pub fn bound_after(&self, rounds: usize) -> Option<f64> {
        assert!(rounds > 0, "an average needs a round");
        let Lazy { losses, reach, rounding, .. } = &self.lazy;
        let bound = theta_bounds::dual_averaging_bound(*reach, losses.gradient_bound, rounds, self.step);
        losses.promise_after(bound, *rounding, rounds)
    }
}

impl ThetaPlayer for DualAveraging {
    fn name(&self) -> &'static str {
        "dual-averaging"
    }

    fn play(&mut self, _: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        theta.copy_from_slice(&self.lazy.theta);
        Ok(())
    }

    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        self.round += 1;
        self.lazy.learn(loss, theta, work, self.step / (self.round as f64).sqrt())
    }

    fn bound(&self) -> Option<f64> {
        self.bound_after(self.lazy.losses.horizon)
    }

    fn linear_losses(&self) -> Option<&LinearLosses> {
        Some(&self.lazy.losses)
    }

    fn linear_bound(&self) -> Option<f64> {
        self.lazy.linear_bound()
    }
}
