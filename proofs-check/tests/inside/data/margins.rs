//! Tests of `src/data/margins.rs`, as a module of it.

use super::*;

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
