//! `AMSGrad` with a diagonal (Reddi, Kale and Kumar, ICLR 2018): Adam whose rates never increase.
//!
//! In one coordinate, from `m_0 = v_0 = 0`, with `alpha` the step, `b = beta_1` and `c = beta_2`:
//!
//! ```text
//! m_t = b m_{t-1} + (1 - b) s_t,    v_t = c v_{t-1} + (1 - c) s_t^2,    w_t = max(w_{t-1}, v_t),
//! theta_{t+1} = clip(theta_t - a_t m_t),    a_t = alpha / sqrt(t w_t).
//! ```
//!
//! On a box the coordinates do not interact: clipping is the projection in the metric of any diagonal, which is the one
//! that the algorithm asks for, and the regret is the sum of theirs.
//!
//! **Theorem.** On a box, in a coordinate of length `D`, for every `u` there,
//!
//! ```text
//! sum_t s_t (theta_t - u) <= D^2 / (2 a_T) + sum_t a_t m_t^2 / 2
//!                            + b / (1 - b) [sum_t m_t (theta_t - theta_{t+1}) + D |m_T|].
//! ```
//!
//! *Proof.* Let `z_t = m_t (theta_t - u)`. As for (MD), `z_t <= [(theta_t - u)^2 - (theta_{t+1} - u)^2] / (2 a_t) +
//! a_t m_t^2 / 2`, and because the rates do not increase these sum to the first line (summation by parts). From
//! `(1 - b) s_t = m_t - b m_{t-1}`,
//! `(1 - b) s_t (theta_t - u) = z_t - b z_{t-1} + b m_{t-1} (theta_{t-1} - theta_t)`, and so
//! `sum_t s_t (theta_t - u) = sum_t z_t + b / (1 - b) [z_T + sum_{t < T} m_t (theta_t - theta_{t+1})]`. Finally
//! `z_T = m_T (theta_T - theta_{T+1}) + m_T (theta_{T+1} - u)`. QED.
//!
//! **A priori.** `m_t (theta_t - theta_{t+1}) <= a_t m_t^2`, since clipping shortens moves. `|m_t|` is at most the
//! largest `|s_r|`, `r <= t`, and `sqrt(w_t) >= sqrt(1 - c) |s_r|` for each, so `a_t m_t^2 <= alpha |m_t| / sqrt(t (1 -
//! c))`; over the coordinates the `|m_t|` sum to at most `sqrt d G`, and `sum_t 1 / sqrt t <= 2 sqrt T`. With `1 / a_T
//! <= sqrt T G / alpha` this is [`amsgrad_bound`](super::theta_bounds::amsgrad_bound). The published constants are not
//! used (Tran and Phong, 2019, report a gap in their proof). With `b = 0.9` and `c = 0.99` the constant is large, some
//! 14 times that of [`AdaGrad`](super::AdaGrad) on an interval: it is what this proof gives, not what runs show.
//!
//! **In doubles.** The rates are doubles that do not increase, and the theorem holds for any such. A move is off by
//! `tau_t` as in [`theta_adagrad`](super::theta_adagrad), which adds `(D tau_t + tau_t^2 / 2) / a_t` (and, a priori, `b
//! / (1 - b) |m_t| tau_t`; the run takes the moves as they were). A momentum is off by `e_t <= 3 2^-53 (|b m_{t-1}| +
//! |(1 - b) s_t|) + 2^-1073`, which adds `D e_t / (1 - b)`. Slopes below 2^-500 are taken for 0 and cost at most `D
//! |s_t|`. `sqrt(v_t)` is kept, not `v_t`, so that squares do not leave the range.
//!
//! **On other domains** the projection used is the Euclidean one, not that of the diagonal: a heuristic with no theorem
//! here, so its bounds are `None`. *Departures:* `b` is constant, `c = 0.99`, and nothing is added to `sqrt(w_t)`: a
//! coordinate without a slope so far does not move.

