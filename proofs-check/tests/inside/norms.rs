//! Tests of `src/norms.rs`, as a module of it.

use super::*;

#[test]
fn fixed_point_operations_round_outward() {
    let (fixed, ends) = (Fixed::new(4), |lo: i32, hi: i32| (BigInt::from(lo), BigInt::from(hi)));
    assert_eq!(fixed.product(&ends(3, 3), &ends(3, 3)), ends(0, 1));
    assert_eq!(fixed.product(&ends(-3, 16), &ends(3, 5)), ends(-1, 5));
    assert_eq!(fixed.quotient(&BigInt::from(-1), &BigInt::from(3)), ends(-6, -5));
    assert_eq!(scaled(&ends(-5, 5), &Rational::parse("1/3").unwrap()), ends(-2, 2));
}

#[test]
fn coarse_enclosures_hold_fine_ones() {
    let (coarse, fine) = (Fixed::new(24), Fixed::new(200));
    let holds = |wide: &Ends, narrow: &Ends| (&wide.0 << 176_u32) <= narrow.0 && narrow.1 <= (&wide.1 << 176_u32);
    for n in 1_i32..400 {
        let x = Rational::new(BigInt::from(n * n), BigInt::from(7919)).unwrap();
        assert!(holds(&coarse.ln(&x), &fine.ln(&x)), "ln {x}");
        let y = |fixed: &Fixed| fixed.quotient(&BigInt::from(n - 300), &BigInt::from(37));
        assert!(holds(&coarse.exp(&y(&coarse)), &fine.exp(&y(&fine))), "exp {}/37", n - 300);
        let back = fine.ln(&fine.rational(fine.exp(&y(&fine)).0));
        assert!((&back.0 - &y(&fine).0).bits() < 40, "ln exp {}/37", n - 300);
    }
}

#[test]
fn what_is_below_the_last_place_is_between_its_ends() {
    let fixed = Fixed::new(24);
    let far = -(BigInt::from(25) << 24_u32);
    assert_eq!(fixed.exp(&(far.clone(), far)), (BigInt::from(0), BigInt::from(1)));
}

/// All small intervals: the product is what the products of their ends say, and not a unit more.
#[test]
fn every_product_is_as_its_ends_say() {
    let fixed = Fixed::new(1);
    let all = || (-5_i32..6).flat_map(|lo| (lo..6).map(move |hi| (lo, hi)));
    for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
        let ends = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
        let (lo, hi) = (ends.iter().min().unwrap(), ends.iter().max().unwrap());
        let big = |(lo, hi): (i32, i32)| (BigInt::from(lo), BigInt::from(hi));
        assert_eq!(fixed.product(&big(a), &big(b)), big((lo.div_euclid(2), -(-hi).div_euclid(2))), "{a:?} {b:?}");
    }
}

/// The powers of e down to what is below the last place, where the lower end is 0.
#[test]
fn small_powers_are_enclosed_too() {
    let (coarse, fine) = (Fixed::new(8), Fixed::new(200));
    for n in -300_i32..40 {
        let y = |fixed: &Fixed| (BigInt::from(n) << fixed.bits) / 20_i32;
        let (wide, narrow) = (coarse.exp(&(y(&coarse) - 1, y(&coarse) + 1)), fine.exp(&(y(&fine), y(&fine))));
        assert!((&wide.0 << 192_u32) <= narrow.0 && narrow.1 <= (&wide.1 << 192_u32), "exp {n}/20");
        assert!(wide.0 >= BigInt::from(0), "exp {n}/20");
    }
    for n in [-1_i32, -30, -60, -100, -130] {
        let y = BigInt::from(n) << fine.bits;
        let (lo, hi) = fine.exp(&(y.clone(), y));
        assert!((hi - lo).bits() < 40, "exp {n} is known to less than 160 places");
    }
}

#[test]
fn the_larger_size_of_two_ends_counts() {
    for (lo, hi, size) in [(-3, 2, 3), (-2, 3, 3), (0, 0, 0), (4, 5, 5), (-5, -4, 5)] {
        assert_eq!(largest(&(BigInt::from(lo), BigInt::from(hi))), BigInt::from(size), "{lo} {hi}");
    }
}

