//! Tests of `src/data/grid.rs` that need its private parts.

use super::*;

#[test]
fn truncated_numbers_are_on_the_grid_and_not_larger() {
    let mut theta = [0.1, -0.1, 3.0, -1e-14, 4_095.999_999];
    let before = theta;
    truncate(&mut theta);
    assert!(theta.iter().zip(&before).all(|(after, before)| after.abs() <= before.abs()));
    assert!(theta[3].is_sign_positive());
    assert!(units(&theta).is_ok() && units(&before).is_err() && units(&[4097.0]).is_err());
}
