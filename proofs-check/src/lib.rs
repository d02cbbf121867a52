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
use json::Flaw;
use measured::{MAY_BE_ABSENT, REGRETS_REQUIRED};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use totals::{LagrangianTotals, ProxyTotals};

mod attached;
mod certificate;
mod claims;
mod csv;
pub mod exact;
mod gcd;
mod grades;
pub mod interval;
mod json;
mod measured;
mod mixed;
pub mod norms;
pub mod problem;
pub mod proofs;
mod rank;
mod report;
mod solution;
mod sums;
mod totals;

pub use report::{Accepted, CheckedClaim, Grade, Reason, Refusal, Verdict};

/// The longest file that is read.
const LONGEST_FILE: u64 = 1 << 30;

/// With more constraints than this, the pairs of the swap regret would not fit into memory.
const MOST_PAIRED_CONSTRAINTS: usize = 2048;

/// Checks a certificate or a solution against its trace or candidates: `data`, or else the file that it names, beside it.
///
/// # Errors
/// If the file is malformed or something in it does not follow by the rules of `SPEC.md`.
pub fn check_file(file: &Path, data: Option<&Path>) -> Result<Accepted, Refusal> {
    let name = file.display().to_string();
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|opened| opened.take(LONGEST_FILE.saturating_add(1)).read_to_end(&mut bytes))
        .map_err(|error| Flaw { line: None, reason: format!("cannot be read: {error}") }.in_file(&name))?;
    check_bytes(&bytes, &name, |named| match data {
        Some(path) => File::open(path),
        None => File::open(file.with_file_name(named)),
    })
}

/// Checks the bytes of a certificate or a solution; `open` gives the bytes of the file that it names.
///
/// # Errors
/// If a file is malformed or something in it does not follow by the rules of `SPEC.md`.
pub fn check_bytes<R: Read>(
    bytes: &[u8],
    name: &str,
    open: impl FnOnce(&str) -> io::Result<R>,
) -> Result<Accepted, Refusal> {
    let malformed = |flaw: Flaw| flaw.in_file(name);
    if u64::try_from(bytes.len()).is_ok_and(|length| length > LONGEST_FILE) {
        return Err(malformed(Flaw { line: None, reason: "the file is longer than 2^30 bytes".to_owned() }));
    }
    let mut fields = json::parse(bytes).and_then(|node| node.object("the file")).map_err(malformed)?;
    let formats = [("referee-certificate/1", true), ("referee-solution/1", false)];
    let is_certificate = fields.need("format").and_then(|node| certificate::choice(&node, "format", &formats));
    if is_certificate.map_err(malformed)? {
        let certificate = Certificate::read(fields).map_err(malformed)?;
        let table = open_data(&certificate.trace.file, open, Accepts::Traces)?;
        check_certificate(&certificate, table)
    } else {
        let solution = solution::Solution::read(fields).map_err(malformed)?;
        let file = &solution.candidates.file;
        solution.check(open_data(file, open, Accepts::Candidates)?, file)
    }
}

fn open_data<R: Read>(
    file: &str,
    open: impl FnOnce(&str) -> io::Result<R>,
    accepts: Accepts,
) -> Result<Table<R>, Refusal> {
    let unreadable = |error: io::Error| Flaw { line: None, reason: format!("cannot be read: {error}") };
    open(file).map_err(unreadable).and_then(|reader| Table::open(reader, accepts)).map_err(|flaw| flaw.in_file(file))
}

/// The sums of either game.
enum Totals {
    Lagrangian(LagrangianTotals),
    Proxy(Box<ProxyTotals>),
}

fn check_certificate<R: Read>(certificate: &Certificate, mut table: Table<R>) -> Result<Accepted, Refusal> {
    let (data, game, given) = (&certificate.trace, certificate.game, &certificate.given);
    if table.game != game {
        let detail = format!("the certificate is about {game:?}, but the columns of the trace say {:?}", table.game);
        return Err(Refusal::rejected("game", Reason::Game, detail));
    }
    check_constraints(data.constraints, table.row.values.len())?;
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
                return Err(Flaw { line: None, reason }.in_file(&data.file));
            }
            Totals::Proxy(Box::new(ProxyTotals::new(m, !table.row.proxies.is_empty(), with_pairs)))
        }
    };
    let problem = certificate.problem.as_ref().filter(|_| certificate.verified);
    let mut values = problem.map_or(Ok(()), |problem| grades::check_columns(problem, game, &table.row));
    while table.next().map_err(|flaw| flaw.in_file(&data.file))? {
        let Ok(round) = u32::try_from(table.rounds) else { break };
        match &mut totals {
            Totals::Lagrangian(totals) => totals.add(round, &table.row),
            Totals::Proxy(totals) => totals.add(&table.row),
        }
        // Another trace than the recorded one is reported as such, so a wrong value waits for the digest.
        if let (Some(problem), Ok(())) = (problem, &values) {
            values = grades::check_row(problem, game, table.rounds, &table.row);
        }
    }
    check_digest(data, table.rounds, &table.digest())?;
    values?;
    let statement = certificate.statement;
    let claims = match totals {
        Totals::Lagrangian(totals) => {
            let q = measured::Lagrangian::new(&totals, given);
            measured::check(&measured::LAGRANGIAN, &q, &[], &certificate.measured)?;
            let weights: Vec<_> =
                std::iter::once(exact::Rational::one()).chain(q.mean_lambda.iter().cloned()).collect();
            let grades = grades::check(certificate, &weights)?;
            claims::check(&claims::LAGRANGIAN, &q, statement, given.norm.is_exact(), grades, &certificate.claims)?
        }
        Totals::Proxy(totals) => {
            let q = measured::Proxy::new(&totals, given);
            let may_be_absent: &[&str] = if m > REGRETS_REQUIRED { &MAY_BE_ABSENT } else { &[] };
            measured::check(&measured::PROXY, &q, may_be_absent, &certificate.measured)?;
            let grades = grades::check(certificate, &q.mean_lambda)?;
            claims::check(&claims::PROXY, &q, statement, true, grades, &certificate.claims)?
        }
    };
    Ok(Accepted { statement, claims })
}

fn check_constraints(recorded: usize, values: usize) -> Result<(), Refusal> {
    let found = values.saturating_sub(1);
    if found == recorded {
        return Ok(());
    }
    let detail = format!("{recorded} constraints are recorded, but the file has {found}");
    Err(Refusal::rejected("constraints", Reason::Constraints, detail))
}

fn check_digest(data: &Data, rounds: usize, digest: &str) -> Result<(), Refusal> {
    if !digest.eq_ignore_ascii_case(&data.sha256) {
        let detail = format!("the file {} has the digest {digest}: it is not the one that was recorded", data.file);
        return Err(Refusal::rejected("sha256", Reason::Digest, detail));
    }
    if rounds != data.rounds {
        let detail = format!("{} lines are recorded, but the file has {rounds}", data.rounds);
        return Err(Refusal::rejected("rounds", Reason::Rounds, detail));
    }
    Ok(())
}
