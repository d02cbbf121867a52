//! Rounds that nobody played: points of a finite set and multipliers, both at random.
//!
//! What a statement says of a run that was played holds for any rounds whatever. Here everything it rests on is computed
//! from the table itself, exactly, and not by an oracle: the infimum at the mean multipliers, the margin, the range.

use super::Instance;
use super::run::{EXPONENTS, averages, clipped};
use super::sizes::number;
use crate::certificate::{Given, GivenMargin, GivenRange, LowerBound};
use crate::game::Game;
use crate::numerics::rational::{enclose, exact};
use crate::numerics::{Enclosure, Norm};
use crate::regret::Averages;
use crate::trace::{Layout, Round, Trace};
use dashu_ratio::RBig;
use proptest::collection::vec;
use proptest::prelude::*;

/// A table of points, and rounds.
#[derive(Clone, Debug)]
pub struct DrawnRounds {
    /// Whose rounds they are.
    pub game: Game,
    /// `(g_0, g_1, .., g_m)` of each point.
    pub points: Vec<Vec<f64>>,
    /// By how much the proxy of each constraint is above it; where that is negative, it does not dominate.
    pub above: Vec<f64>,
    /// Which point, and the multipliers `lambda_0..m`; the first is left out in the Lagrangian game.
    pub rounds: Vec<(usize, Vec<f64>)>,
    /// How rounds are weighed.
    pub averages: Averages,
    /// The radius of the multipliers.
    pub radius: f64,
    /// The exponent of the norm, for statements about norms.
    pub exponent: f64,
    /// By how much the recorded values may be off.
    pub width: f64,
}

/// Rounds of a game as instances.
pub fn any_rounds(game: Game) -> BoxedStrategy<Instance> {
    drawn_rounds(game).prop_map(Instance::Rounds).boxed()
}

/// Rounds of a game in which the statements promise something: the multipliers are shorter than the radius, the objective
/// has a weight, and proxies dominate.
pub fn drawn_rounds(game: Game) -> BoxedStrategy<DrawnRounds> {
    let sizes = prop_oneof![8 => 0..=4_usize, 1 => 5..=12_usize];
    let drawn = sizes.prop_flat_map(move |m| {
        let points = vec(vec(number(), m + 1), 1..=8);
        let multiplier = prop_oneof![3 => (0..=8_u8).prop_map(|k| f64::from(k) / 8.0), 1 => 0.0..1.0];
        let rounds = vec((0..8_usize, vec(multiplier, m + 1)), 1..=24);
        let above = vec(prop_oneof![2 => (0..=8_u8).prop_map(|k| f64::from(k) / 4.0), 1 => 0.0..1.0], m);
        let width = prop_oneof![3 => Just(0.0), 1 => Just(0.25)];
        let radius = prop_oneof![2 => Just(2.0 * (m as f64) + 1.0), 1 => (m as f64 + 0.125)..(4.0 * m as f64 + 1.0)];
        let exponent = prop::sample::select(EXPONENTS.to_vec());
        (points, above, rounds, averages(), radius, exponent, width)
    });
    drawn
        .prop_map(move |(points, above, rounds, averages, radius, exponent, width)| {
            let mut drawn = DrawnRounds { game, points, above, rounds, averages, radius, exponent, width };
            drawn.settle();
            drawn
        })
        .boxed()
}

impl DrawnRounds {
    /// Makes sense of what was drawn independently: points that exist, proxies that dominate, weights that leave the last
    /// round in, and a weight of the objective in it.
    fn settle(&mut self) {
        let points = self.points.len();
        self.averages = clipped(self.averages, self.rounds.len());
        if self.game == Game::ProxyLagrangian {
            self.averages.lambda = self.averages.theta; // one weight for both
        }
        // Values that are off by some width show that proxies dominate only where these are farther apart.
        self.above.iter_mut().for_each(|above| *above = above.max(2.0 * self.width));
        self.rounds.iter_mut().for_each(|(point, _)| *point %= points);
        if let Some((_, multipliers)) = self.rounds.last_mut() {
            multipliers[0] = multipliers[0].max(0.125);
        }
    }

    /// The same with at least one constraint, and a point that is strictly feasible for what the theta-player sees.
    #[must_use]
    pub fn with_margin(mut self) -> Self {
        if self.above.is_empty() {
            self.above.push(0.5);
            self.points.iter_mut().for_each(|point| point.push(-1.0));
            self.rounds.iter_mut().for_each(|(_, multipliers)| multipliers.push(0.25));
        }
        for (value, above) in self.points[0][1..].iter_mut().zip(&self.above) {
            *value = -(value.abs() + above + 0.125);
        }
        self
    }

