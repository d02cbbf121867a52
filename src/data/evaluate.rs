//! Many models on all rows, exactly: one pass over the rows serves 16 models.
//!
//! Models are on the [grid](super::grid) of 2^-40, so scores and sums of hinges are whole numbers: no score is rounded
//! and every rate, error and hinge is an exact rational. Numbers of 16 models lie side by side, and what is summed is one
//! entry a [cell](Cells), so that a pass streams the rows and touches little else. Rows come in
//! [pieces](super::segments) whose sums are taken once.
//!
//! **Same bytes.** Sums of whole numbers are the same in every order: neither the width of vectors nor the number of
//! threads shows in them. The logarithmic loss, in doubles, is summed row by row.

#![expect(clippy::needless_range_loop, reason = "loops over lanes index several arrays at the same place")]

use super::coefficients::HingeSums;
use super::grid::{ONE, units};
use super::segments::Segments;
use super::{Cells, Dataset, logistic};
use crate::error::{Error, Result};
use crate::parallel::in_parallel;
use dashu_int::IBig;
use dashu_ratio::RBig;
use std::num::NonZeroUsize;
use std::ops::Range;

const LANES: usize = 16;
type Lanes = [i64; LANES];

/// What a model does on the rows of each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many rows of each cell are predicted `+`.
    pub positives: Vec<u64>,
    /// The sum of `max(0, 1 + s)` over the rows of each cell, in units of 2^-40; nothing if hinges were not summed.
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
    ///
    /// # Panics
    /// If only predictions were counted.
    pub(super) fn hinge_sums(&self) -> HingeSums {
        assert_eq!(self.above.len(), self.positives.len(), "the hinges were summed");
        let exactly = |sums: &[i128]| sums.iter().map(|&sum| in_ones(sum)).collect();
        HingeSums { above: exactly(&self.above), below: exactly(&self.below) }
    }

    /// The hinge loss, exactly.
    ///
    /// # Panics
    /// If only predictions were counted.
    pub fn hinge_loss(&self, cells: &Cells) -> RBig {
        self.hinge_sums().loss(cells)
    }

    /// The hinges of all constraints, exactly.
    ///
    /// # Panics
    /// If only predictions were counted.
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
        logistic(if label { -score } else { score })
    };
    dataset.labels().iter().enumerate().map(loss).sum::<f64>() / dataset.len() as f64
}

/// What each model does on all rows, counted on so many threads.
///
/// ```
/// use referee::data::{Cells, Dataset, evaluate};
/// use std::num::NonZeroUsize;
/// let mut rows = Dataset::new(2);
/// rows.push(&[0], false);
/// rows.push(&[0, 1], true);
/// let cells = Cells::new(rows.labels(), vec![]);
/// let tally = &evaluate(&rows, &cells, &[&[-0.5, 0.75]], NonZeroUsize::MIN)?[0]; // scores -1/2 and 1/4
/// assert_eq!(tally.error(&cells).to_string(), "0");
/// assert_eq!(tally.hinge_loss(&cells).to_string(), "5/8");
/// # Ok::<(), referee::error::Error>(())
/// ```
///
/// # Errors
/// If a model has another number of numbers than there are features, or one that is not on the grid.
pub fn evaluate(dataset: &Dataset, cells: &Cells, models: &[&[f64]], threads: NonZeroUsize) -> Result<Vec<Tally>> {
    tally::<true>(dataset, cells, models, threads)
}

/// The same without the sums of hinges, which costs less.
///
/// # Errors
/// As [`evaluate`].
pub fn count(dataset: &Dataset, cells: &Cells, models: &[&[f64]], threads: NonZeroUsize) -> Result<Vec<Tally>> {
    tally::<false>(dataset, cells, models, threads)
}

fn tally<const HINGES: bool>(
    dataset: &Dataset,
    cells: &Cells,
    models: &[&[f64]],
    threads: NonZeroUsize,
) -> Result<Vec<Tally>> {
    let panels = models.chunks(LANES).map(|panel| Panel::new(dataset, panel)).collect::<Result<Vec<_>>>()?;
    let segments = dataset.segments();
    // Few models are shared out by rows too.
    let size = if panels.len() < 2 * threads.get() { 1 << 15 } else { dataset.len() };
    let parts: Vec<_> = (0..dataset.len()).step_by(size.max(1)).map(|row| row..dataset.len().min(row + size)).collect();
    let items: Vec<_> = panels.iter().flat_map(|panel| parts.iter().map(move |part| (panel, part))).collect();
    let vector = pulp::Arch::new();
    let work = |&(panel, rows): &(&Panel, &Range<usize>)| {
        let mut totals = vec![Totals::EMPTY; cells.len()];
        let (rows, of_row) = (rows.clone(), cells.of_row());
        vector.dispatch(Pass::<HINGES> { panel, segments, rows, of_row, totals: &mut totals });
        totals
    };
    let mut done = in_parallel(&items, threads, work, &mut |_| ()).into_iter();
    let mut tallies = Vec::with_capacity(models.len());
    for models in models.chunks(LANES) {
        let mut totals = vec![Totals::EMPTY; cells.len()];
        for part in done.by_ref().take(parts.len()) {
            totals.iter_mut().zip(part).for_each(|(total, part)| total.add(&part));
        }
        let sums = |of: fn(&Totals) -> &[i128; LANES], k: usize| totals.iter().map(|total| of(total)[k]).collect();
        tallies.extend((0..models.len()).map(|k| Tally {
            positives: totals.iter().map(|total| total.positives[k].unsigned_abs()).collect(),
            above: if HINGES { sums(|total| &total.above, k) } else { Vec::new() },
            below: if HINGES { sums(|total| &total.below, k) } else { Vec::new() },
        }));
    }
    Ok(tallies)
}

