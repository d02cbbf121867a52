//! A list of points.
//!
//! The projection is the nearest point, the first in the list among equals, and it is exact: squared distances in
//! doubles leave only the candidates whose enclosures meet the smallest one, and those are compared without rounding.

use super::sums::around;
use super::{Domain, check_coordinate, check_dim, check_size, check_vector, variables};
use crate::error::{Error, Result};
use crate::numerics::directed::sqrt_up;
use crate::numerics::{Enclosure, ExactSum};
use std::cmp::Ordering;
use std::fmt;

/// A finite set of points, in the order given; repetitions are allowed.
///
/// ```
/// use referee::domain::{Domain, FiniteSet};
/// let set = FiniteSet::new(&[vec![0.0, 1.0], vec![1.0, 0.0]])?;
/// let mut theta = [2.0, 2.0]; // as near to the one as to the other
/// assert_eq!(set.project(&mut theta), 0.0);
/// assert_eq!(theta, [0.0, 1.0]);
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FiniteSet {
    dim: usize,
    /// The points, one after the other.
    coordinates: Vec<f64>,
}

impl FiniteSet {
    /// The set of these points.
    ///
    /// # Errors
    /// If there are no points or no variables, the points differ in length, or a coordinate is not finite or above
    /// 2^500 in size.
    pub fn new(points: &[Vec<f64>]) -> Result<Self> {
        let Some(first) = points.first() else {
            return Err(Error::new("a finite set needs at least one point"));
        };
        let dim = first.len();
        check_dim(dim, "a finite set")?;
        for (j, point) in points.iter().enumerate() {
            if point.len() != dim {
                let message = format!("point {} has {} coordinates and the first has {dim}", j + 1, point.len());
                return Err(Error::new(message));
            }
            for (i, &x) in point.iter().enumerate() {
                check_size(x, || format!("coordinate {} of point {}", i + 1, j + 1))?;
            }
        }
        Ok(Self { dim, coordinates: points.concat() })
    }

    /// The points, in order.
    pub fn points(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.coordinates.chunks_exact(self.dim)
    }

    /// The index of the nearest point to `y`, the first among equals.
    fn nearest(&self, y: &[f64]) -> usize {
        let closest = self.points().map(|x| squared_distance(x, y).hi()).fold(f64::INFINITY, f64::min);
        let mut champion = None;
        for (index, x) in self.points().enumerate() {
            if squared_distance(x, y).lo() > closest {
                continue;
            }
            champion = match champion {
                Some((best, at)) if !is_nearer(x, at, y) => Some((best, at)),
                _ => Some((index, x)),
            };
        }
        champion.expect("the point with the smallest upper bound is a candidate").0
    }
}

/// Encloses the squared distance. Each term meets the rounding of the difference, twice, and that of the square.
fn squared_distance(x: &[f64], y: &[f64]) -> Enclosure {
    let sum = x.iter().zip(y).map(|(a, b)| (a - b) * (a - b)).sum();
    around(sum, x.len() + 3, f64::MIN_POSITIVE)
}

/// Whether `a` is strictly nearer to `y` than `b`, exactly: `|a|^2 - |b|^2 - 2 <a, y> + 2 <b, y> < 0`.
fn is_nearer(a: &[f64], b: &[f64], y: &[f64]) -> bool {
    let mut difference = ExactSum::new();
    for ((&a, &b), &y) in a.iter().zip(b).zip(y) {
        difference.add_product(a, a);
        difference.add_product(-b, b);
        // `a` and `b` can be doubled without overflow, `y` may be too large for it.
        difference.add_product(-2.0 * a, y);
        difference.add_product(2.0 * b, y);
    }
    difference.sign() == Ordering::Less
}

impl Domain for FiniteSet {
    fn dim(&self) -> usize {
        self.dim
    }

    fn contains(&self, point: &[f64]) -> bool {
        self.points().any(|x| x == point)
    }

    fn project(&self, point: &mut [f64]) -> f64 {
        check_vector(point, self.dim);
        if !self.contains(point) {
            let start = self.nearest(point) * self.dim;
            point.copy_from_slice(&self.coordinates[start..start + self.dim]);
        }
        0.0
    }

    fn radius(&self) -> f64 {
        let origin = ExactSum::new().enclose();
        let farthest = self.points().map(|x| ExactSum::dot(x, x).enclose()).fold(origin, Enclosure::max);
        sqrt_up(farthest.hi())
    }

    /// Compares all pairs: quadratic in the number of points.
    fn diameter(&self) -> f64 {
        let pairs = self.points().enumerate().flat_map(|(j, x)| self.points().take(j).map(move |y| (x, y)));
        // Pairs of equal points are skipped, so that the underflow allowance does not blur the diameter of a point.
        let farthest = pairs.filter(|(x, y)| x != y).map(|(x, y)| squared_distance(x, y).hi()).fold(0.0, f64::max);
        sqrt_up(farthest)
    }

    fn support(&self, direction: &[f64]) -> Enclosure {
        check_vector(direction, self.dim);
        let products = self.points().map(|x| ExactSum::dot(x, direction).enclose());
        products.reduce(Enclosure::max).expect("a finite set has a point")
    }

    fn bounds(&self, coordinate: usize) -> Enclosure {
        check_coordinate(coordinate, self.dim);
        let values = self.points().map(|x| Enclosure::point(x[coordinate]));
        values.reduce(Enclosure::hull).expect("a finite set has a point")
    }
}

impl fmt::Display for FiniteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.points().len();
        write!(f, "{count} {} in {}", if count == 1 { "point" } else { "points" }, variables(self.dim))
    }
}
