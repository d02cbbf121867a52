//! The class that a formula has by construction, against the rules of composition and against midpoints.

use super::{caught, holds};
use proptest::collection::vec;
use proptest::prelude::*;
use referee::expr::{Curvature, Expr, Workspace};
use referee::numerics::Enclosure;
use referee::numerics::rational::exact;
use referee::testing::Outcome;
use referee::testing::strategies::{Class, Formula, formula};

const CASES: usize = 2000;

/// A formula with points to try it at: 32nds, so that the point halfway between two of them is exact.
fn tried(class: Class) -> BoxedStrategy<(usize, Formula, Vec<Vec<f64>>)> {
    let coordinate = (-64..=64).prop_map(|k| f64::from(k) / 32.0);
    let dim = prop_oneof![8 => 1..=3_usize, 1 => 4..=8_usize];
    dim.prop_flat_map(move |dim| (Just(dim), formula(class, dim), vec(vec(coordinate.clone(), dim), 8))).boxed()
}

fn parsed(dim: usize, text: &str) -> Expr {
    let names: Vec<_> = (1..=dim).map(|j| format!("x{j}")).collect();
    Expr::parse(text, &names).expect("a formula")
}

/// Halfway between two points the function is not certainly above the mean of its values there (below it, if
/// `concave`).
fn midpoints(expr: &Expr, points: &[Vec<f64>], concave: bool) -> Outcome {
    for pair in points.windows(2) {
        let middle: Vec<f64> = pair[0].iter().zip(&pair[1]).map(|(a, b)| f64::midpoint(*a, *b)).collect();
        let above = if expr.is_rational() {
            let at = |point: &[f64]| {
                let point: Vec<_> = point.iter().map(|&x| exact(x)).collect();
                expr.eval_exact(&point, &mut Workspace::new()).map_err(|error| error.to_string())
            };
            (at(&middle)? * exact(2.0)).cmp(&(at(&pair[0])? + at(&pair[1])?))
        } else {
            let at = |point: &[f64]| {
                let point: Vec<_> = point.iter().map(|&x| Enclosure::point(x)).collect();
                expr.enclose(&point, &mut Workspace::new()).map_err(|error| error.to_string())
            };
            let (middle, ends) = (at(&middle)? * Enclosure::point(2.0), at(&pair[0])? + at(&pair[1])?);
            match (middle.lo() > ends.hi(), middle.hi() < ends.lo()) {
                (true, _) => std::cmp::Ordering::Greater,
                (_, true) => std::cmp::Ordering::Less,
                _ => std::cmp::Ordering::Equal,
            }
        };
        let refuted = if concave { above.is_lt() } else { above.is_gt() };
        if refuted {
            return Err(format!("`{expr}` bends the other way between {:?} and {:?}", pair[0], pair[1]));
        }
    }
    Ok(())
}

/// The class is that of the midpoints; where it was built by the rules, they prove it; and what they prove, midpoints
/// do not refute. It is defined, and not above its bound.
fn law((dim, formula, points): &(usize, Formula, Vec<Vec<f64>>)) -> Outcome {
    let expr = parsed(*dim, &formula.text);
    let bounds = vec![Enclosure::new(-2.0, 2.0); *dim];
    let proved = expr.curvature(&bounds);
    let (convex, concave) = match formula.class {
        Class::Affine => (true, true),
        Class::Convex => (true, false),
        Class::Concave => (false, true),
        Class::Difference | Class::Neither => (false, false),
    };
    for (built, proved, concave) in [(convex, proved.is_convex(), false), (concave, proved.is_concave(), true)] {
        if built && formula.recognised && !proved {
            return Err(format!("`{expr}` is {:?} by construction, but {proved:?}", formula.class));
        }
        if built || proved {
            midpoints(&expr, points, concave)?;
        }
    }
    for point in points {
        let at: Vec<_> = point.iter().map(|&x| Enclosure::point(x)).collect();
        let value = expr.enclose(&at, &mut Workspace::new()).map_err(|error| error.to_string())?;
        if value.lo() > formula.bound || value.hi() < -formula.bound {
            return Err(format!("`{expr}` is {value} at {point:?}, above its bound {}", formula.bound));
        }
    }
    let range = expr.enclose(&bounds, &mut Workspace::new()).map_err(|error| error.to_string())?;
    if range.is_finite() { Ok(()) } else { Err(format!("`{expr}` is not bounded")) }
}

#[test]
fn the_class_by_construction_is_never_contradicted() {
    for class in Class::ALL {
        holds(&tried(class), CASES, law);
    }
}

/// Rows are formulas whose mean is the whole, exactly where that can be computed exactly.
#[test]
fn a_mean_is_the_mean_of_its_rows() {
    let mut means = 0;
    for class in [Class::Convex, Class::Neither] {
        holds(&tried(class), CASES, |(dim, formula, points)| {
            let whole = parsed(*dim, &formula.text);
            for point in points.iter().filter(|_| !formula.rows.is_empty()) {
                let at: Vec<_> = point.iter().map(|&x| Enclosure::point(x)).collect();
                let value = |expr: &Expr| expr.enclose(&at, &mut Workspace::new()).expect("it is defined");
                let sum = formula.rows.iter().fold(Enclosure::ZERO, |sum, row| sum + value(&parsed(*dim, row)));
                let mean = sum * Enclosure::point(0.25);
                if formula.rows.len() != 4 || mean.intersection(value(&whole)).is_none() {
                    return Err(format!("the rows of `{whole}` have mean {mean}"));
                }
            }
            Ok(())
        });
        means += super::draws(&tried(class), CASES).filter(|(_, formula, _)| !formula.rows.is_empty()).count();
    }
    assert!(means > CASES / 20, "only {means} means were drawn");
}

#[test]
fn a_flipped_class_is_caught() {
    let flipped = |class: Class| match class {
        Class::Convex => Class::Concave,
        _ => Class::Convex,
    };
    for class in [Class::Convex, Class::Concave] {
        let wrong = caught(&tried(class), CASES, |(dim, formula, points)| {
            law(&(*dim, Formula { class: flipped(class), ..formula.clone() }, points.clone()))
        });
        assert!(wrong > CASES * 9 / 10, "{class:?} flipped was noticed {wrong} times in {CASES}");
        // By midpoints alone, without the rules.
        let wrong = caught(&tried(class), CASES, |(dim, formula, points)| {
            midpoints(&parsed(*dim, &formula.text), points, class == Class::Convex)
        });
        assert!(wrong > CASES * 7 / 10, "midpoints noticed {class:?} flipped {wrong} times in {CASES}");
    }
    let wrong = caught(&tried(Class::Neither), CASES, |(dim, formula, points)| {
        law(&(*dim, Formula { class: Class::Convex, ..formula.clone() }, points.clone()))
    });
    assert!(wrong > CASES / 2, "{wrong} of {CASES} that are neither were noticed as not convex");
}

/// What is convex in truth and by no rule: a law about convexity may not take the rules for the truth.
#[test]
fn some_convex_formulas_are_not_recognised() {
    let missed = caught(&tried(Class::Convex), CASES, |(dim, formula, _)| {
        let bounds = vec![Enclosure::new(-2.0, 2.0); *dim];
        match parsed(*dim, &formula.text).curvature(&bounds) {
            Curvature::Unknown(obstacle) => Err(obstacle.to_string()),
            _ => Ok(()),
        }
    });
    assert!(missed > CASES / 20, "only {missed} of {CASES}");
}
