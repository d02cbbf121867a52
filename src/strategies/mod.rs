//! Strategies of [proptest](mod@proptest) for random problems, games, runs and traces (features `testing` and `cli`).
//!
//! A statement says in its own file, by [`Statement::instances`](crate::theorems::Statement::instances), what it is
//! tried on, and builds that from what is here. The same strategies serve anybody's tests:
//! `use referee::testing::strategies`. Everything that is drawn is made, not filtered: whatever a strategy shrinks to
//! is again a problem, a game, a trace.
//!
//! An [`Ask`] says what kind of problem is wanted, and [`problems`] draws it: convex or not, noisy or not, with known
//! least values or without. Here a test of one's own evaluates a problem where its optimum is known to be:
//!
//! ```
//! use proptest::prelude::*;
//! use referee::game::{Game, Side};
//! use referee::numerics::Enclosure;
//! use referee::problem::Workspace;
//! use referee::testing::strategies::{Ask, problems};
//!
//! let ask = Ask::of(Game::Lagrangian).answered().constraints(1..=3);
//! proptest!(ProptestConfig::with_cases(20), |(drawn in problems(ask))| {
//!     let (problem, mut work) = (&*drawn.problem, Workspace::default());
//!     let mut values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
//!     if let Some(optimum) = &drawn.answers.optimum {
//!         problem.enclose(&optimum.mixture[0].point, Side::Constraints, &mut values, &mut work).unwrap();
//!         prop_assert!(values[0].intersection(optimum.value).is_some());
//!         prop_assert!(values[1..].iter().all(|g| g.lo() <= 0.0));
//!     }
//! });
//! ```

mod contest;
mod domain;
mod draft;
mod finite;
mod formula;
mod jumps;
mod network;
mod planted;
mod problem;
mod problems;
mod rounds;
mod rows;
mod run;
mod shapes;
mod situation;
pub mod sizes;
mod tables;

pub use contest::{DrawnContest, contests, noisy_contests};
pub use domain::{dimension, domain};
pub use draft::{Dominates, Row};
pub use formula::{Class, Formula};
pub use problem::DrawnProblem;
pub use problems::{Ask, problems};
pub use rounds::{DrawnRounds, any_rounds, drawn_rounds};
pub use rows::jump;
pub use run::{DrawnPlayers, DrawnRun, EXPONENTS, any_runs, long_runs, own_runs, played, with_margin};
pub use shapes::formula;
pub use tables::{
    DrawnGame, DrawnProgram, DrawnSearch, Table, epsilon, finite_games, programs, radius, searches, tables,
};

/// One instance of a statement.
#[derive(Clone, Debug)]
pub enum Instance {
    /// A game that is played by the statement's own algorithm, or by whoever sits there, and certified.
    Run(DrawnRun),
    /// Rounds that nobody played.
    Rounds(DrawnRounds),
    /// The statement's lambda-player against an adversary that sees its past.
    Contest(DrawnContest),
    /// A linear program over candidates.
    Program(DrawnProgram),
    /// A game on candidates that is solved.
    Game(DrawnGame),
    /// A problem of which an equilibrium is searched for.
    Search(DrawnSearch),
}
