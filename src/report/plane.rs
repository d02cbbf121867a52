//! Candidates in the plane of their objective and their largest constraint, and what was mixed of them.

use super::chosen::marks;
use super::{Axis, Chart, Look, Scale, Series};
use crate::shrink::{Atom, Candidates};
use dashu_ratio::RBig;

/// Up to so many candidates are all drawn.
const ALL: usize = 2000;

/// Cells of a side of the grid in each of which one candidate is drawn where there are more.
const CELLS: usize = 36;

/// Points of the staircase that are drawn, about.
const STEPS: usize = 400;

/// Every candidate by its objective (across) and its largest constraint (up; at most 0 keeps all of them), the members of a
/// mixture with their weights, the mixture itself, and the mean of all candidates.
///
/// Of more than 2,000 candidates one is drawn in each cell of a grid, and about 400 of those that no other beats in both
/// values. The subtitle says so. `support` is that of a [`Solution`](crate::shrink::Solution) or of an
/// [`Equilibrium`](crate::equilibrium::Equilibrium), and may be empty.
///
/// ```
/// use referee::report::plane::plane;
/// use referee::shrink::{Candidates, Epsilon, Outcome, shrink};
/// let mut candidates = Candidates::new(1);
/// candidates.push(0.0, &[1.0])?;
/// candidates.push(1.0, &[-0.5])?;
/// let Outcome::Optimal(solution) = shrink(&candidates, &Epsilon::Minimal)? else { panic!("a mixture") };
/// let chart = plane("Two models", &candidates, &solution.support);
/// let svg = chart.svg();
/// assert!(svg.contains(">candidate 0, weight 1/3, about 0.333</text>"));
/// let mixture = chart.series.iter().find(|series| series.name == "the mixture").unwrap();
/// assert_eq!(mixture.points, [(2.0 / 3.0, 0.0)]);
/// # Ok::<(), referee::error::Error>(())
/// ```
///
/// # Panics
/// If the support names a candidate that is not there.
pub fn plane(title: &str, candidates: &Candidates, support: &[Atom]) -> Chart {
    let (count, m) = (candidates.len(), candidates.num_constraints());
    let place = |t: usize| (candidates.objective(t), largest((0..m).map(|i| candidates.constraint(t, i))));
    let points: Vec<(f64, f64)> = (0..count).map(place).collect();
    let drawn = if count <= ALL { points.clone() } else { thinned(&points) };
    let mut notes = Vec::new();
    if drawn.len() < count {
        notes.push(format!(
            "{} of {count} candidates are drawn: one in each cell of a grid, the ends, and of those that none beats in both values",
            drawn.len()
        ));
    }
    notes.extend(candidates.rounded_up().then(|| "upper ends of enclosed values".to_owned()));
    let (members, note) = marks("candidate", support, place);
    notes.extend(note);
    let ends = points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |ends, p| (ends.0.min(p.0), ends.1.max(p.0)));
    let zero = if count == 0 { Vec::new() } else { vec![(ends.0, 0.0), (ends.1, 0.0)] };
    let one = |name: String, point: Option<(f64, f64)>, look: Look| {
        point.map(|point| Series { name, points: vec![point], look })
    };
    let mixed = candidates.means(support.iter().map(|atom| (atom.candidate, &atom.weight)));
    let double = |mean: &RBig| mean.to_f64().value();
    let mixture = (!support.is_empty()).then(|| (double(&mixed[0]), largest(mixed[1..].iter().map(double))));
    let mut series = vec![
        Series { name: "0".to_owned(), points: zero, look: Look::Reference },
        Series { name: "candidates".to_owned(), points: drawn, look: Look::Cloud },
    ];
    series.extend(members);
    series.extend(one(format!("mean of all {count}"), mean(candidates), Look::Rings(1)));
    series.extend(one("the mixture".to_owned(), mixture, Look::Rings(6)));
    Chart {
        title: title.to_owned(),
        subtitle: notes.join("; "),
        x: Axis { label: "objective".to_owned(), scale: Scale::Linear },
        y: Axis { label: "largest constraint: at most 0".to_owned(), scale: Scale::Linear },
        series,
    }
}

/// The largest of the constraints; without any, none is above 0.
fn largest(constraints: impl Iterator<Item = f64>) -> f64 {
    constraints.reduce(f64::max).unwrap_or(0.0)
}

/// Each candidate with the same weight.
fn mean(candidates: &Candidates) -> Option<(f64, f64)> {
    let (count, m) = (candidates.len(), candidates.num_constraints());
    let share = 1.0 / count as f64; // taken of each value, because a sum may overflow
    let (mut objective, mut constraints) = (0.0, vec![0.0; m]);
    for t in 0..count {
        objective += share * candidates.objective(t);
        for (i, mean) in constraints.iter_mut().enumerate() {
            *mean += share * candidates.constraint(t, i);
        }
    }
    (count > 0).then(|| (objective, largest(constraints.into_iter())))
}

/// The first point of each cell of a grid, the points at the ends, and the staircase of those that no other beats.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let axis = |of: fn(&(f64, f64)) -> f64| {
        let low = points.iter().map(of).fold(f64::INFINITY, f64::min);
        let high = points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let width = (high / 2.0 - low / 2.0) / (CELLS as f64 / 2.0); // halves, because a difference may overflow
        let borders: Vec<f64> = (1..CELLS).map(|k| low + k as f64 * width).collect();
        move |value: f64| borders.partition_point(|border| *border <= value)
    };
    let (across, up) = (axis(|point| point.0), axis(|point| point.1));
    let mut taken = vec![false; CELLS * CELLS];
    let mut kept: Vec<usize> = (0..points.len())
        .filter(|&t| !std::mem::replace(&mut taken[across(points[t].0) * CELLS + up(points[t].1)], true))
        .collect();
    let by = |of: fn(&(f64, f64)) -> f64| {
        let order = |a: &usize, b: &usize| of(&points[*a]).total_cmp(&of(&points[*b]));
        [(0..points.len()).min_by(order), (0..points.len()).rev().max_by(order)]
    };
    kept.extend([by(|point| point.0), by(|point| point.1)].concat().into_iter().flatten());
    let stairs = staircase(points);
    let every = stairs.len().div_ceil(STEPS).max(1);
    kept.extend(stairs.iter().step_by(every).chain(stairs.last()));
    kept.sort_unstable();
    kept.dedup();
    kept.into_iter().map(|t| points[t]).collect()
}

/// The points that no other beats in both values, from the least objective on.
fn staircase(points: &[(f64, f64)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_unstable_by(|&a, &b| {
        points[a].0.total_cmp(&points[b].0).then(points[a].1.total_cmp(&points[b].1)).then(a.cmp(&b))
    });
    let mut least = f64::INFINITY;
    order.retain(|&t| {
        points[t].1 < least && {
            least = points[t].1;
            true
        }
    });
    order
}
