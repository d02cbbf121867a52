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
mod plain;
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
pub use plain::plain;
pub use product::{EnclosureMatrix, ProductAccumulator, enclose_transpose_product};
pub use stationary::Stationary;
