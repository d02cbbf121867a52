//! The independent checker of Referee's certificates, solutions, equilibria, fits and bounds.
//!
//! It is what a sceptic reads: a small crate that shares no code with the prover and decides with whole numbers
//! only. What it accepts is written down in `SPEC.md`; each module is one section of that page:
//!
//! | section | module |
//! |---|---|
//! | 1. numbers | [`exact`], `gcd`, [`interval`], `json` |
//! | 2. the trace | `csv`, `table`, `lines`, `threads`, `sums`, `totals`, `against_trace` |
//! | 3. the certificate | `certificate`, `attached`, `equalities` |
//! | 4. what is measured | `measured`, [`norms`] |
//! | 5. claims | `claims`, `slack` |
//! | 3, 6. the problem and the evidence for a lower bound | [`problem`], `ranges` |
//! | 7. grades | `grades` |
//! | 9. the solution | `solution`, `mixed`, `rank` |
//! | 10. rates | `rates`, `irrational` |
//! | 11. equilibria | `equilibrium` |
//! | 12. data | `data` |
//! | 13. bounds | `bound` |
//! | 3, 14. digests, about what, and whether it is what was asked for | `digest`, `about`, `same_problem` |
//!
//! What is said about a file comes from `report`, `decimal`, [`output`] and [`command`], the program; they decide nothing.
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
use csv::Accepts;
use equilibrium::Equilibrium;
use json::Flaw;
use problem::{Evidence, Problem, Subject};
use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::Path;
use table::Table;

mod about;
mod against_trace;
mod attached;
mod bound;
mod certificate;
mod claims;
pub mod command;
mod csv;
mod data;
mod decimal;
mod digest;
mod equalities;
mod equilibrium;
pub mod exact;
#[cfg(fuzzing)]
#[doc(hidden)]
#[path = "../tests/inside/fuzzing.rs"]
pub mod fuzzing;
mod gcd;
mod grades;
pub mod interval;
mod irrational;
mod json;
mod lines;
mod measured;
mod mixed;
pub mod norms;
pub mod output;
pub mod problem;
#[cfg(feature = "proofs")]
pub mod proofs;
mod ranges;
mod rank;
mod rates;
mod report;
mod same_problem;
mod slack;
mod solution;
/// The rules: what each kind of file means, and when it is accepted.
#[cfg(all(doc, not(doctest)))]
#[allow(rustdoc::invalid_rust_codeblocks, reason = "the indented blocks are formulas")]
#[doc = include_str!("../SPEC.md")]
pub mod specification {}
mod sums;
mod table;
mod threads;
mod totals;

pub use about::{About, AboutBound, AboutConstraint, AboutData, AboutTable};
pub use report::{Accepted, CheckedClaim, Grade, Reason, Refusal, Require, Values, Verdict};
pub use same_problem::Wanted;

/// The longest file that is read.
const LONGEST_FILE: u64 = 1 << 30;

/// What a file is, by its format.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Certificate,
    Solution,
    Equilibrium,
    Fit,
    Bound,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Certificate, Self::Solution, Self::Equilibrium, Self::Fit, Self::Bound];

    fn format(self) -> &'static str {
        match self {
            Self::Certificate => "referee-certificate/1",
            Self::Solution => "referee-solution/1",
            Self::Equilibrium => "referee-equilibrium/1",
            Self::Fit => "referee-fit/1",
            Self::Bound => "referee-bound/1",
        }
    }

    /// What it is called in messages.
    fn name(self) -> &'static str {
        match self {
            Self::Certificate => "a certificate",
            Self::Solution => "a solution",
            Self::Equilibrium => "an equilibrium",
            Self::Fit => "a fit",
            Self::Bound => "a bound",
        }
    }
}

/// A file that another one names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Trace,
    Candidates,
    Data,
}

impl Named {
    const ALL: [Self; 3] = [Self::Trace, Self::Candidates, Self::Data];

    /// What it is called in messages; the option that names another is the same word.
    fn name(self) -> &'static str {
        match self {
            Self::Trace => "trace",
            Self::Candidates => "candidates",
            Self::Data => "data",
        }
    }
}

/// Where the files lie that a file names, if not beside it under the names that it gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Files<'a> {
    /// The trace of a certificate.
    pub trace: Option<&'a Path>,
    /// The candidates of a solution or an equilibrium.
    pub candidates: Option<&'a Path>,
    /// The data of a fit or of a certificate over data.
    pub data: Option<&'a Path>,
    /// On how many threads they are read: all cores if nothing is said. Nothing that is said of a file depends on it.
    pub threads: Option<NonZeroUsize>,
}

