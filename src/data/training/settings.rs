//! What a training is told, and what it gives back.

use crate::error::{Error, Result};
use crate::game::Game;

/// The objective that the theta-player descends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingLoss {
    /// `max(0, 1 - y s)`, whose values on data are rational: what certificates speak of.
    Hinge,
    /// `log2(1 + e^(-y s))`.
    Logistic,
}

/// Where the matrix of the proxy game's lambda-player starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// As the optimiser that the authors released: in each column `1e-3 / (m + 1)` on every constraint, the rest on the
    /// objective; entries never fall below that number.
    Released,
    /// As the paper's Algorithm 2: all entries `1 / (m + 1)`; the same floor.
    Uniform,
}

/// What a training is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The game: both players see the hinges of the constraints in the Lagrangian game, while in the proxy game the
    /// lambda-player sees the rates themselves; `None` has no lambda-player, and the loss alone is played.
    pub game: Option<Game>,
    /// The objective.
    pub loss: TrainingLoss,
    /// The step sizes: one run for each, all on the same minibatches. Both players use them.
    pub rates: Vec<f64>,
    /// The number of rounds.
    pub rounds: usize,
    /// The number of rows in a minibatch.
    pub batch: usize,
    /// A snapshot is taken after so many rounds, again and again.
    pub every: usize,
    /// The radius of the ball of models.
    pub radius: f64,
    /// The largest sum of the multipliers of the Lagrangian game; none in the paper's experiments.
    pub multiplier_radius: Option<f64>,
    /// Where the proxy game's lambda-player starts.
    pub start: Start,
    /// Decides the minibatches.
    pub seed: u64,
}

impl Settings {
    /// The paper's protocol: 13 step sizes from 2^-9 to 2^3, 5,000 rounds of 100 rows, 100 snapshots; and a ball of
    /// radius 10, which the paper does not have, so that lower bounds exist.
    pub fn paper(game: Option<Game>, seed: u64) -> Self {
        Self {
            game,
            loss: TrainingLoss::Hinge,
            rates: (-9..=3).map(|power| 2_f64.powi(power)).collect(),
            rounds: 5000,
            batch: 100,
            every: 50,
            radius: 10.0,
            multiplier_radius: None,
            start: Start::Released,
            seed,
        }
    }

    /// Refuses what cannot be trained with.
    ///
    /// # Errors
    /// If a number is missing, 0, or out of range.
    pub fn check(&self) -> Result<()> {
        let positive = |x: f64| x > 0.0 && x.is_finite();
        if self.rates.is_empty() || !self.rates.iter().all(|&rate| positive(rate)) {
            return Err(Error::new("a training needs step sizes, each a positive number"));
        }
        if self.rounds == 0 || self.batch == 0 || self.every == 0 || self.every > self.rounds {
            return Err(Error::new(
                "a training needs at least one round, one row in a minibatch, and one snapshot before it ends",
            ));
        }
        if !(positive(self.radius) && self.radius <= 4096.0) {
            return Err(Error::new(format!(
                "the radius of the ball of models is {}, but it must be positive and at most 4096",
                self.radius
            )));
        }
        if !self.multiplier_radius.is_none_or(positive) {
            return Err(Error::new("the radius of the multipliers must be a positive number"));
        }
        Ok(())
    }
}

/// The state of a run after some rounds: what both players would do next.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The model: in the ball, and each number a multiple of 2^-40.
    pub theta: Vec<f64>,
    /// The multipliers: in the proxy game one for the objective, then one per constraint.
    pub lambda: Vec<f64>,
}

/// One run.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainedRun {
    /// Its step size.
    pub rate: f64,
    /// Its snapshots, the last one at the end of the last full period.
    pub snapshots: Vec<Snapshot>,
}
