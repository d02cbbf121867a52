//! Rational weights over one denominator, so that their products with many doubles are products of whole numbers.

use crate::decimal::number;
use crate::exact::{Rational, double_parts};
use crate::interval::Interval;
use num_bigint::BigInt;

/// The most bits of a common denominator. That of a solution has about 64 bits a constraint.
const MOST_BITS: u64 = 1 << 20;

/// Weights over one denominator.
#[derive(Debug)]
pub(crate) struct Weights {
    numerators: Vec<BigInt>,
    denominator: BigInt,
}

impl Weights {
    /// Brings the weights to one denominator; `None` if it becomes too long to work with.
    pub(crate) fn new<'a>(weights: impl IntoIterator<Item = &'a Rational>) -> Option<Self> {
        let weights: Vec<&Rational> = weights.into_iter().collect();
        let mut denominator = BigInt::from(1);
        for weight in &weights {
            denominator = weight.common_denominator(&denominator);
            if denominator.bits() > MOST_BITS {
                return None;
            }
        }
        let numerators =
            weights.iter().map(|weight| weight.numerator() * (&denominator / weight.denominator())).collect();
        Some(Self { numerators, denominator })
    }

    /// The sum of the weights.
    pub(crate) fn sum(&self) -> Rational {
        self.over_denominator(Rational::from_integer(self.numerators.iter().sum::<BigInt>()))
    }

    /// Refuses weights that do not sum to 1; `what` are they.
    pub(crate) fn check_sum(&self, what: &str) -> Result<(), String> {
        let sum = self.sum();
        if sum == Rational::one() { Ok(()) } else { Err(format!("{what} sum to {}, not to 1", number(&sum))) }
    }

    /// The numerators and the denominator.
    pub(crate) fn parts(&self) -> (&[BigInt], &BigInt) {
        (&self.numerators, &self.denominator)
    }

    /// The sum of the products with whole numbers over a unit, which is positive.
    pub(crate) fn dot_whole(&self, values: &[BigInt], unit: &BigInt) -> Rational {
        let sum: BigInt = self.numerators.iter().zip(values).map(|(weight, value)| weight * value).sum();
        Rational::new(sum, &self.denominator * unit).unwrap_or_else(Rational::zero)
    }

    /// The sum of the products with doubles.
    pub(crate) fn dot(&self, values: impl IntoIterator<Item = f64>) -> Rational {
        let (mantissa, exponent) = self.scaled_dot(values);
        self.over_denominator(Rational::dyadic(mantissa, exponent))
    }

    /// The mean, by these weights, of the sums of the products of other weights with rows of doubles.
    pub(crate) fn mean_of_dots(&self, inner: &Self, rows: &[Vec<f64>]) -> Rational {
        let dots: Vec<(BigInt, i32)> = rows.iter().map(|row| inner.scaled_dot(row.iter().copied())).collect();
        let exponent = dots.iter().map(|(_, exponent)| *exponent).min().unwrap_or(0);
        let mut sum = BigInt::from(0);
        for (weight, (dot, own)) in self.numerators.iter().zip(dots) {
            sum += (weight * dot) << own.abs_diff(exponent);
        }
        inner.over_denominator(self.over_denominator(Rational::dyadic(sum, exponent)))
    }

    /// The sum of the products with intervals, times the denominator. The weights are not negative.
    pub(crate) fn scaled_sum(&self, values: &[Interval]) -> Interval {
        let mut sum = Interval::zero();
        for (weight, value) in self.numerators.iter().zip(values) {
            sum = &sum + &(&Interval::point(Rational::from_integer(weight.clone())) * value);
        }
        sum
    }

    /// An interval over the denominator.
    pub(crate) fn divided(&self, x: &Interval) -> Interval {
        Interval { lo: self.over_denominator(x.lo.clone()), hi: self.over_denominator(x.hi.clone()) }
    }

    fn over_denominator(&self, x: Rational) -> Rational {
        Rational::new(x.numerator().clone(), x.denominator() * &self.denominator).unwrap_or(x)
    }

    /// The same times the denominator, as `mantissa * 2^exponent`.
    fn scaled_dot(&self, values: impl IntoIterator<Item = f64>) -> (BigInt, i32) {
        let parts = values.into_iter().map(|x| double_parts(x).unwrap_or_default());
        let terms: Vec<_> = self.numerators.iter().zip(parts).filter(|(_, (mantissa, _))| *mantissa != 0).collect();
        let exponent = terms.iter().map(|(_, (_, exponent))| *exponent).min().unwrap_or(0);
        let mut sum = BigInt::from(0);
        for (weight, (mantissa, own)) in terms {
            sum += (weight * mantissa) << own.abs_diff(exponent);
        }
        (sum, exponent)
    }
}

/// How the objective of a candidate enters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Objective {
    Absent,
    /// With the weight 1, which is no multiplier.
    Added,
    /// With the first multiplier.
    Weighed,
}

/// The least sum of products over many candidates.
pub(crate) struct Least {
    weights: Weights,
    objective: Objective,
    smallest: Option<(BigInt, i32)>,
}

impl Least {
    /// Of `g0 + sum_i y_i g_i`, or of `sum_i y_i g_i` alone; `None` if the multipliers are too long to work with.
    pub(crate) fn new(with_objective: bool, multipliers: &[Rational]) -> Option<Self> {
        let one = Rational::one();
        let weights = Weights::new(with_objective.then_some(&one).into_iter().chain(multipliers))?;
        let objective = if with_objective { Objective::Added } else { Objective::Absent };
        Some(Self { weights, objective, smallest: None })
    }

    /// Of `y_0 g0 + sum_i y_i g_i`; `None` if the multipliers are too long to work with.
    pub(crate) fn of(multipliers: &[Rational]) -> Option<Self> {
        Some(Self { weights: Weights::new(multipliers)?, objective: Objective::Weighed, smallest: None })
    }

    /// Looks at a candidate: its objective and constraints.
    pub(crate) fn see(&mut self, row: &[f64]) {
        let skipped = usize::from(self.objective == Objective::Absent);
        let (sum, exponent) = self.weights.scaled_dot(row.iter().copied().skip(skipped));
        let smaller = self.smallest.as_ref().is_none_or(|(least, other)| {
            let lowest = exponent.min(*other);
            (&sum << exponent.abs_diff(lowest)) < (least << other.abs_diff(lowest))
        });
        if smaller {
            self.smallest = Some((sum, exponent));
        }
    }

    /// The least value; `None` if no candidate was seen.
    pub(crate) fn value(&self) -> Option<Rational> {
        let (mantissa, exponent) = self.smallest.as_ref()?;
        Some(self.weights.over_denominator(Rational::dyadic(mantissa.clone(), *exponent)))
    }

    /// The sum of the multipliers.
    pub(crate) fn sum(&self) -> Rational {
        let sum = self.weights.sum();
        if self.objective == Objective::Added { &sum - &Rational::one() } else { sum }
    }
}

#[cfg(test)]
#[path = "../tests/inside/mixed.rs"]
mod tests;
