//! The two arithmetics of formulas: enclosures contain exact intervals, and exact intervals contain every rational result.

use crate::common::{Outcome, catches, holds, moderate_double};
use dashu_int::UBig;
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::numerics::irrational::{ln_whole, root};
use referee::numerics::rational::{contains, exact};
use referee::numerics::{Enclosure, ExactInterval, Norm, Number, plain};

/// An interval, and a number inside it.
fn intervals() -> impl Strategy<Value = (f64, f64, f64)> {
    let small = prop_oneof![moderate_double(), (-8_i32..9).prop_map(|k| f64::from(k) / 4.0)];
    (small.clone(), small.clone(), small).prop_map(|(a, b, c)| {
        let mut sorted = [a, b, c];
        sorted.sort_by(f64::total_cmp);
        (sorted[0], sorted[1], sorted[2])
    })
}

fn inside(interval: &ExactInterval, x: &RBig) -> Outcome {
    prop_assert!(interval.lo() <= x && x <= interval.hi(), "{x} is not in {interval:?}");
    Ok(())
}

/// Every operation, on numbers inside the operands.
fn law(
    x: (f64, f64, f64),
    y: (f64, f64, f64),
    over: fn(ExactInterval, ExactInterval) -> Option<ExactInterval>,
) -> Outcome {
    fn of<N: Number>((lo, _, hi): (f64, f64, f64)) -> N {
        N::between(lo, hi)
    }
    let (a, b) = (exact(x.1), exact(y.1));
    let results = [
        (of::<ExactInterval>(x) + of(y), of::<Enclosure>(x) + of(y), &a + &b),
        (of::<ExactInterval>(x) - of(y), of::<Enclosure>(x) - of(y), &a - &b),
        (of::<ExactInterval>(x) * of(y), of::<Enclosure>(x) * of(y), &a * &b),
        (-of::<ExactInterval>(x), -of::<Enclosure>(x), -a.clone()),
        (of::<ExactInterval>(x).larger(of(y)), of::<Enclosure>(x).larger(of(y)), a.clone().max(b.clone())),
    ];
    for (interval, enclosure, result) in results {
        inside(&interval, &result)?;
        prop_assert!(contains(enclosure, interval.lo()) && contains(enclosure, interval.hi()));
        prop_assert!(interval.enclosure().lo() <= enclosure.hi());
    }
    let quotient = over(of(x), of(y));
    prop_assert_eq!(quotient.is_some(), y.0 > 0.0);
    if let Some(quotient) = quotient {
        inside(&quotient, &(&a / &b))?;
        let enclosure = of::<Enclosure>(x).over(of(y)).expect("the divisor is positive");
        prop_assert!(contains(enclosure, quotient.lo()) && contains(enclosure, quotient.hi()));
        if x.0 >= 0.0 {
            let share = of::<ExactInterval>(x).share(of(y)).expect("the divisor is positive");
            inside(&share, &(&a / (&a + &b)))?;
            let enclosure = of::<Enclosure>(x).share(of(y)).expect("the divisor is positive");
            prop_assert!(contains(enclosure, share.lo()) && contains(enclosure, share.hi()));
        }
    }
    for (norm, dual) in [(Norm::One, false), (Norm::One, true), (Norm::Infinity, false), (Norm::Infinity, true)] {
        let vector: [ExactInterval; 2] = [of(x), of(y)];
        let (a, b) = (a.clone().max(-a.clone()), b.clone().max(-b.clone()));
        let largest = (norm == Norm::Infinity) != dual;
        inside(&ExactInterval::norm(norm, dual, &vector).value, &if largest { a.max(b) } else { a + b })?;
    }
    for (exponent, dual) in [(2.0, false), (1.5, false), (1.5, true), (7.3, true)] {
        let norm = Norm::new(exponent).expect("at least 1");
        let found = ExactInterval::norm(norm, dual, &[of(x), of(y)]).value;
        let enclosure = Enclosure::norm(norm, dual, &[of(x), of(y)]).value;
        prop_assert!(contains(enclosure, found.lo()) && contains(enclosure, found.hi()));
        if exponent == 2.0 {
            inside(&(found.clone() * found), &(&a * &a + &b * &b))?;
        }
    }
    Ok(())
}

