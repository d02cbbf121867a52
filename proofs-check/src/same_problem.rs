//! Whether a file is about the problem that somebody had in mind (section 3 of the specification): names play no part.

use crate::data::Forms;
use crate::decimal::{plain, tuple};
use crate::problem::{Domain, Function, Problem, Subject, Table, Trees, describe};
use crate::report::{Reason, Refusal};
use crate::{attached, json};
use std::cmp::Ordering;
use std::fmt::Display;

/// What a file has to be about.
#[derive(Debug)]
pub struct Wanted(Kind);

#[derive(Debug)]
enum Kind {
    Problem(Box<Problem>),
    Constraints(Forms),
}

impl Wanted {
    /// The problem in these bytes, as the field `problem` of a file has it; `name` is where they come from.
    ///
    /// # Errors
    /// If they are not a problem.
    pub fn problem(bytes: &[u8], name: &str) -> Result<Self, Refusal> {
        let problem = json::parse(bytes).and_then(attached::problem_or_data).map_err(|flaw| flaw.in_file(name))?;
        Ok(Self(Kind::Problem(Box::new(problem))))
    }

    /// All constraints of a fit or of a problem over data, in their order: an array as the field `constraints` of a fit
    /// has it.
    ///
    /// # Errors
    /// If they are not constraints.
    pub fn constraints(bytes: &[u8], name: &str) -> Result<Self, Refusal> {
        let forms = json::parse(bytes).and_then(Forms::read).map_err(|flaw| flaw.in_file(name))?;
        Ok(Self(Kind::Constraints(forms)))
    }

    /// Refuses a file, called `name`, that is about something else, or about nothing that can be compared.
    pub(crate) fn check(&self, name: &str, subject: Option<&Subject<'_>>) -> Result<(), Refusal> {
        let unread = |sentence: String| Err(Refusal::Unread { sentence });
        let compared = match (&self.0, subject) {
            (Kind::Problem(_), None) => {
                let nothing = "carries no problem, so there is nothing to compare: leave out --problem";
                return unread(format!("{name} {nothing}"));
            }
            (Kind::Constraints(wanted), Some(Subject::Data(data))) => data.constraints.compare(wanted),
            (Kind::Constraints(_), _) => {
                return unread(format!("{name} has no constraints on data to compare: leave out --constraint"));
            }
            (Kind::Problem(wanted), Some(found)) => compare(found, &wanted.subject()),
        };
        compared.map_err(|Difference { field, found, wanted }| {
            let (found, wanted) = around_difference(&found, &wanted);
            let detail = format!("it is {found} in the file, but {wanted} in what was asked for");
            Refusal::rejected(format!("problem, {field}"), Reason::Problem, detail)
        })
    }
}

/// Where two problems first differ, and what each says there.
pub(crate) struct Difference {
    field: String,
    found: String,
    wanted: String,
}

impl Difference {
    pub(crate) fn new(field: &dyn Display, found: impl Into<String>, wanted: impl Into<String>) -> Self {
        Self { field: field.to_string(), found: found.into(), wanted: wanted.into() }
    }
}

/// Checks that both say the same in a field.
pub(crate) fn same<T: PartialEq + ToString>(field: &dyn Display, found: &T, wanted: &T) -> Result<(), Difference> {
    if found == wanted { Ok(()) } else { Err(Difference::new(field, found.to_string(), wanted.to_string())) }
}

/// Checks that both have the same doubles; `field` names one of them, counted from 0.
pub(crate) fn same_doubles(found: &[f64], wanted: &[f64], field: impl Fn(usize) -> String) -> Result<(), Difference> {
    let mut pairs = found.iter().zip(wanted).enumerate();
    let different = pairs.find(|(_, (a, b))| a.partial_cmp(b).is_none_or(Ordering::is_ne));
    different.map_or(Ok(()), |(i, (a, b))| Err(Difference::new(&field(i), plain(*a), plain(*b))))
}

