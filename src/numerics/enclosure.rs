//! Closed intervals of doubles that surely contain a real number.
//!
//! An [`Enclosure`] `[lo, hi]` is a promise: the exact real number it stands for is at least `lo` and at most `hi`.
//! Arithmetic keeps the promise: the result contains every real result of operands taken from the arguments
//! (inclusion). The four operations and the square root are the *tightest* intervals of doubles wherever sizes stay
//! between about 2^-900 and 2^995 (see [`directed`](super::directed)), so there a computation that is exact in doubles
//! stays a point; beyond, they may be one double wider on each side; `exp`, `ln`, `sin`, `cos`
//! and `phi` state their width in [`elementary`](super::elementary).
//!
//! The endpoints are never NaN and `lo <= hi`; an endpoint may be infinite on its own side (`lo = -inf` or
//! `hi = +inf`), which says that nothing is known there. An operation that is undefined for some operand inside its
//! argument returns [`Undefined`] instead of an interval, so that a caller must decide what to do.

use super::directed::{
    add_down, add_up, div_down, div_up, mul_both, mul_down, mul_up, sqrt_down, sqrt_up, sub_down, sub_up,
};
use super::elementary;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// A closed interval `[lo, hi]` of real numbers with double endpoints.
///
/// ```
/// use referee::numerics::Enclosure;
/// let third = Enclosure::point(1.0).divide(Enclosure::point(3.0)).unwrap();
/// assert!(third.lo() < third.hi());                       // 1/3 is not a double ...
/// assert!((third * Enclosure::point(3.0)).contains(1.0)); // ... but it is enclosed
/// assert_eq!(Enclosure::point(0.5) + Enclosure::point(0.25), Enclosure::point(0.75)); // exact stays exact
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Enclosure {
    lo: f64,
    hi: f64,
}

/// Why an operation has no value for some operand inside its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// The divisor contains zero.
    DivisionByZero,
    /// The argument of a square root contains a negative number.
    SqrtOfNegative,
    /// The argument of a logarithm contains zero or a negative number.
    LnOfNonPositive,
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DivisionByZero => "division by zero",
            Self::SqrtOfNegative => "square root of a negative number",
            Self::LnOfNonPositive => "logarithm of a number that is not positive",
        })
    }
}

impl std::error::Error for Undefined {}

impl Enclosure {
    /// The point 0.
    pub const ZERO: Self = Self { lo: 0.0, hi: 0.0 };
    /// The point 1.
    pub const ONE: Self = Self { lo: 1.0, hi: 1.0 };
    /// The whole line: nothing is known.
    pub const EVERYTHING: Self = Self { lo: f64::NEG_INFINITY, hi: f64::INFINITY };

    /// The interval `[lo, hi]`.
    ///
    /// # Panics
    /// If `lo > hi`, an endpoint is NaN, `lo` is plus infinity or `hi` is minus infinity.
    #[inline]
    pub fn new(lo: f64, hi: f64) -> Self {
        Self::try_new(lo, hi).unwrap_or_else(|| panic!("[{lo}, {hi}] is not an interval of real numbers"))
    }

    /// The interval `[lo, hi]`, or `None` where [`Enclosure::new`] panics.
    #[inline]
    pub fn try_new(lo: f64, hi: f64) -> Option<Self> {
        (lo <= hi && lo < f64::INFINITY && hi > f64::NEG_INFINITY).then_some(Self { lo, hi })
    }

    /// The interval that contains one finite double only.
    ///
    /// # Panics
    /// If `value` is not finite.
    #[inline]
    pub fn point(value: f64) -> Self {
        assert!(value.is_finite(), "an enclosure of the single number {value} would be empty");
        Self { lo: value, hi: value }
    }

    /// The lower endpoint.
    #[inline]
    pub const fn lo(self) -> f64 {
        self.lo
    }

    /// The upper endpoint.
    #[inline]
    pub const fn hi(self) -> f64 {
        self.hi
    }

    /// Whether the interval is a single double.
    #[inline]
    pub fn is_point(self) -> bool {
        self.lo == self.hi
    }

    /// Whether both endpoints are finite.
    #[inline]
    pub fn is_finite(self) -> bool {
        self.lo.is_finite() && self.hi.is_finite()
    }

    /// Whether the double `value` lies in the interval.
    #[inline]
    pub fn contains(self, value: f64) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// Whether `other` lies inside this interval.
    #[inline]
    pub fn contains_enclosure(self, other: Self) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    /// The smallest interval that contains both.
    #[inline]
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// What lies in both, if anything does.
    #[inline]
    pub fn intersection(self, other: Self) -> Option<Self> {
        Self::try_new(self.lo.max(other.lo), self.hi.min(other.hi))
    }

