//! Random problems made of expressions, convex and not, with and without proxies: played, certified with proved lower
//! bounds, and confronted with points of the domain. A theorem is falsified only if a violation is certain.

use super::common::{Outcome, catches, holds};
use proptest::prelude::*;
use referee::certificate::{Certificate, LowerBound};
use referee::numerics::Enclosure;
use referee::oracle::Options;
use referee::play::{Algorithm, Setup};
use referee::problem::{ExpressionProblem, Problem, Side, Workspace, constants};
use referee::theorems;
use referee::trace::{GameKind, Grade};

/// A problem in one or two variables, and which of the four algorithms plays.
#[derive(Clone, Debug)]
struct Drawn {
    text: String,
    algorithm: Algorithm,
}

fn eighths() -> impl Strategy<Value = f64> {
    (-12_i32..13).prop_map(|k| f64::from(k) / 8.0)
}

/// Objectives and constraints: quadratic, piecewise linear, concave, trigonometric; jumps with a hinge above them.
fn drawn() -> impl Strategy<Value = Drawn> {
    let objective = (0_usize..6, eighths(), eighths()).prop_map(|(shape, a, b)| match shape {
        0 => format!("(x - {a})^2 + 0.5 * (y - {b})^2"),
        1 => format!("max(x - {a}, {b} - x, y)"),
        2 => format!("-(x - {a})^2 - y"),
        3 => format!("sin(3 * x + {a}) + {b} * y"),
        4 => format!("{a} * x + {b} * y"),
        _ => format!("exp(x) + abs(y - {b}) - {a} * x * y"),
    });
    let constraint = (0_usize..5, eighths(), eighths()).prop_map(|(shape, a, b)| match shape {
        0 => (format!("x + {a} * y - {b}"), None),
        1 => (format!("(x - {a})^2 + y^2 - 1.5"), None),
        2 => (format!("cos(2 * x) + {a} * y - 0.5"), None),
        3 => (format!("step(x - {a}) - 0.5"), Some(format!("hinge(x - {a}) - 0.5"))),
        _ => (format!("step({b} - y) - 0.25"), Some(format!("max(0, 1 + {b} - y) - 0.25"))),
    });
    (objective, proptest::collection::vec(constraint, 1..3), 0_usize..4).prop_map(|(objective, constraints, which)| {
        let mut text = format!("minimize = \"{objective}\"\nvariables = {{ x = [-1, 1], y = [-1, 1.5] }}\n");
        for (expression, proxy) in constraints {
            text += &format!("[[constraint]]\nexpression = \"{expression}\"\n");
            if let Some(proxy) = proxy {
                text += &format!("proxy = \"{proxy}\"\n");
            }
        }
        Drawn { text, algorithm: Algorithm::ALL[which] }
    })
}

/// Plays 24 rounds and certifies; `None` if the algorithm does not apply to the problem.
fn certified(drawn: &Drawn) -> Option<(ExpressionProblem, Certificate)> {
    let problem = ExpressionProblem::from_toml(&drawn.text, "drawn").expect("the text is a problem");
    let game = drawn.algorithm.game();
    let bounds = constants(&problem, drawn.algorithm.side()).expect("the functions are bounded");
    let setup = Setup::new(&problem, &bounds, 24, 3.0);
    let trace = drawn.algorithm.set_up(setup).ok()?.trace(24, 7).expect("a run");
    let mut given = theorems::facts(&problem, &bounds, game);
    given.radius = (game == GameKind::Lagrangian).then_some(3.0);
    let options = Options { gap: 1e-2, ..Options::default() };
    let certification = theorems::certify(&mut &trace, Some(&problem), given, options).expect("a certificate");
    Some((problem, certification.certificate))
}

/// Points of a grid at which every (proxy) constraint is surely at most 0, with their objectives.
fn feasible(problem: &ExpressionProblem, side: Side) -> Vec<Enclosure> {
    let mut values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
    let mut work = Workspace::default();
    let mut objectives = Vec::new();
    for i in 0..=16 {
        for j in 0..=20 {
            let point = [Enclosure::point(f64::from(i) / 8.0 - 1.0), Enclosure::point(f64::from(j) / 8.0 - 1.0)];
            problem.enclose(&point, side, &mut values, &mut work).expect("the functions are defined");
            if values[1..].iter().all(|g| g.hi() <= 0.0) {
                objectives.push(values[0]);
            }
        }
    }
    objectives
}

fn law(problem: &ExpressionProblem, certificate: &Certificate) -> Outcome {
    prop_assert!(certificate.violated().is_none(), "{:?}", certificate.violated());
    let side = theorems::evidence::side(certificate.game);
    let (Some(objective), Some(gap)) = (certificate.measured("objective"), certificate.measured("suboptimality"))
    else {
        return Ok(());
    };
    for point in feasible(problem, side) {
        prop_assert!((objective - point).lo() <= gap.hi(), "{objective} is more than {gap} above the feasible {point}");
        if let Some(claim) = certificate.claim("suboptimality") {
            prop_assert!((objective - point).lo() <= claim.rhs.hi(), "the theorem's bound {} is false", claim.rhs);
        }
    }
    Ok(())
}

#[test]
fn implication_on_random_expression_problems() {
    let played = std::cell::Cell::new(0);
    holds(60, &drawn(), |drawn| {
        let Some((problem, certificate)) = certified(&drawn) else { return Ok(()) };
        played.set(played.get() + 1);
        prop_assert!(certificate.given.values_verified);
        if let Some(claim) = certificate.claim("suboptimality") {
            prop_assert_eq!(claim.grade, Grade::Proved);
        }
        law(&problem, &certificate)
    });
    assert!(played.get() > 30, "only {} problems were played", played.get());
}

/// A bound that is too good by an eighth is noticed on some problem.
#[test]
fn a_raised_bound_is_caught_on_random_expression_problems() {
    catches(60, &drawn(), |drawn| {
        let Some((problem, mut certificate)) = certified(&drawn) else { return Ok(()) };
        if let Some(LowerBound { value, .. }) = &mut certificate.given.lower_bound {
            *value += 0.125;
        }
        for (_, value) in certificate.measured.iter_mut().filter(|(name, _)| *name == "suboptimality") {
            *value = *value - Enclosure::point(0.125);
        }
        law(&problem, &certificate)
    });
}
