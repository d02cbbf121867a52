//! The prover's readers against the checker's: both take the same bytes and find the same numbers, or both refuse.

use proofs_check::exact::Rational;
use proofs_check::fuzzing as checker;
use proofs_check::problem::{Domain, Problem};
use referee::data::Table;
use referee::game::{DomainRecord, Game, ProblemRecord};
use referee::trace::{CandidateReader, Round, TraceReader};
use serde_json::Value;

/// Panics if one reader takes what the other refuses, or understands it otherwise.
fn agree<T: PartialEq + std::fmt::Debug, E: std::fmt::Debug, F: std::fmt::Debug>(
    prover: Result<T, E>,
    checker: Result<T, F>,
) {
    match (&prover, &checker) {
        (Ok(ours), Ok(theirs)) if ours == theirs => {}
        (Err(_), Err(_)) => {}
        _ => panic!("the prover says {prover:?}\nand the checker {checker:?}"),
    }
}

/// Numbers by their bits: -0 is kept.
fn bits(rows: Vec<Vec<f64>>) -> Vec<Vec<u64>> {
    rows.into_iter().map(|row| row.into_iter().map(f64::to_bits).collect()).collect()
}

pub fn trace(bytes: &[u8]) {
    let ours = (|| {
        let mut reader = TraceReader::from_reader(bytes, "run.csv")?;
        let layout = reader.layout().clone();
        let counts =
            [layout.num_constraints() + 1, layout.num_proxies(), layout.num_multipliers(), layout.num_thetas()];
        let (mut round, mut rows) = (Round::new(&layout), Vec::new());
        while reader.read_round(&mut round)? {
            let values = || std::iter::once(&round.objective).chain(&round.constraints).chain(&round.proxies);
            let ends = values().map(|x| x.lo()).chain(values().map(|x| x.hi()));
            rows.push(ends.chain(round.lambda.iter().copied()).chain(round.theta.iter().copied()).collect());
        }
        Ok::<_, referee::error::Error>(((layout.game() == Game::ProxyLagrangian, counts), bits(rows)))
    })();
    agree(ours, checker::table(bytes, false).map(|(shape, rows)| (shape, bits(rows))));
}

/// Candidates are the upper ends.
pub fn candidates(bytes: &[u8]) {
    let ours = (|| {
        let mut reader = CandidateReader::from_reader(bytes, "candidates.csv")?;
        let (mut row, mut proxies, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        while reader.read_row_with_proxies(&mut row, &mut proxies)? {
            rows.push([row.as_slice(), &proxies].concat());
        }
        Ok::<_, referee::error::Error>(bits(rows))
    })();
    let upper = |((_, [values, proxies, ..]), rows): (checker::Shape, Vec<Vec<f64>>)| {
        bits(rows.into_iter().map(|row| row[values + proxies..][..values + proxies].to_vec()).collect())
    };
    agree(ours, checker::table(bytes, true).map(upper));
}

/// Data files. The prover takes more: line breaks in quotation marks, which are spaces in the file that it writes for the
/// checker, and any blanks at the end. And it takes less: names that begin with a byte-order mark, or that are separated
/// by something else than commas.
pub fn data(bytes: &[u8]) {
    let theirs = checker::data(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else {
        return assert!(theirs.is_err(), "the checker took what is not UTF-8");
    };
    match Table::parse(text, "data.csv") {
        Ok(table) => {
            let names = table.columns().map(str::to_owned).collect::<Vec<_>>();
            let row = |row: usize| (0..names.len()).map(|column| table.cell(row, column).to_owned()).collect();
            let ours: Vec<Vec<String>> = std::iter::once(names.clone()).chain((0..table.len()).map(row)).collect();
            assert_eq!(checker::data(table.to_csv().as_bytes()).as_ref(), Ok(&ours), "what the prover writes");
            let whole = checker::data(text.trim_end_matches([' ', '\t', '\r', '\n']).as_bytes());
            assert!(text.contains('"') || whole.as_ref() == Ok(&ours), "the checker reads {whole:?}");
            assert!(theirs.is_err() || theirs == Ok(ours), "the checker reads otherwise: {theirs:?}");
        }
        Err(why) => {
            let first = text.lines().next().unwrap_or_default();
            let mark = |rows: &Vec<Vec<String>>| rows[0].iter().any(|name| name.starts_with('\u{feff}'));
            let strict = !first.contains(',') && first.contains([';', '\t']) || theirs.as_ref().is_ok_and(mark);
            assert!(theirs.is_err() || strict, "only the prover says {why}");
        }
    }
}

/// JSON: the checker takes nothing that is no JSON, and what it takes has the digest that the prover finds.
pub fn json(bytes: &[u8]) {
    let Ok(theirs) = checker::json_digest(bytes) else { return };
    let value: Value = serde_json::from_slice(bytes).expect("the checker took what is no JSON");
    assert_eq!(theirs, referee::certificate::json_digest(&value));
    // And it takes what the prover writes of it.
    assert_eq!(checker::json_digest(format!("{value:#}").as_bytes()).as_ref(), Ok(&theirs));
}

/// Numbers in a cell of a trace, in JSON, in a formula, and as exact fractions.
pub fn decimal(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    trace(format!("objective\n{text}\n").as_bytes());
    trace(format!("objective.lo,objective.hi,lambda_0\n-1e308,{text},1\n").as_bytes());
    json(format!("[{text}]").as_bytes());
    crate::expression::at(text, [0.5, 0.5], [0.5, 0.5]);
    let weight = Value::from(text);
    let document = serde_json::json!({
        "format": "referee-solution/1", "status": "infeasible", "epsilon": weight, "farkas": [],
        "candidates": { "file": "c.csv", "sha256": "", "count": 1, "constraints": 0 },
    });
    let ours = referee::shrink::Record::from_json(&document).map(|record| record.to_json()["epsilon"].clone());
    agree(ours, Rational::parse(text).map(|x| Value::from(x.to_string())).ok_or("no fraction"));
}

/// A problem that the prover took.
pub fn problem(record: &ProblemRecord, constraints: usize) {
    let ProblemRecord::Expressions { variables, domain, objective, constraints: all, .. } = record else { return };
    let domain = match domain.clone() {
        DomainRecord::Box { lower, upper } => Domain::Box { lower, upper },
        DomainRecord::Ball { radius } => Domain::Ball { radius },
        DomainRecord::Points(points) => Domain::Points(points),
    };
    let texts: Vec<_> = all.iter().map(|one| (one.expression.clone(), one.proxy.clone())).collect();
    let read = Problem::from_expressions(variables, domain, objective, &texts);
    let read = read.unwrap_or_else(|why| panic!("the checker refuses the prover's problem: {why}"));
    assert_eq!((read.num_constraints(), read.num_variables()), (constraints, variables.len()));
    assert_eq!(referee::certificate::problem_sha256(record).len(), 64);
}
