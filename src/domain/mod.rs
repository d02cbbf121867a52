//! The sets that points and multipliers live in: box, ball, simplex, l1 orthant, finite set.
//!
//! A [`Domain`] answers exactly or with a stated error, never within a tolerance:
//!
//! - [`Domain::contains`] decides membership of the given doubles as real numbers. A floating-point filter settles
//!   the clear cases, [`ExactSum`](crate::numerics::ExactSum) the rest.
//! - [`Domain::project`] ends on a point that `contains` accepts, and returns a bound `tau` on how far that point is
//!   from the exact Euclidean projection of the doubles it was given. Regret bounds of projected methods hold for the
//!   exact projection; `tau` is what rounding adds to them. A point that is already inside is not touched: its bits
//!   stay and `tau` is 0.
//! - [`Domain::radius`], [`Domain::diameter`] and [`Domain::support`] round outward.
//!
//! No projection allocates, so all of them may run inside the round loop.
//!
//! ```
//! use referee::domain::{Domain, L1Orthant};
//! let multipliers = L1Orthant::new(3, 2.0)?;
//! let mut lambda = [3.0, -1.0, 2.0];
//! let tau = multipliers.project(&mut lambda);
//! assert!(multipliers.contains(&lambda));   // lambda >= 0 and its exact sum is at most 2
//! assert!(tau < 1e-14);                     // the exact projection is (1.5, 0, 0.5)
//! # Ok::<(), referee::error::Error>(())
//! ```

mod ball;
mod cuboid;
mod finite_set;
mod l1_orthant;
mod simplex;
mod sums;
mod threshold;

pub use ball::Ball;
pub use cuboid::Cuboid;
pub use finite_set::FiniteSet;
pub use l1_orthant::L1Orthant;
pub use simplex::Simplex;

use crate::error::{Error, Result};
use crate::numerics::Enclosure;
use crate::numerics::rational::power_of_two;
use std::fmt;

/// A compact set of points with exact membership and a Euclidean projection of stated error.
pub trait Domain {
    /// The number of coordinates of a point.
    fn dim(&self) -> usize;

    /// Whether the point, taken as real numbers, lies in the set. A point of the wrong length, or with a coordinate
    /// that is not finite, does not.
    fn contains(&self, point: &[f64]) -> bool;

    /// Moves the point to the nearest point of the set, up to rounding.
    ///
    /// Afterwards `contains` holds, and the returned `tau` is at least the Euclidean distance between the point and
    /// the exact projection of what was given (the exact nearest point; for a finite set the first of the nearest).
    /// A point inside is left as it is, bit for bit, and then `tau` is 0.
    ///
    /// # Panics
    /// If the length is not [`Domain::dim`] or a coordinate is not finite.
    fn project(&self, point: &mut [f64]) -> f64;

    /// The largest Euclidean norm of a point of the set, rounded up: the paper's `B_Theta`.
    fn radius(&self) -> f64;

    /// The largest Euclidean distance between two points of the set, rounded up.
    fn diameter(&self) -> f64;

    /// The support function: an enclosure of the maximum of `<direction, x>` over the points `x` of the set.
    ///
    /// # Panics
    /// If the length is not [`Domain::dim`] or a coordinate is not finite.
    fn support(&self, direction: &[f64]) -> Enclosure;

    /// The smallest interval that holds this coordinate of every point of the set.
    ///
    /// # Panics
    /// If `coordinate` is not below [`Domain::dim`].
    fn bounds(&self, coordinate: usize) -> Enclosure;

    /// The smallest box that holds the set.
    fn bounding_box(&self) -> Vec<Enclosure> {
        (0..self.dim()).map(|coordinate| self.bounds(coordinate)).collect()
    }

    /// Writes the point where play starts: the projection of 0.
    ///
    /// # Panics
    /// If the length is not [`Domain::dim`].
    fn start(&self, out: &mut [f64]) {
        out.fill(0.0);
        self.project(out);
    }
}

