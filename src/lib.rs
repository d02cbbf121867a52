//! Referee plays the two-player games of constrained optimisation and certifies the outcome.
pub mod domain;
pub mod error;
pub mod expr;
pub mod numerics;
pub mod trace;
#[cfg(feature = "testing")]
pub mod testing;
