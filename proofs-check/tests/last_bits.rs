//! Bounds that are false by the last bit that is computed with, for every kind of evidence: the least number of 128 bits
//! above an irrational minimum is refused, and one that is a little below it is accepted.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use proofs_check::exact::Rational;
use proofs_check::problem::{Cut, Domain, Evidence, Form, Function, Leaf, Problem, Side};

/// The minima, to more digits than any enclosure has.
const ROOT_OF_E: &str = "1.64872127070012814684865078781416357165377610071014801157507931164066";
const MINUS_THIRD_OF_ROOT_OF_TWO: &str = "-0.47140452079103168293389624140323269285655729179231602439222657933024";

/// `10^-n`.
fn tenth(n: usize) -> Rational {
    Rational::parse(&format!("1/1{}", "0".repeat(n))).unwrap()
}

/// A decimal with one digit before the point.
fn decimal(text: &str) -> Rational {
    let (_, digits) = text.split_once('.').unwrap();
    let whole = text.replace('.', "").replace("-0", "-");
    &Rational::parse(&whole).unwrap() * &tenth(digits.len())
}

fn on_box(text: &str, sides: &[(f64, f64)]) -> Problem {
    let (lower, upper) = sides.iter().copied().unzip();
    problem(text, sides.len(), Domain::Box { lower, upper })
}

fn problem(text: &str, variables: usize, domain: Domain) -> Problem {
    let names: Vec<String> = (0..variables).map(|i| format!("x{i}")).collect();
    Problem::from_expressions(&names, domain, text, &[]).unwrap()
}

fn leaf(sides: &[(f64, f64)], form: Form, at: &[f64]) -> Evidence {
    Evidence::Boxes(vec![Leaf { sides: sides.to_vec(), form, at: at.to_vec() }])
}

fn cut(theta: &[f64]) -> Evidence {
    Evidence::Cuts(vec![Cut { theta: theta.to_vec(), weight: 1.0 }])
}

fn accepts(problem: &Problem, lower: &Rational, evidence: &Evidence) -> bool {
    problem.verify_lower_bound(Side::Constraints, &[Rational::one()], lower, evidence).is_ok()
}

#[test]
fn a_bound_that_is_false_by_the_last_bit_is_refused() {
    let right = [(0.5, 1.0)];
    let left = [(-1.0, -0.5)];
    let ball = |text: &str| problem(text, 2, Domain::Ball { radius: 1.0 });
    let large = |text: &str| problem(text, 2, Domain::Ball { radius: 3.0 });
    let cases = [
        (on_box("exp(x0)", &right), leaf(&right, Form::Natural, &[]), ROOT_OF_E),
        (on_box("exp(x0) + x0 - x0", &right), leaf(&right, Form::Monotone, &[]), ROOT_OF_E),
        (on_box("exp(-x0) + x0 - x0", &left), leaf(&left, Form::Monotone, &[]), ROOT_OF_E),
        (on_box("exp(x0) + x0 - x0", &right), leaf(&right, Form::SecondOrder, &[0.5]), ROOT_OF_E),
        (on_box("exp(x0)", &right), cut(&[0.5]), ROOT_OF_E),
        (on_box("exp(-x0)", &left), cut(&[-0.5]), ROOT_OF_E),
        (on_box("-ln(x0)*0 + sqrt(exp(1))*x0", &[(1.0, 2.0)]), Evidence::Vertices, ROOT_OF_E),
        (ball("(x0 + x1)/3"), cut(&[0.0, 0.0]), MINUS_THIRD_OF_ROOT_OF_TWO),
        (ball("-(x0 + x1)/3"), cut(&[0.5, 0.0]), MINUS_THIRD_OF_ROOT_OF_TWO),
        (large("(x0 + x1)/9"), cut(&[0.0, 0.0]), MINUS_THIRD_OF_ROOT_OF_TWO),
    ];
    for (number, (problem, evidence, minimum)) in cases.iter().enumerate() {
        let minimum = decimal(minimum);
        let above = &minimum + &tenth(60);
        assert!(!accepts(problem, &above, evidence), "case {number}: a bound above the minimum");
        let below = &minimum - &tenth(35);
        assert!(accepts(problem, &below, evidence), "case {number}: a bound below the minimum");
    }
}

