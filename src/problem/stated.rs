//! The `[facts]` of a problem file: each is refuted (and the file refused), proved, or kept as declared.
//!
//! - `margin` at `margin_point` is decided by enclosures there, and exactly where the functions are rational.
//! - `objective_range` is proved by an enclosure of the objective over the domain, refuted by two points.
//! - An optimum is refuted by a feasible point with a smaller objective, and by an enclosure of the objective over the
//!   domain that lies above it. Proving one is the work of an oracle, so here it stays declared.

use super::document::{Field, Table};
use super::expression::{ExpressionProblem, named_point};
use super::facts::{Fact, Facts, Margin};
use super::sampling::probes;
use super::{Problem, Workspace};
use crate::domain::{AnyDomain, Domain};
use crate::error::Result;
use crate::expr;
use crate::game::{Grade, Side};
use crate::numerics::Enclosure;
use crate::numerics::rational::exact;

const FIELDS: [&str; 7] =
    ["optimum", "mixed_optimum", "proxy_optimum", "margin", "margin_point", "objective_range", "noise"];

/// Reads the table and checks what it says.
pub(super) fn read(problem: &ExpressionProblem, table: &Table<'_>) -> Result<Facts> {
    table.allow_only(&FIELDS)?;
    let points = Probes::of(problem);
    let optimum = read_optimum(table, "optimum", &points, Side::Constraints)?;
    let mixed_optimum = read_optimum(table, "mixed_optimum", &points, Side::Constraints)?;
    if let (Some(pure), Some(mixed)) = (optimum, mixed_optimum)
        && mixed.value > pure.value
    {
        let message = format!("says that the mixed optimum {} is above the optimum {}", mixed.value, pure.value);
        return Err(table.error(message + ", but a single point is a mixture too"));
    }
    Ok(Facts {
        optimum,
        mixed_optimum,
        proxy_optimum: read_optimum(table, "proxy_optimum", &points, Side::Proxies)?,
        margin: read_margin(problem, table)?,
        objective_range: read_objective_range(table, &points)?,
        noise: read_noise(table)?,
    })
}

/// Points of the domain with the enclosed values of both sides there.
struct Probes<'a> {
    problem: &'a ExpressionProblem,
    points: Vec<Vec<f64>>,
    constraints: Vec<Vec<Enclosure>>,
    proxies: Vec<Vec<Enclosure>>,
}

impl<'a> Probes<'a> {
    fn of(problem: &'a ExpressionProblem) -> Self {
        let points = probes(problem.domain());
        let values = |side| points.iter().map(|point| values_at(problem, point, side)).collect();
        Self { problem, constraints: values(Side::Constraints), proxies: values(Side::Proxies), points }
    }

    /// A point that is certainly feasible and certainly cheaper than `value`.
    fn cheaper(&self, value: f64, side: Side) -> Option<&[f64]> {
        let values = if side == Side::Proxies { &self.proxies } else { &self.constraints };
        let feasible = |row: &[Enclosure]| row[1..].iter().all(|constraint| constraint.hi() <= 0.0);
        let position = values.iter().position(|row| row[0].hi() < value && feasible(row))?;
        Some(&self.points[position])
    }

    /// An enclosure of the objective over the domain, if there is one.
    fn objective(&self) -> Option<Enclosure> {
        match self.problem.domain() {
            // All the points were tried, so the hull of the values there is the range.
            AnyDomain::FiniteSet(_) => self.constraints.iter().map(|row| row[0]).reduce(Enclosure::hull),
            domain => self.problem.objective().enclose(&domain.bounding_box(), &mut expr::Workspace::new()).ok(),
        }
    }

    fn name(&self, point: &[f64]) -> String {
        named_point(self.problem.variables(), point)
    }
}

/// Enclosed values at a point; the whole line where a function has none.
fn values_at(problem: &ExpressionProblem, point: &[f64], side: Side) -> Vec<Enclosure> {
    let at: Vec<Enclosure> = point.iter().map(|&x| Enclosure::point(x)).collect();
    let mut values = vec![Enclosure::EVERYTHING; problem.num_constraints() + 1];
    let mut work = Workspace::default();
    for (k, value) in values.iter_mut().enumerate() {
        *value = problem.function(k, side).enclose(&at, &mut work.enclosures).unwrap_or(Enclosure::EVERYTHING);
    }
    values
}

