//! The independent checker of Referee's certificates and solutions.
//!
//! It is what a sceptic reads: a small crate that shares no code with the prover and decides with whole numbers
//! only. What it accepts is written down in `SPEC.md`; each module is one section of that page:
//!
//! | section | module |
//! |---|---|
//! | 1. numbers | [`exact`], `gcd`, [`interval`], `json` |
//! | 2. the trace | `csv`, `sums`, `totals` |
//! | 3. the certificate | `certificate`, `attached` |
//! | 4. what is measured | `measured`, [`norms`] |
//! | 5. claims | `claims` |
//! | 3, 6. the problem and the evidence for a lower bound | [`problem`] |
//! | 7. grades | `grades` |
//! | 9. the solution | `solution`, `mixed`, `rank` |
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

use certificate::{Certificate, Data};
use csv::{Accepts, Game, Table};
use exact::Rational;
use json::Flaw;
use measured::{Lagrangian, MAY_BE_ABSENT, Proxy, Quantity, REGRETS_REQUIRED, quantities};
use rates::Rated;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use totals::{LagrangianTotals, ProxyTotals};

mod attached;
mod certificate;
mod claims;
mod csv;
mod decimal;
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

/// With more constraints than this, the pairs of the swap regret would not fit into memory.
const MOST_PAIRED_CONSTRAINTS: usize = 2048;

