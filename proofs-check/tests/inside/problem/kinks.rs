//! Slopes at kinks and next to them: which side each choice takes, and where none may be taken.

use super::super::interval::Interval;
use super::super::number::Dyadic;
use super::super::slopes::{Kinks, Tie, slopes};
use super::{compile, evaluate, exact};
use crate::exact::Rational;

/// The slopes in `x` and `y` over a box.
fn over(text: &str, x: (f64, f64), y: (f64, f64), tie: Tie) -> [Interval; 2] {
    let program = compile(text).unwrap();
    let sides = [x, y].map(|(lo, hi)| Interval::from_doubles(lo, hi).unwrap());
    let mut values = Vec::new();
    program.evaluate(&sides, &mut values).unwrap();
    let mut into = [Interval::ZERO; 2];
    let kinks = Kinks { maximum: tie, hinge: tie };
    slopes(&program, &values, &[Interval::ONE], kinks, &mut Vec::new(), &mut into);
    into
}

type Ends = (f64, f64);
const ONE: Ends = (1.0, 1.0);
const ZERO: Ends = (0.0, 0.0);
const MINUS: Ends = (-1.0, -1.0);
const UNIT: Ends = (0.0, 1.0);

/// Text, ranges of `x` and `y`, and the slopes in them by each choice: both, the first, the second.
const AT_KINKS: &[(&str, Ends, Ends, [[Ends; 2]; 3])] = &[
    ("max(x, y)", ZERO, ZERO, [[UNIT, UNIT], [ONE, ZERO], [ZERO, ONE]]),
    ("min(x, y)", ZERO, ZERO, [[UNIT, UNIT], [ONE, ZERO], [ZERO, ONE]]),
    ("max(x, y)", UNIT, (-1.0, 0.0), [[UNIT, UNIT], [ONE, ZERO], [ONE, ZERO]]),
    ("max(x, y)", (-1.0, 0.0), UNIT, [[UNIT, UNIT], [ZERO, ONE], [ZERO, ONE]]),
    ("min(x, y)", UNIT, (-1.0, 0.0), [[UNIT, UNIT], [ZERO, ONE], [ZERO, ONE]]),
    ("max(x, y)", (1.0, 2.0), UNIT, [[UNIT, UNIT], [ONE, ZERO], [ONE, ZERO]]),
    ("max(x, y)", (1.5, 2.0), UNIT, [[ONE, ZERO]; 3]),
    ("max(x, y)", UNIT, (1.5, 2.0), [[ZERO, ONE]; 3]),
    ("max(x, y)", (0.5, 2.0), UNIT, [[UNIT, UNIT]; 3]),
    ("hinge(x)", MINUS, ZERO, [[UNIT, ZERO], [ZERO, ZERO], [ONE, ZERO]]),
    ("hinge(x)", (-1.0, 0.0), ZERO, [[UNIT, ZERO], [ONE, ZERO], [ONE, ZERO]]),
    ("hinge(x)", (-2.0, -1.0), ZERO, [[UNIT, ZERO], [ZERO, ZERO], [ZERO, ZERO]]),
    ("hinge(x)", (-2.0, 0.0), ZERO, [[UNIT, ZERO]; 3]),
];

/// The same for functions with one slope, whatever is chosen.
const KNOWN: &[(&str, Ends, Ends)] = &[
    ("abs(x)", UNIT, (-1.0, 1.0)),
    ("abs(x)", (-1.0, 0.0), (-1.0, 1.0)),
    ("abs(x)", (0.5, 1.0), ONE),
    ("abs(x)", (-1.0, -0.5), MINUS),
    ("step(x)", (-1.0, 0.0), ZERO),
    ("step(x)", (0.5, 1.0), ZERO),
    ("x^3", (1.0, 2.0), (3.0, 12.0)),
    ("x^0", UNIT, ZERO),
    ("x^1", UNIT, ONE),
    ("-x", UNIT, MINUS),
    ("1/x", (0.5, 1.0), (-4.0, -1.0)),
    ("x*x - 3*x", (1.0, 2.0), MINUS_TO_ONE),
    ("sqrt(x)", (0.25, 1.0), (0.5, 1.0)),
    ("ln(x)", (0.5, 2.0), (0.5, 2.0)),
];
const MINUS_TO_ONE: Ends = (-1.0, 1.0);

fn ends((lo, hi): Ends) -> Interval {
    Interval::from_doubles(lo, hi).unwrap()
}

#[test]
fn every_choice_takes_its_side() {
    for &(text, x, y, wanted) in AT_KINKS {
        for (tie, wanted) in [Tie::Both, Tie::First, Tie::Second].into_iter().zip(wanted) {
            assert_eq!(over(text, x, y, tie), wanted.map(ends), "{text} over {x:?} and {y:?}, {tie:?}");
        }
    }
    let all: Vec<Kinks> = Kinks::all().collect();
    assert_eq!((all.len(), all[0]), (9, Kinks::BOTH));
}

