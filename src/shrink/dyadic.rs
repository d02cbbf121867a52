//! Exact sums of integers times doubles: the arithmetic of every decision that floats leave open.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "exponents of doubles and lengths of integers in memory fit, and differences are taken the right way round"
)]

use dashu_int::ops::{BitTest as _, UnsignedAbs as _};
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// A dyadic rational `mantissa * 2^exponent`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dyadic {
    pub(crate) mantissa: IBig,
    pub(crate) exponent: i32,
}

impl Dyadic {
    pub(crate) fn integer(mantissa: IBig) -> Self {
        Self { mantissa, exponent: 0 }
    }

    /// The double itself, with an odd mantissa.
    pub(crate) fn from_f64(x: f64) -> Self {
        let (mantissa, exponent) = parts(x);
        Self { mantissa: mantissa.into(), exponent }
    }

    pub(crate) fn sign(&self) -> Ordering {
        sign_of(&self.mantissa)
    }

    /// The mantissa at a smaller or equal exponent.
    pub(crate) fn at(&self, exponent: i32) -> IBig {
        debug_assert!(exponent <= self.exponent || self.mantissa.is_zero());
        if self.mantissa.is_zero() { IBig::ZERO } else { &self.mantissa << (self.exponent - exponent) as usize }
    }

    /// The difference.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        let exponent = match (self.mantissa.is_zero(), other.mantissa.is_zero()) {
            (true, _) => other.exponent,
            (_, true) => self.exponent,
            _ => self.exponent.min(other.exponent),
        };
        Self { mantissa: self.at(exponent) - other.at(exponent), exponent }
    }

    /// The product with an integer.
    pub(crate) fn times(&self, factor: &IBig) -> Self {
        Self { mantissa: &self.mantissa * factor, exponent: self.exponent }
    }

    /// This over an integer that is not 0.
    pub(crate) fn over(&self, denominator: &IBig) -> RBig {
        let shift = self.exponent.unsigned_abs() as usize;
        if self.exponent >= 0 {
            RBig::from_parts_signed(&self.mantissa << shift, denominator.clone())
        } else {
            RBig::from_parts_signed(self.mantissa.clone(), denominator << shift)
        }
    }

    /// Compares `self / a` with `other / b` for positive `a` and `b`.
    pub(crate) fn ratio_cmp(&self, a: &Self, other: &Self, b: &Self) -> Ordering {
        let left = Self { mantissa: &self.mantissa * &b.mantissa, exponent: self.exponent + b.exponent };
        let right = Self { mantissa: &other.mantissa * &a.mantissa, exponent: other.exponent + a.exponent };
        let exponent = left.exponent.min(right.exponent);
        left.at(exponent).cmp(&right.at(exponent))
    }
}

/// A finite double as an odd integer (or 0) times a power of two.
pub(crate) fn parts(x: f64) -> (i64, i32) {
    if x == 0.0 {
        return (0, 0);
    }
    let bits = x.to_bits();
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let biased = (bits >> 52 & 0x7ff) as i32;
    let (mantissa, exponent) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    let zeros = mantissa.trailing_zeros();
    let odd = mantissa >> zeros;
    (if x < 0.0 { -odd } else { odd }, exponent + zeros as i32)
}

pub(crate) fn sign_of(x: &IBig) -> Ordering {
    if x.is_zero() {
        Ordering::Equal
    } else if x.sign() == Sign::Negative {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}

/// `sum_j n_j x_j` for integers `n_j` and finite doubles `x_j`, exactly.
pub(crate) fn dot<'a>(terms: impl Iterator<Item = (&'a IBig, f64)> + Clone) -> Dyadic {
    let nonzero = terms.filter(|(n, x)| *x != 0.0 && !n.is_zero());
    let Some(exponent) = nonzero.clone().map(|(_, x)| parts(x).1).min() else {
        return Dyadic::integer(IBig::ZERO);
    };
    let mut sum = IBig::ZERO;
    for (n, x) in nonzero {
        let (mantissa, own) = parts(x);
        let shift = (own - exponent) as u32;
        // Most shifts are short: one product with a word or two, instead of a product and a shift.
        if shift < 64 {
            sum += n * (i128::from(mantissa) << shift);
        } else {
            sum += (n * mantissa) << shift as usize;
        }
    }
    Dyadic { mantissa: sum, exponent }
}

/// `numerator / denominator` to within 2^-52 of its size, if the result is a normal double; a double that is not normal
/// says nothing, except that 0 is exactly 0.
pub(crate) fn quotient(numerator: &IBig, denominator: &IBig) -> f64 {
    if numerator.is_zero() {
        return 0.0;
    }
    let (top, bottom): (UBig, UBig) = (numerator.clone().unsigned_abs(), denominator.clone().unsigned_abs());
    // 64 to 66 leading bits of the quotient: what is cut off is below 2^-63 of it.
    let shift = 65 + bottom.bit_len() as i64 - top.bit_len() as i64;
    let leading = if shift >= 0 { (top << shift as usize) / bottom } else { top / (bottom << (-shift) as usize) };
    let leading = u128::try_from(leading).expect("66 bits") as f64;
    let size = scale(leading, -shift).max(f64::from_bits(1));
    if (numerator.sign() == Sign::Negative) == (denominator.sign() == Sign::Negative) { size } else { -size }
}

/// `x 2^exponent`, in steps that stay in range where the result does; infinite or not normal where it does not.
fn scale(mut x: f64, mut exponent: i64) -> f64 {
    while exponent > 1000 && x.is_finite() {
        x *= 2_f64.powi(1000);
        exponent -= 1000;
    }
    while exponent < -900 && x != 0.0 {
        x *= 2_f64.powi(-900);
        exponent += 900;
    }
    x * 2_f64.powi(exponent.clamp(-1000, 1000) as i32)
}
