//! `AdaGrad` with a diagonal: a step for each coordinate that adapts to the slopes seen there (Duchi, Hazan, Singer).
//!
//! With `S_t^2 = sum_{r <= t} s_r^2` in one coordinate and `alpha` the step, the coordinate moves by `-a_t s_t`, where
//! `a_t = alpha / S_t`, and is clipped to its interval of length `D`. On a box the coordinates do not interact:
//! clipping is the projection in the metric of any diagonal, and the regret is the sum of theirs.
//!
//! **Theorem.** On a box, the regret is at most `sum_i (D_i^2 / (2 alpha) + alpha) S_i`, which is
//! `sqrt 2 sum_i D_i S_i` at `alpha = D / sqrt 2` when all sides are equal. *Proof*, in one coordinate. As for (MD),
//! `s_t (theta_t - u) <= [(theta_t - u)^2 - (theta_{t+1} - u)^2] / (2 a_t) + a_t s_t^2 / 2`. The rates `a_t` do not
//! increase, so the first terms sum to at most `D^2 / (2 a_T)` (summation by parts). And `s_t^2 / S_t <=
//! 2 (S_t - S_{t-1})`, because `S_t^2 - S_{t-1}^2 = s_t^2` and `S_t + S_{t-1} <= 2 S_t`: the last terms sum to at most
//! `alpha S_T`. QED.
//!
//! **At run time** the first half of the proof is evaluated with the rates really used, doubles that do not
//! increase: `sum_i [D_i^2 / (2 a_T) + sum_t a_t s_t^2 / 2]`. Rounding moves the new point by at most
//! `tau_t = u (|theta_t| + 3 |a_t s_t|) + 2^-1074`, `u = 2^-53`, which adds `(D tau_t + tau_t^2 / 2) / a_t`. Rounds
//! with a slope below 2^-500 in a coordinate leave it where it is, and cost at most `D |s_t|` there; so `S` never is
//! so small that its own rounding matters.
//!
//! **A start.** The rule (`adagrad_move`) takes `S_t` from its caller: `S_0 = 0` here, and `S_0^2 = 0.1` in the training
//! on data, as in the release of the paper's authors. The proof stays with `S_t^2 = S_0^2 + sum_{r <= t} s_r^2`: rates
//! still do not increase, and the last terms sum to at most `alpha (S_T - S_0)`.
//!
//! **On other domains** the coordinates interact, and the projection used is the Euclidean one: a sensible heuristic
//! with no theorem here, so its bounds are `None`.

use super::softmax::hypotenuse;
use super::theta_linear::{GradientSetting, LinearLosses, check_step};
use super::{Loss, ThetaPlayer, theta_bounds};
use crate::domain::Domain;
use crate::error::Result;
use crate::numerics::directed::{add_up, div_up, mul_up};
use crate::problem::Workspace;

/// The diagonal `AdaGrad` player. Its bounds cover boxes; on other domains it plays without them.
#[derive(Clone, Debug)]
pub struct AdaGrad {
    losses: LinearLosses,
    step: f64,
    theta: Vec<f64>,
    coordinates: Vec<Coordinate>,
}

/// One coordinate; sums are rounded up.
#[derive(Clone, Debug)]
struct Coordinate {
    width: f64,
    /// `S_t`, in doubles.
    size: f64,
    /// `a_t`, infinite before the first move.
    rate: f64,
    /// `sum_t a_t s_t^2`.
    drift: f64,
    /// `sum_t |s_t|`, of all slopes and of those left out.
    slopes: f64,
    left_out: f64,
    /// `sum_t (D tau_t + tau_t^2 / 2) / a_t`.
    rounding: f64,
}

impl Coordinate {
    fn new(width: f64) -> Self {
        let (size, drift, slopes, left_out, rounding) = (0.0, 0.0, 0.0, 0.0, 0.0);
        Self { width, size, rate: f64::INFINITY, drift, slopes, left_out, rounding }
    }

