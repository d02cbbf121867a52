//! Norms: exact for p = 1 and infinity, the root of a rational for p = 2, else enclosed with a relative width far below
//! 2^-100.
//!
//! `||x||_p = M S^(1/p)` with `M` the largest entry and `S = sum (x_i / M)^p` between 1 and the number of entries.
//! Powers are `exp(p ln r)`, from the series of `atanh` and `exp` in fixed-point numbers with outward rounding.

use crate::exact::Rational;
use crate::interval::Interval;
use crate::irrational::sqrt;
use num_bigint::{BigInt, Sign};
use std::cell::OnceCell;
use std::cmp::Ordering;

/// The exponent of a norm.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Norm {
    /// The sum of the entries.
    #[default]
    One,
    /// The largest entry.
    Max,
    /// Any other `p > 1`.
    Power(Rational),
}

impl Norm {
    /// The norm with this exponent; `None` if it is below 1.
    #[must_use]
    pub fn new(p: Rational) -> Option<Self> {
        match p.cmp(&Rational::one()) {
            Ordering::Less => None,
            Ordering::Equal => Some(Self::One),
            Ordering::Greater => Some(Self::Power(p)),
        }
    }

    /// The norm with the exponent q, `1/p + 1/q = 1`.
    #[must_use]
    pub fn dual(&self) -> Self {
        match self {
            Self::One => Self::Max,
            Self::Max => Self::One,
            Self::Power(p) => p.checked_div(&(p - &Rational::one())).map_or(Self::Max, Self::Power),
        }
    }

    /// The norm of a vector of entries that are not negative, as an interval.
    #[must_use]
    pub fn of(&self, entries: &[Interval]) -> Interval {
        self.with_bits(entries, 320)
    }

    /// The same from fixed-point numbers with at least so many bits; a half of them may be lost.
    pub(crate) fn with_bits(&self, entries: &[Interval], bits: u64) -> Interval {
        if *self == Self::Power(Rational::from_integer(2)) {
            return sqrt(&sum_of_squares(entries));
        }
        let lo: Vec<&Rational> = entries.iter().map(|x| &x.lo).collect();
        let hi: Vec<&Rational> = entries.iter().map(|x| &x.hi).collect();
        let below = self.of_point(&lo, bits);
        // The norm grows with every entry. With exact entries there is one vector only.
        if lo == hi { below } else { Interval { lo: below.lo, hi: self.of_point(&hi, bits).hi } }
    }

    fn of_point(&self, entries: &[&Rational], bits: u64) -> Interval {
        let largest = entries.iter().max().map_or_else(Rational::zero, |x| (*x).clone());
        match self {
            Self::One => Interval::point(entries.iter().fold(Rational::zero(), |sum, x| &sum + x)),
            Self::Max => Interval::point(largest),
            Self::Power(p) => power_norm(entries, largest, p, bits),
        }
    }
}

/// The sum of the squares of entries that are not negative.
pub(crate) fn sum_of_squares(entries: &[Interval]) -> Interval {
    let sum = |sum: Rational, x: &Rational| (&sum + &(x * x)).reduced();
    let lo = entries.iter().map(|x| &x.lo).fold(Rational::zero(), sum);
    Interval { lo, hi: entries.iter().map(|x| &x.hi).fold(Rational::zero(), sum) }
}

fn power_norm(entries: &[&Rational], largest: Rational, p: &Rational, bits: u64) -> Interval {
    // A large exponent magnifies what is not known of a logarithm, and squaring in `exp` what is not known of a power.
    let excess = p.numerator().bits().saturating_sub(p.denominator().bits());
    let fixed = Fixed::new(excess.saturating_add(bits));
    let one = fixed.whole(1);
    let mut sum = (BigInt::from(0), BigInt::from(0));
    let mut others = false;
    for x in entries {
        let term = match x.checked_div(&largest) {
            Some(ratio) if ratio == Rational::one() => one.clone(),
            Some(ratio) if ratio.sign() == Ordering::Greater => fixed.exp(&scaled(&fixed.ln(&ratio), p)),
            _ => continue,
        };
        others = others || sum.1.sign() != Sign::NoSign;
        sum = (sum.0 + term.0, sum.1 + term.1);
    }
    let inverse = Rational::one().checked_div(p);
    // Of entries that are all 0 none has a ratio.
    let (true, Some(inverse)) = (others, inverse) else { return Interval::point(largest) };
    // The sum is at least 1, where the logarithm grows no faster than its argument.
    let (width, below) = (&sum.1 - &sum.0, fixed.ln(&fixed.rational(sum.0)));
    let logarithm = (below.0, below.1 + width);
    let factor = fixed.exp(&scaled(&logarithm, &inverse));
    Interval { lo: &largest * &fixed.rational(factor.0), hi: &largest * &fixed.rational(factor.1) }
}

/// Both ends of an interval, times `2^bits`.
pub(crate) type Ends = (BigInt, BigInt);

/// Fixed-point numbers with this many bits behind the point, rounded outward.
pub(crate) struct Fixed {
    bits: u64,
    /// `ln 2 / 2`, once it was asked for.
    half_ln_two: OnceCell<Ends>,
}

