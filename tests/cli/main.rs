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
#[cfg(unix)]
mod sweep;
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

/// A document of one line, sealed anew by the rule that docs/rates.md has in words.
pub(crate) fn resealed(text: &str) -> String {
    use sha2::Digest as _;
    let (open, _) = text.rsplit_once(",\"seal\"").expect("a seal");
    let digest = sha2::Sha256::digest(format!("{open}}}").as_bytes());
    let seal = digest.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    format!("{open},\"seal\":\"{seal}\"}}\n")
}
