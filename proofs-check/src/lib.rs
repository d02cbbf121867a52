//! The independent checker of Referee's certificates, solutions and equilibria.
//!
//! It is what a sceptic reads: a small crate that shares no code with the prover and decides with whole numbers
//! only. What it accepts is written down in `SPEC.md`; each module is one section of that page:
//!
//! | section | module |
//! |---|---|
//! | 1. numbers | [`exact`], `gcd`, [`interval`], `json` |
//! | 2. the trace | `csv`, `sums`, `totals`, `against_trace` |
//! | 3. the certificate | `certificate`, `attached` |
//! | 4. what is measured | `measured`, [`norms`] |
//! | 5. claims | `claims` |
//! | 3, 6. the problem and the evidence for a lower bound | [`problem`] |
//! | 7. grades | `grades` |
//! | 9. the solution | `solution`, `mixed`, `rank` |
//! | 10. rates | `rates`, `irrational` |
//! | 11. equilibria | `equilibrium` |
//!
//! What is said about a file comes from `report`, `decimal` and [`output`]; they decide nothing.
//!
//! ```
//! use proofs_check::{Reason, check_bytes};
//!
//! let trace = "objective,lambda_0\n1,0.5\n3,0.5\n";
//! let certificate = r#"{ "format": "referee-certificate/1", "statement": "theorem-4", "game": "proxy-lagrangian",
//!     "trace": { "file": "trace.csv", "sha256": "DIGEST", "rounds": 2, "constraints": 0 },
//!     "given": {},
//!     "measured": { "objective_weight": [0.5, 0.5], "objective": [2, 2], "infeasibility": [0, 0],
//!                   "swap_regret": [0, 0], "external_regret": [0, 0], "deviation_to_constraints": [0, 0],
//!                   "deviation_to_objective": [0, 0], "domination_gap": [0, 0] },
//!     "claims": [] }"#;
//! let certificate = certificate.replace("DIGEST", "0".repeat(64).as_str());
//! let refusal = check_bytes(certificate.as_bytes(), "certificate.json", |_| Ok(trace.as_bytes())).unwrap_err();
//! assert_eq!((refusal.exit_status(), refusal.reason()), (1, Some(Reason::Digest)));
//! ```

use certificate::Certificate;
use csv::{Accepts, Table};
use equilibrium::Equilibrium;
use json::Flaw;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

mod against_trace;
mod attached;
mod certificate;
mod claims;
mod csv;
mod decimal;
mod equilibrium;
pub mod exact;
mod gcd;
mod grades;
pub mod interval;
mod irrational;
mod json;
mod measured;
mod mixed;
pub mod norms;
pub mod output;
pub mod problem;
pub mod proofs;
mod rank;
mod rates;
mod report;
mod solution;
mod sums;
mod totals;

pub use report::{Accepted, CheckedClaim, Grade, Reason, Refusal, Verdict};

/// The longest file that is read.
const LONGEST_FILE: u64 = 1 << 30;

/// What a file is, by its format.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Certificate,
    Solution,
    Equilibrium,
}

impl Kind {
    fn format(self) -> &'static str {
        match self {
            Self::Certificate => "referee-certificate/1",
            Self::Solution => "referee-solution/1",
            Self::Equilibrium => "referee-equilibrium/1",
        }
    }

    /// What it is called in messages.
    fn name(self) -> &'static str {
        match self {
            Self::Certificate => "a certificate",
            Self::Solution => "a solution",
            Self::Equilibrium => "an equilibrium",
        }
    }
}

