//! Positive numbers as integers with a counted error, and their rounding to doubles.
//!
//! A [`Scaled`] number stands for a real number that lies in `[mantissa, mantissa + error] * 2^exponent`, where the
//! mantissa has its top bit set. Every operation returns an interval of the same kind that contains the exact result:
//! the mantissa is rounded down, and what that may have lost is added to `error` in the unit of the last place of the
//! mantissa. One unit is at most `2^-63` of the number, and one ulp of a double is at least `2^-53` of it, so a dozen
//! units are about a hundredth of an ulp.

use crate::numerics::Enclosure;

/// A real number in `[mantissa, mantissa + error] * 2^exponent`, with `2^63 <= mantissa < 2^64` and `error < 2^60`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scaled {
    pub(super) mantissa: u64,
    pub(super) error: u64,
    pub(super) exponent: i32,
}

impl Scaled {
    /// The number 1.
    pub(super) const ONE: Self = Self { mantissa: 1 << 63, error: 0, exponent: -63 };

    /// The absolute value of a finite double that is not zero, exactly.
    #[inline]
    pub(super) fn magnitude(x: f64) -> Self {
        let (mantissa, exponent) = decode(x);
        let shift = mantissa.leading_zeros();
        Self { mantissa: mantissa << shift, error: 0, exponent: exponent - shift.cast_signed() }
    }

    /// A number in `[low, low + spread] * 2^exponent`, where `low > 0` and the spread is at most `low / 32`.
    #[inline]
    pub(super) fn normalise(low: u128, spread: u128, exponent: i32) -> Self {
        let zeros = low.leading_zeros();
        let to_64_bits = 64 - zeros.cast_signed();
        let (mantissa, error) = if zeros < 64 {
            // Dropping `shift` bits loses at most 2^shift - 1, and the spread is rounded up.
            let shift = 64 - zeros;
            let lost = (1_u128 << shift) - 1;
            (low >> shift, ((spread + lost + lost) >> shift))
        } else {
            (low << (zeros - 64), spread << (zeros - 64))
        };
        Self { mantissa: low_word(mantissa), error: low_word(error), exponent: exponent + to_64_bits }
    }

    /// The product.
    #[inline]
    pub(super) fn times(self, other: Self) -> Self {
        let (a, b) = (u128::from(self.mantissa), u128::from(other.mantissa));
        let (da, db) = (u128::from(self.error), u128::from(other.error));
        // (a + da)(b + db) - ab, every factor below 2^64 and every error below 2^60.
        Self::normalise(a * b, a * db + b * da + da * db, self.exponent + other.exponent)
    }

    /// The quotient.
    #[inline]
    pub(super) fn over(self, other: Self) -> Self {
        let (a, b) = (u128::from(self.mantissa), u128::from(other.mantissa));
        let low = (a << 63) / (b + u128::from(other.error));
        let high = ((a + u128::from(self.error)) << 63) / b + 1;
        Self::normalise(low, high - low, self.exponent - other.exponent - 63)
    }

    /// Integers `low <= 2^bits value <= high`, for a value below `2^(127 - bits)`.
    #[inline]
    pub(super) fn fixed(self, bits: i32) -> (u128, u128) {
        let low = u128::from(self.mantissa);
        let high = low + u128::from(self.error);
        let shift = self.exponent + bits;
        match shift.unsigned_abs() {
            left if shift >= 0 => (low << left, high << left),
            right if right < 127 => (low >> right, (high >> right) + 1),
            _ => (0, 1),
        }
    }

    /// The doubles around the number.
    #[inline]
    pub(super) fn enclosure(self) -> Enclosure {
        let low = u128::from(self.mantissa);
        enclose_positive(low, low + u128::from(self.error), self.exponent)
    }
}

/// The low 64 bits of an integer that has no others.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "callers pass integers below 2^64")]
pub(super) fn low_word(x: u128) -> u64 {
    debug_assert!(x >> 64 == 0, "{x} has more than 64 bits");
    x as u64
}

/// `floor(a b / 2^64)`.
#[inline]
pub(super) fn high_word(a: u64, b: u64) -> u64 {
    low_word((u128::from(a) * u128::from(b)) >> 64)
}

/// Integers with `|x| = m 2^e`, for a finite double.
#[inline]
pub(super) fn decode(x: f64) -> (u64, i32) {
    const FRACTION: u64 = (1 << 52) - 1;
    let bits = x.to_bits();
    let fraction = bits & FRACTION;
    let biased = ((bits >> 52) & 0x7ff) as i32;
    if biased == 0 { (fraction, -1074) } else { (fraction | (1 << 52), biased - 1075) }
}

/// Horner's rule for `c[0] + c[1] x + c[2] x^2 + ...` in units of `2^-64`, each product rounded down.
#[inline]
pub(super) fn horner(coefficients: &[u64], x: u64) -> u64 {
    coefficients.iter().rev().fold(0, |sum, &c| c + high_word(x, sum))
}

/// Horner's rule for the alternating `c[0] - c[1] x + c[2] x^2 - ...`, for coefficients that decrease.
#[inline]
pub(super) fn horner_alternating(coefficients: &[u64], x: u64) -> u64 {
    coefficients.iter().rev().fold(0, |sum, &c| c - high_word(x, sum))
}

/// The bits of the largest double that is at most `low 2^exponent`, for `low > 0`, and whether it is less than that.
#[inline]
fn round_to_grid(low: u128, exponent: i32) -> (u64, bool) {
    let top = 127 - low.leading_zeros().cast_signed() + exponent;
    // The spacing of the doubles around a number of size 2^top is 2^spacing.
    let spacing = (top - 52).max(-1074);
    let shift = spacing - exponent;
    let (q, inexact) = match shift.unsigned_abs() {
        left if shift <= 0 => (low << left, false),
        right if right < 128 => (low >> right, low & ((1 << right) - 1) != 0),
        _ => (0, true),
    };
    if spacing > 971 {
        return (f64::MAX.to_bits(), true);
    }
    // For 2^52 <= q < 2^53 the leading bit of q carries into the exponent field and makes it the right one; for a
    // smaller q, which is subnormal, the field stays 0.
    ((u64::from((spacing + 1074).unsigned_abs()) << 52) + low_word(q), inexact)
}

/// The doubles around `[low, high] * 2^exponent`, for `0 <= low <= high`: the largest double that is at most the lower
/// end and the smallest that is at least the upper one.
#[inline]
pub(super) fn enclose_positive(low: u128, high: u128, exponent: i32) -> Enclosure {
    let below = if low == 0 { 0 } else { round_to_grid(low, exponent).0 };
    // The bits of consecutive positive doubles are consecutive integers, up to and including infinity.
    let (floor, inexact) = if high == 0 { (0, false) } else { round_to_grid(high, exponent) };
    Enclosure::new(f64::from_bits(below), f64::from_bits(floor + u64::from(inexact)))
}

/// The doubles around `[low, high] * 2^exponent`, of any sign.
#[inline]
pub(super) fn enclose(low: i128, high: i128, exponent: i32) -> Enclosure {
    if low >= 0 {
        enclose_positive(low.unsigned_abs(), high.unsigned_abs(), exponent)
    } else if high <= 0 {
        -enclose_positive(high.unsigned_abs(), low.unsigned_abs(), exponent)
    } else {
        let below = -enclose_positive(0, low.unsigned_abs(), exponent);
        below.hull(enclose_positive(0, high.unsigned_abs(), exponent))
    }
}

#[cfg(test)]
#[path = "../../../tests/inside/numerics/elementary/fixed.rs"]
mod tests;
