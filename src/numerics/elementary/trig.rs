//! Sine and cosine.
//!
//! **Reduction.** `x = k pi/2 + r` with `|r| < 0.786`. Up to 0.785 in absolute value, `k = 0` and `r = x` exactly. Up
//! to `2^30`, `k` is the integer nearest to the rounded product of `x` and `2/pi` (its error, below `2^-21`, only
//! lengthens the range of `r`), and `r` is computed in integers with 180 binary places of `pi / 2`, in three parts:
//! `x` and the product of `k` with the first part are subtracted exactly in units of `2^-60`, the product with the
//! second exactly in units of `2^-120`; then the difference is shifted as far left as it can go, at most to units of
//! `2^-180`, and the third product is subtracted there. What remains unknown is one rounding and `k` times less than
//! `2^-180`. A double near a multiple of `pi / 2` makes `r` small, but not below `2^-61` for these `x` (the continued
//! fractions of `2^j pi / 2` say so), so more than 80 bits of it survive. That bound is not relied on: the error is
//! counted, and if `r` were below 2^64 units the answer would be `[-1, 1]`. Beyond `2^30` it is `[-1, 1]`.
//!
//! **Series.** With `w = r^2 < 0.618` in units of `2^-64`, `sin r = r (1 - D)` and `cos r = 1 - D'`, where
//! `D = w/3! - w^2/5! + ... + w^9/19!` and `D' = w/2! - w^2/4! + ... - w^10/20!` by Horner's rule. An inner sum errs by
//! at most `d <= 1 + 0.618 d' <= 2.62` units (its coefficient and its product are both rounded down, which pulls in
//! opposite directions), so does the outer product, and the terms left out are below 0.01 units. If `r` is known to
//! `error < 2^32` units of its 64-bit mantissa, `w` is known to `2 error + 2` units, which counts at most half in `D`
//! and `D'` (their derivatives are at most `1/6` and `1/2`). Altogether `D` and `D'` are within `4 + error` units.
//!
//! With `error <= 3` for nearly all arguments that is `2^-60` of the result: two or three neighbouring doubles.

use super::constants::HALF_PI;
use super::fixed::{Scaled, decode, high_word, horner_alternating};
use crate::numerics::Enclosure;

/// The largest argument that is reduced.
const LARGEST: f64 = 1_073_741_824.0; // 2^30
/// Up to here the argument needs no reduction: a little less than `pi / 4`.
const SMALL: f64 = 0.785;

/// `floor(2^64 / (2 n + first)!)` for `n = 1, 2, ...`.
const fn every_other_factorial<const N: usize>(first: u128) -> [u64; N] {
    let mut table = [0; N];
    let mut factorial = 1;
    let mut n = 1;
    while n <= N {
        let m = 2 * n as u128 + first;
        factorial *= m * (m - 1);
        #[expect(clippy::cast_possible_truncation, reason = "the factorials are at least 2")]
        {
            table[n - 1] = ((1_u128 << 64) / factorial) as u64;
        }
        n += 1;
    }
    table
}

const SINE: [u64; 9] = every_other_factorial(1);
const COSINE: [u64; 10] = every_other_factorial(0);

/// The range of both functions.
fn unknown() -> Enclosure {
    Enclosure::new(-1.0, 1.0)
}

/// `x = quarters * pi/2 + r`, where `r` has the size `size` (`None` if it is 0) and the sign of `negative`.
pub(super) struct Reduced {
    pub(super) quarters: i64,
    pub(super) negative: bool,
    pub(super) size: Option<Scaled>,
}

impl Reduced {
    /// `floor(x / (pi/2))`.
    fn quadrant(&self) -> i64 {
        self.quarters - i64::from(self.negative)
    }

    /// The sine of `x + turns * pi/2`.
    fn sine(&self, turns: i64) -> Enclosure {
        let turns = (self.quarters + turns).rem_euclid(4);
        let odd = turns % 2 == 1;
        let value = match self.size {
            None if odd => Enclosure::ONE,
            None => Enclosure::ZERO,
            Some(r) if odd => cos_small(r).enclosure(),
            Some(r) => sin_small(r).enclosure(),
        };
        // sin(r + turns pi/2) is sin r, cos r, -sin r, -cos r; the sine is odd and the cosine even.
        let minus = (turns >= 2) != (self.negative && !odd);
        if minus { -value } else { value }
    }
}

