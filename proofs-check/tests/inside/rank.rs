//! Tests of `src/rank.rs`, as a module of it.

use super::independent;

#[test]
fn dependence_is_found_exactly() {
    let rows = |rows: &[&[f64]]| rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>();
    assert!(independent(&rows(&[&[0.0, 1.0, 0.0], &[0.0, -2.0, 1.0], &[0.0, 0.0, -2.0]]), &[1, 2]));
    assert!(!independent(&rows(&[&[0.0, 1.0, 2.0], &[0.0, 3.0, 6.0], &[0.0, 2.0, 4.0]]), &[1, 2]));
    assert!(!independent(&rows(&[&[0.0, 1.0], &[0.0, 2.0]]), &[]), "two candidates, no active constraint");
    assert!(!independent(&rows(&[&[0.0, 0.1], &[0.0, 0.1]]), &[1]), "the same candidate twice");
    let next = f64::from_bits(0.1_f64.to_bits() + 1);
    assert!(independent(&rows(&[&[0.0, 0.1], &[0.0, next]]), &[1]), "almost the same is not the same");
    assert!(independent(&rows(&[&[0.0, 5.0, 1.0], &[0.0, 5.0, 2.0]]), &[1, 2]), "a column may repeat");
    assert!(independent(&[], &[]));
}
