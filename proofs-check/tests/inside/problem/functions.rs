//! The transcendental functions against rational bounds that are derived another way, and their corners.

use super::super::interval::Interval;
use super::super::number::{Dyadic, Round};
use super::{Draws, evaluate, exact, holds};
use crate::exact::Rational;
use std::f64::consts::FRAC_PI_2;

fn over(text: &str, lo: Dyadic, hi: Dyadic) -> Interval {
    evaluate(text, &[Interval { lo, hi }]).unwrap()
}

fn at(text: &str, x: f64) -> Interval {
    let x = Dyadic::from_double(x).unwrap();
    over(text, x, x)
}

/// Consecutive partial sums of an alternating series with terms that fall from `from` on enclose its value.
fn alternating(first: Rational, from: i64, ratio: impl Fn(i64) -> Rational) -> (Rational, Rational) {
    let (mut term, mut sum) = (first.clone(), first);
    for n in 1..from + 2 {
        let previous = sum.clone();
        term = &term * &-&ratio(n);
        sum = (&sum + &term).reduced();
        if n > from {
            return if sum < previous { (sum, previous) } else { (previous, sum) };
        }
    }
    unreachable!()
}

fn overlaps(found: Interval, (lo, hi): (Rational, Rational)) {
    assert!(lo <= hi && exact(found.lo) <= hi && lo <= exact(found.hi), "{found:?} against [{lo}, {hi}]");
}

#[test]
fn alternating_series_agree() {
    for eighths in [1, 3, 8, 13, 20] {
        let x = Rational::new(eighths.into(), 8.into()).unwrap();
        let square = &x * &x;
        let by = |n: i64| Rational::from_integer(n);
        let over_n = |value: &Rational, n: i64| value.checked_div(&by(n)).unwrap();
        let argument = Dyadic::from_integer(eighths).scaled(-3);
        overlaps(over("exp(-x)", argument, argument), alternating(Rational::one(), 60, |n| over_n(&x, n)));
        overlaps(
            over("sin(x)", argument, argument),
            alternating(x.clone(), 30, |n| over_n(&square, 2 * n * (2 * n + 1))),
        );
        overlaps(
            over("cos(x)", argument, argument),
            alternating(Rational::one(), 30, |n| over_n(&square, 2 * n * (2 * n - 1))),
        );
        // sqrt(2 pi) (Phi(x) - 1/2) = sum_n (-1)^n x^(2n+1) / (2^n n! (2n+1)), with 2 pi from Phi' at 0 left out:
        // compare the quotient of two such sums instead, at x and at 1.
        let sum = |x: &Rational| {
            let square = x * x;
            alternating(x.clone(), 60, |n| &over_n(&square, 2 * n * (2 * n + 1)) * &by(2 * n - 1))
        };
        let (lo, hi) = sum(&x);
        let (unit_lo, unit_hi) = sum(&Rational::one());
        let quotient = (lo.checked_div(&unit_hi).unwrap(), hi.checked_div(&unit_lo).unwrap());
        overlaps(over("(Phi(x) - 0.5) / (Phi(1) - 0.5)", argument, argument), quotient);
    }
}

#[test]
fn identities_hold_at_random_points() {
    let mut draws = Draws(4);
    let one = Rational::one();
    for _ in 0..200 {
        let x = draws.eighth();
        let value = |text: &str| over(text, x, x);
        assert!(holds(value("exp(x) * exp(-x)"), &one));
        assert!(holds(value("sin(x)^2 + cos(x)^2"), &one));
        assert!(holds(value("ln(exp(x)) - x"), &Rational::zero()));
        assert!(holds(value("sin(2*x) - 2*sin(x)*cos(x)"), &Rational::zero()));
        assert!(holds(value("sigmoid(x) + sigmoid(-x)"), &one));
        assert!(holds(value("sigmoid(x) * (1 + exp(-x))"), &one));
        assert!(holds(value("Phi(x) + Phi(-x)"), &one));
        assert!(holds(value("sqrt(abs(x))^2 - abs(x)"), &Rational::zero()));
        assert!(!holds(value("sin(x)^2 + cos(x)^2 + 2e-30"), &one), "the enclosures are narrow enough to tell");
    }
}

