//! The probability simplex.
//!
//! Doubles that are rounded independently almost never sum to exactly 1, so the projection ends on the grid of whole
//! multiples of 2^-52: sums of such numbers up to 2 are exact in doubles, whatever the order.
//!
//! **Projection.** [`threshold`](super::threshold) gives `p >= 0` and a bound on its distance to the exact
//! projection. Then every coordinate is rounded to the nearest multiple of `unit = 2^-52`, which moves `p` by at most
//! `sqrt(k) unit / 2`, with `k` the number of positive coordinates. What is now missing to 1 is a whole number of
//! units, of either sign. One unit each is given to (or taken from) the positive coordinates in turn, as far as
//! needed, `j` of them: a move of `sqrt(j) unit`. If anything is left, `l` units, which happens when many coordinates
//! were so small that they vanished, the largest coordinate takes it: a move of at most `l unit`. `tau` adds these.

use super::sums::{compare_sum, sum};
use super::threshold::{cut, distance_bound, shift, solve};
use super::{Domain, check_coordinate, check_dim, check_vector, variables};
use crate::error::Result;
use crate::numerics::Enclosure;
use crate::numerics::directed::{add_up, mul_up, sqrt_up};
use std::cmp::Ordering;
use std::fmt;

/// The points with non-negative coordinates that sum to 1.
///
/// ```
/// use referee::domain::{Domain, Simplex};
/// let simplex = Simplex::new(3)?;
/// let mut lambda = [0.0; 3];
/// simplex.start(&mut lambda);
/// assert!(simplex.contains(&lambda));
/// assert!(!simplex.contains(&[0.1, 0.2, 0.7])); // these three doubles sum to a little less than 1
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simplex {
    dim: usize,
}

/// The grid: the distance between neighbouring doubles just above 1.
const UNIT: f64 = f64::EPSILON;

/// The nearest multiple of [`UNIT`] to an `x` in `[0, 1]`: adding 1 rounds to it, and taking 1 away is exact.
fn to_grid(x: f64) -> f64 {
    (x + 1.0) - 1.0
}

impl Simplex {
    /// The simplex in `dim` variables.
    ///
    /// # Errors
    /// If there are no variables.
    pub fn new(dim: usize) -> Result<Self> {
        check_dim(dim, "a simplex")?;
        Ok(Self { dim })
    }
}

/// Moves a point of `[0, 1]^n` whose sum is near 1 to grid points that sum to exactly 1; returns a bound on the
/// distance moved.
fn round_to_simplex(p: &mut [f64]) -> f64 {
    let positive = p.iter().filter(|&&x| x > 0.0).count();
    for x in p.iter_mut() {
        *x = to_grid(*x);
    }
    // Exact: see the module's documentation.
    let mut missing = (1.0 - sum(p, |x| x)) / UNIT;
    let step = 1.0_f64.copysign(missing);
    let mut swept = 0_usize;
    for x in p.iter_mut() {
        if missing == 0.0 {
            break;
        }
        if *x > 0.0 {
            *x += step * UNIT;
            missing -= step;
            swept += 1;
        }
    }
    let mut moved = add_up(0.5 * sqrt_up(positive as f64), sqrt_up(swept as f64));
    while missing != 0.0 {
        let largest = p.iter_mut().max_by(|a, b| a.total_cmp(b)).expect("a simplex has a coordinate");
        let take = missing.max(-*largest / UNIT);
        *largest += take * UNIT;
        missing -= take;
        moved = add_up(moved, take.abs());
    }
    mul_up(moved, UNIT)
}

impl Domain for Simplex {
    fn dim(&self) -> usize {
        self.dim
    }

    fn contains(&self, point: &[f64]) -> bool {
        if point.len() != self.dim || !point.iter().all(|x| (0.0..=1.0).contains(x)) {
            return false;
        }
        if point.iter().all(|&x| to_grid(x) == x) {
            // Multiples of 2^-52: the float sum is exact up to 2, and at least 2 beyond.
            return sum(point, |x| x) == 1.0;
        }
        compare_sum(point, 1.0) == Ordering::Equal
    }

    fn project(&self, point: &mut [f64]) -> f64 {
        check_vector(point, self.dim);
        if self.contains(point) {
            return 0.0;
        }
        if let [x] = point {
            *x = 1.0;
            return 0.0;
        }
        shift(point, 1.0);
        let threshold = solve(point, 1.0);
        cut(point, threshold);
        let before = distance_bound(point, 1.0);
        add_up(before, round_to_simplex(point))
    }

    fn radius(&self) -> f64 {
        1.0
    }

    fn diameter(&self) -> f64 {
        if self.dim == 1 { 0.0 } else { sqrt_up(2.0) }
    }

    fn support(&self, direction: &[f64]) -> Enclosure {
        check_vector(direction, self.dim);
        Enclosure::point(direction.iter().copied().fold(f64::NEG_INFINITY, f64::max))
    }

    fn bounds(&self, coordinate: usize) -> Enclosure {
        check_coordinate(coordinate, self.dim);
        if self.dim == 1 { Enclosure::ONE } else { Enclosure::new(0.0, 1.0) }
    }
}

impl fmt::Display for Simplex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "simplex in {}", variables(self.dim))
    }
}
