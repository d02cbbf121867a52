//! Strategies of [`proptest`] for random problems, games, runs and traces (features `testing` and `cli`).
//!
//! A statement says in its own file, by [`Statement::instances`](crate::theorems::Statement::instances), what it is tried
//! on, and builds that from what is here. The same strategies serve anybody's tests: `use referee::testing::strategies`.
//! Everything that is drawn is made, not filtered: whatever a strategy shrinks to is again a problem, a game, a trace.

mod contest;
mod domain;
mod draft;
mod finite;
mod formula;
mod instance;
mod jumps;
mod network;
mod planted;
mod problem;
mod problems;
mod rounds;
mod rows;
mod run;
pub mod sizes;
mod tables;

pub use contest::{DrawnContest, contests, noisy_contests};
pub use domain::{dimension, domain};
pub use draft::{Dominates, Row};
pub use formula::{Class, Formula, formula};
pub use instance::Instance;
pub use problem::DrawnProblem;
pub use problems::{Ask, problems};
pub use rounds::{DrawnRounds, any_rounds, drawn_rounds};
pub use rows::jump;
pub use run::{DrawnPlayers, DrawnRun, EXPONENTS, any_runs, long_runs, own_runs, played, with_margin};
pub use tables::{
    DrawnGame, DrawnProgram, DrawnSearch, Table, epsilon, finite_games, games_of_two_multipliers, programs, radius,
    repeated_programs, searches, tables,
};
