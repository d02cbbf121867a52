//! Numbers by their public interface: rationals, intervals of them, and norms.

#![expect(clippy::unwrap_used, reason = "a test may stop where it likes")]

use num_bigint::BigInt;
use proofs_check::exact::Rational;
use proofs_check::interval::Interval;
use proofs_check::norms::Norm;

#[test]
fn only_the_canonical_spelling_is_read() {
    for text in ["0", "-3", "5/12", "-1/2", "100000000000000000000000001/2"] {
        assert_eq!(Rational::parse(text).unwrap().to_string(), text);
    }
    for text in ["", "-", "-0", "+1", "01", "2/4", "1/1", "3/0", "1/-2", "1/02", " 1", "1.5", "1e3", "1/2/3"] {
        assert!(Rational::parse(text).is_none(), "{text}");
    }
}

#[test]
fn doubles_are_dyadic() {
    assert_eq!(Rational::from_double(-0.375).unwrap().to_string(), "-3/8");
    assert_eq!(Rational::from_double(5e-324).unwrap(), Rational::dyadic(BigInt::from(1), -1074));
    assert_eq!(Rational::from_double(f64::MAX).unwrap(), Rational::dyadic(BigInt::from((1_i64 << 53) - 1), 971));
    assert_eq!(Rational::from_double(-0.0).unwrap(), Rational::zero());
    assert!(Rational::from_double(f64::NAN).is_none() && Rational::from_double(f64::INFINITY).is_none());
}

#[test]
fn a_rational_has_at_most_100_000_digits() {
    assert!(Rational::parse(&"7".repeat(100_000)).is_some());
    assert!(Rational::parse(&"7".repeat(100_001)).is_none());
    assert!(Rational::parse(&format!("1/{}", "7".repeat(100_000))).is_none());
    assert!(Rational::parse(&"-".repeat(100_001)).is_none());
    assert!(Rational::parse(&format!("-{}/2", "7".repeat(99_999))).is_some());
    assert!(Rational::parse(&format!("-{}/2", "7".repeat(100_000))).is_none());
}

#[test]
fn arithmetic_and_order() {
    let q = |text| Rational::parse(text).unwrap();
    assert_eq!(&q("1/3") + &q("1/6"), q("1/2"));
    assert_eq!(&q("1/3") - &q("1/2"), q("-1/6"));
    assert_eq!(&q("-2/3") * &q("3/4"), q("-1/2"));
    assert_eq!(q("1/3").checked_div(&q("-1/6")), Some(q("-2")));
    assert_eq!(q("1/3").checked_div(&Rational::zero()), None);
    assert!(q("-1/2") < q("-1/3") && q("1/3") < q("1/2") && q("-1") < Rational::zero());
}

fn interval(lo: &str, hi: &str) -> Interval {
    Interval { lo: Rational::parse(lo).unwrap(), hi: Rational::parse(hi).unwrap() }
}

#[test]
fn every_operation_keeps_the_smallest_interval() {
    let (x, y) = (interval("-1", "2"), interval("3", "5"));
    assert_eq!(&x + &y, interval("2", "7"));
    assert_eq!(&x - &y, interval("-6", "-1"));
    assert_eq!(&x * &y, interval("-5", "10"));
    assert_eq!(&-&x * &y, interval("-10", "5"));
    assert_eq!(x.over(&y), Some(interval("-1/3", "2/3")));
    assert_eq!(y.over(&interval("2", "4")), Some(interval("3/4", "5/2")));
    assert_eq!((-&y).over(&interval("2", "4")), Some(interval("-5/2", "-3/4")));
    assert_eq!(y.over(&interval("0", "4")), None);
    assert_eq!(x.positive_part(), interval("0", "2"));
    assert_eq!((x.min(&y), interval("-1", "9").min(&y)), (x.clone(), interval("-1", "5")));
    assert_eq!((x.abs(), y.abs(), (-&y).abs()), (interval("0", "2"), y.clone(), y.clone()));
    assert!(x.encloses(&interval("-1", "1")) && !x.encloses(&interval("-1", "9/4")) && !x.encloses(&y));
}

