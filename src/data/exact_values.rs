//! Values of rates and hinges at a model, as exact rationals.
//!
//! A sum of `max(0, 1 + side s(x))` over rows is `n + side sum_j theta_j n_j`, where `n` counts the rows whose margin
//! is positive and `n_j` those among them with feature `j`: whole numbers, once the sign of every margin is decided
//! exactly. They are taken cell by cell in one pass over the rows, and every constraint is a sum over cells.

use super::coefficients::HingeSums;
use super::{Cells, Dataset, Signs};
use crate::numerics::ExactSum;
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// How many rows of each cell a model predicts `+`, and the sums of both hinges over the rows of each.
pub(super) fn sums(data: &Dataset, cells: &Cells, theta: &[f64]) -> (Vec<u64>, HingeSums) {
    let signs = Signs::new(data, theta);
    let d = theta.len();
    let mut positives = vec![0; cells.len()];
    let mut counts = [1.0, -1.0].map(|side| (side, vec![0_u64; cells.len()], vec![0_u64; cells.len() * d]));
    for (row, &cell) in cells.of_row().iter().enumerate() {
        let (cell, score) = (cell as usize, signs.score(row));
        positives[cell] += u64::from(signs.sign(row, score) == Ordering::Greater);
        for (side, rows, features) in &mut counts {
            if signs.margin_sign(row, score, *side) == Ordering::Greater {
                rows[cell] += 1;
                let counts = &mut features[cell * d..][..d];
                data.active(row).iter().for_each(|&j| counts[j as usize] += 1);
            }
        }
    }
    let [above, below] = counts.map(|(side, rows, features)| {
        let total = |(cell, rows): (usize, u64)| {
            let mut sum = ExactSum::new();
            for (&x, &count) in theta.iter().zip(&features[cell * d..][..d]).filter(|(_, count)| **count > 0) {
                sum.add_multiple(count, side, x);
            }
            sum.to_rational() + RBig::from(rows)
        };
        rows.into_iter().enumerate().map(total).collect()
    });
    (positives, HingeSums { above, below })
}
