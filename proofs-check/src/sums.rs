//! Exact sums of many products of doubles, without a big number in the loop.
//!
//! A sum is a row of cells of weight `2^(64 k)`. A number of up to 127 bits, shifted to a multiple of 64, falls into three
//! pieces of 64 bits, each added to its own 128-bit cell. A cell overflows after 2^62 additions at the earliest, so
//! nothing is ever carried. The row is as long as the exponents differ: at most about 70 cells.
//!
//! Columns of a trace come in strips of 128 rounds. Most numbers of a strip have nearly the same exponent: they are whole
//! multiples, below 2^60, of one power of 2, so that 128 of their products add up to less than 2^127. The few others are
//! multiplied one by one.

use crate::exact::{Rational, double_parts};
use num_bigint::BigInt;

/// An exact sum of dyadic numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sum {
    /// The weight of the first cell is `2^(64 base)`.
    base: i32,
    cells: Vec<i128>,
}

impl Sum {
    /// Adds `count x y`; a number that is not finite, which no reader lets through, counts as 0.
    #[inline]
    pub(crate) fn add_product(&mut self, count: u64, x: f64, y: f64) {
        let ((x, e), (y, f)) = (double_parts(x).unwrap_or_default(), double_parts(y).unwrap_or_default());
        // Mantissas have at most 53 bits, so the product fits; exponents are small.
        self.add_multiple(count, i128::from(x).wrapping_mul(i128::from(y)), e.wrapping_add(f));
    }

    /// Adds `count value 2^exponent`.
    #[inline]
    pub(crate) fn add_multiple(&mut self, count: u64, value: i128, exponent: i32) {
        if let Some(product) = value.checked_mul(i128::from(count)) {
            return self.add(product, exponent);
        }
        // The low 32 bits, which are not negative, apart from the rest, which is rounded down.
        let (low, rest) = (value & 0xffff_ffff, value >> 32);
        self.add(low.wrapping_mul(i128::from(count)), exponent);
        self.add_multiple(count, rest, exponent.wrapping_add(32));
    }

    /// Adds another sum.
    pub(crate) fn add_sum(&mut self, other: &Self) {
        for (place, &cell) in (other.base..).zip(&other.cells) {
            self.add(cell, place.wrapping_mul(64));
        }
    }

    /// Adds `value 2^exponent`.
    #[inline]
    fn add(&mut self, value: i128, exponent: i32) {
        if value == 0 {
            return;
        }
        let magnitude = value.unsigned_abs();
        let (cell, shift) = (exponent.div_euclid(64), exponent.rem_euclid(64).unsigned_abs());
        let low = magnitude.wrapping_shl(shift);
        // In two steps, because a shift by all 128 bits would be none.
        let high = (magnitude >> 1).wrapping_shr(127_u32.wrapping_sub(shift));
        // Without a branch: adding `(x ^ -1) - -1` is subtracting x.
        let mask = value >> 127;
        for (slot, piece) in self.window(cell).iter_mut().zip([low & u128::from(u64::MAX), low >> 64, high]) {
            let piece = i128::try_from(piece).unwrap_or_default();
            *slot = slot.wrapping_add((piece ^ mask).wrapping_sub(mask));
        }
    }

    /// The three cells from `cell` on.
    #[inline]
    fn window(&mut self, cell: i32) -> &mut [i128] {
        let there = |from: usize, cells: &[i128]| cells.len() >= from.saturating_add(3);
        match usize::try_from(cell.wrapping_sub(self.base)) {
            Ok(from) if there(from, &self.cells) => self.cells.get_mut(from..from.wrapping_add(3)).unwrap_or_default(),
            _ => self.grown(cell),
        }
    }

    /// The three cells from `cell` on, after making room for them.
    #[cold]
    fn grown(&mut self, cell: i32) -> &mut [i128] {
        if self.cells.is_empty() {
            self.base = cell;
        }
        let before = usize::try_from(self.base.wrapping_sub(cell)).unwrap_or(0);
        self.cells.splice(..0, std::iter::repeat_n(0, before));
        self.base = self.base.min(cell);
        let from = usize::try_from(cell.wrapping_sub(self.base)).unwrap_or(0);
        let to = from.wrapping_add(3);
        self.cells.resize(self.cells.len().max(to), 0);
        self.cells.get_mut(from..to).unwrap_or_default()
    }