    /// The coordinate after a step along `slope`, before projection.
    fn descend(&mut self, theta: f64, slope: f64, step: f64) -> f64 {
        self.slopes = add_up(self.slopes, slope.abs());
        if slope.abs() < theta_bounds::adagrad_tiny() {
            self.left_out = add_up(self.left_out, slope.abs());
            return theta;
        }
        self.size = hypotenuse(self.size, slope.abs());
        let product;
        (self.rate, product) = adagrad_move(self.rate, step, self.size, slope);
        let (_, cost) = move_error(theta, product, self.width);
        self.rounding = add_up(self.rounding, div_up(cost, self.rate));
        self.drift = add_up(self.drift, mul_up(mul_up(self.rate, slope.abs()), slope.abs()));
        theta - product
    }

    /// An upper bound of the sum of regrets.
    fn regret(&self) -> f64 {
        let from_start = div_up(mul_up(0.5, mul_up(self.width, self.width)), self.rate);
        let moved = add_up(add_up(from_start, mul_up(0.5, self.drift)), self.rounding);
        add_up(moved, mul_up(self.width, self.left_out)).min(mul_up(self.width, self.slopes))
    }
}

/// The rule in one coordinate: the rate `a_t = alpha / S_t`, not above the one before, and the move `a_t s_t`.
#[inline(always)]
pub(crate) fn adagrad_move(before: f64, step: f64, size: f64, slope: f64) -> (f64, f64) {
    let rate = before.min(step / size);
    (rate, rate * slope)
}

/// How far a coordinate may be from where a move of this size takes it exactly, `tau`, and `D tau + tau^2 / 2`.
pub(super) fn move_error(theta: f64, product: f64, width: f64) -> (f64, f64) {
    let scale = add_up(theta.abs(), mul_up(3.0, product.abs()));
    let tau = add_up(mul_up(0.5 * f64::EPSILON, scale), f64::from_bits(1)).min(width);
    (tau, add_up(mul_up(width, tau), mul_up(0.5, mul_up(tau, tau))))
}

impl AdaGrad {
    /// A player at the start, with the step given or the longest side over `sqrt 2`.
    ///
    /// # Errors
    /// If a constant of the setting or the step is not a number that makes sense.
    pub fn new(step: Option<f64>, setting: &GradientSetting<'_>) -> Result<Self> {
        let losses = LinearLosses::new(setting)?;
        let (theta, _) = losses.start();
        let widths = (0..theta.len()).map(|i| losses.domain.bounds(i).width());
        let coordinates: Vec<_> = widths.map(Coordinate::new).collect();
        let widest = coordinates.iter().fold(0.0, |widest: f64, coordinate| widest.max(coordinate.width));
        let step = step.map_or(Ok(theta_bounds::adagrad_step(widest)), check_step)?;
        Ok(Self { losses, step, theta, coordinates })
    }

    /// The step `alpha`.
    pub fn step(&self) -> f64 {
        self.step
    }

    fn sum(&self, term: impl Fn(&Coordinate) -> f64) -> f64 {
        self.coordinates.iter().fold(0.0, |sum, coordinate| add_up(sum, term(coordinate)))
    }
}

impl ThetaPlayer for AdaGrad {
    fn name(&self) -> &'static str {
        "adagrad"
    }

    fn play(&mut self, _: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        theta.copy_from_slice(&self.theta);
        Ok(())
    }

    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        debug_assert_eq!(theta, self.theta, "the point observed is the point played");
        self.losses.learn(loss, theta, work)?;
        let slopes = self.coordinates.iter_mut().zip(&self.losses.slope);
        for (theta, (coordinate, &slope)) in self.theta.iter_mut().zip(slopes) {
            *theta = coordinate.descend(*theta, slope, self.step);
        }
        self.losses.project(&mut self.theta)?;
        Ok(())
    }

    fn bound(&self) -> Option<f64> {
        let widths = self.coordinates.iter().map(|coordinate| coordinate.width);
        let (gradient, horizon) = (self.losses.gradient_bound, self.losses.horizon);
        let bound = theta_bounds::adagrad_bound(widths, gradient, horizon, self.step);
        self.losses.promise(bound, self.sum(|coordinate| coordinate.rounding)).filter(|_| self.losses.domain_is_a_box())
    }

    fn linear_losses(&self) -> Option<&LinearLosses> {
        Some(&self.losses)
    }

    fn linear_bound(&self) -> Option<f64> {
        self.losses.average(self.sum(Coordinate::regret)).filter(|_| self.losses.domain_is_a_box())
    }
}
