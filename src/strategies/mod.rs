//! Strategies of [`proptest`] for random problems, games, runs and traces (features `testing` and `cli`).
//!
//! A statement says in its own file, by [`Statement::instances`](crate::theorems::Statement::instances), what it is tried
//! on, and builds that from what is here. The same strategies serve anybody's tests: `use referee::testing::strategies`.
//! Everything that is drawn is made, not filtered: whatever a strategy shrinks to is again a problem, a game, a trace.

mod instance;
mod problem;
mod tables;

pub use instance::{DrawnRun, Instance};
pub use problem::DrawnProblem;
pub use tables::{
    DrawnGame, DrawnProgram, DrawnSearch, Table, epsilon, finite_games, games_of_two_multipliers, programs, radius,
    repeated_programs, searches, tables,
};
