//! Derivatives against exact dual numbers, the mean value property, and cuts.

use crate::expressions::config;
use crate::expressions::tree::{Language, Tree, VARIABLES, boxes, points, rationals, trees};
use dashu_ratio::RBig;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};
use referee::expr::{Cause, EvalError, Expr, Workspace};
use referee::numerics::Enclosure;
use referee::numerics::rational::{contains, exact};

type Gradient = Result<[Enclosure; 2], EvalError>;

fn enclosed(expr: &Expr, bounds: &[Enclosure]) -> Gradient {
    let mut gradient = [Enclosure::ZERO; 2];
    expr.enclose_gradient(bounds, &mut gradient, &mut Workspace::new())?;
    Ok(gradient)
}

/// The doubles taken for exact.
fn rounded(expr: &Expr, bounds: &[Enclosure]) -> Gradient {
    let point: Vec<f64> = bounds.iter().map(|bound| bound.midpoint()).collect();
    let mut gradient = [0.0; 2];
    expr.gradient_f64(&point, &mut gradient, &mut Workspace::new())?;
    Ok(gradient.map(Enclosure::point))
}

/// The derivatives at the middle, taken for the slopes on the whole box.
fn at_middle(expr: &Expr, bounds: &[Enclosure]) -> Gradient {
    let middle: Vec<_> = bounds.iter().map(|bound| Enclosure::point(bound.midpoint())).collect();
    enclosed(expr, &middle)
}

/// The exact derivative at every point of a box lies in the enclosure, for the box and for the point.
fn law_contains_derivatives(
    tree: &Tree,
    bounds: &[Enclosure],
    inside: &[Vec<f64>],
    gradient: impl Fn(&Expr, &[Enclosure]) -> Gradient,
) -> Result<(), TestCaseError> {
    let expr = tree.parse();
    for point in inside {
        for region in [bounds, &points(point)] {
            let Ok(gradient) = gradient(&expr, region) else { continue };
            for (by, slope) in gradient.into_iter().enumerate() {
                let (_, derivative) = tree.dual(&rationals(point), by).expect("the enclosure says it is defined");
                prop_assert!(contains(slope, &derivative), "{expr}: {derivative} is outside {slope}");
            }
        }
    }
    Ok(())
}

/// The least value of `sum_i g_i d_i` over `g` in the enclosures, or `None` for minus infinity; exactly.
fn least(gradient: &[Enclosure], direction: &[RBig]) -> Option<RBig> {
    let mut sum = RBig::ZERO;
    for (slope, d) in gradient.iter().zip(direction) {
        if !d.is_zero() {
            let end = if *d > RBig::ZERO { slope.lo() } else { slope.hi() };
            sum += exact(Some(end).filter(|end| end.is_finite())?) * d;
        }
    }
    Some(sum)
}

fn difference(a: &[RBig], b: &[RBig]) -> Vec<RBig> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// `f(b) - f(a)` lies in `<G, b - a>` for points of the box.
fn law_mean_value(
    tree: &Tree,
    bounds: &[Enclosure],
    inside: &[Vec<f64>],
    gradient: impl Fn(&Expr, &[Enclosure]) -> Gradient,
) -> Result<(), TestCaseError> {
    let expr = tree.parse();
    let Ok(gradient) = gradient(&expr, bounds) else { return Ok(()) };
    let places: Vec<_> = inside.iter().map(|point| rationals(point)).collect();
    for a in &places {
        for b in &places {
            let value = |point: &[RBig]| tree.value(point).expect("the enclosure says it is defined");
            let change = value(b) - value(a);
            if let Some(least) = least(&gradient, &difference(b, a)) {
                // The upper bound is this one with the points exchanged.
                prop_assert!(change >= least, "{expr}: changes by {change}, which is below {least}");
            }
        }
    }
    Ok(())
}