impl<'a> Files<'a> {
    fn get(&self, named: Named) -> Option<&'a Path> {
        match named {
            Named::Trace => self.trace,
            Named::Candidates => self.candidates,
            Named::Data => self.data,
        }
    }
}

/// Checks a certificate, a solution, an equilibrium, a fit or a bound against the files that it names: those in `files`,
/// or else those beside it.
///
/// # Errors
/// If a file cannot be read or is malformed, or something in it does not follow by the rules of `SPEC.md`.
pub fn check_file(file: &Path, files: Option<Files<'_>>) -> Result<Accepted, Refusal> {
    check_files_about(file, files.unwrap_or_default(), &[])
}

/// The same, and refuses a file that is about something else than what is wanted.
///
/// # Errors
/// If a file cannot be read or is malformed, or something in it does not follow by the rules of `SPEC.md`, or it is about
/// another problem, or about none.
pub fn check_files_about(file: &Path, files: Files<'_>, wanted: &[Wanted]) -> Result<Accepted, Refusal> {
    let name = file.display().to_string();
    let unread = |sentence: String| Refusal::Unread { sentence };
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|opened| opened.take(LONGEST_FILE.saturating_add(1)).read_to_end(&mut bytes))
        .map_err(|error| unread(format!("{name} cannot be read: {error}")))?;
    let mut opened: Vec<Named> = Vec::new();
    let threads = threads::count(files.threads);
    let answer = check_named(&bytes, &name, wanted, threads, &mut Vec::new(), |named, what, kind| {
        opened.push(what);
        // A file has a trace, candidates or neither: one that was named in vain is said before its own is looked for.
        let other = |other: &Named| *other != what && files.get(*other).is_some();
        if let Some(other) = [Named::Trace, Named::Candidates].into_iter().find(other)
            && (what != Named::Data || kind != Kind::Certificate)
        {
            let (own, other) = (what.name(), other.name());
            let advice = format!("which has no {other}: name its {own} with --{own}");
            return Err(unread(format!("{name} is {}, {advice}", kind.name())));
        }
        let (beside, elsewhere) = (file.with_file_name(named), files.get(what));
        let path = elsewhere.unwrap_or(&beside);
        let found = path.display().to_string();
        let (namer, advice) = match elsewhere {
            Some(_) => (String::new(), String::new()),
            None => (format!(", which {name} names,"), format!(": name it with --{}", what.name())),
        };
        let refused = |error| unread(format!("{found}{namer} cannot be opened: {error}{advice}"));
        File::open(path).map_err(refused).map(|opened| (found, opened))
    });
    let was_read = matches!(answer, Ok(_) | Err(Refusal::Rejected { .. }));
    let in_vain = Named::ALL.into_iter().find(|named| files.get(*named).is_some() && !opened.contains(named));
    match in_vain {
        Some(Named::Data) if was_read => Err(unread(format!("{name} is not about data: leave out --data"))),
        Some(_) if was_read => Err(unread(format!("{name} is about the problem in it: name no other file"))),
        _ => answer,
    }
}

/// Checks the bytes of a certificate, a solution, an equilibrium, a fit or a bound; `open` gives the bytes of a file that it
/// names: of a certificate over data first the data, then the trace.
///
/// # Errors
/// If a file cannot be read or is malformed, or something in it does not follow by the rules of `SPEC.md`.
pub fn check_bytes<R: Read>(
    bytes: &[u8],
    name: &str,
    mut open: impl FnMut(&str) -> io::Result<R>,
) -> Result<Accepted, Refusal> {
    let threads = threads::count(None);
    check_named(bytes, name, &[], threads, &mut Vec::new(), |named, _, _| opened(named, name, &mut open))
}

/// Checks the bytes of several files, one after another, as [`check_bytes`] does. What an accepted certificate shows of
/// its trace and its problem is not derived again for the next one that says the same of the same bytes.
pub fn check_together<R: Read>(
    files: &[&[u8]],
    name: &str,
    mut open: impl FnMut(&str) -> io::Result<R>,
) -> Vec<Result<Accepted, Refusal>> {
    let mut earlier = Vec::new();
    let mut check = |bytes: &&[u8]| {
        check_named(bytes, name, &[], NonZeroUsize::MIN, &mut earlier, |named, _, _| opened(named, name, &mut open))
    };
    files.iter().map(&mut check).collect()
}

