//! Exact sums of many products of doubles, without a big number in the loop.
//!
//! A sum is a row of cells of weight `2^(64 k)`. A product of mantissas, shifted to a multiple of 64, falls into three
//! pieces of 64 bits, each added to its own 128-bit cell. A cell overflows after 2^62 additions at the earliest, so
//! nothing is ever carried. The row is as long as the exponents differ: at most about 70 cells.

use crate::exact::{Rational, double_parts};
use crate::interval::Interval;
use num_bigint::BigInt;

/// A finite double as sign, mantissa and exponent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Parts {
    negative: bool,
    mantissa: u64,
    exponent: i32,
}

impl Parts {
    /// The parts of a double; those of 0 if it is not finite, which no reader lets through.
    pub(crate) fn of(x: f64) -> Self {
        let (mantissa, exponent) = double_parts(x).unwrap_or_default();
        Self { negative: mantissa < 0, mantissa: mantissa.unsigned_abs(), exponent }
    }

    /// A number that is not negative: `mantissa * 2^exponent`.
    fn unsigned(mantissa: u64, exponent: i32) -> Self {
        Self { negative: false, mantissa, exponent }
    }
}

/// An exact sum of dyadic numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sum {
    /// The weight of the first cell is `2^(64 base)`.
    base: i32,
    cells: Vec<i128>,
}

impl Sum {
    /// Adds `x y`.
    #[inline]
    pub(crate) fn add_product(&mut self, x: Parts, y: Parts) {
        // Mantissas have at most 64 and 53 bits, so the product fits; exponents are small.
        let magnitude = u128::from(x.mantissa).wrapping_mul(u128::from(y.mantissa));
        self.add(x.negative != y.negative, magnitude, x.exponent.wrapping_add(y.exponent));
    }

    /// Adds `count x y`, with mantissas of at most 53 bits.
    #[inline]
    pub(crate) fn add_multiple(&mut self, mut count: u64, x: Parts, y: Parts) {
        let magnitude = u128::from(x.mantissa).wrapping_mul(u128::from(y.mantissa));
        let (negative, mut exponent) = (x.negative != y.negative, x.exponent.wrapping_add(y.exponent));
        // In pieces: 106 + 16 bits fit, 106 + 32 would not.
        while count > 0 {
            self.add(negative, magnitude.wrapping_mul(u128::from(count & 0xffff)), exponent);
            (count, exponent) = (count >> 16, exponent.wrapping_add(16));
        }
    }

    #[inline]
    fn add(&mut self, negative: bool, magnitude: u128, exponent: i32) {
        if magnitude == 0 {
            return;
        }
        let (cell, shift) = (exponent.div_euclid(64), exponent.rem_euclid(64).unsigned_abs());
        let low = magnitude.wrapping_shl(shift);
        // In two steps, because a shift by all 128 bits would be none.
        let high = (magnitude >> 1).wrapping_shr(127_u32.wrapping_sub(shift));
        // Without a branch: adding `(x ^ -1) - -1` is subtracting x.
        let mask = if negative { -1_i128 } else { 0 };
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

    /// The sum of numbers that are not negative, in pieces of 64 bits.
    pub(crate) fn pieces(&self, pieces: &mut Vec<Parts>) {
        pieces.clear();
        let (mut carry, mut exponent) = (0_u128, self.base.wrapping_mul(64));
        for &cell in &self.cells {
            let value = carry.wrapping_add(cell.unsigned_abs());
            let low = u64::try_from(value & u128::from(u64::MAX)).unwrap_or(0);
            if low > 0 {
                pieces.push(Parts::unsigned(low, exponent));
            }
            (carry, exponent) = (value >> 64, exponent.wrapping_add(64));
        }
        if let (Ok(top), true) = (u64::try_from(carry), carry > 0) {
            pieces.push(Parts::unsigned(top, exponent));
        }
    }

    /// Makes the sum 0 but keeps its cells.
    pub(crate) fn clear(&mut self) {
        self.cells.fill(0);
    }
}

/// A value of a round: the parts of both ends, or of one if they are equal.
pub(crate) type Ends = (Parts, Option<Parts>);

/// An exact sum of intervals with factors that are not negative.
#[derive(Clone, Debug, Default)]
pub(crate) struct IntervalSum {
    lo: Sum,
    /// The upper ends; as long as no value had two ends it is not kept.
    hi: Option<Box<Sum>>,
}

impl IntervalSum {
    /// Adds `factor [lo, hi]`.
    #[inline]
    pub(crate) fn add(&mut self, factor: Parts, ends: Ends) {
        self.each(ends, |sum, end| sum.add_product(factor, end));
    }

    /// Adds `count factor [lo, hi]`.
    #[inline]
    pub(crate) fn add_multiple(&mut self, count: u64, factor: Parts, ends: Ends) {
        self.each(ends, |sum, end| sum.add_multiple(count, factor, end));
    }

    #[inline]
    fn each(&mut self, (lo, hi): Ends, add: impl Fn(&mut Sum, Parts)) {
        if hi.is_some() && self.hi.is_none() {
            self.hi = Some(Box::new(self.lo.clone()));
        }
        if let Some(sum) = &mut self.hi {
            add(sum, hi.unwrap_or(lo));
        }
        add(&mut self.lo, lo);
    }

    pub(crate) fn total(&self) -> Interval {
        let lo = self.lo.total();
        Interval { hi: self.hi.as_ref().map_or_else(|| lo.clone(), |hi| hi.total()), lo }
    }
}

#[cfg(test)]
#[path = "../tests/inside/sums.rs"]
mod tests;
