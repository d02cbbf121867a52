//! What the gradient players share: the linear losses that they were told, and the step of projected descent.
//!
//! A gradient player sees a round as the linear loss `<s_t, .>`. If the loss `f_t` is convex and `s_t` is a
//! subgradient of it at `theta_t`, then `f_t(theta_t) - f_t(u) <= <s_t, theta_t - u>` for every `u`, so the regret
//! of the linear losses bounds that of the losses. The `s_t` here are the doubles that the problem computed. How far
//! they are from true subgradients is not measured here, so a number in this file is a rigorous statement about the
//! linear losses, and about the losses only as far as the doubles are trusted.
//!
//! **The linearised regret** `(1/T) (sum_t <s_t, theta_t> + sup_u <-sum_t s_t, u>)` is enclosed from running sums. The
//! sum `S` of the slopes is known to an interval in each coordinate; with `m` its midpoint, the supremum of
//! `<-S, u>` differs from that of `<-m, u>` by at most `sum_i |S_i - m_i| max_u |u_i|`.
//!
//! **Descent with rounding.** Let `p = Pi(theta - eta s)` exactly and `y` the computed `theta - eta s`. With
//! `u = 2^-53`, products are off by `u |eta s_i| + 2^-1075`, differences by `u` times their size, hence
//! `||y - (theta - eta s)|| <= u (||theta|| + 3 eta ||s||) + sqrt(d) 2^-1074`. Projections do not increase distances,
//! so the computed point is within `tau` of `p`, where `tau` is this plus the error that
//! [`Domain::project`] states. And `tau` never has to be larger than the diameter `D`. In (MD) the error costs
//! `||p + e - u||^2 <= ||p - u||^2 + 2 D tau + tau^2`, that is `(D tau + tau^2 / 2) / eta` in the sum of regrets.
//!
//! **The bound without a theorem.** `<s_t, theta_t - u> <= D ||s_t||`: whatever else is known, the regret is at most
//! `D sum_t ||s_t||`. It keeps every bound finite where formulas overflow, and makes it 0 on a single point.

use super::Loss;
use crate::domain::{AnyDomain, Domain};
use crate::error::{Error, Result};
use crate::numerics::directed::{add_up, div_up, mul_up, sqrt_up, sub_up};
use crate::numerics::{Enclosure, Norm, enclose_dot};
use crate::problem::Workspace;

/// What a gradient player is told before it plays.
#[derive(Clone, Copy, Debug)]
pub struct GradientSetting<'a> {
    /// The set `Theta`.
    pub domain: &'a AnyDomain,
    /// The number of rounds to come, at least 1: steps and a-priori bounds are made for it.
    pub horizon: usize,
    /// A bound `G` on the Euclidean norm of every subgradient that will be seen. Steps and a-priori bounds rest on
    /// it; [`ThetaPlayer::largest_subgradient`](super::ThetaPlayer::largest_subgradient) tells whether it was kept.
    pub gradient_bound: f64,
    /// Whether the loss of every round is convex. Without it there are no bounds on the regret of the losses.
    pub convex: bool,
    /// Whether the player sees stochastic subgradients instead of exact ones.
    pub stochastic: bool,
}

impl GradientSetting<'_> {
    fn check(&self) -> Result<()> {
        let bound = self.gradient_bound;
        if self.horizon == 0 {
            return Err(Error::new("a gradient player needs a horizon of at least one round"));
        }
        if !(bound.is_finite() && bound >= 0.0) {
            let message = format!("the bound on subgradients is {bound}, but it must be finite and not negative");
            return Err(Error::new(message));
        }
        Ok(())
    }
}

/// Refuses a step that is not a positive finite number.
pub(super) fn check_step(step: f64) -> Result<f64> {
    if step.is_finite() && step > 0.0 {
        Ok(step)
    } else {
        Err(Error::new(format!("the step is {step}, but it must be a positive finite number")))
    }
}

