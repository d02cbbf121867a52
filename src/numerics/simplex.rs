//! Points of the simplex that sum to exactly 1.
//!
//! Doubles that were divided by their sum almost never sum to 1. Multiples of 2^-52 can: write each entry as
//! `k_i / 2^52` with whole `k_i >= 0` and ask for `sum k_i = 2^52`. Such a *dyadic* point is a member of the simplex
//! with no tolerance, every partial sum of its entries is a double, and sums of many such points are exact in integers.
//!
//! # How far rounding moves a point
//!
//! [`round_to_simplex`] takes weights `w` with exact sum `W > 0` and aims at `x_i = w_i / W`. Let `u = 2^-53`. It
//! computes `s = fl(sum w)`, `r = fl(1 / s)` and `v_i = fl(w_i r)`. The weights are not negative, so `s = W (1 + a)`
//! with at most `n - 1` rounding factors, and `v_i = x_i (1 + b_i)` with at most `n + 1` of them; one more pays for the
//! underflow that bringing huge weights into range may cause. Hence `|v_i - x_i| <= g x_i` with
//! `g = (n + 2) u / (1 - (n + 2) u)`. Then
//!
//! - each entry but the largest weight's is `v_i` rounded down to the grid, so it moves by at most `2^-52 + g x_i`
//!   (a product that underflows is below the grid, becomes 0, and obeys the same bound);
//! - the largest takes what is missing from (or, if `s` was too small, what exceeds) 1. All moves sum to zero, so it
//!   moves by at most the sum of the others: `(n - 1) 2^-52 + g (1 - x_max)`.
//!
//! With at most [`MAX_LENGTH`] entries the largest is at least `1 / n - n 2^-51 > 0` afterwards, so no entry is
//! negative. The whole move is below `3.1 n 2^-52` in the 1-norm.

use super::ExactSum;
use crate::error::{Error, Result};
use std::cmp::Ordering;

/// The spacing of the grid, 2^-52.
pub const GRID: f64 = f64::EPSILON;

/// The longest vector that [`round_to_simplex`] takes, 2^24 entries: the bounds of this module rest on it.
pub const MAX_LENGTH: usize = 1 << 24;

/// Whether `x` is a multiple of 2^-52 between 0 and 1.
///
/// In that range `1 + x` is a double exactly when `x` is on the grid, so adding and subtracting 1 gives `x` back only
/// then.
///
/// ```
/// use referee::numerics::simplex::is_dyadic;
/// assert!(is_dyadic(0.375) && is_dyadic(f64::EPSILON) && is_dyadic(1.0));
/// assert!(!is_dyadic(0.1) && !is_dyadic(0.5 * f64::EPSILON) && !is_dyadic(-0.5) && !is_dyadic(1.5));
/// ```
#[inline]
pub fn is_dyadic(x: f64) -> bool {
    (0.0..=1.0).contains(&x) && (1.0 + x) - 1.0 == x
}

/// Whether the entries are non-negative and sum to exactly 1, for any doubles.
///
/// Grid points are decided with double additions alone: a partial sum of multiples of 2^-52 is exact up to 2, and once
/// it is above 1 it never comes back, so the computed total is 1 if and only if the exact one is. Other vectors take
/// an [`ExactSum`].
///
/// ```
/// use referee::numerics::simplex::is_on_simplex;
/// assert!(is_on_simplex(&[0.25, 0.75, 0.0]));
/// assert!(!is_on_simplex(&[0.1; 10])); // ten doubles just above 1/10
/// ```
pub fn is_on_simplex(x: &[f64]) -> bool {
    let mut sum = 0.0;
    let mut dyadic = true;
    for &entry in x {
        if !(0.0..=1.0).contains(&entry) {
            return false;
        }
        dyadic &= (1.0 + entry) - 1.0 == entry;
        sum += entry;
    }
    if dyadic {
        return sum == 1.0;
    }
    let mut total = ExactSum::of(x);
    total.add(-1.0);
    total.sign() == Ordering::Equal
}

