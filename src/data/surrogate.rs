//! The hinge, a function of a score that stands in for its sign on the side that dominates, and the logistic loss.
//!
//! A surrogate `u` is non-decreasing, not negative, and at least 1 from 0 on (`u(0) >= 1`), so that with `[s > 0]` the
//! indicator
//!
//! - `c [s > 0] <= c u(s)` for `c >= 0`;
//! - `c [s > 0] <= -c (u(-s) - 1)` for `c < 0`: at `s > 0` the left is `c` and `u(-s) >= 0`; at `s <= 0` it is 0 and
//!   `u(-s) >= 1`.
//!
//! The hinge is one. It is convex, so the constraints that it replaces become convex, and its values on data are
//! rational, so certificates can carry it.

use crate::numerics::Enclosure;
use crate::players::softmax::exp;

/// `max(0, 1 + s)`, up to the rounding of doubles.
#[inline]
pub fn hinge(s: f64) -> f64 {
    (1.0 + s).max(0.0)
}

/// The slope of the hinge; 0 at its corner.
#[inline]
pub fn hinge_slope(s: f64) -> f64 {
    f64::from(u8::from(1.0 + s > 0.0))
}

/// The hinge over an interval of scores.
pub fn hinge_over(s: Enclosure) -> Enclosure {
    (Enclosure::ONE + s).positive_part()
}

/// `log2(1 + e^s)`, up to the rounding of doubles.
#[inline]
pub fn logistic(s: f64) -> f64 {
    // log(1 + e^s) = max(s, 0) + log(1 + e^-|s|), which neither overflows nor cancels.
    (s.max(0.0) + ln_1p(exp(-s.abs()))) * std::f64::consts::LOG2_E
}

/// The slope of `log2(1 + e^s)`.
#[inline]
pub fn logistic_slope(s: f64) -> f64 {
    sigmoid(s) * std::f64::consts::LOG2_E
}

/// With the players' exponential, which is the same on every processor. The platform's is not: it may use fused
/// multiply-add.
#[inline]
fn sigmoid(s: f64) -> f64 {
    let small = exp(-s.abs());
    (if s > 0.0 { 1.0 } else { small }) / (1.0 + small)
}

/// `ln(1 + x)` for `x` from 0 to 1, with `+`, `*` and `/` only: `2 artanh z` at `z = x / (2 + x) <= 1/3`, by its series.
/// What is left out is below `9^-18` of the sum, 2^-57.
#[inline]
fn ln_1p(x: f64) -> f64 {
    let z = x / (2.0 + x);
    let square = z * z;
    let rest = (1..18).rev().fold(0.0, |sum, k| sum * square + 1.0 / f64::from(2 * k + 1));
    2.0 * z + 2.0 * z * square * rest
}
