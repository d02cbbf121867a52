//! The arithmetics in which a tape can be evaluated: the trait, doubles, enclosures.

use super::Function;
use super::eval::Cause;
use crate::numerics::{Enclosure, Undefined, elementary};

/// A kind of number with the operations of the language.
///
/// Implement it to evaluate expressions in an arithmetic of your own, with [`Expr::evaluate`](super::Expr::evaluate).
pub trait Scalar: Clone {
    /// A literal of the text: finite and not negative.
    fn number(value: f64) -> Self;

    /// The value of a variable as the tape uses it.
    ///
    /// # Errors
    /// If it is not a number that this arithmetic admits.
    #[inline]
    fn input(&self) -> Result<Self, Cause> {
        Ok(self.clone())
    }

    /// `-self`.
    #[must_use]
    fn negate(&self) -> Self;

    /// `self + other`.
    ///
    /// # Errors
    /// If the result is not representable.
    fn add(&self, other: &Self) -> Result<Self, Cause>;

    /// `self - other`.
    ///
    /// # Errors
    /// If the result is not representable.
    fn subtract(&self, other: &Self) -> Result<Self, Cause>;

    /// `self * other`, for two different sub-expressions.
    ///
    /// # Errors
    /// If the result is not representable.
    fn multiply(&self, other: &Self) -> Result<Self, Cause>;

    /// `self / divisor`.
    ///
    /// # Errors
    /// If the divisor may be zero or the result is not representable.
    fn divide(&self, divisor: &Self) -> Result<Self, Cause>;

    /// `self^exponent`, where `x^0` is 1 and the exponent is at most a million in size.
    ///
    /// # Errors
    /// If the exponent is negative and the base may be zero, or the result is not representable.
    fn power(&self, exponent: i32) -> Result<Self, Cause>;

    /// The larger of the two.
    #[must_use]
    fn larger(&self, other: &Self) -> Self;

    /// The smaller of the two.
    #[must_use]
    fn smaller(&self, other: &Self) -> Self;

    /// A function of one argument.
    ///
    /// # Errors
    /// If the function may be undefined there or the result is not representable.
    fn call(&self, function: Function) -> Result<Self, Cause>;
}

#[inline]
fn finite(value: f64) -> Result<f64, Cause> {
    if value.is_finite() { Ok(value) } else { Err(Cause::LeftFiniteRange) }
}

/// A double near the number that is enclosed; infinite where the number lies beyond all doubles.
#[inline]
pub(super) fn near(enclosure: Enclosure) -> f64 {
    if enclosure.lo() == f64::MAX { f64::INFINITY } else { enclosure.midpoint() }
}

impl Scalar for f64 {
    #[inline]
    fn number(value: f64) -> Self {
        value
    }

    #[inline]
    fn input(&self) -> Result<Self, Cause> {
        finite(*self)
    }

    #[inline]
    fn negate(&self) -> Self {
        -self
    }

    #[inline]
    fn add(&self, other: &Self) -> Result<Self, Cause> {
        finite(self + other)
    }

    #[inline]
    fn subtract(&self, other: &Self) -> Result<Self, Cause> {
        finite(self - other)
    }

    #[inline]
    fn multiply(&self, other: &Self) -> Result<Self, Cause> {
        finite(self * other)
    }

    #[inline]
    fn divide(&self, divisor: &Self) -> Result<Self, Cause> {
        if *divisor == 0.0 {
            return Err(Cause::Undefined(Undefined::DivisionByZero));
        }
        finite(self / divisor)
    }

    #[inline]
    fn power(&self, exponent: i32) -> Result<Self, Cause> {
        // Repeated squaring: the standard library's `powi` may differ from one platform to the next.
        let mut remaining = exponent.unsigned_abs();
        let mut square = *self;
        let mut result = 1.0;
        while remaining > 0 {
            if remaining % 2 == 1 {
                result *= square;
            }
            remaining /= 2;
            if remaining > 0 {
                square *= square;
            }
        }
        if exponent >= 0 {
            return finite(result);
        }
        if *self == 0.0 {
            return Err(Cause::Undefined(Undefined::DivisionByZero));
        }
        finite(1.0 / result)
    }

    #[inline]
    fn larger(&self, other: &Self) -> Self {
        self.max(*other)
    }

    #[inline]
    fn smaller(&self, other: &Self) -> Self {
        self.min(*other)
    }

    #[inline]
    fn call(&self, function: Function) -> Result<Self, Cause> {
        let x = *self;
        match function {
            Function::Abs => Ok(x.abs()),
            Function::Exp => finite(near(elementary::exp(x))),
            Function::Ln if x <= 0.0 => Err(Cause::Undefined(Undefined::LnOfNonPositive)),
            Function::Ln => Ok(near(elementary::ln(x))),
            Function::Sqrt if x < 0.0 => Err(Cause::Undefined(Undefined::SqrtOfNegative)),
            Function::Sqrt => Ok(x.sqrt()),
            Function::Sin => Ok(near(elementary::sin(x))),
            Function::Cos => Ok(near(elementary::cos(x))),
            Function::Step => Ok(f64::from(x > 0.0)),
            Function::Hinge => finite((1.0 + x).max(0.0)),
            Function::Sigmoid => Ok(near(elementary::sigmoid(x))),
            Function::Phi => Ok(near(elementary::normal_cdf(x))),
        }
    }
}

impl Scalar for Enclosure {
    #[inline]
    fn number(value: f64) -> Self {
        Self::point(value)
    }

    #[inline]
    fn negate(&self) -> Self {
        -*self
    }

    #[inline]
    fn add(&self, other: &Self) -> Result<Self, Cause> {
        Ok(*self + *other)
    }

    #[inline]
    fn subtract(&self, other: &Self) -> Result<Self, Cause> {
        Ok(*self - *other)
    }

    #[inline]
    fn multiply(&self, other: &Self) -> Result<Self, Cause> {
        Ok(*self * *other)
    }

    #[inline]
    fn divide(&self, divisor: &Self) -> Result<Self, Cause> {
        Self::divide(*self, *divisor).map_err(Cause::Undefined)
    }

    #[inline]
    fn power(&self, exponent: i32) -> Result<Self, Cause> {
        if exponent == 2 {
            return Ok(self.square());
        }
        self.powi(exponent)
            // A positive power that underflows to zero cannot be inverted, but the power of the inverse can be taken.
            .or_else(|_| Self::ONE.divide(*self)?.powi(-exponent))
            .map_err(Cause::Undefined)
    }

    #[inline]
    fn larger(&self, other: &Self) -> Self {
        self.max(*other)
    }

    #[inline]
    fn smaller(&self, other: &Self) -> Self {
        self.min(*other)
    }

    #[inline]
    fn call(&self, function: Function) -> Result<Self, Cause> {
        let u = *self;
        let result = match function {
            Function::Abs => Ok(u.abs()),
            Function::Exp => Ok(u.exp()),
            Function::Ln => u.ln(),
            Function::Sqrt => Self::sqrt(u),
            Function::Sin => Ok(u.sin()),
            Function::Cos => Ok(u.cos()),
            Function::Step => Ok(u.step()),
            Function::Hinge => Ok((Self::ONE + u).positive_part()),
            Function::Sigmoid => Ok(u.sigmoid()),
            Function::Phi => Ok(u.phi()),
        };
        result.map_err(Cause::Undefined)
    }
}
