//! The independent checker of Referee's certificates.
//!
//! It is what a sceptic reads: a small crate that shares no code with the prover and decides with whole numbers
//! only. This version fixes the frame (how it is called, what it answers, which lints hold) and knows no format
//! yet, so it accepts nothing: [`check`] refuses every file, and says so.

use std::fmt;

pub mod exact;
pub mod proofs;

/// Why a file was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The bytes are not a certificate that this version can read; the exit status is 2.
    Malformed(String),
}

impl Refusal {
    /// The exit status of the program: 1 for a rejected certificate, 2 for a malformed one.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::Malformed(_) => 2,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Refusal {}

/// Checks a certificate or a solution, given as the bytes of its file.
///
/// # Errors
/// Always, in this version: a checker without rules must not accept.
///
/// ```
/// assert!(proofs_check::check(br#"{ "format": "referee-certificate/1" }"#).is_err());
/// ```
pub fn check(bytes: &[u8]) -> Result<(), Refusal> {
    let what = if bytes.is_empty() { "the file is empty" } else { "no certificate format is known to this version" };
    Err(Refusal::Malformed(format!("{what}, so nothing can be accepted")))
}
