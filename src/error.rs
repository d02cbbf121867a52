//! The one error type: a sentence that names the place and says what to do.
//!
//! An [`Error`] means that a caller broke a contract or that a file is wrong. Outcomes such as "infeasible",
//! "undecided" or "this hypothesis fails" are answers, not errors, and never appear here.

mod near;

pub(crate) use near::hint;
#[cfg(feature = "cli")]
pub(crate) use near::meant;

use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

/// A result whose error is one printable sentence.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong, and where.
///
/// `Display` prints one sentence: the file and the line or column if known, then the message.
///
/// ```
/// use referee::error::Error;
/// let error = Error::new("`lambda_1` is -1, but multipliers must not be negative").at_line(3).in_file("trace.csv");
/// assert_eq!(error.to_string(), "trace.csv, line 3: `lambda_1` is -1, but multipliers must not be negative");
/// ```
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
struct Inner {
    file: Option<PathBuf>,
    line: Option<usize>,
    column: Option<usize>,
    message: String,
    source: Option<std::io::Error>,
}

impl Error {
    /// An error with a message and no place yet.
    pub fn new(message: impl Into<String>) -> Self {
        Self(Box::new(Inner { file: None, line: None, column: None, message: message.into(), source: None }))
    }

    /// An operating-system error met while doing `what` to `path`.
    pub fn io(what: &str, path: &Path, source: std::io::Error) -> Self {
        let mut error = Self::new(format!("cannot {what} this file: {source}")).in_file(path);
        error.0.source = Some(source);
        error
    }

    /// Names the file, unless an inner call already did.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<PathBuf>) -> Self {
        self.0.file.get_or_insert(file.into());
        self
    }

    /// Names the line (counted from 1), unless an inner call already did.
    #[must_use]
    pub fn at_line(mut self, line: usize) -> Self {
        self.0.line.get_or_insert(line);
        self
    }

    /// Moves the line, if it is known, so many lines down: what was read is a part of a file.
    #[cfg(feature = "data")]
    #[must_use]
    pub(crate) fn further(mut self, lines: usize) -> Self {
        self.0.line = self.0.line.map(|line| line + lines);
        self
    }

    /// Names the column of the text (counted from 1), unless an inner call already did.
    #[must_use]
    pub fn at_column(mut self, column: usize) -> Self {
        self.0.column.get_or_insert(column);
        self
    }

    /// Puts words in front of the message, for example the field of a file that holds the culprit.
    #[must_use]
    pub fn context(mut self, prefix: impl fmt::Display) -> Self {
        self.0.message = format!("{prefix}: {}", self.0.message);
        self
    }

    /// Says something in other words, for example the flag of a program for what it asks.
    #[must_use]
    #[cfg(feature = "cli")]
    pub(crate) fn reworded(mut self, words: &str, others: &str) -> Self {
        self.0.message = self.0.message.replace(words, others);
        self
    }

    /// The message alone, without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The line, counted from 1, if the error is about a line of a file.
    pub fn line(&self) -> Option<usize> {
        self.0.line
    }

    /// The column, counted from 1 in characters, if the error is about a place in a text.
    pub fn column(&self) -> Option<usize> {
        self.0.column
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut place = Vec::new();
        if let Some(file) = &self.0.file {
            place.push(file.display().to_string());
        }
        if let Some(line) = self.0.line {
            place.push(format!("line {line}"));
        }
        if let Some(column) = self.0.column {
            place.push(format!("column {column}"));
        }
        let place = if place.is_empty() { String::new() } else { place.join(", ") + ": " };
        // What a file says may have line ends and worse; a sentence stays on its line.
        place.chars().chain(self.0.message.chars()).try_for_each(|letter| {
            if letter.is_control() { write!(f, "{}", letter.escape_default()) } else { f.write_char(letter) }
        })
    }
}

/// Unwinds a long computation that nobody waits for any more, by [`std::panic::resume_unwind`]; whoever catches panics
/// lets it pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

/// `a`, `a and b`, `a, b and c`, or with another word between the last two.
pub(crate) fn list(words: &[impl AsRef<str>], and: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} {and} {last}", most.join(", ")),
        _ => words.concat(),
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_ref().map(|source| source as _)
    }
}

#[cfg(test)]
#[path = "../tests/inside/error.rs"]
mod tests;
