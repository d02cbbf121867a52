//! Rigorous numerics: enclosures with outward rounding, exact sums, exact simplex points, norms, fixed points.

pub mod directed;
pub mod elementary;
mod enclosure;
mod exact_sum;
pub mod rational;

pub use enclosure::{Enclosure, Undefined};
pub use exact_sum::ExactSum;