/// The slope of a loss at a point, which must be finite; returns its norm, rounded up.
fn slope_at(loss: &Loss<'_>, theta: &[f64], stochastic: bool, slope: &mut [f64], work: &mut Workspace) -> Result<f64> {
    let problem = loss.problem;
    if stochastic {
        problem.stochastic_subgradient(loss.sample, theta, loss.side, loss.weights, slope, work)?;
    } else {
        problem.subgradient(theta, loss.side, loss.weights, slope, work)?;
    }
    if let Some(i) = slope.iter().position(|slope| !slope.is_finite()) {
        let (name, value) = (problem.name(), slope[i]);
        let message = format!("a subgradient of problem `{name}` is {value} in variable {}", i + 1);
        return Err(Error::new(message));
    }
    Ok(Norm::Two.norm(slope).hi())
}

/// The linear losses of the rounds so far, and where they were played.
#[derive(Clone, Debug)]
pub struct LinearLosses {
    pub(super) domain: AnyDomain,
    pub(super) horizon: usize,
    pub(super) gradient_bound: f64,
    /// The slope of the last round.
    pub(super) slope: Vec<f64>,
    pub(super) diameter: f64,
    radius: f64,
    convex: bool,
    pub(super) stochastic: bool,
    rounds: usize,
    sums: Vec<Enclosure>,
    played: Enclosure,
    sizes: f64,
    largest: f64,
}

impl LinearLosses {
    pub(super) fn new(setting: &GradientSetting<'_>) -> Result<Self> {
        setting.check()?;
        let dim = setting.domain.dim();
        Ok(Self {
            domain: setting.domain.clone(),
            horizon: setting.horizon,
            gradient_bound: setting.gradient_bound,
            slope: vec![0.0; dim],
            diameter: setting.domain.diameter(),
            radius: setting.domain.radius(),
            convex: setting.convex,
            stochastic: setting.stochastic,
            rounds: 0,
            sums: vec![Enclosure::ZERO; dim],
            played: Enclosure::ZERO,
            sizes: 0.0,
            largest: 0.0,
        })
    }

    /// The first point, and the largest distance from it to a point of the domain, rounded up.
    pub(super) fn start(&self) -> (Vec<f64>, f64) {
        let mut start = vec![0.0; self.domain.dim()];
        let tau = self.domain.project(&mut start);
        // From the exact projection of 0 the distance is at most the largest norm.
        let mut reach = add_up(self.radius, tau).min(self.diameter);
        if let AnyDomain::Cuboid(cuboid) = &self.domain {
            let sides = start.iter().zip(cuboid.lower().iter().zip(cuboid.upper()));
            let farthest = sides.map(|(&x, (&lo, &hi))| sub_up(x, lo).max(sub_up(hi, x)));
            reach = reach.min(sqrt_up(farthest.fold(0.0, |sum, side| add_up(sum, mul_up(side, side)))));
        }
        (start, reach)
    }

