//! Checks a certificate against its trace: one pass over the rounds, then what is measured, given and claimed.

use crate::certificate::{Certificate, Data};
use crate::csv::Game;
use crate::decimal::as_in_the_file;
use crate::exact::Rational;
use crate::json::Flaw;
use crate::measured::{self, Lagrangian, MAY_BE_ABSENT, Proxy, Quantity, REGRETS_REQUIRED, quantities};
use crate::problem::Evidence;
use crate::rates::{self, Rated};
use crate::report::{Accepted, CheckedClaim, Reason, Refusal, Values};
use crate::table::Table;
use crate::totals::{LagrangianTotals, ProxyTotals};
use crate::{claims, grades};
use std::io::Read;

/// With more constraints than this, the pairs of the swap regret would not fit into memory.
const MOST_PAIRED_CONSTRAINTS: usize = 2048;

/// The sums of either game.
enum Totals {
    Lagrangian(LagrangianTotals),
    Proxy(Box<ProxyTotals>),
}

/// Checks a certificate, called `name`, against its trace, found in `file`.
pub(crate) fn check<R: Read>(
    certificate: &Certificate,
    name: &str,
    mut table: Table<R>,
    file: &str,
) -> Result<Accepted, Refusal> {
    let (data, game, given) = (&certificate.trace, certificate.game, &certificate.given);
    if table.layout.game != game {
        let (said, found) = (game.name(), table.layout.game.name());
        let detail =
            format!("the certificate is about the {said} game, but the columns of {file} are of the {found} game");
        return Err(Refusal::rejected("game", Reason::Game, detail));
    }
    check_constraints(data.constraints, file, table.row.values.len())?;
    let (m, has_proxies) = (data.constraints, !table.row.proxies.is_empty());
    let mut totals = match game {
        Game::Lagrangian => {
            Totals::Lagrangian(LagrangianTotals::new(&table.layout, given.theta_weights, given.lambda_weights))
        }
        Game::Proxy => {
            let with_pairs = certificate.measured.contains_key("swap_regret");
            if !with_pairs && m <= REGRETS_REQUIRED {
                return Err(measured::missing("measured.swap_regret"));
            }
            if with_pairs && m > MOST_PAIRED_CONSTRAINTS {
                let reason = format!("`swap_regret` of {m} constraints is too large to check: leave it out");
                return Err(Flaw { line: None, reason }.in_file(name));
            }
            Totals::Proxy(Box::new(ProxyTotals::new(&table.layout, given.theta_weights, with_pairs)))
        }
    };
    let mut seen = given.rate.as_ref().map(|rate| rates::Totals::new(game, rate.mirrors.lambda.clone()));
    let mut ranged = if let Some(Evidence::Ranges(ranges)) = &given.evidence { Some(ranges.seen()) } else { None };
    // Values that were compared with the same problem are not compared again: the digest says that they are the same.
    let compares = certificate.values == Values::Verified && !certificate.is_repeated;
    let problem = certificate.problem.as_ref().filter(|_| compares);
    let mut rows = problem.map_or(Ok(()), |problem| grades::check_columns(problem, game, &table.row));
    while table.next_block().map_err(|flaw| flaw.in_file(file))? {
        match &mut totals {
            Totals::Lagrangian(totals) => totals.add(&table.block, table.threads),
            Totals::Proxy(totals) => totals.add(&table.block, table.threads),
        }
        while table.next_in_block() {
            if let Some(seen) = &mut seen {
                seen.add(&table.row);
            }
            if let Some(ranged) = &mut ranged {
                ranged.add(&table.row);
            }
            // Another trace than the recorded one is reported as such, so a wrong value waits for the digest.
            if rows.is_ok() {
                let (round, row) = (table.rounds.saturating_sub(1), &table.row);
                let values = |problem| grades::check_row(problem, game, round, row);
                rows = certificate.equalities.check_round(round, row).and_then(|()| problem.map_or(Ok(()), values));
            }
        }
    }
    let lacks_proxies = |problem| grades::lacks_proxies(problem, game, &table.row);
    let lacks_proxies = certificate.problem.as_ref().is_some_and(lacks_proxies);
    check_digest(data, file, "--trace", table.rounds, &table.digest())?;
    rows?;
    if lacks_proxies && given.evidence.is_some() {
        let detail = "it is about the problem's proxies, and the trace has no `proxy_*` columns to compare it with";
        return Err(Refusal::rejected("given.lower_bound", Reason::LowerBound, detail));
    }
    let (rate, distance) = (given.rate.clone().zip(seen), ranged.map(|ranged| ranged.distance()));
    let statement = certificate.statement;
    let claims = match totals {
        Totals::Lagrangian(totals) => {
            let q = Lagrangian::new(&totals, certificate, distance);
            let (weights, mut entries) = (q.weights.clone(), quantities(&measured::LAGRANGIAN, &q));
            if let Some((rate, seen)) = rate {
                let q = Rated::new(q, rate, seen, data, statement);
                entries.extend(quantities(&rates::LAGRANGIAN_ENTRIES, &q));
                check_entries_and_claims(certificate, &entries, &rates::LAGRANGIAN_CLAIMS, &q, &weights, has_proxies)?
            } else {
                check_entries_and_claims(certificate, &entries, &claims::LAGRANGIAN, &q, &weights, has_proxies)?
            }
        }
        Totals::Proxy(totals) => {
            let q = Proxy::new(&totals, given, distance);
            let (weights, mut entries) = (q.mean_lambda.clone(), quantities(&measured::PROXY, &q));
            if let Some((rate, seen)) = rate {
                let q = Rated::new(q, rate, seen, data, statement);
                entries.extend(quantities(&rates::PROXY_ENTRIES, &q));
                check_entries_and_claims(certificate, &entries, &rates::PROXY_CLAIMS, &q, &weights, has_proxies)?
            } else {
                check_entries_and_claims(certificate, &entries, &claims::PROXY, &q, &weights, has_proxies)?
            }
        }
    };
    let note = note(certificate);
    Ok(Accepted { statement, claims, values: Some(certificate.values), note, about: None })
}

