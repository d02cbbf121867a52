//! Exact sums and dot products of doubles.
//!
//! Every finite double, and every product of two, is a whole multiple of 2^-2148 and below 2^2048. An [`ExactSum`]
//! is that whole number in fixed point, cut into 32-bit digits that are kept in 64-bit words, so that half a billion
//! terms are added before a carry has to be propagated. Nothing is ever rounded: the sign, the comparison and the
//! rational value of the sum are those of the real number, and [`ExactSum::enclose`] rounds once, at the end.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "cutting words into digits is what this file does; each cast keeps the bits that its comment or type names"
)]

use super::Enclosure;
use super::rational::power_of_two;
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// Weight of digit 0: 2^-`POINT`. A multiple of 32, at least 2148.
const POINT: u32 = 2176;
/// Digits up to 2^(32 * 139 - 2176) = 2^2272: room for 2^200 products of the largest doubles.
const DIGITS: usize = 139;
const DIGIT_BITS: u32 = 32;
/// A word holds 2^31 digits of 32 bits without overflow. A product may add two pieces to one digit, and a carry needs
/// room as well, so a quarter of that many terms is safe.
const TERMS_BEFORE_CARRY: u32 = 1 << 29;

/// A running sum of doubles and of products of doubles, without rounding.
///
/// ```
/// use referee::numerics::ExactSum;
/// let mut sum = ExactSum::new();
/// for term in [1e100, 1.0, -1e100, 2f64.powi(-60)] {
///     sum.add(term);
/// }
/// sum.add_product(-1.0, 1.0);
/// assert_eq!(sum.enclose().lo(), 2f64.powi(-60)); // plain doubles would have lost it
/// ```
#[derive(Clone, Debug)]
pub struct ExactSum {
    digits: [i64; DIGITS],
    terms: u32,
}

impl Default for ExactSum {
    fn default() -> Self {
        Self::new()
    }
}