/// If the function is proved convex, the enclosure at each point cuts below the function.
fn law_cuts(
    tree: &Tree,
    bounds: &[Enclosure],
    inside: &[Vec<f64>],
    gradient: impl Fn(&Expr, &[Enclosure]) -> Gradient,
) -> Result<bool, TestCaseError> {
    let expr = tree.parse();
    if !expr.curvature(bounds).is_convex() {
        return Ok(false);
    }
    for x in inside {
        let Ok(gradient) = gradient(&expr, &points(x)) else { continue };
        for y in inside {
            let (x, y) = (rationals(x), rationals(y));
            let value = |point: &[RBig]| tree.value(point).expect("proved convex, so defined");
            if let Some(least) = least(&gradient, &difference(&y, &x)) {
                prop_assert!(value(&y) >= value(&x) + least, "{expr}: the cut at {x:?} is above the value at {y:?}");
            }
        }
    }
    Ok(true)
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn enclosures_contain_exact_derivatives(tree in trees(Language::Smooth), (bounds, inside) in boxes(3)) {
        law_contains_derivatives(&tree, &bounds, &inside, enclosed)?;
    }

    /// At kinks too: the dual numbers take the last of the tied branches, the doubles the first.
    #[test]
    fn enclosures_contain_every_branch(tree in trees(Language::Rational), (bounds, inside) in boxes(3)) {
        law_contains_derivatives(&tree, &bounds, &inside, enclosed)?;
    }

    #[test]
    fn enclosures_contain_the_doubles(tree in trees(Language::Rational), (bounds, inside) in boxes(2)) {
        let expr = tree.parse();
        for point in &inside {
            let mut gradient = [0.0; 2];
            if expr.gradient_f64(point, &mut gradient, &mut Workspace::new()).is_err() {
                continue;
            }
            for region in [&bounds, &points(point)] {
                if let Ok(enclosure) = enclosed(&expr, region) {
                    prop_assert!(enclosure.iter().zip(gradient).all(|(e, g)| e.contains(g)), "{expr}: {gradient:?} {enclosure:?}");
                }
            }
        }
    }

    #[test]
    fn changes_are_bounded_by_slopes(tree in trees(Language::Rational), (bounds, inside) in boxes(4)) {
        law_mean_value(&tree, &bounds, &inside, enclosed)?;
    }

    /// With elementary functions: enclosures of the change and of the slopes must meet.
    #[test]
    fn no_change_is_surely_outside_the_slopes(tree in trees(Language::Full), (bounds, inside) in boxes(2)) {
        let expr = tree.parse();
        let at = |point: &[f64]| expr.enclose(&points(point), &mut Workspace::new());
        if let (Ok(gradient), Ok(a), Ok(b)) = (enclosed(&expr, &bounds), at(&inside[0]), at(&inside[1])) {
            let steps = inside[0].iter().zip(&inside[1]).map(|(&a, &b)| Enclosure::point(b) - Enclosure::point(a));
            let bound = gradient.into_iter().zip(steps).fold(Enclosure::ZERO, |sum, (slope, step)| sum + slope * step);
            prop_assert!(bound.intersection(b - a).is_some(), "{expr}: {} misses {bound}", b - a);
        }
    }

    #[test]
    fn any_formula_has_slopes_or_a_reason(tree in trees(Language::Full), (bounds, _) in boxes(1)) {
        let expr = tree.parse();
        match enclosed(&expr, &bounds) {
            Ok(_) => prop_assert!(expr.enclose(&bounds, &mut Workspace::new()).is_ok()),
            Err(error) if error.cause == Cause::NotContinuous => prop_assert!(!expr.is_continuous(&bounds)),
            Err(_) => {}
        }
    }
}

#[test]
fn cuts_of_convex_formulas_are_below_them() {
    let convex = std::cell::Cell::new(0);
    let mut runner = TestRunner::new(config(1500));
    let outcome = runner.run(&(trees(Language::Continuous), boxes(3)), |(tree, (bounds, inside))| {
        convex.set(convex.get() + u32::from(law_cuts(&tree, &bounds, &inside, enclosed)?));
        Ok(())
    });
    outcome.expect("every cut is below");
    let convex = convex.get();
    assert!(convex > 200, "only {convex} formulas were convex: the test shows little");
}

#[test]
fn wrong_gradients_are_caught() {
    let fails = |law: &dyn Fn(Tree, Vec<Enclosure>, Vec<Vec<f64>>) -> Result<(), TestCaseError>, language| {
        let mut runner = TestRunner::new(config(20_000));
        runner.run(&(trees(language), boxes(3)), |(tree, (bounds, inside))| law(tree, bounds, inside)).is_err()
    };
    let derivatives = |oracle: fn(&Expr, &[Enclosure]) -> Gradient| {
        move |tree: Tree, bounds: Vec<Enclosure>, inside: Vec<Vec<f64>>| {
            law_contains_derivatives(&tree, &bounds, &inside, oracle)
        }
    };
    assert!(fails(&derivatives(rounded), Language::Smooth), "rounded derivatives went unnoticed");
    assert!(fails(&derivatives(at_middle), Language::Smooth), "derivatives at the middle went unnoticed");
    let mean_value =
        |tree: Tree, bounds: Vec<Enclosure>, inside: Vec<Vec<f64>>| law_mean_value(&tree, &bounds, &inside, at_middle);
    assert!(fails(&mean_value, Language::Continuous), "slopes at the middle went unnoticed");
    // The choice of doubles is not always a subgradient for the box, as the documentation says.
    let cuts = |tree: Tree, bounds: Vec<Enclosure>, inside: Vec<Vec<f64>>| {
        law_cuts(&tree, &bounds, &inside, rounded).map(|_| ())
    };
    assert!(fails(&cuts, Language::Continuous), "cuts with rounded slopes went unnoticed");
}

