//! Where the variables live, and exact membership.

use super::interval::Interval;
use crate::exact::double_parts;
use num_bigint::BigInt;
use std::cmp::Ordering;

/// The set of points over which a function is bounded. The doubles are exact: each stands for the dyadic number it is.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// All points between two, coordinate by coordinate.
    Box {
        /// The least coordinates.
        lower: Vec<f64>,
        /// The greatest coordinates.
        upper: Vec<f64>,
    },
    /// The closed Euclidean ball around 0.
    Ball {
        /// How far from 0 its points may be.
        radius: f64,
    },
    /// These points only.
    Points(Vec<Vec<f64>>),
}

impl Domain {
    /// Whether the domain makes sense for so many variables.
    ///
    /// # Errors
    /// One sentence that says what is wrong.
    pub(crate) fn check(&self, variables: usize) -> Result<(), String> {
        let point = |name: &str, point: &[f64]| {
            let found = point.len();
            if found != variables {
                return Err(format!("{name} of the domain has {found} numbers, but there are {variables} variables"));
            }
            let finite = point.iter().all(|x| x.is_finite());
            if finite { Ok(()) } else { Err(format!("{name} of the domain has a number that is not finite")) }
        };
        match self {
            Self::Box { lower, upper } => {
                point("the lower corner", lower)?;
                point("the upper corner", upper)?;
                match lower.iter().zip(upper).position(|(lo, hi)| lo > hi) {
                    Some(i) => Err(format!("the box of the domain is empty in variable {}", i.saturating_add(1))),
                    None => Ok(()),
                }
            }
            Self::Ball { radius } if radius.is_finite() && *radius >= 0.0 => Ok(()),
            Self::Ball { .. } => Err("the radius of the domain must be a finite number of at least 0".to_owned()),
            Self::Points(points) if points.is_empty() => Err("the domain has no points".to_owned()),
            Self::Points(points) => {
                points.iter().enumerate().try_for_each(|(i, theta)| point(&format!("point {i}"), theta))
            }
        }
    }

    /// Whether the point is in the domain, exactly. The point has as many coordinates as there are variables.
    pub(crate) fn contains(&self, theta: &[f64]) -> bool {
        let equal = |a: &f64, b: &f64| a.partial_cmp(b).is_some_and(Ordering::is_eq);
        match self {
            Self::Box { lower, upper } => {
                let between = |((x, lo), hi): ((&f64, &f64), &f64)| lo <= x && x <= hi;
                theta.iter().zip(lower).zip(upper).all(between)
            }
            Self::Ball { radius } => match (squared_norm(theta), squared_norm(&[*radius])) {
                (Some(norm), Some(bound)) => norm <= bound,
                _ => false,
            },
            Self::Points(points) => points.iter().any(|point| point.iter().zip(theta).all(|(a, b)| equal(a, b))),
        }
    }

    /// The smallest box around the domain; `None` for a finite set.
    pub(crate) fn bounding_box(&self, variables: usize) -> Option<Vec<(f64, f64)>> {
        match self {
            Self::Box { lower, upper } => Some(lower.iter().copied().zip(upper.iter().copied()).collect()),
            Self::Ball { radius } => Some(vec![(radius.copysign(-1.0), *radius); variables]),
            Self::Points(_) => None,
        }
    }

    /// Whether a box has no point of the domain: decided for a ball only, by the box's point nearest to 0.
    pub(crate) fn is_outside(&self, sides: &[(f64, f64)]) -> bool {
        let Self::Ball { radius } = self else { return false };
        let nearest: Vec<f64> = sides.iter().map(|&(lo, hi)| 0.0_f64.min(hi).max(lo)).collect();
        match (squared_norm(&nearest), squared_norm(&[*radius])) {
            (Some(norm), Some(bound)) => norm > bound,
            _ => false,
        }
    }
}

/// The intervals between pairs of doubles; `None` unless all are finite and in order.
pub(crate) fn intervals(sides: &[(f64, f64)]) -> Option<Vec<Interval>> {
    sides.iter().map(|&(lo, hi)| Interval::from_doubles(lo, hi)).collect()
}

/// `2^2148` times the sum of squares, a whole number; `None` unless all are finite.
fn squared_norm(point: &[f64]) -> Option<BigInt> {
    let mut sum = BigInt::from(0);
    for &x in point {
        let scaled = scaled_double(x)?;
        sum += &scaled * &scaled;
    }
    Some(sum)
}

/// `2^1074 x`, a whole number for every double; `None` for NaN and infinities.
pub(crate) fn scaled_double(x: f64) -> Option<BigInt> {
    let (mantissa, exponent) = double_parts(x)?;
    Some(BigInt::from(mantissa) << exponent.checked_add(1074)?.unsigned_abs())
}
