//! `exp`, `ln`, `sin` and `cos` where their values are next to numbers of 128 bits, so that a bound which is wrong by
//! its last bit shows. The values come from partial sums of their series, in fractions.

use super::super::number::{Dyadic, Round::Down, Round::Up};
use super::super::series;
use super::{Interval, exact};
use crate::exact::Rational;

/// Bounds of `sum_n terms_n`, where the terms fall in size from the first on, each to less than half: what follows the
/// last is smaller than it.
fn bounds(terms: &[Rational]) -> (Rational, Rational) {
    let sum = terms.iter().fold(Rational::zero(), |sum, term| &sum + term);
    let last = terms.last().expect("there are terms");
    let rest = if *last < Rational::zero() { -last } else { last.clone() };
    (&sum - &rest, &sum + &rest)
}

/// `x^n / divisor`.
fn term(x: &Rational, n: i64, divisor: i64) -> Rational {
    let power = (0..n).fold(Rational::one(), |product, _| &product * x);
    power.checked_div(&Rational::from_integer(divisor)).expect("it is not 0")
}

/// `ln(1 + y)` for `|y| <= 1/4`.
fn logarithm(y: &Rational) -> (Rational, Rational) {
    bounds(&(1..=12).map(|n| term(y, n, if n % 2 == 0 { -n } else { n })).collect::<Vec<_>>())
}

fn overlap(found: Interval, (lo, hi): &(Rational, Rational), what: &str) {
    assert!(found.lo <= found.hi && exact(found.lo) <= *hi && *lo <= exact(found.hi), "{what}: {found:?}");
}

/// Whether an interval has at most this many steps of its last bit.
fn is_narrow(found: Interval, steps: i64) -> bool {
    let (_, exponent) = found.hi.size().max(found.lo.size()).parts();
    let step = Dyadic::from_integer(steps).scaled(exponent);
    found.hi.minus(found.lo, Up) <= step
}

/// Numbers of size `2^-127` to `2^-2`, of few bits and of many.
fn small() -> Vec<Dyadic> {
    let mut all = Vec::new();
    for k in 2..=127_i64 {
        let power = Dyadic::power_of_two(-k);
        let odd = power.plus(Dyadic::power_of_two(-127), Down);
        all.extend([power, odd, power.plus(Dyadic::power_of_two(-k - 127), Down)]);
    }
    all.iter().flat_map(|x| [*x, x.negated()]).collect()
}

#[test]
fn small_arguments_have_the_first_terms_of_the_series() {
    for x in small() {
        let (y, what) = (exact(x), format!("{x:?}"));
        let of = |degrees: &[(i64, i64)]| bounds(&degrees.iter().map(|&(n, d)| term(&y, n, d)).collect::<Vec<_>>());
        let exp = of(&[(0, 1), (1, 1), (2, 2), (3, 6), (4, 24), (5, 120), (6, 720), (7, 5040)]);
        overlap(series::exp(x), &exp, &what);
        overlap(series::sin(x), &of(&[(1, 1), (3, -6), (5, 120), (7, -5040), (9, 362_880)]), &what);
        overlap(series::cos(x), &of(&[(0, 1), (2, -2), (4, 24), (6, -720), (8, 40_320)]), &what);
        let (one, below, above) = (Dyadic::ONE, Dyadic::ONE.plus(x, Down), Dyadic::ONE.plus(x, Up));
        if below == above {
            overlap(series::ln(below), &logarithm(&y), &what);
            assert!(is_narrow(series::ln(below), 2), "ln next to 1 at {what}");
        }
        assert!(is_narrow(series::exp(x), 4) && is_narrow(series::cos(x), 4), "{what}");
        if below < one {
            let hi = series::exp(x).hi;
            assert!(hi < one || (hi == one && above == one), "{what}");
        }
    }
}

