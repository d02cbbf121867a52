//! Intervals of real numbers with dyadic ends, rounded outward.
//!
//! Every operation returns an interval that contains all results of its operands' members; it is the smallest such
//! interval up to one rounding of each end to 128 bits. An infinite end says that there is no bound on that side.

use super::number::{Dyadic, Round::Down, Round::Up};
use crate::exact::Rational;
use std::cmp::Ordering;

/// A closed interval; `lo <= hi`, `lo` is below infinity and `hi` above minus infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) lo: Dyadic,
    pub(crate) hi: Dyadic,
}

/// Where an interval lies.
#[derive(Clone, Copy)]
enum Part {
    Left,
    Across,
    Right,
}

impl Interval {
    pub(crate) const ZERO: Self = Self::point(Dyadic::ZERO);
    pub(crate) const ONE: Self = Self::point(Dyadic::ONE);
    pub(crate) const WHOLE: Self = Self { lo: Dyadic::NEG_INFINITY, hi: Dyadic::INFINITY };
    /// `[0, 1]`.
    pub(crate) const UNIT: Self = Self { lo: Dyadic::ZERO, hi: Dyadic::ONE };

    pub(crate) const fn point(x: Dyadic) -> Self {
        Self { lo: x, hi: x }
    }

    pub(crate) fn from_integer(n: i64) -> Self {
        Self::point(Dyadic::from_integer(n))
    }

    /// The interval between two doubles; `None` unless they are finite and in order.
    pub(crate) fn from_doubles(lo: f64, hi: f64) -> Option<Self> {
        let (lo, hi) = (Dyadic::from_double(lo)?, Dyadic::from_double(hi)?);
        (lo <= hi).then_some(Self { lo, hi })
    }

    pub(crate) fn from_rational(x: &Rational) -> Self {
        Self { lo: Dyadic::from_rational(x, Down), hi: Dyadic::from_rational(x, Up) }
    }

    /// Both ends; `None` if one is not finite, or too long to be written out.
    pub(crate) fn rational_ends(self) -> Option<[Rational; 2]> {
        Some([self.lo.to_rational()?, self.hi.to_rational()?])
    }

    pub(crate) fn is_point(self) -> bool {
        self.lo == self.hi
    }