/// Where the data of a file lie, if not beside it under the name that it gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataFile<'a> {
    /// The trace of a certificate.
    Trace(&'a Path),
    /// The candidates of a solution.
    Candidates(&'a Path),
}

/// Checks a certificate or a solution against its trace or candidates: `data`, or else the file that it names, beside it.
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
    check_named(&bytes, &name, |named, kind| {
        let (path, means) = match (data, kind) {
            (None, Accepts::Traces) => (file.with_file_name(named), "--trace"),
            (None, Accepts::Candidates) => (file.with_file_name(named), "--candidates"),
            (Some(DataFile::Trace(path)), Accepts::Traces)
            | (Some(DataFile::Candidates(path)), Accepts::Candidates) => (path.to_owned(), ""),
            (Some(DataFile::Trace(_)), Accepts::Candidates) => {
                let advice = "which has no trace: name its candidates with --candidates";
                return Err(unread(format!("{name} is a solution, {advice}")));
            }
            (Some(DataFile::Candidates(_)), Accepts::Traces) => {
                let advice = "which has no candidates: name its trace with --trace";
                return Err(unread(format!("{name} is a certificate, {advice}")));
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
    })
}

/// Checks the bytes of a certificate or a solution; `open` gives the bytes of the file that it names.
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
    open: impl FnOnce(&str, Accepts) -> Result<(String, R), Refusal>,
) -> Result<Accepted, Refusal> {
    let malformed = |flaw: Flaw| flaw.in_file(name);
    if u64::try_from(bytes.len()).is_ok_and(|length| length > LONGEST_FILE) {
        return Err(malformed(Flaw { line: None, reason: "the file is longer than 2^30 bytes".to_owned() }));
    }
    let mut fields = json::parse(bytes).and_then(|node| node.object("the file")).map_err(malformed)?;
    let formats = [("referee-certificate/1", true), ("referee-solution/1", false)];
    let is_certificate = fields.need("format").and_then(|node| certificate::choice(&node, "format", &formats));
    let open = |named: &str, accepts: Accepts| {
        let (found, reader) = open(named, accepts)?;
        let table = Table::open(reader, accepts).map_err(|flaw| flaw.in_file(&found))?;
        Ok((found, table))
    };
    if is_certificate.map_err(malformed)? {
        let certificate = Certificate::read(fields).map_err(malformed)?;
        let (file, table) = open(&certificate.trace.file, Accepts::Traces)?;
        check_certificate(&certificate, name, table, &file)
    } else {
        let solution = solution::Solution::read(fields).map_err(malformed)?;
        let (file, table) = open(&solution.candidates.file, Accepts::Candidates)?;
        solution.check(name, table, &file)
    }
}

/// The sums of either game.
enum Totals {
    Lagrangian(LagrangianTotals),
    Proxy(Box<ProxyTotals>),
}

/// Checks a certificate, called `name`, against its trace, found in `file`.
fn check_certificate<R: Read>(
    certificate: &Certificate,
    name: &str,
    mut table: Table<R>,
    file: &str,
) -> Result<Accepted, Refusal> {
    let (data, game, given) = (&certificate.trace, certificate.game, &certificate.given);
    if table.game != game {
        let (said, found) = (game.name(), table.game.name());
        let detail =
            format!("the certificate is about the {said} game, but the columns of {file} are of the {found} game");
        return Err(Refusal::rejected("game", Reason::Game, detail));
    }
    check_constraints(data.constraints, file, table.row.values.len())?;
    let m = data.constraints;
    let mut totals = match game {
        Game::Lagrangian => Totals::Lagrangian(LagrangianTotals::new(m, given.theta_weights, given.lambda_weights)),
        Game::Proxy => {
            let with_pairs = certificate.measured.contains_key("swap_regret");
            if !with_pairs && m <= REGRETS_REQUIRED {
                return Err(measured::missing("measured.swap_regret"));
            }
            if with_pairs && m > MOST_PAIRED_CONSTRAINTS {
                let reason = format!("`swap_regret` of {m} constraints is too large to check: leave it out");
                return Err(Flaw { line: None, reason }.in_file(name));
            }
            Totals::Proxy(Box::new(ProxyTotals::new(m, !table.row.proxies.is_empty(), with_pairs)))
        }
    };
    let mut seen = given.rate.as_ref().map(|_| rates::Totals::new(game));
    let problem = certificate.problem.as_ref().filter(|_| certificate.verified);
    let mut values = problem.map_or(Ok(()), |problem| grades::check_columns(problem, game, &table.row));
    while table.next().map_err(|flaw| flaw.in_file(file))? {
        let Ok(round) = u32::try_from(table.rounds) else { break };
        match &mut totals {
            Totals::Lagrangian(totals) => totals.add(round, &table.row),
            Totals::Proxy(totals) => totals.add(&table.row),
        }
        if let Some(seen) = &mut seen {
            seen.add(&table.row);
        }
        // Another trace than the recorded one is reported as such, so a wrong value waits for the digest.
        if let (Some(problem), Ok(())) = (problem, &values) {
            values = grades::check_row(problem, game, table.rounds.saturating_sub(1), &table.row);
        }
    }
    check_digest(data, file, table.rounds, &table.digest())?;
    values?;
    let rate = given.rate.clone().zip(seen);
    let statement = certificate.statement;
    let claims = match totals {
        Totals::Lagrangian(totals) => {
            let q = Lagrangian::new(&totals, given);
            let weights: Vec<_> = std::iter::once(Rational::one()).chain(q.mean_lambda.iter().cloned()).collect();
            let mut entries = quantities(&measured::LAGRANGIAN, &q);
            if let Some((rate, seen)) = rate {
                let q = Rated::new(q, rate, seen, data, statement);
                entries.extend(quantities(&rates::LAGRANGIAN_ENTRIES, &q));
                check_entries_and_claims(certificate, &entries, &rates::LAGRANGIAN_CLAIMS, &q, &weights)?
            } else {
                check_entries_and_claims(certificate, &entries, &claims::LAGRANGIAN, &q, &weights)?
            }
        }
        Totals::Proxy(totals) => {
            let q = Proxy::new(&totals, given);
            let (weights, mut entries) = (q.mean_lambda.clone(), quantities(&measured::PROXY, &q));
            if let Some((rate, seen)) = rate {
                let q = Rated::new(q, rate, seen, data, statement);
                entries.extend(quantities(&rates::PROXY_ENTRIES, &q));
                check_entries_and_claims(certificate, &entries, &rates::PROXY_CLAIMS, &q, &weights)?
            } else {
                check_entries_and_claims(certificate, &entries, &claims::PROXY, &q, &weights)?
            }
        }
    };
    let note = given.rate.as_ref().and_then(|rate| rate.confidence.as_ref()).map(|delta| {
        let delta = decimal::as_in_the_file(delta);
        format!(
            "sampled: promised with probability 1 - {delta} over the draws; one run neither proves nor refutes that"
        )
    });
    Ok(Accepted { statement, claims, values: Some(certificate.verified), note })
}

/// Checks what is measured, what is given and what is claimed, at the mean multipliers of the trace.
fn check_entries_and_claims<Q>(
    certificate: &Certificate,
    entries: &[Quantity],
    rows: &[claims::Row<Q>],
    q: &Q,
    weights: &[Rational],
) -> Result<Vec<CheckedClaim>, Refusal> {
    let Certificate { given, game, trace, .. } = certificate;
    let has_exact_norm = given.norm.is_exact();
    let is_large = *game == Game::Proxy && trace.constraints > REGRETS_REQUIRED;
    let may_be_absent: &[&str] = if is_large { &MAY_BE_ABSENT } else { &[] };
    measured::check(entries, may_be_absent, has_exact_norm, &certificate.measured)?;
    let common = claims::Common {
        statement: certificate.statement,
        has_exact_norm,
        is_sampled: given.rate.as_ref().is_some_and(|rate| rate.confidence.is_some()),
        grades: grades::check(certificate, weights)?,
    };
    claims::check(rows, q, common, &certificate.claims)
}

fn check_constraints(recorded: usize, file: &str, values: usize) -> Result<(), Refusal> {
    let found = values.saturating_sub(1);
    if found == recorded {
        return Ok(());
    }
    let detail = format!("{recorded} recorded, but {file} has {found}");
    Err(Refusal::rejected("constraints", Reason::Constraints, detail))
}

fn check_digest(data: &Data, file: &str, rounds: usize, digest: &str) -> Result<(), Refusal> {
    if !digest.eq_ignore_ascii_case(&data.sha256) {
        let detail = format!("{file} has the digest {digest}: it is not the file that was recorded");
        return Err(Refusal::rejected("sha256", Reason::Digest, detail));
    }
    if rounds != data.rounds {
        let detail = format!("{} lines are recorded, but {file} has {rounds}", data.rounds);
        return Err(Refusal::rejected("rounds", Reason::Rounds, detail));
    }
    Ok(())
}
