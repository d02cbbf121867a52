//! The numbers of the proofs: exact rationals with the usual operators.

use crate::exact::Rational;
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};

/// Above this many bits a denominator is worth a gcd. Two ends of enclosures multiply without one.
const LONG: u64 = 256;

/// An exact rational number that keeps itself short.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Q(Rational);

impl Q {
    /// The number 0.
    #[must_use]
    pub fn zero() -> Self {
        Self(Rational::zero())
    }

    /// The number 1.
    #[must_use]
    pub fn one() -> Self {
        Self(Rational::one())
    }

    /// A rational number, in lowest terms if it is long.
    #[must_use]
    pub fn of(number: Rational) -> Self {
        if number.denominator().bits() > LONG { Self(number.reduced()) } else { Self(number) }
    }

    /// The quotient; `None` if the divisor is 0.
    #[must_use]
    pub fn over(&self, divisor: &Self) -> Option<Self> {
        self.0.checked_div(&divisor.0).map(Self::of)
    }

    /// The rational number inside.
    #[must_use]
    pub fn rational(&self) -> &Rational {
        &self.0
    }

    /// The positive part: `max(0, x)`.
    #[must_use]
    pub fn positive_part(&self) -> Self {
        self.clone().max(Self::zero())
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        self.clone().max(-self)
    }

    /// The square.
    #[must_use]
    pub fn square(&self) -> Self {
        self * self
    }

    /// Whether the number is above 0.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.0.sign() == Ordering::Greater
    }

    /// Whether the number is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.sign() == Ordering::Equal
    }

    /// The square root, if it is rational.
    #[must_use]
    pub fn root(&self) -> Option<Self> {
        let lowest = self.0.reduced();
        if lowest.sign() == Ordering::Less {
            return None;
        }
        let (above, below) = (lowest.numerator().sqrt(), lowest.denominator().sqrt());
        let root = Self(Rational::new(above, below)?);
        (root.square() == *self).then_some(root)
    }
}

/// A whole number.
#[must_use]
pub fn whole(number: i64) -> Q {
    Q(Rational::from_integer(number))
}

/// The number of things counted.
#[must_use]
pub fn count(number: usize) -> Q {
    Q(Rational::from_integer(number))
}

/// The fraction `above / below` of two constants; a denominator of 0 gives 0, which no proof relies on.
#[must_use]
pub fn frac(above: i64, below: i64) -> Q {
    Q(Rational::new(BigInt::from(above), BigInt::from(below)).unwrap_or_else(Rational::zero))
}

impl fmt::Display for Q {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Neg for &Q {
    type Output = Q;
    fn neg(self) -> Q {
        Q(-&self.0)
    }
}

impl Neg for Q {
    type Output = Q;
    fn neg(self) -> Q {
        -&self
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl $trait<&Q> for &Q {
            type Output = Q;
            fn $method(self, other: &Q) -> Q {
                Q::of((&self.0).$method(&other.0))
            }
        }
        impl $trait<Q> for &Q {
            type Output = Q;
            fn $method(self, other: Q) -> Q {
                self.$method(&other)
            }
        }
        impl $trait<&Q> for Q {
            type Output = Q;
            fn $method(self, other: &Q) -> Q {
                (&self).$method(other)
            }
        }
        impl $trait<Q> for Q {
            type Output = Q;
            fn $method(self, other: Q) -> Q {
                (&self).$method(&other)
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);

impl Sum for Q {
    fn sum<I: Iterator<Item = Q>>(terms: I) -> Q {
        terms.fold(Q::zero(), |total, term| total + term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_exact_or_absent() {
        assert_eq!(frac(9, 4).root(), Some(frac(3, 2)));
        assert_eq!(frac(18, 8).root(), Some(frac(3, 2)), "not in lowest terms");
        assert_eq!(whole(2).root(), None);
        assert_eq!(whole(-4).root(), None);
        assert_eq!(whole(0).root(), Some(whole(0)));
    }

    #[test]
    fn parts_and_quotients() {
        assert_eq!(whole(-3).positive_part(), whole(0));
        assert_eq!(whole(-3).abs(), whole(3));
        assert_eq!(whole(1).over(&whole(-4)), Some(frac(-1, 4)));
        assert_eq!(whole(1).over(&whole(0)), None);
    }
}