/// Where the data of a file lie, if not beside it under the name that it gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataFile<'a> {
    /// The trace of a certificate.
    Trace(&'a Path),
    /// The candidates of a solution or an equilibrium.
    Candidates(&'a Path),
}

/// Checks a certificate, a solution or an equilibrium against its trace or candidates: `data`, or else the file that it
/// names, beside it.
///
/// # Errors
/// If a file cannot be read or is malformed, or something in it does not follow by the rules of `SPEC.md`.
pub fn check_file(file: &Path, data: Option<DataFile<'_>>) -> Result<Accepted, Refusal> {
    let name = file.display().to_string();
    let unread = |sentence: String| Refusal::Unread { sentence };
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|opened| opened.take(LONGEST_FILE.saturating_add(1)).read_to_end(&mut bytes))
        .map_err(|error| unread(format!("{name} cannot be read: {error}")))?;
    let opened = Cell::new(false);
    let answer = check_named(&bytes, &name, |named, kind| {
        opened.set(true);
        let (path, means) = match (data, kind) {
            (None, Kind::Certificate) => (file.with_file_name(named), "--trace"),
            (None, Kind::Solution | Kind::Equilibrium) => (file.with_file_name(named), "--candidates"),
            (Some(DataFile::Trace(path)), Kind::Certificate)
            | (Some(DataFile::Candidates(path)), Kind::Solution | Kind::Equilibrium) => (path.to_owned(), ""),
            (Some(DataFile::Trace(_)), Kind::Solution | Kind::Equilibrium) => {
                let advice = "which has no trace: name its candidates with --candidates";
                return Err(unread(format!("{name} is {}, {advice}", kind.name())));
            }
            (Some(DataFile::Candidates(_)), Kind::Certificate) => {
                let advice = "which has no candidates: name its trace with --trace";
                return Err(unread(format!("{name} is {}, {advice}", kind.name())));
            }
        };
        let found = path.display().to_string();
        match File::open(path) {
            Ok(opened) => Ok((found, opened)),
            Err(error) if means.is_empty() => Err(unread(format!("{found} cannot be opened: {error}"))),
            Err(error) => {
                let sentence = format!("{found}, which {name} names, cannot be opened: {error}: name it with {means}");
                Err(unread(sentence))
            }
        }
    });
    let was_read = matches!(answer, Ok(_) | Err(Refusal::Rejected { .. }));
    if was_read && data.is_some() && !opened.get() {
        return Err(unread(format!("{name} is an equilibrium of the problem in it: name no other file")));
    }
    answer
}

/// Checks the bytes of a certificate, a solution or an equilibrium; `open` gives the bytes of the file that it names.
///
/// # Errors
/// If a file cannot be read or is malformed, or something in it does not follow by the rules of `SPEC.md`.
pub fn check_bytes<R: Read>(
    bytes: &[u8],
    name: &str,
    open: impl FnOnce(&str) -> io::Result<R>,
) -> Result<Accepted, Refusal> {
    check_named(bytes, name, |named, _| {
        let refused =
            |error| Refusal::Unread { sentence: format!("{named}, which {name} names, cannot be opened: {error}") };
        open(named).map(|reader| (named.to_owned(), reader)).map_err(refused)
    })
}

/// Checks the bytes of a file; `open` gives the name under which its data were found, and their bytes.
fn check_named<R: Read>(
    bytes: &[u8],
    name: &str,
    open: impl FnOnce(&str, Kind) -> Result<(String, R), Refusal>,
) -> Result<Accepted, Refusal> {
    let malformed = |flaw: Flaw| flaw.in_file(name);
    if u64::try_from(bytes.len()).is_ok_and(|length| length > LONGEST_FILE) {
        return Err(malformed(Flaw { line: None, reason: "the file is longer than 2^30 bytes".to_owned() }));
    }
    let mut fields = json::parse(bytes).and_then(|node| node.object("the file")).map_err(malformed)?;
    let formats = [Kind::Certificate, Kind::Solution, Kind::Equilibrium].map(|kind| (kind.format(), kind));
    let kind = fields.need("format").and_then(|node| certificate::choice(&node, "format", &formats));
    let kind = kind.map_err(malformed)?;
    let open = |named: &str| {
        let accepts = if kind == Kind::Certificate { Accepts::Traces } else { Accepts::Candidates };
        let (found, reader) = open(named, kind)?;
        let table = Table::open(reader, accepts).map_err(|flaw| flaw.in_file(&found))?;
        Ok((found, table))
    };
    match kind {
        Kind::Certificate => {
            let certificate = Certificate::read(fields).map_err(malformed)?;
            let (file, table) = open(&certificate.trace.file)?;
            against_trace::check(&certificate, name, table, &file)
        }
        Kind::Solution => {
            let solution = solution::Solution::read(fields).map_err(malformed)?;
            let (file, table) = open(&solution.candidates.file)?;
            solution.check(name, table, &file)
        }
        Kind::Equilibrium => match Equilibrium::read(fields).map_err(malformed)? {
            Equilibrium::Candidates(equilibrium) => {
                let (file, table) = open(&equilibrium.data.file)?;
                equilibrium.check(name, table, &file)
            }
            Equilibrium::Problem(equilibrium) => equilibrium.check(name),
        },
    }
}
