//! Tests of `src/cli/shrink/print.rs` that need its private parts.

use super::{briefly, ordinal, roughly};
use crate::numerics::rational::exact;
use dashu_ratio::RBig;

#[test]
fn a_fraction_stands_beside_a_decimal_that_is_rounded() {
    let fraction = |top: i32, bottom: u32| RBig::from_parts(top.into(), bottom.into());
    assert_eq!(briefly(&fraction(1, 4)), "0.25");
    assert_eq!(briefly(&exact(0.05)), "0.05 (exactly 3602879701896397/72057594037927936)");
    assert_eq!(briefly(&fraction(-1, 3)), "-0.333333333 (exactly -1/3)");
    assert_eq!(roughly(&fraction(11, 46)), "about 0.239130435 (exactly 11/46)");
    assert_eq!(briefly(&exact(1e-30)), "about 1e-30");
    // Ten digits are one too many.
    assert_eq!(briefly(&fraction(1_000_000_001, 10)), "100000000 (exactly 1000000001/10)");
}

#[test]
fn ordinals() {
    assert_eq!(
        [2, 3, 4, 11, 12, 13, 21, 102, 113].map(ordinal).join(" "),
        "2nd 3rd 4th 11th 12th 13th 21st 102nd 113th"
    );
}
