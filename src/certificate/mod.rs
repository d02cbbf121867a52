//! Certificates: what a trace proves, as named inequalities that somebody else can check.
//!
//! A [`Certificate`] holds what was measured, the claims of one statement of the paper (its hypotheses and its
//! conclusions, each with a verdict and a grade), and everything that was [`Given`] besides the trace. It never sees a
//! player or an oracle, and nothing in it has to be believed: `proofs-check` derives every number again from the
//! trace. Its specification, `proofs-check/SPEC.md`, says what each name means.

mod bound;
mod claim;
mod digest;
mod given;
mod json;
mod ledger;
mod rate;

pub use bound::Bound;
pub use claim::{Claim, Relation, Role, Verdict};
#[cfg(feature = "data")]
pub(crate) use digest::digest;
pub use digest::problem_sha256;
pub use given::{Compared, Given, GivenMargin, GivenRange, LowerBound, RestsOn};
#[cfg(feature = "data")]
pub(crate) use json::{data_json, rate_constraint_json};
pub(crate) use json::{equalities_json, lower_bound_json, problem_json};
pub use ledger::{Inequality, Ledger, Slack};
pub use rate::GivenRate;

use crate::error::{Error, Result};
use crate::game::Game;
use crate::numerics::{Enclosure, ExactInterval};
use crate::trace::TraceFile;
use std::path::{Path, PathBuf};

/// Up to this many exact products, and this many constraints, exact evaluation takes a few milliseconds.
const MOST_EXACT: u64 = 100_000;
const MOST_EXACT_CONSTRAINTS: usize = 16;

/// What the fuzzer calls: the digest of a JSON value.
#[cfg(fuzzing)]
#[doc(hidden)]
pub fn json_digest(value: &serde_json::Value) -> String {
    digest(value)
}

/// The claims of one statement about one trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// The statement's name, such as `theorem-2`.
    pub statement: &'static str,
    /// The game of the trace.
    pub game: Game,
    /// The number of rounds.
    pub rounds: u64,
    /// The number of constraints.
    pub constraints: usize,
    /// What was given besides the trace.
    pub given: Given,
    /// What was measured, by name.
    pub measured: Vec<(&'static str, Enclosure)>,
    /// Hypotheses and conclusions.
    pub claims: Vec<Claim>,
}

/// Which file a certificate speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceReference {
    /// The name of the file, without its folder: it is looked for beside the certificate.
    pub file: String,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
}

impl TraceReference {
    /// The reference to a file whose digest is known, such as by [writing](crate::trace::TraceWriter::finish) it.
    ///
    /// # Errors
    /// If its name is not text.
    pub fn new(path: &Path, sha256: String) -> Result<Self> {
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| Error::new("the name of this file is not text").in_file(path))?;
        Ok(Self { file: name.to_owned(), sha256 })
    }

    /// Where the trace of a certificate goes that has none beside it: `certificate.json` has `certificate-trace.csv`.
    pub fn beside(certificate: &Path) -> PathBuf {
        let mut name = certificate.file_stem().unwrap_or_default().to_owned();
        name.push("-trace.csv");
        certificate.with_file_name(name)
    }

    /// The reference to a file that was read at least once.
    ///
    /// # Errors
    /// If it was not read yet, or its name is not text.
    pub fn of(file: &TraceFile<'_>) -> Result<Self> {
        let sha256 = file.digest().ok_or_else(|| Error::new("the trace was not read yet").in_file(file.path()))?;
        Self::new(file.path(), sha256.to_owned())
    }
}

impl Certificate {
    /// Puts together what two evaluations of the same formulas found. The exact one runs if it is needed, and where the
    /// trace is so small that its price does not show: then every enclosure is the tightest.
    ///
    /// # Errors
    /// If the exact evaluation fails, or a number is beyond the largest double.
    pub fn new(
        statement: &'static str,
        game: Game,
        (rounds, constraints): (u64, usize),
        given: Given,
        fast: &Ledger<Enclosure>,
        exact: impl FnOnce() -> Result<Ledger<ExactInterval>>,
    ) -> Result<Self> {
        let cheap = Self::is_cheap(rounds, constraints);
        let (measured, claims) = ledger::settle(fast, cheap, exact, &given)?;
        Ok(Self { statement, game, rounds, constraints, given, measured, claims })
    }

    /// Whether a trace of this size is so small that exact evaluation costs nothing to speak of.
    pub(crate) fn is_cheap(rounds: u64, constraints: usize) -> bool {
        let products = rounds.saturating_mul((constraints as u64 + 1).pow(2));
        products <= MOST_EXACT && constraints <= MOST_EXACT_CONSTRAINTS
    }

    /// The digest of the problem that it carries.
    pub fn problem_sha256(&self) -> Option<String> {
        self.given.problem.as_ref().map(problem_sha256)
    }

    /// A measured quantity, if it is defined and what it needs was given.
    pub fn measured(&self, name: &str) -> Option<Enclosure> {
        self.measured.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// A claim, if its sides are defined and what it needs was given.
    pub fn claim(&self, name: &str) -> Option<&Claim> {
        self.claims.iter().find(|claim| claim.name == name)
    }

    /// The claims of a role.
    pub fn claims_of(&self, role: Role) -> impl Iterator<Item = &Claim> {
        self.claims.iter().filter(move |claim| claim.role == role)
    }

    /// The first conclusion that is violated: something that was given must then be false.
    pub fn violated(&self) -> Option<&Claim> {
        self.claims_of(Role::Conclusion).find(|claim| claim.verdict == Verdict::Violated)
    }
}