/// The file that another one, called `name`, names.
fn opened<R>(named: &str, name: &str, open: &mut impl FnMut(&str) -> io::Result<R>) -> Result<(String, R), Refusal> {
    let refused =
        |error| Refusal::Unread { sentence: format!("{named}, which {name} names, cannot be opened: {error}") };
    open(named).map(|reader| (named.to_owned(), reader)).map_err(refused)
}

/// Checks the bytes of a file; `open` gives the name under which a file that it names was found, and the bytes. `earlier`
/// are certificates that were accepted.
fn check_named<R: Read>(
    bytes: &[u8],
    name: &str,
    wanted: &[Wanted],
    threads: NonZeroUsize,
    earlier: &mut Vec<Certificate>,
    mut open: impl FnMut(&str, Named, Kind) -> Result<(String, R), Refusal>,
) -> Result<Accepted, Refusal> {
    let malformed = |flaw: Flaw| flaw.in_file(name);
    let mut fields = json::parse(bytes).and_then(|node| node.object("the file")).map_err(malformed)?;
    let formats = Kind::ALL.map(|kind| (kind.format(), kind));
    let kind = fields.need("format").and_then(|node| certificate::choice(&node, "format", &formats));
    let kind = kind.map_err(malformed)?;
    let table = |(found, reader): (String, R), accepts: Accepts| {
        let table = Table::open(reader, accepts, threads).map_err(|flaw| flaw.in_file(&found))?;
        Ok((found, table))
    };
    let written = about::Written::of(&fields);
    // What a file is about is compared before anything is checked that may take long.
    let about = |subject: Option<Subject<'_>>,
                 lower: Option<(&exact::Rational, Option<&Evidence>)>,
                 equalities: &[[usize; 2]]| {
        wanted.iter().try_for_each(|wanted| wanted.check(name, subject.as_ref()))?;
        Ok(written.about(subject.as_ref(), lower, equalities))
    };
    let (about, accepted) = match kind {
        Kind::Certificate => {
            let mut certificate = Certificate::read(fields).map_err(malformed)?;
            let given = &certificate.given;
            let lower = given.lower.as_ref().map(|lower| (lower, given.evidence.as_ref()));
            let about = about(certificate.problem.as_ref().map(Problem::subject), lower, &certificate.equalities.0)?;
            if let Some(data) = certificate.problem.as_mut().and_then(Problem::data_mut) {
                let (found, reader) = open(&data.recipe.file, Named::Data, kind)?;
                data.load(reader, &found, name, threads)?;
            }
            let (file, table) = table(open(&certificate.trace.file, Named::Trace, kind)?, Accepts::Traces)?;
            certificate.is_repeated = earlier.iter().any(|other| certificate.repeats(other));
            let accepted = against_trace::check(&certificate, name, table, &file)?;
            earlier.push(certificate);
            (about, accepted)
        }
        Kind::Solution => {
            let solution = solution::Solution::read(fields).map_err(malformed)?;
            let about = about(None, None, &solution.equalities.0)?;
            let (file, table) = table(open(&solution.candidates.file, Named::Candidates, kind)?, Accepts::Candidates)?;
            (about, solution.check(name, table, &file)?)
        }
        Kind::Equilibrium => match Equilibrium::read(fields).map_err(malformed)? {
            Equilibrium::Candidates(equilibrium) => {
                let about = about(None, None, &[])?;
                let (file, table) = table(open(&equilibrium.data.file, Named::Candidates, kind)?, Accepts::Candidates)?;
                (about, equilibrium.check(name, table, &file)?)
            }
            Equilibrium::Problem(equilibrium) => {
                let lower = (&equilibrium.lower, equilibrium.evidence.as_ref());
                let about = about(Some(equilibrium.problem.subject()), Some(lower), &[])?;
                (about, equilibrium.check(name)?)
            }
        },
        Kind::Fit => {
            let fit = data::Fit::read(fields).map_err(malformed)?;
            let about = about(Some(Subject::Data(fit.subject())), None, &[])?;
            let (found, reader) = open(&fit.recipe.file, Named::Data, kind)?;
            (about, fit.check(name, reader, &found, threads)?)
        }
        Kind::Bound => {
            let bound = bound::Bound::read(fields).map_err(malformed)?;
            let about = about(Some(bound.problem.subject()), Some((&bound.lower, bound.evidence.as_ref())), &[])?;
            (about, bound.check(name)?)
        }
    };
    Ok(Accepted { about, ..accepted })
}
