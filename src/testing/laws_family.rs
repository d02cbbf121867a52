//! What is known of a problem must satisfy: optima, multipliers, bounds, margins, against points of the domain.
//!
//! A law fails only on a certain violation: enclosures that overlap prove nothing and are let through.

use super::{Outcome, require};
use crate::domain::{AnyDomain, Domain as _};
use crate::game::Side;
use crate::numerics::Enclosure;
use crate::problem::families::{Known, Optimum};
use crate::problem::{Constants, Margin, Problem, Workspace};
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

/// Enclosures of `(g_0, h_1, .., h_m)` over a box. A problem that gives doubles only is taken at its word, at points.
///
/// # Errors
/// If a function is undefined there.
pub fn values(problem: &dyn Problem, over: &[Enclosure], side: Side) -> Result<Vec<Enclosure>, String> {
    let mut values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
    let mut work = Workspace::default();
    if problem.gives_enclosures() || !over.iter().all(|side| side.is_point()) {
        problem.enclose(over, side, &mut values, &mut work).map_err(|error| error.to_string())?;
        return Ok(values);
    }
    let mut doubles = vec![0.0; values.len()];
    let theta: Vec<f64> = over.iter().map(|side| side.lo()).collect();
    problem.values(&theta, side, &mut doubles, &mut work).map_err(|error| error.to_string())?;
    let value = |&x: &f64| Enclosure::try_new(x, x).ok_or_else(|| format!("a function is {x} at {theta:?}"));
    doubles.iter().map(value).collect()
}

/// A point as a box.
pub fn points(x: &[f64]) -> Vec<Enclosure> {
    x.iter().map(|&x| Enclosure::point(x)).collect()
}

/// Points of the domain: all of a finite set; else corners, uniform points, and points near those that matter.
pub fn sample(problem: &dyn Problem, known: Option<&Known>, generator: &mut ChaCha8Rng) -> Vec<Vec<f64>> {
    let domain = problem.domain();
    if let AnyDomain::FiniteSet(set) = domain {
        return set.points().map(<[f64]>::to_vec).collect();
    }
    let bounds = domain.bounding_box();
    let mut sample = Vec::new();
    for _ in 0..40 {
        sample.push(bounds.iter().map(|range| generator.random_range(range.lo()..=range.hi())).collect());
        sample.push(bounds.iter().map(|range| if generator.random() { range.lo() } else { range.hi() }).collect());
    }
    sample.push(bounds.iter().map(|range| range.lo()).collect());
    sample.push(bounds.iter().map(|range| range.hi()).collect());
    let optima =
        known.map(|known| [&known.optimum, &known.mixed_optimum, &known.proxy_optimum, &known.least_violation]);
    let margins = [known.and_then(|known| known.constants.margin.as_ref()), problem.facts().margin.as_ref()];
    let inside = margins.into_iter().flatten().find_map(|margin| margin.point.as_ref());
    sample.extend(inside.cloned());
    for atom in optima.into_iter().flatten().flatten().flat_map(|optimum| &optimum.mixture) {
        let middle: Vec<f64> = atom.point.iter().map(|x| x.midpoint()).collect();
        for k in 0..12 {
            let scale = 0.5_f64.powi(4 * k);
            let near = middle.iter().map(|x| x + scale * generator.random_range(-0.25..=0.25));
            sample.push(near.collect());
            // Towards the strictly feasible point, so that feasible points near the optimum are tried.
            if let Some(inside) = inside {
                sample.push(middle.iter().zip(inside).map(|(x, y)| x + scale * (y - x)).collect());
            }
        }
        sample.push(middle);
    }
    for point in &mut sample {
        domain.project(point);
    }
    sample
}

/// No certainly feasible point is certainly below the optimum.
pub fn law_nothing_feasible_is_below(
    problem: &dyn Problem,
    optimum: &Optimum,
    side: Side,
    sample: &[Vec<f64>],
) -> Outcome {
    for point in sample {
        let row = values(problem, &points(point), side)?;
        let feasible = row[1..].iter().all(|value| value.hi() <= 0.0);
        require(!feasible || row[0].hi() >= optimum.value.lo(), || {
            format!("{point:?} is feasible with objective {}, below {}", row[0], optimum.value)
        })?;
    }
    Ok(())
}

