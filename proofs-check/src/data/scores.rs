//! Scores of rows, compared exactly with -1, 0 and 1, and what is counted by that.
//!
//! A comparison is decided by a filter where that is enough: each number of the model is rounded down to a multiple of
//! `2^-k`, held as a whole number, so that the sum over the features of a row is at most the score, and less than the
//! number of features in units of `2^-k` below it. Where that leaves the answer open, whole numbers of any size
//! give it. No floating-point operation takes part.

use super::cells::{Cell, Cells};
use crate::exact::double_parts;
use crate::threads::share;
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

/// How many bits the largest number of a model has in the filter; with fewer than 2^26 features no sum overflows.
const FILTER_BITS: i64 = 100;

/// A model: one number per feature.
pub(super) struct Model {
    /// The numbers times `2^unit`, which are whole.
    numbers: Vec<BigInt>,
    unit: u64,
    /// The numbers times `2^k`, rounded down.
    rounded: Vec<i128>,
    /// Whether no number was rounded.
    is_exact: bool,
    /// Between which whole numbers `2^k` lies.
    one: (i128, i128),
}

impl Model {
    /// The model of these numbers; `None` unless all are finite.
    pub(super) fn new(theta: &[f64]) -> Option<Self> {
        let parts = theta.iter().map(|&x| double_parts(x)).collect::<Option<Vec<_>>>()?;
        let least = parts.iter().filter(|(mantissa, _)| *mantissa != 0).map(|(_, exponent)| *exponent).min();
        let least = least.unwrap_or(0).min(0);
        let shifted = |&(mantissa, exponent): &(i64, i32)| {
            if mantissa == 0 { BigInt::from(0) } else { BigInt::from(mantissa) << exponent.abs_diff(least) }
        };
        let numbers: Vec<BigInt> = parts.iter().map(shifted).collect();
        let unit = i64::from(least.unsigned_abs());
        // All numbers are below 2^size.
        let bits = numbers.iter().map(BigInt::bits).max().unwrap_or(0);
        let size = i64::try_from(bits).ok()?.saturating_sub(unit).max(0);
        let k = FILTER_BITS.saturating_sub(size);
        let (mut rounded, mut is_exact) = (Vec::with_capacity(numbers.len()), true);
        for number in &numbers {
            let dropped = unit.saturating_sub(k);
            // The shift to the right rounds down.
            let floor = if dropped > 0 { number >> dropped } else { number << dropped.unsigned_abs() };
            is_exact &= dropped <= 0 || (&floor << dropped) == *number;
            rounded.push(i128::try_from(floor).ok()?);
        }
        let one = if k < 0 { (0, 1) } else { (1 << k, 1 << k) };
        Some(Self { numbers, unit: unit.unsigned_abs(), rounded, is_exact, one })
    }

    /// The sum over the features of what the filter holds.
    fn floor(&self, features: &[usize]) -> i128 {
        let numbers = features.iter().filter_map(|&feature| self.rounded.get(feature));
        numbers.fold(0, |sum: i128, x| sum.saturating_add(*x))
    }

    /// Whether the score of a row with these features, and this `floor`, is below, equal to or above -1, 0 or 1.
    fn compare(&self, features: &[usize], floor: i128, to: i8) -> Ordering {
        let (low, high) = match to.signum() {
            0 => (0, 0),
            1 => self.one,
            _ => (self.one.1.saturating_neg(), self.one.0.saturating_neg()),
        };
        let error = if self.is_exact { 0 } else { i128::try_from(features.len()).unwrap_or(i128::MAX) };
        if floor > high {
            Ordering::Greater
        } else if floor.saturating_add(error) < low {
            Ordering::Less
        } else if self.is_exact && low == high {
            floor.cmp(&low)
        } else {
            let score: BigInt = features.iter().filter_map(|&feature| self.numbers.get(feature)).sum();
            score.cmp(&(BigInt::from(to.signum()) << self.unit))
        }
    }
}

/// How many rows of each set have a positive score, for each model.
pub(super) fn positives(cells: &Cells, models: &[Model], threads: NonZeroUsize) -> Vec<Vec<u64>> {
    models.chunks(BATCH).flat_map(|models| Batch::new(models).positives(cells, threads)).collect()
}

/// How many models are scored at once, and how many cells a thread takes at once.
const BATCH: usize = 256;
const CELLS: usize = 1 << 12;

/// Models whose scores are added up together, in a filter before that of each: of their rounded numbers only the highest
/// bits are kept, rounded down once more, so few that no sum overflows 31 bits.
struct Batch<'a> {
    models: &'a [Model],
    /// The numbers of all models, feature by feature.
    numbers: Vec<i32>,
}

impl<'a> Batch<'a> {
    fn new(models: &'a [Model]) -> Self {
        let features = models.first().map_or(0, |model| model.rounded.len());
        // So many numbers of at most 2^bits each sum to at most 2^30.
        let bits = 30_i64.saturating_sub(i64::from(usize::BITS.saturating_sub(features.leading_zeros()))).max(0);
        let shift = FILTER_BITS.saturating_sub(bits);
        let number =
            |feature: usize| models.iter().map(move |model| model.rounded.get(feature).map_or(0, |x| x >> shift));
        let numbers = (0..features).flat_map(number).map(|x| i32::try_from(x).unwrap_or_default()).collect();
        Self { models, numbers }
    }

