//! Directed rounding against exact rationals, for doubles of every kind.
//!
//! Every law is a function of the operation it judges, so that a broken twin meets the very same law.

use crate::common::{
    Outcome, any_double, catches, holds, is_largest_below, is_smallest_above, is_tightest, moderate_double,
};
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::numerics::Enclosure;
use referee::numerics::directed::{
    add_both, add_down, add_up, div_both, div_down, div_up, mul_both, mul_down, mul_up, sqrt_down, sqrt_up, sub_down,
    sub_up,
};
use referee::numerics::rational::{contains, enclose, exact, power_of_two};

type Op = fn(f64, f64) -> f64;

/// An operation of rational numbers, and whether its rounding is promised to be the best for all doubles.
#[derive(Clone, Copy)]
struct ExactOp {
    apply: fn(&RBig, &RBig) -> RBig,
    best_everywhere: bool,
}

const ADD: ExactOp = ExactOp { apply: |a, b| a + b, best_everywhere: true };
const SUB: ExactOp = ExactOp { apply: |a, b| a - b, best_everywhere: true };
const MUL: ExactOp = ExactOp { apply: |a, b| a * b, best_everywhere: false };
const DIV: ExactOp = ExactOp { apply: |a, b| a / b, best_everywhere: false };

/// Where `directed` promises the best double: sums always, the rest where the error of a product is a normal double.
fn best_promised(a: f64, b: f64, op: ExactOp, q: &RBig) -> bool {
    let within = |x: f64| x == 0.0 || (power_of_two(-899)..=power_of_two(994)).contains(&x.abs());
    op.best_everywhere || (within(a) && within(b) && within(q.to_f64().value()))
}

/// The law of rounding down: never above the exact result, the largest such double in the ordinary range and one
/// step below it at worst elsewhere.
fn rounds_down(op: Op, exact_op: ExactOp, (a, b): (f64, f64)) -> Outcome {
    let q = (exact_op.apply)(&exact(a), &exact(b));
    let x = op(a, b);
    prop_assert!(x == f64::NEG_INFINITY || exact(x) <= q, "{:e} is above the result of {:e} and {:e}", x, a, b);
    let best = is_largest_below(x, &q);
    prop_assert!(best || !best_promised(a, b, exact_op, &q), "{:e} is not the best for {:e} and {:e}", x, a, b);
    prop_assert!(best || is_largest_below(x.next_up(), &q), "{:e} is far from {:e} and {:e}", x, a, b);
    Ok(())
}

/// The law of rounding up is the law of rounding down, seen in the mirror.
fn rounds_up(op: Op, exact_op: ExactOp, (a, b): (f64, f64)) -> Outcome {
    let q = (exact_op.apply)(&exact(a), &exact(b));
    let x = op(a, b);
    prop_assert!(x == f64::INFINITY || exact(x) >= q, "{:e} is below the result of {:e} and {:e}", x, a, b);
    let best = is_smallest_above(x, &q);
    prop_assert!(best || !best_promised(a, b, exact_op, &q), "{:e} is not the best for {:e} and {:e}", x, a, b);
    prop_assert!(best || is_smallest_above(x.next_down(), &q), "{:e} is far from {:e} and {:e}", x, a, b);
    Ok(())
}

fn any_pair() -> impl Strategy<Value = (f64, f64)> {
    prop_oneof![
        4 => (any_double(), any_double()),
        // Nearly cancelling, and equal up to a few steps: where errors are small or zero.
        1 => (any_double(), -3_i64..4).prop_map(|(a, step)| {
            let bits = a.to_bits().saturating_add_signed(step);
            (a, -if f64::from_bits(bits).is_finite() { f64::from_bits(bits) } else { a })
        }),
        1 => (moderate_double(), moderate_double()),
    ]
}

fn any_quotient() -> impl Strategy<Value = (f64, f64)> {
    any_pair().prop_filter("a divisor is not zero", |(_, b)| *b != 0.0)
}

#[test]
fn sums_and_differences_are_rounded() {
    holds(10_000, &any_pair(), |pair| rounds_down(add_down, ADD, pair));
    holds(10_000, &any_pair(), |pair| rounds_up(add_up, ADD, pair));
    holds(10_000, &any_pair(), |pair| rounds_down(sub_down, SUB, pair));
    holds(10_000, &any_pair(), |pair| rounds_up(sub_up, SUB, pair));
}

#[test]
fn products_are_rounded() {
    holds(10_000, &any_pair(), |pair| rounds_down(mul_down, MUL, pair));
    holds(10_000, &any_pair(), |pair| rounds_up(mul_up, MUL, pair));
}

#[test]
fn quotients_are_rounded() {
    holds(10_000, &any_quotient(), |pair| rounds_down(div_down, DIV, pair));
    holds(10_000, &any_quotient(), |pair| rounds_up(div_up, DIV, pair));
}