    /// The number of constraints.
    pub fn constraints(&self) -> usize {
        self.above.len()
    }

    /// `(g_0, h_1, .., h_m)` of a point, with the proxies in the proxy game.
    pub fn seen(&self, point: usize, game: Game) -> Vec<f64> {
        let above = |i: usize| if game == Game::ProxyLagrangian && i > 0 { self.above[i - 1] } else { 0.0 };
        self.points[point].iter().enumerate().map(|(i, &value)| value + above(i)).collect()
    }

    /// The rounds as a trace.
    ///
    /// # Panics
    /// Never: every round fits.
    pub fn trace(&self) -> Trace {
        let (m, proxies) = (self.constraints(), self.game == Game::ProxyLagrangian && self.constraints() > 0);
        let mut layout = Layout::new(self.game, m);
        if proxies {
            layout = layout.with_proxies();
        }
        if self.width > 0.0 {
            layout = layout.enclose_all();
        }
        let mut trace = Trace::with_capacity(layout.clone(), self.rounds.len());
        let mut round = Round::new(&layout);
        let around = |value: f64| Enclosure::point(value) + Enclosure::new(-self.width, self.width);
        for (point, multipliers) in &self.rounds {
            let values = self.seen(*point, Game::Lagrangian);
            round.objective = around(values[0]);
            round.constraints = values[1..].iter().map(|&value| around(value)).collect();
            if proxies {
                round.proxies = self.seen(*point, self.game)[1..].iter().map(|&value| around(value)).collect();
            }
            round.lambda.copy_from_slice(&multipliers[self.game.first_multiplier()..]);
            trace.push(&round).expect("the round fits");
        }
        trace
    }

    /// The weights of `(g_0, h)` in the theta-player's loss at the mean multipliers, exactly.
    pub fn weights(&self) -> Vec<RBig> {
        let average = self.averages.lambda;
        let total = RBig::from(average.total(self.rounds.len() as u64));
        let mean = |i: usize| {
            let rounds = (0..).zip(&self.rounds);
            let sum =
                rounds.fold(RBig::ZERO, |sum, (t, (_, lambda))| sum + RBig::from(average.weight(t)) * exact(lambda[i]));
            sum / &total
        };
        let first = if self.game == Game::Lagrangian { RBig::ONE } else { mean(0) };
        std::iter::once(first).chain((1..=self.constraints()).map(mean)).collect()
    }

    /// The infimum of the theta-player's loss at the mean multipliers, rounded down to a double.
    pub fn lower(&self) -> f64 {
        let weights = self.weights();
        let loss = |point: usize| -> RBig {
            let terms = self.seen(point, self.game);
            weights.iter().zip(terms).fold(RBig::ZERO, |sum, (weight, value)| sum + weight * exact(value))
        };
        enclose(&(0..self.points.len()).map(loss).min().unwrap_or(RBig::ZERO)).lo()
    }

    /// What is given with the rounds: all of it true of the table.
    pub fn given(&self) -> Given {
        let objectives = self.points.iter().map(|point| Enclosure::point(point[0]));
        let range = objectives.reduce(Enclosure::hull).map_or(0.0, Enclosure::width);
        let slack =
            |point: usize| self.seen(point, self.game)[1..].iter().fold(f64::INFINITY, |least, g| least.min(-g));
        let best = (0..self.points.len()).max_by(|&a, &b| slack(a).total_cmp(&slack(b)));
        let margin = best.map(|best| (best, slack(best))).filter(|(_, slack)| slack.is_finite() && *slack > 0.0);
        Given {
            radius: (self.game == Game::Lagrangian).then_some(self.radius),
            lower_bound: Some(LowerBound::declared(self.lower())),
            margin: margin.map(|(best, value)| GivenMargin {
                value,
                point: None,
                objective: Some(Enclosure::point(self.points[best][0])),
            }),
            objective_range: Some(GivenRange { value: range, enclosed: false }),
            averages: self.averages,
            ..Given::default()
        }
    }

    /// The norm of the exponent.
    pub fn norm(&self) -> Norm {
        Norm::new(self.exponent).unwrap_or(Norm::One)
    }
}