/// The slopes of an even derivative are largest next to 0 and least far from it.
#[test]
fn slopes_of_bells_are_those_next_to_zero_and_far_from_it() {
    // The density of the normal law at 0, 1 and 2, between neighbouring multiples of 1e-15.
    let density = [(398_942_280_401_432, 398_942_280_401_433), (241_970_724_519_143, 241_970_724_519_144)];
    let density = [density[0], density[1], (53_990_966_513_188, 53_990_966_513_189)].map(|(lo, hi)| {
        let end = |n: i64| Interval::from_integer(n).over(Interval::from_integer(1_000_000_000_000_000)).unwrap();
        end(lo).hull(end(hi))
    });
    let sigmoid = [0.0, 1.0, 2.0].map(|x| evaluate("sigmoid(x)*sigmoid(-x)", &[ends((x, x)), Interval::ZERO]).unwrap());
    for (text, at) in [("Phi(x)", density), ("sigmoid(x)", sigmoid)] {
        for ((lo, hi), far, near) in [
            ((-1.0, 2.0), 2, 0),
            ((-2.0, 1.0), 2, 0),
            ((1.0, 2.0), 2, 1),
            ((-2.0, -1.0), 2, 1),
            ((-1.0, -1.0), 1, 1),
            (UNIT, 1, 0),
        ] {
            let found = over(text, (lo, hi), ZERO, Tie::First)[0];
            let (far, near) = (at[far], at[near]);
            assert!(found.lo <= far.hi, "{text} over [{lo}, {hi}]: the least slope");
            assert!(near.lo <= found.hi, "{text} over [{lo}, {hi}]: the largest");
            let tight = Interval { lo: far.lo.min(near.lo), hi: near.hi.max(far.hi) };
            let wide = Interval::from_doubles(-1e-14, 1e-14).unwrap();
            assert!(found.lies_in(tight.plus(wide)), "{text} over [{lo}, {hi}]: {found:?}");
        }
    }
}

#[test]
fn other_slopes_are_known() {
    for &(text, x, wanted) in KNOWN {
        assert_eq!(over(text, x, ZERO, Tie::First)[0], ends(wanted), "{text} over {x:?}");
    }
    for (lo, hi) in [UNIT, (-1.0, 1.0)] {
        assert_eq!(over("step(x)", (lo, hi), ZERO, Tie::First)[0], Interval::WHOLE, "a jump has no slopes");
    }
    let root = over("sqrt(x)", UNIT, ZERO, Tie::First)[0];
    assert_eq!((root.lo, root.hi.is_finite()), (ends((0.5, 0.5)).lo, false), "the root is steep at 0");
}

/// Over short and long sides the slopes hold the quotient of differences; over short ones nothing else is near.
#[test]
fn slopes_hold_the_quotient_of_differences() {
    for text in [
        "sin(x)",
        "cos(x)",
        "exp(x)",
        "ln(x)",
        "sqrt(x)",
        "sigmoid(x)",
        "Phi(x)",
        "x^3",
        "x^-2",
        "1/x",
        "x/(1 + x)",
        "abs(x)",
        "max(x, 1)",
        "min(x, 1)",
        "hinge(x)",
        "-x",
        "x*x - x",
    ] {
        for (lo, hi) in [(0.5, 0.515_625), (1.5, 1.515_625), (4.0, 4.015_625), (0.5, 4.0)] {
            let at = |x: f64| evaluate(text, &[ends((x, x)), Interval::ZERO]).unwrap();
            let run = ends((hi, hi)).minus(ends((lo, lo)));
            let rise = at(hi).minus(at(lo));
            let held = over(text, (lo, hi), ZERO, Tie::First)[0].times(run);
            assert!(held.lo <= rise.hi && rise.lo <= held.hi, "{text} over [{lo}, {hi}]");
        }
    }
    // The density of the normal law at 0, to fifty digits.
    let density = Rational::parse("39894228040143267793994605993438186847585863116493").unwrap();
    let bell = over("Phi(x)", UNIT, ZERO, Tie::First)[0];
    assert!(&density * &super::rational_power_of_ten(-50) < exact(bell.hi));
    // The slopes of the root over [2, 3] are from 1/sqrt(12) to 1/sqrt(8), both rounded outward.
    let root = over("sqrt(x)", (2.0, 3.0), ZERO, Tie::First)[0];
    let (lo, hi, one) = (exact(root.lo), exact(root.hi), Rational::one());
    assert!(&(&lo * &lo) * &Rational::from_integer(12) < one && one < &(&hi * &hi) * &Rational::from_integer(8));
    // Over [n, n + 1] they are from 1/sqrt(4 n + 4) to 1/sqrt(4 n).
    for n in 1..60_u32 {
        let root = over("sqrt(x)", (f64::from(n), f64::from(n + 1)), ZERO, Tie::First)[0];
        let times_square = |x: Dyadic, n: u32| &(&exact(x) * &exact(x)) * &Rational::from_integer(n);
        assert!(times_square(root.lo, 4 * n + 4) <= one && one <= times_square(root.hi, 4 * n), "{n}");
    }
}