/// The norm grows with every entry, so its ends are those of the vectors of the ends.
#[test]
fn the_norm_of_intervals_is_between_those_of_their_ends() {
    let q = |text: &str| Rational::parse(text).unwrap();
    let ends = [("1", "2"), ("0", "1/3"), ("3", "3")];
    let of = |x: &dyn Fn(&(&str, &str)) -> Interval| ends.iter().map(x).collect::<Vec<_>>();
    let all = of(&|(lo, hi)| Interval { lo: q(lo), hi: q(hi) });
    let (below, above) = (of(&|(lo, _)| Interval::point(q(lo))), of(&|(_, hi)| Interval::point(q(hi))));
    for norm in [Norm::One, Norm::Max, Norm::Power(q("2")), Norm::Power(q("3/2")), Norm::Power(q("7"))] {
        let (below, found, above) = (norm.of(&below), norm.of(&all), norm.of(&above));
        assert_eq!((&found.lo, &found.hi), (&below.lo, &above.hi), "{norm:?}");
        assert!(below.lo <= below.hi && above.lo <= above.hi && (norm == Norm::Max || below.hi < above.lo), "{norm:?}");
    }
    assert_eq!(Norm::Power(q("2")).of(&[Interval::point(q("3")), Interval::point(q("4"))]), Interval::point(q("5")));
}

#[test]
fn quotients_are_rounded_to_the_side_that_is_asked_for() {
    for (n, d) in (-40_i32..41).flat_map(|n| (1..12).map(move |d| (n, d))) {
        let (numerator, denominator) = (BigInt::from(n), BigInt::from(d));
        assert_eq!(floor(&numerator, &denominator), BigInt::from(n.div_euclid(d)), "{n}/{d}");
        assert_eq!(ceiling(&numerator, &denominator), BigInt::from(-(-n).div_euclid(d)), "{n}/{d}");
    }
}

/// Ends that were found once, around what a computer with more digits says: a unit more or less in any step would show.
#[test]
fn a_norm_is_enclosed_by_the_bits_that_are_asked_for() {
    let q = |text: &str| Rational::parse(text).unwrap();
    let ends = |p: &str, entries: &[&str]| {
        let entries: Vec<Interval> = entries.iter().map(|x| Interval::point(q(x))).collect();
        let Interval { lo, hi } = Norm::Power(q(p)).with_bits(&entries, 32);
        assert_eq!(lo.denominator(), hi.denominator());
        let bits = lo.denominator().bits().saturating_sub(1);
        (bits, [lo, hi].map(|end| i64::try_from(end.numerator()).unwrap()))
    };
    // 2^(2/3) is 6817835603.84 / 2^32, and (1 + 2^(3/2))^(2/3) is 10510905164.2 / 2^32.
    assert_eq!(ends("3/2", &["1", "1"]), (32, [6_817_834_084, 6_817_838_132]));
    assert_eq!(ends("3/2", &["2", "1"]), (32, [10_510_901_462, 10_510_909_530]));
    // (46^(3/2) + 1)^(2/3) is 197990442661 / 2^32, with a bound that a unit of the sum under its root moves.
    assert_eq!(ends("3/2", &["46", "1"]), (32, [197_990_402_970, 197_990_497_224]));
    // 7 has two bits more than 1, and 7/3 one: 18968113412.3 / 2^34 and 12218557803.8 / 2^33.
    assert_eq!(ends("7", &["1", "1"]), (34, [18_968_112_480, 18_968_114_734]));
    assert_eq!(ends("7/3", &["1", "1", "1/2", "1/3"]), (33, [12_218_556_295, 12_218_560_618]));
    // What is 0 has no part in a norm.
    assert_eq!(ends("3/2", &["0", "3", "0"]), (0, [3, 3]));
    assert_eq!((ends("3/2", &["0", "0"]), ends("3/2", &[])), ((0, [0, 0]), (0, [0, 0])));
}