use super::softmax::hypotenuse;
use super::theta_adagrad::move_error;
use super::theta_bounds::{self, AMSGRAD_MEMORY, AMSGRAD_MOMENTUM};
use super::theta_linear::{GradientSetting, LinearLosses, check_step};
use super::{Loss, ThetaPlayer};
use crate::domain::Domain;
use crate::error::Result;
use crate::numerics::directed::{add_up, div_up, mul_up, sub_down, sub_up};
use crate::problem::Workspace;

/// The diagonal `AMSGrad` player. Its bounds cover boxes; on other domains it plays without them.
#[derive(Clone, Debug)]
pub struct AmsGrad {
    losses: LinearLosses,
    step: f64,
    theta: Vec<f64>,
    coordinates: Vec<Coordinate>,
    /// The number of the round to come, from 1.
    round: usize,
}

/// One coordinate; sums are rounded up.
#[derive(Clone, Debug)]
struct Coordinate {
    width: f64,
    /// `m_t`, `sqrt(v_t)` and `sqrt(w_t)`, in doubles.
    momentum: f64,
    size: f64,
    largest: f64,
    /// `a_t`, infinite before the first move.
    rate: f64,
    /// `sum_t a_t m_t^2` and `sum_t m_t (theta_t - theta_{t+1})`.
    drift: f64,
    moves: f64,
    /// `sum_t |s_t|`, of all slopes and of those left out.
    slopes: f64,
    left_out: f64,
    /// `sum_t (D tau_t + tau_t^2 / 2) / a_t`, `sum_t |m_t| tau_t`, `sum_t e_t`.
    rounding: f64,
    rounding_moves: f64,
    rounding_momentum: f64,
}

/// `b / (1 - b)`, rounded up; the difference is exact.
fn carried() -> f64 {
    div_up(AMSGRAD_MOMENTUM, 1.0 - AMSGRAD_MOMENTUM)
}

impl Coordinate {
    fn new(width: f64) -> Self {
        Self {
            width,
            momentum: 0.0,
            size: 0.0,
            largest: 0.0,
            rate: f64::INFINITY,
            drift: 0.0,
            moves: 0.0,
            slopes: 0.0,
            left_out: 0.0,
            rounding: 0.0,
            rounding_moves: 0.0,
            rounding_momentum: 0.0,
        }
    }

    /// The coordinate after a step along `slope`, before projection; `alpha_t = alpha / sqrt t`.
    fn descend(&mut self, theta: f64, slope: f64, alpha_t: f64) -> f64 {
        self.slopes = add_up(self.slopes, slope.abs());
        let is_tiny = slope.abs() < theta_bounds::adagrad_tiny();
        if is_tiny {
            self.left_out = add_up(self.left_out, slope.abs());
        }
        let slope = if is_tiny { 0.0 } else { slope };
        let (kept, added) = (AMSGRAD_MOMENTUM * self.momentum, (1.0 - AMSGRAD_MOMENTUM) * slope);
        self.momentum = kept + added;
        let error = add_up(mul_up(1.5 * f64::EPSILON, add_up(kept.abs(), added.abs())), 2.0 * f64::from_bits(1));
        self.size = hypotenuse(AMSGRAD_MEMORY.sqrt() * self.size, (1.0 - AMSGRAD_MEMORY).sqrt() * slope.abs());
        self.largest = self.largest.max(self.size);
        if self.largest == 0.0 {
            return theta; // no slope so far: the momentum is 0, exactly
        }
        self.rounding_momentum = add_up(self.rounding_momentum, error);
        self.rate = self.rate.min(alpha_t / self.largest);
        let product = self.rate * self.momentum;
        let (tau, cost) = move_error(theta, product, self.width);
        self.rounding = add_up(self.rounding, div_up(cost, self.rate));
        let size = self.momentum.abs();
        self.rounding_moves = add_up(self.rounding_moves, mul_up(size, tau));
        self.drift = add_up(self.drift, mul_up(mul_up(self.rate, size), size));
        theta - product
    }