impl Fixed {
    pub(crate) fn new(bits: u64) -> Self {
        Self { bits, half_ln_two: OnceCell::new() }
    }

    fn whole(&self, x: i32) -> Ends {
        let x = BigInt::from(x) << self.bits;
        (x.clone(), x)
    }

    pub(crate) fn rational(&self, x: BigInt) -> Rational {
        Rational::new(x, BigInt::from(1) << self.bits).unwrap_or_else(Rational::zero)
    }

    fn quotient(&self, numerator: &BigInt, denominator: &BigInt) -> Ends {
        let numerator = numerator << self.bits;
        (floor(&numerator, denominator), ceiling(&numerator, denominator))
    }

    fn product(&self, a: &Ends, b: &Ends) -> Ends {
        let (lo, hi) = if a.0.sign() != Sign::Minus && b.0.sign() != Sign::Minus {
            (&a.0 * &b.0, &a.1 * &b.1)
        } else {
            let all = [&a.0 * &b.0, &a.0 * &b.1, &a.1 * &b.0, &a.1 * &b.1];
            (all.iter().min().cloned().unwrap_or_default(), all.into_iter().max().unwrap_or_default())
        };
        (lo >> self.bits, -(-hi >> self.bits))
    }

    /// `ln x = k ln 2 + 2 atanh((f - 1) / (f + 1))` for `x = 2^k f > 0`, `1/2 < f < 2`.
    pub(crate) fn ln(&self, x: &Rational) -> Ends {
        let (mut a, mut b) = (x.numerator().clone(), x.denominator().clone());
        let (above, below) = (a.bits(), b.bits());
        a <<= below.saturating_sub(above);
        b <<= above.saturating_sub(below);
        let k = BigInt::from(above) - BigInt::from(below);
        let near = self.atanh(&self.quotient(&(&a - &b), &(&a + &b)));
        if above == below {
            return (near.0 << 1_u32, near.1 << 1_u32);
        }
        let third = || self.quotient(&BigInt::from(1), &BigInt::from(3));
        let two = self.half_ln_two.get_or_init(|| self.atanh(&third()));
        let (lo, hi) = (&two.0 * &k, &two.1 * &k);
        let (lo, hi) = if lo <= hi { (lo, hi) } else { (hi, lo) };
        ((near.0 + lo) << 1_u32, (near.1 + hi) << 1_u32)
    }

    /// `z + z^3/3 + z^5/5 + ..` for `|z| <= 1/3`.
    fn atanh(&self, z: &Ends) -> Ends {
        let square = self.product(z, z);
        let (mut power, mut sum, mut n) = (z.clone(), z.clone(), BigInt::from(1));
        while largest(&power) > BigInt::from(1) {
            power = self.product(&power, &square);
            n += BigInt::from(2);
            sum = (sum.0 + floor(&power.0, &n), sum.1 + ceiling(&power.1, &n));
        }
        // The rest is below 2 units: the last power is at most one, and each next one at most a ninth of it.
        (sum.0 - BigInt::from(2), sum.1 + BigInt::from(2))
    }

    /// `exp y`: the series at `y / 2^j`, squared j times.
    fn exp(&self, y: &Ends) -> Ends {
        if y.1 < -(BigInt::from(self.bits) << self.bits) {
            return (BigInt::from(0), BigInt::from(1)); // exp(-bits) < 2^-bits
        }
        let j = largest(y).bits().saturating_sub(self.bits).saturating_add(8);
        let z = (&y.0 >> j, -(-&y.1 >> j));
        let (mut term, mut sum, mut n) = (self.whole(1), self.whole(1), BigInt::from(0));
        while largest(&term) > BigInt::from(1) {
            n += BigInt::from(1);
            term = self.product(&term, &z);
            term = (floor(&term.0, &n), ceiling(&term.1, &n));
            sum = (sum.0 + &term.0, sum.1 + &term.1);
        }
        let mut result = (sum.0 - BigInt::from(2), sum.1 + BigInt::from(2));
        for _ in 0..j {
            result = self.product(&result, &result);
        }
        (result.0.max(BigInt::from(0)), result.1)
    }
}

/// `x` times a positive rational.
fn scaled(x: &Ends, factor: &Rational) -> Ends {
    let (numerator, denominator) = (factor.numerator(), factor.denominator());
    (floor(&(&x.0 * numerator), denominator), ceiling(&(&x.1 * numerator), denominator))
}

fn largest(x: &Ends) -> BigInt {
    BigInt::from(x.0.magnitude().max(x.1.magnitude()).clone())
}

/// The quotient by a positive number, rounded down.
fn floor(numerator: &BigInt, denominator: &BigInt) -> BigInt {
    let quotient = numerator / denominator;
    if (numerator - &quotient * denominator).sign() == Sign::Minus { quotient - BigInt::from(1) } else { quotient }
}

/// The quotient by a positive number, rounded up.
fn ceiling(numerator: &BigInt, denominator: &BigInt) -> BigInt {
    -floor(&-numerator, denominator)
}

#[cfg(test)]
#[path = "../tests/inside/norms.rs"]
mod tests;
