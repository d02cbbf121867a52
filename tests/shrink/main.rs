//! Shrinking, against the enumeration of all vertices and against the laws of its answer.

#[path = "../common/mod.rs"]
mod common;

mod enumeration;
mod instances;
mod laws;
mod properties;
mod worked;
