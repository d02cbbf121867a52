//! Whether subgradients support: `f(y) >= f(x) + <s, y - x>` for a convex `f`.
//!
//! A problem's subgradient is a true one up to the rounding of doubles, and the tangent plane of a rounded slope may
//! cut the graph: `x / 3` has the slope `1/3` rounded down, and `0 >= 1 - 3 fl(1/3)` is false. So each coordinate is
//! granted `ROUNDING` times the largest coordinate of a slope that was seen, and values in doubles are granted the
//! same of the largest value. What remains is decided by enclosures: a violation beyond the grant is certain.

use super::conformance::{Finding, Ruling};
use super::laws_family::{points, values};
use super::problem::{Subject, Subjects};
use super::require;
use crate::domain::{AnyDomain, Domain as _};
use crate::game::Side;
use crate::numerics::Enclosure;
use crate::problem::{Problem, Workspace, not_convex};

/// What rounding may do to a slope: a thousand operations at half a unit each stay below it.
const ROUNDING: f64 = f64::EPSILON * 1024.0;

/// Pairs of points are tried, so fewer points do.
const POINTS: usize = 24;

pub(super) fn law_subgradients_support(subjects: &Subjects) -> Ruling {
    subjects.each(|subject| {
        let problem = subject.problem();
        if problem.table().is_some() {
            return Ok(Finding::Skipped("a table has no subgradients".into()));
        }
        let mut asked = 0;
        for side in [Side::Constraints, Side::Proxies] {
            let convex: Vec<usize> = (0..=problem.num_constraints()).filter(|&k| is_convex(subject, k, side)).collect();
            let single = convex.iter().map(|&k| vec![k]);
            // Each function alone, and all of them together: a problem may get one weight right and a sum wrong.
            for functions in single.chain((convex.len() > 1).then(|| convex.clone())) {
                supports(problem, side, &functions, &subject.sample())?;
                asked += 1;
            }
        }
        match asked {
            0 => Ok(Finding::Skipped(not_convex(problem, Side::Proxies).unwrap_or_default())),
            _ => Ok(Finding::Holds),
        }
    })
}

/// Whether a function is known to be convex: by the rules of composition, or by declaration.
fn is_convex(subject: &Subject, k: usize, side: Side) -> bool {
    let problem = subject.problem();
    if matches!(problem.domain(), AnyDomain::FiniteSet(_)) {
        return false;
    }
    match problem.expressions() {
        Some(expressions) => expressions.function(k, side).curvature(&problem.domain().bounding_box()).is_convex(),
        None => subject.is_convex() && side == Side::Proxies,
    }
}

/// The sum of some functions, with the planes at points of a sample.
fn supports(problem: &dyn Problem, side: Side, functions: &[usize], sample: &[Vec<f64>]) -> Result<(), String> {
    let mut weights = vec![0.0; problem.num_constraints() + 1];
    for &k in functions {
        weights[k] = 1.0;
    }
    let step = sample.len().div_ceil(POINTS).max(1);
    let mut work = Workspace::default();
    let mut planes = Vec::new();
    for theta in sample.iter().step_by(step) {
        let mut slope = vec![0.0; theta.len()];
        let found = problem.subgradient(theta, side, &weights, &mut slope, &mut work);
        found.map_err(|error| format!("{error}, at {theta:?}"))?;
        require(slope.iter().all(|s| s.is_finite()), || format!("the subgradient at {theta:?} is {slope:?}"))?;
        let row = values(problem, &points(theta), side)?;
        let value = functions.iter().fold(Enclosure::ZERO, |sum, &k| sum + row[k]);
        let terms = functions.iter().fold(0.0_f64, |size, &k| size.max(row[k].magnitude()));
        planes.push((theta, value, slope, terms));
    }
    let longest = planes.iter().flat_map(|plane| &plane.2).fold(0.0_f64, |longest, s| longest.max(s.abs()));
    let largest = planes.iter().fold(0.0_f64, |largest, plane| largest.max(plane.3));
    let grant = |size: f64| Enclosure::new(-ROUNDING * size, ROUNDING * size);
    let rounded = if problem.gives_enclosures() { Enclosure::ZERO } else { grant(largest) };
    for (x, at_x, slope, _) in &planes {
        for (y, at_y, ..) in &planes {
            let rise = x.iter().zip(*y).zip(slope).fold(Enclosure::ZERO, |sum, ((&x, &y), &s)| {
                sum + (Enclosure::point(s) + grant(longest)) * (Enclosure::point(y) - Enclosure::point(x))
            });
            let plane = *at_x + rise + rounded;
            require(at_y.hi() >= plane.lo(), || {
                let what = format!("the functions {functions:?} are {at_y} at {y:?}");
                format!("{what}, below the plane {plane} at {x:?} with slope {slope:?}")
            })?;
        }
    }
    Ok(())
}
