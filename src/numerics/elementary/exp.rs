//! The exponential function and the logistic function.
//!
//! **Reduction.** The argument is an integer `x` in units of `2^-116`, and stands for any number in `[x, x + 1]`. With
//! an integer `k` near `x / ln 2`, `r = x - k ln 2` lies in `[0, 0.7)` and `e^x = 2^k e^r`. The constant for `ln 2` is
//! rounded down, so `k LN_2` for `k <= 0` and `k LN_2 + k` for `k > 0` are at least `k ln 2`: the integer `r` computed
//! with them is a lower bound of the true one, and too small by at most `1 + |k| < 2^11` units of `2^-116`. Dropping
//! its 52 low bits leaves `R` with `R <= 2^64 r < R + 1.0001`.
//!
//! **Series.** `e^r = 1 + r (1 + r (1/2 + r/6 + ...))` up to `r^20 / 20!` in units of `2^-64`, by Horner's rule. Every
//! coefficient and every product is rounded down, so the sum is a lower bound. What is lost, in units:
//! - the error `d` of the sum that starts at `1/n!` obeys `d <= 1 + 1 + 0.7 d'`, so `d <= 6.67` throughout; the
//!   coefficients `1/2`, `1`, `1` are exact, so the last three steps give `5.67`, `4.97` and `4.48`;
//! - replacing `2^64 r` by `R`: at most `1.0001 e^0.7 < 2.02`;
//! - the terms left out: at most `0.7^21 / 21! (1 + 1/30) 2^64 < 0.001`.
//!
//! Together less than [`LOST`] = 7 units of a number that is at least `2^64` of them: `2^-61` of `e^x`. So the
//! enclosure of a double is two neighbouring doubles, or (in one case of some hundreds) three.

use super::constants::LN_2;
use super::fixed::{Scaled, decode, high_word, horner, low_word};
use crate::numerics::Enclosure;

/// Binary places of the argument.
pub(super) const PLACES: i32 = 116;

/// More than what the truncations can lose, in units of `2^-64` of the sum of the series.
const LOST: u128 = 7;

/// `floor(2^64 / n!)` for `n = 2, ..., 20`.
const INVERSE_FACTORIALS: [u64; 19] = {
    let mut table = [0; 19];
    let mut factorial = 1_u128;
    let mut n = 2;
    while n <= 20 {
        factorial *= n as u128;
        #[expect(clippy::cast_possible_truncation, reason = "2^64 / n! is below 2^64 from n = 2 on")]
        {
            table[n - 2] = ((1_u128 << 64) / factorial) as u64;
        }
        n += 1;
    }
    table
};

/// From this argument on the exponential is above every double: `e^710 > 2^1024`.
const OVERFLOW: f64 = 710.0;
/// Up to this argument the exponential is below every positive double: `e^-746 < 2^-1074`.
const UNDERFLOW: f64 = -746.0;

/// `e^a` for every `a` in `[x, x + 1] * 2^-116`, given that `|a| <= 1000`.
pub(super) fn exp_scaled(x: i128) -> Scaled {
    // 1 / ln 2 from below in units of 2^-32, and the argument from below in units of 2^-20: for a negative argument the
    // first makes the product too large, by less than 1000 * 2^-32, and all other errors make it too small, by less
    // than 2^-18. Subtracting 2^-18 leaves k <= x / ln 2 and r < ln 2 + 2^-17.
    const INVERSE_LN_2: i128 = 6_196_328_018;
    let k = ((x >> 96) * INVERSE_LN_2 - (1 << 34)) >> 52;
    let r = x - k * LN_2 - k.max(0);
    debug_assert!((0..(7 << PLACES) / 10).contains(&r), "the reduced argument {r} is out of range");
    let r = low_word(r.unsigned_abs() >> (PLACES - 64));
    // (e^r - 1 - r) / r, then e^r itself, which needs 66 bits.
    let inner = high_word(r, horner(&INVERSE_FACTORIALS, r));
    let sum = (1 << 64) + u128::from(r) + u128::from(high_word(r, inner));
    #[expect(clippy::cast_possible_truncation, reason = "|k| <= 1000 / ln 2 + 1")]
    Scaled::normalise(sum, LOST, k as i32 - 64)
}

/// The double in units of `2^-116`, rounded down; its magnitude must be at most 1000.
pub(super) fn fixed_argument(x: f64) -> i128 {
    let (m, e) = decode(x);
    let shift = e + PLACES;
    let m = i128::from(m);
    let signed = if x < 0.0 { -m } else { m };
    // An arithmetic shift to the right rounds down, for either sign.
    if shift >= 0 { signed << shift } else { signed >> shift.unsigned_abs().min(127) }
}

/// Encloses `e^x`; at most three doubles, and a point at 0.
///
/// ```
/// use referee::numerics::elementary::exp;
/// let e = exp(1.0);
/// assert!(e.lo() <= std::f64::consts::E && std::f64::consts::E <= e.hi());
/// assert_eq!(e.hi(), e.lo().next_up());
/// ```
pub fn exp(x: f64) -> Enclosure {
    if x.is_nan() {
        return Enclosure::new(0.0, f64::INFINITY);
    }
    if x == 0.0 {
        return Enclosure::ONE;
    }
    if x >= OVERFLOW {
        return Enclosure::new(f64::MAX, f64::INFINITY);
    }
    if x <= UNDERFLOW {
        return Enclosure::new(0.0, f64::from_bits(1));
    }
    let enclosure = exp_scaled(fixed_argument(x)).enclosure();
    // The truncations may reach over 1, which the function does not.
    if x < 0.0 { enclosure.min(Enclosure::ONE) } else { enclosure.max(Enclosure::ONE) }
}

/// Encloses the logistic function `1 / (1 + e^-x)`, with full relative accuracy on both sides; at most three doubles,
/// and a point at 0.
///
/// With `E = e^-|x|`, the value is `1 / (1 + E)` for positive `x` and `E / (1 + E)` for negative `x`: sums and
/// quotients of positive numbers, which lose a few units of `2^-62` and nothing by cancellation.
///
/// ```
/// use referee::numerics::elementary::sigmoid;
/// assert!(sigmoid(0.0).is_point() && sigmoid(0.0).contains(0.5));
/// assert!(sigmoid(-800.0).lo() == 0.0 && sigmoid(800.0).hi() == 1.0);
/// ```
pub fn sigmoid(x: f64) -> Enclosure {
    let half = Enclosure::point(0.5);
    if x.is_nan() {
        return Enclosure::new(0.0, 1.0);
    }
    if x == 0.0 {
        return half;
    }
    if x <= UNDERFLOW {
        return Enclosure::new(0.0, f64::from_bits(1));
    }
    if x >= -UNDERFLOW {
        return Enclosure::new(1.0_f64.next_down(), 1.0);
    }
    let power = exp_scaled(fixed_argument(-x.abs()));
    let (low, high) = power.fixed(64);
    let one_more = Scaled::normalise((1 << 64) + low, high - low, -64);
    if x > 0.0 {
        Scaled::ONE.over(one_more).enclosure().max(half).min(Enclosure::ONE)
    } else {
        power.over(one_more).enclosure().min(half)
    }
}
