//! Referee plays the two-player games of constrained optimisation and certifies the outcome.
//!
//! Data flows one way:
//!
//! 1. [`problem`]: minimise `g_0(theta)` subject to `g_i(theta) <= 0` over a [`domain`], as code or as a file of
//!    [expressions](expr);
//! 2. [`trace`]: what two players did, round by round: values, multipliers, points.
//!
//! The games between them, the regrets and certificates computed from a trace, and the paper's 22 statements come on
//! top; none of them is here yet. Everything stands on [`numerics`]: enclosures that surely contain the real number,
//! and exact arithmetic where an enclosure cannot decide. There are no tolerances: a bound is rounded to its safe
//! side, a membership is exact.
//!
//! The crate has two features besides: `cli` (on by default) is what only the program needs, and `testing` is the kit
//! of laws for people who bring their own domains and problems.

pub mod domain;
pub mod error;
pub mod expr;
pub mod game;
pub mod numerics;
pub mod oracle;
pub mod play;
pub mod players;
pub mod problem;
pub mod trace;

#[cfg(any(feature = "testing", feature = "cli"))]
pub mod testing;

#[cfg(feature = "cli")]
pub mod cli;
