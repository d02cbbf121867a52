//! Referee plays the two-player games of constrained optimisation and certifies the outcome.
//!
//! A run is planned, played, certified and written in three lines, and its files are what `proofs-check` reads:
//!
//! ```
//! use referee::prelude::*;
//!
//! # fn main() -> Result<()> {
//! # let folder = tempfile::tempdir().expect("a folder");
//! # let out = folder.path().join("out");
//! let problem = referee::open("examples/late.toml")?; // or a built-in name, or your own: Subject::of(&problem)
//! let run = Plan::fitting(&problem)?.rounds(4096).play()?; // trace, certification, solution, in memory
//! println!("{}", run.summary());
//! run.write(&out)?; // each file written once, never read back
//! # #[cfg(feature = "cli")]
//! # proofs_check::check_file(&out.join("certificate.json"), None).expect("the checker accepts it");
//! # Ok(())
//! # }
//! ```
//!
//! [`Plan::until`](run::Plan::until) plays until the certificate meets a target. Data flows one way:
//!
//! 1. [`problem`]: minimise `g_0(theta)` subject to `g_i(theta) <= 0` over a [`domain`], as code or as a file of
//!    [expressions](expr);
//! 2. [`game`]: what the theta-player and the lambda-player are paid, with proxies for the constraints or without;
//! 3. [`players`], some of which ask an [`oracle`] that proves how good its answer is;
//! 4. [`arena`]: the round loop, and the paper's Algorithms 1-4;
//! 5. [`trace`]: what the players did, round by round: values, multipliers, points;
//! 6. [`regret`]: the regrets of both players, from the trace alone;
//! 7. [`certificate`] and [`theorems`]: what the paper's statements make of these, as claims with a verdict and a grade;
//! 8. [`shrink`]: the best mixture of a few rounds, exactly; [`equilibrium`]: mixtures and multipliers that neither
//!    player wants to leave;
//! 9. [`run`]: all of it, for one game.
//!
//! [`theorems::STATEMENTS`] lists the paper's 22 statements and how each is checked. The crate `proofs-check` checks
//! the outcome and shares no code with this one. Everything stands on [`numerics`]: enclosures that surely contain the
//! real number, and exact arithmetic where an enclosure cannot decide. There are no tolerances: a bound is rounded to
//! its safe side, a membership is exact.
//!
//! The crate has four features besides: `cli` (on by default) is what only the program needs, `data` (on by default)
//! has problems over data, their training and the paper's experiments, `import` (part of both) reads compressed tables and
//! arrays of numpy, and `testing` is the kit of laws for people who bring their own players, problems, oracles and domains.
//!
#![cfg_attr(
    all(doc, not(doctest)),
    doc = "The pages of the project, from the [tutorial](pages::tutorial) to the [changelog](pages::changelog), are in [`pages`]."
)]

pub mod adversary;
pub mod arena;
pub mod certificate;
pub mod domain;
pub mod equilibrium;
pub mod error;
pub mod expr;
mod files;
pub mod game;
pub mod numerics;
pub mod oracle;
#[cfg(all(doc, not(doctest)))]
pub mod pages;
pub mod parallel;
pub mod players;
pub mod problem;
pub mod registry;
pub mod regret;
pub mod run;
pub mod shrink;
pub mod theorems;
pub mod trace;

#[cfg(feature = "data")]
pub mod data;

#[cfg(feature = "data")]
pub mod experiment;

pub use run::open;

/// What most programs need: `use referee::prelude::*;`.
pub mod prelude {
    pub use crate::arena::Algorithm;
    pub use crate::certificate::{Certificate, Verdict};
    pub use crate::error::{Error, Result};
    pub use crate::game::{Game, Grade, Side};
    pub use crate::numerics::Enclosure;
    pub use crate::problem::{Constants, Problem, Workspace};
    pub use crate::run::{Budget, Plan, Pursuit, Run, Subject};
}

#[cfg(any(feature = "testing", feature = "cli"))]
pub mod strategies;

#[cfg(any(feature = "testing", feature = "cli"))]
pub mod testing;

#[cfg(feature = "cli")]
pub mod report;

#[cfg(feature = "cli")]
pub mod verification;

#[cfg(feature = "cli")]
pub mod cells;

#[cfg(feature = "cli")]
pub mod league;

#[cfg(feature = "cli")]
pub mod sweep;

#[cfg(feature = "cli")]
pub mod cli;
