//! Bounds that go beyond the paper's, each with its proof.

pub mod anytime;
pub mod column_generation;
pub mod deviation_hedge;
pub mod end_to_end;
pub mod exponentiated_gradient;
pub mod slater_feasibility;
pub mod sparse_at_minimal_epsilon;
