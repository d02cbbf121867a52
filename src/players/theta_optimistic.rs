//! Optimistic gradient descent: it bets that the next slope is like the last one.
//!
//! From `y_1`, the projection of 0, and the prediction `m_1 = 0`, with `m_{t+1} = s_t`:
//!
//! ```text
//! theta_t = Pi(y_t - eta m_t),    y_{t+1} = Pi(y_t - eta s_t).
//! ```
//!
//! **Theorem** (Rakhlin and Sridharan; Chiang et al.). For every `u` in a convex domain
//! `sum_t <s_t, theta_t - u> <= reach^2 / (2 eta) + (eta / 2) sum_t ||s_t - m_t||^2`.
//!
//! *Proof.* For `p = Pi(y - eta g)` the angle at `p` is not acute, `<y - eta g - p, u - p> <= 0`, which is
//! `2 eta <g, p - u> <= ||u - y||^2 - ||u - p||^2 - ||p - y||^2`. Write `theta, y, y', s, m` for a round and split
//! `<s, theta - u> = <s - m, theta - y'> + <m, theta - y'> + <s, y' - u>`. Twice `eta` times the last two are, by the
//! inequality for `p = theta, u = y'` and for `p = y'`, at most `||y' - y||^2 - ||y' - theta||^2 - ||theta - y||^2` and
//! `||u - y||^2 - ||u - y'||^2 - ||y' - y||^2`. The first is at most `||s - m|| ||theta - y'||`, and
//! `2 eta ||s - m|| ||theta - y'|| <= eta^2 ||s - m||^2 + ||theta - y'||^2`. In the sum of the three only
//! `||u - y||^2 - ||u - y'||^2 + eta^2 ||s - m||^2` and `-||theta - y||^2 <= 0` remain; over the rounds the distances
//! telescope. QED.
//!
//! *Rounding.* If the computed `y_{t+1}` is within `tau_t` of the exact projection, the distances telescope up to
//! `2 D tau_t + tau_t^2`, as in [`theta_linear`](super::theta_linear). If the computed `theta_t` is within `sigma_t`
//! of its own, playing it costs at most `||s_t|| sigma_t` more.

use super::theta_linear::{GradientSetting, LinearLosses, check_step};
use super::{Loss, ThetaPlayer, theta_bounds};
use crate::domain::Domain;
use crate::error::Result;
use crate::numerics::Norm;
use crate::numerics::directed::{add_up, div_up, mul_up};
use crate::problem::Workspace;

/// The optimistic gradient player, with the last slope as its prediction.
#[derive(Clone, Debug)]
pub struct Optimistic {
    losses: LinearLosses,
    step: f64,
    reach: f64,
    /// `y`, and the point to play with its `sigma`.
    base: Vec<f64>,
    theta: Vec<f64>,
    sigma: f64,
    /// The prediction.
    last: Vec<f64>,
    /// `sum_t eta ||s_t - m_t||^2`, rounded up.
    surprise: f64,
    /// `sum_t (D tau_t + tau_t^2 / 2)` and `sum_t ||s_t|| sigma_t`, rounded up.
    rounding: f64,
    rounding_played: f64,
}

impl Optimistic {
    /// A player at the start, with the step given or that of [`theta_bounds::optimistic_step`].
    ///
    /// # Errors
    /// If a constant of the setting or the step is not a number that makes sense.
    pub fn new(step: Option<f64>, setting: &GradientSetting<'_>) -> Result<Self> {
        let losses = LinearLosses::new(setting)?;
        let (theta, reach) = losses.start();
        let (radius, gradient, horizon) = (losses.domain.radius(), losses.gradient_bound, losses.horizon);
        let usual = theta_bounds::optimistic_step(radius, gradient, horizon);
        Ok(Self {
            step: step.map_or(Ok(usual), check_step)?,
            reach,
            base: theta.clone(),
            last: vec![0.0; theta.len()],
            theta,
            sigma: 0.0,
            surprise: 0.0,
            rounding: 0.0,
            rounding_played: 0.0,
            losses,
        })
    }

    /// The step that is used.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// Learns from the round up to the next `y`, with the slope of the round as the next prediction; returns its norm.
    pub(super) fn absorb(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<f64> {
        debug_assert_eq!(theta, self.theta, "the point observed is the point played");
        let norm = self.losses.learn(loss, theta, work)?;
        self.rounding_played = add_up(self.rounding_played, mul_up(norm, self.sigma));
        let surprise = self.surprise();
        self.surprise = add_up(self.surprise, mul_up(mul_up(self.step, surprise), surprise));
        let tau = self.losses.descend(&mut self.base, self.step, norm)?;
        self.rounding = add_up(self.rounding, self.losses.cost_of(tau));
        Ok(norm)
    }

    /// Predicts the slope of the last loss at `y` instead, as the [extragradient](super::Extragradient) does; returns
    /// its norm.
    pub(super) fn look_from_the_base(&mut self, loss: &Loss<'_>, work: &mut Workspace) -> Result<f64> {
        self.losses.look(loss, &self.base, &mut self.last, work)
    }

    /// Moves on to the point of the next round, given the norm of the prediction.
    pub(super) fn aim(&mut self, norm: f64) -> Result<()> {
        self.theta.copy_from_slice(&self.base);
        self.sigma = self.losses.descend_along(&self.last, &mut self.theta, self.step, norm)?;
        Ok(())
    }

    /// `||s - m||`, rounded up; afterwards `s` is the prediction.
    fn surprise(&mut self) -> f64 {
        for (last, slope) in self.last.iter_mut().zip(&self.losses.slope) {
            *last = slope - *last;
        }
        // A difference that left the range of doubles has no norm there.
        let finite = self.last.iter().all(|x| x.is_finite());
        let norm = if finite { Norm::Two.norm(&self.last).hi() } else { f64::INFINITY };
        self.last.copy_from_slice(&self.losses.slope);
        mul_up(norm, 1.0 + f64::EPSILON) // each difference was rounded by a factor within 1 +- 2^-53
    }

    /// What rounding added to the sum of regrets.
    fn rounding(&self) -> f64 {
        add_up(div_up(self.rounding, self.step), self.rounding_played)
    }
}

impl ThetaPlayer for Optimistic {
    fn name(&self) -> &'static str {
        "optimistic"
    }

    fn play(&mut self, _: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        theta.copy_from_slice(&self.theta);
        Ok(())
    }

    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        let norm = self.absorb(loss, theta, work)?;
        self.aim(norm)
    }

    fn bound(&self) -> Option<f64> {
        let (gradient, horizon) = (self.losses.gradient_bound, self.losses.horizon);
        let bound = theta_bounds::optimistic_bound(self.reach, gradient, horizon, self.step);
        self.losses.promise(bound, self.rounding())
    }

    fn linear_losses(&self) -> Option<&LinearLosses> {
        Some(&self.losses)
    }

    fn linear_bound(&self) -> Option<f64> {
        let from_start = div_up(mul_up(0.5, mul_up(self.reach, self.reach)), self.step);
        let sum = add_up(add_up(from_start, mul_up(0.5, self.surprise)), self.rounding());
        self.losses.average(sum).filter(|_| self.losses.domain_is_convex())
    }
}