/// The mixture is one, in the domain, may be feasible on average, and may have the optimum as its mean objective.
pub fn law_attained(problem: &dyn Problem, optimum: &Optimum, side: Side) -> Outcome {
    let mut means = vec![Enclosure::ZERO; problem.num_constraints() + 1];
    let mut total = Enclosure::ZERO;
    for atom in &optimum.mixture {
        require(atom.weight.hi() >= 0.0, || format!("the weight {} is negative", atom.weight))?;
        let meets = problem.domain().bounding_box().iter().zip(&atom.point).all(|(r, x)| r.intersection(*x).is_some());
        require(meets, || format!("{:?} is outside the domain", atom.point))?;
        total = total + atom.weight;
        for (mean, value) in means.iter_mut().zip(values(problem, &atom.point, side)?) {
            *mean = *mean + atom.weight * value;
        }
    }
    require(total.contains(1.0), || format!("the weights sum to {total}"))?;
    let violated = means[1..].iter().position(|mean| mean.lo() > 0.0);
    require(violated.is_none(), || format!("the means {means:?} violate constraint {violated:?}"))?;
    require(means[0].intersection(optimum.value).is_some(), || {
        format!("the mean objective is {}, not {}", means[0], optimum.value)
    })
}

/// `g_0 + <y, h>` is nowhere certainly below the optimum, and `y` may be non-negative.
pub fn law_weak_duality(problem: &dyn Problem, optimum: &Optimum, side: Side, sample: &[Vec<f64>]) -> Outcome {
    let Some(multipliers) = &optimum.multipliers else { return Ok(()) };
    require(multipliers.len() == problem.num_constraints(), || "a multiplier for each constraint".into())?;
    require(multipliers.iter().all(|y| y.hi() >= 0.0), || format!("{multipliers:?} has a negative entry"))?;
    for point in sample {
        let row = values(problem, &points(point), side)?;
        let lagrangian = multipliers.iter().zip(&row[1..]).fold(row[0], |sum, (&y, &value)| sum + y * value);
        require(lagrangian.hi() >= optimum.value.lo(), || {
            format!("the Lagrangian is {lagrangian} at {point:?}, below {}", optimum.value)
        })?;
    }
    Ok(())
}

/// A mixture is at least as good as a point, and a point for the constraints as one for the proxies.
pub fn law_order(known: &Known) -> Outcome {
    let not_above = |a: &Option<Optimum>, b: &Option<Optimum>| match (a, b) {
        (Some(a), Some(b)) => a.value.lo() <= b.value.hi(),
        _ => true,
    };
    require(not_above(&known.mixed_optimum, &known.optimum), || "the mixed optimum is above the optimum".into())?;
    require(not_above(&known.optimum, &known.proxy_optimum), || "the optimum is above the proxy optimum".into())?;
    require(known.feasible || known.optimum.is_none(), || "where there is an optimum, a point is feasible".into())?;
    require(known.feasible == known.least_violation.is_none(), || "infeasible means a violation".into())
}

/// The bounds are not certainly exceeded at a point of the sample.
pub fn law_bounds(problem: &dyn Problem, constants: &Constants, sample: &[Vec<f64>]) -> Outcome {
    for point in sample {
        let row = values(problem, &points(point), Side::Constraints)?;
        let highest = row[1..].iter().map(|value| value.abs().lo()).fold(0.0, f64::max);
        require(highest <= constants.bound_constraints, || format!("a constraint is {highest} in size at {point:?}"))?;
        let norm = euclidean(&row[1..]);
        require(norm.lo() <= constants.bound_payoff_2, || format!("the constraints have norm {norm} at {point:?}"))?;
        let norm = euclidean(&points(point));
        require(norm.lo() <= constants.radius, || format!("{point:?} has norm {norm}"))?;
    }
    law_range(problem, constants.objective_range, sample)
}

