//! Referee plays the two-player games of constrained optimisation and certifies the outcome.
//!
//! Data flows one way:
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
//!    player wants to leave.
//!
//! [`theorems::STATEMENTS`] lists the paper's 22 statements and how each is checked. The crate `proofs-check` checks
//! the outcome and shares no code with this one. Everything stands on [`numerics`]: enclosures that surely contain the
//! real number, and exact arithmetic where an enclosure cannot decide. There are no tolerances: a bound is rounded to
//! its safe side, a membership is exact.
//!
//! ```
//! use referee::arena::{Algorithm, Setup};
//! use referee::registry::Registry;
//!
//! let triangle = Registry::ours().open("triangle")?; // the paper's Figure 1
//! let setup = Setup::new(&*triangle.problem, &triangle.known.constants, 1000, 5.0);
//! let mut players = Algorithm::OracleLagrangian.set_up(setup)?;
//! let means = players.trace(1000, 0)?.means().expect("every round counts");
//! let best_point = triangle.known.optimum.expect("known in closed form").value;
//! assert!(means.objective.hi() < best_point.lo()); // a mixture beats every single point
//! # Ok::<(), referee::error::Error>(())
//! ```
//!
//! The crate has three features besides: `cli` (on by default) is what only the program needs, `data` (on by default)
//! has problems over data, their training and the paper's experiments, and `testing` is the kit of laws for people who
//! bring their own players, problems, oracles and domains.

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

#[cfg(any(feature = "testing", feature = "cli"))]
pub mod testing;

#[cfg(feature = "cli")]
pub mod report;

#[cfg(feature = "cli")]
pub mod verification;

#[cfg(feature = "cli")]
pub mod league;

#[cfg(feature = "cli")]
pub mod cli;
