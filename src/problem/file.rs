//! Problems from TOML files.
//!
//! A file is read in two passes: first what it says (every field known, every expression parsed, every number
//! finite), then whether that can be true (functions defined where they are tried, proxies not refuted, facts not
//! refuted). What is refuted is refused with the point; what cannot be decided is kept and graded `declared`.

use super::document::{self, Field, Table};
use super::domination::{self, Domination};
use super::expression::{Constraint, ExpressionProblem, named_point};
use super::sampling::probes;
use super::{Facts, Problem, Workspace};
use crate::domain::{AnyDomain, Ball, Cuboid, FiniteSet};
use crate::error::{Error, Result};
use crate::expr::{self, Expr};
use crate::game::Side;
use std::collections::HashSet;
use std::path::Path;
use std::sync::OnceLock;

/// Whether a text names a problem file, and not a built-in problem: it ends in `.toml`, or there is such a file.
pub fn names_file(text: &str) -> bool {
    let path = Path::new(text);
    path.extension().is_some_and(|extension| extension == "toml") || path.is_file()
}

impl ExpressionProblem {
    /// Reads a problem file; its name defaults to the file's.
    ///
    /// # Errors
    /// One sentence with the file, the line and the field.
    pub fn open(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).map_err(|source| match source.kind() {
            std::io::ErrorKind::InvalidData => Error::new("this is not a text file: name a problem file").in_file(path),
            _ => Error::io("read", path, source),
        })?;
        let stem = path.file_stem().map_or("problem".into(), |stem| stem.to_string_lossy());
        Self::from_toml(&text, &stem).map_err(|error| error.in_file(path))
    }

    /// Reads a problem from the text of a file; `name` is used if the text does not give one.
    ///
    /// # Errors
    /// One sentence with the line and the field.
    pub fn from_toml(text: &str, name: &str) -> Result<Self> {
        let document = document::parse(text)?;
        let root = Table::root(text, document.get_ref());
        root.allow_only(&["name", "minimize", "variables", "domain", "constraint", "facts"])?;
        let (variables, domain) = read_domain(&root)?;
        let minimize = root.required("minimize", "minimize = \"x^2\"")?;
        let mut problem = Self {
            name: root.optional("name").map_or(Ok(name), |field| read_name(&field))?.to_owned(),
            objective: read_expression(&minimize, &variables)?,
            variables,
            domain,
            constraints: Vec::new(),
            facts: Facts::UNKNOWN,
            block: OnceLock::new(),
        };
        let fields = constraint_fields(&root)?;
        let mut seen = HashSet::new();
        for field in &fields {
            let constraint = read_constraint(&problem, field, &mut seen)?;
            problem.constraints.push(constraint);
        }
        problem.block = OnceLock::new(); // nothing was found out while constraints were missing
        check_defined(&problem, &minimize, &fields)?;
        if let Some(field) = root.optional("facts") {
            problem.facts = super::stated::read(&problem, &field.table("a table of facts")?)?;
        }
        Ok(problem)
    }
}

/// A name for tables: one line of visible characters.
fn read_name<'a>(field: &Field<'a>) -> Result<&'a str> {
    let name = field.string()?;
    if name.is_empty() || name.chars().count() > 60 || name.chars().any(char::is_control) {
        return Err(field.error("must be a name of 1 to 60 characters on one line"));
    }
    Ok(name)
}

/// The variables and the set they live in.
fn read_domain(root: &Table<'_>) -> Result<(Vec<String>, AnyDomain)> {
    let field = root.required("variables", "variables = { x = [-1, 1] }")?;
    let shape = root.optional("domain");
    if field.is_list() {
        let (mut names, mut seen) = (Vec::new(), HashSet::new());
        for entry in field.list("a list of names")? {
            names.push(entry.string()?.to_owned());
            check_variable(&entry, &names, &mut seen)?;
        }
        let Some(shape) = shape else {
            return Err(field.error("is a list of names, so `[domain]` must say where they live: `ball` or `points`"));
        };
        let domain = read_shape(&shape.table("a table with `ball` or `points`")?, names.len())?;
        return Ok((names, domain));
    }
    if let Some(shape) = shape {
        return Err(
            shape.error("needs `variables = [\"x\", ..]`, a list of names: a box in `[variables]` is a domain already")
        );
    }
    let (mut names, mut lower, mut upper, mut seen) = (Vec::new(), Vec::new(), Vec::new(), HashSet::new());
    for (name, entry) in field.table("a table of ranges or a list of names")?.fields() {
        names.push(name);
        check_variable(&entry, &names, &mut seen)?;
        let &[lo, hi] = entry.numbers("a range such as [-1, 1]")?.as_slice() else {
            return Err(entry.error("must be a range of two numbers, such as [-1, 1]"));
        };
        if lo > hi {
            return Err(entry.error(format!("is the range [{lo}, {hi}], whose lower end is above its upper end")));
        }
        lower.push(lo);
        upper.push(hi);
    }
    let domain = Cuboid::new(lower, upper).map_err(|cause| field.wrap(&cause))?;
    Ok((names, AnyDomain::Cuboid(domain)))
}

