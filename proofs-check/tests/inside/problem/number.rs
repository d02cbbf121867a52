//! Dyadic numbers against fractions: every operation, rounded down and up, next to every boundary of its 128 bits.

use super::{Dyadic, LIMIT, Round::Down, Round::Up, TOP};
use crate::exact::Rational;
use num_bigint::BigInt;
use std::cmp::Ordering;

/// Magnitudes with long and short, even and odd, empty and full tails.
const MAGNITUDES: [u128; 11] = [
    TOP,
    TOP + 1,
    TOP | 1 << 64,
    TOP | 1 << 63,
    TOP | ((1 << 64) - 1),
    0xc90f_daa2_2168_c234_c4c6_628b_80dc_1cd1,
    0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834,
    0xb7e1_5162_8aed_2a6a_bf71_5880_9cf4_f3c7,
    0xffff_ffff_0000_0000_8000_0000_7fff_ffff,
    u128::MAX,
    u128::MAX - ((1 << 64) - 1),
];
const DISTANCES: [i64; 18] = [0, 1, 2, 63, 64, 65, 125, 126, 127, 128, 129, 130, 191, 253, 254, 255, 256, 300];

fn dyadic(sign: i8, magnitude: u128, exponent: i64) -> Dyadic {
    Dyadic { sign, magnitude, exponent }
}

fn rational(x: Dyadic) -> Rational {
    x.to_rational().expect("its exponent is small")
}

/// That two roundings of a number are the nearest ones on either side, and the number itself where it has 128 bits.
fn check(down: Dyadic, up: Dyadic, exact: &Rational, what: &str) {
    let (below, above) = (rational(down), rational(up));
    assert!(below <= *exact && *exact <= above, "{what}: {exact} is not in [{below}, {above}]");
    if below == above {
        return assert_eq!(down, up, "{what}: a number has one form");
    }
    assert!(below != *exact && *exact != above, "{what}: {exact} was rounded and has 128 bits");
    let nearer = if down.sign >= 0 { down } else { up };
    assert_eq!(&above - &below, Rational::dyadic(1.into(), exponent(nearer)), "{what}: a step too many");
}

fn exponent(x: Dyadic) -> i32 {
    i32::try_from(x.exponent).expect("it is small")
}

#[test]
fn sums_products_and_quotients_are_rounded_once() {
    for (i, a) in MAGNITUDES.into_iter().enumerate() {
        for (j, b) in MAGNITUDES.into_iter().enumerate() {
            for (k, distance) in DISTANCES.into_iter().enumerate() {
                // Both signs of either, not all at every place.
                let signs = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
                for [sign, other] in [signs[(i + j + k) % 4], signs[(i + j + k + 1) % 4]] {
                    let (x, y) = (dyadic(sign, a, -127), dyadic(other, b, -127 - distance));
                    let (p, q) = (rational(x), rational(y));
                    let what = format!("{x:?} and {y:?}");
                    check(x.plus(y, Down), x.plus(y, Up), &(&p + &q), &what);
                    check(y.minus(x, Down), y.minus(x, Up), &(&q - &p), &what);
                    check(x.times(y, Down), x.times(y, Up), &(&p * &q), &what);
                    assert_eq!(x.cmp(&y), p.cmp(&q), "{what}");
                    if k % 6 == 0 {
                        check(x.over(y, Down), x.over(y, Up), &p.checked_div(&q).expect("it is not 0"), &what);
                    }
                }
            }
        }
    }
}

