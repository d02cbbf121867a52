//! Tests of `src/data/margins.rs`, as a module of it.

use super::super::recipe::{Asks, Atom, Test};
use super::*;
use std::num::NonZeroUsize;

#[test]
fn numbers_are_multiples_of_a_power_of_two() {
    assert_eq!(fixed(0.5), Some(1 << 39));
    assert_eq!(fixed(-4096.0), Some(-(1 << 52)));
    assert_eq!((fixed(0.0), fixed(-0.0)), (Some(0), Some(0)));
    let unit = 2.0_f64.powi(-40);
    assert_eq!((fixed(unit), fixed(-3.0 * unit)), (Some(1), Some(-3)));
    for x in [4096.5, unit / 2.0, 0.1, 5e-324, f64::MAX, f64::NAN, -4097.0, 1e19] {
        assert_eq!(fixed(x), None, "{x}");
    }
    assert!(Margins::new(&[0.5], &[]).is_none());
}

#[test]
fn thresholds_are_counted_strictly() {
    let margins = Margins::new(&[0.5, -1.0], &[0.5, 1.5, 0.5, -2.0]).unwrap();
    // s = 1/2: 1 - s = 1/2 exceeds -2 only, 1 + s = 3/2 exceeds all but 3/2.
    assert_eq!(margins.exceeded(&[0]), [1, 3]);
    assert_eq!(margins.exceeded(&[]), [3, 3]);
    assert_eq!(margins.exceeded(&[0, 1]), [3, 1]);
}

/// Of one row with both features and `tau = 1`: the weights of the hinges make `5/6 + 1/3 s` or `5/6 - 1/3 s` with the
/// constant, which is at least `5/6 - 2 root(2)/3` for radius 2.
#[test]
fn a_bound_is_decided_exactly_and_said_rounded_up() {
    let q = |text: &str| Rational::parse(text).unwrap();
    let atom = |text: &str| Atom { column: "y".into(), asks: Asks::Equals(vec![text.into()]) };
    let features = [Test(vec![]), Test(vec![atom("yes")])];
    let cells = Cells::read(b"y\nyes\n", &atom("yes"), &features, &[], NonZeroUsize::MIN).ok().unwrap();
    let margins = Margins::new(&[0.0, 0.0], &[0.0]).unwrap();
    for (constant, minus, plus) in
        [("1/2", "1/3", "0"), ("1/2", "0", "1/3"), ("1/6", "1/2", "1/6"), ("1/6", "1/6", "1/2")]
    {
        let parts = [(false, minus), (true, plus)].map(|(is_plus, x)| (Part { set: 0, is_plus }, q(x)));
        let hinged = Hinged { constant: q(constant), parts: parts.into_iter().collect() };
        let check = |lower: &str| hinged.check(&cells, &margins, &q("2"), &q(lower));
        // 5/6 - 2 root(2)/3 = -0.109475708248730032...
        assert_eq!(check("-2736892706218251/25000000000000000"), Ok(()));
        assert!(check("-10947570824873003/100000000000000000").is_err());
        let wanted = "the margins give at most -0.109475708, which is below the recorded -0.0625";
        assert_eq!(check("-1/16"), Err(wanted.to_owned()));
    }
}