fn read_optimum(table: &Table<'_>, key: &str, points: &Probes<'_>, side: Side) -> Result<Option<Fact>> {
    let Some(field) = table.optional(key) else { return Ok(None) };
    let value = field.number()?;
    if let Some(point) = points.cheaper(value, side) {
        let place = points.name(point);
        return Err(field.error(format!("is {value}, but the feasible point {place} has a smaller objective")));
    }
    if let Some(range) = points.objective().filter(|range| value < range.lo()) {
        return Err(field.error(format!("is {value}, but the objective is nowhere below {}", range.lo())));
    }
    Ok(Some(Fact::declared(value)))
}

fn read_margin(problem: &ExpressionProblem, table: &Table<'_>) -> Result<Option<Margin>> {
    let Some(field) = table.optional("margin") else {
        return match table.optional("margin_point") {
            Some(point) => Err(point.error("needs `margin`, the number that it is a point for")),
            None => Ok(None),
        };
    };
    let value = field.number()?;
    if value <= 0.0 {
        return Err(field.error(format!("must be a positive number, not {value}")));
    }
    let Some(point_field) = table.optional("margin_point") else {
        return Ok(Some(Margin { value, point: None, grade: Grade::Declared }));
    };
    let point = point_field.numbers("a point, one number per variable")?;
    check_point(problem, &point_field, &point)?;
    let mut grade = Grade::Proved;
    for (i, enclosed) in values_at(problem, &point, Side::Proxies).into_iter().enumerate().skip(1) {
        match certainly_at_most(problem, i, enclosed, -value, &point) {
            Some(true) => {}
            None => grade = Grade::Declared,
            Some(false) => {
                return Err(field.error(format!(
                    "is {value}, but at `margin_point` constraint `{}`{} is {enclosed}, not at most {}",
                    problem.constraints()[i - 1].name,
                    if problem.constraints()[i - 1].proxy.is_some() { " (its proxy)" } else { "" },
                    -value
                )));
            }
        }
    }
    Ok(Some(Margin { value, point: Some(point), grade }))
}

fn check_point(problem: &ExpressionProblem, field: &Field<'_>, point: &[f64]) -> Result<()> {
    let dim = problem.domain().dim();
    if point.len() != dim {
        return Err(field.error(format!("must have {dim} coordinates, one per variable, not {}", point.len())));
    }
    if !problem.domain().contains(point) {
        return Err(field.error(format!("is {}, which is outside the domain", named_point(problem.variables(), point))));
    }
    Ok(())
}

/// Whether function `k` on the proxy side is at most `bound` at a point, if that can be decided.
fn certainly_at_most(
    problem: &ExpressionProblem,
    k: usize,
    value: Enclosure,
    bound: f64,
    point: &[f64],
) -> Option<bool> {
    if value.hi() <= bound {
        return Some(true);
    }
    if value.lo() > bound {
        return Some(false);
    }
    let at: Vec<_> = point.iter().map(|&x| exact(x)).collect();
    let value = problem.function(k, Side::Proxies).eval_exact(&at, &mut expr::Workspace::new()).ok()?;
    Some(value <= exact(bound))
}

fn read_objective_range(table: &Table<'_>, points: &Probes<'_>) -> Result<Option<Fact>> {
    let Some(field) = table.optional("objective_range") else { return Ok(None) };
    let value = field.number()?;
    if value < 0.0 {
        return Err(field.error(format!("must not be negative, but is {value}")));
    }
    let objective = || points.constraints.iter().map(|row| row[0]).zip(&points.points);
    let highest = objective().max_by(|a, b| a.0.lo().total_cmp(&b.0.lo()));
    let lowest = objective().min_by(|a, b| a.0.hi().total_cmp(&b.0.hi()));
    if let (Some((high, above)), Some((low, below))) = (highest, lowest)
        && (high - low).lo() > value
    {
        let (above, below) = (points.name(above), points.name(below));
        return Err(field.error(format!("is {value}, but the objective differs by more between {below} and {above}")));
    }
    let proved = points.objective().is_some_and(|range| range.width() <= value);
    Ok(Some(if proved { Fact::proved(value) } else { Fact::declared(value) }))
}

fn read_noise(table: &Table<'_>) -> Result<f64> {
    let Some(field) = table.optional("noise") else { return Ok(0.0) };
    let noise = field.number()?;
    if noise < 0.0 { Err(field.error(format!("must not be negative, but is {noise}"))) } else { Ok(noise) }
}
