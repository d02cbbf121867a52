//! What dual averaging and FTRL share: points that are projected from the sum of all slopes, not from one another.
//!
//! With `c` the first point, `S_{t-1} = s_1 + .. + s_{t-1}` and steps that do not increase,
//!
//! ```text
//! theta_t = argmin over theta of <S_{t-1}, theta> + ||theta - c||^2 / (2 eta_t) = Pi(c - eta_t S_{t-1}).
//! ```
//!
//! The projection is lazy: what it cuts off is not forgotten, and comes back when the slopes turn. For every `u` in a
//! convex domain `sum_t <s_t, theta_t - u> <= ||u - c||^2 / (2 eta_T) + sum_t (eta_t / 2) ||s_t||^2` (proved in
//! [`beyond::anytime`](crate::theorems::beyond::anytime) for any regulariser).
//!
//! *Rounding.* Let the computed sum be within `e` of the exact one. With `u = 2^-53` the computed `c - eta S` is within
//! `eta e + u (||c|| + 3 eta ||S||) + sqrt(d) 2^-1074` of the exact, projections do not increase distances, and so the
//! point is within `tau_t`, this plus the error of the projection, of `theta_t`. Playing it costs `||s_t|| tau_t` more.
//! Nothing accumulates, because every point is computed from the sum afresh.

use super::Loss;
use super::theta_linear::LinearLosses;
use crate::error::Result;
use crate::numerics::Norm;
use crate::numerics::directed::{add_up, div_up, mul_up};
use crate::problem::Workspace;

/// Lazily projected descent, with the step of each round from outside.
#[derive(Clone, Debug)]
pub(super) struct Lazy {
    pub(super) losses: LinearLosses,
    pub(super) reach: f64,
    /// The point to play.
    pub(super) theta: Vec<f64>,
    /// `sum_t ||s_t|| tau_t`, rounded up.
    pub(super) rounding: f64,
    /// `c`, and its norm rounded up.
    centre: Vec<f64>,
    centre_norm: f64,
    /// Of the point to play: its `tau`, and its step `eta_t`.
    tau: f64,
    eta: f64,
    /// `eta_T`, of the last round.
    last_eta: f64,
    /// `sum_t eta_t ||s_t||^2`, rounded up.
    drift: f64,
}

impl Lazy {
    /// At the start, with the step of the first round.
    pub(super) fn new(losses: LinearLosses, eta: f64) -> Self {
        let (centre, reach) = losses.start();
        Self {
            reach,
            centre_norm: Norm::Two.norm(&centre).hi(),
            theta: centre.clone(), // the argmin of the first round, exactly
            centre,
            tau: 0.0,
            eta,
            last_eta: eta,
            drift: 0.0,
            rounding: 0.0,
            losses,
        }
    }

    /// Learns from the round, and moves on to the point of the next, which has the step `eta`.
    pub(super) fn learn(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace, eta: f64) -> Result<()> {
        debug_assert_eq!(theta, self.theta, "the point observed is the point played");
        debug_assert!(eta <= self.eta, "steps do not increase");
        let norm = self.losses.learn(loss, theta, work)?;
        self.drift = add_up(self.drift, mul_up(mul_up(self.eta, norm), norm));
        self.rounding = add_up(self.rounding, mul_up(norm, self.tau));
        self.last_eta = self.eta;
        self.eta = eta;
        self.advance()
    }

    fn advance(&mut self) -> Result<()> {
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

    /// The theorem with the steps and slopes of the run.
    pub(super) fn linear_bound(&self) -> Option<f64> {
        let from_start = div_up(mul_up(0.5, mul_up(self.reach, self.reach)), self.last_eta);
        let sum = add_up(add_up(from_start, mul_up(0.5, self.drift)), self.rounding);
        self.losses.average(sum).filter(|_| self.losses.domain_is_convex())
    }
}
