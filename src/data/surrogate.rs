//! Functions of a score that stand in for its sign, each on the side that dominates.
//!
//! A surrogate `u` is non-decreasing, not negative, and at least 1 from 0 on (`u(0) >= 1`), so that with `[s > 0]` the
//! indicator
//!
//! - `c [s > 0] <= c u(s)` for `c >= 0`;
//! - `c [s > 0] <= -c (u(-s) - 1)` for `c < 0`: at `s > 0` the left is `c` and `u(-s) >= 0`; at `s <= 0` it is 0 and
//!   `u(-s) >= 1`.
//!
//! | | `u(s)` |
//! |---|---|
//! | hinge | `max(0, 1 + s)` |
//! | logistic | `log2(1 + e^s)` |
//!
//! Both are convex, so the constraints that they replace become convex.

use crate::numerics::Enclosure;
use crate::players::softmax::exp;

/// What stands in for the indicator of a positive score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surrogate {
    /// `max(0, 1 + s)`: all values on data are rational, so certificates can carry it.
    Hinge,
    /// `log2(1 + e^s)`.
    Logistic,
}

impl Surrogate {
    /// `u(s)`, up to the rounding of doubles.
    #[inline]
    pub fn value(self, s: f64) -> f64 {
        match self {
            Self::Hinge => (1.0 + s).max(0.0),
            // log(1 + e^s) = max(s, 0) + log(1 + e^-|s|), which neither overflows nor cancels.
            Self::Logistic => (s.max(0.0) + ln_1p(exp(-s.abs()))) * std::f64::consts::LOG2_E,
        }
    }

    /// `u'(s)`, up to the rounding of doubles; 0 at the corner of the hinge.
    #[inline]
    pub fn slope(self, s: f64) -> f64 {
        match self {
            Self::Hinge => f64::from(u8::from(1.0 + s > 0.0)),
            Self::Logistic => sigmoid(s) * std::f64::consts::LOG2_E,
        }
    }

    /// `u` over an interval of scores.
    pub fn enclose(self, s: Enclosure) -> Enclosure {
        match self {
            Self::Hinge => (Enclosure::ONE + s).positive_part(),
            Self::Logistic => {
                // Increasing, so the ends suffice; ln(1 + e^s) = max(s, 0) + ln(1 + e^-|s|) at each.
                let at = |end: f64| {
                    if end.is_infinite() {
                        return if end < 0.0 { Enclosure::ZERO } else { Enclosure::new(f64::MAX, f64::INFINITY) };
                    }
                    if end == 0.0 {
                        return Enclosure::ONE; // log2 2: a quotient of logarithms would not be a point
                    }
                    let end = Enclosure::point(end);
                    let log = (Enclosure::ONE + (-end.abs()).exp()).ln().expect("above 1");
                    let two = Enclosure::point(2.0).ln().expect("2 is positive");
                    (end.positive_part() + log).divide(two).expect("ln 2 is positive")
                };
                at(s.lo()).hull(at(s.hi()))
            }
        }
    }

    /// Its name in files and calls.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hinge => "hinge",
            Self::Logistic => "logistic",
        }
    }
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
