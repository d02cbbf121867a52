//! Shrinking, against the enumeration of all vertices and against the laws of its answer.

mod broken;
#[cfg(feature = "cli")]
mod checked;
mod documents;
mod enumeration;
mod heuristics;
mod instances;
mod large;
mod laws;
mod properties;
mod purification;
mod worked;
