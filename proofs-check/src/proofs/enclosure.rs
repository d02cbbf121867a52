//! Rational bounds of roots, exponentials and logarithms.
//!
//! The bounds come from series with a rational remainder, so an inequality between enclosures is a proof. Ends are
//! rounded outward to a fine grid, which keeps them short; nothing is rounded inward.

use super::number::{Q, frac, whole};
use crate::exact::Rational;
use num_bigint::{BigInt, Sign};
use std::ops::{Add, Mul, Neg, Sub};

/// The grid of the ends: multiples of `2^-GRID`.
const GRID: u32 = 96;

/// Terms of a series. Every remainder is part of the enclosure, so this number is no matter of soundness.
const TERMS: usize = 40;

/// A real number known to lie between two rationals.
#[derive(Clone, Debug)]
pub struct Enclosure {
    /// A number at most the true one.
    pub low: Q,
    /// A number at least the true one.
    pub high: Q,
}

impl From<Q> for Enclosure {
    fn from(x: Q) -> Self {
        Self { low: x.clone(), high: x }
    }
}

impl From<&Q> for Enclosure {
    fn from(x: &Q) -> Self {
        Self::from(x.clone())
    }
}

impl From<&Enclosure> for Enclosure {
    fn from(x: &Enclosure) -> Self {
        x.clone()
    }
}

/// The multiple of `2^-GRID` next below.
fn down(x: &Q) -> Q {
    let (above, below) = (x.rational().numerator(), x.rational().denominator());
    if below.bits() <= u64::from(GRID) {
        return x.clone();
    }
    let scaled: BigInt = above << GRID;
    let quotient = &scaled / below;
    let exact = &quotient * below == scaled;
    let floor = if scaled.sign() == Sign::Minus && !exact { quotient - BigInt::from(1) } else { quotient };
    Rational::new(floor, BigInt::from(1) << GRID).map_or_else(|| x.clone(), Q::of)
}

fn up(x: &Q) -> Q {
    -down(&-x)
}

impl Enclosure {
    /// The enclosure between two ends, rounded outward.
    #[must_use]
    pub fn between(low: &Q, high: &Q) -> Self {
        Self { low: down(low), high: up(high) }
    }

    /// The quotient by a number that is certainly positive; `None` otherwise.
    #[must_use]
    pub fn over(&self, divisor: &Self) -> Option<Self> {
        if !divisor.low.is_positive() {
            return None;
        }
        let low = self.low.over(&divisor.low)?.min(self.low.over(&divisor.high)?);
        let high = self.high.over(&divisor.low)?.max(self.high.over(&divisor.high)?);
        Some(Self::between(&low, &high))
    }

    /// The larger of two numbers.
    #[must_use]
    pub fn max(&self, other: &Self) -> Self {
        Self { low: self.low.clone().max(other.low.clone()), high: self.high.clone().max(other.high.clone()) }
    }

    /// The smaller of two numbers.
    #[must_use]
    pub fn min(&self, other: &Self) -> Self {
        Self { low: self.low.clone().min(other.low.clone()), high: self.high.clone().min(other.high.clone()) }
    }

    /// The square root of an enclosed number that is certainly not negative.
    #[must_use]
    pub fn sqrt(&self) -> Option<Self> {
        Some(Self { low: sqrt(&self.low)?.low, high: sqrt(&self.high)?.high })
    }

    /// The exponential of an enclosed number.
    #[must_use]
    pub fn exp(&self) -> Option<Self> {
        Some(Self { low: exp(&self.low)?.low, high: exp(&self.high)?.high })
    }
}

/// Whole multiples of this power of 1/2 carry the series; the errors below are counted in such units.
const FINE: u32 = 128;

/// A number as whole units, rounded down.
fn units(x: &Q) -> BigInt {
    let (above, below) = (x.rational().numerator(), x.rational().denominator());
    let scaled: BigInt = above << FINE;
    let quotient = &scaled / below;
    if scaled.sign() == Sign::Minus && &quotient * below != scaled { quotient - BigInt::from(1) } else { quotient }
}

/// The enclosure of a number of units known up to so many units.
fn about(value: &BigInt, error: usize) -> Option<Enclosure> {
    let one = BigInt::from(1) << FINE;
    let low = Rational::new(value - BigInt::from(error), one.clone()).map(Q::of)?;
    let high = Rational::new(value + BigInt::from(error), one).map(Q::of)?;
    Some(Enclosure::between(&low, &high))
}

/// `e^x`. Exactly 1 at 0.
#[must_use]
pub fn exp(x: &Q) -> Option<Enclosure> {
    if x.is_zero() {
        return Some(Q::one().into());
    }
    let (mut y, mut halvings) = (x.clone(), 0_u32);
    while y.abs() > frac(1, 2) {
        y = y * frac(1, 2);
        halvings = halvings.checked_add(1)?;
    }
    let y = units(&y);
    let mut term: BigInt = BigInt::from(1) << FINE;
    let mut sum = term.clone();
    for n in 1..=TERMS {
        // Rounding twice loses less than 2 units; what was lost before is at least halved. So at most 4 a term.
        term = ((&term * &y) >> FINE) / BigInt::from(n);
        sum += &term;
    }
    // 4 units a term; the tail after 40 terms and the rounding of y are below 4 units each.
    let mut value = about(&sum, TERMS.checked_mul(4)?.checked_add(8)?)?;
    for _ in 0..halvings {
        value = &value * &value;
    }
    Some(value)
}

