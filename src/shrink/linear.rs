//! Square systems of dyadic numbers, solved exactly.
//!
//! A row `i` of the matrix is `2^shift_i` times a row of integers. Both `M x = b` and `M^T y = c` are solved for the
//! integers: by lifting modulo powers of a prime where the entries fit, else by elimination without fractions.

use super::dyadic::{Dyadic, sign_of};
use super::lifting::Lifting;
use dashu_int::IBig;
use std::cell::OnceCell;
use std::cmp::Ordering;

/// A vector of rationals over one positive denominator.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quotients {
    pub(crate) numerators: Vec<IBig>,
    pub(crate) denominator: IBig,
}

/// An integer matrix with a power of two for each row, at most 1.
pub(crate) struct Matrix {
    size: usize,
    entries: Vec<IBig>,
    shifts: Vec<i32>,
    /// Made at the first system; `None` if the entries are too large.
    lifting: OnceCell<Option<Lifting>>,
}

impl Matrix {
    pub(crate) fn new(rows: &[Vec<Dyadic>]) -> Self {
        let size = rows.len();
        let mut entries = Vec::with_capacity(size * size);
        let mut shifts = Vec::with_capacity(size);
        for row in rows {
            let nonzero = row.iter().filter(|entry| !entry.mantissa.is_zero());
            let shift = nonzero.map(|entry| entry.exponent).min().unwrap_or(0).min(0);
            entries.extend(row.iter().map(|entry| entry.at(shift)));
            shifts.push(shift);
        }
        Self { size, entries, shifts, lifting: OnceCell::new() }
    }

    /// The `x` with `M x = b`; `None` if the matrix is singular.
    pub(crate) fn solve(&self, b: &[Dyadic]) -> Option<Quotients> {
        // Row i of the integers asks for 2^-shift_i b_i, which `scale` more powers of two make whole.
        let scale = self.whole(b.iter().zip(&self.shifts).map(|(b, shift)| (b, b.exponent - shift)));
        let right = b.iter().zip(&self.shifts).map(|(b, shift)| b.at(shift - scale)).collect::<Vec<_>>();
        let mut x = self.integers(&right, false)?;
        x.denominator <<= scale.unsigned_abs() as usize;
        Some(x)
    }

    /// The `y` with `M^T y = c`; `None` if the matrix is singular.
    pub(super) fn solve_transposed(&self, c: &[Dyadic]) -> Option<Quotients> {
        let scale = self.whole(c.iter().map(|c| (c, c.exponent)));
        let right = c.iter().map(|c| c.at(-scale)).collect::<Vec<_>>();
        let mut y = self.integers(&right, true)?;
        for (y, shift) in y.numerators.iter_mut().zip(&self.shifts) {
            *y <<= shift.unsigned_abs() as usize; // the integers' multipliers are 2^shift y
        }
        y.denominator <<= scale.unsigned_abs() as usize;
        Some(y)
    }

    /// How many powers of two make all exponents non-negative.
    fn whole<'a>(&self, exponents: impl Iterator<Item = (&'a Dyadic, i32)>) -> i32 {
        debug_assert!(self.size > 0);
        exponents.filter(|(x, _)| !x.mantissa.is_zero()).map(|(_, exponent)| -exponent).max().unwrap_or(0).max(0)
    }

    fn integers(&self, right: &[IBig], transposed: bool) -> Option<Quotients> {
        let lifting = self.lifting.get_or_init(|| Lifting::new(&self.entries, self.size));
        let lifted = lifting.as_ref().and_then(|lifting| lifting.solve(right, transposed));
        lifted.or_else(|| eliminate(&self.entries, right, transposed))
    }
}

/// Elimination without fractions (Bareiss): after step `s` every entry is a minor of order `s + 1`, so that the
/// division by the previous pivot is exact and numbers stay as short as they can be. `None` if the matrix is singular.
pub(super) fn eliminate(entries: &[IBig], right: &[IBig], transposed: bool) -> Option<Quotients> {
    let n = right.len();
    let entry = |i: usize, j: usize| entries[if transposed { j * n + i } else { i * n + j }].clone();
    let mut rows: Vec<Vec<IBig>> =
        (0..n).map(|i| (0..n).map(|j| entry(i, j)).chain(std::iter::once(right[i].clone())).collect()).collect();
    let mut previous = IBig::ONE;
    for step in 0..n {
        let pivot_row = (step..n).find(|&i| !rows[i][step].is_zero())?;
        rows.swap(step, pivot_row);
        let pivot = std::mem::take(&mut rows[step]);
        for (i, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != step) {
            let factor = std::mem::take(&mut row[step]);
            for j in step + 1..=n {
                row[j] = (&pivot[step] * &row[j] - &factor * &pivot[j]) / &previous;
            }
            if i < step {
                row[i].clone_from(&pivot[step]); // the diagonal above is the same minor in every row
            }
        }
        previous.clone_from(&pivot[step]);
        rows[step] = pivot;
    }
    let negative = sign_of(&previous) == Ordering::Less;
    let signed = |x: IBig| if negative { -x } else { x };
    let numerators = rows.into_iter().map(|mut row| signed(row.pop().expect("the right side"))).collect();
    Some(Quotients { numerators, denominator: signed(previous) })
}