#[test]
fn both_is_down_and_up() {
    holds(4_000, &any_quotient(), |(a, b)| {
        prop_assert_eq!(add_both(a, b), (add_down(a, b), add_up(a, b)));
        prop_assert_eq!(mul_both(a, b), (mul_down(a, b), mul_up(a, b)));
        prop_assert_eq!(div_both(a, b), (div_down(a, b), div_up(a, b)));
        Ok(())
    });
}

/// The law of the square root: `down^2 <= a <= up^2`, and neighbours in the ordinary range.
fn takes_roots(down: fn(f64) -> f64, up: fn(f64) -> f64, a: f64) -> Outcome {
    let (below, above, q) = (down(a), up(a), exact(a));
    let square = |x: f64| exact(x) * exact(x);
    prop_assert!(square(below) <= q && q <= square(above), "[{:e}, {:e}] misses the root of {:e}", below, above, a);
    let steps = above.to_bits() - below.to_bits();
    let exact_root = square(below) == q;
    let best = if exact_root { steps == 0 } else { steps == 1 };
    let ordinary = (power_of_two(-899)..power_of_two(999)).contains(&a);
    prop_assert!(best || !ordinary, "[{:e}, {:e}] is not the best for {:e}", below, above, a);
    prop_assert!(steps <= 2);
    Ok(())
}

#[test]
fn roots_are_rounded() {
    let nonnegative = any_double().prop_map(f64::abs);
    holds(10_000, &nonnegative, |a| takes_roots(sqrt_down, sqrt_up, a));
    let squares = (0_u32..1 << 26).prop_map(|x| f64::from(x) * f64::from(x));
    holds(500, &squares, |a| takes_roots(sqrt_down, sqrt_up, a));
    catches(500, &any_double().prop_map(f64::abs), |a| takes_roots(f64::sqrt, f64::sqrt, a));
    catches(500, &squares_of_doubles(), |a| takes_roots(|x| x.sqrt().next_down(), |x| x.sqrt().next_up(), a));
}

fn squares_of_doubles() -> impl Strategy<Value = f64> {
    (1_u32..1 << 20).prop_map(|x| f64::from(x) * f64::from(x))
}

#[test]
fn twins_of_directed_rounding_are_caught() {
    // To nearest: no outward step.
    catches(500, &any_pair(), |pair| rounds_down(|a, b| (a + b).clamp(f64::MIN, f64::MAX), ADD, pair));
    catches(500, &any_pair(), |pair| rounds_up(|a, b| a * b, MUL, pair));
    // Swapped directions.
    catches(500, &any_pair(), |pair| rounds_down(|a, b| add_up(a, b).min(f64::MAX), ADD, pair));
    catches(500, &any_quotient(), |pair| rounds_up(|a, b| div_down(a, b).max(f64::MIN), DIV, pair));
    // Always one step out: rigorous, but an exact result does not stay exact.
    catches(500, &any_pair(), |pair| rounds_down(|a, b| add_down(a, b).next_down(), ADD, pair));
    catches(500, &any_pair(), |pair| rounds_up(|a, b| mul_up(a, b).next_up(), MUL, pair));
}

#[test]
fn infinite_operands_follow_the_limits() {
    let inf = f64::INFINITY;
    assert_eq!(add_up(inf, 1.0), inf);
    assert_eq!(add_down(-inf, f64::MAX), -inf);
    assert_eq!((mul_down(0.0, inf), mul_up(inf, 0.0)), (0.0, 0.0));
    assert_eq!((div_down(1.0, inf), div_up(-1.0, inf)), (0.0, 0.0));
    assert_eq!(mul_up(inf, -2.0), -inf);
    // Finite operands that overflow are bounded by the largest double on the inner side.
    assert_eq!(add_both(f64::MAX, f64::MAX), (f64::MAX, inf));
    assert_eq!(mul_both(f64::MIN, 2.0), (-inf, f64::MIN));
    assert_eq!(div_both(f64::MAX, 0.5), (f64::MAX, inf));
}

#[test]
fn rationals_are_enclosed_by_their_neighbours() {
    let law = |enclose: fn(&RBig) -> Enclosure, (a, b): (f64, f64)| -> Outcome {
        let q = exact(a) / exact(b);
        let enclosure = enclose(&q);
        prop_assert!(is_tightest(enclosure, &q), "{} for {}", enclosure, q);
        prop_assert!(contains(enclosure, &q));
        Ok(())
    };
    holds(4_000, &any_quotient(), |pair| law(enclose, pair));
    catches(200, &any_quotient(), |pair| law(|q| Enclosure::point(q.to_f64().value().clamp(f64::MIN, f64::MAX)), pair));
    for exponent in -1074..=1023_i32 {
        assert_eq!(exact(power_of_two(exponent)), RBig::from(2).pow(exponent as isize));
    }
}
