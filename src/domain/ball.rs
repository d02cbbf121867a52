//! The Euclidean ball around 0.
//!
//! **Projection.** Outside, the exact projection of `y` is `p* = (r / N) y` with `N` the norm of `y`. The
//! computation scales first: `z = y 2^-e`, with `e` the exponent of the largest coordinate, so that squares neither
//! overflow nor vanish, and `p* = r z' / N'` for `z' = y 2^-e` exactly and `N'` its norm. Then `p = fl(c z)` for one
//! double `c`. With `u = 2^-53`, `[N_lo, N_hi]` around `N'`, and `w = sqrt(n) 2^-1074` for the underflow of
//! `n` roundings (those of `z` by at most 2^-1075, times `c`, and those of `c z`):
//!
//! - `|p| <= (1 + u) c N_hi + w (1 + c)`. So `c <= (r - w (1 + c0)) / (N_hi (1 + 2u))` with `c0 >= c` puts `p` inside
//!   with no need to look. Exact membership is still what `contains` decides; the tests compare.
//! - `|p - p*| <= |p - c z'| + |c N' - r| <= u c N_hi + w (1 + c) + (r - c N_lo)`, which is `tau`, rounded up.

use super::sums::{compare_squares, enclose_squares};
use super::{Domain, check_coordinate, check_dim, check_radius, check_vector, variables};
use crate::error::Result;
use crate::numerics::directed::{add_up, div_down, div_up, mul_down, mul_up, sqrt_down, sqrt_up, sub_down, sub_up};
use crate::numerics::rational::{enclose, exact, power_of_two};
use crate::numerics::{Enclosure, ExactSum};
use std::cmp::Ordering;
use std::fmt;

/// The ball of the points whose Euclidean norm is at most a radius.
///
/// ```
/// use referee::domain::{Ball, Domain};
/// let ball = Ball::new(2, 5.0)?;
/// assert!(ball.contains(&[3.0, 4.0]) && !ball.contains(&[3.0, 4.0_f64.next_up()]));
/// let mut theta = [30.0, 40.0];
/// let tau = ball.project(&mut theta);
/// assert!(ball.contains(&theta) && (theta[0] - 3.0).abs() <= tau && tau < 1e-14);
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ball {
    dim: usize,
    radius: f64,
}

impl Ball {
    /// The ball in `dim` variables. Radius 0 is allowed.
    ///
    /// # Errors
    /// If there are no variables, or the radius is negative, not finite or above 2^500.
    pub fn new(dim: usize, radius: f64) -> Result<Self> {
        check_dim(dim, "a ball")?;
        check_radius(radius, "a ball")?;
        Ok(Self { dim, radius: radius.abs() }) // the radius -0 is 0
    }

    /// Projects a point that lies outside, given that the radius is positive and there are two variables or more.
    fn shrink(&self, point: &mut [f64]) -> f64 {
        let scale = power_of_two(-exponent(point));
        for x in point.iter_mut() {
            *x *= scale;
        }
        // Scaling may underflow beside the largest coordinate; that changes the squares by less than the slack for
        // the underflow of squares, which is not all used.
        let squares = enclose_squares(point);
        let (norm_lo, norm_hi) = (sqrt_down(squares.lo()), sqrt_up(squares.hi()));
        let underflow = |factor: f64| {
            let all = mul_up(sqrt_up(self.dim as f64), f64::from_bits(1));
            mul_up(all, add_up(1.0, factor))
        };
        let room = sub_down(self.radius, underflow(div_up(self.radius, norm_lo)));
        if room <= 0.0 {
            point.fill(0.0);
            return self.radius;
        }
        let factor = div_down(room, mul_up(norm_hi, 1.0 + f64::EPSILON));
        for x in point.iter_mut() {
            *x *= factor;
        }
        let from_rounding = mul_up(0.5 * f64::EPSILON, mul_up(factor, norm_hi));
        let from_factor = sub_up(self.radius, mul_down(factor, norm_lo));
        add_up(add_up(from_rounding, underflow(factor)), from_factor)
    }
}

/// The binary exponent of the largest coordinate, at least -1022.
fn exponent(point: &[f64]) -> i32 {
    let largest = point.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    let biased = i32::try_from(largest.to_bits() >> 52).expect("eleven bits");
    biased.max(1) - 1023
}

impl Domain for Ball {
    fn dim(&self) -> usize {
        self.dim
    }

    fn contains(&self, point: &[f64]) -> bool {
        point.len() == self.dim
            && point.iter().all(|x| x.is_finite())
            && compare_squares(point, self.radius) != Ordering::Greater
    }

    fn project(&self, point: &mut [f64]) -> f64 {
        check_vector(point, self.dim);
        if self.contains(point) {
            return 0.0;
        }
        if let [x] = point {
            *x = self.radius.copysign(*x);
            return 0.0;
        }
        if self.radius == 0.0 {
            point.fill(0.0);
            return 0.0;
        }
        self.shrink(point)
    }

    fn radius(&self) -> f64 {
        self.radius
    }

    fn diameter(&self) -> f64 {
        2.0 * self.radius
    }

    fn support(&self, direction: &[f64]) -> Enclosure {
        check_vector(direction, self.dim);
        // The square of the norm may leave the range of doubles where the norm does not: scale it as a rational.
        let e = exponent(direction).clamp(-1000, 1000);
        let scale = exact(power_of_two(-e));
        let squared = enclose(&(ExactSum::dot(direction, direction).to_rational() * &scale * scale));
        let scaled = squared.sqrt().expect("a sum of squares is not negative");
        scaled * Enclosure::point(power_of_two(e)) * Enclosure::point(self.radius)
    }

    fn bounds(&self, coordinate: usize) -> Enclosure {
        check_coordinate(coordinate, self.dim);
        Enclosure::new(-self.radius, self.radius)
    }
}

impl fmt::Display for Ball {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ball of radius {} in {}", self.radius, variables(self.dim))
    }
}
