//! Rigorous numerics: enclosures with outward rounding, exact sums, exact simplex points, norms, fixed points.

pub mod directed;
pub mod elementary;
pub mod enclosed_sum;
mod enclosure;
mod exact_sum;
mod fixed;
pub mod irrational;
pub(crate) mod lanes;
mod length;
mod multiply;
pub mod norms;
pub mod number;
pub mod product;
pub mod rational;
pub mod simplex;
pub mod stationary;

pub use enclosed_sum::{EnclosedSum, enclose_dot};
pub use enclosure::{Enclosure, Undefined};
pub use exact_sum::ExactSum;
pub use length::Length;
pub use norms::{DualNorm, Norm};
pub use number::{ExactInterval, Number};
pub use product::{EnclosureMatrix, ProductAccumulator, enclose_transpose_product};
pub use stationary::Stationary;

/// The shortest digits of a double, as a decimal where that is short: what was given, as it was given.
pub fn plain(x: f64) -> String {
    if x == 0.0 {
        "0".to_owned()
    } else if (1e-4..1e10).contains(&x.abs()) {
        x.to_string()
    } else {
        format!("{x:e}")
    }
}