#[test]
fn roots_and_powers_are_rounded_outward() {
    for magnitude in MAGNITUDES {
        for exponent in [-300, -129, -128, -127, -3, 0, 1, 64, 255] {
            let x = dyadic(1, magnitude, exponent);
            let (down, up) = (x.sqrt(Down), x.sqrt(Up));
            let (below, above) = (rational(down), rational(up));
            assert!(&below * &below <= rational(x) && rational(x) <= &above * &above, "{x:?}");
            let step = if down == up { Rational::zero() } else { Rational::dyadic(1.into(), self::exponent(down)) };
            assert_eq!(&above - &below, step, "{x:?}");
            assert_eq!(down == up, &below * &below == rational(x), "{x:?}: a root of 128 bits is exact");
        }
    }
    let third = Dyadic::from_rational(&Rational::parse("1/3").expect("a fraction"), Down);
    let mut exact = Rational::one();
    for n in 0..40 {
        let (down, up) = (third.power(n, Down), third.power(n, Up));
        assert!(rational(down) <= exact && exact <= rational(up), "{n}");
        assert_eq!(down == up, n < 2, "{n}");
        exact = &exact * &rational(third);
        assert_eq!(Dyadic::from_integer(3).power(n, Down), Dyadic::from_integer(3).power(n, Up), "3^{n} has 128 bits");
    }
}

#[test]
fn fractions_and_whole_numbers_are_read_to_the_nearest_on_either_side() {
    for bits in [1_u32, 2, 64, 127, 128, 129, 130, 131, 255, 256, 257, 258, 320, 600] {
        for tail in [0_u32, 1, 2, 3] {
            for sign in [1, -1] {
                let whole = (BigInt::from(1) << (bits - 1)) * sign + BigInt::from(sign) * tail;
                let (down, up) = (Dyadic::from_big(&whole, -7, Down), Dyadic::from_big(&whole, -7, Up));
                let exact = Rational::dyadic(whole.clone(), -7);
                check(down, up, &exact, &format!("{whole} 2^-7"));
                // A tail that stands just above what is cut off, and ends there.
                let shifted = (&whole << 300_u32) + (BigInt::from(sign) << 128_u32);
                let (down, up) = (Dyadic::from_big(&shifted, 5, Down), Dyadic::from_big(&shifted, 5, Up));
                check(down, up, &Rational::dyadic(shifted.clone(), 5), &format!("{shifted} 2^5"));
                for divisor in [1_u32, 3, 7, 1 << 20, 1_000_003] {
                    for size in [0_u32, 1, 127, 128, 400] {
                        let divisor = (BigInt::from(divisor) << size) + u32::from(size > 1);
                        let exact = Rational::new(whole.clone(), divisor).expect("it is not 0");
                        let (down, up) = (Dyadic::from_rational(&exact, Down), Dyadic::from_rational(&exact, Up));
                        check(down, up, &exact, &exact.to_string());
                    }
                }
            }
        }
    }
    for n in [0, 1, -1, i64::MAX, i64::MIN, 1 << 40] {
        assert_eq!(rational(Dyadic::from_integer(n)), Rational::from_integer(n), "{n}");
    }
}

#[test]
fn numbers_saturate_outward_and_not_before_the_limit() {
    let half = Dyadic::power_of_two(LIMIT / 2);
    let edge = half.times(half, Down).times(Dyadic::power_of_two(127), Up);
    assert_eq!(edge.parts(), (TOP, LIMIT));
    let largest = dyadic(1, u128::MAX, LIMIT);
    let two = Dyadic::from_integer(2);
    for (round, plus, minus) in [(Down, largest, Dyadic::NEG_INFINITY), (Up, Dyadic::INFINITY, largest.negated())] {
        assert_eq!(edge.times(two, round), plus);
        assert_eq!(edge.negated().times(two, round), minus);
        assert_eq!(edge.plus(edge, round), plus);
    }
    let small = Dyadic::power_of_two(-LIMIT / 2);
    let edge = small.times(small.times(Dyadic::power_of_two(127), Down), Up);
    assert_eq!(edge.parts(), (TOP, -LIMIT));
    let half = Dyadic::power_of_two(-1);
    for (round, plus, minus) in [(Down, Dyadic::ZERO, edge.negated()), (Up, edge, Dyadic::ZERO)] {
        assert_eq!(edge.times(half, round), plus);
        assert_eq!(edge.negated().times(half, round), minus);
    }
    for x in [largest, dyadic(1, u128::MAX, -LIMIT), dyadic(1, TOP + 1, -LIMIT)] {
        for round in [Down, Up] {
            assert_eq!((x.times(Dyadic::ONE, round), x.negated().times(Dyadic::ONE, round)), (x, x.negated()));
        }
    }
    let (far, near) = (dyadic(1, TOP, 1 << 20), dyadic(1, TOP, (1 << 20) - 1));
    assert!(far.to_rational().is_none() && near.to_rational().is_some());
    assert!(dyadic(1, TOP, -(1 << 20)).to_rational().is_none());
}