/// `2 artanh(z) = 2 (z + z^3/3 + z^5/5 + ...)` for `|z| <= 1/3`.
fn twice_artanh(z: &Q) -> Option<Enclosure> {
    let z = units(z);
    let square: BigInt = (&z * &z) >> FINE;
    let (mut power, mut sum) = (z, BigInt::from(0));
    for n in 0..TERMS {
        sum += &power / BigInt::from(n.checked_mul(2)?.checked_add(1)?);
        // The square is at most 1/9, so what was lost before shrinks: at most 4 units a power, and 1 for the quotient.
        power = (&power * &square) >> FINE;
    }
    // 5 units a term, the tail |z|^81 below 4 units, the rounding of z below 4 units; twice all that.
    about(&(sum * BigInt::from(2)), TERMS.checked_mul(10)?.checked_add(16)?)
}

/// The natural logarithm of a positive number; `None` for others. Exactly 0 at 1.
#[must_use]
pub fn ln(x: &Q) -> Option<Enclosure> {
    if !x.is_positive() {
        return None;
    }
    let (mut y, mut twos) = (x.clone(), 0_i64);
    while y > frac(4, 3) {
        y = y * frac(1, 2);
        twos = twos.checked_add(1)?;
    }
    while y < frac(2, 3) {
        y = y * whole(2);
        twos = twos.checked_sub(1)?;
    }
    let small =
        if y == Q::one() { Q::zero().into() } else { twice_artanh(&(&y - &Q::one()).over(&(&y + &Q::one()))?)? };
    let ln_2 = twice_artanh(&frac(1, 3))?;
    Some(&small + &(&Enclosure::from(whole(twos)) * &ln_2))
}

/// The square root of a number that is not negative; `None` for others. Exact if the root is rational.
#[must_use]
pub fn sqrt(x: &Q) -> Option<Enclosure> {
    if *x < Q::zero() {
        return None;
    }
    if let Some(root) = x.root() {
        return Some(root.into());
    }
    let (above, below) = (x.rational().numerator(), x.rational().denominator());
    // sqrt(p/q) = sqrt(p q 4^GRID) / (q 2^GRID).
    let floor: BigInt = ((above * below) << GRID.checked_mul(2)?).sqrt();
    let scale = below << GRID;
    let low = Rational::new(floor.clone(), scale.clone()).map(Q::of)?;
    let high = Rational::new(floor + BigInt::from(1), scale).map(Q::of)?;
    Some(Enclosure::between(&low, &high))
}

impl Add for &Enclosure {
    type Output = Enclosure;
    fn add(self, other: Self) -> Enclosure {
        Enclosure::between(&(&self.low + &other.low), &(&self.high + &other.high))
    }
}

impl Neg for &Enclosure {
    type Output = Enclosure;
    fn neg(self) -> Enclosure {
        Enclosure { low: -&self.high, high: -&self.low }
    }
}

impl Sub for &Enclosure {
    type Output = Enclosure;
    fn sub(self, other: Self) -> Enclosure {
        self + &-other
    }
}

impl Mul for &Enclosure {
    type Output = Enclosure;
    fn mul(self, other: Self) -> Enclosure {
        let ends = [&self.low * &other.low, &self.low * &other.high, &self.high * &other.low, &self.high * &other.high];
        let low = ends.iter().min().cloned().unwrap_or_else(Q::zero);
        let high = ends.iter().max().cloned().unwrap_or_else(Q::zero);
        Enclosure::between(&low, &high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn narrow(x: &Enclosure) -> bool {
        x.low <= x.high && &x.high - &x.low < frac(1, 1_000_000_000_000_000_000)
    }

    /// `a / 10^15 < x < (a + 1) / 10^15`.
    fn digits(x: &Enclosure, a: i64) -> bool {
        let grid = 1_000_000_000_000_000;
        narrow(x) && frac(a, grid) < x.low && x.high < frac(a.saturating_add(1), grid)
    }

    #[test]
    fn known_digits_are_enclosed() {
        assert!(digits(&exp(&whole(1)).unwrap(), 2_718_281_828_459_045));
        assert!(digits(&exp(&frac(-1, 2)).unwrap(), 606_530_659_712_633));
        assert!(digits(&exp(&whole(5)).unwrap(), 148_413_159_102_576_603));
        assert!(digits(&ln(&whole(2)).unwrap(), 693_147_180_559_945));
        assert!(digits(&ln(&whole(10)).unwrap(), 2_302_585_092_994_045));
        assert!(digits(&-&ln(&frac(1, 3)).unwrap(), 1_098_612_288_668_109));
        assert!(digits(&sqrt(&whole(2)).unwrap(), 1_414_213_562_373_095));
    }

    #[test]
    fn exact_values_stay_exact() {
        assert_eq!(exp(&whole(0)).unwrap().high, whole(1));
        assert_eq!(ln(&whole(1)).unwrap().low, whole(0));
        assert_eq!(sqrt(&frac(9, 4)).unwrap().low, frac(3, 2));
        assert!(ln(&whole(0)).is_none() && sqrt(&whole(-1)).is_none());
    }

    #[test]
    fn ends_are_rounded_outward() {
        let third = (&frac(1, 3) * &frac(1, 3).over(&whole(i64::MAX)).unwrap()).over(&whole(i64::MAX)).unwrap();
        let x = Enclosure::between(&third, &third);
        assert!(x.low < third && third < x.high && narrow(&x));
        let y = Enclosure::between(&-&third, &-&third);
        assert!(y.low < -&third && -&third < y.high);
    }
}
