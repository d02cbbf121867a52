//! Reproducible inputs.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// `count` doubles, uniform in `[low, high)`.
pub(crate) fn uniform(seed: u64, count: usize, low: f64, high: f64) -> Vec<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| rng.random_range(low..high)).collect()
}
