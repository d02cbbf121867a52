//! Tests of `src/measured.rs`, as a module of it.

use super::*;

/// A game of which nothing but the radius 1 and the norm of the multipliers is known.
fn with_norm(n: Interval, norms: Norms) -> Lagrangian {
    let zero = Interval::zero;
    Lagrangian {
        e0: zero(),
        v: zero(),
        u: zero(),
        n,
        payoff: zero(),
        played: zero(),
        weights: Vec::new(),
        facts: Facts::new(&Given::default(), None),
        radius: Some(Interval::one()),
        norm: Norm::One,
        norms,
        equal_weights: true,
    }
}

/// `R - n` is left open up to `2^-90 R`, where its lower end decides, and only where the norm is enclosed.
#[test]
fn only_what_is_near_to_the_radius_is_left_open() {
    let below_one = |bits: i32| &Rational::one() - &Rational::dyadic(1.into(), -bits);
    let half = Rational::dyadic(1.into(), -1);
    for (lo, hi, wanted) in [
        (half.clone(), half.clone(), false),
        (half.clone(), below_one(89), false),
        (below_one(89), below_one(89), false),
        (half.clone(), below_one(90), true),
        (below_one(90), below_one(90), true),
        (below_one(80), Rational::one(), true),
        (half, Rational::from_integer(2), true),
        (Rational::from_integer(2), Rational::from_integer(2), true),
    ] {
        let n = Interval { lo, hi };
        let square = Squares { u: Interval::zero(), n: &n * &n };
        let room = &Interval::one() - &n;
        assert_eq!(with_norm(n.clone(), Norms::Enclosed).room(), Some((room.clone(), wanted)), "{n}");
        assert_eq!(with_norm(n.clone(), Norms::Rational).room(), Some((room.clone(), false)), "{n}");
        let (found, is_near) = with_norm(n.clone(), Norms::Squares(Box::new(square))).room().unwrap();
        assert!(!is_near && found.encloses(&room) && found.is_positive() == room.is_positive(), "{n}");
    }
}

/// An enclosure may be wider by `2^-32` of the larger end, at least of 1, and by nothing more.
#[test]
fn an_enclosure_may_be_wider_by_so_much_and_no_more() {
    let whole = |x: i32| Rational::from_integer(x);
    let unit = Rational::dyadic(1.into(), -32);
    let bit = Rational::dyadic(1.into(), -900);
    for (lo, hi, scale) in [(0, 0, 1), (1, 8, 8), (-8, 1, 8), (-8, -3, 8), (-3, 8, 8), (-8, 3, 8), (7, 7, 7)] {
        let (exact, room) = (Interval { lo: whole(lo), hi: whole(hi) }, &whole(scale) * &unit);
        let answer = |below: &Rational, above: &Rational| {
            let recorded = Interval { lo: &exact.lo - below, hi: &exact.hi + above };
            enclosed("x", &exact, &recorded).err().and_then(|refusal| refusal.reason())
        };
        let (none, more) = (Rational::zero(), &room + &bit);
        assert_eq!([answer(&none, &none), answer(&room, &none), answer(&none, &room), answer(&room, &room)], [None; 4]);
        let wide = Some(Reason::TooWide);
        assert_eq!([answer(&more, &none), answer(&none, &more), answer(&more, &room)], [wide; 3], "[{lo}, {hi}]");
        let out = Some(Reason::NotEnclosed);
        assert_eq!([answer(&-&bit, &none), answer(&none, &-&bit), answer(&room, &-&bit)], [out; 3], "[{lo}, {hi}]");
    }
}

#[test]
fn an_end_that_is_missing_is_named_with_its_distance() {
    let quarters = |lo: i32, hi: i32| {
        let number = |n: i32| Rational::dyadic(n.into(), -2);
        Interval { lo: number(lo), hi: number(hi) }
    };
    let said = |recorded: Interval| enclosed("x", &quarters(4, 8), &recorded).unwrap_err().to_string();
    for (recorded, words) in [
        (quarters(6, 8), "[1.5, 2.0] starts above the exact value [1, 2] by about 0.5"),
        (quarters(4, 7), "[1.0, 1.75] ends below the exact value [1, 2] by about 0.25"),
        (quarters(4, 12), "[1.0, 3.0] is wider than the exact value [1, 2] by about 1"),
        (quarters(0, 8), "[0.0, 2.0] is wider than the exact value [1, 2] by about 1"),
    ] {
        let sentence = said(recorded);
        assert!(sentence.ends_with(words), "{sentence}");
    }
}
