//! Exact rational numbers.

use crate::gcd::gcd;
use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// The most digits that a rational of a file may have.
const MOST_DIGITS: usize = 100_000;

/// A fraction of whole numbers; the denominator is positive. Not kept in lowest terms: no gcd is taken until a number
/// is printed, and comparison multiplies crosswise.
#[derive(Clone, Debug)]
pub struct Rational {
    numerator: BigInt,
    denominator: BigInt,
}

impl Rational {
    /// The number 0.
    #[must_use]
    pub fn zero() -> Self {
        Self::from_integer(0)
    }

    /// The number 1.
    #[must_use]
    pub fn one() -> Self {
        Self::from_integer(1)
    }

    /// A whole number.
    pub fn from_integer(number: impl Into<BigInt>) -> Self {
        Self { numerator: number.into(), denominator: BigInt::from(1) }
    }

    /// The fraction; `None` if the denominator is 0.
    #[must_use]
    pub fn new(numerator: BigInt, denominator: BigInt) -> Option<Self> {
        match denominator.sign() {
            Sign::NoSign => None,
            Sign::Plus => Some(Self { numerator, denominator }),
            Sign::Minus => Some(Self { numerator: -numerator, denominator: -denominator }),
        }
    }

    /// `mantissa * 2^exponent`.
    #[must_use]
    pub fn dyadic(mantissa: BigInt, exponent: i32) -> Self {
        let size = exponent.unsigned_abs();
        if exponent >= 0 {
            Self::from_integer(mantissa << size)
        } else {
            Self { numerator: mantissa, denominator: BigInt::from(1) << size }
        }
    }

    /// The rational number that a double is; `None` for NaN and infinities.
    #[must_use]
    pub fn from_double(x: f64) -> Option<Self> {
        let (mantissa, exponent) = double_parts(x)?;
        Some(Self::dyadic(BigInt::from(mantissa), exponent))
    }

    /// Reads `"p"` or `"p/q"` in lowest terms, with at most 100,000 digits; `None` for any other spelling.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        // The sign and the slash are beside the digits.
        if text.len() > MOST_DIGITS.saturating_add(2) || text.bytes().filter(u8::is_ascii_digit).count() > MOST_DIGITS {
            return None;
        }
        let whole = |text: &str| -> Option<BigInt> {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let canonical = plain && (!digits.starts_with('0') || text == "0");
            if canonical { BigInt::parse_bytes(text.as_bytes(), 10) } else { None }
        };
        let Some((numerator, denominator)) = text.split_once('/') else {
            return whole(text).map(Self::from_integer);
        };
        let (numerator, denominator) = (whole(numerator)?, whole(denominator)?);
        let in_lowest_terms = denominator > BigInt::from(1) && gcd(&numerator, &denominator) == BigInt::from(1);
        if in_lowest_terms { Self::new(numerator, denominator) } else { None }
    }

    /// The numerator of the fraction as it is held.
    #[must_use]
    pub fn numerator(&self) -> &BigInt {
        &self.numerator
    }

    /// The denominator of the fraction as it is held: positive.
    #[must_use]
    pub fn denominator(&self) -> &BigInt {
        &self.denominator
    }

    /// The quotient; `None` if the divisor is 0.
    #[must_use]
    pub fn checked_div(&self, divisor: &Self) -> Option<Self> {
        Self::new(&self.numerator * &divisor.denominator, &self.denominator * &divisor.numerator)
    }

    /// The least multiple of `other` and of the denominator.
    #[must_use]
    pub fn common_denominator(&self, other: &BigInt) -> BigInt {
        other / gcd(&self.denominator, other) * &self.denominator
    }

    /// Whether the number is below, equal to or above 0.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        match self.numerator.sign() {
            Sign::Minus => Ordering::Less,
            Sign::NoSign => Ordering::Equal,
            Sign::Plus => Ordering::Greater,
        }
    }

    /// The same number in lowest terms.
    #[must_use]
    pub fn reduced(&self) -> Self {
        let divisor = gcd(&self.numerator, &self.denominator);
        Self { numerator: &self.numerator / &divisor, denominator: &self.denominator / &divisor }
    }
}

/// The whole mantissa and the exponent of a finite double: `mantissa * 2^exponent`, `|mantissa| < 2^53`.
#[must_use]
pub fn double_parts(x: f64) -> Option<(i64, i32)> {
    let bits = x.to_bits();
    let fraction = bits & 0x000f_ffff_ffff_ffff;
    let (mantissa, exponent) = match i32::try_from((bits >> 52) & 0x7ff).ok()? {
        0x7ff => return None,
        0 => (fraction, -1074),
        biased => (fraction | 0x0010_0000_0000_0000, biased.checked_sub(1075)?),
    };
    let mantissa = i64::try_from(mantissa).ok()?;
    Some((if x.is_sign_negative() { mantissa.checked_neg()? } else { mantissa }, exponent))
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match self.sign().cmp(&other.sign()) {
            Ordering::Equal => (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator)),
            decided => decided,
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Rational {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Rational {}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { numerator, denominator } = self.reduced();
        if denominator == BigInt::from(1) { write!(f, "{numerator}") } else { write!(f, "{numerator}/{denominator}") }
    }
}

impl Add for &Rational {
    type Output = Rational;
    fn add(self, other: Self) -> Rational {
        if self.denominator == other.denominator {
            let numerator = &self.numerator + &other.numerator;
            return Rational { numerator, denominator: self.denominator.clone() };
        }
        // Almost all numbers here are dyadic: sharing the powers of 2 keeps long sums short without a gcd.
        let twos = |x: &BigInt| x.trailing_zeros().unwrap_or(0);
        let shared = twos(&self.denominator).min(twos(&other.denominator));
        let (mine, theirs) = (&self.denominator >> shared, &other.denominator >> shared);
        Rational {
            numerator: &self.numerator * &theirs + &other.numerator * mine,
            denominator: &self.denominator * theirs,
        }
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational { numerator: -&self.numerator, denominator: self.denominator.clone() }
    }
}

impl Sub for &Rational {
    type Output = Rational;
    fn sub(self, other: Self) -> Rational {
        self + &-other
    }
}

impl Mul for &Rational {
    type Output = Rational;
    fn mul(self, other: Self) -> Rational {
        Rational { numerator: &self.numerator * &other.numerator, denominator: &self.denominator * &other.denominator }
    }
}
