//! The least value of `y_0 g0 + sum_i y_i g_i` over many candidates, for rational multipliers.
//!
//! The multipliers are brought to one denominator once, so that a candidate costs products of whole numbers only.

use crate::exact::{Rational, double_parts};
use num_bigint::BigInt;

/// The multipliers, and the least value so far.
pub(crate) struct Mixed {
    /// The multipliers times the denominator, the objective's first.
    multipliers: Vec<BigInt>,
    denominator: BigInt,
    /// `mantissa * 2^exponent`, times the denominator.
    least: Option<(BigInt, i32)>,
}

impl Mixed {
    /// With these multipliers of the constraints, and of the objective if it plays a part.
    pub(crate) fn new(objective: Option<&Rational>, constraints: &[Rational]) -> Self {
        let zero = Rational::zero();
        let all: Vec<&Rational> = std::iter::once(objective.unwrap_or(&zero)).chain(constraints).collect();
        let mut denominator = BigInt::from(1);
        for y in &all {
            denominator = y.common_denominator(&denominator);
        }
        let multipliers = all.iter().map(|y| y.numerator() * (&denominator / y.denominator())).collect();
        Self { multipliers, denominator, least: None }
    }

    /// Looks at a candidate: its objective and constraints.
    pub(crate) fn see(&mut self, row: &[f64]) {
        let terms = self.multipliers.iter().zip(row.iter().map(|&x| double_parts(x).unwrap_or_default()));
        let terms: Vec<_> = terms.filter(|(y, (mantissa, _))| **y != BigInt::from(0) && *mantissa != 0).collect();
        let exponent = terms.iter().map(|(_, (_, exponent))| *exponent).min().unwrap_or(0);
        let mut sum = BigInt::from(0);
        for (y, (mantissa, own)) in terms {
            sum += (y * mantissa) << own.abs_diff(exponent);
        }
        let smaller = self.least.as_ref().is_none_or(|(least, other)| {
            let lowest = exponent.min(*other);
            (&sum << exponent.abs_diff(lowest)) < (least << other.abs_diff(lowest))
        });
        if smaller {
            self.least = Some((sum, exponent));
        }
    }

    /// The least value; `None` if no candidate was seen.
    pub(crate) fn least(&self) -> Option<Rational> {
        let (mantissa, exponent) = self.least.as_ref()?;
        Rational::dyadic(mantissa.clone(), *exponent).checked_div(&Rational::from_integer(self.denominator.clone()))
    }
}