    /// `hi - lo`, rounded up.
    #[inline]
    pub fn width(self) -> f64 {
        sub_up(self.hi, self.lo)
    }

    /// A finite double inside the interval, near its middle.
    #[inline]
    pub fn midpoint(self) -> f64 {
        let lo = self.lo.max(f64::MIN);
        let hi = self.hi.min(f64::MAX);
        // Halving first avoids overflow; clamping undoes the rounding of subnormals.
        (0.5 * lo + 0.5 * hi).clamp(lo, hi)
    }

    /// The largest absolute value in the interval.
    #[inline]
    pub fn magnitude(self) -> f64 {
        self.lo.abs().max(self.hi.abs())
    }

    /// `self / divisor`.
    ///
    /// # Errors
    /// [`Undefined::DivisionByZero`] if the divisor contains zero.
    #[inline]
    pub fn divide(self, divisor: Self) -> Result<Self, Undefined> {
        if divisor.contains(0.0) {
            return Err(Undefined::DivisionByZero);
        }
        Ok(if divisor.lo > 0.0 { over_positive(self, divisor) } else { over_positive(-self, -divisor) })
    }

    /// The square.
    #[inline]
    #[must_use]
    pub fn square(self) -> Self {
        let magnitude = self.abs();
        Self { lo: mul_down(magnitude.lo, magnitude.lo), hi: mul_up(magnitude.hi, magnitude.hi) }
    }

    /// The power with a whole exponent (`x^0 = 1`, also at 0).
    ///
    /// # Errors
    /// [`Undefined::DivisionByZero`] if the exponent is negative and the base contains zero.
    pub fn powi(self, exponent: i32) -> Result<Self, Undefined> {
        let power = self.power(exponent.unsigned_abs());
        if exponent >= 0 {
            return Ok(power);
        }
        if self.contains(0.0) {
            return Err(Undefined::DivisionByZero);
        }
        // The power has one sign, but an endpoint may have underflowed to zero: its reciprocal has no bound there.
        Ok(Self {
            lo: if power.hi == 0.0 { f64::NEG_INFINITY } else { div_down(1.0, power.hi) },
            hi: if power.lo == 0.0 { f64::INFINITY } else { div_up(1.0, power.lo) },
        })
    }

    fn power(self, exponent: u32) -> Self {
        if exponent.is_multiple_of(2) {
            let base = self.abs();
            return Self {
                lo: power_of_nonnegative(base.lo, exponent, mul_down),
                hi: power_of_nonnegative(base.hi, exponent, mul_up),
            };
        }
        // An odd power is increasing: round the magnitude of each endpoint in the direction its sign asks for.
        let endpoint = |x: f64, away: fn(f64, f64) -> f64, toward: fn(f64, f64) -> f64| {
            if x >= 0.0 { power_of_nonnegative(x, exponent, away) } else { -power_of_nonnegative(-x, exponent, toward) }
        };
        Self { lo: endpoint(self.lo, mul_down, mul_up), hi: endpoint(self.hi, mul_up, mul_down) }
    }

    /// The absolute value.
    #[inline]
    #[must_use]
    pub fn abs(self) -> Self {
        if self.lo >= 0.0 {
            self
        } else if self.hi <= 0.0 {
            -self
        } else {
            Self { lo: 0.0, hi: self.magnitude() }
        }
    }

    /// The smaller of the two.
    #[inline]
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.min(other.hi) }
    }

    /// The larger of the two.
    #[inline]
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { lo: self.lo.max(other.lo), hi: self.hi.max(other.hi) }
    }

    /// `max(0, x)`.
    #[inline]
    #[must_use]
    pub fn positive_part(self) -> Self {
        self.max(Self::ZERO)
    }

    /// The step function: 1 where `x > 0`, else 0.
    #[inline]
    #[must_use]
    pub fn step(self) -> Self {
        let indicator = |x: f64| if x > 0.0 { 1.0 } else { 0.0 };
        Self { lo: indicator(self.lo), hi: indicator(self.hi) }
    }

    /// The square root.
    ///
    /// # Errors
    /// [`Undefined::SqrtOfNegative`] if the interval contains a negative number.
    #[inline]
    pub fn sqrt(self) -> Result<Self, Undefined> {
        if self.lo < 0.0 {
            return Err(Undefined::SqrtOfNegative);
        }
        Ok(Self { lo: sqrt_down(self.lo), hi: sqrt_up(self.hi) })
    }

    /// The exponential function.
    #[inline]
    #[must_use]
    pub fn exp(self) -> Self {
        increasing(self, elementary::exp)
    }

    /// The natural logarithm.
    ///
    /// # Errors
    /// [`Undefined::LnOfNonPositive`] if the interval contains zero or a negative number.
    #[inline]
    pub fn ln(self) -> Result<Self, Undefined> {
        if self.lo <= 0.0 {
            return Err(Undefined::LnOfNonPositive);
        }
        Ok(increasing(self, elementary::ln))
    }

    /// The sine.
    #[inline]
    #[must_use]
    pub fn sin(self) -> Self {
        elementary::sin_over(self)
    }

    /// The cosine.
    #[inline]
    #[must_use]
    pub fn cos(self) -> Self {
        elementary::cos_over(self)
    }

    /// The distribution function of the standard normal law.
    #[inline]
    #[must_use]
    pub fn phi(self) -> Self {
        increasing(self, elementary::normal_cdf)
    }

    /// The logistic function `1 / (1 + exp(-x))`.
    #[inline]
    #[must_use]
    pub fn sigmoid(self) -> Self {
        increasing(self, elementary::sigmoid)
    }
}

