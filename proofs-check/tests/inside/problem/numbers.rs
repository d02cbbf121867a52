//! Dyadic numbers and intervals against exact fractions.

use super::super::interval::Interval;
use super::super::number::{Dyadic, Round::Down, Round::Up};
use super::{Draws, exact};
use crate::exact::Rational;
use num_bigint::BigInt;

/// A number of up to 128 bits with an exponent of very different sizes.
fn number(draws: &mut Draws) -> Dyadic {
    let bits = draws.below(129);
    let wide = (u128::from(draws.next()) << 64) | u128::from(draws.next());
    let magnitude = if bits == 0 { 0 } else { wide >> (128 - bits) };
    // Exponents mostly near each other, so that sums meet every distance from 0 to beyond 256.
    let exponent = i64::try_from(draws.below(600)).unwrap() - 300;
    let value = BigInt::from(magnitude) * if draws.below(2) == 0 { 1 } else { -1 };
    Dyadic::from_big(&value, exponent, Down)
}

/// `down <= value <= up`, equal if the value fits, else neighbours.
fn check(down: Dyadic, up: Dyadic, value: &Rational, what: &str) {
    let (lo, hi) = (exact(down), exact(up));
    assert!(lo <= *value && *value <= hi, "{what}: rounded to the wrong side");
    if down != up {
        assert!(lo < *value && *value < hi, "{what}: an exact value was rounded");
        let gap = &hi - &lo;
        let size = if lo.sign().is_lt() { -&hi } else { lo };
        assert!(gap <= &size * &exact(Dyadic::power_of_two(-127)), "{what}: rounded too far");
    }
}

#[test]
fn arithmetic_rounds_to_the_neighbours() {
    let mut draws = Draws(1);
    for _ in 0..20_000 {
        let (a, b) = (number(&mut draws), number(&mut draws));
        let (x, y) = (exact(a), exact(b));
        check(a.plus(b, Down), a.plus(b, Up), &(&x + &y), "sum");
        check(a.minus(b, Down), a.minus(b, Up), &(&x - &y), "difference");
        check(a.times(b, Down), a.times(b, Up), &(&x * &y), "product");
        if let Some(quotient) = x.checked_div(&y) {
            check(a.over(b, Down), a.over(b, Up), &quotient, "quotient");
            check(Dyadic::from_rational(&quotient, Down), Dyadic::from_rational(&quotient, Up), &quotient, "fraction");
        }
        assert_eq!(a.cmp(&b), x.cmp(&y), "order");
        let root = a.size();
        let (lo, hi) = (exact(root.sqrt(Down)), exact(root.sqrt(Up)));
        assert!(&lo * &lo <= exact(root) && exact(root) <= &hi * &hi, "root");
        let square = root.times(root, Down);
        if exact(square) == &exact(root) * &exact(root) {
            assert_eq!((square.sqrt(Down), square.sqrt(Up)), (root, root), "the root of a square is exact");
        }
    }
}

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

#[test]
fn products_and_quotients_of_intervals_are_the_smallest() {
    let mut draws = Draws(3);
    for _ in 0..5000 {
        let mut side = || {
            let (a, b) = (draws.eighth(), draws.eighth());
            Interval { lo: a.min(b), hi: a.max(b) }
        };
        let (u, v) = (side(), side());
        let ends = |of: &dyn Fn(&Rational, &Rational) -> Rational| {
            let all: Vec<Rational> =
                [u.lo, u.hi].iter().flat_map(|&a| [v.lo, v.hi].map(|b| of(&exact(a), &exact(b)))).collect();
            (all.iter().min().unwrap().clone(), all.iter().max().unwrap().clone())
        };
        let product = u.times(v);
        assert_eq!((exact(product.lo), exact(product.hi)), ends(&|a, b| a * b), "{u:?} {v:?}");
        match u.over(v) {
            None => assert!(v.touches_zero()),
            Some(quotient) => {
                let (least, greatest) = ends(&|a, b| a.checked_div(b).unwrap());
                assert_eq!(quotient.lo, Dyadic::from_rational(&least, Down));
                assert_eq!(quotient.hi, Dyadic::from_rational(&greatest, Up));
            }
        }
    }
}

#[test]
fn ends_are_moved_each_by_itself_and_infinities_stay() {
    let (one, infinity) = (Dyadic::ONE, Dyadic::INFINITY);
    let wide = Interval { lo: one, hi: one.scaled(1) };
    assert_eq!(wide.scaled(1), Interval { lo: one.scaled(1), hi: one.scaled(2) });
    assert_eq!(infinity.plus(Dyadic::NEG_INFINITY, Down), Dyadic::NEG_INFINITY);
    assert_eq!(infinity.plus(Dyadic::NEG_INFINITY, Up), infinity);
    assert_eq!(Dyadic::NEG_INFINITY.plus(infinity, Down), Dyadic::NEG_INFINITY);
    assert_eq!((infinity.plus(one, Down), one.plus(infinity, Down)), (infinity, infinity));
    assert_eq!(infinity.plus(infinity, Down), infinity);
    assert_eq!(infinity.sqrt(Down), infinity);
    assert_eq!(Interval { lo: one, hi: infinity }.sqrt(), Some(Interval { lo: one, hi: infinity }));
    assert_eq!((one.over(infinity, Down), infinity.over(one.negated(), Down)), (Dyadic::ZERO, Dyadic::NEG_INFINITY));
    assert_eq!(infinity.times(one.negated(), Up), Dyadic::NEG_INFINITY);
    assert_eq!((infinity.times(Dyadic::ZERO, Up), Dyadic::ZERO.times(infinity, Up)), (Dyadic::ZERO, Dyadic::ZERO));
    assert!(infinity > one && Dyadic::NEG_INFINITY < one.negated() && !infinity.is_finite());
    assert_eq!((infinity.scaled(3), Dyadic::ZERO.scaled(3)), (infinity, Dyadic::ZERO));
}

#[test]
fn what_is_too_small_is_rounded_as_asked() {
    let tiny = Dyadic::power_of_two(-(1 << 49));
    let product = |round| tiny.times(tiny, round).times(tiny, round);
    assert_eq!((product(Down), tiny.negated().times(tiny, Up).times(tiny, Up)), (Dyadic::ZERO, Dyadic::ZERO));
    assert!(product(Up) > Dyadic::ZERO && product(Up) < tiny);
    let below = tiny.negated().times(tiny, Down).times(tiny, Down);
    assert!(below < Dyadic::ZERO && below > tiny.negated());
}
