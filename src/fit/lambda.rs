//! The lambda-players of a training, one for each lane, with `AdaGrad` steps as the theta-player's.
//!
//! In the Lagrangian game the multipliers go up along the hinges and are cut off at 0; a radius, if there is one, scales
//! them down (not the Euclidean projection; the experiments have none).
//!
//! In the proxy game this is the optimiser that the authors released: a matrix of logarithms whose entry `(i, j)` goes
//! up by `rate / sqrt(accumulator)` times `u_i lambda_j`, with `u = (0, g_1, .., g_m)`; then each column is scaled to
//! sum 1, no entry is left below `1e-3 / (m + 1)`, and `lambda` is the stationary distribution of the matrix with
//! columns scaled again. Against the release: its power method is replaced by elimination. No rate is proved for these
//! players; what a run achieved is measured.

use super::lanes::{LANES, Lanes};
use super::settings::{Game, Settings, Start};
use crate::numerics::Stationary;

/// What the accumulators of `AdaGrad` start with.
pub(super) const ACCUMULATOR: f64 = 0.1;
/// The weight that constraints start with in the release, and that they keep together.
const FLOOR: f64 = 1e-3;

/// The multipliers of every lane.
pub(super) struct Multipliers {
    game: Game,
    rates: Lanes,
    used: usize,
    radius: Option<f64>,
    floor: f64,
    solver: Stationary,
    /// By multiplier.
    pub(super) lambda: Vec<Lanes>,
    /// Lane by lane: the logarithms of the matrix by column, or nothing.
    logarithms: Vec<f64>,
    accumulators: Vec<f64>,
    matrix: Vec<f64>,
    point: Vec<f64>,
}

impl Multipliers {
    /// The players of `used` lanes with `m` constraints.
    pub(super) fn new(settings: &Settings, rates: Lanes, used: usize, m: usize) -> Self {
        let n = m + 1;
        let proxy = settings.game == Game::Proxy;
        let entries = if proxy { n * n } else { m };
        let floor = FLOOR / n as f64;
        let column = |row: usize| match settings.start {
            Start::Uniform => (1.0 / n as f64).ln(),
            Start::Released if row == 0 => (1.0 - m as f64 * floor).ln(),
            Start::Released => floor.ln(),
        };
        let logarithms =
            if proxy { (0..LANES * entries).map(|place| column(place % entries % n)).collect() } else { Vec::new() };
        let mut players = Self {
            game: settings.game,
            rates,
            used,
            radius: settings.multiplier_radius,
            floor,
            solver: Stationary::new(n),
            lambda: vec![[0.0; LANES]; if proxy { n } else { m }],
            logarithms,
            accumulators: vec![ACCUMULATOR; LANES * entries],
            matrix: vec![0.0; n * n],
            point: vec![0.0; n],
        };
        if proxy {
            for lane in 0..used {
                players.fix(lane);
            }
        }
        players
    }

    /// The weights of the objective in the theta-player's loss, and of the constraints.
    pub(super) fn weights(&self) -> (Lanes, &[Lanes]) {
        match self.game {
            Game::Proxy => (self.lambda[0], &self.lambda[1..]),
            Game::Lagrangian | Game::Unconstrained => ([1.0; LANES], &self.lambda),
        }
    }

    /// Sees the values of the constraints (of their hinges, in the Lagrangian game) and goes on.
    pub(super) fn observe(&mut self, values: &[Lanes]) {
        match self.game {
            Game::Unconstrained => {}
            Game::Lagrangian => {
                for lane in 0..self.used {
                    self.ascend(values, lane);
                }
            }
            Game::Proxy => {
                for lane in 0..self.used {
                    self.multiply(values, lane);
                    self.fix(lane);
                }
            }
        }
    }

    fn ascend(&mut self, values: &[Lanes], lane: usize) {
        let mut total = 0.0;
        for (i, value) in values.iter().enumerate() {
            let gradient = value[lane];
            let accumulator = &mut self.accumulators[i * LANES + lane];
            *accumulator += gradient * gradient;
            let lambda = &mut self.lambda[i][lane];
            *lambda = (*lambda + self.rates[lane] * gradient / accumulator.sqrt()).max(0.0);
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
        let place = lane * n * n;
        for j in 0..n {
            let weight = self.lambda[j][lane];
            // The payoff of the objective is 0: its row stays.
            for (i, value) in values.iter().enumerate() {
                let entry = place + j * n + i + 1;
                let gradient = value[lane] * weight;
                self.accumulators[entry] += gradient * gradient;
                self.logarithms[entry] += self.rates[lane] * gradient / self.accumulators[entry].sqrt();
            }
        }
    }

    /// Scales the columns, keeps the floor, and solves for the stationary distribution.
    fn fix(&mut self, lane: usize) {
        let n = self.lambda.len();
        let columns = self.logarithms[lane * n * n..][..n * n].chunks_exact_mut(n);
        let least = self.floor.ln();
        for (logarithms, column) in columns.zip(self.matrix.chunks_exact_mut(n)) {
            let largest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for (entry, logarithm) in column.iter_mut().zip(&*logarithms) {
                *entry = (logarithm - largest).exp();
            }
            let sum: f64 = column.iter().sum();
            let shift = largest + sum.ln();
            for (entry, logarithm) in column.iter_mut().zip(logarithms) {
                *logarithm = (*logarithm - shift).max(least);
                *entry = (*entry / sum).max(self.floor);
            }
            let sum: f64 = column.iter().sum();
            for entry in column {
                *entry /= sum;
            }
        }
        self.solver.solve(&self.matrix, &mut self.point);
        for (lambda, &weight) in self.lambda.iter_mut().zip(&self.point) {
            lambda[lane] = weight;
        }
    }
}
