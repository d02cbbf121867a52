//! The conformance kit: laws that every part, ours or yours, must obey (feature `testing`).
//!
//! A law is a function that returns `Err` with one sentence when it is broken. It decides with exact rationals or
//! outward enclosures, so a failure is a certain one.
//!
//! - [`conformance`] and the macro [`conformance!`](crate::conformance) judge what you bring: a
//!   [lambda-player](multiplier_player), a [theta-player](theta_player), a [problem](mod@problem), an
//!   [oracle](mod@oracle) or a [domain](mod@domain). Each of these modules has a table of its laws.
//! - [`foundations`] draw their own random instances of what ships, and `referee verify` runs them: so these are in the
//!   program without the feature.
//! - [`strategies`] draws random problems, games, runs and traces, for tests of your own.
//! - The rest is what these are made of: the exact regrets of [theta-players](theta_arena), a short game with its
//!   certificate, and the laws of [domains](laws_domain) and of [known answers](laws_family) at given points, to be fed
//!   from any generator.

#![allow(
    clippy::missing_errors_doc,
    reason = "the error of a law is how it is broken, and its documentation is the law"
)]

#[cfg(feature = "testing")]
pub mod certified_run;
#[cfg(feature = "testing")]
pub mod conformance;
#[cfg(feature = "testing")]
pub mod domain;
pub mod foundations;
pub mod generate;
pub mod laws_domain;
#[cfg(feature = "testing")]
pub mod laws_family;
#[cfg(feature = "testing")]
pub mod multiplier_player;
#[cfg(feature = "testing")]
pub mod oracle;
#[cfg(feature = "testing")]
pub mod problem;
#[cfg(feature = "testing")]
mod problem_draws;
#[cfg(feature = "testing")]
mod problem_supports;
pub use crate::strategies;
#[cfg(feature = "testing")]
pub mod theta_arena;
#[cfg(feature = "testing")]
mod theta_bowl;
#[cfg(feature = "testing")]
pub mod theta_player;

/// What a law returns: `Err` holds one sentence about the violation.
pub type Outcome = Result<(), String>;

/// Holds, or describes the violation.
fn require(holds: bool, violation: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(violation()) }
}
