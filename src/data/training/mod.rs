//! Training many step sizes at once.
//!
//! Each round takes one minibatch for all runs. The theta-player steps along the subgradient of its loss on the minibatch,
//! where a row of a set `S` counts `N / (batch |S|)`: that is unbiased, because `|S|` is the data set's. The
//! lambda-player sees the rates on the minibatch (the hinges, in the Lagrangian game), counted the same way. `AdaGrad` for
//! both, accumulators from 0.1; models start at 0. Nothing is proved here: what came out is evaluated and certified.
//!
//! Snapshots are moved towards 0 to multiples of 2^-40 ([`super::grid`]), so that every score of theirs is exact.

#![expect(clippy::needless_range_loop, reason = "loops over lanes index several arrays at the same place")]

mod lanes;
mod minibatches;
mod multipliers;
mod settings;
#[cfg(test)]
#[path = "../../../tests/inside/training.rs"]
mod tests;

pub use settings::{Settings, Snapshot, Start, TrainedRun, TrainingLoss};

use super::coefficients::Coefficients;
use super::{Cells, Dataset, grid};
use crate::domain::{Ball, Domain as _};
use crate::error::{Error, Result};
use crate::files::memory::{most_bytes, most_in_words};
use crate::game::Game;
use lanes::{CellLanes, LANES, Lanes, Models, Step};
use minibatches::Minibatches;
use multipliers::Multipliers;

/// Trains one run per step size.
///
/// ```
/// use dashu_ratio::RBig;
/// use referee::data::{Cells, Dataset, Settings, train};
/// let mut rows = Dataset::new(2);
/// for row in 0..40_u32 {
///     rows.push(&[0, 1][..1 + (row % 2) as usize], row % 2 == 1); // the second feature is the label
/// }
/// let cells = Cells::new(rows.labels(), vec![]);
/// let settings = Settings { rounds: 200, batch: 10, ..Settings::paper(None, 0) };
/// let runs = train(&rows, &cells, &settings)?;
/// let last = &runs[9].snapshots.last().unwrap().theta; // step size 1
/// assert!(last[0] < 0.0 && last[0] + last[1] > 0.0);
/// # Ok::<(), referee::error::Error>(())
/// ```
///
/// # Errors
/// If a setting makes no sense or there are no rows.
pub fn train(dataset: &Dataset, cells: &Cells, settings: &Settings) -> Result<Vec<TrainedRun>> {
    train_telling(dataset, cells, settings, &mut |_, _| ())
}

/// The same, and `progress` is told how many of how many rounds were played.
///
/// # Errors
/// As [`train`].
pub fn train_telling(
    dataset: &Dataset,
    cells: &Cells,
    settings: &Settings,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Vec<TrainedRun>> {
    settings.check()?;
    if dataset.is_empty() || dataset.num_features() == 0 {
        return Err(Error::new("a training needs at least one row and one feature"));
    }
    check_memory(dataset.num_features(), Coefficients::new(cells).constraints, settings)?;
    let chunks = settings.rates.chunks(LANES);
    let total = chunks.len().saturating_mul(settings.rounds);
    let mut runs = Vec::new();
    for (chunk, rates) in chunks.enumerate() {
        let mut tell = |round: usize| progress(chunk * settings.rounds + round, total);
        runs.extend(Trainer::new(dataset, cells, settings, rates).train(&mut tell)?);
    }
    Ok(runs)
}

/// Refuses snapshots or players that need more than [`most_bytes`].
fn check_memory(features: usize, constraints: usize, settings: &Settings) -> Result<()> {
    let bytes = |numbers: &[usize]| numbers.iter().fold(8, |product: u64, &x| product.saturating_mul(x as u64));
    let (count, actions) = (settings.rounds / settings.every, constraints + 1);
    // While a chunk of step sizes is trained there are its snapshots by lane, and then those of every run.
    let (chunk, runs) = (LANES, settings.rates.len());
    if bytes(&[count, features + actions, chunk + runs]) > most_bytes() {
        return Err(Error::new(format!(
            "{count} snapshots of {runs} runs with {features} features are more than fit in memory ({}): take fewer \
             snapshots",
            most_in_words()
        )));
    }
    // The logarithms and the steps of a matrix for each lane.
    if settings.game == Some(Game::ProxyLagrangian) && bytes(&[actions, actions, 2 * LANES]) > most_bytes() {
        return Err(Error::new(format!(
            "the players of the proxy game keep a square matrix, and with {constraints} constraints that is more than \
             fits in memory ({}): take fewer constraints",
            most_in_words()
        )));
    }
    Ok(())
}

/// Up to 16 runs.
struct Trainer<'a> {
    dataset: &'a Dataset,
    cells: &'a Cells,
    settings: &'a Settings,
    rates: &'a [f64],
    coefficients: Coefficients,
    minibatches: Minibatches,
    batch: Vec<u32>,
    by_cell: Vec<CellLanes>,
    /// The cells of the minibatch, each once, and the round in which each cell was last met.
    met: Vec<u32>,
    met_in: Vec<usize>,
    models: Models,
    multipliers: Multipliers,
    values: Vec<Lanes>,
    vector: pulp::Arch,
}

