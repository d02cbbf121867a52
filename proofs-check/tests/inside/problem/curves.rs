//! The curvature rules on known functions, and shapes that must not be claimed.

use super::super::curvature::{Shape, Sides, shapes};
use super::super::interval::Interval;
use super::super::number::{Dyadic, Round::Down};
use super::{Draws, compile, evaluate};

fn shape(text: &str, lo: f64, hi: f64, sides: Sides) -> Shape {
    let program = compile(text).unwrap();
    let side = Interval::from_doubles(lo, hi).unwrap();
    let mut values = Vec::new();
    program.evaluate(&[side, side], &mut values).unwrap();
    shapes(&program, &values, sides)[program.roots[0]]
}

/// Text, range of both variables, convex, concave.
const KNOWN: &[(&str, f64, f64, bool, bool)] = &[
    ("3*x - y/2 + exp(2)", -1.0, 1.0, true, true),
    ("x^2 + x*x", -1.0, 1.0, true, false),
    ("(2*x - y)*(2*x - y)", -1.0, 1.0, true, false),
    ("x*y", -1.0, 1.0, false, false),
    ("x^1 + max(x, x) - min(y, y)", -1.0, 1.0, true, true),
    ("x^3", 0.0, 1.0, true, false),
    ("x^3", -1.0, 0.0, false, true),
    ("x^3", -1.0, 1.0, false, false),
    ("1/x", 0.5, 1.0, true, false),
    ("-2/x", 0.5, 1.0, false, true),
    ("x^-2", -1.0, -0.5, true, false),
    ("1/x", -1.0, -0.5, false, true),
    ("exp(x^2)", -1.0, 1.0, true, false),
    ("exp(-exp(x))", -1.0, 1.0, false, false),
    ("-exp(x)", -1.0, 1.0, false, true),
    ("ln(x) + sqrt(y)", 0.5, 1.0, false, true),
    ("ln(1 + exp(x))", -1.0, 1.0, false, false),
    ("abs(x - 2)", 0.0, 1.0, true, true),
    ("abs(x)", -1.0, 1.0, true, false),
    ("max(x, y, x + y - 1)", -1.0, 1.0, true, false),
    ("max(x, y + 5)", -1.0, 1.0, true, true),
    ("max(0, x)", 0.0, 1.0, true, true),
    ("min(x, y)", -1.0, 1.0, false, true),
    ("max(x^2, -y)", -1.0, 1.0, true, false),
    ("max(x, -y^2)", -1.0, 1.0, false, false),
    ("hinge(x)", -2.0, 1.0, true, false),
    ("hinge(x)", -0.5, 1.0, true, true),
    ("hinge(x*y - 2)", -1.0, 1.0, true, true),
    ("hinge(-x^2)", -2.0, 2.0, false, false),
    ("sigmoid(x)", -2.0, 0.0, true, false),
    ("Phi(x)", 0.0, 2.0, false, true),
    ("Phi(x)", -1.0, 2.0, false, false),
    ("sin(x)", 0.0, 3.0, false, true),
    ("sin(x)", 0.0, 3.5, false, false),
    ("cos(x)", 2.0, 4.0, true, false),
    ("cos(x^2)", 0.0, 1.2, false, true),
    ("step(x + 2)*y", -1.0, 1.0, true, true),
    ("step(x)", -1.0, 1.0, false, false),
    ("x*y^0", -1.0, 1.0, true, true),
    ("(exp(1) - 2)*x^2", -1.0, 1.0, true, false),
    ("(2 - exp(1))*x^2", -1.0, 1.0, false, true),
    // Ranges that end exactly at 0, or at the kink.
    ("sin(x)", -1.0, 0.0, true, false),
    ("cos(-(x^2))", 0.0, 1.0, false, true),
    ("abs(x^2)", -1.0, 1.0, true, false),
    ("abs(-(x^2))", -1.0, 1.0, true, false),
    ("(x^2)^2", -1.0, 1.0, true, false),
    ("(-(x^2))^2", -1.0, 1.0, true, false),
    ("exp(-(x^2))", -1.0, 1.0, false, false),
    ("abs(sin(1)^2 + cos(1)^2 - 1)*x^2", -1.0, 1.0, true, false),
    ("-abs(sin(1)^2 + cos(1)^2 - 1)*x^2", -1.0, 1.0, false, true),
    ("step(x)*y", -1.0, 0.0, true, true),
    ("step(x)", 0.0, 1.0, false, false),
    ("hinge(x)", -2.0, -1.0, true, true),
    ("hinge(x)", -1.0, 1.0, true, true),
    ("min(0, x)", 0.0, 1.0, true, true),
    ("min(x^2, 4)", -2.0, 2.0, true, false),
    ("min(4, -(x^2))", -2.0, 2.0, false, true),
    // A factor whose sign is not known, a product of products, and what is a point.
    ("(sin(1)^2 + cos(1)^2 - 1)*x^2", -1.0, 1.0, false, false),
    ("exp((sin(1)^2 + cos(1)^2 - 1)*x^2)", -1.0, 1.0, false, false),
    ("x*y*y^2", 0.0, 1.0, false, false),
    ("sin(x)", 2.0, 2.0, true, true),
    ("max(sin(1)^2 + cos(1)^2, 1)", -1.0, 1.0, true, true),
    // Compositions: which of rising and falling each curve is, and which it is not.
    ("sqrt(x)", 4.0, 6.0, false, true),
    ("ln(x)", 4.0, 6.0, false, true),
    ("sqrt(4 - x^2)", -1.0, 1.0, false, true),
    ("sqrt(4 + x^2)", -1.0, 1.0, false, false),
    ("sigmoid(x^2 - 5)", -1.0, 1.0, true, false),
    ("sigmoid(-(x^2) - 1)", -1.0, 1.0, false, false),
    ("Phi(5 - x^2)", -1.0, 1.0, false, true),
    ("Phi(5 + x^2)", -1.0, 1.0, false, false),
    ("sin(2.2 - x^2)", -1.0, 1.0, false, false),
    ("sin(x^2 + 1.2)", -1.0, 1.0, false, false),
    ("sin(-1.2 - x^2)", -1.0, 1.0, false, false),
    ("abs(x)", 0.0, 1.0, true, false),
    ("abs(x)", -1.0, 0.0, true, false),
    ("abs(2 - x^2)", -1.0, 1.0, false, true),
    ("abs(x^2 - 2)", -1.0, 1.0, false, true),
    ("(x^2)^3", -1.0, 1.0, true, false),
    ("(-(x^2))^3", -1.0, 1.0, false, true),
    ("(2 - x^2)^3", -1.0, 1.0, false, false),
    ("1/(2 - x^2)", -1.0, 1.0, true, false),
    ("1/(2 + x^2)", -1.0, 1.0, false, false),
    ("1/(x^2 - 2)", -1.0, 1.0, false, true),
    ("(2 - x^2)^-2", -1.0, 1.0, true, false),
    ("(x^2 - 2)^-2", -1.0, 1.0, true, false),
    ("(2 + x^2)^-2", -1.0, 1.0, false, false),
    ("exp(x^2)*2 - y", -1.0, 1.0, true, false),
    ("hinge(x^2)", -1.0, 1.0, true, false),
];