#[test]
fn exact_values_are_exact() {
    let half = Interval::ONE.scaled(-1);
    for (text, value) in [
        ("exp(x)", Interval::ONE),
        ("cos(x)", Interval::ONE),
        ("sin(x)", Interval::ZERO),
        ("ln(1 + x)", Interval::ZERO),
        ("sigmoid(x)", half),
        ("Phi(x)", half),
        ("sqrt(x + 2.25)", Interval::from_doubles(1.5, 1.5).unwrap()),
        ("hinge(x)", Interval::ONE),
        ("step(x)", Interval::ZERO),
        ("x^0", Interval::ONE),
    ] {
        assert_eq!(at(text, 0.0), value, "{text}");
        assert_ne!(at(text, 0.5), if text == "x^0" { Interval::ZERO } else { value }, "{text}");
    }
}

#[test]
fn small_and_large_arguments_stay_on_the_right_side() {
    let (one, half) = (Dyadic::ONE, Dyadic::ONE.scaled(-1));
    for x in [5e-324, 1e-300, 1e-40, 1e-20, 1e-19, 1e-10] {
        let point = Dyadic::from_double(x).unwrap();
        assert!(at("exp(x)", x).lo >= one && at("exp(x)", -x).hi <= one);
        assert!(at("sigmoid(x)", x).lo >= half && at("sigmoid(x)", -x).hi <= half);
        assert!(at("Phi(x)", x).lo >= half && at("Phi(x)", -x).hi <= half);
        assert!(at("cos(x)", x).hi <= one && at("cos(x)", x).lo < one);
        assert!(at("sin(x)", x).lo > Dyadic::ZERO);
        if x < 1e-20 {
            assert!(at("sin(x)", x).hi <= point && at("sin(x)", -x).lo >= point.negated());
            assert!(at("sin(x)", -x).hi < Dyadic::ZERO);
            // The series is above its first term.
            let series = super::super::series::normal_series(point);
            assert!(series.lo == point && series.hi > point);
        }
    }
    for x in [40.0, 1e3, 1e10, 1e100, f64::MAX] {
        assert!(at("sigmoid(x)", x).hi <= one && at("sigmoid(x)", -x).lo >= Dyadic::ZERO);
        assert!(at("Phi(x)", x).hi <= one && at("Phi(x)", -x).lo >= Dyadic::ZERO);
        assert!(at("Phi(x)", x).lo > half && at("Phi(x)", -x).hi < half);
        assert!(at("sin(x)", x).lies_in(Interval { lo: one.negated(), hi: one }));
    }
    assert!(at("exp(x)", 1e308).lo > Dyadic::power_of_two(1 << 40) && !at("exp(x)", 1e308).hi.is_finite());
    assert!(at("exp(x)", -1e308).hi < Dyadic::power_of_two(-(1 << 40)) && at("exp(x)", -1e308).lo >= Dyadic::ZERO);
    let far = Dyadic::power_of_two(48);
    assert_eq!(over("exp(x)", far, far).lo, Dyadic::power_of_two(1 << 48));
    assert_eq!(over("exp(-x)", far, far), Interval { lo: Dyadic::ZERO, hi: Dyadic::power_of_two(-(1 << 48)) });
    // What the series adds for rounding shows where its value is small.
    let series = super::super::series::normal_series(Dyadic::power_of_two(-63));
    let width = series.hi.minus(series.lo, Round::Up);
    assert!(Dyadic::power_of_two(-160) <= width && width <= Dyadic::power_of_two(-158), "{width:?}");
    // A side that begins just below 0 has the maximum at pi/2 in it.
    for tiny in [1e-30, 1e-300] {
        let side = |text: &str, lo: f64, hi: f64| evaluate(text, &[Interval::from_doubles(lo, hi).unwrap()]).unwrap();
        assert_eq!((side("sin(x)", -tiny, 2.0).hi, side("cos(x)", -tiny, 1.0).hi), (one, one));
        assert_eq!(side("sin(x)", -2.0, tiny).lo, one.negated());
        assert!(side("cos(x)", tiny, 1.0).hi <= one && side("cos(x)", tiny, 4.0).lo == one.negated());
    }
    assert_eq!(at("sin(exp(x))", 1e308), Interval { lo: one.negated(), hi: one });
    // Both ways of computing Phi meet at 4.
    let (below, above) = (at("Phi(x)", f64::from_bits(4.0_f64.to_bits() - 1)), at("Phi(x)", 4.0));
    assert!(below.hi < above.lo && above.hi.minus(below.lo, Round::Up) < Dyadic::power_of_two(-60));
}

/// Two hundred digits of pi, with which nothing was computed here.
const PI: &str = "314159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798\
                  21480865132823066470938446095505822317253594081284811174502841027019385211055596446229489549303819";

