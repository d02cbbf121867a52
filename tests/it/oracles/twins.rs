//! Broken twins: each is a plausible mistake, and the law that the real oracles pass catches it.

use crate::oracles::checker::{Verdict, answers_soundly, objective, value_at};
use crate::oracles::instances::{Instance, Kind};
use referee::domain::Domain as _;
use referee::error::Result;
use referee::expr;
use referee::game::{Evidence, Form, Leaf, Side};
use referee::numerics::Enclosure;
use referee::oracle::{BranchAndBound, CuttingPlane, Minimum, Objective, Options, Oracle, choose, leaf_bound};
use referee::problem::{ExpressionProblem, Problem as _};

type Rule = fn(&ExpressionProblem, &[Enclosure], &mut [f64]) -> Minimum;

/// An oracle made of a rule that proves nothing.
struct Twin(Rule);

impl Oracle for Twin {
    fn name(&self) -> &'static str {
        "a broken twin"
    }

    fn minimize(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<Minimum> {
        Ok((self.0)(objective.problem.expressions().unwrap(), objective.weights, theta))
    }

    fn certify(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<(Minimum, Evidence)> {
        Ok((self.minimize(objective, theta)?, Evidence::Declared))
    }
}

fn how_many_are_caught(kind: Kind, rule: Rule) -> usize {
    let caught = |seed| answers_soundly(&mut Instance::new(kind, seed), &mut Twin(rule), 300).is_err();
    (0..40).filter(|&seed| caught(seed)).count()
}

/// Looks at the vertices of a box, whatever the function is.
fn vertices_without_concavity(problem: &ExpressionProblem, weights: &[Enclosure], theta: &mut [f64]) -> Minimum {
    let sides = problem.domain().bounding_box();
    let mut best: Option<Enclosure> = None;
    for index in 0..1_usize << sides.len() {
        let pick = |(j, side): (usize, &Enclosure)| if index >> j & 1 == 1 { side.hi() } else { side.lo() };
        let mut vertex: Vec<f64> = sides.iter().enumerate().map(pick).collect();
        problem.domain().project(&mut vertex);
        let value = value_at(problem, weights, &vertex);
        if best.is_none_or(|best| value.hi() < best.hi()) {
            best = Some(value);
            theta.copy_from_slice(&vertex);
        }
    }
    Minimum { value: best.unwrap(), lower_bound: best.unwrap().lo() }
}

/// Says that where it stands is the minimum.
fn a_lie_about_rho(problem: &ExpressionProblem, weights: &[Enclosure], theta: &mut [f64]) -> Minimum {
    problem.domain().start(theta);
    let value = value_at(problem, weights, theta);
    Minimum { value, lower_bound: value.lo() }
}

/// One tangent plane at `theta` with the gradient in doubles, whose sign is `sign`.
fn one_plane(problem: &ExpressionProblem, weights: &[Enclosure], theta: &[f64], sign: f64) -> Minimum {
    let value = value_at(problem, weights, theta);
    let mut slopes = vec![0.0; theta.len()];
    let mut term = slopes.clone();
    for (k, weight) in weights.iter().enumerate() {
        let function = problem.function(k, Side::Constraints);
        function.gradient_f64(theta, &mut term, &mut expr::Workspace::new()).unwrap();
        for (sum, slope) in slopes.iter_mut().zip(&term) {
            *sum += sign * weight.lo() * slope;
        }
    }
    let falls = slopes.iter().zip(theta.iter()).zip(problem.domain().bounding_box());
    let fall: f64 = falls.map(|((g, x), side)| (g * (side.lo() - x)).min(g * (side.hi() - x))).sum();
    Minimum { value, lower_bound: value.lo() + fall - 1e-9 }
}

fn plane_with_the_wrong_sign(problem: &ExpressionProblem, weights: &[Enclosure], theta: &mut [f64]) -> Minimum {
    for (x, side) in theta.iter_mut().zip(problem.domain().bounding_box()) {
        *x = side.lo();
    }
    problem.domain().project(theta);
    one_plane(problem, weights, theta, -1.0)
}

fn plane_without_convexity(problem: &ExpressionProblem, weights: &[Enclosure], theta: &mut [f64]) -> Minimum {
    problem.domain().start(theta);
    one_plane(problem, weights, theta, 1.0)
}

/// Bounds that use the lower ends of the weights only.
fn weights_at_their_lower_ends(problem: &ExpressionProblem, weights: &[Enclosure], theta: &mut [f64]) -> Minimum {
    let low: Vec<Enclosure> = weights.iter().map(|weight| Enclosure::point(weight.lo())).collect();
    let options = Options { boxes: 2000, ..Options::default() };
    let mut oracle = BranchAndBound::new(problem, Side::Constraints, options).unwrap();
    let found = oracle.minimize(&objective(problem, &low), theta).unwrap();
    Minimum { value: value_at(problem, weights, theta), ..found }
}

#[test]
fn broken_oracles_are_caught() {
    assert!(how_many_are_caught(Kind::Convex, vertices_without_concavity) >= 20);
    assert!(how_many_are_caught(Kind::Wild, a_lie_about_rho) >= 30);
    assert!(how_many_are_caught(Kind::Convex, plane_with_the_wrong_sign) >= 10);
    assert!(how_many_are_caught(Kind::Concave, plane_without_convexity) >= 20);
    assert!(how_many_are_caught(Kind::Concave, weights_at_their_lower_ends) >= 5);
}

/// A bound on a box must hold at points of the box.
fn holds_on_box(instance: &mut Instance, sides: &[(f64, f64)], bound: f64) -> Verdict {
    for _ in 0..200 {
        let centre: Vec<f64> = sides.iter().map(|side| 0.5 * side.0 + 0.5 * side.1).collect();
        let mut point = instance.point(&centre);
        for (x, side) in point.iter_mut().zip(sides) {
            *x = x.clamp(side.0, side.1);
        }
        if value_at(&instance.problem, &instance.weights, &point).hi() < bound {
            return Err(format!("the bound {bound} on {sides:?} fails at {point:?}"));
        }
    }
    Ok(())
}

/// A box inside the domain, the same for the same instance.
fn some_box(instance: &mut Instance) -> Vec<(f64, f64)> {
    let domain = instance.problem.domain();
    let ends = (vec![0.0; domain.dim()], vec![0.0; domain.dim()]);
    let (a, b) = (instance.point(&ends.0), instance.point(&ends.1));
    a.iter().zip(&b).map(|(&a, &b)| (a.min(b), a.max(b))).collect()
}

/// The value at the centre and the gradient there, as if it were the gradient everywhere on the box.
fn mean_value_with_one_gradient(instance: &Instance, sides: &[(f64, f64)]) -> Option<f64> {
    let centre: Vec<f64> = sides.iter().map(|side| 0.5 * side.0 + 0.5 * side.1).collect();
    let point: Vec<Enclosure> = centre.iter().map(|&x| Enclosure::point(x)).collect();
    let mut term = point.clone();
    let mut bound = value_at(&instance.problem, &instance.weights, &centre);
    for (k, &weight) in instance.weights.iter().enumerate() {
        let function = instance.problem.function(k, Side::Constraints);
        function.enclose_gradient(&point, &mut term, &mut expr::Workspace::new()).ok()?;
        for ((&slope, &(lo, hi)), &c) in term.iter().zip(sides).zip(&centre) {
            bound = bound + weight * slope * (Enclosure::new(lo, hi) - Enclosure::point(c));
        }
    }
    Some(bound.lo())
}

#[test]
fn leaf_bounds_hold_in_every_form_and_a_lazy_mean_value_form_does_not() {
    let (mut checked, mut caught) = ([0; 4], 0);
    for seed in 0..300 {
        let kind = [Kind::Convex, Kind::Concave, Kind::Wild][(seed % 3) as usize];
        let mut instance = Instance::new(kind, 2000 + seed);
        let sides = some_box(&mut instance);
        let forms = [Form::Natural, Form::MeanValue, Form::Monotone, Form::SecondOrder];
        let at: Vec<f64> = sides.iter().map(|side| 0.3 * side.0 + 0.7 * side.1).collect();
        for (index, form) in forms.into_iter().enumerate() {
            let leaf = Leaf { sides: sides.clone(), form, at: at.clone() };
            let Ok(bound) = leaf_bound(&objective(&instance.problem, &instance.weights), &leaf) else { continue };
            assert_eq!(holds_on_box(&mut instance, &sides, bound), Ok(()), "{form:?}, seed {seed}");
            checked[index] += 1;
        }
        if let Some(bound) = mean_value_with_one_gradient(&instance, &sides) {
            caught += usize::from(holds_on_box(&mut instance, &sides, bound).is_err());
        }
    }
    assert!(checked[..3].iter().all(|&count| count >= 200) && checked[3] >= 40, "{checked:?}");
    assert!(caught >= 50, "{caught}");
}

/// The plane that is chosen in doubles at a reversed kink is not a tangent plane, so such a function is not taken for
/// convex, although it is affine on the domain: its corners answer for it.
#[test]
fn a_reversed_kink_on_the_boundary_has_no_tangent_plane() {
    let text = "minimize = \"-abs(x)\"\nvariables = { x = [0, 1] }";
    let problem = ExpressionProblem::from_toml(text, "kink").unwrap();
    let weights = [Enclosure::ONE];
    let mut theta = [0.0];
    let twin = plane_without_convexity(&problem, &weights, &mut theta);
    assert!(value_at(&problem, &weights, &[1.0]).hi() < twin.lower_bound, "the twin is right by accident");
    assert!(CuttingPlane::new(&problem, Side::Constraints, Options::default()).is_err());
    let mut oracle = choose(&problem, Side::Constraints, Options::default()).unwrap().oracle;
    let minimum = oracle.minimize(&objective(&problem, &weights), &mut theta).unwrap();
    assert!(oracle.name() == "vertices" && minimum.rho() == 0.0 && theta == [1.0], "{minimum:?} at {theta:?}");
}
