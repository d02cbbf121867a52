//! Intervals of rationals with exact ends (section 4 of the specification).

use crate::exact::Rational;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// All numbers from `lo` to `hi`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The lower end.
    pub lo: Rational,
    /// The upper end, not below the lower one.
    pub hi: Rational,
}

impl Interval {
    /// The interval that holds one number.
    #[must_use]
    pub fn point(x: Rational) -> Self {
        Self { lo: x.clone(), hi: x }
    }

    /// The number 0.
    #[must_use]
    pub fn zero() -> Self {
        Self::point(Rational::zero())
    }

    /// The number 1.
    #[must_use]
    pub fn one() -> Self {
        Self::point(Rational::one())
    }

    /// The interval between two doubles; `None` unless they are finite and in order.
    #[must_use]
    pub fn from_doubles((lo, hi): (f64, f64)) -> Option<Self> {
        let (lo, hi) = (Rational::from_double(lo)?, Rational::from_double(hi)?);
        (lo <= hi).then_some(Self { lo, hi })
    }

    /// Whether every number of `other` is in this interval.
    #[must_use]
    pub fn encloses(&self, other: &Self) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    /// Whether every number is above 0.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.lo.sign() == Ordering::Greater
    }

    /// The larger of the two, by ends.
    #[must_use]
    pub fn max(&self, other: &Self) -> Self {
        Self { lo: (&self.lo).max(&other.lo).clone(), hi: (&self.hi).max(&other.hi).clone() }
    }

    /// The smaller of the two, by ends.
    #[must_use]
    pub fn min(&self, other: &Self) -> Self {
        -&(-self).max(&-other)
    }

    /// The sizes of the numbers.
    #[must_use]
    pub fn abs(&self) -> Self {
        self.max(&-self).positive_part()
    }

    /// The larger of this and 0.
    #[must_use]
    pub fn positive_part(&self) -> Self {
        self.max(&Self::zero())
    }

    /// The quotient; `None` unless the divisor holds positive numbers only.
    #[must_use]
    pub fn over(&self, divisor: &Self) -> Option<Self> {
        if !divisor.is_positive() {
            return None;
        }
        // Dividing by a larger number brings a quotient nearer to 0.
        let lo = if self.lo.sign() == Ordering::Less { &divisor.lo } else { &divisor.hi };
        let hi = if self.hi.sign() == Ordering::Less { &divisor.hi } else { &divisor.lo };
        Some(Self { lo: self.lo.checked_div(lo)?, hi: self.hi.checked_div(hi)? })
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lo, hi] = [&self.lo, &self.hi].map(crate::decimal::number);
        // Two ends that look the same are one number to a reader.
        if lo == hi { f.write_str(&lo) } else { write!(f, "[{lo}, {hi}]") }
    }
}

impl Add for &Interval {
    type Output = Interval;
    fn add(self, other: Self) -> Interval {
        Interval { lo: &self.lo + &other.lo, hi: &self.hi + &other.hi }
    }
}

impl Neg for &Interval {
    type Output = Interval;
    fn neg(self) -> Interval {
        Interval { lo: -&self.hi, hi: -&self.lo }
    }
}

impl Sub for &Interval {
    type Output = Interval;
    fn sub(self, other: Self) -> Interval {
        Interval { lo: &self.lo - &other.hi, hi: &self.hi - &other.lo }
    }
}

impl Mul for &Interval {
    type Output = Interval;
    fn mul(self, other: Self) -> Interval {
        if self.lo.sign() != Ordering::Less && other.lo.sign() != Ordering::Less {
            return Interval { lo: &self.lo * &other.lo, hi: &self.hi * &other.hi };
        }
        let mut all = [&self.lo * &other.lo, &self.lo * &other.hi, &self.hi * &other.lo, &self.hi * &other.hi];
        all.sort();
        let [lo, _, _, hi] = all;
        Interval { lo, hi }
    }
}