    /// The sum as one number.
    pub(crate) fn total(&self) -> Rational {
        let mut total = BigInt::from(0);
        for &cell in self.cells.iter().rev() {
            total = (total << 64_u32) + BigInt::from(cell);
        }
        Rational::dyadic(total, self.base.wrapping_mul(64))
    }

    /// The sum of numbers that are not negative, in pieces of 64 bits with their exponents.
    pub(crate) fn pieces(&self) -> Vec<(i128, i32)> {
        let (mut pieces, mut carry, mut exponent) = (Vec::new(), 0_i128, self.base.wrapping_mul(64));
        for &cell in self.cells.iter().chain(&[0]) {
            let value = carry.wrapping_add(cell);
            pieces.push((value & i128::from(u64::MAX), exponent));
            (carry, exponent) = (value >> 64, exponent.wrapping_add(64));
        }
        pieces
    }

    /// Makes the sum 0 but keeps its cells.
    pub(crate) fn clear(&mut self) {
        self.cells.fill(0);
    }
}

/// How many rounds a strip has.
pub(crate) const STRIP: usize = 128;

/// The most that exponents differ in a strip: with 53 bits of a mantissa, these make 60.
const SPAN: i32 = 7;

/// A column of up to 128 rounds; those that are not there are 0.
pub(crate) struct Strip {
    numbers: [f64; STRIP],
    /// The numbers over `2^exponent`, below `2^60`; 0 for those that are too small for that.
    whole: [i64; STRIP],
    exponent: i32,
    /// Which numbers are too small, as bits.
    small: u128,
}

impl Strip {
    /// The strip of these numbers.
    pub(crate) fn new(column: &[f64]) -> Self {
        let mut strip = Self { numbers: [0.0; STRIP], whole: [0; STRIP], exponent: 0, small: 0 };
        strip.numbers.iter_mut().zip(column).for_each(|(place, x)| *place = *x);
        let parts = strip.numbers.map(|x| double_parts(x).unwrap_or_default());
        let exponents = parts.iter().filter(|(mantissa, _)| *mantissa != 0).map(|(_, exponent)| *exponent);
        strip.exponent = exponents.max().unwrap_or(0).wrapping_sub(SPAN);
        for ((row, whole), (mantissa, exponent)) in (0_u32..).zip(&mut strip.whole).zip(parts) {
            match u32::try_from(exponent.wrapping_sub(strip.exponent)) {
                Ok(shift) => *whole = mantissa.wrapping_shl(shift),
                Err(_) => strip.small |= u128::from(mantissa != 0).wrapping_shl(row),
            }
        }
        strip
    }

    /// Adds the products with another strip to a sum; `weight` is that of a round of the strip, from 0 on, and does not
    /// decrease.
    pub(crate) fn add_products(&self, other: &Self, weight: impl Fn(usize) -> u64, sum: &mut Sum) {
        let mut singly = u128::MAX;
        let count = weight(0);
        if count == weight(STRIP.wrapping_sub(1)) {
            let product = |(x, y): (&i64, &i64)| i128::from(*x).wrapping_mul(i128::from(*y));
            let products = self.whole.iter().zip(&other.whole).map(product);
            let total = products.fold(0_i128, i128::wrapping_add);
            sum.add_multiple(count, total, self.exponent.wrapping_add(other.exponent));
            singly = self.small | other.small;
        }
        while let (true, Ok(row)) = (singly != 0, usize::try_from(singly.trailing_zeros())) {
            let [x, y] = [self, other].map(|strip| strip.numbers.get(row).copied().unwrap_or_default());
            sum.add_product(weight(row), x, y);
            singly &= singly.wrapping_sub(1);
        }
    }
}

#[cfg(test)]
#[path = "../tests/inside/sums.rs"]
mod tests;