/// Sign, whole significand and exponent of a finite double: `(-1)^negative * significand * 2^exponent`.
fn parts(x: f64) -> (bool, u64, i32) {
    assert!(x.is_finite(), "an exact sum takes finite numbers, not {x}");
    let bits = x.to_bits();
    let biased = ((bits >> 52) & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let negative = x.is_sign_negative();
    if biased == 0 { (negative, fraction, -1074) } else { (negative, fraction | (1 << 52), biased - 1075) }
}

impl ExactSum {
    /// The empty sum, 0.
    pub fn new() -> Self {
        Self { digits: [0; DIGITS], terms: 0 }
    }

    /// The sum of a slice.
    pub fn of(terms: &[f64]) -> Self {
        let mut sum = Self::new();
        for &term in terms {
            sum.add(term);
        }
        sum
    }

    /// The dot product of two slices of the same length.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn dot(a: &[f64], b: &[f64]) -> Self {
        assert_eq!(a.len(), b.len(), "a dot product takes slices of the same length");
        let mut sum = Self::new();
        for (&x, &y) in a.iter().zip(b) {
            sum.add_product(x, y);
        }
        sum
    }

    /// Adds `x`.
    ///
    /// # Panics
    /// If `x` is not finite.
    pub fn add(&mut self, x: f64) {
        let (negative, significand, exponent) = parts(x);
        self.reserve_term();
        self.add_shifted(significand, (exponent + POINT as i32).unsigned_abs(), negative);
    }

    /// Adds `x y`, exactly.
    ///
    /// # Panics
    /// If `x` or `y` is not finite.
    pub fn add_product(&mut self, x: f64, y: f64) {
        let (x_negative, x_significand, x_exponent) = parts(x);
        let (y_negative, y_significand, y_exponent) = parts(y);
        let product = u128::from(x_significand) * u128::from(y_significand);
        let negative = x_negative != y_negative;
        let position = (x_exponent + y_exponent + POINT as i32).unsigned_abs();
        self.reserve_term();
        self.add_shifted(product as u64, position, negative);
        self.add_shifted((product >> 64) as u64, position + 64, negative);
    }

    /// Adds `k x y`, exactly.
    ///
    /// # Panics
    /// If `x` or `y` is not finite.
    pub fn add_multiple(&mut self, k: u64, x: f64, y: f64) {
        let (x_negative, x_significand, x_exponent) = parts(x);
        let (y_negative, y_significand, y_exponent) = parts(y);
        let product = u128::from(x_significand) * u128::from(y_significand);
        let negative = x_negative != y_negative;
        let position = (x_exponent + y_exponent + POINT as i32).unsigned_abs();
        for (half, offset) in [(product as u64, 0), ((product >> 64) as u64, 64)] {
            let scaled = u128::from(half) * u128::from(k);
            self.reserve_term();
            self.add_shifted(scaled as u64, position + offset, negative);
            self.add_shifted((scaled >> 64) as u64, position + offset + 64, negative);
        }
    }

    fn reserve_term(&mut self) {
        if self.terms >= TERMS_BEFORE_CARRY {
            self.carry();
        }
        self.terms += 1;
    }

    /// Adds `significand * 2^(position - POINT)`, negated if asked.
    fn add_shifted(&mut self, significand: u64, position: u32, negative: bool) {
        let first = (position / DIGIT_BITS) as usize;
        let shifted = u128::from(significand) << (position % DIGIT_BITS);
        for (offset, digit) in self.digits[first..].iter_mut().take(3).enumerate() {
            let piece = i64::from((shifted >> (32 * offset)) as u32);
            *digit += if negative { -piece } else { piece };
        }
    }

    /// Brings every digit but the last into `0..2^32`; the last carries the sign.
    fn carry(&mut self) {
        let mut carry = 0_i64;
        for digit in &mut self.digits[..DIGITS - 1] {
            let total = *digit + carry;
            carry = total >> DIGIT_BITS;
            *digit = total - (carry << DIGIT_BITS);
        }
        self.digits[DIGITS - 1] += carry;
        self.terms = 0;
    }

    /// The sum as a whole number of 2^-2176.
    fn to_integer(&self) -> IBig {
        let mut canonical = self.clone();
        canonical.carry();
        let mut bytes = Vec::with_capacity(4 * DIGITS);
        for digit in &canonical.digits[..DIGITS - 1] {
            bytes.extend_from_slice(&(*digit as u32).to_le_bytes());
        }
        let last = IBig::from(canonical.digits[DIGITS - 1]) << (DIGIT_BITS as usize * (DIGITS - 1));
        last + IBig::from(UBig::from_le_bytes(&bytes))
    }

    /// The exact value.
    pub fn to_rational(&self) -> RBig {
        RBig::from_parts(self.to_integer(), UBig::ONE << POINT as usize)
    }

    /// Whether the sum is below, equal to or above zero.
    pub fn sign(&self) -> Ordering {
        let mut canonical = self.clone();
        canonical.carry();
        match canonical.digits[DIGITS - 1].cmp(&0) {
            Ordering::Equal if canonical.digits.iter().any(|&digit| digit != 0) => Ordering::Greater,
            decided => decided,
        }
    }

    /// The tightest enclosure of the sum: a point where the sum is a double.
    pub fn enclose(&self) -> Enclosure {
        let integer = self.to_integer();
        let negative = integer < IBig::ZERO;
        let (_, magnitude) = integer.into_parts();
        let length = magnitude.bit_len();
        if length == 0 {
            return Enclosure::ZERO;
        }
        // Keep 53 bits, or fewer where the last one would be finer than the smallest double.
        let dropped = length.saturating_sub(53).max(POINT as usize - 1074);
        let kept = u64::try_from(&magnitude >> dropped).expect("53 bits fit in 64");
        let inexact = magnitude.trailing_zeros().is_some_and(|zeros| zeros < dropped);
        let exponent = i32::try_from(dropped).expect("a few thousand bits") - POINT as i32;
        let below = scale(kept, exponent);
        let above = if inexact { scale(kept + 1, exponent) } else { below };
        let positive = Enclosure::new(below.min(f64::MAX), above);
        if negative { -positive } else { positive }
    }
}

/// `significand * 2^exponent` where that is a double, and infinity where it is too large.
fn scale(significand: u64, exponent: i32) -> f64 {
    if exponent > 971 { f64::INFINITY } else { significand as f64 * power_of_two(exponent) }
}
