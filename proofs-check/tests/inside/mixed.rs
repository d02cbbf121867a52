//! Tests of `src/mixed.rs`, as a module of it.

use super::*;

#[test]
fn sums_and_the_least_are_exact() {
    let y = ["1/3", "5/12", "0", "7"].map(|text| Rational::parse(text).unwrap());
    let weights = Weights::new(&y).unwrap();
    assert_eq!(weights.sum(), Rational::parse("31/4").unwrap());
    assert_eq!(weights.dot([3.0, -0.5, 1e300, 0.125]), Rational::parse("5/3").unwrap());
    let mut least = Least::new(true, &y).unwrap();
    assert_eq!(least.value(), None);
    for first in [5e-324, 0.0, -5e-324, 1e300] {
        least.see(&[first, 3.0, 0.0, 1.0, 0.0]);
    }
    let wanted = &Rational::one() + &Rational::from_double(-5e-324).unwrap();
    assert_eq!((least.value(), least.sum()), (Some(wanted), weights.sum()));
}

#[test]
fn means_of_sums_are_exact() {
    let q = |text: &str| Rational::parse(text).unwrap();
    let (outer, inner) = (Weights::new(&[q("1/3"), q("2/3")]).unwrap(), Weights::new(&[q("1"), q("2/7")]).unwrap());
    // 1/3 (5e-324 - 2/7) + 2/3 (1/2 + 4/7).
    let rows = [vec![5e-324, -1.0], vec![0.5, 2.0]];
    let tiny = &Rational::from_double(5e-324).unwrap() * &q("1/3");
    assert_eq!(outer.mean_of_dots(&inner, &rows), &q("13/21") + &tiny);
    let values = [("-1", "1"), ("1/5", "2")].map(|(lo, hi)| Interval { lo: q(lo), hi: q(hi) });
    let mean = outer.divided(&outer.scaled_sum(&values));
    assert_eq!((mean.lo, mean.hi), (q("-1/5"), q("5/3")));
    let mut least = Least::of(&[q("2"), q("1/3")]).unwrap();
    least.see(&[1.0, 3.0]);
    least.see(&[0.5, 5.0]);
    assert_eq!((least.value(), least.sum()), (Some(q("8/3")), q("7/3")));
}

#[test]
fn denominators_that_grow_without_end_are_refused() {
    let over = |denominator: BigInt| Rational::new(BigInt::from(1), denominator).unwrap();
    let two = |bits: u32| over(BigInt::from(1) << bits);
    assert!(Weights::new(&[two(500_000), two(600_000), two(400_000)]).is_some());
    assert!(Weights::new(&[two(500_000), over(BigInt::from(3).pow(400_000))]).is_none());
    // 2^n has n + 1 bits.
    assert!(Weights::new(&[two((1 << 20) - 1)]).is_some() && Weights::new(&[two(1 << 20)]).is_none());
}
