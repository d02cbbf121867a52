//! Square roots and logarithms of rationals, enclosed with a relative width far below 2^-100; exact where the result is
//! rational.

use crate::exact::Rational;
use crate::interval::Interval;
use crate::norms::Fixed;
use num_bigint::BigInt;
use std::cmp::Ordering;

/// The square root of an interval of numbers that are not negative (a negative end counts as 0).
pub(crate) fn sqrt(x: &Interval) -> Interval {
    root(x, 2)
}

/// The q-th root of such an interval, for `q >= 1`.
pub(crate) fn root(x: &Interval, q: u32) -> Interval {
    let below = root_of(&x.lo, q);
    // The root grows with its argument.
    if x.lo == x.hi { below } else { Interval { lo: below.lo, hi: root_of(&x.hi, q).hi } }
}

/// The q-th root of `n/d` is that of `2^(q k) n d^(q - 1)`, over `2^k d`, and that of a whole number is known to one unit,
/// or exactly.
fn root_of(x: &Rational, q: u32) -> Interval {
    if x.sign() != Ordering::Greater {
        return Interval::zero();
    }
    // The root has at least 128 bits, so that one unit is less than 2^-127 of it.
    let (power, k) = (x.numerator() * x.denominator().pow(q.saturating_sub(1)), 128_u32);
    let power = power << k.saturating_mul(q);
    let lo = power.nth_root(q);
    let is_exact = lo.pow(q) == power;
    let hi = if is_exact { lo.clone() } else { &lo + BigInt::from(1) };
    let over = |numerator: BigInt| Rational::new(numerator, x.denominator() << k).unwrap_or_else(Rational::zero);
    Interval { lo: over(lo), hi: over(hi) }
}

/// The sign of `x + sqrt(plus) - sqrt(minus)`, for numbers below the roots that are not negative.
///
/// With `x >= 0` both sides of `x + sqrt(plus) ? sqrt(minus)` may be squared, and so may those of what is left,
/// `2 x sqrt(plus) ? d` with `d = minus - x^2 - plus`, unless `d` is negative. Else the same is asked of the negative.
pub(crate) fn sign_with_roots(x: &Rational, plus: &Rational, minus: &Rational) -> Ordering {
    if x.sign() == Ordering::Less {
        return sign_with_roots(&-x, minus, plus).reverse();
    }
    let square = x * x;
    let d = &(minus - &square) - plus;
    if d.sign() == Ordering::Less {
        return Ordering::Greater;
    }
    (&(&Rational::from_integer(4) * &square) * plus).cmp(&(&d * &d))
}

/// The logarithm of a number that is at least 1 (of a smaller one, 0).
pub(crate) fn ln(x: &Rational) -> Interval {
    if *x <= Rational::one() {
        return Interval::zero();
    }
    // A double above 1, or the inverse of one below it, is at least 2^-53 from 1, and so is the logarithm from 0.
    let fixed = Fixed::new(320);
    let (lo, hi) = fixed.ln(x);
    Interval { lo: fixed.rational(lo), hi: fixed.rational(hi) }
}

#[cfg(test)]
#[path = "../tests/inside/irrational.rs"]
mod tests;
