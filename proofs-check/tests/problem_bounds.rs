//! False bounds that one part of their evidence refutes: one vertex, one side of a leaf, one function of the sum, the
//! last bit of a norm.
#![expect(clippy::arithmetic_side_effects, reason = "tests make numbers of doubles")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use num_bigint::BigInt;
use proofs_check::exact::Rational;
use proofs_check::problem::{Cut, Domain, Evidence, Form, Leaf, Problem, Side};

fn double(x: f64) -> Rational {
    Rational::from_double(x).unwrap()
}

/// The next double above a number other than 0.
fn up(x: f64) -> f64 {
    f64::from_bits(if x > 0.0 { x.to_bits() + 1 } else { x.to_bits() - 1 })
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("x{i}")).collect()
}

fn on_box(text: &str, sides: &[(f64, f64)]) -> Problem {
    let (lower, upper) = sides.iter().copied().unzip();
    Problem::from_expressions(&names(sides.len()), Domain::Box { lower, upper }, text, &[]).unwrap()
}

fn on_ball(text: &str, variables: usize, radius: f64) -> Problem {
    Problem::from_expressions(&names(variables), Domain::Ball { radius }, text, &[]).unwrap()
}

fn verify(problem: &Problem, lower: &Rational, evidence: &Evidence) -> Result<(), String> {
    problem.verify_lower_bound(Side::Constraints, &[Rational::one()], lower, evidence)
}

fn leaf(sides: &[(f64, f64)], form: Form, at: &[f64]) -> Leaf {
    Leaf { sides: sides.to_vec(), form, at: at.to_vec() }
}

fn centre(variables: usize) -> Evidence {
    Evidence::Cuts(vec![Cut { theta: vec![0.0; variables], weight: 1.0 }])
}

/// A linear function has its minimum at one vertex only: each of them is looked at, and named by its number.
#[test]
fn every_vertex_counts() {
    for variables in 1..=4 {
        for vertex in 0..1_usize << variables {
            let signs: Vec<&str> = (0..variables).map(|j| if vertex >> j & 1 == 1 { "-" } else { "" }).collect();
            let text: Vec<String> = signs.iter().enumerate().map(|(j, sign)| format!("{sign}x{j}")).collect();
            let problem = on_box(&text.join(" + "), &vec![(-1.0, 1.0); variables]);
            let least = -f64::from(u8::try_from(variables).unwrap());
            verify(&problem, &double(least), &Evidence::Vertices).unwrap();
            let why = verify(&problem, &double(up(least)), &Evidence::Vertices).unwrap_err();
            assert!(why.starts_with(&format!("vertex {vertex} of the box")), "{text:?}: {why}");
        }
    }
}

/// Between vertices at which it has values a function may have none.
#[test]
fn vertices_need_values_between_them() {
    for text in ["-(x0^-2)", "-1/x0^2", "-1/x0", "1/x0", "x0^-1", "-(x0^-1)", "ln(x0^2 - 0.5)"] {
        let why = verify(&on_box(text, &[(-1.0, 1.0)]), &double(-1.0), &Evidence::Vertices).unwrap_err();
        assert!(why.contains("no value on the domain"), "{text}: {why}");
    }
}

/// A side that no variable has would put a leaf outside of the ball.
#[test]
fn a_leaf_has_a_side_for_every_variable_and_no_more() {
    let problem = on_ball("x0 + x1", 2, 5.0);
    for sides in [&[(-5.0, 5.0)][..], &[(-5.0, 5.0), (-5.0, 5.0), (6.0, 7.0)], &[]] {
        for form in [Form::Natural, Form::MeanValue, Form::Monotone, Form::SecondOrder, Form::Outside] {
            let why = verify(&problem, &double(-9.0), &Evidence::Boxes(vec![leaf(sides, form, &[])])).unwrap_err();
            assert!(why.contains(&format!("has {} sides", sides.len())), "{why}");
        }
    }
    verify(&problem, &double(-10.0), &Evidence::Boxes(vec![leaf(&[(-5.0, 5.0); 2], Form::Natural, &[])])).unwrap();
}

#[test]
fn leaves_of_different_forms_go_together() {
    // Least at 1/2, between two leaves that rise and fall.
    let problem = on_box("x0^2 - x0", &[(-1.0, 2.0)]);
    let leaves = Evidence::Boxes(vec![
        leaf(&[(-1.0, 0.0)], Form::Monotone, &[]),
        leaf(&[(0.0, 1.0)], Form::SecondOrder, &[0.5]),
        leaf(&[(1.0, 2.0)], Form::Monotone, &[]),
    ]);
    verify(&problem, &double(-0.25), &leaves).unwrap();
    verify(&problem, &double(up(-0.25)), &leaves).unwrap_err();
}

/// What only one way of bounding shows is shown by it, whatever form the leaf names.
#[test]
fn a_leaf_is_bounded_about_its_middle_and_about_the_middle_rounded() {
    // It rises and falls; the natural bound is 0.16, and 0.25 - 0.2 * 0.1 is the one about the middle.
    let problem = on_box("x0*(1 - x0)", &[(0.4, 0.6)]);
    for form in [Form::Natural, Form::MeanValue, Form::Monotone] {
        let leaf = Evidence::Boxes(vec![leaf(&[(0.4, 0.6)], form, &[])]);
        verify(&problem, &double(0.22), &leaf).unwrap();
        verify(&problem, &double(0.241), &leaf).unwrap_err();
    }
    // With e = 2^-52, f(1 + y) = 3e - y on [0, e], and the slopes are [-1, 5]: the bound is 0 about e/2, which is no
    // double, and 2e about its neighbour 0.
    let problem = on_box("2*(x0 - 1) + 3*abs(x0 - 1.0000000000000002)", &[(1.0, up(1.0))]);
    let leaf = Evidence::Boxes(vec![leaf(&[(1.0, up(1.0))], Form::MeanValue, &[])]);
    verify(&problem, &double(2.0 * f64::EPSILON), &leaf).unwrap();
    verify(&problem, &double(up(2.0 * f64::EPSILON)), &leaf).unwrap_err();
}

