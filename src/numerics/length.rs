//! Norms of vectors that are known exactly, and signs of what they stand in.
//!
//! The p-norm of rationals is irrational as a rule. An exact evaluation has it as a rational enclosure, narrow and yet wide
//! enough to contain anybody else's that is narrower: sides that are computed from it contain those that a checker
//! computes. A sign that it leaves open is that of a number which is 0 as far as enclosures can tell. Euclidean norms are
//! roots of rationals, so with them signs are decided by squares.

use super::fixed::{Ball, Fixed};
use super::{ExactInterval, Norm, Number};
use dashu_int::IBig;
use dashu_int::ops::BitTest as _;
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// The norm of a vector.
#[derive(Clone, Debug)]
pub struct Length<N> {
    /// The norm.
    pub value: N,
    kind: LengthKind<N>,
}

/// How well a norm is known.
#[derive(Clone, Debug)]
enum LengthKind<N> {
    /// As well as this arithmetic knows anything.
    Known,
    /// It is irrational, and all there is is the enclosure.
    Enclosed,
    /// It is the root of this.
    Root(N),
}

impl<N: Number> Length<N> {
    /// A length that is known as well as this arithmetic knows anything.
    pub fn known(value: N) -> Self {
        Self { value, kind: LengthKind::Known }
    }

    /// A length that is irrational as a rule.
    pub fn enclosed(value: N) -> Self {
        Self { value, kind: LengthKind::Enclosed }
    }

    /// The product of two lengths; a number that is not negative is one.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let kind = match (&self.kind, &other.kind) {
            (LengthKind::Known, LengthKind::Known) => LengthKind::Known,
            (LengthKind::Enclosed, _) | (_, LengthKind::Enclosed) => LengthKind::Enclosed,
            _ => LengthKind::Root(self.square() * other.square()),
        };
        Self { value: self.value * other.value, kind }
    }

    /// The radius minus the length, if it is positive or nothing is known of its sign.
    pub fn room(&self, radius: &N) -> Option<N> {
        match &self.kind {
            // Nothing cancels in (R^2 - n^2) / (R + n).
            LengthKind::Root(square) => {
                (radius.clone() * radius.clone() - square.clone()).over(radius.clone() + self.value.clone())
            }
            _ => Some(radius.clone() - self.value.clone()),
        }
    }

    /// Whether it is known by an enclosure only, in this arithmetic.
    pub fn is_enclosed(&self) -> bool {
        matches!(self.kind, LengthKind::Enclosed)
    }

    /// Whether `rest + self - other` is at least 0 (above 0 if `strictly`), below (at most), or neither can be said.
    pub fn sign_of_difference(&self, other: &Self, rest: &N, strictly: bool) -> Option<bool> {
        let has_root = |length: &Self| matches!(length.kind, LengthKind::Root(_));
        if has_root(self) || has_root(other) {
            return N::sign_with_roots(rest, &self.square(), &other.square(), strictly);
        }
        (rest.clone() + self.value.clone() - other.value.clone()).sign(strictly)
    }

    fn square(&self) -> N {
        if let LengthKind::Root(square) = &self.kind { square.clone() } else { self.value.clone() * self.value.clone() }
    }
}

/// The p-norm of a vector of intervals, or the dual norm.
pub(super) fn norm(norm: Norm, dual: bool, vector: &[ExactInterval]) -> Length<ExactInterval> {
    let magnitudes: Vec<ExactInterval> = vector.iter().map(magnitude).collect();
    let largest = || magnitudes.iter().cloned().fold(ExactInterval::zero(), ExactInterval::larger);
    // To each side, relative to the norm; checkers have 2^-127 for roots, and 2^-300 for others.
    let room = if norm == Norm::Two { 120 } else { 200 };
    let exponent = match (norm, dual) {
        _ if vector.len() <= 1 => return Length::known(largest()),
        (Norm::One, true) | (Norm::Infinity, false) => return Length::known(largest()),
        (Norm::One, false) | (Norm::Infinity, true) => return Length::known(ExactInterval::sum(magnitudes)),
        (Norm::Two, _) => RBig::from(2),
        (Norm::P(p), false) => super::rational::exact(p.value()),
        (Norm::P(p), true) => {
            let p = super::rational::exact(p.value());
            p.clone() / (p - RBig::ONE)
        }
    };
    // The norm grows with every entry. With exact entries there is one vector only.
    let lo = enclose(&exponent, room, magnitudes.iter().map(ExactInterval::lo));
    let exact = magnitudes.iter().all(|x| x.lo() == x.hi());
    let hi = if exact { lo.clone() } else { enclose(&exponent, room, magnitudes.iter().map(ExactInterval::hi)) };
    let kind = match norm {
        Norm::Two => LengthKind::Root(ExactInterval::sum(magnitudes.iter().map(|x| x.clone() * x.clone()))),
        _ => LengthKind::Enclosed,
    };
    Length { value: lo.join(hi), kind }
}

