//! Enclosures of the elementary functions that rest on integer arithmetic alone.
//!
//! The accuracy of a platform's mathematics library is measured, not proved, and it changes with the platform. Here
//! every function is a series in integer fixed point: `u64` products of which the high word is kept, each of which
//! loses less than one unit. The units are counted in the documentation of each file and added to the upper end before
//! the two ends are rounded outward to doubles. Floating-point numbers are only taken apart and put together by their
//! bits. The irrational constants are integers in [`constants`], which the tests derive again with big integers.
//!
//! About eleven bits more are carried than a double has, so an enclosure of `f(x)` for a double `x` is nearly always
//! two neighbouring doubles, the best possible unless `f(x)` is a double; the bound, which the tests check, is three.
//! The exact values `exp 0`, `ln 1`, `sin 0`, `cos 0`, `Phi(0)` and the logistic function at 0 are points.
//!
//! Infinite arguments give the limit where there is one. For NaN every function returns its whole range, except the
//! logarithm, which refuses all that is not positive.

pub mod constants;
mod exp;
mod fixed;
mod ln;
mod normal;
mod trig;

#[cfg(test)]
#[path = "../../../tests/inside/elementary.rs"]
mod tests;

pub use exp::{exp, sigmoid};
pub use ln::ln;
pub use normal::{normal_cdf, normal_pdf};
pub use trig::{cos, cos_over, sin, sin_over};
