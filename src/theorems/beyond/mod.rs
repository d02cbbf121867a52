//! Bounds that go beyond the paper's, each with its proof.

pub mod column_generation;
pub mod slater_feasibility;
pub mod sparse_at_minimal_epsilon;
