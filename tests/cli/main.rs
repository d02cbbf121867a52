//! The program's tests: what is printed and written, what is refused, with which status.

#![cfg(feature = "cli")]

mod bound;
mod calls;
mod certify;
mod check;
mod equilibrium;
mod first_user;
#[cfg(feature = "data")]
mod fit;
#[cfg(all(unix, feature = "data"))]
mod limits;
mod pages;
mod report;
mod shrink;
mod solve;
#[cfg(feature = "data")]
mod strangers;
mod threads;
mod traces;
mod widths;
mod words;

/// The program, to be called with so many columns; as in a pipe where none are said. Sentences that a test looks for are
/// in one line where there is room.
pub(crate) fn program(columns: Option<usize>) -> std::process::Command {
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_referee"));
    match columns {
        Some(columns) => program.env("COLUMNS", columns.to_string()),
        None => program.env_remove("COLUMNS"),
    };
    program
}