/// No two points of the sample have objectives that certainly differ by more than the range.
pub fn law_range(problem: &dyn Problem, range: f64, sample: &[Vec<f64>]) -> Outcome {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for point in sample {
        let objective = values(problem, &points(point), Side::Constraints)?[0];
        (low, high) = (low.min(objective.hi()), high.max(objective.lo()));
    }
    if low >= high {
        return Ok(());
    }
    let found = Enclosure::point(high) - Enclosure::point(low);
    require(found.lo() <= range, || format!("the objective varies by {found}"))
}

fn euclidean(vector: &[Enclosure]) -> Enclosure {
    let squares = vector.iter().fold(Enclosure::ZERO, |sum, x| sum + x.square());
    squares.sqrt().expect("a sum of squares is not negative")
}

/// No subgradient at a point of the sample certainly exceeds the bound, for weights at and between the vertices.
pub fn law_subgradients(
    problem: &dyn Problem,
    constants: &Constants,
    sample: &[Vec<f64>],
    generator: &mut ChaCha8Rng,
) -> Outcome {
    let Some(problem) = problem.expressions() else {
        return require(constants.bound_subgradient.is_none(), || "a table has no subgradient".into());
    };
    let bound = constants.bound_subgradient.ok_or("expressions have subgradients")?;
    let (dim, m) = (problem.domain().dim(), problem.num_constraints());
    let mut work = crate::expr::Workspace::new();
    for point in sample {
        // Eighths on two functions, exactly on the simplex; often all on one of them.
        let (i, j) = (generator.random_range(0..=m), generator.random_range(0..=m));
        let eighths = [0.0, 1.0, 0.375, 0.5][generator.random_range(0..4_usize)];
        let (mut total, mut slopes) = (vec![Enclosure::ZERO; dim], vec![Enclosure::ZERO; dim]);
        for (k, weight) in [(i, eighths), (j, 1.0 - eighths)] {
            let function = problem.function(k, Side::Proxies);
            function.enclose_gradient(&points(point), &mut slopes, &mut work).map_err(|error| error.to_string())?;
            for (sum, &slope) in total.iter_mut().zip(&slopes) {
                *sum = *sum + Enclosure::point(weight) * slope;
            }
        }
        let norm = euclidean(&total);
        require(norm.lo() <= bound, || format!("a subgradient has norm {norm} at {point:?}, above {bound}"))?;
    }
    Ok(())
}

/// At the margin point every proxy is at most minus the margin, certainly.
pub fn law_margin(problem: &dyn Problem, margin: &Margin) -> Outcome {
    let point = margin.point.as_ref().ok_or("a margin has a point")?;
    require(margin.value > 0.0, || format!("the margin is {}", margin.value))?;
    require(problem.domain().contains(point), || format!("{point:?} is outside the domain"))?;
    let row = values(problem, &points(point), Side::Proxies)?;
    require(row[1..].iter().all(|value| value.hi() <= -margin.value), || format!("{row:?} at {point:?}"))
}

/// Where nothing is feasible: the largest constraint is nowhere certainly below the least violation, which is attained.
pub fn law_least_violation(problem: &dyn Problem, least: &Optimum, sample: &[Vec<f64>]) -> Outcome {
    let violation = |over: &[Enclosure]| {
        let row = values(problem, over, Side::Constraints)?;
        row[1..].iter().copied().reduce(Enclosure::max).ok_or_else(|| "a violation needs a constraint".to_owned())
    };
    require(least.value.lo() > 0.0, || "a violation is positive".into())?;
    for point in sample {
        let largest = violation(&points(point))?;
        require(largest.hi() >= least.value.lo(), || format!("{point:?} violates by {largest}"))?;
    }
    let attained = violation(&least.mixture[0].point)?;
    require(attained.intersection(least.value).is_some(), || format!("the violation there is {attained}"))
}

/// The optima that are known, with the side that each speaks of.
pub fn optima(known: &Known) -> impl Iterator<Item = (&Optimum, Side)> {
    let all = [
        (&known.optimum, Side::Constraints),
        (&known.mixed_optimum, Side::Constraints),
        (&known.proxy_optimum, Side::Proxies),
    ];
    all.into_iter().filter_map(|(optimum, side)| optimum.as_ref().map(|optimum| (optimum, side)))
}
