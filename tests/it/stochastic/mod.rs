//! The statements with a probability: Theorem 7, Corollaries 3 and 4, Lemmas 4, 9 and 10.
//!
//! What is exact is tested exactly: expectations over all minibatches, the constants. What is a probability is tested by
//! frequencies over many seeds, and so that broken twins are rejected. The statements' own tests are in `theorems`.

#![cfg(any(feature = "testing", feature = "cli"))]

#[cfg(feature = "cli")]
mod broken_play;
#[cfg(feature = "cli")]
mod checked;
mod covered;
pub(crate) mod enumerated;
pub(crate) mod games;
pub(crate) mod problems;
mod runs;
mod shapes;
#[cfg(feature = "cli")]
mod steps;
mod tails;
pub(crate) mod thresholds;
mod unbiased;