    pub(crate) fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    pub(crate) fn lies_in(self, other: Self) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }

    pub(crate) fn touches_zero(self) -> bool {
        self.lo <= Dyadic::ZERO && self.hi >= Dyadic::ZERO
    }

    fn part(self) -> Part {
        match (self.lo.sign(), self.hi.sign()) {
            (Ordering::Greater | Ordering::Equal, _) => Part::Right,
            (_, Ordering::Less | Ordering::Equal) => Part::Left,
            _ => Part::Across,
        }
    }

    /// A point of the interval near its middle; both ends are finite.
    pub(crate) fn middle(self) -> Dyadic {
        self.lo.plus(self.hi, Down).scaled(-1).clamp(self.lo, self.hi)
    }

    pub(crate) fn hull(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// The smallest interval that contains an increasing function's values, from its values at the ends.
    pub(crate) fn by_ends(self, at: impl Fn(Dyadic) -> Self) -> Self {
        let first = at(self.lo);
        if self.is_point() { first } else { Self { lo: first.lo, hi: at(self.hi).hi } }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self { lo: self.lo.plus(other.lo, Down), hi: self.hi.plus(other.hi, Up) }
    }

    pub(crate) fn negated(self) -> Self {
        Self { lo: self.hi.negated(), hi: self.lo.negated() }
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        self.plus(other.negated())
    }

    /// The interval times `2^k`, for small `k`.
    pub(crate) fn scaled(self, k: i64) -> Self {
        Self { lo: self.lo.scaled(k), hi: self.hi.scaled(k) }
    }

    pub(crate) fn times(self, other: Self) -> Self {
        use Part::{Across, Left, Right};
        let (a, b) = (self, other);
        let (low, high) = match (a.part(), b.part()) {
            (Right, Right) => ((a.lo, b.lo), (a.hi, b.hi)),
            (Right, Left) => ((a.hi, b.lo), (a.lo, b.hi)),
            (Right, Across) => ((a.hi, b.lo), (a.hi, b.hi)),
            (Left, Right) => ((a.lo, b.hi), (a.hi, b.lo)),
            (Left, Left) => ((a.hi, b.hi), (a.lo, b.lo)),
            (Left, Across) => ((a.lo, b.hi), (a.lo, b.lo)),
            (Across, Right) => ((a.lo, b.hi), (a.hi, b.hi)),
            (Across, Left) => ((a.hi, b.lo), (a.lo, b.lo)),
            (Across, Across) => {
                return Self {
                    lo: a.lo.times(b.hi, Down).min(a.hi.times(b.lo, Down)),
                    hi: a.lo.times(b.lo, Up).max(a.hi.times(b.hi, Up)),
                };
            }
        };
        Self { lo: low.0.times(low.1, Down), hi: high.0.times(high.1, Up) }
    }

    /// The quotient; `None` if the divisor contains 0.
    pub(crate) fn over(self, divisor: Self) -> Option<Self> {
        match (divisor.lo.sign(), divisor.hi.sign()) {
            (_, Ordering::Less) => self.negated().over(divisor.negated()),
            (Ordering::Greater, _) => {
                let below = if self.lo >= Dyadic::ZERO { divisor.hi } else { divisor.lo };
                let above = if self.hi >= Dyadic::ZERO { divisor.lo } else { divisor.hi };
                Some(Self { lo: self.lo.over(below, Down), hi: self.hi.over(above, Up) })
            }
            _ => None,
        }
    }

    pub(crate) fn abs(self) -> Self {
        match self.part() {
            Part::Right => self,
            Part::Left => self.negated(),
            Part::Across => Self { lo: Dyadic::ZERO, hi: self.hi.max(self.lo.negated()) },
        }
    }

    /// `u^n`; `None` if `n` is negative and 0 is in the interval.
    pub(crate) fn power(self, n: i32) -> Option<Self> {
        let size = n.unsigned_abs();
        let result = if size & 1 == 0 {
            let base = self.abs();
            Self { lo: base.lo.power(size, Down), hi: base.hi.power(size, Up) }
        } else {
            let odd = |x: Dyadic, round, other| {
                if x >= Dyadic::ZERO { x.power(size, round) } else { x.negated().power(size, other).negated() }
            };
            Self { lo: odd(self.lo, Down, Up), hi: odd(self.hi, Up, Down) }
        };
        match n {
            0 => Some(Self::ONE),
            1.. => Some(result),
            _ if self.touches_zero() => None,
            // A power that underflows to 0 has lost its sign: nothing is known of its inverse.
            _ => Some(Self::ONE.over(result).unwrap_or(Self::WHOLE)),
        }
    }

    pub(crate) fn max(self, other: Self) -> Self {
        Self { lo: self.lo.max(other.lo), hi: self.hi.max(other.hi) }
    }

    pub(crate) fn min(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.min(other.hi) }
    }

    /// 1 if `u > 0`, else 0.
    pub(crate) fn step(self) -> Self {
        let at = |x: Dyadic| if x > Dyadic::ZERO { Dyadic::ONE } else { Dyadic::ZERO };
        Self { lo: at(self.lo), hi: at(self.hi) }
    }

    /// `max(0, 1 + u)`.
    pub(crate) fn hinge(self) -> Self {
        self.plus(Self::ONE).max(Self::ZERO)
    }

    /// The square root; `None` if the interval contains a negative number.
    pub(crate) fn sqrt(self) -> Option<Self> {
        (self.lo >= Dyadic::ZERO).then(|| Self { lo: self.lo.sqrt(Down), hi: self.hi.sqrt(Up) })
    }
}

#[cfg(test)]
#[path = "../../tests/inside/problem/interval.rs"]
mod tests;
