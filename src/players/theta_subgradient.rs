//! Projected subgradient descent, exact or stochastic: the theta-player of Algorithms 2 and 3.
//!
//! It plays the projection of 0 first, and after a round moves to the projection of `theta - eta s`, with `s` the
//! subgradient at the point just played. Its bounds are (MD) of [`theta_bounds`] with the
//! rounding of [`theta_linear`](super::theta_linear): with `tau_t` the error of the point after round `t`,
//!
//! ```text
//! sum_t <s_t, theta_t - u> <= [reach^2 / 2 + sum_t (D tau_t + tau_t^2 / 2)] / eta + (eta / 2) sum_t ||s_t||^2.
//! ```
//!
//! The stochastic player sees another linear loss than that of the round: the same inequality holds for what it sees
//! ([`ThetaPlayer::linear_bound`]), but says nothing certain about the losses, so its other bounds are `None`.

use super::theta_linear::{GradientSetting, LinearLosses, check_step};
use super::{Loss, ThetaPlayer, theta_bounds};
use crate::domain::Domain;
use crate::error::Result;
use crate::numerics::directed::{add_up, div_up, mul_down, mul_up, sub_up};
use crate::problem::Workspace;

/// How the step of [`Subgradient`] is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// `B_Theta / (G sqrt(2 T))`, as the paper says.
    Paper,
    /// `B_Theta / (G sqrt T)`, the best one for its bound.
    Best,
    /// This one.
    Given(f64),
}

/// The projected subgradient player.
///
/// ```
/// use referee::domain::{AnyDomain, Ball};
/// use referee::players::{GradientSetting, Step, Subgradient, ThetaPlayer};
/// let domain = AnyDomain::from(Ball::new(3, 2.0)?);
/// let setting = GradientSetting { domain: &domain, horizon: 16, gradient_bound: 3.0, convex: true, stochastic: false };
/// let player = Subgradient::new(Step::Best, &setting)?;
/// assert_eq!(player.step(), 2.0 / 3.0 / 4.0);
/// assert!((player.bound().unwrap() - 2.0 * 3.0 / 4.0).abs() < 1e-15);
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Subgradient {
    losses: LinearLosses,
    name: &'static str,
    step: f64,
    reach: f64,
    theta: Vec<f64>,
    /// `sum_t eta ||s_t||^2`, rounded up.
    drift: f64,
    /// `sum_t (D tau_t + tau_t^2 / 2)`, rounded up.
    rounding: f64,
}

impl Subgradient {
    /// A player at the start.
    ///
    /// # Errors
    /// If a constant of the setting or the step is not a number that makes sense.
    pub fn new(step: Step, setting: &GradientSetting<'_>) -> Result<Self> {
        let losses = LinearLosses::new(setting)?;
        let (theta, reach) = losses.start();
        let (radius, gradient, horizon) = (losses.domain.radius(), losses.gradient_bound, losses.horizon);
        let name = match step {
            _ if setting.stochastic => "stochastic-subgradient",
            Step::Best => "subgradient-best",
            Step::Paper | Step::Given(_) => "subgradient",
        };
        let step = match step {
            Step::Paper => theta_bounds::paper_step(radius, gradient, horizon),
            Step::Best => theta_bounds::best_step(radius, gradient, horizon),
            Step::Given(step) => check_step(step)?,
        };
        Ok(Self { losses, name, step, reach, theta, drift: 0.0, rounding: 0.0 })
    }

    /// The step that is used.
    pub fn step(&self) -> f64 {
        self.step
    }
}

impl ThetaPlayer for Subgradient {
    fn name(&self) -> &'static str {
        self.name
    }

    fn play(&mut self, _: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        theta.copy_from_slice(&self.theta);
        Ok(())
    }

    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        debug_assert_eq!(theta, self.theta, "the point observed is the point played");
        let norm = self.losses.learn(loss, theta, work)?;
        let tau = self.losses.descend(&mut self.theta, self.step, norm)?;
        self.drift = add_up(self.drift, mul_up(mul_up(self.step, norm), norm));
        self.rounding = add_up(self.rounding, self.losses.cost_of(tau));
        Ok(())
    }

    fn bound(&self) -> Option<f64> {
        let (gradient, horizon) = (self.losses.gradient_bound, self.losses.horizon);
        let bound = theta_bounds::subgradient_bound(self.reach, gradient, horizon, self.step);
        self.losses.promise(bound, div_up(self.rounding, self.step))
    }

    fn linear_losses(&self) -> Option<&LinearLosses> {
        Some(&self.losses)
    }

    fn linear_bound(&self) -> Option<f64> {
        let from_start = add_up(mul_up(0.5, mul_up(self.reach, self.reach)), self.rounding);
        let sum = add_up(div_up(from_start, self.step), mul_up(0.5, self.drift));
        self.losses.average(sum).filter(|_| self.losses.domain_is_convex())
    }

    fn step(&self) -> Option<f64> {
        Some(self.step)
    }

    fn rounding(&self) -> Option<f64> {
        // The first point is a computed projection too: the others may be farther from it than the largest norm.
        let radius = self.losses.domain.radius();
        let farther = sub_up(mul_up(self.reach, self.reach), mul_down(radius, radius)).max(0.0);
        let farther = if self.reach <= radius { 0.0 } else { farther };
        self.losses.average(div_up(add_up(mul_up(0.5, farther), self.rounding), self.step))
    }
}
