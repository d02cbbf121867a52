//! Exponentials, logarithms and powers of big fixed-point numbers.
//!
//! A [`Ball`] is a whole number of units of `2^-bits` with a radius, also in units, and contains the real number that it
//! stands for. Only the exponential is a series. The logarithm is found by Newton's method and needs no trust in it: with
//! `r = x / exp(y) - 1` and `|r| <= 1/2`, `ln x = y + ln(1 + r)` lies in `y + [r - 2 r^2, r]` whatever `y` is.

use dashu_int::ops::{Abs as _, BitTest as _, DivEuclid as _};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// `middle` units, up to `radius` of them, which is not negative.
#[derive(Clone, Debug)]
pub(super) struct Ball {
    pub(super) middle: IBig,
    pub(super) radius: IBig,
}

impl Ball {
    fn size(&self) -> IBig {
        (&self.middle).abs() + &self.radius
    }

    fn plus(self, other: &Self) -> Self {
        Self { middle: self.middle + &other.middle, radius: self.radius + &other.radius }
    }
}

/// Fixed-point numbers with this many bits behind the point.
pub(super) struct Fixed {
    pub(super) bits: usize,
}

impl Fixed {
    pub(super) fn one(&self) -> Ball {
        Ball { middle: IBig::ONE << self.bits, radius: IBig::ZERO }
    }

    fn quotient(&self, numerator: &IBig, denominator: &IBig) -> Ball {
        Ball { middle: (numerator << self.bits).div_euclid(denominator), radius: IBig::ONE }
    }

    fn product(&self, a: &Ball, b: &Ball) -> Ball {
        let radius = (&a.middle).abs() * &b.radius + b.size() * &a.radius;
        // Shifts round down: a unit for each of the two.
        Ball { middle: (&a.middle * &b.middle) >> self.bits, radius: (radius >> self.bits) + IBig::from(2) }
    }

    /// A ball times a positive rational.
    fn scaled(x: &Ball, factor: &RBig) -> Ball {
        let denominator = IBig::from(factor.denominator().clone());
        let times = |x: &IBig| (x * factor.numerator()).div_euclid(&denominator);
        Ball { middle: times(&x.middle), radius: times(&x.radius) + IBig::from(2) }
    }

    /// `exp y` for `y` of at most a few units of size, or negative: the series at `y / 2^j`, squared j times.
    fn exp(&self, y: &Ball) -> Ball {
        let one = self.one();
        if &y.middle + &y.radius < -(IBig::from(self.bits) << self.bits) {
            return Ball { middle: IBig::ZERO, radius: IBig::ONE }; // exp(-bits) < 2^-bits
        }
        let j = y.size().bit_len().saturating_sub(self.bits) + 8;
        let z = Ball { middle: &y.middle >> j, radius: (&y.radius >> j) + IBig::from(2) };
        let (mut term, mut sum, mut n) = (one.clone(), one, IBig::ZERO);
        // Terms shrink by 2^-8 at least: once one is below 2^8 units, all that follow are below 2 together.
        while term.middle.bit_len() > 8 {
            n += IBig::ONE;
            let next = self.product(&term, &z);
            term = Ball { middle: next.middle.div_euclid(&n), radius: next.radius.div_euclid(&n) + IBig::from(2) };
            sum = sum.plus(&term);
        }
        sum.radius += &term.radius + IBig::from(2);
        for _ in 0..j {
            sum = self.product(&sum, &sum);
        }
        sum
    }

    /// `ln x` for `x` between 1/2 and 2.
    fn ln_near_one(&self, x: &Ball) -> Ball {
        let half = IBig::ONE << (self.bits - 1);
        let mut y = IBig::ZERO;
        loop {
            let exp = self.exp(&Ball { middle: y.clone(), radius: IBig::ZERO });
            // x / e - 1 for every e of the exponential, which is above 1/4.
            let rough = self.quotient(&(&x.middle - &exp.middle), &exp.middle);
            let spread = (&x.radius + &exp.radius * IBig::from(8)) * IBig::from(4);
            let r = Ball { middle: rough.middle, radius: rough.radius + spread };
            let square = ((r.size() * r.size()) >> self.bits) + IBig::ONE;
            if r.size() <= half && square.bit_len() <= 4 {
                return Ball { middle: y + r.middle - &square, radius: r.radius + square + IBig::ONE };
            }
            // Two terms of ln(1 + r): the error becomes its cube.
            y += &r.middle - ((&r.middle * &r.middle) >> (self.bits + 1));
        }
    }

    /// `ln x` for a positive rational.
    pub(super) fn ln(&self, x: &RBig) -> Ball {
        let (mut a, mut b) = (x.numerator().clone(), IBig::from(x.denominator().clone()));
        let (above, below) = (a.bit_len(), b.bit_len());
        a <<= below.saturating_sub(above);
        b <<= above.saturating_sub(below);
        let two = self.ln_near_one(&Ball { middle: IBig::ONE << (self.bits + 1), radius: IBig::ZERO });
        let k = IBig::from(above) - IBig::from(below);
        let doublings = Ball { middle: &two.middle * &k, radius: two.radius * k.abs() };
        self.ln_near_one(&self.quotient(&a, &b)).plus(&doublings)
    }

    /// `exp(factor ln x)`.
    pub(super) fn power(&self, logarithm: &Ball, factor: &RBig) -> Ball {
        self.exp(&Self::scaled(logarithm, factor))
    }

    /// The number that so many units are.
    pub(super) fn rational(&self, units: IBig) -> RBig {
        RBig::from_parts(units, UBig::ONE << self.bits)
    }
}