#[test]
fn the_infinities_are_the_ends_of_intervals() {
    let (plus, minus) = (Dyadic::INFINITY, Dyadic::NEG_INFINITY);
    let [zero, one, less] = [Dyadic::ZERO, Dyadic::ONE, Dyadic::ONE.negated()];
    for (round, unknown) in [(Down, minus), (Up, plus)] {
        assert_eq!((plus.plus(minus, round), minus.plus(plus, round)), (unknown, unknown));
        assert_eq!((plus.plus(plus, round), minus.plus(minus, round)), (plus, minus));
        assert_eq!((plus.plus(one, round), one.plus(minus, round), zero.plus(minus, round)), (plus, minus, minus));
        assert_eq!((plus.times(zero, round), zero.times(minus, round)), (zero, zero));
        assert_eq!((plus.times(less, round), minus.times(less, round), one.times(plus, round)), (minus, plus, plus));
        assert_eq!((plus.over(less, round), minus.over(less, round), one.over(minus, round)), (minus, plus, zero));
        assert_eq!((plus.sqrt(round), zero.sqrt(round)), (plus, zero));
        assert_eq!(plus.power(3, round), plus);
    }
    assert_eq!((plus.scaled(3), zero.scaled(5)), (plus, zero));
    assert!(plus > one && one > zero && zero > less && less > minus && zero.cmp(&zero) == Ordering::Equal);
    let far = dyadic(1, TOP, 400);
    for round in [Down, Up] {
        assert_eq!((zero.plus(far, round), far.negated().plus(zero, round)), (far, far.negated()));
    }
}

#[test]
fn the_nearest_double_is_what_the_processor_rounds_to() {
    let unit = f64::EPSILON;
    for a in [1.0, 1.5, 1.0 + unit, 2.0 - unit, 22.0 / 7.0, 1.0e300] {
        for b in [0.0, 0.25, 0.5, 0.5 + unit, 0.5 - unit, 0.75, 1.0, -0.25, -0.5, -0.5 - unit] {
            for sign in [1.0, -1.0] {
                let last = a * unit / (a / f64::from_bits(a.to_bits() & 0x7ff0_0000_0000_0000));
                let (a, b) = (sign * a, sign * b * last);
                let exact = |x| Dyadic::from_double(x).expect("it is finite");
                let sum = exact(a).plus(exact(b), Down);
                assert_eq!(sum, exact(a).plus(exact(b), Up), "the sum has 128 bits");
                assert_eq!(sum.nearest_double(), exact(a + b), "{a:?} + {b:?}");
            }
        }
    }
}

#[test]
fn whole_parts_and_powers_of_two() {
    for magnitude in MAGNITUDES {
        for exponent in [-400, -129, -128, -127, -1, 0, 1, 90] {
            for sign in [1, -1] {
                let x = dyadic(sign, magnitude, exponent);
                for bits in [0, 1, 127, 128, 160] {
                    let scaled = &rational(x) * &Rational::dyadic(1.into(), bits);
                    let floor = Rational::dyadic(x.to_fixed(i64::from(bits)), 0);
                    assert!(floor <= scaled && scaled < &floor + &Rational::one(), "{x:?} {bits}");
                }
                let power = exponent + 127;
                assert!(!x.is_below_power(power) && x.is_below_power(power + 1), "{x:?}");
            }
        }
    }
    assert!(Dyadic::ZERO.is_below_power(-5000) && !Dyadic::INFINITY.is_below_power(5000));
}
