//! Tests of `src/players/softmax.rs` that need its private parts.

use super::*;

#[test]
fn a_hypotenuse_stays_in_range() {
    for scale in [1e-320, 1e-200, 1.0, 1e300] {
        let long = hypotenuse(3.0 * scale, 4.0 * scale) / scale;
        assert!((long - 5.0).abs() < 1e-3, "{long} at {scale}"); // 1e-320 has few digits
    }
    assert_eq!((hypotenuse(0.0, 0.0), hypotenuse(2.0, 0.0), hypotenuse(0.0, 2.0)), (0.0, 2.0, 2.0));
}
