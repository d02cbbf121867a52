//! Optimistic gradient ascent (Popov 1980): it bets that the next payoff is like the last one.
//!
//! From `y_1 = 0` and the prediction `m_1 = 0`, with `m_{t+1} = g_t` and the Euclidean projection on
//! `{lambda >= 0, sum lambda <= R}`:
//!
//! ```text
//! lambda_t = Pi(y_t + eta m_t),    y_{t+1} = Pi(y_t + eta g_t).
//! ```
//!
//! **Theorem** (Chiang et al. 2012; Rakhlin and Sridharan 2013). Against any payoffs and for every `lambda*` of the
//! set,
//!
//! ```text
//! sum_t <lambda* - lambda_t, g_t>
//!     <= R^2 / (2 eta) + (eta / 2) sum_t ||g_t - g_{t-1}||^2 - sum_t ||lambda_t - y_t||^2 / (2 eta),    g_0 = 0.
//! ```
//!
//! *Proof.* For `p = Pi(y + eta g)` the angle at `p` is not acute, `<y + eta g - p, u - p> <= 0`, which is `2 eta <g,
//! u - p> <= ||u - y||^2 - ||u - p||^2 - ||p - y||^2` (*). Write `lambda, y, y', g, m` for a round and split `<g, u -
//! lambda> = <g - m, y' - lambda> + <m, y' - lambda> + <g, u - y'>`. Twice `eta` times the last two are, by (*) for
//! `p = lambda, u = y'` and for `p = y'`, at most `||y' - y||^2 - ||y' - lambda||^2 - ||lambda - y||^2` and `||u -
//! y||^2 - ||u - y'||^2 - ||y' - y||^2`. Twice `eta` times the first is at most `eta^2 ||g - m||^2 + ||y' -
//! lambda||^2`. The sum of the three is at most `||u - y||^2 - ||u - y'||^2 + eta^2 ||g - m||^2 - ||lambda - y||^2`,
//! and over the rounds the distances telescope from `||u||^2 <= R^2`. QED.
//!
//! The bounds here leave the negative sum out. A priori `||g_t - g_{t-1}|| <= 2 B`, and `<= B` in the first round: at
//! the step `R / (B sqrt(4 T - 3))` the average regret is at most `R B sqrt(4 T - 3) / T < 2 R B / sqrt T`, twice that
//! of [projected gradients](super::lambda_gradient). That is the price of the bet. The prize is in the bound of the
//! run, which has the payoffs as they came: where their changes have a finite sum of squares, as they were seen to have
//! in smooth self-play, the average at a *constant* step is `O(1 / T)`.
//!
//! **The guard.** A constant step promises nothing by itself: at it the a-priori bound tends to `2 eta B^2`, not to 0,
//! and against an oracle, whose answers jump, the regret can stall (on `triangle` it does). Both bounds say so in
//! numbers.
//!
//! **In doubles.** With `tau_t` the error of `y_{t+1}` and `sigma_t` that of `lambda_t`, as in
//! [`lambda_gradient`](super::lambda_gradient): the distances telescope up to `2 D tau_t + tau_t^2`, and playing
//! another point than the exact `lambda_t` costs at most `||g_t|| sigma_t`.

use super::bounds::{gradient_round, optimistic_gradient_bound};
use super::lambda_gradient::{ascend, euclidean, runtime_bound};
use super::tally::Tally;
use super::{LambdaPlayer, RegretKind};
use crate::domain::{Domain, L1Orthant};
use crate::error::Result;

/// Optimistic gradient ascent on `{lambda >= 0, sum lambda <= R}`, with the last payoff as its prediction.
///
/// ```
/// use referee::players::{LambdaPlayer, OptimisticGradient};
/// let mut player = OptimisticGradient::new("mine", 1, 2, 10.0, 1.0, 0.5)?;
/// let mut lambda = [0.0];
/// player.play(&mut lambda);
/// player.observe(&[1.0]); // y = 1/2, and the same again is expected
/// player.play(&mut lambda);
/// assert_eq!(lambda, [1.0]);
/// # Ok::<(), referee::error::Error>(())
/// ```
pub struct OptimisticGradient {
    name: &'static str,
    /// `None` if there are no multipliers.
    set: Option<L1Orthant>,
    horizon: usize,
    bound: f64,
    step: f64,
    /// `y`, and the multipliers to play with their `sigma`.
    base: Vec<f64>,
    lambda: Vec<f64>,
    sigma: f64,
    /// The prediction, and room for what it missed.
    last: Vec<f64>,
    missed: Vec<f64>,
    largest: (f64, f64),
    terms: Tally,
}

impl OptimisticGradient {
    /// The player for `constraints` constraints whose values have Euclidean norm at most `bound`.
    ///
    /// # Errors
    /// If the radius is negative, not finite or above 2^500.
    ///
    /// # Panics
    /// If the step is not positive and finite.
    pub fn new(
        name: &'static str,
        constraints: usize,
        horizon: usize,
        radius: f64,
        bound: f64,
        step: f64,
    ) -> Result<Self> {
        assert!(step > 0.0 && step.is_finite(), "a step is a positive number");
        let set = if constraints == 0 { None } else { Some(L1Orthant::new(constraints, radius)?) };
        let zeros = || vec![0.0; constraints];
        Ok(Self {
            name,
            set,
            horizon,
            bound,
            step,
            base: zeros(),
            lambda: zeros(),
            sigma: 0.0,
            last: zeros(),
            missed: zeros(),
            largest: (0.0, 0.0),
            terms: Tally::default(),
        })
    }

    /// `||g - m||`; afterwards `g` is the prediction.
    fn surprise(&mut self, payoff: &[f64]) -> f64 {
        for ((missed, last), &g) in self.missed.iter_mut().zip(&mut self.last).zip(payoff) {
            *missed = g - *last;
            *last = g;
        }
        // A difference that left the range of doubles has no norm there.
        if self.missed.iter().all(|x| x.is_finite()) { euclidean(&self.missed) } else { f64::INFINITY }
    }
}

impl LambdaPlayer for OptimisticGradient {
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
        let (norm, surprise) = (euclidean(payoff), self.surprise(payoff));
        let Some(set) = &self.set else {
            self.terms.add(0.0);
            return;
        };
        let played = if norm > 0.0 && self.sigma > 0.0 { norm * self.sigma } else { 0.0 };
        let (tau, cut) = ascend(set, &mut self.base, self.step, payoff, norm);
        self.lambda.copy_from_slice(&self.base);
        let (sigma, cut_ahead) = ascend(set, &mut self.lambda, self.step, payoff, norm);
        let round = gradient_round(surprise, self.step, set.diameter(), tau) + played;
        // No bound is claimed for payoffs that are absurdly beyond the bound they were said to have.
        self.terms.add(if cut { f64::INFINITY } else { round });
        self.sigma = if cut_ahead { f64::INFINITY } else { sigma };
        self.largest = (self.largest.0.max(tau), self.largest.1.max(sigma));
    }

    fn bound(&self) -> Option<f64> {
        let Some(set) = &self.set else { return Some(0.0) };
        let usual = 4.0 * f64::EPSILON * (self.step * self.bound + set.radius());
        let errors = (self.largest.0.max(usual), self.largest.1.max(usual));
        let (radius, diameter) = (set.radius(), set.diameter());
        Some(optimistic_gradient_bound(radius, self.bound, self.horizon, self.step, diameter, errors))
    }

    fn runtime_bound(&self) -> Option<f64> {
        runtime_bound(self.set.as_ref(), &self.terms, self.step)
    }
}