/// Over a ball the kinks of the tangents cost as much as the farther end of each side.
#[test]
fn kinks_over_a_ball_cost_their_farther_end() {
    let double = |x: f64| Rational::from_double(x).unwrap();
    for (text, theta) in [("abs(x0 - 0.5)", 0.5), ("abs(x0 + 0.5)", -0.5)] {
        let problem = problem(text, 1, Domain::Ball { radius: 1.0 });
        assert!(accepts(&problem, &double(-1.5), &cut(&[theta])), "{text}");
        assert!(!accepts(&problem, &double(-1.499_999), &cut(&[theta])), "{text}");
    }
    // On a box each end has its own slope.
    for (text, theta, bound) in [("abs(x0 - 0.5) + x0/2", 0.5, -2.0), ("abs(x0 + 0.5) - x0/2", -0.5, -2.0)] {
        let problem = on_box(text, &[(-1.0, 1.0)]);
        assert!(accepts(&problem, &double(bound), &cut(&[theta])), "{text}");
        assert!(!accepts(&problem, &double(bound + 0.000_001), &cut(&[theta])), "{text}");
    }
    for theta in [f64::NAN, f64::INFINITY, 1.000_001] {
        assert!(!accepts(&problem("x0", 1, Domain::Ball { radius: 1.0 }), &double(-9.0), &cut(&[theta])), "{theta}");
    }
}

/// A variable that the function does not have adds nothing to the second-order form.
#[test]
fn a_variable_that_is_not_there_bends_nothing() {
    let sides = [(-5.0, -2.5), (-1.0, 1.0)];
    let problem = on_box("(x0^4 - 16*x0^2 + 5*x0) / 2", &sides);
    let evidence = leaf(&sides, Form::SecondOrder, &[-2.903_534_027_771_177, 0.0]);
    let double = |x: f64| Rational::from_double(x).unwrap();
    assert!(accepts(&problem, &double(-39.166_165_704), &evidence));
    assert!(!accepts(&problem, &double(-39.166_165_703), &evidence));
}

/// The second-order form takes the worst of all bends over the box, with their signs.
#[test]
fn a_bend_counts_in_full() {
    let double = |x: f64| Rational::from_double(x).unwrap();
    let square = [(-1.0, 1.0), (-1.0, 1.0)];
    for (text, sides, at, least, above) in [
        ("x0*x1", &square[..], &[0.0, 0.0][..], -1.0, -0.5),
        ("-x0*x1", &square, &[0.0, 0.0], -1.0, -0.5),
        ("x0*x1 - 2*x0*x1", &square, &[0.0, 0.0], -3.0, -0.5),
        ("x0^3", &[(-1.0, 1.0)], &[0.0], -1.0, -0.5),
        ("x0^3 - 0.5*x0", &[(-1.0, 1.0)], &[0.408], -1.5, -0.25),
        ("0.25*x0 - x0^2", &[(0.0, 1.0)], &[0.0], -1.0, -0.5),
        ("0.25*x0 - x0^2", &[(0.0, 1.0)], &[1.0], -1.0, -0.5),
    ] {
        let (problem, evidence) = (on_box(text, sides), leaf(sides, Form::SecondOrder, at));
        assert!(accepts(&problem, &double(least), &evidence), "{text} is at least {least}");
        assert!(!accepts(&problem, &double(above), &evidence), "{text} is not at least {above}");
    }
}

/// What lies between two numbers of 128 bits is decided exactly, and refused where it cannot be.
#[test]
fn a_bound_between_two_numbers_of_128_bits_is_not_rounded() {
    let third = Rational::parse("1/3").unwrap();
    let table = Problem::from_table(vec![vec![1.0]], None).unwrap();
    let holds = |lower: &Rational| {
        table.verify_lower_bound(Side::Constraints, std::slice::from_ref(&third), lower, &Evidence::Enumeration).is_ok()
    };
    assert!(holds(&third) && holds(&(&third - &tenth(60))) && !holds(&(&third + &tenth(60))));

    let irrational = on_box("exp(x0)", &[(0.0, 1.0)]);
    let at_most = |bound: &Rational| irrational.at_most(Function::Objective, &[0.5], bound).unwrap();
    let root = decimal(ROOT_OF_E);
    assert!(at_most(&(&root + &tenth(35))) && !at_most(&(&root - &tenth(35))));
    assert!(!at_most(&(&root - &tenth(60))), "the value is above it");
    assert!(!at_most(&(&root + &tenth(60))), "nobody has shown that it is not");

    let thirds = on_box("x0/3", &[(0.0, 1.0)]);
    assert!(thirds.objective_range_at_most(&(&third + &tenth(35))).unwrap());
    assert!(!thirds.objective_range_at_most(&(&third - &tenth(60))).unwrap());
    let wide = on_box("x0", &[(-(2.0_f64.powi(-140)), 1.0)]);
    assert!(!wide.objective_range_at_most(&Rational::one()).unwrap(), "its range is 1 + 2^-140");
    assert!(wide.objective_range_at_most(&(&Rational::one() + &tenth(35))).unwrap());
}