/// The same where a range that touches a kink is on no side of it.
const APART: &[(&str, f64, f64, bool, bool)] = &[
    ("max(0, x)", 0.0, 1.0, true, false),
    ("min(0, x)", 0.0, 1.0, false, true),
    ("hinge(x)", -1.0, 1.0, true, false),
    ("hinge(x)", -2.0, -1.0, true, false),
    ("max(0, x)", 0.5, 1.0, true, true),
    ("hinge(x)", -2.0, -1.5, true, true),
];

#[test]
fn known_shapes() {
    for &(text, lo, hi, convex, concave) in KNOWN {
        let found = shape(text, lo, hi, Sides::Touching);
        assert_eq!((found.convex, found.concave), (convex, concave), "{text} on [{lo}, {hi}]");
    }
    for &(text, lo, hi, convex, concave) in APART {
        let found = shape(text, lo, hi, Sides::Apart);
        assert_eq!((found.convex, found.concave), (convex, concave), "{text} apart from its kinks on [{lo}, {hi}]");
    }
}

#[test]
fn claimed_shapes_pass_the_midpoint_test() {
    let mut draws = Draws(9);
    for &(text, lo, hi, convex, concave) in KNOWN {
        let side = Interval::from_doubles(lo, hi).unwrap();
        for _ in 0..50 {
            let mut point = || {
                let mut coordinate = || {
                    let part = Interval::point(draws.eighth().size().scaled(-2));
                    Interval::point(side.lo).plus(part.times(side.minus(Interval::point(side.lo)))).hi.min(side.hi)
                };
                [coordinate(), coordinate()]
            };
            let (a, b) = (point(), point());
            let middle: Vec<Dyadic> = a.iter().zip(&b).map(|(a, b)| a.plus(*b, Down).scaled(-1)).collect();
            let value = |point: &[Dyadic]| {
                let sides: Vec<Interval> = point.iter().map(|&x| Interval::point(x)).collect();
                evaluate(text, &sides).unwrap()
            };
            let bend = value(&a).plus(value(&b)).scaled(-1).minus(value(&middle));
            assert!(!convex || bend.hi >= Dyadic::ZERO, "{text} bends down");
            assert!(!concave || bend.lo <= Dyadic::ZERO, "{text} bends up");
        }
    }
}
