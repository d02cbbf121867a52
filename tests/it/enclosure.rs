//! Enclosures against exact rationals: containment, tightness, and inclusion isotonicity.
//!
//! Every law is a function of the operation it judges, so that a broken twin meets the very same law.

use crate::common::{
    Outcome, any_double, catches, holds, is_largest_below, is_smallest_above, is_tightest, moderate_double,
};
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::numerics::rational::{contains, exact, power_of_two};
use referee::numerics::{Enclosure, Undefined};

/// An interval and a few finite doubles inside it.
#[derive(Clone, Debug)]
struct Sampled {
    interval: Enclosure,
    inside: Vec<f64>,
}

fn sampled(lo: f64, hi: f64, others: [f64; 2]) -> Sampled {
    let (lo, hi) = (lo.min(hi), lo.max(hi));
    let (first, last) = (lo.max(f64::MIN), hi.min(f64::MAX));
    let inside = [first, last, 0.0, others[0], others[1]].map(|x| x.clamp(first, last));
    Sampled { interval: Enclosure::new(lo, hi), inside: inside.to_vec() }
}

fn intervals<S: Strategy<Value = f64>>(double: fn() -> S) -> impl Strategy<Value = Sampled> {
    let others = || [double(), double()];
    prop_oneof![
        4 => (double(), double(), others()).prop_map(|(a, b, others)| sampled(a, b, others)),
        2 => double().prop_map(|a| sampled(a, a, [a, a])),
        1 => (double(), others()).prop_map(|(a, others)| sampled(a, f64::INFINITY, others)),
        1 => (double(), others()).prop_map(|(a, others)| sampled(f64::NEG_INFINITY, a, others)),
    ]
}

fn any_two() -> impl Strategy<Value = (Sampled, Sampled)> {
    (intervals(any_double), intervals(any_double))
}

type Binary = fn(Enclosure, Enclosure) -> Enclosure;
type ExactBinary = fn(&RBig, &RBig) -> RBig;
type Unary = fn(Enclosure) -> Enclosure;
type ExactUnary = fn(&RBig) -> RBig;

/// Division, with an answer that contains everything where there is none.
const DIVIDE: Binary = |a, b| a.divide(b).unwrap_or(Enclosure::EVERYTHING);

/// The law of inclusion: the result contains the exact result of every pair of operands.
fn includes(op: Binary, exact_op: ExactBinary, (a, b): &(Sampled, Sampled)) -> Outcome {
    let result = op(a.interval, b.interval);
    for (x, y) in a.inside.iter().flat_map(|x| b.inside.iter().map(move |y| (x, y))) {
        let q = exact_op(&exact(*x), &exact(*y));
        prop_assert!(contains(result, &q), "{:e} and {:e} leave {}", x, y, result);
    }
    Ok(())
}

fn includes_unary(op: Unary, exact_op: ExactUnary, a: &Sampled) -> Outcome {
    let result = op(a.interval);
    for x in &a.inside {
        prop_assert!(contains(result, &exact_op(&exact(*x))), "{:e} leaves {}", x, result);
    }
    Ok(())
}

/// The law of tightness for operations whose extremes lie at corners: the endpoints are the best doubles.
fn is_tight(op: Binary, exact_op: ExactBinary, (a, b): &(Sampled, Sampled)) -> Outcome {
    let result = op(a.interval, b.interval);
    let ends = |x: Enclosure| [exact(x.lo()), exact(x.hi())];
    let corners: Vec<RBig> = ends(a.interval).iter().flat_map(|x| ends(b.interval).map(|y| exact_op(x, &y))).collect();
    let least = corners.iter().min().expect("four corners");
    let greatest = corners.iter().max().expect("four corners");
    prop_assert!(is_largest_below(result.lo(), least), "{} of {:?} and {:?}", result, a, b);
    prop_assert!(is_smallest_above(result.hi(), greatest), "{} of {:?} and {:?}", result, a, b);
    Ok(())
}

