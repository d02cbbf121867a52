//! The lambda-players: exact members, regrets below bounds on hard sequences, and the formulas of the bounds.

#[path = "../common/mod.rs"]
mod common;

mod bounds;
mod learners;
mod measure;
mod properties;
mod tree;
