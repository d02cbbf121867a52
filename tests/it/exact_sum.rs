//! Exact sums against sums of rationals, term by term.

use crate::common::{Outcome, any_double, catches, holds, is_tightest};
use dashu_ratio::RBig;
use proptest::collection::vec;
use proptest::prelude::*;
use referee::numerics::rational::exact;
use referee::numerics::{Enclosure, ExactSum};
use std::cmp::Ordering;

/// Terms of all magnitudes; some come with their negatives, so that much or everything cancels.
fn terms() -> impl Strategy<Value = Vec<f64>> {
    (vec(any_double(), 0..24), 0_usize..24).prop_map(|(mut terms, cancelled)| {
        let negatives: Vec<f64> = terms.iter().take(cancelled).map(|x| -x).collect();
        terms.extend(negatives);
        terms
    })
}

fn pairs() -> impl Strategy<Value = Vec<(f64, f64)>> {
    (vec((any_double(), any_double()), 0..16), 0_usize..16).prop_map(|(mut pairs, cancelled)| {
        let negatives: Vec<_> = pairs.iter().take(cancelled).map(|(x, y)| (*y, -x)).collect();
        pairs.extend(negatives);
        pairs
    })
}

fn rational_sum(terms: &[f64]) -> RBig {
    terms.iter().map(|&x| exact(x)).fold(RBig::ZERO, |sum, x| sum + x)
}

/// The law: value, sign and enclosure are those of the rational number.
fn agrees(sum: &ExactSum, expected: &RBig) -> Outcome {
    prop_assert_eq!(&sum.to_rational(), expected);
    prop_assert_eq!(sum.sign(), expected.cmp(&RBig::ZERO));
    prop_assert!(is_tightest(sum.enclose(), expected), "{} for {}", sum.enclose(), expected);
    Ok(())
}

fn sums_like(sum: impl Fn(&[f64]) -> ExactSum, terms: &[f64]) -> Outcome {
    agrees(&sum(terms), &rational_sum(terms))
}

fn dots_like(dot: impl Fn(&[f64], &[f64]) -> ExactSum, pairs: &[(f64, f64)]) -> Outcome {
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let expected = pairs.iter().map(|&(x, y)| exact(x) * exact(y)).fold(RBig::ZERO, |sum, x| sum + x);
    agrees(&dot(&a, &b), &expected)
}

#[test]
fn sum_is_the_rational_sum() {
    holds(600, &terms(), |terms| sums_like(ExactSum::of, &terms));
}

#[test]
fn dot_is_the_rational_dot() {
    holds(600, &pairs(), |pairs| dots_like(ExactSum::dot, &pairs));
}

#[test]
fn rounded_twins_are_caught() {
    // A plain sum, and an exact sum of rounded products: the two slips that an exact sum exists to prevent.
    catches(256, &terms(), |terms| {
        let plain: f64 = terms.iter().sum();
        prop_assume!(plain.is_finite());
        sums_like(|_| ExactSum::of(&[plain]), &terms)
    });
    catches(256, &pairs(), |pairs| {
        let products: Vec<f64> = pairs.iter().map(|(x, y)| x * y).collect();
        prop_assume!(products.iter().all(|x| x.is_finite()));
        dots_like(|_, _| ExactSum::of(&products), &pairs)
    });
}

#[test]
fn the_order_does_not_matter() {
    holds(300, &terms().prop_shuffle(), |terms| {
        let mut sorted = terms.clone();
        sorted.sort_by(f64::total_cmp);
        agrees(&ExactSum::of(&sorted), &rational_sum(&terms))
    });
}

#[test]
fn extremes() {
    let max = ExactSum::of(&[f64::MAX; 3]);
    assert_eq!(max.enclose(), Enclosure::new(f64::MAX, f64::INFINITY));
    let min = ExactSum::of(&[f64::MIN; 3]);
    assert_eq!(min.enclose(), Enclosure::new(f64::NEG_INFINITY, f64::MIN));
    assert_eq!(ExactSum::of(&[f64::MAX]).enclose(), Enclosure::point(f64::MAX));
    // Half an ulp above the largest double: not a double, and not below it either.
    let above = ExactSum::of(&[f64::MAX, 2f64.powi(970)]);
    assert_eq!(above.enclose(), Enclosure::new(f64::MAX, f64::INFINITY));

    let tiny = f64::from_bits(1);
    assert_eq!(ExactSum::of(&[tiny; 5]).enclose(), Enclosure::point(f64::from_bits(5)));
    // The square of the smallest double is 2^-2148: far below every double, but it has a sign.
    let square = ExactSum::dot(&[tiny], &[-tiny]);
    assert_eq!(square.sign(), Ordering::Less);
    assert_eq!(square.enclose(), Enclosure::new(-tiny, 0.0));
    assert_eq!(ExactSum::dot(&[f64::MAX; 4], &[f64::MAX; 4]).sign(), Ordering::Greater);
    assert_eq!(ExactSum::new().sign(), Ordering::Equal);
    assert_eq!(ExactSum::of(&[-0.0, 0.0]).enclose(), Enclosure::ZERO);
}

#[test]
#[should_panic(expected = "finite numbers")]
fn infinite_terms_are_refused() {
    ExactSum::new().add(f64::INFINITY);
}

#[test]
#[should_panic(expected = "same length")]
fn ragged_dots_are_refused() {
    ExactSum::dot(&[1.0], &[]);
}

#[test]
fn whole_multiples_are_exact() {
    let multiples = |add: fn(&mut ExactSum, u64, f64, f64), terms: &[(u64, f64, f64)]| {
        let mut sum = ExactSum::new();
        for &(k, x, y) in terms {
            add(&mut sum, k, x, y);
        }
        let expected = terms.iter().fold(RBig::ZERO, |sum, &(k, x, y)| sum + RBig::from(k) * exact(x) * exact(y));
        agrees(&sum, &expected)
    };
    let terms = || vec((any::<u64>(), any_double(), any_double()), 0..12);
    holds(300, &terms(), |terms| multiples(ExactSum::add_multiple, &terms));
    // A twin that rounds the multiple.
    catches(300, &terms(), |terms| {
        multiples(|sum, k, x, y| sum.add_product((k as f64 * x).clamp(f64::MIN, f64::MAX), y), &terms)
    });
}
