//! The multiplier set of the Lagrangian game: non-negative points whose sum is at most a radius.
//!
//! **Projection.** Clip at 0. If the clipped point is inside (decided exactly), it is the exact projection: the
//! negative coordinates cannot be matched better than by 0, the others are matched. Otherwise the constraint on the
//! sum is active, and the projection is that on `{x >= 0, sum x = radius}`, which [`threshold`](super::threshold)
//! computes and bounds. The computed coordinates must sum to at most the radius, exactly: while they do not, the
//! threshold rises by a few units in its last place, doubling, until they do (at the latest at 0, where nothing is
//! left). The bound is taken for the threshold that is used, so it accounts for the rise.

use super::sums::compare_sum;
use super::threshold::{cut, distance_bound, shift, solve};
use super::{Domain, check_coordinate, check_dim, check_radius, check_vector, variables};
use crate::error::Result;
use crate::numerics::directed::{mul_up, sqrt_up};
use crate::numerics::{Enclosure, ExactSum};
use std::cmp::Ordering;
use std::fmt;

/// The points with non-negative coordinates whose sum is at most a radius.
///
/// ```
/// use referee::domain::{Domain, L1Orthant};
/// let multipliers = L1Orthant::new(2, 1.0)?;
/// let mut lambda = [-3.0, 0.25];
/// assert_eq!(multipliers.project(&mut lambda), 0.0); // clipping at 0 is exact
/// assert_eq!(lambda, [0.0, 0.25]);
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct L1Orthant {
    dim: usize,
    radius: f64,
}

impl L1Orthant {
    /// The set in `dim` variables. Radius 0 is allowed.
    ///
    /// # Errors
    /// If there are no variables, or the radius is negative, not finite or above 2^500.
    pub fn new(dim: usize, radius: f64) -> Result<Self> {
        check_dim(dim, "an l1 orthant")?;
        check_radius(radius, "an l1 orthant")?;
        Ok(Self { dim, radius: radius.abs() }) // the radius -0 is 0
    }

    fn sum_fits(&self, point: &[f64]) -> bool {
        compare_sum(point, self.radius) != Ordering::Greater
    }

    /// Whether the coordinates that [`cut`] would compute sum to at most the radius, exactly.
    fn cut_fits(&self, z: &[f64], threshold: f64) -> bool {
        let mut excess = ExactSum::new();
        excess.add(-self.radius);
        for &x in z {
            if x > threshold {
                excess.add(x - threshold);
            }
        }
        excess.sign() != Ordering::Greater
    }
}

impl Domain for L1Orthant {
    fn dim(&self) -> usize {
        self.dim
    }

    fn contains(&self, point: &[f64]) -> bool {
        point.len() == self.dim && point.iter().all(|x| (0.0..=self.radius).contains(x)) && self.sum_fits(point)
    }

    fn project(&self, point: &mut [f64]) -> f64 {
        check_vector(point, self.dim);
        for x in point.iter_mut() {
            if *x < 0.0 {
                *x = 0.0;
            }
        }
        if self.sum_fits(point) {
            return 0.0;
        }
        if let [x] = point {
            *x = self.radius;
            return 0.0;
        }
        if self.radius == 0.0 {
            point.fill(0.0);
            return 0.0;
        }
        shift(point, self.radius);
        let mut threshold = solve(point, self.radius);
        let mut rise = threshold.next_up() - threshold;
        while !self.cut_fits(point, threshold) {
            threshold = (threshold + rise).min(0.0);
            rise *= 2.0;
        }
        cut(point, threshold);
        distance_bound(point, self.radius)
    }

    fn radius(&self) -> f64 {
        self.radius
    }

    fn diameter(&self) -> f64 {
        if self.dim == 1 { self.radius } else { mul_up(sqrt_up(2.0), self.radius) }
    }

    fn support(&self, direction: &[f64]) -> Enclosure {
        check_vector(direction, self.dim);
        let best = direction.iter().copied().fold(0.0, f64::max);
        Enclosure::point(best) * Enclosure::point(self.radius)
    }

    fn bounds(&self, coordinate: usize) -> Enclosure {
        check_coordinate(coordinate, self.dim);
        Enclosure::new(0.0, self.radius)
    }
}

impl fmt::Display for L1Orthant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "l1 orthant of radius {} in {}", self.radius, variables(self.dim))
    }
}
