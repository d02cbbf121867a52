//! One formula, two arithmetics.
//!
//! A certificate's quantities are formulas over numbers that are known up to intervals. They are evaluated twice at
//! most: in [`Enclosure`]s, which is fast and settles nearly everything, and in [`ExactInterval`]s, whose ends are
//! rationals and never rounded, where an enclosure cannot decide. Both are instances of [`Number`], so that a formula
//! is written once and means the same both times. Operations are inclusion monotone, hence the enclosure of a formula
//! contains its exact interval.

use super::rational::{enclose, exact};
use super::{Enclosure, Length, Norm, length};
use dashu_ratio::RBig;
use std::ops::{Add, Mul, Neg, Sub};

/// A number known up to an interval.
pub trait Number: Clone + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self> {
    /// A finite double, exactly.
    fn double(x: f64) -> Self;

    /// What lies between two finite doubles.
    fn between(lo: f64, hi: f64) -> Self;

    /// A whole number.
    fn whole(count: u64) -> Self;

    /// From the lower end of the first to the upper end of the second, which must not be below it.
    #[must_use]
    fn join(self, upper: Self) -> Self;

    /// The larger of the two.
    #[must_use]
    fn larger(self, other: Self) -> Self;

    /// The quotient, if every number of the divisor is surely positive.
    fn over(self, divisor: Self) -> Option<Self>;

    /// `x / (x + y)` for `x >= 0` and a positive `y`: increasing in `x`, so its ends are those of `x`.
    fn share(self, of: Self) -> Option<Self>;

    /// The p-norm, or the dual norm.
    fn norm(norm: Norm, dual: bool, vector: &[Self]) -> Length<Self>;

    /// Whether all of it is at least 0 (above 0 if `strictly`), all of it below (at most), or neither can be said.
    fn sign(&self, strictly: bool) -> Option<bool>;

    /// The same of `rest + sqrt(plus) - sqrt(minus)`, for `plus` and `minus` that are not negative.
    fn sign_with_roots(rest: &Self, plus: &Self, minus: &Self, strictly: bool) -> Option<bool>;

    /// The smallest enclosure in doubles.
    fn enclosure(&self) -> Enclosure;

    /// 0.
    fn zero() -> Self {
        Self::double(0.0)
    }

    /// `max(0, x)`.
    #[must_use]
    fn positive(self) -> Self {
        self.larger(Self::zero())
    }

    /// The sum.
    fn sum(terms: impl IntoIterator<Item = Self>) -> Self {
        terms.into_iter().fold(Self::zero(), |sum, term| sum + term)
    }
}

impl Number for Enclosure {
    fn double(x: f64) -> Self {
        Self::point(x)
    }

    fn between(lo: f64, hi: f64) -> Self {
        Self::new(lo, hi)
    }

    fn whole(count: u64) -> Self {
        // Both halves are doubles exactly, and so is the product.
        let (high, low) = (count >> 32, count & 0xffff_ffff);
        Self::point(high as f64 * 4_294_967_296.0) + Self::point(low as f64)
    }

    fn join(self, upper: Self) -> Self {
        Self::new(self.lo(), upper.hi())
    }

    fn larger(self, other: Self) -> Self {
        self.max(other)
    }

    fn over(self, divisor: Self) -> Option<Self> {
        if divisor.lo() > 0.0 { self.divide(divisor).ok() } else { None }
    }

    fn share(self, of: Self) -> Option<Self> {
        let end = |x: f64| Self::point(x).over(Self::point(x) + of);
        if !self.is_finite() {
            return None;
        }
        Some(Self::new(end(self.lo())?.lo(), end(self.hi())?.hi()))
    }

    fn norm(norm: Norm, dual: bool, vector: &[Self]) -> Length<Self> {
        let found = if dual { norm.dual().norm_of_enclosures(vector) } else { norm.norm_of_enclosures(vector) };
        if norm.is_rational(vector.len()) || found.hi() == 0.0 {
            return Length::known(found);
        }
        // A root is irrational as a rule. One double on each side leaves room for anybody else's enclosure of it.
        Length::enclosed(Self::new(found.lo().next_down().max(0.0), found.hi().next_up()))
    }

    fn sign(&self, strictly: bool) -> Option<bool> {
        match strictly {
            false if self.lo() >= 0.0 => Some(true),
            false if self.hi() < 0.0 => Some(false),
            true if self.lo() > 0.0 => Some(true),
            true if self.hi() <= 0.0 => Some(false),
            _ => None,
        }
    }

