//! Which rows a round sees: the rows in a random order, then in another one, for ever.
//!
//! The order of each epoch is a Fisher-Yates shuffle of the last one by `ChaCha8` with the run's seed. A minibatch may
//! lie across two epochs. Each of its places is thus a uniformly drawn row, so sums over it, times `N / batch`, have
//! the mean of sums over all rows; but the rows of different rounds are not independent, which the paper's stochastic
//! lemmas ask for.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// An endless stream of minibatches.
pub(super) struct Minibatches {
    generator: ChaCha8Rng,
    order: Vec<u32>,
    place: usize,
}

impl Minibatches {
    /// Minibatches of the rows `0..rows`.
    pub(super) fn new(rows: usize, seed: u64) -> Self {
        let rows = u32::try_from(rows).expect("a data set has fewer than 2^32 rows");
        Self { generator: ChaCha8Rng::seed_from_u64(seed), order: (0..rows).collect(), place: rows as usize }
    }

    /// Fills the slice with the next rows.
    pub(super) fn next(&mut self, batch: &mut [u32]) {
        for row in batch {
            if self.place == self.order.len() {
                for last in (1..self.order.len()).rev() {
                    let other = self.generator.random_range(0..=last);
                    self.order.swap(last, other);
                }
                self.place = 0;
            }
            *row = self.order[self.place];
            self.place += 1;
        }
    }
}

#[cfg(test)]
mod tests {
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
}
