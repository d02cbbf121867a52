//! Tests of `src/rates/tables.rs`, as a module of it.

use super::*;

/// From the lower end of the one to the upper end of the other, unless that is upside down.
#[test]
fn what_lies_between_two_intervals_reaches_to_their_far_ends() {
    let interval = |(lo, hi): (u8, u8)| Interval { lo: Rational::from_integer(lo), hi: Rational::from_integer(hi) };
    let all = || (0_u8..4).flat_map(|lo| (lo..4).map(move |hi| (lo, hi)));
    for (x, y) in all().flat_map(|x| all().map(move |y| (x, y))) {
        let wanted = (x.0 <= y.1).then(|| interval((x.0, y.1)));
        assert_eq!(between(&interval(x), &interval(y)), wanted, "{x:?} {y:?}");
    }
}