    fn sign_with_roots(rest: &Self, plus: &Self, minus: &Self, strictly: bool) -> Option<bool> {
        (*rest + plus.sqrt().ok()? - minus.sqrt().ok()?).sign(strictly)
    }

    fn enclosure(&self) -> Enclosure {
        *self
    }
}

/// A closed interval of rationals; a point where the data are points.
///
/// ```
/// use referee::numerics::{Enclosure, ExactInterval, Number};
/// let third = ExactInterval::double(1.0).over(ExactInterval::double(3.0)).unwrap();
/// let nothing = third.clone() + third.clone() + third - ExactInterval::double(1.0);
/// assert_eq!(nothing.sign(false), Some(true)); // exactly 0, where an enclosure would have to leave it open
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ExactInterval {
    lo: RBig,
    hi: RBig,
}

impl ExactInterval {
    /// One rational.
    pub fn point(x: RBig) -> Self {
        Self { lo: x.clone(), hi: x }
    }

    /// The interval between two rationals.
    ///
    /// # Panics
    /// If the first is above the second.
    pub fn new(lo: RBig, hi: RBig) -> Self {
        assert!(lo <= hi, "an interval has its lower end below its upper end");
        Self { lo, hi }
    }

    /// The lower end.
    pub fn lo(&self) -> &RBig {
        &self.lo
    }

    /// The upper end.
    pub fn hi(&self) -> &RBig {
        &self.hi
    }
}

impl Add for ExactInterval {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { lo: self.lo + other.lo, hi: self.hi + other.hi }
    }
}

impl Neg for ExactInterval {
    type Output = Self;
    fn neg(self) -> Self {
        Self { lo: -self.hi, hi: -self.lo }
    }
}

impl Sub for ExactInterval {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for ExactInterval {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let products = [(&self.lo, &other.lo), (&self.lo, &other.hi), (&self.hi, &other.lo), (&self.hi, &other.hi)]
            .map(|(a, b)| a * b);
        let [a, b, c, d] = products;
        let lo = a.clone().min(b.clone()).min(c.clone()).min(d.clone());
        Self { lo, hi: a.max(b).max(c).max(d) }
    }
}

impl Number for ExactInterval {
    fn double(x: f64) -> Self {
        Self::point(exact(x))
    }

    fn between(lo: f64, hi: f64) -> Self {
        Self::new(exact(lo), exact(hi))
    }

    fn whole(count: u64) -> Self {
        Self::point(RBig::from(count))
    }

    fn join(self, upper: Self) -> Self {
        Self::new(self.lo, upper.hi)
    }

    fn larger(self, other: Self) -> Self {
        Self { lo: self.lo.max(other.lo), hi: self.hi.max(other.hi) }
    }

    fn over(self, divisor: Self) -> Option<Self> {
        if divisor.lo <= RBig::ZERO {
            return None;
        }
        // Each end is stretched outward by the divisor that its sign asks for.
        let lo = if self.lo >= RBig::ZERO { self.lo / &divisor.hi } else { self.lo / &divisor.lo };
        let hi = if self.hi >= RBig::ZERO { self.hi / divisor.lo } else { self.hi / divisor.hi };
        Some(Self { lo, hi })
    }

    fn share(self, of: Self) -> Option<Self> {
        let end = |x: RBig| Self::point(x.clone()).over(Self::point(x) + of.clone());
        Some(Self { lo: end(self.lo)?.lo, hi: end(self.hi)?.hi })
    }

    fn norm(norm: Norm, dual: bool, vector: &[Self]) -> Length<Self> {
        length::norm(norm, dual, vector)
    }

    fn sign(&self, strictly: bool) -> Option<bool> {
        match strictly {
            false if self.lo >= RBig::ZERO => Some(true),
            false if self.hi < RBig::ZERO => Some(false),
            true if self.lo > RBig::ZERO => Some(true),
            true if self.hi <= RBig::ZERO => Some(false),
            _ => None,
        }
    }

    fn sign_with_roots(rest: &Self, plus: &Self, minus: &Self, strictly: bool) -> Option<bool> {
        length::sign_with_roots(rest, plus, minus, strictly)
    }

    fn enclosure(&self) -> Enclosure {
        Enclosure::new(enclose(&self.lo).lo(), enclose(&self.hi).hi())
    }
}
