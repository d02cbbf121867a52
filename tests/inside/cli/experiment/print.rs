//! Tests of `src/cli/experiment/print.rs` that need its private parts.

use super::distance;

#[test]
fn a_ratio_that_does_not_exist_is_not_near() {
    assert_eq!(distance([0.5, -2.0].into_iter()), "training ratios within about 2.0 points");
    for ratios in [[f64::NAN, 0.5], [0.5, f64::NAN]] {
        assert_eq!(distance(ratios.into_iter()), "a training ratio does not exist");
    }
}
