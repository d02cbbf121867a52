//! Shrinking, against the enumeration of all vertices and against the laws of its answer.

mod broken;
pub(crate) mod checked;
mod documents;
mod enumeration;
mod heuristics;
pub(crate) mod instances;
mod large;
pub(crate) mod properties;
mod purification;
