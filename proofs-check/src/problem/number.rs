//! Dyadic numbers of 128 significant bits with directed rounding.
//!
//! A number is `sign * magnitude * 2^exponent` with the top bit of the magnitude set, so each has one form and order is
//! plain. Results that need more than 128 bits are rounded down or up, as asked; all others are exact. Exponents
//! beyond `2^50` saturate outward (to 0, to the largest finite number or to infinity), so no input can make a number
//! grow without end. The infinities occur as ends of intervals only.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "limb arithmetic: magnitudes are used after their leading zeros are counted, so shifts stay below 128, and \
              exponents are at most 2^50 + 2^12 in size before they saturate, so their sums fit 64 bits"
)]

use crate::exact::{Rational, double_parts};
use num_bigint::{BigInt, BigUint, Sign};
use std::cmp::Ordering;

/// Exponents are at most this, in size, before a number saturates.
const LIMIT: i64 = 1 << 50;
const TOP: u128 = 1 << 127;

/// Where a result goes that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Round {
    Down,
    Up,
}

/// A dyadic number, or an infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Dyadic {
    sign: i8,
    magnitude: u128,
    exponent: i64,
}

impl Dyadic {
    pub(crate) const ZERO: Self = Self { sign: 0, magnitude: 0, exponent: 0 };
    pub(crate) const ONE: Self = Self::power_of_two(0);
    pub(crate) const INFINITY: Self = Self { sign: 1, magnitude: TOP, exponent: i64::MAX };
    pub(crate) const NEG_INFINITY: Self = Self { sign: -1, ..Self::INFINITY };

    /// `2^k`, for `|k| <= 2^49`.
    pub(crate) const fn power_of_two(k: i64) -> Self {
        Self { sign: 1, magnitude: TOP, exponent: k - 127 }
    }

    pub(crate) fn from_integer(n: i64) -> Self {
        let sign = n.signum() as i8;
        rounded(sign, 0, u128::from(n.unsigned_abs()), false, 0, Round::Down)
    }

    /// The number that a double is, exactly; `None` for NaN and infinities.
    pub(crate) fn from_double(x: f64) -> Option<Self> {
        let (mantissa, exponent) = double_parts(x)?;
        Some(Self::from_integer(mantissa).scaled(i64::from(exponent)))
    }

    /// `n * 2^exponent`, rounded to 128 bits; `|exponent|` is at most `2^50`.
    pub(crate) fn from_big(n: &BigInt, exponent: i64, round: Round) -> Self {
        Self::from_big_and_more(n, false, exponent, round)
    }

    /// `(n + t) * 2^exponent` with some `0 < t < 1` (in size) if there is more. Then `n` has at least 129 bits.
    fn from_big_and_more(n: &BigInt, more: bool, exponent: i64, round: Round) -> Self {
        let sign = match n.sign() {
            Sign::Minus => -1,
            Sign::NoSign => return Self::ZERO,
            Sign::Plus => 1,
        };
        let surplus = n.bits().saturating_sub(256);
        let cut;
        let (top, more) = if surplus == 0 {
            (n.magnitude(), more)
        } else {
            cut = n.magnitude() >> surplus;
            let lost = n.magnitude().trailing_zeros().is_some_and(|zeros| zeros < surplus);
            (&cut, more || lost)
        };
        let mut limbs = [0_u128; 4];
        for (limb, digit) in limbs.iter_mut().zip(top.iter_u64_digits()) {
            *limb = u128::from(digit);
        }
        let [first, second, third, fourth] = limbs;
        rounded(
            sign,
            (fourth << 64) | third,
            (second << 64) | first,
            more,
            exponent.saturating_add_unsigned(surplus),
            round,
        )
    }

    /// The fraction, rounded to 128 bits.
    pub(crate) fn from_rational(x: &Rational, round: Round) -> Self {
        let (n, d) = (x.numerator(), x.denominator());
        // The shifted numerator has at least 131 bits more than the denominator, so the quotient has at least 130.
        let shift = (d.bits() + 131).saturating_sub(n.bits());
        let shifted = n << shift;
        let quotient = &shifted / d;
        let more = &quotient * d != shifted;
        Self::from_big_and_more(&quotient, more, 0_i64.saturating_sub_unsigned(shift), round)
    }

    /// The number as a fraction; `None` if it is infinite or its exponent is beyond 2^20 in size.
    pub(crate) fn to_rational(self) -> Option<Rational> {
        let small = self.exponent.unsigned_abs() < 1 << 20;
        let mantissa = BigInt::from(self.magnitude) * BigInt::from(self.sign);
        if small { Some(Rational::dyadic(mantissa, i32::try_from(self.exponent).ok()?)) } else { None }
    }