/// All intervals with ends from a few numbers, against what their ends say.
#[test]
fn every_pair_of_intervals_is_as_its_ends_say() {
    let numbers = ["-3", "-1/2", "0", "1/3", "2"].map(|text| Rational::parse(text).unwrap());
    let mut all = Vec::new();
    for (i, lo) in numbers.iter().enumerate() {
        all.extend(numbers.iter().skip(i).map(|hi| Interval { lo: lo.clone(), hi: hi.clone() }));
    }
    for x in &all {
        let has = |number: &Rational| x.lo <= *number && *number <= x.hi;
        assert_eq!(x.is_positive(), x.lo > Rational::zero());
        for y in &all {
            assert_eq!(x.encloses(y), has(&y.lo) && has(&y.hi), "{x} {y}");
            let ends = [(&x.lo, &y.lo), (&x.lo, &y.hi), (&x.hi, &y.lo), (&x.hi, &y.hi)];
            let hull = |results: Vec<Rational>| Interval {
                lo: results.iter().min().unwrap().clone(),
                hi: results.iter().max().unwrap().clone(),
            };
            assert_eq!(&(x * y), &hull(ends.map(|(a, b)| a * b).to_vec()), "{x} {y}");
            let quotients = || hull(ends.map(|(a, b)| a.checked_div(b).unwrap()).to_vec());
            assert_eq!(x.over(y), (y.lo > Rational::zero()).then(quotients), "{x} {y}");
            assert_eq!(x.max(y), Interval { lo: (&x.lo).max(&y.lo).clone(), hi: (&x.hi).max(&y.hi).clone() });
            assert_eq!(x.min(y), Interval { lo: (&x.lo).min(&y.lo).clone(), hi: (&x.hi).min(&y.hi).clone() });
        }
    }
}

fn vector(entries: &[&str]) -> Vec<Interval> {
    entries.iter().map(|x| Interval::point(Rational::parse(x).unwrap())).collect()
}

fn norm(p: &str) -> Norm {
    Norm::new(Rational::parse(p).unwrap()).unwrap()
}

fn is_narrow(x: &Interval) -> bool {
    (&x.hi - &x.lo) < &x.lo * &Rational::dyadic(BigInt::from(1), -100)
}

fn power(x: &Rational, n: u32) -> Rational {
    (0..n).fold(Rational::one(), |product, _| &product * x)
}

#[test]
fn one_and_infinity_are_exact() {
    let x = vector(&["3", "0", "4/7"]);
    assert_eq!(norm("1").of(&x), Interval::point(Rational::parse("25/7").unwrap()));
    assert_eq!(Norm::Max.of(&x).to_string(), "3");
    assert_eq!((norm("1").dual(), Norm::Max.dual(), norm("3").dual()), (Norm::Max, Norm::One, norm("3/2")));
    assert!(Norm::new(Rational::parse("1/2").unwrap()).is_none());
}

#[test]
fn known_norms_are_enclosed_narrowly() {
    for (p, entries, known) in [
        ("2", ["3", "4"], "5"),
        ("2", ["3/1000001", "4/1000001"], "5/1000001"),
        ("3/2", ["4", "4"], ""),
        ("4503599627370497", ["1/3", "333333333333333333333333/1000000000000000000000000"], ""),
    ] {
        let enclosed = norm(p).of(&vector(&entries));
        assert!(is_narrow(&enclosed), "{p} {entries:?}: {enclosed}");
        assert!(known.is_empty() || enclosed.encloses(&vector(&[known])[0]), "{p} {entries:?}: {enclosed}");
    }
}

#[test]
fn powers_are_those_of_the_definition() {
    // ||(1, 2, 5)||_3^3 = 134 and ||(1, 4, 9)||_{3/2}^3 = (1 + 8 + 27)^2.
    for (p, entries, cube) in [("3", ["1", "2", "5"], "134"), ("3/2", ["1", "4", "9"], "1296")] {
        let (enclosed, cube) = (norm(p).of(&vector(&entries)), Rational::parse(cube).unwrap());
        assert!(is_narrow(&enclosed) && power(&enclosed.lo, 3) < cube && cube < power(&enclosed.hi, 3), "{enclosed}");
    }
}

#[test]
fn exponents_and_entries_of_any_size_are_enclosed_narrowly() {
    let tiny = Interval::point(Rational::from_double(5e-324).unwrap());
    let huge = Interval::point(Rational::from_double(f64::MAX).unwrap());
    for p in [1.0 + f64::EPSILON, 1.1, 2.0, 7.3, 1e17, f64::MAX] {
        let p = Norm::new(Rational::from_double(p).unwrap()).unwrap();
        for entries in [[tiny.clone(), huge.clone()], [huge.clone(), huge.clone()], [tiny.clone(), tiny.clone()]] {
            let (x, y) = (p.of(&entries), p.dual().of(&entries));
            assert!(is_narrow(&x) && is_narrow(&y), "{p:?}");
            assert!(entries[1].lo <= x.hi && x.lo <= &entries[0].hi + &entries[1].hi, "{p:?}");
        }
        assert_eq!(p.of(&[Interval::zero(), tiny.clone()]), tiny, "one entry is its own norm");
        assert_eq!(p.of(&[Interval::zero()]), Interval::zero());
    }
}
