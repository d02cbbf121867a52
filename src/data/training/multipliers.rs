//! The lambda-players of a training, one for each lane, with `AdaGrad` steps as the theta-player's.
//!
//! In the Lagrangian game the multipliers go up along the hinges and are cut off at 0; a radius, if there is one, scales
//! them down (not the Euclidean projection; the experiments have none).
//!
//! In the proxy game this is the optimiser that the authors released: the
//! [matrix player](crate::players::MatrixMultiplicative)
//! of the paper, whose sums of gains go up by steps of [`AdaGrad`](crate::players::AdaGrad) in each entry, in place of one
//! step for all, and with a floor of `1e-3 / (m + 1)` for the entries. Against the release: its power method is replaced
//! by elimination. Both rules are those of `players`, where their bounds are; no rate is proved for the two together,
//! and what a run achieved is measured.

use super::lanes::{LANES, Lanes};
use super::settings::{Settings, Start};
use crate::game::Game;
use crate::numerics::elementary::ln;
use crate::players::{MatrixRule, adagrad_move};

/// What the accumulators of `AdaGrad` start with.
pub(super) const ACCUMULATOR: f64 = 0.1;
/// The weight that constraints start with in the release, and that they keep together.
const FLOOR: f64 = 1e-3;

/// The multipliers of every lane.
pub(super) struct Multipliers {
    game: Option<Game>,
    rates: Lanes,
    used: usize,
    radius: Option<f64>,
    floor: f64,
    rule: MatrixRule,
    /// By multiplier.
    pub(super) lambda: Vec<Lanes>,
    /// Lane by lane: the logarithms of the matrix by column, or nothing.
    logarithms: Vec<f64>,
    accumulators: Vec<f64>,
    point: Vec<f64>,
}

impl Multipliers {
    /// The players of `used` lanes with `m` constraints.
    pub(super) fn new(settings: &Settings, rates: Lanes, used: usize, m: usize) -> Self {
        let n = m + 1;
        let proxy = settings.game == Some(Game::ProxyLagrangian);
        let entries = if proxy { n * n } else { m };
        let floor = FLOOR / n as f64;
        let column = |row: usize| match settings.start {
            Start::Uniform => 1.0 / n as f64,
            Start::Released if row == 0 => 1.0 - m as f64 * floor,
            Start::Released => floor,
        };
        // Our own logarithm: the platform's is not the same on every processor.
        let [first, other] = [0, 1].map(|row| ln(column(row)).midpoint());
        let logarithms = if proxy {
            (0..LANES * entries).map(|place| if place % entries % n == 0 { first } else { other }).collect()
        } else {
            Vec::new()
        };
        let mut players = Self {
            game: settings.game,
            rates,
            used,
            radius: settings.multiplier_radius,
            floor,
            rule: MatrixRule::new(n),
            // The search for a stationary distribution starts at what was played before.
            lambda: if proxy { vec![[1.0; LANES]; n] } else { vec![[0.0; LANES]; m] },
            logarithms,
            accumulators: vec![ACCUMULATOR; LANES * entries],
            point: vec![0.0; n],
        };
        if proxy {
            (0..used).for_each(|lane| players.fix(lane));
        }
        players
    }

    /// The weights of the objective in the theta-player's loss, and of the constraints.
    pub(super) fn weights(&self) -> (Lanes, &[Lanes]) {
        match self.game {
            Some(Game::ProxyLagrangian) => (self.lambda[0], &self.lambda[1..]),
            Some(Game::Lagrangian) | None => ([1.0; LANES], &self.lambda),
        }
    }

    /// Sees the values of the constraints (of their hinges, in the Lagrangian game) and goes on.
    pub(super) fn observe(&mut self, values: &[Lanes]) {
        for lane in 0..self.used {
            match self.game {
                None => {}
                Some(Game::Lagrangian) => self.ascend(values, lane),
                Some(Game::ProxyLagrangian) => {
                    self.multiply(values, lane);
                    self.fix(lane);
                }
            }
        }
    }

    /// The step of `AdaGrad` at an accumulator.
    fn step(&mut self, entry: usize, gradient: f64, lane: usize) -> f64 {
        self.accumulators[entry] += gradient * gradient;
        adagrad_move(f64::INFINITY, self.rates[lane], self.accumulators[entry].sqrt(), gradient).1
    }

    fn ascend(&mut self, values: &[Lanes], lane: usize) {
        let mut total = 0.0;
        for (i, value) in values.iter().enumerate() {
            let step = self.step(i * LANES + lane, value[lane], lane);
            let lambda = &mut self.lambda[i][lane];
            *lambda = (*lambda + step).max(0.0);
            total += *lambda;
        }
        if let Some(radius) = self.radius.filter(|&radius| total > radius) {
            // A little less, so that rounding cannot leave the set.
            let scale = radius / total * (1.0 - 1e-12);
            for lambda in &mut self.lambda {
                lambda[lane] *= scale;
            }
        }
    }

    fn multiply(&mut self, values: &[Lanes], lane: usize) {
        let n = self.lambda.len();
        for j in 0..n {
            let weight = self.lambda[j][lane];
            // The payoff of the objective is 0: its row stays.
            for (i, value) in values.iter().enumerate() {
                let entry = (lane * n + j) * n + i + 1;
                self.logarithms[entry] += self.step(entry, value[lane] * weight, lane);
            }
        }
    }

    /// The multipliers of the matrix of a lane.
    fn fix(&mut self, lane: usize) {
        let n = self.lambda.len();
        for (weight, lambda) in self.point.iter_mut().zip(&self.lambda) {
            *weight = lambda[lane];
        }
        self.rule.fix(1.0, Some(self.floor), &mut self.logarithms[lane * n * n..][..n * n], &mut self.point);
        for (lambda, &weight) in self.lambda.iter_mut().zip(&self.point) {
            lambda[lane] = weight;
        }
    }
}