/// One coordinate outside, or one number that is none, is enough.
#[test]
fn a_point_is_inside_with_all_its_coordinates() {
    let square = on_box("x0 + x1", &[(0.0, 1.0), (0.0, 1.0)]);
    let listed = problem("x0 + x1", 2, Domain::Points(vec![vec![0.0, 1.0], vec![1.0, 0.0]]));
    let ball = problem("x0 + x1", 2, Domain::Ball { radius: 1.0 });
    for (inside, point) in [
        ([true, true, true], [0.0, 1.0]),
        ([true, true, true], [-0.0, 1.0]),
        ([true, false, false], [1.0, 1.0]),
        ([false, false, false], [0.0, 1.5]),
        ([false, false, true], [-0.5, 0.5]),
        ([false, false, false], [0.0, f64::NAN]),
        ([false, false, false], [f64::INFINITY, 0.0]),
    ] {
        let found = [&square, &listed, &ball].map(|problem| problem.contains(&point));
        assert_eq!(found, inside, "{point:?}");
        let point = [point[0]];
        assert!(![&square, &listed, &ball].iter().any(|problem| problem.contains(&point)));
    }
    let names = ["x0".to_owned(), "x1".to_owned()];
    for broken in [f64::NAN, f64::INFINITY] {
        let domain = Domain::Points(vec![vec![0.0, 1.0], vec![0.0, broken]]);
        assert!(Problem::from_expressions(&names, domain, "x0", &[]).is_err());
        assert!(Problem::from_table(vec![vec![0.0, 1.0], vec![0.0, broken]], None).is_err());
        assert!(Problem::from_table(vec![vec![0.0, 1.0]], Some(vec![vec![broken]])).is_err());
    }
}

/// Of a factor that may have either sign nothing is known, and an odd power only rises.
#[test]
fn shapes_are_not_guessed() {
    let sides = [(-1.0, 1.0)];
    let nearly_zero = on_box("(sqrt(2)*sqrt(2) - 2)*x0^2", &sides);
    for evidence in [Evidence::Vertices, cut(&[0.0])] {
        assert!(!accepts(&nearly_zero, &Rational::from_integer(-1), &evidence), "nobody knows its shape");
    }
    for (text, least) in
        [("(2 - x0^2)^3", "1"), ("(x0^2 - 2)^3", "-8"), ("(2 - x0^2)^-1", "1/2"), ("(x0^2 - 2)^-1", "-1")]
    {
        let above = &Rational::parse(least).unwrap() + &tenth(1);
        for evidence in [Evidence::Vertices, cut(&[0.0]), cut(&[1.0])] {
            assert!(!accepts(&on_box(text, &sides), &above, &evidence), "{text} is somewhere {least}");
        }
    }
}

/// The middle of a box is rounded to a double, and need not be its middle then.
#[test]
fn the_mean_value_form_holds_about_any_point() {
    let unit = f64::EPSILON;
    for (lo, hi) in [(1.0 + unit, 1.0 + 2.0 * unit), (1.0, 1.0 + unit), (-1.0 - unit, -1.0), (1.0 - unit, 1.0)] {
        let sides = [(lo, hi)];
        let (problem, exact) = (on_box("x0", &sides), |x: f64| Rational::from_double(x).unwrap());
        let above = &exact(lo) + &(&(&exact(hi) - &exact(lo)) * &Rational::parse("1/4").unwrap());
        assert!(accepts(&problem, &exact(lo), &leaf(&sides, Form::MeanValue, &[])), "[{lo:?}, {hi:?}]");
        assert!(!accepts(&problem, &above, &leaf(&sides, Form::MeanValue, &[])), "[{lo:?}, {hi:?}]");
    }
}
