//! The box: an interval for each coordinate.
//!
//! Membership is a comparison and projection is clamping, coordinate by coordinate, so both are exact (`tau = 0`).

use super::{Domain, check_coordinate, check_dim, check_size, check_vector, variables};
use crate::error::{Error, Result};
use crate::numerics::directed::sqrt_up;
use crate::numerics::{Enclosure, ExactSum};
use std::fmt;

/// The box of the points `x` with `lower <= x <= upper` in each coordinate.
///
/// ```
/// use referee::domain::{Cuboid, Domain};
/// let square = Cuboid::cube(2, -1.0, 1.0)?;
/// let mut theta = [0.5, 7.0];
/// assert_eq!(square.project(&mut theta), 0.0);
/// assert_eq!(theta, [0.5, 1.0]);
/// assert_eq!(square.to_string(), "box [-1, 1]^2");
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Cuboid {
    lower: Vec<f64>,
    upper: Vec<f64>,
    radius: f64,
    diameter: f64,
}

impl Cuboid {
    /// The box with these lower and upper bounds. An interval may be a single point.
    ///
    /// # Errors
    /// If there are no variables, the lengths differ, a bound is not finite or above 2^500 in size, or a lower bound
    /// is above its upper bound.
    pub fn new(lower: Vec<f64>, upper: Vec<f64>) -> Result<Self> {
        check_dim(lower.len(), "a box")?;
        if lower.len() != upper.len() {
            let message = format!("a box needs as many upper bounds ({}) as lower ones ({})", upper.len(), lower.len());
            return Err(Error::new(message));
        }
        for (i, (&lo, &hi)) in lower.iter().zip(&upper).enumerate() {
            check_size(lo, || format!("the lower bound of variable {}", i + 1))?;
            check_size(hi, || format!("the upper bound of variable {}", i + 1))?;
            if lo > hi {
                return Err(Error::new(format!("the interval [{lo}, {hi}] of variable {} is empty", i + 1)));
            }
        }
        let mut farthest = ExactSum::new();
        let mut diagonal = ExactSum::new();
        for (&lo, &hi) in lower.iter().zip(&upper) {
            let largest = lo.abs().max(hi.abs());
            farthest.add_product(largest, largest);
            // (hi - lo)^2, without rounding the difference.
            diagonal.add_product(hi, hi);
            diagonal.add_product(lo, lo);
            diagonal.add_product(-2.0 * lo, hi);
        }
        let radius = sqrt_up(farthest.enclose().hi());
        let diameter = sqrt_up(diagonal.enclose().hi());
        Ok(Self { lower, upper, radius, diameter })
    }

    /// The box with the same interval in each of `dim` coordinates.
    ///
    /// # Errors
    /// As for [`Cuboid::new`].
    pub fn cube(dim: usize, lower: f64, upper: f64) -> Result<Self> {
        Self::new(vec![lower; dim], vec![upper; dim])
    }

    /// The lower bounds.
    pub fn lower(&self) -> &[f64] {
        &self.lower
    }

    /// The upper bounds.
    pub fn upper(&self) -> &[f64] {
        &self.upper
    }

    fn intervals(&self) -> impl Iterator<Item = (f64, f64)> {
        self.lower.iter().copied().zip(self.upper.iter().copied())
    }
}

impl Domain for Cuboid {
    fn dim(&self) -> usize {
        self.lower.len()
    }

    fn contains(&self, point: &[f64]) -> bool {
        point.len() == self.dim() && point.iter().zip(self.intervals()).all(|(&x, (lo, hi))| lo <= x && x <= hi)
    }

    fn project(&self, point: &mut [f64]) -> f64 {
        check_vector(point, self.dim());
        for (x, (lo, hi)) in point.iter_mut().zip(self.intervals()) {
            // Written out because `clamp` may change the sign of a zero that is inside.
            if *x < lo {
                *x = lo;
            } else if *x > hi {
                *x = hi;
            }
        }
        0.0
    }

    fn radius(&self) -> f64 {
        self.radius
    }

    fn diameter(&self) -> f64 {
        self.diameter
    }

    fn support(&self, direction: &[f64]) -> Enclosure {
        check_vector(direction, self.dim());
        let mut best = ExactSum::new();
        for (&d, (lo, hi)) in direction.iter().zip(self.intervals()) {
            best.add_product(d, if d < 0.0 { lo } else { hi });
        }
        best.enclose()
    }

    fn bounds(&self, coordinate: usize) -> Enclosure {
        check_coordinate(coordinate, self.dim());
        Enclosure::new(self.lower[coordinate], self.upper[coordinate])
    }
}

impl fmt::Display for Cuboid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lo, hi) = (self.lower[0], self.upper[0]);
        match self.dim() {
            1 => write!(f, "box [{lo}, {hi}]"),
            dim if self.intervals().all(|interval| interval == (lo, hi)) => write!(f, "box [{lo}, {hi}]^{dim}"),
            dim if dim <= 4 => {
                let sides: Vec<String> = self.intervals().map(|(lo, hi)| format!("[{lo}, {hi}]")).collect();
                write!(f, "box {}", sides.join(" x "))
            }
            dim => write!(f, "box in {}", variables(dim)),
        }
    }
}
