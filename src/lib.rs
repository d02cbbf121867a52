//! Referee plays the two-player games of constrained optimisation and certifies the outcome.
pub mod error;
pub mod numerics;
pub mod trace;