    /// Computes the slope of the loss at the point just played, and takes note of it; returns its norm, rounded up.
    pub(super) fn learn(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<f64> {
        self.rounds += 1;
        let norm = slope_at(loss, theta, self.stochastic, &mut self.slope, work)?;
        for (sum, &slope) in self.sums.iter_mut().zip(&self.slope) {
            *sum = *sum + Enclosure::point(slope);
        }
        self.played = self.played + enclose_dot(&self.slope, theta);
        self.sizes = add_up(self.sizes, norm);
        self.largest = self.largest.max(norm);
        Ok(norm)
    }

    /// Computes another slope of the loss of the round, which is not one of the linear losses; returns its norm,
    /// rounded up.
    pub(super) fn look(&self, loss: &Loss<'_>, theta: &[f64], out: &mut [f64], work: &mut Workspace) -> Result<f64> {
        slope_at(loss, theta, self.stochastic, out, work)
    }

    /// Moves the point to the projection of `point - step slope`; returns `tau`, given the norm of the slope.
    pub(super) fn descend(&self, point: &mut [f64], step: f64, norm: f64) -> Result<f64> {
        self.descend_along(&self.slope, point, step, norm)
    }

    /// The same along a slope that is given.
    pub(super) fn descend_along(&self, slope: &[f64], point: &mut [f64], step: f64, norm: f64) -> Result<f64> {
        if norm == 0.0 {
            return Ok(0.0);
        }
        for (x, slope) in point.iter_mut().zip(slope) {
            *x -= step * slope;
        }
        let tau = self.project(point)?;
        let from_step = mul_up(0.5 * f64::EPSILON, add_up(self.radius, mul_up(3.0, mul_up(step, norm))));
        Ok(add_up(tau, add_up(from_step, self.underflow())).min(self.diameter))
    }

    /// `sqrt(d) 2^-1074`: what underflow may move a point by.
    pub(super) fn underflow(&self) -> f64 {
        mul_up(sqrt_up(self.slope.len() as f64), f64::from_bits(1))
    }

    /// Writes a point near the sum of the slopes so far; returns a bound on its distance to the exact sum.
    pub(super) fn total(&self, out: &mut [f64]) -> f64 {
        let mut squares = 0.0;
        for (near, sum) in out.iter_mut().zip(&self.sums) {
            *near = sum.midpoint();
            let off = sub_up(sum.hi(), *near).max(sub_up(*near, sum.lo()));
            squares = add_up(squares, mul_up(off, off));
        }
        sqrt_up(squares)
    }

    /// Projects what a step led to, unless the step left the range of doubles; returns the error of the projection.
    pub(super) fn project(&self, point: &mut [f64]) -> Result<f64> {
        if point.iter().all(|x| x.is_finite()) {
            return Ok(self.domain.project(point));
        }
        let message = "the step leaves the range of doubles: choose a smaller one, or a larger bound on subgradients";
        Err(Error::new(message))
    }

    /// What an error `tau` adds to the sum of regrets, times the step.
    pub(super) fn cost_of(&self, tau: f64) -> f64 {
        add_up(mul_up(self.diameter, tau), mul_up(0.5, mul_up(tau, tau)))
    }

    /// Whether bounds on the regret of the linear losses are bounds on the regret of the losses.
    pub fn covers_the_losses(&self) -> bool {
        self.convex && !self.stochastic
    }

    /// Whether the domain is a box, where coordinates do not interact.
    pub(super) fn domain_is_a_box(&self) -> bool {
        matches!(self.domain, AnyDomain::Cuboid(_))
    }

    /// Whether projected descent has a theorem on this domain.
    pub(super) fn domain_is_convex(&self) -> bool {
        !matches!(self.domain, AnyDomain::FiniteSet(_))
    }

    /// The average that an upper bound of the sum of linear regrets proves.
    pub(super) fn average(&self, sum: f64) -> Option<f64> {
        let sum = sum.min(mul_up(self.diameter, self.sizes));
        let average = div_up(sum, self.rounds as f64);
        (self.rounds > 0 && average.is_finite()).then_some(average)
    }

    /// An a-priori average at the horizon, with what rounding added to the sum of regrets so far.
    pub(super) fn promise(&self, bound: f64, rounding: f64) -> Option<f64> {
        self.promise_after(bound, rounding, self.horizon)
    }

    /// The same after another number of rounds.
    pub(super) fn promise_after(&self, bound: f64, rounding: f64, rounds: usize) -> Option<f64> {
        let bound = add_up(bound, div_up(rounding, rounds as f64));
        let bound = bound.min(mul_up(self.diameter, self.gradient_bound));
        (self.covers_the_losses() && self.domain_is_convex() && bound.is_finite()).then_some(bound)
    }

    /// The linearised regret; `None` before the first round, or if a sum left the range of doubles.
    pub fn regret(&self) -> Option<Enclosure> {
        if self.rounds == 0 || self.sums.iter().any(|sum| !sum.is_finite()) {
            return None;
        }
        let direction: Vec<f64> = self.sums.iter().map(|sum| -sum.midpoint()).collect();
        let slack = self.sums.iter().zip(&direction).enumerate().fold(0.0, |slack, (i, (sum, &middle))| {
            let half = add_up(sum.hi(), middle).max(sub_up(-middle, sum.lo()));
            add_up(slack, mul_up(half, self.domain.bounds(i).magnitude()))
        });
        let best = self.domain.support(&direction) + Enclosure::new(-slack, slack);
        (self.played + best).divide(Enclosure::point(self.rounds as f64)).ok()
    }

    /// The largest norm of a slope so far, rounded up.
    pub fn largest(&self) -> f64 {
        self.largest
    }
}
