//! Linear independence, exactly.

use crate::exact::double_parts;
use num_bigint::{BigInt, Sign};

/// Whether the vectors `(1, g_i for i active)` of these points (objective first) are linearly independent.
pub(crate) fn independent(points: &[Vec<f64>], active: &[usize]) -> bool {
    let mut rows: Vec<Vec<BigInt>> = points.iter().map(|point| whole(point, active)).collect();
    // Gaussian elimination without fractions (Bareiss): every division by the last pivot is exact.
    let mut last = BigInt::from(1);
    let mut column = 0_usize;
    while !rows.is_empty() {
        let nonzero = |row: &Vec<BigInt>| row.get(column).is_some_and(|x| x.sign() != Sign::NoSign);
        let Some(position) = rows.iter().position(nonzero) else {
            column = column.saturating_add(1);
            if column > active.len() {
                return false;
            }
            continue;
        };
        let pivot_row = rows.swap_remove(position);
        let Some(pivot) = pivot_row.get(column) else { return false };
        for row in &mut rows {
            let Some(head) = row.get(column).cloned() else { return false };
            for (x, above) in row.iter_mut().zip(&pivot_row) {
                *x = (&*x * pivot - &head * above) / &last;
            }
        }
        // What remains is 0 in this column, which is passed next.
        last.clone_from(pivot);
    }
    true
}

/// The vector of a point times a power of 2 that makes it whole.
fn whole(point: &[f64], active: &[usize]) -> Vec<BigInt> {
    let values = active.iter().map(|&i| point.get(i).copied().unwrap_or_default());
    let parts: Vec<(i64, i32)> =
        std::iter::once(1.0).chain(values).map(|x| double_parts(x).unwrap_or_default()).collect();
    let lowest = parts.iter().map(|(_, exponent)| *exponent).min().unwrap_or_default();
    parts.iter().map(|(mantissa, exponent)| BigInt::from(*mantissa) << exponent.abs_diff(lowest)).collect()
}

#[cfg(test)]
#[path = "../tests/inside/rank.rs"]
mod tests;