/// Whether the last of the names can name a variable, next to the others, which were seen.
fn check_variable(entry: &Field<'_>, names: &[String], seen: &mut HashSet<String>) -> Result<()> {
    let Some(name) = names.last() else { return Ok(()) };
    let again = !seen.insert(name.clone());
    Expr::parse("0", &vec![name; 1 + usize::from(again)]).map(drop).map_err(|cause| entry.wrap(&cause))
}

fn read_shape(table: &Table<'_>, dim: usize) -> Result<AnyDomain> {
    table.allow_only(&["ball", "points"])?;
    match (table.optional("ball"), table.optional("points")) {
        (Some(ball), None) => {
            let shape = Ball::new(dim, ball.number()?).map_err(|cause| ball.wrap(&cause))?;
            Ok(AnyDomain::Ball(shape))
        }
        (None, Some(points)) => {
            let mut rows = Vec::new();
            for row in points.list("a list of points such as [[0, 1], [1, 0]]")? {
                let point = row.numbers("a point such as [0, 1]")?;
                if point.len() != dim {
                    return Err(
                        row.error(format!("must have {dim} coordinates, one per variable, not {}", point.len()))
                    );
                }
                rows.push(point);
            }
            let set = FiniteSet::new(&rows).map_err(|cause| points.wrap(&cause))?;
            Ok(AnyDomain::FiniteSet(set))
        }
        _ => Err(table.error("must have exactly one of `ball` and `points`")),
    }
}

fn read_expression(field: &Field<'_>, variables: &[String]) -> Result<Expr> {
    Expr::parse(field.string()?, variables).map_err(|cause| field.wrap(&cause))
}

fn constraint_fields<'a>(root: &Table<'a>) -> Result<Vec<Field<'a>>> {
    root.optional("constraint")
        .map_or(Ok(Vec::new()), |field| field.list("a list of tables, each headed [[constraint]]"))
}

/// Reads a constraint whose name is not among those that were seen.
fn read_constraint(problem: &ExpressionProblem, field: &Field<'_>, seen: &mut HashSet<String>) -> Result<Constraint> {
    let table = field.table("a table headed [[constraint]]")?;
    table.allow_only(&["name", "expression", "proxy"])?;
    let name = match table.optional("name") {
        Some(name) => read_name(&name)?.to_owned(),
        None => format!("constraint_{}", problem.constraints.len() + 1),
    };
    if !seen.insert(name.clone()) {
        return Err(field.error(format!("is named `{name}`, as an earlier constraint is: choose another name")));
    }
    let expression = read_expression(&table.required("expression", "expression = \"x - 1\"")?, &problem.variables)?;
    let mut constraint = Constraint { name, expression, proxy: None, domination: Domination::Proved };
    if let Some(field) = table.optional("proxy") {
        let proxy = read_expression(&field, &problem.variables)?;
        constraint.domination = domination::decide(&proxy, &constraint.expression, &problem.domain);
        if let Domination::Refuted(point) = &constraint.domination {
            return Err(below(problem, &field, &proxy, &constraint.expression, point));
        }
        constraint.proxy = Some(proxy);
    }
    Ok(constraint)
}

/// The refusal of a proxy, with the point and the two values.
fn below(problem: &ExpressionProblem, field: &Field<'_>, proxy: &Expr, constraint: &Expr, point: &[f64]) -> Error {
    let value = |expr: &Expr| {
        let value = expr.eval_f64(point, &mut expr::Workspace::new());
        value.map_or("undefined".to_owned(), |value| value.to_string())
    };
    field.error(format!(
        "must be at least the expression everywhere, but at {} it is {} and the expression is {}",
        named_point(&problem.variables, point),
        value(proxy),
        value(constraint),
    ))
}

/// Refuses a problem with a function that is undefined at one of the points tried.
fn check_defined(problem: &ExpressionProblem, minimize: &Field<'_>, constraints: &[Field<'_>]) -> Result<()> {
    let mut work = Workspace::default();
    for point in probes(&problem.domain) {
        for k in 0..=problem.num_constraints() {
            for side in [Side::Constraints, Side::Proxies] {
                if let Err(cause) = problem.function(k, side).eval_f64(&point, &mut work.numbers) {
                    let field = if k == 0 { minimize } else { &constraints[k - 1] };
                    let what = if k > 0 && side == Side::Proxies { "has a proxy that " } else { "" };
                    let place = named_point(&problem.variables, &point);
                    return Err(field.error(format!("{what}has no value at {place}, a point of the domain: {cause}")));
                }
            }
        }
    }
    Ok(())
}
