//! The conformance kit: laws that every part, ours or yours, must obey (feature `testing`).
//!
//! A law is a function that returns `Err` with one sentence when it is broken. It decides with exact rationals or
//! outward enclosures, so a failure is a certain one. The laws of a domain take plain data, to be fed from any
//! generator of test cases; the laws of the [`foundations`] and of the [`games`] draw their own random instances, and
//! `referee verify` runs them. What holds with a probability only is judged by the [`frequency`] of its failures.

pub mod adversaries;
pub mod families;
pub mod foundations;
pub mod frequency;
pub mod games;
pub mod generate;
pub mod laws_domain;
pub mod minibatch;

/// What a law returns: `Err` holds one sentence about the violation.
pub type Outcome = Result<(), String>;

/// Holds, or describes the violation.
fn require(holds: bool, violation: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(violation()) }
}