    /// The largest whole number that is at most `x * 2^bits`; for finite `x` below `2^2000` in size.
    pub(crate) fn to_fixed(self, bits: i64) -> BigInt {
        let mantissa = BigInt::from(self.magnitude) * BigInt::from(self.sign);
        let shift = self.exponent.saturating_add(bits);
        if shift >= 0 { mantissa << shift.unsigned_abs() } else { mantissa >> shift.unsigned_abs().min(1 << 20) }
    }

    /// The magnitude and the exponent; the magnitude's top bit is set unless the number is 0.
    pub(crate) fn parts(self) -> (u128, i64) {
        (self.magnitude, self.exponent)
    }

    pub(crate) fn sign(self) -> Ordering {
        self.sign.cmp(&0)
    }

    pub(crate) fn is_finite(self) -> bool {
        self.exponent != i64::MAX
    }

    /// Whether `|x| < 2^k`.
    pub(crate) fn is_below_power(self, k: i64) -> bool {
        self.sign == 0 || self.exponent < k - 127
    }

    pub(crate) fn negated(self) -> Self {
        Self { sign: -self.sign, ..self }
    }

    pub(crate) fn size(self) -> Self {
        Self { sign: self.sign.abs(), ..self }
    }

    /// The nearest number of 53 bits, to even if there are two: the double nearest to `x`, unless that is subnormal.
    pub(crate) fn nearest_double(self) -> Self {
        let (half, rest) = (1_u128 << 74, self.magnitude & ((1 << 75) - 1));
        let up = rest > half || (rest == half && (self.magnitude >> 75) & 1 == 1);
        let kept = Self { magnitude: self.magnitude - rest, ..self };
        let unit = rounded(self.sign, 0, 1 << 75, false, self.exponent, Round::Down);
        if up && self.is_finite() { kept.plus(unit, Round::Down) } else { kept }
    }

    /// `x * 2^k`, for `|k| <= 2^12`: exact; the exponent may pass the limit by `k` until the next operation.
    pub(crate) fn scaled(self, k: i64) -> Self {
        if self.sign == 0 || !self.is_finite() { self } else { Self { exponent: self.exponent + k, ..self } }
    }

    pub(crate) fn plus(self, other: Self, round: Round) -> Self {
        match (self.is_finite(), other.is_finite()) {
            (false, false) if self.sign != other.sign => {
                return if round == Round::Down { Self::NEG_INFINITY } else { Self::INFINITY };
            }
            (false, _) => return self,
            (true, false) => return other,
            (true, true) => {}
        }
        if self.sign == 0 || other.sign == 0 {
            return if self.sign == 0 { other } else { self };
        }
        let (a, b) = if self.size() >= other.size() { (self, other) } else { (other, self) };
        // In 256 bits at the scale of `a`, one bit left free for the carry; what `b` loses is in `more`.
        let (a1, a0) = (a.magnitude >> 1, a.magnitude << 127);
        let distance = (a.exponent - b.exponent).unsigned_abs();
        let (b1, b0, more) = match u32::try_from(distance).unwrap_or(u32::MAX) {
            0 => (b.magnitude >> 1, b.magnitude << 127, false),
            d @ 1..=127 => {
                (b.magnitude >> (d + 1).min(127) >> (d + 1).saturating_sub(127), b.magnitude << (127 - d), false)
            }
            d @ 128..=254 => (0, b.magnitude >> (d - 127), b.magnitude.trailing_zeros() < d - 127),
            _ => (0, 0, true),
        };
        let (high, low) = if a.sign == b.sign {
            let (low, carry) = a0.overflowing_add(b0);
            (a1 + b1 + u128::from(carry), low)
        } else {
            // `a - (b + t) = (a - b - 1) + (1 - t)` with `0 < t < 1` where `b` lost something.
            let (low, borrow) = a0.overflowing_sub(b0);
            let (low, again) = low.overflowing_sub(u128::from(more));
            (a1 - b1 - u128::from(borrow) - u128::from(again), low)
        };
        rounded(a.sign, high, low, more, a.exponent - 127, round)
    }

    pub(crate) fn minus(self, other: Self, round: Round) -> Self {
        self.plus(other.negated(), round)
    }