/// The law of isotonicity: a smaller argument has a smaller image.
fn is_isotone(op: Binary, (a, b): &(Sampled, Sampled)) -> Outcome {
    let part = |s: &Sampled| Enclosure::point(s.inside[3]).hull(Enclosure::point(s.inside[4]));
    let (inner, outer) = (op(part(a), part(b)), op(a.interval, b.interval));
    prop_assert!(outer.contains_enclosure(inner), "{} is not in {} for {:?} and {:?}", inner, outer, a, b);
    Ok(())
}

const ARITHMETIC: [(Binary, ExactBinary); 5] = [
    (|a, b| a + b, |x, y| x + y),
    (|a, b| a - b, |x, y| x - y),
    (|a, b| a * b, |x, y| x * y),
    (Enclosure::min, |x, y| x.min(y).clone()),
    (Enclosure::max, |x, y| x.max(y).clone()),
];

fn quotients<S: Strategy<Value = f64>>(double: fn() -> S) -> impl Strategy<Value = (Sampled, Sampled)> {
    (intervals(double), intervals(double)).prop_filter("a divisor without zero", |(_, b)| !b.interval.contains(0.0))
}

fn finite((a, b): &(Sampled, Sampled)) -> bool {
    a.interval.is_finite() && b.interval.is_finite()
}

#[test]
fn arithmetic_includes() {
    for (op, exact_op) in ARITHMETIC {
        holds(1500, &any_two(), |two| includes(op, exact_op, &two));
    }
    holds(1500, &quotients(any_double), |two| includes(DIVIDE, |x, y| x / y, &two));
}

#[test]
fn arithmetic_is_tight() {
    // Sums, minima and maxima for all doubles, products and quotients in the ordinary range.
    let moderate = || (intervals(moderate_double), intervals(moderate_double)).prop_filter("finite", finite);
    for (op, exact_op) in ARITHMETIC {
        holds(1000, &moderate(), |two| is_tight(op, exact_op, &two));
    }
    for (op, exact_op) in [ARITHMETIC[0], ARITHMETIC[1], ARITHMETIC[3], ARITHMETIC[4]] {
        holds(1000, &any_two().prop_filter("finite", finite), |two| is_tight(op, exact_op, &two));
    }
    holds(1000, &quotients(moderate_double).prop_filter("finite", finite), |two| is_tight(DIVIDE, |x, y| x / y, &two));
}

#[test]
fn arithmetic_is_isotone() {
    for (op, _) in ARITHMETIC {
        holds(1500, &any_two(), |two| is_isotone(op, &two));
    }
    holds(1500, &any_two(), |two| is_isotone(DIVIDE, &two));
    holds(1500, &any_two(), |two| is_isotone(Enclosure::hull, &two));
}

#[test]
fn twins_of_arithmetic_are_caught() {
    // To nearest: no outward step.
    let nearest_sum: Binary = |a, b| Enclosure::new(a.lo() + b.lo(), a.hi() + b.hi());
    let moderate = || (intervals(moderate_double), intervals(moderate_double));
    catches(400, &moderate(), |two| includes(nearest_sum, |x, y| x + y, &two));
    // Swapped directions: rounded inward.
    let inward_sum: Binary = |a, b| {
        let sum = a + b;
        Enclosure::try_new(sum.lo().next_up(), sum.hi().next_down()).unwrap_or(Enclosure::point(sum.midpoint()))
    };
    catches(400, &moderate(), |two| includes(inward_sum, |x, y| x + y, &two));
    // A product that looks at two corners only, as if nothing were negative.
    let two_corners: Binary = |a, b| {
        let (first, second) = (a.lo() * b.lo(), a.hi() * b.hi());
        let everything = Enclosure::EVERYTHING;
        Enclosure::try_new(first.min(second).next_down(), first.max(second).next_up()).unwrap_or(everything)
    };
    catches(400, &moderate(), |two| includes(two_corners, |x, y| x * y, &two));
    catches(400, &moderate(), |two| is_isotone(two_corners, &two));
    // Rigorous but one step too wide everywhere.
    let wide_sum: Binary = |a, b| Enclosure::new((a + b).lo().next_down(), (a + b).hi().next_up());
    catches(400, &moderate().prop_filter("finite", finite), |two| is_tight(wide_sum, |x, y| x + y, &two));
    // A midpoint instead of an interval.
    let middle: Binary = |a, b| Enclosure::point((a - b).midpoint());
    catches(400, &any_two(), |two| includes(middle, |x, y| x - y, &two));
}