/// Any of the five shapes, for problems whose domain is known only when their file is read.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyDomain {
    /// An interval for each coordinate.
    Cuboid(Cuboid),
    /// A Euclidean ball around 0.
    Ball(Ball),
    /// The probability simplex.
    Simplex(Simplex),
    /// Non-negative points of bounded sum.
    L1Orthant(L1Orthant),
    /// A list of points.
    FiniteSet(FiniteSet),
}

impl AnyDomain {
    fn shape(&self) -> &dyn Domain {
        match self {
            Self::Cuboid(domain) => domain,
            Self::Ball(domain) => domain,
            Self::Simplex(domain) => domain,
            Self::L1Orthant(domain) => domain,
            Self::FiniteSet(domain) => domain,
        }
    }
}

impl Domain for AnyDomain {
    fn dim(&self) -> usize {
        self.shape().dim()
    }

    fn contains(&self, point: &[f64]) -> bool {
        self.shape().contains(point)
    }

    fn project(&self, point: &mut [f64]) -> f64 {
        self.shape().project(point)
    }

    fn radius(&self) -> f64 {
        self.shape().radius()
    }

    fn diameter(&self) -> f64 {
        self.shape().diameter()
    }

    fn support(&self, direction: &[f64]) -> Enclosure {
        self.shape().support(direction)
    }

    fn bounds(&self, coordinate: usize) -> Enclosure {
        self.shape().bounds(coordinate)
    }
}

impl fmt::Display for AnyDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cuboid(domain) => domain.fmt(f),
            Self::Ball(domain) => domain.fmt(f),
            Self::Simplex(domain) => domain.fmt(f),
            Self::L1Orthant(domain) => domain.fmt(f),
            Self::FiniteSet(domain) => domain.fmt(f),
        }
    }
}

macro_rules! any_domain_from {
    ($($shape:ident),*) => {$(
        impl From<$shape> for AnyDomain {
            fn from(domain: $shape) -> Self {
                Self::$shape(domain)
            }
        }
    )*};
}

any_domain_from!(Cuboid, Ball, Simplex, L1Orthant, FiniteSet);

/// Refuses the empty list of coordinates.
fn check_dim(dim: usize, what: &str) -> Result<()> {
    if dim == 0 { Err(Error::new(format!("{what} needs at least one variable"))) } else { Ok(()) }
}

/// Refuses what is not a finite number or is so large that sums of squares could leave the range of doubles.
fn check_size(value: f64, what: impl FnOnce() -> String) -> Result<()> {
    if !value.is_finite() {
        return Err(Error::new(format!("{} is {value}, but it must be a finite number", what())));
    }
    if value.abs() > power_of_two(500) {
        return Err(Error::new(format!("{} is {value:e}, but sizes above 2^500 (about 3e150) are refused", what())));
    }
    Ok(())
}

/// Refuses a radius that is negative or of an impossible size. Zero is allowed: the set is then the point 0.
fn check_radius(radius: f64, what: &str) -> Result<()> {
    check_size(radius, || format!("the radius of {what}"))?;
    if radius < 0.0 {
        return Err(Error::new(format!("the radius of {what} is {radius}, but it must not be negative")));
    }
    Ok(())
}

/// The contract of what is projected or given as a direction.
fn check_vector(vector: &[f64], dim: usize) {
    assert_eq!(vector.len(), dim, "the domain has {dim} variables and the vector {}", vector.len());
    assert!(vector.iter().all(|x| x.is_finite()), "the coordinates of a vector must be finite");
}

/// The contract of a coordinate's number.
fn check_coordinate(coordinate: usize, dim: usize) {
    assert!(coordinate < dim, "the domain has {dim} variables, so coordinate {coordinate} does not exist");
}

/// "1 variable", "3 variables".
fn variables(dim: usize) -> String {
    if dim == 1 { "1 variable".to_owned() } else { format!("{dim} variables") }
}
