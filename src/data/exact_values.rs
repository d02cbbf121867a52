//! Values of rates and hinges at a model, as exact rationals.
//!
//! A sum of `max(0, 1 + side s(x))` over rows is `n + side sum_j theta_j n_j`, where `n` counts the rows whose margin
//! is positive and `n_j` those among them with feature `j`: whole numbers, once the sign of every margin is decided
//! exactly. They are taken cell by cell in one pass over the rows, and every term of every constraint is a sum of
//! cells.

use super::{Cells, Dataset, Signs, positives};
use crate::numerics::ExactSum;
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// The two signs of a score in a margin `1 + side s`: place 0 and place 1 of the counts.
const SIDES: [f64; 2] = [1.0, -1.0];

/// For every cell and side the number of positive margins, and how many of them have each feature.
struct Margins<'a> {
    theta: &'a [f64],
    active: Vec<[u64; 2]>,
    /// By cell, side and feature.
    features: Vec<u64>,
}

impl<'a> Margins<'a> {
    fn new(data: &Dataset, cells: &Cells, theta: &'a [f64]) -> Self {
        let signs = Signs::new(data, theta);
        let d = theta.len();
        let (mut active, mut features) = (vec![[0; 2]; cells.len()], vec![0; cells.len() * 2 * d]);
        for (row, &cell) in cells.of_row().iter().enumerate() {
            let (cell, score) = (cell as usize, signs.score(row));
            for (place, side) in SIDES.into_iter().enumerate() {
                if signs.margin_sign(row, score, side) == Ordering::Greater {
                    active[cell][place] += 1;
                    let counts = &mut features[(2 * cell + place) * d..][..d];
                    for &j in data.active(row) {
                        counts[j as usize] += 1;
                    }
                }
            }
        }
        Self { theta, active, features }
    }

    /// The sum of `max(0, 1 + side s)` over the rows of some cells; `place` says which side.
    fn sum(&self, cells: impl Iterator<Item = usize>, place: usize) -> RBig {
        let d = self.theta.len();
        let mut counts = vec![0; d];
        let mut total = 0;
        for cell in cells {
            total += self.active[cell][place];
            for (sum, count) in counts.iter_mut().zip(&self.features[(2 * cell + place) * d..][..d]) {
                *sum += count;
            }
        }
        let mut sum = ExactSum::new();
        for (&x, count) in self.theta.iter().zip(counts) {
            if count > 0 {
                sum.add_multiple(count, SIDES[place], x);
            }
        }
        sum.to_rational() + RBig::from(total)
    }
}

/// The constraints, or their hinges, at a model.
pub(super) fn constraints(data: &Dataset, cells: &Cells, theta: &[f64], hinges: bool) -> Vec<RBig> {
    if !hinges {
        let positives = positives(data, cells, theta);
        return (0..cells.constraints().len()).map(|i| cells.value(i, &positives)).collect();
    }
    let margins = Margins::new(data, cells, theta);
    let value = |constraint: &super::CellConstraint| {
        constraint.terms.iter().fold(constraint.constant.clone(), |sum, term| {
            let negative = term.coefficient < RBig::ZERO;
            let place = usize::from(negative);
            let mean = margins.sum(term.cells.iter().map(|&cell| cell as usize), place) / RBig::from(term.size);
            if negative { sum - &term.coefficient * (mean - RBig::ONE) } else { sum + &term.coefficient * mean }
        })
    };
    cells.constraints().iter().map(value).collect()
}

/// The hinge loss at a model.
pub(super) fn hinge_loss(data: &Dataset, cells: &Cells, theta: &[f64]) -> RBig {
    let margins = Margins::new(data, cells, theta);
    let of = |label: bool| {
        let these = (0..cells.len()).filter(move |&cell| cells.labels()[cell] == label);
        margins.sum(these, usize::from(label))
    };
    (of(true) + of(false)) / RBig::from(data.len())
}