#[test]
fn division_by_zero_is_undefined() {
    holds(1000, &any_two(), |(a, b)| {
        let expected_error = b.interval.lo() <= 0.0 && 0.0 <= b.interval.hi();
        prop_assert_eq!(a.interval.divide(b.interval).is_err(), expected_error);
        prop_assert_eq!(b.interval.powi(-3).is_err(), expected_error);
        prop_assert_eq!(b.interval.powi(-2).is_err(), expected_error);
        Ok(())
    });
    assert_eq!(Enclosure::ONE.divide(Enclosure::new(-0.0, 1.0)), Err(Undefined::DivisionByZero));
}

fn rational_abs(x: &RBig) -> RBig {
    if *x < RBig::ZERO { -x } else { x.clone() }
}

/// The law of the absolute value: inclusion, and endpoints that are attained.
fn is_absolute_value(abs: Unary, a: &Sampled) -> Outcome {
    includes_unary(abs, rational_abs, a)?;
    let (x, result) = (a.interval, abs(a.interval));
    let least = if x.contains(0.0) { 0.0 } else { x.lo().abs().min(x.hi().abs()) };
    prop_assert_eq!((result.lo(), result.hi()), (least, x.lo().abs().max(x.hi().abs())));
    Ok(())
}

#[test]
fn absolute_values() {
    holds(1500, &intervals(any_double), |a| is_absolute_value(Enclosure::abs, &a));
    holds(1500, &intervals(any_double), |a| {
        prop_assert_eq!(a.interval.magnitude(), a.interval.abs().hi());
        Ok(())
    });
    // Without the case of a negative interval: rigorous, but wide.
    let no_negative: Unary = |x| if x.lo() >= 0.0 { x } else { Enclosure::new(0.0, x.magnitude()) };
    catches(400, &intervals(any_double), |a| is_absolute_value(no_negative, &a));
    // Without the case of a negative interval: an upper endpoint taken for the larger one.
    let no_reflection: Unary = |x| if x.lo() >= 0.0 { x } else { Enclosure::new(0.0, x.hi().max(0.0)) };
    catches(400, &intervals(any_double), |a| includes_unary(no_reflection, rational_abs, &a));
    // Without the case of an interval around zero.
    let no_zero: Unary = |x| {
        let (a, b) = (x.lo().abs(), x.hi().abs());
        Enclosure::try_new(a.min(b), a.max(b)).unwrap_or(Enclosure::EVERYTHING)
    };
    catches(400, &intervals(any_double), |a| includes_unary(no_zero, rational_abs, &a));
}

/// The law of powers: inclusion, and at a point at most `4 |n|` steps of width where the result is a normal double.
///
/// A power takes at most `|n| - 1` products counted with the powers they enter, and a reciprocal one more operation;
/// each moves an endpoint by less than one step of relative size 2u, and a step of the result is at least u of it.
fn is_power(powi: impl Fn(Enclosure, i32) -> Enclosure, a: &Sampled, n: i32) -> Outcome {
    let result = powi(a.interval, n);
    for &x in &a.inside {
        prop_assert!(contains(result, &exact(x).pow(n as isize)), "{:e}^{} is not in {}", x, n, result);
    }
    let normal = power_of_two(-890)..power_of_two(990);
    if a.interval.is_point() && normal.contains(&result.lo().abs()) && normal.contains(&result.hi().abs()) {
        let steps = result.hi().to_bits().abs_diff(result.lo().to_bits());
        prop_assert!(
            steps <= 4 * u64::from(n.unsigned_abs()),
            "{:?}^{} = {} is {} steps wide",
            a.interval,
            n,
            result,
            steps
        );
    }
    Ok(())
}