/// The slopes of a sum are those of its functions with their weights, each function alone.
#[test]
fn slopes_of_functions_are_not_mixed_up() {
    let functions =
        [("x0", 1.0, 1), ("-x0", -1.0, 2), ("x0*2", 2.0, 3), ("5 - x0*7", -7.0, 1), ("x0^2/8 - x0", -1.0, 5)];
    for (i, (first, one, weight)) in functions.into_iter().enumerate() {
        for (second, other, times) in functions.into_iter().skip(i + 1) {
            // Over [0, 1], from 0 to 1, by the values at both.
            let value = |text: &str, x: f64| match text {
                "5 - x0*7" => 5.0 - 7.0 * x,
                "x0^2/8 - x0" => x * x / 8.0 - x,
                _ => {
                    if text == first {
                        one * x
                    } else {
                        other * x
                    }
                }
            };
            let sum = |x: f64| f64::from(weight) * value(first, x) + f64::from(times) * value(second, x);
            let domain = Domain::Box { lower: vec![0.0], upper: vec![1.0] };
            let problem = Problem::from_expressions(&names(1), domain, first, &[(second.to_owned(), None)]).unwrap();
            let weights = [Rational::from_integer(weight), Rational::from_integer(times)];
            let all = Evidence::Boxes(vec![leaf(&[(0.0, 1.0)], Form::Monotone, &[])]);
            let verify = |lower: f64| problem.verify_lower_bound(Side::Constraints, &weights, &double(lower), &all);
            let least = sum(0.0).min(sum(1.0));
            assert_eq!(verify(least), Ok(()), "{weight} ({first}) + {times} ({second})");
            assert!(verify(least + 1.0 / 64.0).is_err(), "{weight} ({first}) + {times} ({second})");
        }
    }
}

/// `-|(a, b)|` is the least of `a x + b y` on the unit ball. The number of 128 bits next above it is refused.
#[test]
fn the_norm_over_a_ball_is_rounded_up() {
    for k in 0..40_i64 {
        let (a, b) = (9_007_199_254_740_881 - 7919 * k * k, 6_369_051_672_525_773 + 104_729 * k);
        // The second one is 2^40 times smaller, so that the sum of squares has more than 128 bits.
        let problem = on_ball(&format!("{a}*x0 + {b}/1099511627776*x1"), 2, 1.0);
        let (a, b) = (BigInt::from(a) << 40_u32, BigInt::from(b));
        let square: BigInt = &a * &a + &b * &b;
        // 53 + 40 bits before the point and 35 behind it.
        let floor = (square << 70_u32).sqrt();
        assert_eq!(floor.bits(), 128);
        let scaled = |n: BigInt| Rational::new(-n, BigInt::from(1) << 75_u32).unwrap();
        verify(&problem, &scaled(floor.clone()), &centre(2)).unwrap_err();
        verify(&problem, &scaled(floor + 4), &centre(2)).unwrap();
    }
}

/// What is added to a linear function over a ball is rounded down.
#[test]
fn the_constant_over_a_ball_is_rounded_down() {
    let tenth = Rational::parse(&format!("1/1{}", "0".repeat(60))).unwrap();
    for n in [3_i64, 5, 7, 9, 11, 13, 17, 19, 23, 29] {
        let problem = on_ball(&format!("x0 + 1/{n}"), 1, 1.0);
        let least = Rational::new((1 - n).into(), n.into()).unwrap();
        verify(&problem, &(&least + &tenth), &centre(1)).unwrap_err();
        verify(&problem, &(&least - &double(f64::EPSILON)), &centre(1)).unwrap();
    }
}

/// A leaf is outside of the ball if the point of it that is nearest to 0 is: for sides on either side of 0 and across.
#[test]
fn a_leaf_is_outside_by_its_nearest_point() {
    let problem = on_ball("x0 + x1", 2, 1.0);
    let ends = [-2.0, -1.25, -1.0, -0.75, -0.5, 0.0, 0.5, 0.75, 1.0, 1.25, 2.0];
    let pairs = ends.iter().flat_map(|&lo| ends.iter().map(move |&hi| (lo, hi)));
    let sides: Vec<(f64, f64)> = pairs.filter(|(lo, hi)| lo <= hi).collect();
    let nearest = |(lo, hi): (f64, f64)| 0.0_f64.clamp(lo, hi);
    for &x in &sides {
        for &y in &sides {
            let all = leaf(&[(-1.0, 1.0); 2], Form::Natural, &[]);
            let found = verify(&problem, &double(-2.0), &Evidence::Boxes(vec![all, leaf(&[x, y], Form::Outside, &[])]));
            let square = nearest(x) * nearest(x) + nearest(y) * nearest(y);
            assert_eq!(found.is_ok(), square > 1.0, "{x:?} and {y:?}: {found:?}");
        }
    }
}
