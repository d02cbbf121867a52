//! Models whose numbers are multiples of 2^-40: their scores are whole numbers, so nothing about them has to be rounded.

use crate::error::{Error, Result};
use crate::numerics::rational::power_of_two;

/// A unit is 2^-40.
pub(super) const BITS: u32 = 40;
/// The whole number that stands for 1.
pub(super) const ONE: i64 = 1 << BITS;
/// Numbers are at most 2^12 in size.
const LARGEST: f64 = 4096.0;

/// Moves each number towards 0 to the grid.
pub fn truncate(theta: &mut [f64]) {
    let unit = power_of_two(-40);
    for x in theta {
        // Both products are by powers of two; adding 0 turns -0 into 0.
        *x = (*x / unit).trunc() * unit + 0.0;
    }
}

/// The model in units of 2^-40.
///
/// # Errors
/// If a number is not on the grid, or larger than 2^12.
pub(super) fn units(theta: &[f64]) -> Result<Vec<i64>> {
    let unit = |&x: &f64| {
        let units = x * ONE as f64;
        if x.abs() <= LARGEST && units.trunc() == units {
            #[expect(clippy::cast_possible_truncation, reason = "a whole number of at most 52 bits")]
            return Ok(units as i64);
        }
        Err(Error::new(format!("the model has the number {x}, which is not a multiple of 2^-40 of size at most 4096")))
    };
    theta.iter().map(unit).collect()
}

#[cfg(test)]
#[path = "../../tests/inside/data/grid.rs"]
mod tests;