    /// Takes note of a move that was made, after [`descend`](Self::descend) and the projection.
    fn moved(&mut self, from: f64, to: f64) {
        let distance = if self.momentum >= 0.0 { sub_up(from, to) } else { sub_down(from, to) };
        self.moves = add_up(self.moves, mul_up(self.momentum, distance));
    }

    /// An upper bound of the sum of regrets.
    fn regret(&self) -> f64 {
        let from_start = div_up(mul_up(0.5, mul_up(self.width, self.width)), self.rate);
        let moved = add_up(add_up(from_start, mul_up(0.5, self.drift)), self.rounding);
        let after = add_up(self.moves, mul_up(self.width, self.momentum.abs()));
        let after = if after < 0.0 { 0.0 } else { mul_up(carried(), after) };
        let momentum = div_up(mul_up(self.width, self.rounding_momentum), 1.0 - AMSGRAD_MOMENTUM);
        let sum = add_up(add_up(moved, after), add_up(momentum, mul_up(self.width, self.left_out)));
        let trivial = mul_up(self.width, self.slopes);
        if sum.is_nan() { trivial } else { sum.min(trivial) } // a sum that left the range of doubles proves nothing
    }

    /// What rounding added to it a priori.
    fn rounding(&self) -> f64 {
        let momentum = div_up(mul_up(self.width, self.rounding_momentum), 1.0 - AMSGRAD_MOMENTUM);
        add_up(add_up(self.rounding, mul_up(carried(), self.rounding_moves)), momentum)
    }
}

impl AmsGrad {
    /// A player at the start, with the step given or that of [`theta_bounds::amsgrad_step`].
    ///
    /// # Errors
    /// If a constant of the setting or the step is not a number that makes sense.
    pub fn new(step: Option<f64>, setting: &GradientSetting<'_>) -> Result<Self> {
        let losses = LinearLosses::new(setting)?;
        let (theta, _) = losses.start();
        let widths = (0..theta.len()).map(|i| losses.domain.bounds(i).width());
        let coordinates: Vec<_> = widths.map(Coordinate::new).collect();
        let usual = theta_bounds::amsgrad_step(coordinates.iter().map(|coordinate| coordinate.width));
        let step = step.map_or(Ok(usual), check_step)?;
        Ok(Self { losses, step, theta, coordinates, round: 1 })
    }

    fn sum(&self, term: impl Fn(&Coordinate) -> f64) -> f64 {
        self.coordinates.iter().fold(0.0, |sum, coordinate| add_up(sum, term(coordinate)))
    }
}

impl ThetaPlayer for AmsGrad {
    fn name(&self) -> &'static str {
        "amsgrad"
    }

    fn play(&mut self, _: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        theta.copy_from_slice(&self.theta);
        Ok(())
    }

    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        debug_assert_eq!(theta, self.theta, "the point observed is the point played");
        self.losses.learn(loss, theta, work)?;
        let alpha_t = self.step / (self.round as f64).sqrt();
        self.round += 1;
        let slopes = self.coordinates.iter_mut().zip(&self.losses.slope);
        for (theta, (coordinate, &slope)) in self.theta.iter_mut().zip(slopes) {
            *theta = coordinate.descend(*theta, slope, alpha_t);
        }
        self.losses.project(&mut self.theta)?;
        for (coordinate, (&from, &to)) in self.coordinates.iter_mut().zip(theta.iter().zip(&self.theta)) {
            coordinate.moved(from, to);
        }
        Ok(())
    }

    fn bound(&self) -> Option<f64> {
        let widths = self.coordinates.iter().map(|coordinate| coordinate.width);
        let (gradient, horizon) = (self.losses.gradient_bound, self.losses.horizon);
        let bound = theta_bounds::amsgrad_bound(widths, gradient, horizon, self.step);
        self.losses.promise(bound, self.sum(Coordinate::rounding)).filter(|_| self.losses.domain_is_a_box())
    }

    fn linear_losses(&self) -> Option<&LinearLosses> {
        Some(&self.losses)
    }

    fn linear_bound(&self) -> Option<f64> {
        self.losses.average(self.sum(Coordinate::regret)).filter(|_| self.losses.domain_is_a_box())
    }
}
