//! Whether a file is about the problem that somebody had in mind (section 3 of the specification): names play no part.

use crate::data::Forms;
use crate::decimal::plain;
use crate::json::{self, Flaw};
use crate::problem::{Domain, Function, Problem, Subject, Table, Trees, describe};
use crate::report::{Reason, Refusal};
use crate::{LONGEST_FILE, attached};
use std::cmp::Ordering;

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
        let problem = parse(bytes).and_then(attached::problem_or_data).map_err(|flaw| flaw.in_file(name))?;
        Ok(Self(Kind::Problem(Box::new(problem))))
    }

    /// All constraints of a fit or of a problem over data, in their order: an array as the field `constraints` of a fit
    /// has it.
    ///
    /// # Errors
    /// If they are not constraints.
    pub fn constraints(bytes: &[u8], name: &str) -> Result<Self, Refusal> {
        let forms = parse(bytes).and_then(Forms::read).map_err(|flaw| flaw.in_file(name))?;
        Ok(Self(Kind::Constraints(forms)))
    }

    /// Refuses a file, called `name`, that is about something else, or about nothing that can be compared.
    pub(crate) fn check(&self, name: &str, subject: Option<&Subject<'_>>) -> Result<(), Refusal> {
        let unread = |sentence: String| Err(Refusal::Unread { sentence });
        let difference = match (&self.0, subject) {
            (Kind::Problem(_), None) => {
                return unread(format!(
                    "{name} carries no problem, so there is nothing to compare: leave out --problem"
                ));
            }
            (Kind::Constraints(wanted), Some(Subject::Data(data))) => data.constraints.first_difference(wanted),
            (Kind::Constraints(_), _) => {
                return unread(format!("{name} has no constraints on data to compare: leave out --constraint"));
            }
            (Kind::Problem(wanted), Some(found)) => first_difference(found, &wanted.subject()),
        };
        difference.map_or(Ok(()), |Difference { field, found, wanted }| {
            let (found, wanted) = around_difference(&found, &wanted);
            let detail = format!("it is {found} in the file, but {wanted} in what was asked for");
            Err(Refusal::rejected(format!("problem, {field}"), Reason::Problem, detail))
        })
    }
}

fn parse(bytes: &[u8]) -> json::Form<json::Node> {
    if u64::try_from(bytes.len()).is_ok_and(|length| length > LONGEST_FILE) {
        return Err(Flaw { line: None, reason: "the file is longer than 2^30 bytes".to_owned() });
    }
    json::parse(bytes)
}

/// Where two problems first differ, and what each says there.
pub(crate) struct Difference {
    field: String,
    found: String,
    wanted: String,
}

impl Difference {
    pub(crate) fn new(field: impl Into<String>, found: impl Into<String>, wanted: impl Into<String>) -> Self {
        Self { field: field.into(), found: found.into(), wanted: wanted.into() }
    }
}

/// The first pair that differs as doubles do, counted from 0.
fn different(a: &[f64], b: &[f64]) -> Option<(usize, f64, f64)> {
    let mut pairs = a.iter().copied().zip(b.iter().copied()).enumerate();
    pairs.find(|(_, (a, b))| a.partial_cmp(b).is_none_or(Ordering::is_ne)).map(|(i, (a, b))| (i, a, b))
}

pub(crate) fn first_difference(found: &Subject<'_>, wanted: &Subject<'_>) -> Option<Difference> {
    match (found, wanted) {
        (Subject::Expressions(found, domain), Subject::Expressions(wanted, other)) => {
            let count = |trees: &Trees| trees.variables.len();
            if count(found) != count(wanted) {
                let (a, b) = (count(found).to_string(), count(wanted).to_string());
                return Some(Difference::new("number of variables", a, b));
            }
            different_domain(domain, other).or_else(|| different_function(found, wanted))
        }
        (Subject::Table(found), Subject::Table(wanted)) => different_table(found, wanted),
        (Subject::Data(found), Subject::Data(wanted)) => found.first_difference(wanted),
        _ => {
            let kind = |subject: &Subject<'_>| match subject {
                Subject::Expressions(..) => "one of expressions",
                Subject::Table(_) => "a table",
                Subject::Data(_) => "one over data",
            };
            Some(Difference::new("kind", kind(found), kind(wanted)))
        }
    }
}

