//! The statements with a probability: Theorem 7, Corollaries 3 and 4, Lemmas 4, 9 and 10.
//!
//! What is exact is tested exactly: expectations over all minibatches, the adversary that refutes the uniform reading,
//! the constants. What is a probability is tested by frequencies over many seeds, and so that broken twins are rejected.

#![cfg(any(feature = "testing", feature = "cli"))]

mod arena;
#[cfg(feature = "cli")]
mod checked;
mod coin;
mod enumerated;
mod games;
mod hindsight;
pub(crate) mod minibatch;
mod problems;
mod runs;
#[cfg(feature = "cli")]
mod steps;
mod tails;
mod thresholds;
mod unbiased;
