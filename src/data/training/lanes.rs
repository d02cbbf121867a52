//! The theta-players of up to 16 runs in lock step: one pass over the features of each row of the minibatch serves all.
//!
//! The numbers of the runs lie side by side (a *lane* each), so that every inner loop is over 16 doubles and compiles to
//! vector instructions. Lanes do not mix: a run gives the same bits whatever runs beside it.

#![expect(clippy::needless_range_loop, reason = "loops over lanes index several arrays at the same place")]

use super::multipliers::ACCUMULATOR;
use super::settings::TrainingLoss;
use crate::data::{Dataset, logistic_slope};
use crate::players::adagrad_move;

/// The number of runs in lock step.
pub(super) const LANES: usize = 16;
/// One number of every run.
pub(super) type Lanes = [f64; LANES];

/// The models of all lanes, and their `AdaGrad` state.
pub(super) struct Models {
    pub(super) theta: Vec<Lanes>,
    gradient: Vec<Lanes>,
    accumulators: Vec<Lanes>,
    rates: Lanes,
    radius: f64,
}

/// What a row of a cell adds to the theta-player's loss in this round, `plus max(0, 1 + s) + minus max(0, 1 - s)` and, where
/// that is the objective, a multiple of the logistic loss; and what is seen of the cell: of the three sums those that are
/// asked for.
#[derive(Clone, Copy)]
pub(super) struct CellLanes {
    pub(super) plus: Lanes,
    pub(super) minus: Lanes,
    /// The weight of the logistic loss, if that is the objective, and the label as +1 or -1.
    pub(super) logistic: Lanes,
    pub(super) label: f64,
    /// How many rows have a positive score.
    pub(super) positives: Lanes,
    /// The sum of `max(0, 1 + s)`.
    pub(super) above: Lanes,
    /// The sum of `max(0, 1 - s)`.
    pub(super) below: Lanes,
}

impl CellLanes {
    pub(super) const EMPTY: Self = Self {
        plus: [0.0; LANES],
        minus: [0.0; LANES],
        logistic: [0.0; LANES],
        label: 0.0,
        positives: [0.0; LANES],
        above: [0.0; LANES],
        below: [0.0; LANES],
    };
}

/// One round of the theta-players.
pub(super) struct Step<'a> {
    pub(super) dataset: &'a Dataset,
    pub(super) of_row: &'a [u32],
    pub(super) batch: &'a [u32],
    pub(super) cells: &'a mut [CellLanes],
    pub(super) models: &'a mut Models,
    /// Whether sums of hinges are wanted, besides the counts.
    pub(super) hinges: bool,
    /// The objective.
    pub(super) loss: TrainingLoss,
}

impl pulp::WithSimd for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        for &row in self.batch {
            let active = self.dataset.active(row as usize);
            let mut score = [0.0; LANES];
            for &j in active {
                let theta = &self.models.theta[j as usize];
                for k in 0..LANES {
                    score[k] += theta[k];
                }
            }
            let cell = &mut self.cells[self.of_row[row as usize] as usize];
            let mut slope = [0.0; LANES];
            for k in 0..LANES {
                let up = if score[k] > -1.0 { cell.plus[k] } else { 0.0 };
                let down = if score[k] < 1.0 { cell.minus[k] } else { 0.0 };
                slope[k] = up - down;
                cell.positives[k] += if score[k] > 0.0 { 1.0 } else { 0.0 };
            }
            if self.loss == TrainingLoss::Logistic {
                for k in 0..LANES {
                    slope[k] -= cell.label * cell.logistic[k] * logistic_slope(-cell.label * score[k]);
                }
            }
            if self.hinges {
                for k in 0..LANES {
                    cell.above[k] += (1.0 + score[k]).max(0.0);
                    cell.below[k] += (1.0 - score[k]).max(0.0);
                }
            }
            for &j in active {
                let gradient = &mut self.models.gradient[j as usize];
                for k in 0..LANES {
                    gradient[k] += slope[k];
                }
            }
        }
        self.models.descend();
    }
}

impl Models {
    /// All models at 0.
    pub(super) fn new(features: usize, rates: Lanes, radius: f64) -> Self {
        let zeros = || vec![[0.0; LANES]; features];
        Self { theta: zeros(), gradient: zeros(), accumulators: vec![[ACCUMULATOR; LANES]; features], rates, radius }
    }

    /// A step of `AdaGrad` along the gradient, which is cleared, then back to the ball.
    #[inline(always)]
    fn descend(&mut self) {
        let mut squares = [0.0; LANES];
        let state = self.theta.iter_mut().zip(&mut self.gradient).zip(&mut self.accumulators);
        for ((theta, gradient), accumulator) in state {
            for k in 0..LANES {
                accumulator[k] += gradient[k] * gradient[k];
                let (_, step) = adagrad_move(f64::INFINITY, self.rates[k], accumulator[k].sqrt(), gradient[k]);
                theta[k] -= step;
                squares[k] += theta[k] * theta[k];
                gradient[k] = 0.0;
            }
        }
        let limit = self.radius * self.radius;
        if squares.iter().any(|&square| square > limit) {
            let scale = squares.map(|square| if square > limit { self.radius / square.sqrt() } else { 1.0 });
            for theta in &mut self.theta {
                for k in 0..LANES {
                    theta[k] *= scale[k];
                }
            }
        }
    }
}
