//! The paper's lambda-player of the Lagrangian game (Algorithms 1 and 3): projected gradient ascent.
//!
//! `lambda_1 = 0`, then `lambda <- Pi(lambda + eta g)` with the Euclidean projection on `{lambda >= 0, sum lambda <= R}`.
//!
//! **Theorem.** `sum_t <lambda* - lambda_t, g_t> <= R^2 / (2 eta) + (eta / 2) sum_t ||g_t||_2^2` for every `lambda*` of the
//! set, because the squared distance to `lambda*` changes by at most
//! `-2 eta <lambda* - lambda_t, g_t> + eta^2 ||g_t||^2` in a round (projection does not increase it) and starts at most at
//! `R^2`. At the paper's step `R / (B sqrt(2 T))` this is `3 / (2 sqrt 2) R B sqrt T` (printed: `sqrt 2`), at
//! `R / (B sqrt T)` it is `R B sqrt T`.
//!
//! **In doubles.** If the computed point is within `tau_t` of the exact projection of the exact `lambda_t + eta g_t`, the
//! squared distance grows by another `2 D tau_t + tau_t^2` at most, where `D` is the diameter of the set. The projection
//! states its own error; the argument it was given is wrong by at most `2^-51 (eta ||g_t|| + R)` (a product and a sum in
//! each coordinate), and projecting does not increase that. The a-priori bound takes the largest `tau` met so far.

use super::bounds::{gradient_bound, gradient_round};
use super::tally::Tally;
use super::{LambdaPlayer, RegretKind};
use crate::domain::{Domain, L1Orthant};
use crate::error::Result;
use crate::numerics::directed::div_up;
use crate::numerics::rational::power_of_two;

/// Projected gradient ascent on `{lambda >= 0, sum lambda <= R}`.
pub struct ProjectedGradient {
    name: &'static str,
    /// `None` if there are no multipliers.
    set: Option<L1Orthant>,
    horizon: usize,
    bound: f64,
    step: f64,
    lambda: Vec<f64>,
    largest_tau: f64,
    terms: Tally,
    /// The part of the terms that exact arithmetic would not have.
    rounding: Tally,
}

impl ProjectedGradient {
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
        Ok(Self {
            name,
            set,
            horizon,
            bound,
            step,
            lambda: vec![0.0; constraints],
            largest_tau: 0.0,
            terms: Tally::default(),
            rounding: Tally::default(),
        })
    }

    /// Whether the set is one point, which leaves nothing to choose and nothing to regret.
    fn is_idle(&self) -> bool {
        self.set.as_ref().is_none_or(|set| set.radius() == 0.0)
    }
}

/// Moves a point of the set to the projection of `point + step payoff`, given the norm of the payoff. Returns `tau`,
/// and whether a coordinate went so far beyond the set that it was cut first: then nothing is claimed.
pub(super) fn ascend(set: &L1Orthant, point: &mut [f64], step: f64, payoff: &[f64], norm: f64) -> (f64, bool) {
    let limit = power_of_two(600);
    let mut cut = false;
    for (multiplier, g) in point.iter_mut().zip(payoff) {
        let moved = *multiplier + step * g;
        cut |= moved.abs() > limit;
        *multiplier = moved.clamp(-limit, limit);
    }
    let argument = 2.0 * f64::EPSILON * (step * norm + set.radius());
    (set.project(point) + argument, cut)
}

/// `R^2 / (2 eta)` and the terms of the rounds, on average; 0 where there is nothing to choose.
pub(super) fn runtime_bound(set: Option<&L1Orthant>, terms: &Tally, step: f64) -> Option<f64> {
    let Some(set) = set.filter(|set| set.radius() > 0.0) else {
        return (terms.terms() > 0).then_some(0.0);
    };
    let radius = set.radius();
    terms.average(div_up(radius, 2.0 * step) * radius * (1.0 + 2.0 * f64::EPSILON))
}

/// The Euclidean norm, scaled so that squares neither overflow nor vanish; at most `n + 6` roundings.
pub(super) fn euclidean(x: &[f64]) -> f64 {
    let largest = x.iter().fold(0.0_f64, |largest, entry| largest.max(entry.abs()));
    if largest == 0.0 {
        return 0.0;
    }
    let squares: f64 = x.iter().map(|entry| (entry / largest) * (entry / largest)).sum();
    largest * squares.sqrt() * (1.0 + x.len() as f64 * f64::EPSILON)
}

impl LambdaPlayer for ProjectedGradient {
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
        let Some(set) = &self.set else {
            self.terms.add(0.0);
            self.rounding.add(0.0);
            return;
        };
        let norm = euclidean(payoff);
        let (tau, cut) = ascend(set, &mut self.lambda, self.step, payoff, norm);
        self.largest_tau = self.largest_tau.max(tau);
        let round = gradient_round(norm, self.step, set.diameter(), tau);
        // No bound is claimed for gradients that are absurdly beyond the bound they were said to have.
        self.terms.add(if cut { f64::INFINITY } else { round });
        let inexact = gradient_round(0.0, self.step, set.diameter(), tau);
        self.rounding.add(if cut { f64::INFINITY } else { inexact });
    }

    fn bound(&self) -> Option<f64> {
        let Some(set) = &self.set else { return Some(0.0) };
        let tau = self.largest_tau.max(4.0 * f64::EPSILON * (self.step * self.bound + set.radius()));
        Some(gradient_bound(set.radius(), self.bound, self.horizon, self.step, set.diameter(), tau))
    }

    fn runtime_bound(&self) -> Option<f64> {
        runtime_bound(self.set.as_ref(), &self.terms, self.step)
    }

    fn step(&self) -> Option<f64> {
        (!self.is_idle()).then_some(self.step)
    }

    fn rounding(&self) -> Option<f64> {
        if self.is_idle() { (self.rounding.terms() > 0).then_some(0.0) } else { self.rounding.average(0.0) }
    }
}