/// Next to a multiple of pi/2 a wave is as small as the distance, so that few of the bits carried are left: what was
/// added for rounding is all that keeps the value inside.
#[test]
fn waves_next_to_their_zeros_hold_the_distance() {
    let digits: num_bigint::BigInt = PI.parse().unwrap();
    let half_pi = Rational::new(digits, num_bigint::BigInt::from(2) * num_bigint::BigInt::from(10).pow(199)).unwrap();
    let slack = super::rational_power_of_ten(-120);
    for k in (1_i64..60).flat_map(|k| [k, -k]) {
        let zero = &half_pi * &Rational::from_integer(k);
        for round in [Round::Down, Round::Up] {
            let x = Dyadic::from_rational(&zero, round);
            let distance = &exact(x) - &zero;
            // sin(k pi/2 + d) for even k, cos(k pi/2 + d) for odd k, is d or -d up to d^3 / 6.
            let (text, turned) =
                if k % 2 == 0 { ("sin(x)", k.rem_euclid(4) == 2) } else { ("cos(x)", k.rem_euclid(4) == 1) };
            let value = if turned { -&distance } else { distance };
            let found = over(text, x, x);
            let holds = exact(found.lo) <= &value + &slack && &value - &slack <= exact(found.hi);
            assert!(holds, "{text} next to {k} pi/2");
            let width = &exact(found.hi) - &exact(found.lo);
            assert!(width < exact(Dyadic::power_of_two(-180)), "{text} next to {k} pi/2 is enclosed widely");
        }
    }
}

#[test]
fn waves_over_intervals_are_tight() {
    let mut draws = Draws(5);
    let one = Dyadic::ONE;
    for _ in 0..1500 {
        let (a, b) = (draws.eighth(), draws.eighth());
        let (lo, hi) = (a.min(b), a.max(b));
        for text in ["sin(x)", "cos(x)"] {
            let range = over(text, lo, hi);
            let mut hull = over(text, lo, lo).hull(over(text, hi, hi));
            let (from, to) = (exact(lo), exact(hi));
            for k in 0..64 {
                let step = &(&to - &from) * &Rational::new(k.into(), 64.into()).unwrap();
                let x = Interval::from_rational(&(&from + &step));
                let value = over(text, x.lo, x.hi);
                assert!(range.lo <= value.lo && value.hi <= range.hi, "{text} over [{lo:?}, {hi:?}]");
                hull = hull.hull(value);
            }
            // An extremum is claimed only if the samples come near it (their distance is at most 1/8).
            let near = |x: Dyadic| x > one.minus(Dyadic::power_of_two(-8), Round::Down);
            assert!(near(hull.hi) || range.hi < one, "{text} claims a maximum over [{lo:?}, {hi:?}]");
            assert!(near(hull.lo.negated()) || range.lo > one.negated(), "{text} claims a minimum");
        }
    }
    let quarter = |text: &str, lo: f64, hi: f64| evaluate(text, &[Interval::from_doubles(lo, hi).unwrap()]).unwrap();
    assert_eq!(quarter("sin(x)", 1.5, FRAC_PI_2).hi.cmp(&one), std::cmp::Ordering::Less, "just before pi/2");
    assert_eq!(quarter("sin(x)", 1.5, f64::from_bits(FRAC_PI_2.to_bits() + 1)).hi, one, "just after pi/2");
    assert_eq!(quarter("cos(x)", -0.5, 0.25).hi, one);
    assert!(quarter("cos(x)", 0.125, 0.25).hi < one);
    assert_eq!(quarter("cos(x)", 1e22, 1e22 + 1e7).lo, one.negated());
}

#[test]
fn ends_without_a_bound_have_the_limits() {
    use super::super::elementary::{exp, ln, normal_distribution, sigmoid};
    let below = |hi: Dyadic| Interval { lo: Dyadic::NEG_INFINITY, hi };
    let above = |lo: Dyadic| Interval { lo, hi: Dyadic::INFINITY };
    assert_eq!(exp(below(Dyadic::ZERO)), Interval::UNIT);
    assert_eq!(exp(above(Dyadic::ZERO)), above(Dyadic::ONE));
    assert_eq!(ln(above(Dyadic::ONE)), Some(above(Dyadic::ZERO)));
    let half = Dyadic::ONE.scaled(-1);
    assert_eq!(normal_distribution(below(Dyadic::ZERO)), Interval { lo: Dyadic::ZERO, hi: half });
    assert_eq!(normal_distribution(above(Dyadic::ZERO)), Interval { lo: half, hi: Dyadic::ONE });
    assert_eq!(sigmoid(below(Dyadic::ZERO)), Interval { lo: Dyadic::ZERO, hi: half });
    assert_eq!(sigmoid(above(Dyadic::ZERO)), Interval { lo: half, hi: Dyadic::ONE });
}
