//! Intervals against what their ends say: the smallest interval of 128 bits that contains every result.

use super::{Down, Dyadic, Interval, Up};
use crate::exact::Rational;

/// Numbers of both signs, of one bit and of more than fit in a product.
fn numbers() -> Vec<Dyadic> {
    let third = |text: &str| Dyadic::from_rational(&Rational::parse(text).expect("a fraction"), Down);
    let sizes = [Dyadic::power_of_two(-90), third("1/3"), Dyadic::ONE, third("22/7"), Dyadic::power_of_two(70)];
    let mut all: Vec<_> = sizes.iter().map(|x| x.negated()).chain([Dyadic::ZERO]).chain(sizes).collect();
    all.sort();
    all
}

fn intervals() -> Vec<Interval> {
    let all = numbers();
    let from = |(i, &lo): (usize, &Dyadic)| all[i..].iter().map(move |&hi| Interval { lo, hi }).collect::<Vec<_>>();
    all.iter().enumerate().flat_map(from).collect()
}

/// The least and the largest of some results at the ends, rounded outward.
fn hull(results: impl Fn(super::super::number::Round) -> Vec<Dyadic>) -> Interval {
    let least = results(Down).into_iter().min().expect("there are ends");
    Interval { lo: least, hi: results(Up).into_iter().max().expect("there are ends") }
}

#[test]
fn sums_products_and_quotients_contain_no_more_than_their_ends_say() {
    for a in intervals() {
        for b in intervals() {
            let pairs = [(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)];
            assert_eq!(a.plus(b), hull(|round| pairs.map(|(x, y)| x.plus(y, round)).to_vec()), "{a:?} + {b:?}");
            assert_eq!(a.minus(b), hull(|round| pairs.map(|(x, y)| x.minus(y, round)).to_vec()), "{a:?} - {b:?}");
            assert_eq!(a.times(b), hull(|round| pairs.map(|(x, y)| x.times(y, round)).to_vec()), "{a:?} * {b:?}");
            let quotient = (!b.touches_zero()).then(|| hull(|round| pairs.map(|(x, y)| x.over(y, round)).to_vec()));
            assert_eq!(a.over(b), quotient, "{a:?} / {b:?}");
        }
    }
}

#[test]
fn lattice_operations_take_the_right_ends() {
    for a in intervals() {
        for b in intervals() {
            let (lower, upper) = (a.lo.min(b.lo), a.hi.max(b.hi));
            assert_eq!(a.hull(b), Interval { lo: lower, hi: upper });
            assert_eq!(a.min(b), Interval { lo: lower, hi: a.hi.min(b.hi) });
            assert_eq!(a.max(b), Interval { lo: a.lo.max(b.lo), hi: upper });
            assert_eq!(a.lies_in(b), a.lo >= b.lo && a.hi <= b.hi);
        }
        let inside = |x: Dyadic| a.lo <= x && x <= a.hi;
        assert!(inside(a.middle()) && a.touches_zero() == inside(Dyadic::ZERO), "{a:?}");
        assert_eq!(a.scaled(3), Interval { lo: a.lo.scaled(3), hi: a.hi.scaled(3) });
        assert_eq!(a.negated(), Interval { lo: a.hi.negated(), hi: a.lo.negated() });
        let sizes = [a.lo.size(), a.hi.size()];
        let least = if inside(Dyadic::ZERO) { Dyadic::ZERO } else { sizes[0].min(sizes[1]) };
        assert_eq!(a.abs(), Interval { lo: least, hi: sizes[0].max(sizes[1]) });
        assert_eq!(
            a.by_ends(|x| Interval { lo: x.minus(Dyadic::ONE, Down), hi: x.plus(Dyadic::ONE, Up) }),
            Interval { lo: a.lo.minus(Dyadic::ONE, Down), hi: a.hi.plus(Dyadic::ONE, Up) }
        );
        assert_eq!(a.sqrt().is_some(), a.lo >= Dyadic::ZERO);
        assert_eq!(a.is_point(), a.lo == a.hi);
    }
    // Half of 2 + 2^-127, which has 129 bits: rounded down it is 1.
    let narrow = Interval { lo: Dyadic::ONE, hi: Dyadic::ONE.plus(Dyadic::power_of_two(-127), Down) };
    assert_eq!((narrow.middle(), narrow.negated().middle()), (narrow.lo, narrow.hi.negated()));
    let third = Interval::from_rational(&Rational::parse("1/3").expect("a fraction"));
    assert!(third.lo < third.hi && third.times(Interval::from_integer(3)).lo < Dyadic::ONE);
    let unbounded = Interval { lo: Dyadic::ZERO, hi: Dyadic::INFINITY };
    assert_eq!((unbounded.sqrt(), unbounded.times(Interval::ZERO)), (Some(unbounded), Interval::ZERO));
    assert_eq!(unbounded.plus(unbounded.negated()), Interval::WHOLE);
    let doubles = [(1.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)];
    assert!(doubles.iter().all(|&(lo, hi)| Interval::from_doubles(lo, hi).is_none()));
    assert_eq!(Interval::from_doubles(0.0, 1.0), Some(Interval::UNIT));
}

#[test]
fn powers_are_those_of_the_ends() {
    for a in intervals() {
        for n in 0..=5_u32 {
            let signed = |x: Dyadic, round| {
                let flips = x < Dyadic::ZERO && n % 2 == 1;
                let other = if round == Down { Up } else { Down };
                if flips { x.size().power(n, other).negated() } else { x.size().power(n, round) }
            };
            let mut wanted = hull(|round| vec![signed(a.lo, round), signed(a.hi, round)]);
            if n % 2 == 0 && n > 0 && a.touches_zero() {
                wanted.lo = Dyadic::ZERO;
            }
            let n = i32::try_from(n).expect("it is small");
            assert_eq!(a.power(n), Some(wanted), "{a:?}^{n}");
            if n > 0 {
                let inverse = (!a.touches_zero()).then(|| Interval::ONE.over(wanted).expect("it has no 0"));
                assert_eq!(a.power(-n), inverse, "{a:?}^-{n}");
            }
        }
    }
}
