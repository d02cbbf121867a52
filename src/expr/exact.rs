//! Exact rationals as an arithmetic of the language.
//!
//! Exact numbers grow: `((x^1000)^1000)^1000` would fill the memory. The size of every result is bounded before it
//! is computed, by the sizes of its operands, and a result that might exceed [`MAX_BITS`] is refused.

use super::Function;
use super::eval::Cause;
use super::scalar::Scalar;
use crate::numerics::{Undefined, rational};
use dashu_int::{IBig, UBig, Word};
use dashu_ratio::RBig;

/// The most bits of numerator and denominator together: room for 60 factors that are the wildest of doubles.
const MAX_BITS: usize = 1 << 17;

/// The number of bits of numerator and denominator.
fn bits(x: &RBig) -> usize {
    let length = |words: &[Word]| {
        let unused = words.last().map_or(0, |top| top.leading_zeros() as usize);
        words.len() * Word::BITS as usize - unused
    };
    length(x.numerator().as_sign_words().1) + length(x.denominator().as_words())
}

/// Refuses operands of which a sum, product or quotient might be too long: each has at most the bits of both, plus 1.
fn check(a: &RBig, b: &RBig) -> Result<(), Cause> {
    if bits(a) + bits(b) > MAX_BITS { Err(Cause::TooLong) } else { Ok(()) }
}

/// The root of a perfect square.
fn whole_sqrt(square: &UBig) -> Option<UBig> {
    let root = square.nth_root(2);
    (&root * &root == *square).then_some(root)
}

impl Scalar for RBig {
    fn number(value: f64) -> Self {
        rational::exact(value)
    }

    fn negate(&self) -> Self {
        -self
    }

    fn add(&self, other: &Self) -> Result<Self, Cause> {
        check(self, other)?;
        Ok(self + other)
    }

    fn subtract(&self, other: &Self) -> Result<Self, Cause> {
        check(self, other)?;
        Ok(self - other)
    }

    fn multiply(&self, other: &Self) -> Result<Self, Cause> {
        check(self, other)?;
        Ok(self * other)
    }

    fn divide(&self, divisor: &Self) -> Result<Self, Cause> {
        if divisor.is_zero() {
            return Err(Cause::Undefined(Undefined::DivisionByZero));
        }
        check(self, divisor)?;
        Ok(self / divisor)
    }

    fn power(&self, exponent: i32) -> Result<Self, Cause> {
        if exponent < 0 && self.is_zero() {
            return Err(Cause::Undefined(Undefined::DivisionByZero));
        }
        if exponent == 0 || self.is_one() {
            return Ok(Self::ONE);
        }
        if self.is_zero() {
            return Ok(Self::ZERO);
        }
        if bits(self).saturating_mul(exponent.unsigned_abs() as usize) > MAX_BITS {
            return Err(Cause::TooLong);
        }
        Ok(self.pow(exponent as isize))
    }

    fn larger(&self, other: &Self) -> Self {
        self.max(other).clone()
    }

    fn smaller(&self, other: &Self) -> Self {
        self.min(other).clone()
    }

    fn call(&self, function: Function) -> Result<Self, Cause> {
        let half = || Self::from_parts(IBig::ONE, UBig::from(2_u8));
        match function {
            Function::Abs => Ok(if *self < Self::ZERO { -self } else { self.clone() }),
            Function::Step => Ok(if *self > Self::ZERO { Self::ONE } else { Self::ZERO }),
            Function::Hinge => Ok(Self::ZERO.max(self.add(&Self::ONE)?)),
            Function::Sqrt if *self < Self::ZERO => Err(Cause::Undefined(Undefined::SqrtOfNegative)),
            Function::Sqrt => {
                // In lowest terms a quotient is a square only if both parts are.
                let numerator = self.numerator().clone().try_into().ok().and_then(|square| whole_sqrt(&square));
                let roots = numerator.zip(whole_sqrt(self.denominator()));
                roots.map(|(p, q)| Self::from_parts(p.into(), q)).ok_or(Cause::NotRational)
            }
            Function::Ln if *self <= Self::ZERO => Err(Cause::Undefined(Undefined::LnOfNonPositive)),
            Function::Ln if self.is_one() => Ok(Self::ZERO),
            Function::Exp | Function::Cos if self.is_zero() => Ok(Self::ONE),
            Function::Sin if self.is_zero() => Ok(Self::ZERO),
            Function::Sigmoid | Function::Phi if self.is_zero() => Ok(half()),
            Function::Exp | Function::Ln | Function::Sin | Function::Cos | Function::Sigmoid | Function::Phi => {
                Err(Cause::NotRational)
            }
        }
    }
}
