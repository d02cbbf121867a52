//! The laws, as judges that return the reason: an answer is sound at given points, and evidence proves its bound.
//!
//! A violation is reported only where it is certain: by an enclosure on the wrong side, or in exact rationals.

use crate::oracles::instances::Instance;
use dashu_ratio::RBig;
use referee::domain::{AnyDomain, Domain as _};
use referee::expr::Workspace;
use referee::game::{Cut, Evidence, Leaf, Side};
use referee::numerics::Enclosure;
use referee::numerics::rational::exact;
use referee::numerics::simplex::is_on_simplex;
use referee::oracle::{Minimum, Objective, Oracle, leaf_bound};
use referee::problem::{ExpressionProblem, Problem as _};

pub(crate) type Verdict = Result<(), String>;

fn ensure(condition: bool, reason: impl FnOnce() -> String) -> Verdict {
    if condition { Ok(()) } else { Err(reason()) }
}

pub(crate) fn objective<'a>(problem: &'a ExpressionProblem, weights: &'a [Enclosure]) -> Objective<'a> {
    Objective { problem, side: Side::Constraints, weights }
}

/// The weighted sum at a point, enclosed.
pub(crate) fn value_at(problem: &ExpressionProblem, weights: &[Enclosure], theta: &[f64]) -> Enclosure {
    let point: Vec<Enclosure> = theta.iter().map(|&x| Enclosure::point(x)).collect();
    let mut work = Workspace::new();
    weights.iter().enumerate().fold(Enclosure::ZERO, |sum, (k, &weight)| {
        sum + weight * problem.function(k, Side::Constraints).enclose(&point, &mut work).unwrap()
    })
}

/// Whether an answer holds at `count` random points of the domain and random weights inside the enclosures.
pub(crate) fn is_sound(instance: &mut Instance, minimum: Minimum, theta: &[f64], count: usize) -> Verdict {
    ensure(instance.problem.domain().contains(theta), || format!("{theta:?} is not in the domain"))?;
    let own = value_at(&instance.problem, &instance.weights, theta);
    ensure(minimum.value.contains_enclosure(own), || format!("{:?} does not hold {own:?}", minimum.value))?;
    let rho = minimum.rho();
    ensure(exact(rho) >= exact(minimum.value.hi()) - exact(minimum.lower_bound), || format!("rho is not {rho}"))?;
    for _ in 0..count {
        let point = instance.point(theta);
        let weights: Vec<_> = instance.weights_inside().into_iter().map(Enclosure::point).collect();
        let value = value_at(&instance.problem, &weights, &point);
        ensure(value.hi() >= minimum.lower_bound, || {
            format!("at {point:?} with {weights:?} the value {value:?} is below {}", minimum.lower_bound)
        })?;
    }
    Ok(())
}

/// Runs an oracle on an instance and judges its answer.
pub(crate) fn answers_soundly(
    instance: &mut Instance,
    oracle: &mut dyn Oracle,
    count: usize,
) -> Result<Minimum, String> {
    let mut theta = vec![0.0; instance.problem.domain().dim()];
    let weights = instance.weights.clone();
    let problem = instance.problem.clone();
    let minimum = oracle.minimize(&objective(&problem, &weights), &mut theta).map_err(|error| error.to_string())?;
    is_sound(instance, minimum, &theta, count)?;
    Ok(minimum)
}

/// Whether evidence proves a lower bound.
pub(crate) fn proves(objective: &Objective<'_>, evidence: &Evidence, bound: f64) -> Verdict {
    match evidence {
        Evidence::Boxes(leaves) => boxes_prove(objective, leaves, bound),
        Evidence::Cuts(cuts) => cuts_prove(objective, cuts, bound),
        Evidence::Vertices => vertices_prove(objective, bound),
        other => Err(format!("{other:?} is not checked here")),
    }
}

fn boxes_prove(objective: &Objective<'_>, leaves: &[Leaf], bound: f64) -> Verdict {
    let domain = objective.problem.domain();
    let root: Vec<(f64, f64)> = domain.bounding_box().iter().map(|side| (side.lo(), side.hi())).collect();
    let all: Vec<&[(f64, f64)]> = leaves.iter().map(|leaf| leaf.sides.as_slice()).collect();
    ensure(covers(&root, &all), || "the boxes do not cover the domain".to_owned())?;
    for leaf in leaves {
        let found = leaf_bound(objective, leaf).map_err(|error| error.to_string())?;
        ensure(found >= bound, || format!("{leaf:?} proves {found} only, not {bound}"))?;
    }
    Ok(())
}

