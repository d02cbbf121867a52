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
//! does not round to a larger number). Let the computed sum be within `e` of the exact one. With `u = 2^-53` the
//! computed `c - eta S` is within `eta e + u (||c|| + 3 eta ||S||) + sqrt(d) 2^-1074` of the exact, projections do not
//! increase distances, and so the point is within `tau_t`, this plus the error of the projection, of `theta_t`. Playing
//! it costs `||s_t|| tau_t` more. Nothing accumulates, because every point is computed from the sum afresh.

use super::theta_bounds;
use super::theta_linear::{GradientSetting, LinearLosses, check_step};
use super::{Loss, ThetaPlayer};
use crate::domain::Domain;
use crate::error::Result;
use crate::numerics::directed::{add_up, div_up, mul_up};
use crate::numerics::{Enclosure, Norm};
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
    losses: LinearLosses,
    step: f64,
    reach: f64,
    /// `c`, and its norm rounded up.
    centre: Vec<f64>,
    centre_norm: f64,
    /// The point to play, its `tau`, and its step `eta_t`.
    theta: Vec<f64>,
    tau: f64,
    eta: f64,
    /// The number of the round to come, from 1.
    round: usize,
    /// `eta_T`, of the last round.
    last_eta: f64,
    /// `sum_t eta_t ||s_t||^2` and `sum_t ||s_t|| tau_t`, rounded up.
    drift: f64,
    rounding: f64,
}

impl DualAveraging {
    /// A player at the start, with the step given (that of the first round) or `B_Theta / (sqrt 2 G)`.
    ///
    /// # Errors
    /// If a constant of the setting or the step is not a number that makes sense.
    pub fn new(step: Option<f64>, setting: &GradientSetting<'_>) -> Result<Self> {
        let losses = LinearLosses::new(setting)?;
        let (centre, reach) = losses.start();
        let usual = theta_bounds::paper_step(losses.domain.radius(), losses.gradient_bound, 1);
        let step = step.map_or(Ok(usual), check_step)?;
        Ok(Self {
            step,
            reach,
            centre_norm: Norm::Two.norm(&centre).hi(),
            theta: centre.clone(), // the argmin of the first round, exactly
            centre,
            tau: 0.0,
            eta: step,
            round: 1,
            last_eta: step,
            drift: 0.0,
            rounding: 0.0,
            losses,
        })
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
        let bound = theta_bounds::dual_averaging_bound(self.reach, self.losses.gradient_bound, rounds, self.step);
        self.losses.promise_after(bound, self.rounding, rounds)
    }

    /// Moves on to the point of the next round.
    fn advance(&mut self) -> Result<()> {
        self.last_eta = self.eta;
        self.round += 1;
        self.eta = self.step / (self.round as f64).sqrt();
        let error = self.losses.total(&mut self.theta);
        let size = mul_up(self.eta, Norm::Two.norm(&self.theta).hi());
        for (sum, centre) in self.theta.iter_mut().zip(&self.centre) {
            *sum = centre - self.eta * *sum;
        }
        let tau = self.losses.project(&mut self.theta)?;
        let from_step = mul_up(0.5 * f64::EPSILON, add_up(self.centre_norm, mul_up(3.0, size)));
        self.tau = add_up(add_up(tau, mul_up(self.eta, error)), add_up(from_step, self.losses.underflow()));
        self.tau = self.tau.min(self.losses.diameter);
        Ok(())
    }
}

impl ThetaPlayer for DualAveraging {
    fn name(&self) -> &'static str {
        "dual-averaging"
    }

    fn play(&mut self, _: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        theta.copy_from_slice(&self.theta);
        Ok(())
    }

    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        debug_assert_eq!(theta, self.theta, "the point observed is the point played");
        let norm = self.losses.learn(loss, theta, work)?;
        self.drift = add_up(self.drift, mul_up(mul_up(self.eta, norm), norm));
        self.rounding = add_up(self.rounding, mul_up(norm, self.tau));
        self.advance()
    }

    fn bound(&self) -> Option<f64> {
        self.bound_after(self.losses.horizon)
    }

    fn runtime_bound(&self) -> Option<f64> {
        self.linear_bound().filter(|_| self.losses.covers_the_losses())
    }

    fn linear_bound(&self) -> Option<f64> {
        let from_start = div_up(mul_up(0.5, mul_up(self.reach, self.reach)), self.last_eta);
        let sum = add_up(add_up(from_start, mul_up(0.5, self.drift)), self.rounding);
        self.losses.average(sum).filter(|_| self.losses.domain_is_convex())
    }

    fn linearised_regret(&self) -> Option<Enclosure> {
        self.losses.regret()
    }

    fn largest_subgradient(&self) -> Option<f64> {
        Some(self.losses.largest())
    }
}