/// The numbers on either side of the logarithm of a number of 128 bits: their exponentials are as near to it.
#[test]
fn exponentials_next_to_numbers_of_128_bits_are_on_their_side() {
    for k in 59..=63_i64 {
        for odd in (1..60_i64).step_by(2) {
            for sign in [1, -1] {
                let number = Dyadic::power_of_two(-k).plus(Dyadic::from_integer(odd).scaled(-127), Down);
                let number = if sign == 1 { number } else { number.negated() };
                let wanted = Dyadic::ONE.plus(number, Down);
                let (below, above) = logarithm(&exact(number));
                // exp(below) <= wanted <= exp(above), and neither is equal.
                let (low, high) = (Dyadic::from_rational(&below, Down), Dyadic::from_rational(&above, Up));
                let (low, high) = (series::exp(low), series::exp(high));
                assert!(low.lo < wanted && wanted < high.hi, "2^-{k} + {odd} 2^-127, {sign}");
                assert!(is_narrow(low, 2) && is_narrow(high, 2), "2^-{k} + {odd} 2^-127, {sign}");
            }
        }
    }
}

/// Below `2^-64` there is no series: the bounds are those of its first terms, rounded once.
#[test]
fn tiny_arguments_are_bounded_by_the_first_terms() {
    let sum = |powers: &[i64]| powers.iter().fold(Dyadic::ZERO, |sum, &k| sum.plus(Dyadic::power_of_two(k), Down));
    // The square takes these two across a number of 128 bits above 1: half of the first one's does not, and the part of
    // the second one's that is left where `x + x^2` is rounded down does not either.
    let crossing = [sum(&[-65, -127]).minus(sum(&[-131, -132]), Down), sum(&[-127]).minus(sum(&[-255]), Down)];
    let tiny = small().into_iter().filter(|x| x.is_below_power(-64)).chain(crossing);
    for x in tiny.flat_map(|x| [x, x.negated()]) {
        let (y, one, size) = (exact(x), Rational::one(), exact(x.size()));
        let (exp, sin, cos) = (series::exp(x), series::sin(x), series::cos(x));
        let square = &y * &y;
        let above = Dyadic::from_rational(&(&(&one + &y) + &square), Up);
        let above = if x < Dyadic::ZERO { above.min(Dyadic::ONE) } else { above };
        assert_eq!(exp, Interval { lo: Dyadic::from_rational(&(&one + &y), Down), hi: above }, "exp at {x:?}");
        let below = Dyadic::from_rational(&(&size - &(&size * &square)), Down);
        let sizes = if x < Dyadic::ZERO { sin.negated() } else { sin };
        assert_eq!(sizes, Interval { lo: below, hi: x.size() }, "sin at {x:?}");
        assert_eq!(
            cos,
            Interval { lo: Dyadic::from_rational(&(&one - &square), Down), hi: Dyadic::ONE },
            "cos at {x:?}"
        );
    }
}

/// Where the square of an argument is smaller than every number, it is not 0.
#[test]
fn powers_that_are_too_small_for_a_number_count_as_more_than_zero() {
    let (one, far) = (Dyadic::ONE, Dyadic::power_of_two(-(1 << 49)));
    let tiny = far.times(Dyadic::power_of_two(-(1 << 48)), Down);
    assert_eq!((tiny.times(tiny, Down), tiny.power(3, Down)), (Dyadic::ZERO, Dyadic::ZERO));
    let (below, above) = (series::sin(tiny.negated()), series::sin(tiny));
    assert!(Dyadic::ZERO < above.lo && above.lo < tiny && above.hi == tiny, "{above:?}");
    assert_eq!(below, above.negated());
    for x in [tiny, tiny.negated()] {
        let found = series::cos(x);
        assert!(found.lo < one && found.hi == one, "{found:?}");
    }
    let (below, above) = (series::exp(tiny.negated()), series::exp(tiny));
    assert!(below.lo < one && below.hi == one && above.lo == one && one < above.hi);
    let series = series::normal_series(tiny);
    assert!(series.lo == tiny && series.hi > tiny);
}

/// From `2^1100` on, and not before, nothing is known of a wave.
#[test]
fn waves_are_followed_up_to_a_limit() {
    let limit = (0..1100).fold(Dyadic::ONE, |power, _| power.scaled(1));
    let before = limit.minus(Dyadic::power_of_two(1100 - 128), Down);
    for wave in [series::sin, series::cos] {
        for x in [limit, limit.negated()] {
            assert_eq!(wave(x), Interval { lo: Dyadic::ONE.negated(), hi: Dyadic::ONE });
        }
        assert!(before < limit && is_narrow(wave(before), 2), "{before:?}");
    }
}
