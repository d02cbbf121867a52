//! Tests of `src/measured.rs`, as a module of it.

use super::*;

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
