//! Playing: a game is set up, played and certified here.

mod statement;

pub use statement::{RunConstants, play_statement, play_statement_as};