/// Checks that two problems are the same, names apart.
pub(crate) fn compare(found: &Subject<'_>, wanted: &Subject<'_>) -> Result<(), Difference> {
    match (found, wanted) {
        (Subject::Expressions(found, domain), Subject::Expressions(wanted, other)) => {
            same(&"number of variables", &found.variables.len(), &wanted.variables.len())?;
            compare_domains(domain, other)?;
            compare_functions(found, wanted)
        }
        (Subject::Table(found), Subject::Table(wanted)) => compare_tables(found, wanted),
        (Subject::Data(found), Subject::Data(wanted)) => found.compare(wanted),
        _ => {
            let kind = |subject: &Subject<'_>| match subject {
                Subject::Expressions(..) => "one of expressions",
                Subject::Table(_) => "a table",
                Subject::Data(_) => "one over data",
            };
            Err(Difference::new(&"kind", kind(found), kind(wanted)))
        }
    }
}

fn compare_domains(found: &Domain, wanted: &Domain) -> Result<(), Difference> {
    match (found, wanted) {
        (Domain::Box { lower, upper }, Domain::Box { lower: low, upper: high }) => {
            let end = |which: &str, i: usize| format!("domain, {which} end of variable {}", i.saturating_add(1));
            same_doubles(lower, low, |i| end("lower", i))?;
            same_doubles(upper, high, |i| end("upper", i))
        }
        (Domain::Ball { radius }, Domain::Ball { radius: other }) => {
            same_doubles(&[*radius], &[*other], |_| "domain, radius".to_owned())
        }
        (Domain::Points(points), Domain::Points(others)) => compare_rows("domain", "point", points, others),
        _ => {
            let kind = |domain: &Domain| match domain {
                Domain::Box { .. } => "a box",
                Domain::Ball { .. } => "a ball",
                Domain::Points(_) => "a set of points",
            };
            Err(Difference::new(&"domain", kind(found), kind(wanted)))
        }
    }
}

/// Rows are counted from 0, as the checker counts them elsewhere.
fn compare_rows(place: &str, row: &str, found: &[Vec<f64>], wanted: &[Vec<f64>]) -> Result<(), Difference> {
    same(&format_args!("{place}, number of {row}s"), &found.len(), &wanted.len())?;
    for (number, (a, b)) in found.iter().zip(wanted).enumerate() {
        if a.len() != b.len() || same_doubles(a, b, |_| String::new()).is_err() {
            return Err(Difference::new(&format_args!("{place}, {row} {number} (from 0)"), tuple(a), tuple(b)));
        }
    }
    Ok(())
}

fn compare_tables(found: &Table, wanted: &Table) -> Result<(), Difference> {
    same(&"number of constraints", &found.num_constraints(), &wanted.num_constraints())?;
    compare_rows("table", "row", &found.rows, &wanted.rows)?;
    match (&found.proxies, &wanted.proxies) {
        (Some(a), Some(b)) => compare_rows("table, proxies", "row", a, b),
        (a, b) => same(&"table, proxies", &there_or_not(a.is_some()), &there_or_not(b.is_some())),
    }
}

fn there_or_not(is_there: bool) -> &'static str {
    if is_there { "there" } else { "absent" }
}

fn compare_functions(found: &Trees, wanted: &Trees) -> Result<(), Difference> {
    same(&"number of constraints", &found.constraints.len(), &wanted.constraints.len())?;
    let constraints = (0..found.constraints.len()).flat_map(|i| [Function::Constraint(i), Function::Proxy(i)]);
    let functions = std::iter::once(Function::Objective).chain(constraints);
    let Some(function) = found.first_difference(wanted, functions) else { return Ok(()) };
    let field = describe(function);
    match (found.text(function), wanted.text(function)) {
        (Some(a), Some(b)) => Err(Difference::new(&field, format!("`{a}`"), format!("`{b}`"))),
        (a, b) => same(&field, &there_or_not(a.is_some()), &there_or_not(b.is_some())),
    }
}

/// Two texts, of which long ones are cut to where they begin to differ.
fn around_difference(a: &str, b: &str) -> (String, String) {
    const LONGEST: usize = 120;
    const BEFORE: usize = 30;
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let is_short = |text: &str| text.chars().nth(LONGEST).is_none();
    let start = if is_short(a) && is_short(b) { 0 } else { same.saturating_sub(BEFORE) };
    let cut = |text: &str| {
        let before = if start > 0 { "..." } else { "" };
        let shown: String = text.chars().skip(start).take(LONGEST).collect();
        let after = if text.chars().nth(start.saturating_add(LONGEST)).is_some() { "..." } else { "" };
        format!("{before}{shown}{after}")
    };
    (cut(a), cut(b))
}

#[cfg(test)]
#[path = "../tests/inside/same_problem.rs"]
mod tests;
