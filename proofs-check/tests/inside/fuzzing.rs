//! What the fuzzer calls beside the public functions: readers alone, to be compared with those of the prover. Compiled with
//! `--cfg fuzzing` only.

use crate::csv::{Accepts, Game};
use crate::exact::Rational;
use crate::problem::fuzzing as problem;
use crate::table::Table;
use crate::{data, digest, json};
use std::num::NonZeroUsize;

/// Whether the proxy game was played, and how many values, proxies, multipliers and coordinates a row has.
pub type Shape = (bool, [usize; 4]);

/// Reads a trace, or candidates, on one thread: lower ends, upper ends, multipliers and the point of each row.
///
/// # Errors
/// Why it is refused.
pub fn table(bytes: &[u8], candidates: bool) -> Result<(Shape, Vec<Vec<f64>>), String> {
    let accepts = if candidates { Accepts::Candidates } else { Accepts::Traces };
    let mut table = Table::open(bytes, accepts, NonZeroUsize::MIN).map_err(|flaw| flaw.reason)?;
    let mut rows = Vec::new();
    while table.next().map_err(|flaw| flaw.reason)? {
        let row = &table.row;
        let values = || row.values.iter().chain(&row.proxies);
        let ends = values().map(|value| value.0).chain(values().map(|value| value.1));
        rows.push(ends.chain(row.lambda.iter().copied()).chain(row.theta.iter().copied()).collect());
    }
    let row = &table.row;
    let counts = [row.values.len(), row.proxies.len(), row.lambda.len(), row.theta.len()];
    Ok(((table.layout.game == Game::Proxy, counts), rows))
}

/// The digest of a JSON value.
///
/// # Errors
/// Why it is refused.
pub fn json_digest(bytes: &[u8]) -> Result<String, String> {
    json::parse(bytes).map(|node| digest::of(&node)).map_err(|flaw| flaw.reason)
}

/// Reads a data file on one thread: the names of the columns, and the texts of each row.
///
/// # Errors
/// Why it is refused.
pub fn data(bytes: &[u8]) -> Result<Vec<Vec<String>>, String> {
    data::fuzzing::table(bytes)
}

/// Whether a text is a formula in these variables.
///
/// # Errors
/// Why it is not.
pub fn is_expression(text: &str, variables: &[String]) -> Result<(), String> {
    problem::compile(text, variables).map(drop)
}

/// The ends of the enclosure of a formula over a box; an end that is not finite is missing.
///
/// # Errors
/// Why the formula is refused or may have no value.
pub fn enclose(text: &str, variables: &[String], sides: &[(f64, f64)]) -> Result<[Option<Rational>; 2], String> {
    problem::enclose(text, variables, sides)
}

/// The exact value of a formula at a point, if the checker finds it.
///
/// # Errors
/// Why the formula is refused.
pub fn exact(text: &str, variables: &[String], point: &[f64]) -> Result<Option<Rational>, String> {
    problem::exact(text, variables, point)
}