    /// The product; `0 * infinity = 0`, as the ends of intervals need it.
    pub(crate) fn times(self, other: Self, round: Round) -> Self {
        let sign = self.sign * other.sign;
        if sign == 0 {
            return Self::ZERO;
        }
        if !(self.is_finite() && other.is_finite()) {
            return Self { sign, ..Self::INFINITY };
        }
        let (high, low) = wide_product(self.magnitude, other.magnitude);
        rounded(sign, high, low, false, self.exponent + other.exponent, round)
    }

    /// The quotient of a number by a number other than 0; a finite number over infinity is 0.
    pub(crate) fn over(self, other: Self, round: Round) -> Self {
        if self.sign == 0 || !other.is_finite() {
            return Self::ZERO;
        }
        if !self.is_finite() {
            return Self { sign: self.sign * other.sign, ..Self::INFINITY };
        }
        // Both magnitudes have 128 bits, so the quotient has at least 130.
        let (n, d) = (BigUint::from(self.magnitude) << 130_u32, BigUint::from(other.magnitude));
        let quotient = &n / &d;
        let more = &quotient * &d != n;
        let quotient = BigInt::from(quotient) * BigInt::from(self.sign * other.sign);
        Self::from_big_and_more(&quotient, more, self.exponent - other.exponent - 130, round)
    }

    /// The square root of a number that is not negative.
    pub(crate) fn sqrt(self, round: Round) -> Self {
        if self.sign <= 0 || !self.is_finite() {
            return if self.sign > 0 { self } else { Self::ZERO };
        }
        // An even exponent is left, and the root has at least 129 bits.
        let shift = if self.exponent & 1 == 0 { 130_u8 } else { 131 };
        let square = BigUint::from(self.magnitude) << shift;
        let root = square.sqrt();
        let more = &root * &root != square;
        Self::from_big_and_more(&BigInt::from(root), more, (self.exponent - i64::from(shift)) / 2, round)
    }

    /// `x^n` of a number that is not negative, from the highest bit of `n` down, so that exact powers stay exact.
    pub(crate) fn power(self, n: u32, round: Round) -> Self {
        let mut result = Self::ONE;
        for bit in (0..32 - n.leading_zeros()).rev() {
            result = result.times(result, round);
            if (n >> bit) & 1 == 1 {
                result = result.times(self, round);
            }
        }
        result
    }
}

/// `sign * (high * 2^128 + low + t) * 2^exponent`, rounded, where `0 < t < 1` if there is more, else `t = 0`. If there
/// is more, the number has more than 128 bits.
fn rounded(sign: i8, high: u128, low: u128, more: bool, exponent: i64, round: Round) -> Dyadic {
    let (shift, magnitude, rest) = match (high.leading_zeros(), low.leading_zeros()) {
        (128, 128) => return Dyadic::ZERO,
        (128, s) => (128 + s, low << s, 0),
        (0, _) => (0, high, low),
        (s, _) => (s, (high << s) | (low >> (128 - s)), low << s),
    };
    let mut result = Dyadic { sign, magnitude, exponent: exponent + 128 - i64::from(shift) };
    let away = (sign > 0) == (round == Round::Up);
    if away && (more || rest != 0) {
        let (next, carry) = magnitude.overflowing_add(1);
        result.magnitude = if carry { TOP } else { next };
        result.exponent += i64::from(carry);
    }
    match (result.exponent > LIMIT, result.exponent < -LIMIT, away) {
        (true, _, true) => Dyadic { sign, ..Dyadic::INFINITY },
        (true, _, false) => Dyadic { sign, magnitude: u128::MAX, exponent: LIMIT },
        (_, true, true) => Dyadic { sign, magnitude: TOP, exponent: -LIMIT },
        (_, true, false) => Dyadic::ZERO,
        (false, false, _) => result,
    }
}

/// The 256 bits of a product.
fn wide_product(a: u128, b: u128) -> (u128, u128) {
    const HALF: u128 = (1 << 64) - 1;
    let (a1, a0, b1, b0) = (a >> 64, a & HALF, b >> 64, b & HALF);
    let (low, cross, other) = (a0 * b0, a1 * b0, a0 * b1);
    let middle = (low >> 64) + (cross & HALF) + (other & HALF);
    (a1 * b1 + (cross >> 64) + (other >> 64) + (middle >> 64), (middle << 64) | (low & HALF))
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        let sizes = || (self.exponent, self.magnitude).cmp(&(other.exponent, other.magnitude));
        self.sign.cmp(&other.sign).then_with(|| if self.sign >= 0 { sizes() } else { sizes().reverse() })
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
#[path = "../../tests/inside/problem/number.rs"]
mod tests;