/// Replaces non-negative weights, of any scale, by the dyadic point of the simplex near `weights / sum`.
///
/// In place, without allocation. The [module](self) says how far each entry moves.
///
/// # Errors
/// If there are no weights or more than [`MAX_LENGTH`], if one is negative, infinite or NaN, or if all are zero. The
/// weights are then unchanged.
///
/// ```
/// use referee::numerics::simplex::{is_on_simplex, round_to_simplex};
/// let mut weights = [1e300, 2e300, 0.0];
/// round_to_simplex(&mut weights).unwrap();
/// assert!(is_on_simplex(&weights));
/// ```
pub fn round_to_simplex(weights: &mut [f64]) -> Result<()> {
    if weights.is_empty() || weights.len() > MAX_LENGTH {
        return Err(Error::new(format!(
            "a point of the simplex needs between 1 and {MAX_LENGTH} weights, but there are {}",
            weights.len()
        )));
    }
    if let Some(index) = weights.iter().position(|w| !(0.0..=f64::MAX).contains(w)) {
        return Err(Error::new(format!(
            "weight {index} is {}, but weights must be finite and not negative",
            weights[index]
        )));
    }
    if weights.iter().all(|&w| w == 0.0) {
        return Err(Error::new("all weights are zero, so they cannot be scaled to sum to 1"));
    }
    round_valid(weights);
    Ok(())
}

/// [`round_to_simplex`] for weights that are known to be valid.
#[inline(always)]
pub(super) fn round_valid(weights: &mut [f64]) {
    const HUGE: f64 = f64::from_bits((1023 + 960) << 52);
    const TINY: f64 = f64::from_bits((1023 - 900) << 52);
    const SHRINK: f64 = f64::from_bits((1023 - 64) << 52);
    const GROW: f64 = f64::from_bits((1023 + 200) << 52);
    debug_assert!(weights.iter().all(|w| (0.0..=f64::MAX).contains(w)) && weights.iter().any(|&w| w > 0.0));

    let mut largest = 0;
    let mut max = 0.0;
    for (index, &w) in weights.iter().enumerate() {
        if w > max {
            (largest, max) = (index, w);
        }
    }
    // Neither the sum nor its reciprocal may leave the normal range. Growing is exact; shrinking moves a weight by at
    // most 2^-1075, which next to a sum of at least 2^896 is nothing (the spare rounding factor of the module's bound).
    if !(TINY..HUGE).contains(&max) {
        let scale = if max < TINY { GROW } else { SHRINK };
        for w in weights.iter_mut() {
            *w *= scale;
        }
    }
    let reciprocal = 1.0 / sum(weights);
    for w in weights.iter_mut() {
        let v = *w * reciprocal;
        // Adding 1 rounds to the nearest multiple of 2^-52; one step down where that went up.
        let nearest = (1.0 + v) - 1.0;
        *w = if nearest > v { nearest - GRID } else { nearest };
    }
    // Multiples of 2^-52 that sum to less than 2: every addition here is exact, in any order.
    let missing = 1.0 - sum(weights);
    weights[largest] += missing;
}

/// The sum, in four interleaved chains: at most `n - 1` roundings touch any term.
#[inline(always)]
pub(crate) fn sum(x: &[f64]) -> f64 {
    let (fours, rest) = x.as_chunks::<4>();
    if fours.is_empty() {
        return rest.iter().copied().reduce(|sum, entry| sum + entry).unwrap_or(0.0);
    }
    let mut lanes = [0.0; 4];
    for four in fours {
        for (lane, entry) in lanes.iter_mut().zip(four) {
            *lane += entry;
        }
    }
    let tail: f64 = rest.iter().fold(0.0, |sum, entry| sum + entry);
    ((lanes[0] + lanes[2]) + (lanes[1] + lanes[3])) + tail
}
