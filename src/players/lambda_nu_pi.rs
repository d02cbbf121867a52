//! nuPI (Sohrabi et al., ICML 2024): multipliers steered by a proportional-integral controller.
//!
//! From `lambda_1 = 0` and `xi_0 = 0`, with gains `ki`, `kp`, a memory `nu` and the Euclidean projection on
//! `{lambda >= 0, sum lambda <= R}`:
//!
//! ```text
//! xi_t = nu xi_{t-1} + (1 - nu) g_t,    lambda_{t+1} = Pi(lambda_t + eta (ki g_t + kp (xi_t - xi_{t-1}))).
//! ```
//!
//! - `kp = 0` is [projected gradient ascent](super::lambda_gradient) at the step `eta ki`.
//! - `kp = ki`, `nu = 0` is optimistic gradient ascent with one projection: `Pi(lambda_t + 2 eta g_t - eta g_{t-1})` at
//!   `ki = 1`. As long as nothing is projected this is [Popov's](super::lambda_optimistic_gradient), whose `y_t` is
//!   then `lambda_t - eta g_{t-1}`. After a projection it is not, and the two part.
//!
//! **No theorem.** No regret bound is proved here, and none is known to us: both bounds are `None`, and what a run
//! achieved is for the certificate to measure.
//!
//! *Departures.* `xi_0 = 0` (it could be the first payoff too). The sum of the multipliers is at most `R`, as the game
//! asks, not only their signs. Payoffs beyond 2^400 are cut there, so that nothing overflows.

use super::lambda_gradient::ascend;
use super::{LambdaPlayer, RegretKind};
use crate::domain::L1Orthant;
use crate::error::{Error, Result};
use crate::numerics::rational::power_of_two;

/// The gains of the controller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// Of the sum of the payoffs, `ki`.
    pub integral: f64,
    /// Of the smoothed payoff, `kp`.
    pub proportional: f64,
    /// How much of the past stays in the smoothed payoff, `nu`, in `[0, 1)`.
    pub memory: f64,
}

impl Default for Gains {
    /// `ki = kp = 1`, `nu = 1/2`: between gradient ascent and the optimistic one, and the same as neither.
    fn default() -> Self {
        Self { integral: 1.0, proportional: 1.0, memory: 0.5 }
    }
}

/// The nuPI player.
pub struct NuPi {
    name: &'static str,
    /// `None` if there are no multipliers.
    set: Option<L1Orthant>,
    step: f64,
    gains: Gains,
    lambda: Vec<f64>,
    smoothed: Vec<f64>,
    direction: Vec<f64>,
    largest_payoff: f64,
}

impl NuPi {
    /// The player for `constraints` constraints.
    ///
    /// # Errors
    /// If the radius is negative, not finite or above 2^500, or a gain is out of range.
    ///
    /// # Panics
    /// If the step is not positive and finite.
    pub fn new(name: &'static str, constraints: usize, radius: f64, step: f64, gains: Gains) -> Result<Self> {
        assert!(step > 0.0 && step.is_finite(), "a step is a positive number");
        let most = power_of_two(100);
        for (what, gain) in [("integral", gains.integral), ("proportional", gains.proportional)] {
            if !(0.0..=most).contains(&gain) {
                return Err(Error::new(format!("the {what} gain is {gain}, but it must be between 0 and 2^100")));
            }
        }
        if !(0.0..1.0).contains(&gains.memory) {
            let memory = gains.memory;
            return Err(Error::new(format!("the memory nu is {memory}, but it must be at least 0 and below 1")));
        }
        let set = if constraints == 0 { None } else { Some(L1Orthant::new(constraints, radius)?) };
        let zeros = || vec![0.0; constraints];
        let (lambda, smoothed, direction) = (zeros(), zeros(), zeros());
        Ok(Self { name, set, step, gains, lambda, smoothed, direction, largest_payoff: power_of_two(400) })
    }
}

impl LambdaPlayer for NuPi {
    fn name(&self) -> &'static str {
        self.name
    }

    fn regret(&self) -> RegretKind {
        RegretKind::External
    }

    fn play(&mut self, lambda: &mut [f64]) {
        lambda.copy_from_slice(&self.lambda);
    }

    fn observe(&mut self, payoff: &[f64]) {
        let Some(set) = &self.set else { return };
        let Gains { integral, proportional, memory } = self.gains;
        let controlled = self.direction.iter_mut().zip(&mut self.smoothed);
        for ((direction, smoothed), &g) in controlled.zip(payoff) {
            let g = g.clamp(-self.largest_payoff, self.largest_payoff);
            let next = memory * *smoothed + (1.0 - memory) * g;
            *direction = integral * g + proportional * (next - *smoothed);
            *smoothed = next;
        }
        // How far the point is from the exact one is of no use without a theorem.
        ascend(set, &mut self.lambda, self.step, &self.direction, 0.0);
    }

    fn bound(&self) -> Option<f64> {
        None
    }
}
