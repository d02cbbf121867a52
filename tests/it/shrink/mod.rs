//! Shrinking, against the enumeration of all vertices and against the laws of its answer.

mod broken;
#[cfg(feature = "cli")]
mod checked;
mod documents;
mod enumeration;
mod heuristics;
pub(crate) mod instances;
mod large;
pub(crate) mod laws;
pub(crate) mod properties;
mod purification;
