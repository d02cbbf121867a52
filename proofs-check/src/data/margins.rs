//! The evidence `margins`: a lower bound of a weighted sum of hinges over a ball.
//!
//! `max(0, z) >= tau z` for every `tau` in `[0, 1]`, so a choice of one `tau` for each row bounds the sum from below by
//! an affine function of `theta`, whose least value over the ball is known. The `tau` of a row is the fraction of the
//! thresholds that its margin at a given point exceeds: everything about rows is a count of whole numbers.

use super::cells::Cells;
use super::scores::{Part, Sums};
use crate::decimal::{Round, as_in_the_file, short};
use crate::exact::{Rational, double_parts};
use crate::mixed::Weights;
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// A number of the evidence is a whole number of these: `2^40` make 1.
const ONE: i128 = 1 << 40;
/// The largest one: `2^12`.
const LARGEST: i64 = 1 << 52;

/// A point and thresholds, in multiples of `2^-40`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Margins {
    theta: Vec<i64>,
    thresholds: Vec<i64>,
}

impl Margins {
    /// Evidence of these numbers; `None` unless they are multiples of `2^-40` of size at most `2^12`, and there is a
    /// threshold.
    #[must_use]
    pub fn new(theta: &[f64], thresholds: &[f64]) -> Option<Self> {
        let fixed = |numbers: &[f64]| numbers.iter().map(|&x| fixed(x)).collect::<Option<Vec<i64>>>();
        let (theta, mut thresholds) = (fixed(theta)?, fixed(thresholds)?);
        thresholds.sort_unstable();
        (!thresholds.is_empty()).then_some(Self { theta, thresholds })
    }

    /// How many numbers the point has.
    #[must_use]
    pub fn num_variables(&self) -> usize {
        self.theta.len()
    }

    /// How many thresholds are below `1 - s` and below `1 + s`.
    fn exceeded(&self, features: &[usize]) -> [u64; 2] {
        let numbers = features.iter().filter_map(|&feature| self.theta.get(feature));
        let score = numbers.fold(0_i128, |sum, x| sum.saturating_add(i128::from(*x)));
        [ONE.saturating_sub(score), ONE.saturating_add(score)].map(|margin| {
            let below = self.thresholds.partition_point(|&threshold| i128::from(threshold) < margin);
            u64::try_from(below).unwrap_or(u64::MAX)
        })
    }
}

/// A double as a multiple of `2^-40`, if it is one and not too large.
fn fixed(x: f64) -> Option<i64> {
    let (mantissa, exponent) = double_parts(x)?;
    if mantissa == 0 {
        return Some(0);
    }
    let shift = exponent.checked_add(40)?;
    let whole = if shift >= 0 {
        mantissa.checked_mul(1_i64.checked_shl(shift.unsigned_abs()).filter(|power| *power > 0)?)?
    } else {
        let size = shift.unsigned_abs();
        if mantissa.trailing_zeros() < size {
            return None;
        }
        mantissa.checked_shr(size)?
    };
    (whole.unsigned_abs() <= LARGEST.unsigned_abs()).then_some(whole)
}

/// A function `K + sum over the parts of weight times the sum of max(0, 1 + sign s)`.
pub(super) struct Hinged {
    pub(super) constant: Rational,
    pub(super) parts: BTreeMap<Part, Rational>,
}

impl Hinged {
    /// Checks that `lower` is at most the bound over the ball of this radius.
    pub(super) fn check(
        &self,
        cells: &Cells,
        evidence: &Margins,
        radius: &Rational,
        lower: &Rational,
    ) -> Result<(), String> {
        let weights = Weights::new(std::iter::once(&self.constant).chain(self.parts.values()));
        let weights = weights.ok_or("the fractions of its weights are too long to work with")?;
        let (numerators, denominator) = weights.parts();
        let parts: Vec<Part> = self.parts.keys().copied().collect();
        let sums = Sums::new(cells, evidence.theta.len(), &parts, |features| evidence.exceeded(features));
        // Everything below is times the denominator and the number of thresholds.
        let thresholds = BigInt::from(evidence.thresholds.len());
        let mut level = numerators.first().cloned().unwrap_or_default() * &thresholds;
        let mut slopes = vec![BigInt::from(0); evidence.theta.len()];
        for (part, weight) in parts.iter().zip(numerators.iter().skip(1)) {
            let (total, features) = sums.of(*part);
            level += weight * total;
            for (slope, count) in slopes.iter_mut().zip(features) {
                let change = weight * *count;
                *slope = if part.is_plus { &*slope + change } else { &*slope - change };
            }
        }
        let squares: BigInt = slopes.iter().map(|slope| slope * slope).sum();
        let scale = denominator * thresholds;
        let over = |x: BigInt, scale: &BigInt| Rational::new(x, scale.clone()).unwrap_or_else(Rational::zero);
        let level = over(level, &scale);
        let slack = &level - lower;
        let reach = &(radius * radius) * &over(squares.clone(), &(&scale * &scale));
        if slack >= Rational::zero() && &slack * &slack >= reach {
            return Ok(());
        }
        // The root, for the message only, is rounded down, and so the bound up.
        let root = over((squares << 128_u8).sqrt(), &(scale << 64_u8));
        let bound = short(&(&level - &(radius * &root)), Round::Up);
        Err(format!("the margins give at most {bound}, which is below the recorded {}", as_in_the_file(lower)))
    }
}

#[cfg(test)]
#[path = "../../tests/inside/data/margins.rs"]
mod tests;