#[test]
fn results_lie_inside() {
    holds(2000, &(intervals(), intervals()), |(x, y)| law(x, y, ExactInterval::over));
    // A quotient that takes the same ends of the divisor whatever the sign.
    let careless = |a: ExactInterval, b: ExactInterval| {
        (*b.lo() > RBig::ZERO).then(|| ExactInterval::new((a.lo() / b.hi()).min(a.hi() / b.hi()), a.hi() / b.lo()))
    };
    let positive = (0.25..4.0_f64, 0.25..4.0_f64).prop_map(|(a, b)| (a.min(b), a, a.max(b)));
    catches(500, &(intervals(), positive), |(x, y)| {
        prop_assume!(x.0 <= 0.0 && x.2 >= 0.0);
        law(x, y, careless)
    });
}

#[test]
fn signs_are_decided_by_the_ends() {
    let sign = |lo: f64, hi: f64, strictly: bool| {
        let (fast, slow) = (Enclosure::between(lo, hi).sign(strictly), ExactInterval::between(lo, hi).sign(strictly));
        assert_eq!(fast, slow);
        fast
    };
    assert_eq!((sign(0.0, 1.0, false), sign(0.0, 1.0, true)), (Some(true), None));
    assert_eq!((sign(-1.0, 0.0, false), sign(-1.0, 0.0, true)), (None, Some(false)));
    assert_eq!((sign(-1.0, -0.5, false), sign(0.5, 1.0, true)), (Some(false), Some(true)));
    assert!(Enclosure::whole(u64::MAX).contains(18_446_744_073_709_551_615.0));
    assert!(contains(Enclosure::whole(u64::MAX), &RBig::from(u64::MAX)));
    assert_eq!(Enclosure::whole(1 << 53), Enclosure::point(9_007_199_254_740_992.0));
}

fn is_narrow(x: &ExactInterval) -> bool {
    x.hi() - x.lo() < x.lo() * RBig::from_parts(1.into(), UBig::ONE << 122)
}

#[test]
fn roots_are_exact_where_they_are_rational_and_narrow_elsewhere() {
    for (square, found) in [("0", "0"), ("1", "1"), ("9/16", "3/4"), ("25/1000002000001", "5/1000001")] {
        let [square, found] = [square, found].map(|text| text.parse::<RBig>().unwrap());
        assert_eq!(root(&ExactInterval::point(square)), ExactInterval::point(found));
    }
    for x in [2.0, 0.1, 1.5e-323, 3e300, f64::MAX].map(exact) {
        let found = root(&ExactInterval::point(x.clone()));
        assert!(found.lo() * found.lo() < x && x < found.hi() * found.hi() && is_narrow(&found), "{x}");
    }
    let both = root(&ExactInterval::new(4.into(), 9.into()));
    assert_eq!(both, ExactInterval::new(2.into(), 3.into()));
}

#[test]
fn logarithms_add_up_and_have_their_digits() {
    // ln 2 = 0.693147180559945309417232121458176568075500134360255...
    let digits = |units: &str| format!("{units}/1{}", "0".repeat(36)).parse::<RBig>().unwrap();
    let two = ln_whole(2);
    assert!(digits("693147180559945309417232121458176568") < *two.lo() && is_narrow(&two));
    assert!(*two.hi() < digits("693147180559945309417232121458176569"));
    let (seven, product) = (ln_whole(7), ln_whole(14));
    assert!(*product.lo() < two.hi() + seven.hi() && two.lo() + seven.lo() < *product.hi() && is_narrow(&product));
    assert_eq!(ln_whole(1), ExactInterval::point(RBig::ZERO));
}

#[test]
fn worked_numbers_are_short_and_are_read_back() {
    for (x, text) in [
        (0.0, "0"),
        (-0.0, "0"),
        (0.1, "0.1"),
        (1e-4, "0.0001"),
        (9.9e-5, "9.9e-5"),
        (1e-300, "1e-300"),
        (9_999_999_999.0, "9999999999"),
        (1e15, "1e15"),
        (1.5e15, "1.5e15"),
        (f64::MAX, "1.7976931348623157e308"),
    ] {
        assert_eq!(plain(x), text);
        assert_eq!(text.parse(), Ok(x));
    }
}