#[test]
fn powers() {
    let powi = |x: Enclosure, n: i32| x.powi(n).unwrap_or(Enclosure::EVERYTHING);
    let defined = |(a, n): &(Sampled, i32)| *n >= 0 || !a.interval.contains(0.0);
    let any = || (intervals(any_double), -6_i32..13).prop_filter("defined", defined);
    let moderate = || (intervals(moderate_double), -24_i32..25).prop_filter("defined", defined);
    holds(1500, &any(), |(a, n)| is_power(powi, &a, n));
    holds(1500, &moderate(), |(a, n)| is_power(powi, &a, n));
    // Powers of the endpoints alone: wrong for even powers of an interval around zero.
    let ends_alone = |x: Enclosure, n: i32| {
        if !x.is_finite() {
            return Enclosure::EVERYTHING;
        }
        powi(Enclosure::point(x.lo()), n).hull(powi(Enclosure::point(x.hi()), n))
    };
    catches(500, &moderate(), |(a, n)| is_power(ends_alone, &a, n));
    // The float power.
    catches(500, &moderate(), |(a, n)| {
        is_power(|x, n| if x.is_point() { Enclosure::point(x.lo().powi(n)) } else { powi(x, n) }, &a, n)
    });
    holds(1000, &intervals(any_double), |a| {
        prop_assert_eq!(a.interval.square(), a.interval.powi(2).expect("a square is defined"));
        prop_assert_eq!(a.interval.powi(1), Ok(a.interval));
        prop_assert_eq!(a.interval.powi(0), Ok(Enclosure::ONE));
        Ok(())
    });
    holds(1000, &(intervals(any_double), -4_i32..5), |(a, n)| {
        let part = Enclosure::point(a.inside[3]).hull(Enclosure::point(a.inside[4]));
        prop_assert!(powi(a.interval, n).contains_enclosure(powi(part, n)));
        Ok(())
    });
}

#[test]
fn square_roots() {
    let law = |sqrt: Unary, a: &Sampled| -> Outcome {
        let result = sqrt(a.interval);
        for &x in &a.inside {
            let q = exact(x);
            let below = exact(result.lo());
            prop_assert!(&below * &below <= q, "the root of {:e} is below {}", x, result);
            let above = result.hi();
            prop_assert!(above == f64::INFINITY || exact(above) * exact(above) >= q, "{:e} is above {}", x, result);
        }
        Ok(())
    };
    let nonnegative = || intervals(any_double).prop_filter("nonnegative", |a| a.interval.lo() >= 0.0);
    holds(1500, &nonnegative(), |a| law(|x| x.sqrt().expect("nonnegative"), &a));
    catches(400, &nonnegative(), |a| law(|x| Enclosure::new(x.lo().sqrt(), x.hi().sqrt()), &a));
    holds(1000, &intervals(any_double), |a| {
        prop_assert_eq!(a.interval.sqrt().is_err(), a.interval.lo() < 0.0);
        Ok(())
    });
    assert_eq!(Enclosure::new(4.0, 9.0).sqrt(), Ok(Enclosure::new(2.0, 3.0)));
    assert_eq!(Enclosure::new(-f64::from_bits(1), 9.0).sqrt(), Err(Undefined::SqrtOfNegative));
}