/// Whether the union of closed boxes contains a region, decided by cutting the region along sides of boxes.
pub(crate) fn covers(region: &[(f64, f64)], boxes: &[&[(f64, f64)]]) -> bool {
    let meets = |sides: &&&[(f64, f64)]| {
        let mut pairs = region.iter().zip(sides.iter());
        pairs.all(|(r, s)| if r.0 == r.1 { s.0 <= r.0 && r.0 <= s.1 } else { s.0 < r.1 && r.0 < s.1 })
    };
    let near: Vec<&[(f64, f64)]> = boxes.iter().filter(meets).copied().collect();
    let Some(first) = near.first() else { return false };
    for (j, (r, s)) in region.iter().zip(first.iter()).enumerate() {
        for cut in [s.0, s.1] {
            if r.0 < cut && cut < r.1 {
                let (mut left, mut right) = (region.to_vec(), region.to_vec());
                left[j].1 = cut;
                right[j].0 = cut;
                return covers(&left, &near) && covers(&right, &near);
            }
        }
    }
    true // no side of the box cuts the region, and it meets it: it contains it
}

/// The minimum over `y` in the bounding box and over all slopes in the enclosures, in exact rationals; for a ball the
/// planes are replaced by their middles, which pays for the widths, and the ball's support function is a square root.
fn cuts_prove(objective: &Objective<'_>, cuts: &[Cut], bound: f64) -> Verdict {
    let problem = objective.problem.expressions().unwrap();
    let domain = problem.domain();
    let weights: Vec<f64> = cuts.iter().map(|cut| cut.weight).collect();
    ensure(is_on_simplex(&weights), || format!("{weights:?} do not sum to 1"))?;
    let sides = domain.bounding_box();
    let zero = || RBig::from(0);
    let mut constant = zero();
    let mut ends = vec![(zero(), zero()); sides.len()];
    let mut middle = vec![zero(); sides.len()];
    let mut middle_constant = zero();
    for cut in cuts {
        ensure(domain.contains(&cut.theta), || format!("{:?} is not in the domain", cut.theta))?;
        let share = exact(cut.weight);
        let value = exact(value_at(problem, objective.weights, &cut.theta).lo()) * &share;
        constant += &value;
        middle_constant += value;
        for (j, slope) in slopes_at(objective, &cut.theta).into_iter().enumerate() {
            let (lo, hi, x) = (exact(slope.lo()), exact(slope.hi()), exact(cut.theta[j]));
            let least = |y: RBig| {
                let step = y - &x;
                (&lo * &step).min(&hi * step) * &share
            };
            let (at_lo, at_hi) = (least(exact(sides[j].lo())), least(exact(sides[j].hi())));
            ends[j].0 += at_lo;
            ends[j].1 += at_hi;
            let centre = exact(slope.midpoint());
            let radius = (&hi - &centre).max(&centre - &lo);
            let reach = (exact(sides[j].hi()) - &x).max(&x - exact(sides[j].lo()));
            middle_constant -= (radius * reach + &centre * &x) * &share;
            middle[j] += centre * &share;
        }
    }
    if let AnyDomain::Ball(_) = domain {
        let room = middle_constant - exact(bound);
        let squares = middle.iter().fold(zero(), |sum, m| sum + m * m);
        let radius = exact(domain.radius());
        return ensure(room >= zero() && &room * &room >= squares * &radius * &radius, || "too high".to_owned());
    }
    let least = ends.into_iter().fold(constant, |sum, (lo, hi)| sum + lo.min(hi));
    ensure(least >= exact(bound), || format!("the planes prove {least}, not {bound}"))
}

fn slopes_at(objective: &Objective<'_>, theta: &[f64]) -> Vec<Enclosure> {
    let problem = objective.problem.expressions().unwrap();
    let point: Vec<Enclosure> = theta.iter().map(|&x| Enclosure::point(x)).collect();
    let mut term = point.clone();
    let mut sum = vec![Enclosure::ZERO; theta.len()];
    for (k, &weight) in objective.weights.iter().enumerate() {
        let function = problem.function(k, objective.side);
        function.enclose_gradient(&point, &mut term, &mut Workspace::new()).unwrap();
        for (total, &slope) in sum.iter_mut().zip(&term) {
            *total = *total + weight * slope;
        }
    }
    sum
}

fn vertices_prove(objective: &Objective<'_>, bound: f64) -> Verdict {
    let problem = objective.problem.expressions().unwrap();
    let sides = problem.domain().bounding_box();
    for index in 0..1_usize << sides.len() {
        let pick = |(j, side): (usize, &Enclosure)| if index >> j & 1 == 1 { side.hi() } else { side.lo() };
        let vertex: Vec<f64> = sides.iter().enumerate().map(pick).collect();
        let value = value_at(problem, objective.weights, &vertex);
        ensure(value.lo() >= bound, || format!("{vertex:?} has {value:?}, not {bound}"))?;
    }
    Ok(())
}