#[test]
fn the_choice_at_kinks_is_as_documented() {
    for (text, point, expected) in [
        ("abs(x)", [0.0, 0.0], [0.0, 0.0]),
        ("max(x, y)", [1.0, 1.0], [1.0, 0.0]),
        ("min(x, y)", [1.0, 1.0], [1.0, 0.0]),
        ("max(y, x)", [1.0, 1.0], [0.0, 1.0]),
        ("hinge(x)", [-1.0, 0.0], [0.0, 0.0]),
        ("step(x)", [0.0, 0.0], [0.0, 0.0]),
        ("x^3 / y", [2.0, 4.0], [3.0, -0.5]),
        ("x * x * x", [2.0, 0.0], [12.0, 0.0]),
        ("x^-2", [0.5, 0.0], [-16.0, 0.0]),
        ("sqrt(x)", [4.0, 0.0], [0.25, 0.0]),
        ("x^0", [0.0, 0.0], [0.0, 0.0]),
    ] {
        let expr = Expr::parse(text, &VARIABLES).expect("a formula");
        let mut gradient = [9.0; 2];
        expr.gradient_f64(&point, &mut gradient, &mut Workspace::new()).expect("it is differentiable");
        assert_eq!(gradient, expected, "{text}");
        let enclosure = enclosed(&expr, &points(&point)).expect("it is differentiable");
        assert!(enclosure.iter().zip(expected).all(|(e, g)| e.contains(g)), "{text}");
    }
}

#[test]
fn slopes_on_a_box_are_as_computed_by_hand() {
    let slopes = |text: &str, lo: f64, hi: f64| {
        let expr = Expr::parse(text, &["x"]).expect("a formula");
        let mut gradient = [Enclosure::ZERO];
        let value = expr.enclose_gradient(&[Enclosure::new(lo, hi)], &mut gradient, &mut Workspace::new());
        value.map(|_| gradient[0]).map_err(|error| (error.cause, error.column))
    };
    assert_eq!(slopes("abs(x)", -1.0, 2.0), Ok(Enclosure::new(-1.0, 1.0)));
    assert_eq!(slopes("abs(x)", 1.0, 2.0), Ok(Enclosure::ONE));
    assert_eq!(slopes("max(0, 1 - x)", 0.0, 3.0), Ok(Enclosure::new(-1.0, 0.0)));
    assert_eq!(slopes("hinge(2 * x)", 0.0, 3.0), Ok(Enclosure::point(2.0)));
    assert_eq!(slopes("hinge(x)", -2.0, -1.0), Ok(Enclosure::new(0.0, 1.0)));
    assert_eq!(slopes("hinge(x)", -3.0, -2.0), Ok(Enclosure::ZERO));
    assert_eq!(slopes("max(x, x)", -1.0, 2.0), Ok(Enclosure::ONE));
    assert_eq!(slopes("step(0.1 + 0.2 - 0.3 - 1e-17) * x", -1.0, 2.0), Ok(Enclosure::new(0.0, 1.0)));
    assert_eq!(slopes("x * x", -1.0, 2.0), Ok(Enclosure::new(-2.0, 4.0)));
    assert_eq!(slopes("sqrt(x)", 0.0, 4.0), Ok(Enclosure::new(0.25, f64::INFINITY)));
    assert_eq!(slopes("sqrt(x)", 0.0, 0.0), Err((Cause::UnboundedDerivative, 1)));
    assert_eq!(slopes("1 + step(x)", -1.0, 2.0), Err((Cause::NotContinuous, 5)));
    assert_eq!(slopes("1 + step(x)", -1.0, 0.0), Ok(Enclosure::ZERO));
    assert_eq!(slopes("0 * step(x) + x", -1.0, 2.0), Ok(Enclosure::ONE));
    assert_eq!(slopes("step(1) * x", -1.0, 2.0), Ok(Enclosure::ONE));
    // Whatever the width of the enclosures of elementary functions, these bounds hold.
    assert!(slopes("exp(x)", 0.0, 0.0).is_ok_and(|slope| slope.contains(1.0)));
    assert!(slopes("sigmoid(x)", -1.0, 1.0).is_ok_and(|slope| slope.contains(0.25) && slope.lo() >= 0.0));
    assert!(slopes("Phi(x)", 0.0, 0.0).is_ok_and(|slope| slope.contains(0.398_942_280_401_432_7)));
    assert!(slopes("cos(x) + sin(x)", 0.0, 0.0).is_ok_and(|slope| slope.contains(1.0)));
}
