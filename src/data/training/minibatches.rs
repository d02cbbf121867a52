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
#[path = "../../../tests/inside/data/training/minibatches.rs"]
mod tests;