impl<'a> Trainer<'a> {
    fn new(dataset: &'a Dataset, cells: &'a Cells, settings: &'a Settings, rates: &'a [f64]) -> Self {
        let coefficients = Coefficients::new(cells);
        let mut lanes = [0.0; LANES];
        lanes[..rates.len()].copy_from_slice(rates);
        let m = coefficients.constraints;
        Self {
            dataset,
            cells,
            settings,
            rates,
            minibatches: Minibatches::new(dataset.len(), settings.seed),
            batch: vec![0; settings.batch],
            by_cell: vec![CellLanes::EMPTY; cells.len()],
            met: Vec::with_capacity(cells.len()),
            met_in: vec![usize::MAX; cells.len()],
            models: Models::new(dataset.num_features(), lanes, settings.radius),
            multipliers: Multipliers::new(settings, lanes, rates.len(), m),
            values: vec![[0.0; LANES]; m],
            coefficients,
            vector: pulp::Arch::new(),
        }
    }

    fn train(mut self, tell: &mut dyn FnMut(usize)) -> Result<Vec<TrainedRun>> {
        let count = self.settings.rounds / self.settings.every;
        let (d, n) = (self.dataset.num_features(), self.multipliers.lambda.len());
        let mut thetas = vec![[0.0; LANES]; count * d];
        let mut lambdas = vec![[0.0; LANES]; count * n];
        for round in 0..self.settings.rounds {
            self.round(round);
            tell(round + 1);
            if (round + 1).is_multiple_of(self.settings.every) {
                let place = round / self.settings.every;
                thetas[place * d..][..d].copy_from_slice(&self.models.theta);
                lambdas[place * n..][..n].copy_from_slice(&self.multipliers.lambda);
            }
        }
        let ball = Ball::new(d, self.settings.radius)?;
        let lane_of = |all: &[Lanes], lane: usize| all.iter().map(|lanes| lanes[lane]).collect::<Vec<f64>>();
        let snapshot = |lane: usize, place: usize| {
            let mut theta = lane_of(&thetas[place * d..][..d], lane);
            ball.project(&mut theta);
            grid::truncate(&mut theta);
            Snapshot { theta, lambda: lane_of(&lambdas[place * n..][..n], lane) }
        };
        let run = |(lane, &rate): (usize, &f64)| TrainedRun {
            rate,
            snapshots: (0..count).map(|place| snapshot(lane, place)).collect(),
        };
        Ok(self.rates.iter().enumerate().map(run).collect())
    }

    fn round(&mut self, round: usize) {
        self.minibatches.next(&mut self.batch);
        self.weigh(round);
        let hinges = self.settings.game == Some(Game::Lagrangian);
        let step = Step {
            dataset: self.dataset,
            of_row: self.cells.of_row(),
            batch: &self.batch,
            cells: &mut self.by_cell,
            models: &mut self.models,
            hinges,
            loss: self.settings.loss,
        };
        self.vector.dispatch(step);
        if self.settings.game.is_some() {
            self.sum_up();
            self.multipliers.observe(&self.values);
        }
    }

    /// The theta-player's loss on each cell that the minibatch meets, at the multipliers of this round.
    fn weigh(&mut self, round: usize) {
        let (objective, constraints) = self.multipliers.weights();
        let each = 1.0 / self.settings.batch as f64;
        let scale = self.dataset.len() as f64 * each;
        self.met.clear();
        for &row in &self.batch {
            let cell = self.cells.of_row()[row as usize];
            let place = cell as usize;
            if self.met_in[place] == round {
                continue;
            }
            self.met_in[place] = round;
            self.met.push(cell);
            let mut lanes = CellLanes::EMPTY;
            for (i, entry) in self.coefficients.of_cell(place).enumerate() {
                let (plus, minus) = (self.coefficients.plus[entry] * scale, self.coefficients.minus[entry] * scale);
                for k in 0..LANES {
                    lanes.plus[k] += plus * constraints[i][k];
                    lanes.minus[k] += minus * constraints[i][k];
                }
            }
            let label = self.cells.labels()[place];
            lanes.label = if label { 1.0 } else { -1.0 };
            let loss = match (self.settings.loss, label) {
                (TrainingLoss::Logistic, _) => &mut lanes.logistic,
                (TrainingLoss::Hinge, true) => &mut lanes.minus,
                (TrainingLoss::Hinge, false) => &mut lanes.plus,
            };
            for k in 0..LANES {
                loss[k] += objective[k] * each;
            }
            self.by_cell[place] = lanes;
        }
    }

    /// The values of the constraints on the minibatch: of the hinges in the Lagrangian game, else of the rates.
    fn sum_up(&mut self) {
        let scale = self.dataset.len() as f64 / self.settings.batch as f64;
        let hinges = self.settings.game == Some(Game::Lagrangian);
        let constants = if hinges { &self.coefficients.hinge_constants } else { &self.coefficients.constants };
        for (i, (value, &constant)) in self.values.iter_mut().zip(constants).enumerate() {
            *value = [constant; LANES];
            for &cell in &self.met {
                let lanes = &self.by_cell[cell as usize];
                let entry = self.coefficients.of_cell(cell as usize).start + i;
                let (plus, minus) = (self.coefficients.plus[entry] * scale, self.coefficients.minus[entry] * scale);
                for k in 0..LANES {
                    value[k] += if hinges {
                        plus * lanes.above[k] + minus * lanes.below[k]
                    } else {
                        (plus - minus) * lanes.positives[k]
                    };
                }
            }
        }
    }
}