/// Up to 16 models.
struct Panel {
    theta: Vec<Lanes>,
    /// So many rows can be summed in 64 bits.
    most_rows: usize,
}

impl Panel {
    fn new(dataset: &Dataset, models: &[&[f64]]) -> Result<Self> {
        let d = dataset.num_features();
        let mut theta = vec![[0; LANES]; d];
        for (k, model) in models.iter().enumerate() {
            if model.len() != d {
                return Err(Error::new(format!("a model has {} numbers, and there are {d} features", model.len())));
            }
            for (lanes, unit) in theta.iter_mut().zip(units(model)?) {
                lanes[k] = unit;
            }
        }
        let largest = theta.iter().flatten().map(|unit| unit.unsigned_abs()).max().unwrap_or(0);
        let term = u128::from(largest) * dataset.most_active().max(1) as u128 + u128::from(ONE.unsigned_abs());
        let most_rows = usize::try_from(((i64::MAX as u128) / term).max(1)).unwrap_or(usize::MAX);
        Ok(Self { theta, most_rows })
    }
}

/// The sums of one cell over any number of rows.
#[derive(Clone)]
struct Totals {
    positives: Lanes,
    above: [i128; LANES],
    below: [i128; LANES],
}

impl Totals {
    const EMPTY: Self = Self { positives: [0; LANES], above: [0; LANES], below: [0; LANES] };

    fn add(&mut self, other: &Self) {
        for k in 0..LANES {
            self.positives[k] += other.positives[k];
            self.above[k] += other.above[k];
            self.below[k] += other.below[k];
        }
    }
}

/// The sums of both hinges of one cell over few rows.
#[derive(Clone, Copy)]
struct Hinges {
    above: Lanes,
    below: Lanes,
}

struct Pass<'a, const HINGES: bool> {
    panel: &'a Panel,
    segments: &'a Segments,
    rows: Range<usize>,
    of_row: &'a [u32],
    totals: &'a mut [Totals],
}

impl<const HINGES: bool> pulp::WithSimd for Pass<'_, HINGES> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        const NONE: Hinges = Hinges { above: [0; LANES], below: [0; LANES] };
        let sum = |features: &Vec<u32>| {
            features.iter().fold([0_i64; LANES], |mut sum, &j| {
                let theta = &self.panel.theta[j as usize];
                for k in 0..LANES {
                    sum[k] += theta[k];
                }
                sum
            })
        };
        let sums: Vec<Lanes> = self.segments.pieces().iter().map(sum).collect();
        let mut positives = vec![[0; LANES]; self.totals.len()];
        let mut hinges = vec![NONE; if HINGES { self.totals.len() } else { 0 }];
        let most = if HINGES { self.panel.most_rows } else { usize::MAX };
        let mut start = self.rows.start;
        while start < self.rows.end {
            let end = self.rows.end.min(start.saturating_add(most));
            for (pieces, &cell) in self.segments.of_rows(start..end).zip(&self.of_row[start..end]) {
                let mut score = [0_i64; LANES];
                for &piece in pieces {
                    let sum = &sums[piece as usize];
                    for k in 0..LANES {
                        score[k] += sum[k];
                    }
                }
                let positives = &mut positives[cell as usize];
                for k in 0..LANES {
                    positives[k] += i64::from(score[k] > 0);
                }
                if HINGES {
                    let hinges = &mut hinges[cell as usize];
                    for k in 0..LANES {
                        hinges.above[k] += (ONE + score[k]).max(0);
                        hinges.below[k] += (ONE - score[k]).max(0);
                    }
                }
            }
            for (total, sums) in self.totals.iter_mut().zip(&mut hinges) {
                for k in 0..LANES {
                    total.above[k] += i128::from(sums.above[k]);
                    total.below[k] += i128::from(sums.below[k]);
                }
                *sums = NONE;
            }
            start = end;
        }
        for (total, counts) in self.totals.iter_mut().zip(&positives) {
            for k in 0..LANES {
                total.positives[k] += counts[k];
            }
        }
    }
}