fn magnitude(x: &ExactInterval) -> ExactInterval {
    let zero = RBig::ZERO;
    let (a, b) = (x.lo().clone().max(-x.lo().clone()), x.hi().clone().max(-x.hi().clone()));
    let lo = if *x.lo() <= zero && zero <= *x.hi() { zero } else { a.clone().min(b.clone()) };
    ExactInterval::new(lo, a.max(b))
}

/// The p-norm of entries that are not negative: `M S^(1/p)` with `M` the largest and `S` the sum of the `(x / M)^p`. A
/// point where at most one entry is not 0.
fn enclose<'a>(p: &RBig, room: usize, entries: impl Iterator<Item = &'a RBig>) -> ExactInterval {
    let entries: Vec<&RBig> = entries.filter(|x| **x != RBig::ZERO).collect();
    let Some(largest) = entries.iter().copied().max().cloned() else { return ExactInterval::zero() };
    if entries.len() == 1 {
        return ExactInterval::point(largest);
    }
    // Powers multiply the error of a logarithm by p.
    let size = p.numerator().bit_len().saturating_sub(p.denominator().bit_len());
    let fixed = Fixed { bits: 256 + size };
    let mut sum = Ball { middle: IBig::ZERO, radius: IBig::ZERO };
    for x in entries {
        let term = if *x == largest { fixed.one() } else { fixed.power(&fixed.ln(&(x / &largest)), p) };
        sum.middle += term.middle;
        sum.radius += term.radius;
    }
    // The sum is at least 1, so its logarithm is known as well as twice itself.
    let mut logarithm = fixed.ln(&fixed.rational(sum.middle));
    logarithm.radius += sum.radius << 1;
    let root = fixed.power(&logarithm, &(RBig::ONE / p));
    let around = &root.radius + (&root.middle >> room) + IBig::ONE;
    let lo = fixed.rational(&root.middle - &around);
    ExactInterval::new(&largest * lo, largest * fixed.rational(root.middle + around))
}

/// Whether all of `rest + sqrt(plus) - sqrt(minus)` is at least 0 (above 0 if `strictly`), or all of it below (at most).
pub(super) fn sign_with_roots(
    rest: &ExactInterval,
    plus: &ExactInterval,
    minus: &ExactInterval,
    strictly: bool,
) -> Option<bool> {
    let lo = compare_roots(rest.lo(), plus.lo(), minus.hi());
    let hi = compare_roots(rest.hi(), plus.hi(), minus.lo());
    match strictly {
        false if lo != Ordering::Less => Some(true),
        false if hi == Ordering::Less => Some(false),
        true if lo == Ordering::Greater => Some(true),
        true if hi != Ordering::Greater => Some(false),
        _ => None,
    }
}

/// How `x + sqrt(a) - sqrt(b)` compares with 0, for `a, b >= 0`.
fn compare_roots(x: &RBig, a: &RBig, b: &RBig) -> Ordering {
    let (sign, roots) = (x.cmp(&RBig::ZERO), a.cmp(b));
    if sign == roots || roots == Ordering::Equal || sign == Ordering::Equal {
        return if roots == Ordering::Equal { sign } else { roots };
    }
    // They pull in opposite directions: x^2 against (sqrt(a) - sqrt(b))^2 = a + b - 2 sqrt(ab).
    let rest = a + b - x * x;
    let four = RBig::from(4) * a * b;
    let larger = if rest < RBig::ZERO { Ordering::Greater } else { four.cmp(&(&rest * &rest)) };
    if sign == Ordering::Greater { larger } else { larger.reverse() }
}

#[cfg(test)]
#[path = "../../tests/inside/numerics/length.rs"]
mod tests;