/// What holds with a probability only, if something does.
fn note(Certificate { given, statement, .. }: &Certificate) -> Option<String> {
    let rate = given.rate.as_ref()?;
    let delta = as_in_the_file(rate.confidence.as_ref()?);
    let stated = rate.states_steps(statement);
    let promised = if stated { "promised" } else { "the steps are not stated, so nothing is promised; else it holds" };
    Some(format!(
        "sampled: {promised} with probability 1 - {delta} over the draws; one run neither proves nor refutes that"
    ))
}

/// Checks what is measured, what is given and what is claimed, at the mean multipliers of the trace.
fn check_entries_and_claims<Q>(
    certificate: &Certificate,
    entries: &[Quantity],
    rows: &[claims::Row<Q>],
    q: &Q,
    weights: &[Rational],
    has_proxies: bool,
) -> Result<Vec<CheckedClaim>, Refusal> {
    let Certificate { given, game, trace, .. } = certificate;
    let is_large = *game == Game::Proxy && trace.constraints > REGRETS_REQUIRED;
    let may_be_absent: &[&str] = if is_large { &MAY_BE_ABSENT } else { &[] };
    measured::check(entries, may_be_absent, &certificate.measured)?;
    let common = claims::Common {
        statement: certificate.statement,
        is_sampled: given.rate.as_ref().is_some_and(|rate| rate.confidence.is_some()),
        grades: grades::check(certificate, weights, has_proxies)?,
    };
    claims::check(rows, q, common, &certificate.claims)
}

/// Checks that a file has as many constraints as were recorded.
pub(crate) fn check_constraints(recorded: usize, file: &str, values: usize) -> Result<(), Refusal> {
    let found = values.saturating_sub(1);
    if found == recorded {
        return Ok(());
    }
    let detail = format!("{recorded} recorded, but {file} has {found}");
    Err(Refusal::rejected("constraints", Reason::Constraints, detail))
}

/// Checks that a file is the one that was recorded; `flag` is the one that names another.
pub(crate) fn check_digest(data: &Data, file: &str, flag: &str, rounds: usize, digest: &str) -> Result<(), Refusal> {
    if !digest.eq_ignore_ascii_case(&data.sha256) {
        let detail = format!(
            "{file} has the digest {digest}: it is not the file that was recorded; name the right file with {flag}"
        );
        return Err(Refusal::rejected("sha256", Reason::Digest, detail));
    }
    if rounds != data.rounds {
        let detail = format!("{} lines are recorded, but {file} has {rounds}", data.rounds);
        return Err(Refusal::rejected("rounds", Reason::Rounds, detail));
    }
    Ok(())
}