    fn positives(&self, cells: &Cells, threads: NonZeroUsize) -> Vec<Vec<u64>> {
        let zeros = || vec![vec![0_u64; cells.sizes.len()]; self.models.len()];
        let mut parts: Vec<_> = cells.groups.chunks(CELLS).map(|cells| (cells, zeros())).collect();
        share(threads, parts.iter_mut().collect(), || (), |(cells, counts)| self.count(cells, counts));
        let mut counts = zeros();
        for (_, part) in parts {
            for (count, part) in counts.iter_mut().flatten().zip(part.iter().flatten()) {
                *count = count.saturating_add(*part);
            }
        }
        counts
    }

    /// Adds the rows of these cells that have a positive score, for each model and set.
    fn count(&self, cells: &[Cell], counts: &mut [Vec<u64>]) {
        let (mut sums, mut rows) = (vec![0_i32; self.models.len()], vec![0_u64; self.models.len()]);
        // The cells of a piece of the file with the same sets follow each other.
        for cells in cells.chunk_by(|a, b| a.sets == b.sets) {
            rows.fill(0);
            for cell in cells {
                self.add(cell, &mut sums, &mut rows);
            }
            for &set in cells.first().map_or(&[][..], |cell| &cell.sets) {
                for (counts, rows) in counts.iter_mut().zip(&rows) {
                    counts.get_mut(set).into_iter().for_each(|count| *count = count.saturating_add(*rows));
                }
            }
        }
    }

    /// Adds the rows of a cell for each model whose score there is positive.
    fn add(&self, cell: &Cell, sums: &mut [i32], rows: &mut [u64]) {
        let width = self.models.len();
        sums.fill(0);
        for feature in &cell.features {
            let from = feature.saturating_mul(width);
            let numbers = self.numbers.get(from..from.saturating_add(width)).unwrap_or_default();
            sums.iter_mut().zip(numbers).for_each(|(sum, x)| *sum = sum.wrapping_add(*x));
        }
        // With n features the score is at least the sum, and less than n above it (with none it is 0): positive if the sum
        // is, and not positive if that is at most -n.
        let below = i32::try_from(cell.features.len()).map_or(i32::MIN, i32::wrapping_neg);
        let mut is_open = false;
        for (sum, rows) in sums.iter().zip(rows.iter_mut()) {
            *rows = rows.wrapping_add(if *sum > 0 { cell.count } else { 0 });
            is_open |= below < *sum && *sum <= 0;
        }
        if is_open {
            for ((model, sum), rows) in self.models.iter().zip(sums).zip(rows) {
                let is_positive = || model.compare(&cell.features, model.floor(&cell.features), 0) == Ordering::Greater;
                if below < *sum && *sum <= 0 && is_positive() {
                    *rows = rows.saturating_add(cell.count);
                }
            }
        }
    }
}

/// A set, and the sign of the score in `max(0, 1 + sign s)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub(super) set: usize,
    pub(super) is_plus: bool,
}

/// Weighted counts of the rows of each part: in all, and of those with each feature.
pub(super) struct Sums(BTreeMap<Part, (u64, Vec<u64>)>);

impl Sums {
    /// Counts `weight(cell)` of the two signs (minus, plus) for each row of these parts. No sum exceeds the rows times the
    /// largest weight.
    pub(super) fn new(
        cells: &Cells,
        num_features: usize,
        parts: &[Part],
        weights: impl Fn(&[usize]) -> [u64; 2],
    ) -> Self {
        let mut sums: BTreeMap<Part, (u64, Vec<u64>)> =
            parts.iter().map(|&part| (part, (0, vec![0; num_features]))).collect();
        for cell in &cells.groups {
            let weights = [false, true].into_iter().zip(weights(&cell.features));
            for (is_plus, weight) in weights.filter(|(_, weight)| *weight > 0) {
                let weight = weight.saturating_mul(cell.count);
                for &set in &cell.sets {
                    let Some((total, counts)) = sums.get_mut(&Part { set, is_plus }) else { continue };
                    *total = total.saturating_add(weight);
                    for &feature in &cell.features {
                        counts.get_mut(feature).into_iter().for_each(|count| *count = count.saturating_add(weight));
                    }
                }
            }
        }
        Self(sums)
    }

    /// The total of a part, and its counts of features.
    pub(super) fn of(&self, part: Part) -> (u64, &[u64]) {
        self.0.get(&part).map_or((0, &[]), |(total, counts)| (*total, counts))
    }
}

/// The sums of `max(0, 1 + sign s)` over parts.
pub(super) struct Hinges<'a> {
    sums: Sums,
    model: &'a Model,
}

impl<'a> Hinges<'a> {
    pub(super) fn new(cells: &Cells, model: &'a Model, parts: &[Part]) -> Self {
        let active = |features: &[usize]| {
            let floor = model.floor(features);
            let below = model.compare(features, floor, 1) == Ordering::Less;
            let above = model.compare(features, floor, -1) == Ordering::Greater;
            [u64::from(below), u64::from(above)]
        };
        Self { sums: Sums::new(cells, model.numbers.len(), parts, active), model }
    }

    /// What 1 is in the unit of the sums.
    pub(super) fn unit(&self) -> BigInt {
        BigInt::from(1) << self.model.unit
    }

    /// The sum over a part, times the unit: its rows with `1 + sign s > 0`, and the model's numbers as often as they
    /// occur in the scores of these.
    pub(super) fn of(&self, part: Part) -> BigInt {
        let (active, features) = self.sums.of(part);
        let nonzero = self.model.numbers.iter().zip(features).filter(|(_, count)| **count > 0);
        let scores: BigInt = nonzero.map(|(number, count)| number * *count).sum();
        let active = BigInt::from(active) << self.model.unit;
        if part.is_plus { active + scores } else { active - scores }
    }
}

#[cfg(test)]
#[path = "../../tests/inside/data/scores.rs"]
mod tests;