#[test]
fn steps_and_positive_parts() {
    let step = |x: &RBig| if *x > RBig::ZERO { RBig::ONE } else { RBig::ZERO };
    let positive_part = |x: &RBig| x.max(&RBig::ZERO).clone();
    holds(1500, &intervals(any_double), |a| {
        includes_unary(Enclosure::step, step, &a)?;
        includes_unary(Enclosure::positive_part, positive_part, &a)?;
        includes_unary(|x| -x, |x| -x, &a)?;
        // Both step values are in the result only if both are taken.
        let both = a.interval.lo() <= 0.0 && a.interval.hi() > 0.0;
        prop_assert_eq!(a.interval.step().is_point(), !both);
        prop_assert_eq!(a.interval.positive_part().lo(), a.interval.lo().max(0.0));
        Ok(())
    });
    // The step that is 1 at zero.
    let closed: Unary = |x| Enclosure::new(f64::from(x.lo() >= 0.0), f64::from(x.hi() >= 0.0));
    catches(400, &intervals(any_double), |a| includes_unary(closed, step, &a));
}

#[test]
fn hulls_intersections_and_middles() {
    holds(1500, &any_two(), |(a, b)| {
        let (x, y) = (a.interval, b.interval);
        let hull = x.hull(y);
        prop_assert!(hull.contains_enclosure(x) && hull.contains_enclosure(y));
        prop_assert!([x.lo(), y.lo()].contains(&hull.lo()) && [x.hi(), y.hi()].contains(&hull.hi()));
        let common = x.intersection(y);
        for &point in a.inside.iter().chain(&b.inside) {
            let in_both = x.contains(point) && y.contains(point);
            prop_assert_eq!(common.is_some_and(|common| common.contains(point)), in_both);
        }
        prop_assert!(x.midpoint().is_finite() && x.contains(x.midpoint()));
        Ok(())
    });
    holds(1500, &intervals(any_double).prop_filter("finite", |a| a.interval.is_finite()), |a| {
        let (x, exact_width) = (a.interval, exact(a.interval.hi()) - exact(a.interval.lo()));
        prop_assert!(is_smallest_above(x.width(), &exact_width));
        // The middle halves the interval up to one step of the larger endpoint (and subnormal rounding).
        let left = exact(x.midpoint()) - exact(x.lo());
        let step = exact(x.magnitude()) - exact(x.magnitude().next_down());
        prop_assert!(rational_abs(&(&left + &left - exact_width)) <= RBig::from(2) * step + exact(f64::from_bits(4)));
        Ok(())
    });
    for x in [Enclosure::EVERYTHING, Enclosure::new(f64::MAX, f64::INFINITY), Enclosure::new(f64::MIN, f64::MAX)] {
        assert!(x.contains(x.midpoint()) && x.midpoint().is_finite());
    }
    assert_eq!(Enclosure::new(1.0, 2.0).intersection(Enclosure::new(2.0, 3.0)), Some(Enclosure::point(2.0)));
    assert_eq!(Enclosure::new(1.0, 2.0).intersection(Enclosure::new(2.5, 3.0)), None);
}

#[test]
fn exact_results_stay_points() {
    let dyadic = (-4096_i32..4096, 0_i32..10).prop_map(|(whole, power)| f64::from(whole) / f64::from(1 << power));
    holds(1500, &(dyadic.clone(), dyadic), |(a, b)| {
        let (x, y) = (Enclosure::point(a), Enclosure::point(b));
        for result in [x + y, x - y, x * y, x.square(), (x * y).abs()] {
            prop_assert!(result.is_point());
        }
        prop_assert!(b == 0.0 || (x * y).divide(y) == Ok(x));
        prop_assert!(is_tightest(x * y, &(exact(a) * exact(b))));
        Ok(())
    });
}

#[test]
fn intervals_are_well_formed() {
    let inf = f64::INFINITY;
    for (lo, hi) in [(1.0, 0.0), (f64::NAN, 1.0), (0.0, f64::NAN), (inf, inf), (-inf, -inf)] {
        assert_eq!(Enclosure::try_new(lo, hi), None);
    }
    assert!(std::panic::catch_unwind(|| Enclosure::point(inf)).is_err());
    assert_eq!(Enclosure::point(0.5).to_string(), "0.5");
    assert_eq!(Enclosure::new(-inf, 0.1).to_string(), "[-inf, 0.1]");
}
