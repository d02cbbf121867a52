//! Bounds over the domain by enclosure, for problems that come without closed forms.
//!
//! The domain's bounding box is cut into a few cells and every function is enclosed over each: the hull of the
//! enclosures bounds the function, rigorously and a little generously.

use super::sampling::probes;
use super::{Margin, Problem, Workspace};
use crate::domain::{AnyDomain, Domain};
use crate::error::{Error, Result};
use crate::expr::Curvature;
use crate::game::{Grade, Side};
use crate::numerics::{Enclosure, Norm};

/// Cells times functions that are enclosed at most; fewer cells where there are many functions.
const EFFORT: usize = 4096;
const MOST_CELLS: usize = 256;

/// Bounds over the domain, each rounded to its safe side.
#[derive(Clone, Debug, PartialEq)]
pub struct Constants {
    /// At least `|g_i|` for every constraint, everywhere.
    pub bound_constraints: f64,
    /// At least the Euclidean norm of `(g_1, .., g_m)`, everywhere.
    pub bound_payoff_2: f64,
    /// At least the Euclidean norm of a subgradient of `<weights, (g_0, h)>` with weights in the simplex, `h` the
    /// proxies; `None` for a table, which has no subgradients.
    pub bound_subgradient: Option<f64>,
    /// A point where every proxy (every constraint, without proxies) is at most `-value`; `None` if there is no such
    /// point with a positive value, and without constraints, where any value would do.
    pub margin: Option<Margin>,
    /// At least `sup g_0 - inf g_0`.
    pub objective_range: f64,
    /// At least the Euclidean norm of every point of the domain.
    pub radius: f64,
}

/// Bounds of a problem over its domain, with the subgradients of the functions on `side`.
///
/// The subgradient bound is absent where a function may jump or has no bounded slope; the margin is the best of a
/// fixed set of points, and absent if none of them is strictly feasible.
///
/// # Errors
/// If a function is not bounded on the domain, or is undefined somewhere.
pub fn constants(problem: &dyn Problem, side: Side) -> Result<Constants> {
    let functions = problem.num_constraints() + 1;
    let mut work = Workspace::default();
    let mut values = vec![Enclosure::ZERO; functions];
    let mut objective: Option<Enclosure> = None;
    let (mut largest, mut largest_norm) = (0.0_f64, 0.0_f64);
    for cell in cells(problem.domain(), functions) {
        problem.enclose(&cell, Side::Constraints, &mut values, &mut work)?;
        if let Some(k) = values.iter().position(|value| !value.is_finite()) {
            let what = if k == 0 { "the objective".to_owned() } else { format!("constraint {k}") };
            let message = format!("{what} of problem `{}` has no finite bound on the domain", problem.name());
            return Err(Error::new(format!("{message}: shrink the domain or rescale the function")));
        }
        objective = Some(objective.map_or(values[0], |hull| hull.hull(values[0])));
        largest = values[1..].iter().fold(largest, |largest, value| largest.max(value.magnitude()));
        largest_norm = largest_norm.max(Norm::Two.norm_of_enclosures(&values[1..]).hi());
    }
    let bounds = Constants {
        bound_constraints: largest,
        bound_payoff_2: largest_norm,
        bound_subgradient: subgradient_bound(problem, side, &mut work),
        margin: margin(problem, side, &mut work),
        objective_range: objective.map_or(0.0, Enclosure::width),
        radius: problem.domain().radius(),
    };
    problem.cover_draws(bounds, side)
}

/// Boxes that cover the domain: its points, or the bounding box cut across its widest side again and again.
fn cells(domain: &AnyDomain, functions: usize) -> Vec<Vec<Enclosure>> {
    if let AnyDomain::FiniteSet(set) = domain {
        return set.points().map(|point| point.iter().map(|&x| Enclosure::point(x)).collect()).collect();
    }
    let whole = domain.bounding_box();
    let count = (EFFORT / functions).clamp(1, MOST_CELLS);
    let mut cells = std::collections::VecDeque::from([whole]);
    while cells.len() < count {
        let Some(cell) = cells.pop_front() else { break };
        let widest = (0..cell.len()).max_by(|&a, &b| cell[a].width().total_cmp(&cell[b].width())).unwrap_or(0);
        let middle = cell[widest].midpoint();
        for (lo, hi) in [(cell[widest].lo(), middle), (middle, cell[widest].hi())] {
            let mut half = cell.clone();
            half[widest] = Enclosure::new(lo, hi);
            cells.push_back(half);
        }
    }
    cells.into()
}

/// At least the Euclidean norm of a subgradient of `<weights, (g_0, h)>` for weights in the simplex: the largest of
/// the functions' own, because a norm is convex.
fn subgradient_bound(problem: &dyn Problem, side: Side, work: &mut Workspace) -> Option<f64> {
    let expressions = problem.expressions()?;
    let functions = problem.num_constraints() + 1;
    let mut slopes = vec![Enclosure::ZERO; problem.domain().dim()];
    let mut bound = 0.0_f64;
    for cell in cells(problem.domain(), functions) {
        for k in 0..functions {
            expressions.function(k, side).enclose_gradient(&cell, &mut slopes, &mut work.enclosures).ok()?;
            bound = bound.max(Norm::Two.norm_of_enclosures(&slopes).hi());
        }
    }
    bound.is_finite().then_some(bound)
}

/// The margin that the problem states, else the best one among the points that facts are tried at.
fn margin(problem: &dyn Problem, side: Side, work: &mut Workspace) -> Option<Margin> {
    if let Some(stated) = &problem.facts().margin {
        return Some(stated.clone());
    }
    let mut values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
    let mut best: Option<Margin> = None;
    for point in probes(problem.domain()) {
        let at: Vec<Enclosure> = point.iter().map(|&x| Enclosure::point(x)).collect();
        problem.enclose(&at, side, &mut values, work).ok()?;
        let worst = values[1..].iter().map(|value| value.hi()).reduce(f64::max)?;
        if -worst > best.as_ref().map_or(0.0, |margin| margin.value) {
            best = Some(Margin { value: -worst, point: Some(point), grade: Grade::Proved });
        }
    }
    best
}

/// Why the objective and the functions on `side` are not all known to be convex on the domain; `None` if they are.
pub fn not_convex(problem: &dyn Problem, side: Side) -> Option<String> {
    if let AnyDomain::FiniteSet(_) = problem.domain() {
        return Some("the domain is a finite set of points".to_owned());
    }
    let Some(expressions) = problem.expressions() else {
        return Some("its functions are not given as expressions".to_owned());
    };
    let bounds = problem.domain().bounding_box();
    (0..=problem.num_constraints()).find_map(|k| {
        let function = expressions.function(k, side);
        match function.curvature(&bounds) {
            Curvature::Unknown(obstacle) => Some(obstacle.to_string()),
            Curvature::Concave => Some(format!("`{function}` is concave")),
            Curvature::Constant | Curvature::Affine | Curvature::Convex => None,
        }
    })
}
