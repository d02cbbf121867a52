//! Tests of `src/regret/swap.rs` that need its private parts.

use super::Part;
use crate::numerics::rational::exact;
use dashu_ratio::RBig;

/// The four parts are the product, also where it has more digits than a double.
#[test]
fn worked_parts_of_a_product() {
    for weight in [0, 1, 3, (1 << 26) - 1, (1 << 26) + 1, 0x000f_edcb_a987_6543] {
        for multiplier in [0.0, 1.0, 0.1, 1.0_f64.next_down(), f64::from_bits(0x000a_bcde_f012_3457), 1e280 / 3.0] {
            let parts = Part::ALL.map(|part| exact(part.product(weight, multiplier)));
            let sum = parts.iter().fold(RBig::ZERO, |sum, part| sum + part);
            assert_eq!(sum, RBig::from(weight) * exact(multiplier), "{weight} {multiplier}");
        }
    }
}
