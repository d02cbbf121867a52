//! Doubles, powers and what is too large, against exact fractions.

use super::super::interval::Interval;
use super::super::number::{Dyadic, Round::Down};
use super::{Draws, exact};
use crate::exact::Rational;

#[test]
fn doubles_are_exact_and_powers_are_tight() {
    let nearest = |text: &str| {
        let x = Rational::parse(text).unwrap();
        exact(Dyadic::from_rational(&x, Down).nearest_double())
    };
    for (text, x) in [("1/3", 1.0 / 3.0), ("-2/3", -2.0 / 3.0), ("1/10", 0.1), ("7", 7.0), ("0", 0.0)] {
        assert_eq!(nearest(text), Rational::from_double(x).unwrap(), "{text}");
    }
    // Ties go to even: 2^53 + 1 down, 2^53 + 3 up.
    assert_eq!(nearest("9007199254740993"), Rational::from_double(9_007_199_254_740_992.0).unwrap());
    assert_eq!(nearest("9007199254740995"), Rational::from_double(9_007_199_254_740_996.0).unwrap());
    assert_eq!(nearest("18014398509481983"), Rational::from_double(18_014_398_509_481_984.0).unwrap());
    for x in [0.0, -0.0, 1.0, -0.1, 5e-324, f64::MAX, 3.0, 1e-300] {
        assert_eq!(exact(Dyadic::from_double(x).unwrap()), Rational::from_double(x).unwrap());
    }
    assert_eq!(Dyadic::from_double(f64::NAN), None);
    let mut draws = Draws(2);
    for _ in 0..300 {
        let (lo, hi) = (draws.eighth(), draws.eighth());
        let over = Interval { lo: lo.min(hi), hi: lo.max(hi) };
        for n in 0..9 {
            let power = |x: &Rational| (0..n).fold(Rational::one(), |product, _| &product * x);
            let (a, b) = (power(&exact(over.lo)), power(&exact(over.hi)));
            let zero_inside = n % 2 == 0 && n > 0 && over.touches_zero();
            let least = if zero_inside { Rational::zero() } else { a.clone().min(b.clone()) };
            let found = over.power(n).unwrap();
            assert_eq!((exact(found.lo), exact(found.hi)), (least, a.max(b)), "{over:?}^{n}");
        }
        assert_eq!(over.power(-1).is_none(), over.touches_zero());
    }
}

#[test]
fn what_is_too_large_or_too_small_saturates_outward() {
    let big = Interval::from_doubles(f64::MAX, f64::MAX).unwrap();
    let mut power = big;
    for _ in 0..4 {
        power = power.power(1_000_000).unwrap();
        assert!(power.lo > big.hi && power.lo.is_finite());
    }
    assert!(!power.hi.is_finite());
    let small = power.power(-1).unwrap();
    assert!(small.lo == Dyadic::ZERO && small.hi > Dyadic::ZERO && small.hi.is_finite());
    assert_eq!(small.power(-1), None, "the inverse of what may be 0");
    let negative = big.negated().power(999_999).unwrap().power(999_999).unwrap().power(999_999).unwrap();
    assert!(!negative.lo.is_finite() && negative.hi < big.negated().lo);
    // 0 times no bound is 0, as it is for every bound.
    let unbounded = Interval { lo: Dyadic::ZERO, hi: Dyadic::INFINITY };
    assert_eq!(unbounded.times(Interval::ZERO), Interval::ZERO);
    assert_eq!(unbounded.plus(unbounded.negated()), Interval::WHOLE);
}
