//! Many models on all rows, exactly: one pass over the rows serves 16 models.
//!
//! Models are on the [grid](super::grid) of 2^-40, so scores and sums of hinges are whole numbers: no score is rounded
//! and every rate, error and hinge is an exact rational. Numbers of 16 models lie side by side, and what is summed is one
//! entry a [cell](Cells), so that a pass streams the rows and touches little else.

#![expect(clippy::needless_range_loop, reason = "loops over lanes index several arrays at the same place")]

use super::coefficients::HingeSums;
use super::grid::{BITS, ONE, units};
use super::{Cells, Dataset, Surrogate};
use crate::error::{Error, Result};
use dashu_int::IBig;
use dashu_ratio::RBig;

const LANES: usize = 16;
type Lanes = [i64; LANES];

/// What a model does on the rows of each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many rows of each cell are predicted `+`.
    pub positives: Vec<u64>,
    /// The sum of `max(0, 1 + s)` over the rows of each cell, in units of 2^-40.
    above: Vec<i128>,
    /// The same of `max(0, 1 - s)`.
    below: Vec<i128>,
}

impl Tally {
    /// The error, exactly.
    pub fn error(&self, cells: &Cells) -> RBig {
        cells.error(&self.positives)
    }

    /// A constraint, exactly.
    pub fn constraint(&self, cells: &Cells, i: usize) -> RBig {
        cells.value(i, &self.positives)
    }

    /// All constraints, exactly.
    pub fn constraints(&self, cells: &Cells) -> Vec<RBig> {
        (0..cells.constraints().len()).map(|i| self.constraint(cells, i)).collect()
    }

    /// The sums of both hinges over the rows of each cell, exactly.
    pub(super) fn hinge_sums(&self) -> HingeSums {
        let exactly = |sums: &[i128]| sums.iter().map(|&sum| in_ones(sum)).collect();
        HingeSums { above: exactly(&self.above), below: exactly(&self.below) }
    }

    /// The hinge loss, exactly.
    pub fn hinge_loss(&self, cells: &Cells) -> RBig {
        self.hinge_sums().loss(cells)
    }

    /// The hinges of all constraints, exactly.
    pub fn hinges(&self, cells: &Cells) -> Vec<RBig> {
        self.hinge_sums().constraints(cells)
    }
}

/// A sum in units of 2^-40 as a number.
fn in_ones(sum: i128) -> RBig {
    RBig::from_parts(IBig::from(sum), IBig::from(ONE).try_into().expect("positive"))
}

/// The mean of `log2(1 + e^(-y s))` over all rows, in doubles: not a rational number, so no certificate speaks of it.
pub fn logistic_loss(dataset: &Dataset, model: &[f64]) -> f64 {
    let loss = |(row, &label): (usize, &bool)| {
        let score: f64 = dataset.active(row).iter().map(|&j| model[j as usize]).sum();
        Surrogate::Logistic.value(if label { -score } else { score })
    };
    dataset.labels().iter().enumerate().map(loss).sum::<f64>() / dataset.len() as f64
}

/// What each model does on all rows.
///
/// ```
/// use referee::data::{Cells, Dataset, evaluate};
/// let mut rows = Dataset::new(2);
/// rows.push(&[0], false);
/// rows.push(&[0, 1], true);
/// let cells = Cells::new(rows.labels(), vec![]);
/// let tally = &evaluate(&rows, &cells, &[&[-0.5, 0.75]])?[0]; // scores -1/2 and 1/4
/// assert_eq!(tally.error(&cells).to_string(), "0");
/// assert_eq!(tally.hinge_loss(&cells).to_string(), "5/8");
/// # Ok::<(), referee::error::Error>(())
/// ```
///
/// # Errors
/// If a model has another number of numbers than there are features, or one that is not on the grid.
pub fn evaluate(dataset: &Dataset, cells: &Cells, models: &[&[f64]]) -> Result<Vec<Tally>> {
    let d = dataset.num_features();
    let mut tallies = Vec::with_capacity(models.len());
    let vector = pulp::Arch::new();
    for panel in models.chunks(LANES) {
        let mut theta = vec![[0; LANES]; d];
        for (k, model) in panel.iter().enumerate() {
            if model.len() != d {
                return Err(Error::new(format!("a model has {} numbers, and there are {d} features", model.len())));
            }
            for (lanes, unit) in theta.iter_mut().zip(units(model)?) {
                lanes[k] = unit;
            }
        }
        let largest = theta.iter().flatten().map(|unit| unit.unsigned_abs()).max().unwrap_or(0);
        // So many rows can be summed in 64 bits.
        let term = u128::from(largest) * dataset.most_active().max(1) as u128 + u128::from(ONE.unsigned_abs());
        let block = usize::try_from(((i64::MAX as u128) / term).max(1)).unwrap_or(usize::MAX);
        let mut sums = vec![Sums::EMPTY; cells.len()];
        let mut totals = vec![[[0_i128; LANES]; 3]; cells.len()];
        let mut row = 0;
        while row < dataset.len() {
            let end = dataset.len().min(row.saturating_add(block));
            sums.fill(Sums::EMPTY);
            vector.dispatch(Pass { dataset, of_row: cells.of_row(), rows: row..end, theta: &theta, sums: &mut sums });
            for (total, sum) in totals.iter_mut().zip(&sums) {
                for (total, sum) in total.iter_mut().zip([&sum.positives, &sum.above, &sum.below]) {
                    total.iter_mut().zip(sum).for_each(|(total, &sum)| *total += i128::from(sum));
                }
            }
            row = end;
        }
        tallies.extend((0..panel.len()).map(|k| Tally {
            positives: totals.iter().map(|total| u64::try_from(total[0][k]).expect("a count")).collect(),
            above: totals.iter().map(|total| total[1][k]).collect(),
            below: totals.iter().map(|total| total[2][k]).collect(),
        }));
    }
    debug_assert_eq!(BITS, 40);
    Ok(tallies)
}

/// The sums of one cell.
#[derive(Clone, Copy)]
struct Sums {
    positives: Lanes,
    above: Lanes,
    below: Lanes,
}

impl Sums {
    const EMPTY: Self = Self { positives: [0; LANES], above: [0; LANES], below: [0; LANES] };
}

struct Pass<'a> {
    dataset: &'a Dataset,
    of_row: &'a [u32],
    rows: std::ops::Range<usize>,
    theta: &'a [Lanes],
    sums: &'a mut [Sums],
}

impl pulp::WithSimd for Pass<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        for row in self.rows {
            let mut score = [0_i64; LANES];
            for &j in self.dataset.active(row) {
                let theta = &self.theta[j as usize];
                for k in 0..LANES {
                    score[k] += theta[k];
                }
            }
            let sums = &mut self.sums[self.of_row[row] as usize];
            for k in 0..LANES {
                sums.positives[k] += i64::from(score[k] > 0);
                sums.above[k] += (ONE + score[k]).max(0);
                sums.below[k] += (ONE - score[k]).max(0);
            }
        }
    }
}