fn different_domain(found: &Domain, wanted: &Domain) -> Option<Difference> {
    let end = |which: &str, a: &[f64], b: &[f64]| {
        let (i, a, b) = different(a, b)?;
        let field = format!("domain, {which} end of variable {}", i.saturating_add(1));
        Some(Difference::new(field, plain(a), plain(b)))
    };
    match (found, wanted) {
        (Domain::Box { lower, upper }, Domain::Box { lower: low, upper: high }) => {
            end("lower", lower, low).or_else(|| end("upper", upper, high))
        }
        (Domain::Ball { radius }, Domain::Ball { radius: other }) => {
            different(&[*radius], &[*other]).map(|(_, a, b)| Difference::new("domain, radius", plain(a), plain(b)))
        }
        (Domain::Points(points), Domain::Points(others)) => different_rows("domain", "point", points, others),
        _ => {
            let kind = |domain: &Domain| match domain {
                Domain::Box { .. } => "a box",
                Domain::Ball { .. } => "a ball",
                Domain::Points(_) => "a set of points",
            };
            Some(Difference::new("domain", kind(found), kind(wanted)))
        }
    }
}

/// Rows are counted from 0, as the checker counts them elsewhere.
fn different_rows(place: &str, row: &str, found: &[Vec<f64>], wanted: &[Vec<f64>]) -> Option<Difference> {
    let count = |rows: &[Vec<f64>]| rows.len().to_string();
    if found.len() != wanted.len() {
        return Some(Difference::new(format!("{place}, number of {row}s"), count(found), count(wanted)));
    }
    let differs = |(a, b): (&Vec<f64>, &Vec<f64>)| a.len() != b.len() || different(a, b).is_some();
    let number = found.iter().zip(wanted).position(differs)?;
    let text = |rows: &[Vec<f64>]| {
        let row = rows.get(number).map_or(&[][..], Vec::as_slice);
        format!("({})", row.iter().map(|x| plain(*x)).collect::<Vec<_>>().join(", "))
    };
    Some(Difference::new(format!("{place}, {row} {number} (from 0)"), text(found), text(wanted)))
}

fn different_table(found: &Table, wanted: &Table) -> Option<Difference> {
    let (a, b) = (found.num_constraints(), wanted.num_constraints());
    if a != b {
        return Some(Difference::new("number of constraints", a.to_string(), b.to_string()));
    }
    different_rows("table", "row", &found.rows, &wanted.rows).or_else(|| match (&found.proxies, &wanted.proxies) {
        (Some(a), Some(b)) => different_rows("table, proxies", "row", a, b),
        (None, None) => None,
        (found, _) => Some(there_or_not("table, proxies", found.is_some())),
    })
}

fn there_or_not(field: &str, is_found: bool) -> Difference {
    let word = |is_there: bool| if is_there { "there" } else { "absent" };
    Difference::new(field, word(is_found), word(!is_found))
}

fn different_function(found: &Trees, wanted: &Trees) -> Option<Difference> {
    let (a, b) = (found.constraints.len(), wanted.constraints.len());
    if a != b {
        return Some(Difference::new("number of constraints", a.to_string(), b.to_string()));
    }
    let constraints = (0..a).flat_map(|i| [Function::Constraint(i), Function::Proxy(i)]);
    let functions = std::iter::once(Function::Objective).chain(constraints);
    let function = found.first_difference(wanted, functions)?;
    let field = describe(function);
    match (found.text(function), wanted.text(function)) {
        (Some(a), Some(b)) => Some(Difference::new(field, format!("`{a}`"), format!("`{b}`"))),
        (a, _) => Some(there_or_not(&field, a.is_some())),
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
