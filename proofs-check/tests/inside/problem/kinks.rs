//! Slopes at kinks and next to them: which side each choice takes, and where none may be taken.

use super::super::interval::Interval;
use super::super::slopes::{Kinks, Tie, slopes};
use super::compile;

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
