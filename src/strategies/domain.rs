//! Domains inside `[-2, 2]^d`.

use super::formula::number_in;
use crate::domain::{AnyDomain, Ball, Cuboid, Domain as _, FiniteSet, L1Orthant, Simplex};
use proptest::collection::vec;
use proptest::prelude::*;

/// Numbers of variables: mostly up to 3, seldom up to 8.
pub fn dimension() -> BoxedStrategy<usize> {
    prop_oneof![45 => 1..=2_usize, 35 => Just(3_usize), 15 => 4..=5_usize, 5 => 6..=8_usize].boxed()
}

/// Any of the five shapes. Simplices and l1 orthants come seldom: a certificate cannot carry a problem over them.
///
/// ```
/// use proptest::strategy::{Strategy as _, ValueTree as _};
/// use proptest::test_runner::TestRunner;
/// use referee::domain::Domain as _;
/// use referee::testing::strategies::domain;
/// let drawn = domain(3).new_tree(&mut TestRunner::deterministic()).unwrap().current();
/// assert_eq!(drawn.dim(), 3);
/// ```
pub fn domain(dim: usize) -> BoxedStrategy<AnyDomain> {
    prop_oneof![3 => convex_domain(dim), 1 => finite_domain(dim)].boxed()
}

/// Any but a finite set.
pub(super) fn convex_domain(dim: usize) -> BoxedStrategy<AnyDomain> {
    let expect = "the size is in range";
    let radius = || prop_oneof![(1..=16).prop_map(|k| f64::from(k) / 8.0), 0.25..2.0];
    prop_oneof![
        10 => cuboid(dim),
        5 => radius().prop_map(move |r| Ball::new(dim, r).expect(expect).into()),
        1 => Just(AnyDomain::from(Simplex::new(dim).expect(expect))),
        1 => radius().prop_map(move |r| L1Orthant::new(dim, r).expect(expect).into()),
    ]
    .boxed()
}

/// A box whose sides are at least a quarter long.
pub(super) fn cuboid(dim: usize) -> BoxedStrategy<AnyDomain> {
    vec((number_in(-2, 1), prop_oneof![(2..=32).prop_map(|k| f64::from(k) / 8.0), 0.25..4.0]), dim)
        .prop_map(|sides| {
            let (lower, length): (Vec<f64>, Vec<f64>) = sides.into_iter().unzip();
            let upper = lower.iter().zip(length).map(|(lo, length)| (lo + length).min(2.0)).collect();
            Cuboid::new(lower, upper).expect("every side has a length").into()
        })
        .boxed()
}

/// One to twelve points; some may be equal.
pub(super) fn finite_domain(dim: usize) -> BoxedStrategy<AnyDomain> {
    vec(vec(number_in(-2, 2), dim), 1..=12)
        .prop_map(|points| FiniteSet::new(&points).expect("the points have as many coordinates").into())
        .boxed()
}

/// A share per coordinate.
pub(super) fn fractions(dim: usize) -> impl Strategy<Value = Vec<f64>> {
    vec((0..=8_u8).prop_map(|k| f64::from(k) / 8.0), dim)
}

/// A point of the domain, from a fraction per coordinate.
pub(super) fn inside(domain: &AnyDomain, fractions: &[f64]) -> Vec<f64> {
    let bounds = domain.bounding_box();
    let mut point: Vec<f64> =
        bounds.iter().zip(fractions).map(|(range, fraction)| range.lo() + fraction * range.width()).collect();
    domain.project(&mut point);
    point
}
