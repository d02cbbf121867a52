//! How many rows of each cell a model predicts `+`: whole numbers, exactly.
//!
//! **The filter.** With `k` features at most in a row and `M` the largest `|theta_j|`, the sum of a row in doubles is
//! off by at most `gamma_(k-1) k M <= k^2 u M`, `u = 2^-53` and `gamma_n = n u / (1 - n u)` (Higham, *Accuracy and
//! Stability of Numerical Algorithms*, section 4.2; sums do not underflow). A computed score beyond `tau = 2 k^2 u M`,
//! rounded up, has the sign of the exact one; any other is decided by an [`ExactSum`]. Where `k M` may overflow, `tau`
//! is infinite and every row is exact.
//!
//! Many models at once, whose numbers lie on a grid, are counted by [`evaluate`](super::evaluate()).

use super::{Cells, Dataset};
use crate::numerics::ExactSum;
use crate::numerics::directed::mul_up;
use std::cmp::Ordering;

/// Decides the signs of the scores and margins of one model.
#[derive(Clone, Debug)]
pub struct Signs<'a> {
    data: &'a Dataset,
    theta: &'a [f64],
    /// For scores, and for margins, which have one more number in their sum: the 1.
    tau: f64,
    margin_tau: f64,
}

impl<'a> Signs<'a> {
    /// The signs of the scores of a model.
    ///
    /// # Panics
    /// If the model has another length than the data has features, or a number that is not finite.
    pub fn new(data: &'a Dataset, theta: &'a [f64]) -> Self {
        check(data, theta);
        let largest = theta.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
        let tau = threshold(data.most_active(), largest);
        let margin_tau = threshold(data.most_active() + 1, largest.max(1.0));
        Self { data, theta, tau, margin_tau }
    }

    /// The score of a row, up to the rounding of doubles.
    #[inline]
    pub fn score(&self, row: usize) -> f64 {
        self.data.active(row).iter().map(|&j| self.theta[j as usize]).sum()
    }

    /// How `s(x)` compares with 0, exactly, where `score` is what [`Signs::score`] gave for the row.
    #[inline]
    pub fn sign(&self, row: usize, score: f64) -> Ordering {
        self.decide(row, score, self.tau, (0.0, 1.0))
    }

    /// How `1 + side * s(x)` compares with 0, exactly, for `side` 1 or -1.
    #[inline]
    pub fn margin_sign(&self, row: usize, score: f64, side: f64) -> Ordering {
        self.decide(row, 1.0 + side * score, self.margin_tau, (1.0, side))
    }

    #[inline]
    fn decide(&self, row: usize, computed: f64, tau: f64, (constant, side): (f64, f64)) -> Ordering {
        if computed > tau {
            Ordering::Greater
        } else if computed < -tau {
            Ordering::Less
        } else {
            exact_sign(self.data, row, self.theta, constant, side)
        }
    }

    /// Whether the model predicts `+` for a row, exactly.
    #[inline]
    pub fn predicts(&self, row: usize) -> bool {
        self.sign(row, self.score(row)) == Ordering::Greater
    }
}

#[cold]
fn exact_sign(data: &Dataset, row: usize, theta: &[f64], constant: f64, side: f64) -> Ordering {
    let mut sum = ExactSum::new();
    sum.add(constant);
    for &j in data.active(row) {
        sum.add(side * theta[j as usize]);
    }
    sum.sign()
}

fn check(data: &Dataset, theta: &[f64]) {
    assert_eq!(theta.len(), data.num_features(), "a model has one number per feature");
    assert!(theta.iter().all(|x| x.is_finite()), "the numbers of a model are finite");
}

/// `2 k^2 u M`, rounded up; infinite where a sum of `k` numbers may leave the range of doubles.
fn threshold(k: usize, largest: f64) -> f64 {
    let k = k as f64;
    // Twice, because rounding may carry a partial sum a little beyond k M.
    if (2.0 * k * largest).is_finite() { mul_up(k * k, mul_up(f64::EPSILON, largest)) } else { f64::INFINITY }
}

/// Whether a model predicts `+`, for every row, exactly.
///
/// # Panics
/// As [`Signs::new`].
pub fn predictions(data: &Dataset, theta: &[f64]) -> Vec<bool> {
    let signs = Signs::new(data, theta);
    (0..data.len()).map(|row| signs.predicts(row)).collect()
}

/// For every cell the number of its rows that a model predicts `+`, exactly.
///
/// # Panics
/// As [`Signs::new`], or if the cells are of other rows.
pub fn positives(data: &Dataset, cells: &Cells, theta: &[f64]) -> Vec<u64> {
    assert_eq!(cells.of_row().len(), data.len(), "cells of these rows");
    let signs = Signs::new(data, theta);
    let mut counts = vec![0; cells.len()];
    for (row, &cell) in cells.of_row().iter().enumerate() {
        counts[cell as usize] += u64::from(signs.predicts(row));
    }
    counts
}