/// The image of an increasing function, from its enclosures at the two endpoints.
#[inline]
fn increasing(x: Enclosure, f: impl Fn(f64) -> Enclosure) -> Enclosure {
    let at_lo = f(x.lo);
    if x.is_point() { at_lo } else { Enclosure { lo: at_lo.lo, hi: f(x.hi).hi } }
}

/// The product of an interval of non-negative numbers and any interval: the ends are at the larger or the smaller
/// first factor, whichever stretches the end of the second outward.
#[inline]
fn nonnegative_times(a: Enclosure, b: Enclosure) -> Enclosure {
    let for_lo = if b.lo >= 0.0 { a.lo } else { a.hi };
    let for_hi = if b.hi >= 0.0 { a.hi } else { a.lo };
    Enclosure { lo: mul_down(for_lo, b.lo), hi: mul_up(for_hi, b.hi) }
}

/// The quotient by an interval of positive numbers: the ends are at the divisor that stretches them outward.
#[inline]
fn over_positive(a: Enclosure, b: Enclosure) -> Enclosure {
    let for_lo = if a.lo >= 0.0 { b.hi } else { b.lo };
    let for_hi = if a.hi >= 0.0 { b.lo } else { b.hi };
    Enclosure { lo: div_down(a.lo, for_lo), hi: div_up(a.hi, for_hi) }
}

/// `x^exponent` for `x >= 0` by repeated squaring, every product rounded by `multiply` (always to the same side).
fn power_of_nonnegative(mut x: f64, mut exponent: u32, multiply: fn(f64, f64) -> f64) -> f64 {
    // No product with 1 at the start: it would be exact, but a huge factor is beyond what `multiply` can tell.
    let mut result = None;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = Some(result.map_or(x, |result| multiply(result, x)));
        }
        exponent /= 2;
        if exponent > 0 {
            x = multiply(x, x);
        }
    }
    result.unwrap_or(1.0)
}

impl Neg for Enclosure {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { lo: -self.hi, hi: -self.lo }
    }
}

impl Add for Enclosure {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { lo: add_down(self.lo, other.lo), hi: add_up(self.hi, other.hi) }
    }
}

impl Sub for Enclosure {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { lo: sub_down(self.lo, other.hi), hi: sub_up(self.hi, other.lo) }
    }
}

impl Mul for Enclosure {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        if self.is_point() && other.is_point() {
            let (lo, hi) = mul_both(self.lo, other.lo);
            Self { lo, hi }
        } else if self.lo >= 0.0 {
            nonnegative_times(self, other)
        } else if other.lo >= 0.0 {
            nonnegative_times(other, self)
        } else if self.hi <= 0.0 {
            nonnegative_times(-self, -other)
        } else if other.hi <= 0.0 {
            nonnegative_times(-other, -self)
        } else {
            // Both contain zero inside: each end is one of two products of opposite ends.
            Self {
                lo: mul_down(self.lo, other.hi).min(mul_down(self.hi, other.lo)),
                hi: mul_up(self.lo, other.lo).max(mul_up(self.hi, other.hi)),
            }
        }
    }
}

impl fmt::Debug for Enclosure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{:?}, {:?}]", self.lo, self.hi)
    }
}

/// Prints a point as one number and anything else as `[lo, hi]`, in the shortest digits that read back exactly.
impl fmt::Display for Enclosure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_point() { write!(f, "{:?}", self.lo) } else { write!(f, "{self:?}") }
    }
}
