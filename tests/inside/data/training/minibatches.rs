//! Tests of `src/data/training/minibatches.rs` that need its private parts.

use super::*;

#[test]
fn every_epoch_has_every_row_once() {
    let mut batches = Minibatches::new(7, 3);
    let mut rows = [0; 14];
    for part in rows.chunks_mut(4) {
        batches.next(part);
    }
    for epoch in rows.chunks(7) {
        let mut sorted = epoch.to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1, 2, 3, 4, 5, 6]);
    }
    assert_ne!(rows[..7], rows[7..]);
}
