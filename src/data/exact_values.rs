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

/// The sums of both hinges over the rows of each cell.
pub(super) fn hinge_sums(data: &Dataset, cells: &Cells, theta: &[f64]) -> HingeSums {
    let signs = Signs::new(data, theta);
    let d = theta.len();
    let of_side = |side: f64| {
        let (mut rows, mut features) = (vec![0_u64; cells.len()], vec![0_u64; cells.len() * d]);
        for (row, &cell) in cells.of_row().iter().enumerate() {
            if signs.margin_sign(row, signs.score(row), side) == Ordering::Greater {
                rows[cell as usize] += 1;
                let counts = &mut features[cell as usize * d..][..d];
                data.active(row).iter().for_each(|&j| counts[j as usize] += 1);
            }
        }
        let total = |(cell, rows): (usize, u64)| {
            let mut sum = ExactSum::new();
            for (&x, &count) in theta.iter().zip(&features[cell * d..][..d]).filter(|(_, count)| **count > 0) {
                sum.add_multiple(count, side, x);
            }
            sum.to_rational() + RBig::from(rows)
        };
        rows.into_iter().enumerate().map(total).collect()
    };
    HingeSums { above: of_side(1.0), below: of_side(-1.0) }
}