/// The reduction, or `None` when the argument is too large (or, which does not happen, `r` is not certain enough).
pub(super) fn reduce(x: f64) -> Option<Reduced> {
    if x == 0.0 {
        return Some(Reduced { quarters: 0, negative: false, size: None });
    }
    if x.abs() <= SMALL {
        return Some(Reduced { quarters: 0, negative: x < 0.0, size: Some(Scaled::magnitude(x)) });
    }
    if x.is_nan() || x.abs() > LARGEST {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "below 2^31, and the truncation is the rounding wanted")]
    let quarters = (x * std::f64::consts::FRAC_2_PI + 0.5_f64.copysign(x)) as i64;
    let k = i128::from(quarters);
    let (m, e) = decode(x);
    // x is at least 1/2, so a multiple of 2^-53, and x 2^60 is an integer below 2^91.
    let scaled = i128::from(m) << (e + 60).unsigned_abs();
    let scaled = if x < 0.0 { -scaled } else { scaled };
    let exact = ((scaled - k * HALF_PI[0]) << 60) - k * HALF_PI[1];
    // |exact| < 2^120, so the shift is at least 6; two bits are left for the sign and the subtraction.
    let shift = (exact.unsigned_abs().leading_zeros() - 2).min(60);
    let r = (exact << shift) - ((k * HALF_PI[2]) >> (60 - shift));
    let doubt = 2 + (k.unsigned_abs() >> (60 - shift));
    let sure = r.unsigned_abs().checked_sub(doubt)?;
    if sure >> 64 == 0 {
        return None;
    }
    let size = Scaled::normalise(sure, 2 * doubt, -120 - shift.cast_signed());
    Some(Reduced { quarters, negative: r < 0, size: Some(size) })
}

/// `r^2` in units of `2^-64`, rounded down.
fn square(r: Scaled) -> u64 {
    high_word(r.mantissa, r.mantissa).checked_shr(2 * (-64 - r.exponent).unsigned_abs()).unwrap_or(0)
}

/// `sin r` for `0 < r < 0.786`.
pub(super) fn sin_small(r: Scaled) -> Scaled {
    let w = square(r);
    let d = high_word(w, horner_alternating(&SINE, w));
    let doubt = 4 + r.error;
    let mantissa = u128::from(r.mantissa);
    // The smallest r with the largest D, rounded down; the largest r with the smallest D (which is not negative).
    let low = r.mantissa - high_word(r.mantissa, d + doubt) - 1;
    let high = mantissa + u128::from(r.error) - u128::from(high_word(r.mantissa, d.saturating_sub(doubt)));
    Scaled::normalise(u128::from(low), high - u128::from(low), r.exponent)
}

/// `cos r` for `0 < r < 0.786`.
pub(super) fn cos_small(r: Scaled) -> Scaled {
    let w = square(r);
    let d = high_word(w, horner_alternating(&COSINE, w));
    let doubt = 4 + r.error;
    let one = 1_u128 << 64;
    let low = one - u128::from(d + doubt);
    Scaled::normalise(low, one - u128::from(d.saturating_sub(doubt)) - low, -64)
}

/// Encloses `sin x`, with full relative accuracy also near the multiples of `pi`; at most three doubles, a point at 0,
/// and `[-1, 1]` for `|x| > 2^30`.
///
/// ```
/// use referee::numerics::elementary::sin;
/// let near_pi = sin(std::f64::consts::PI); // pi minus the double nearest to it
/// assert!(near_pi.lo() > 1.22464679914735e-16 && near_pi.hi() < 1.22464679914736e-16);
/// ```
pub fn sin(x: f64) -> Enclosure {
    reduce(x).map_or_else(unknown, |reduced| reduced.sine(0))
}

/// Encloses `cos x`, with full relative accuracy also near its zeros; at most three doubles, a point at 0, and
/// `[-1, 1]` for `|x| > 2^30`.
pub fn cos(x: f64) -> Enclosure {
    reduce(x).map_or_else(unknown, |reduced| reduced.sine(1))
}

/// Encloses the sine of every number in the interval.
///
/// Between the multiples of `pi/2` the sine is monotone, so the image is the hull of its values at the two endpoints
/// and of the extrema inside. The multiples `j pi/2` inside are those with
/// `floor(lo / (pi/2)) < j <= floor(hi / (pi/2))`, and the reduction knows these floors exactly.
///
/// ```
/// use referee::numerics::{Enclosure, elementary::sin_over};
/// assert_eq!(sin_over(Enclosure::new(1.0, 2.0)).hi(), 1.0);
/// ```
pub fn sin_over(x: Enclosure) -> Enclosure {
    image(x, 0)
}

/// Encloses the cosine of every number in the interval, in the same way as [`sin_over`].
pub fn cos_over(x: Enclosure) -> Enclosure {
    image(x, 1)
}

/// The image of the sine of `x + turns * pi/2`.
fn image(x: Enclosure, turns: i64) -> Enclosure {
    let Some(lo) = reduce(x.lo()) else { return unknown() };
    if x.is_point() {
        return lo.sine(turns);
    }
    let Some(hi) = reduce(x.hi()) else { return unknown() };
    let first = lo.quadrant() + turns + 1;
    let last = hi.quadrant() + turns;
    if last - first >= 3 {
        // Four multiples in a row: one is a maximum and one a minimum.
        return unknown();
    }
    let mut image = lo.sine(turns).hull(hi.sine(turns));
    for multiple in first..=last {
        match multiple.rem_euclid(4) {
            1 => image = image.hull(Enclosure::ONE),
            3 => image = image.hull(-Enclosure::ONE),
            _ => {}
        }
    }
    image
}
