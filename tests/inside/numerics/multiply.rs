//! Tests of `src/numerics/multiply.rs` that need its private parts.

use super::{Strips, multiply};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Bit by bit what the definition says, for widths around those of a tile, and whatever the room held before.
#[test]
fn the_product_is_that_of_the_definition() {
    let mut strips = Strips::default();
    let mut generator = ChaCha8Rng::seed_from_u64(7);
    for rows in 1..=9 {
        for cols in (1..=9).chain(15..=17) {
            let rounds = 1 + (rows * cols) % 37;
            let mut numbers = |count: usize| -> Vec<f64> {
                (0..count)
                    .map(|_| (generator.random::<f64>() - 0.5) * 2_f64.powi(generator.random_range(-40..40)))
                    .collect()
            };
            let (left, right) = (numbers(rounds * rows), numbers(rounds * cols));
            let mut product = vec![f64::NAN; rows * cols];
            multiply(&mut strips, &left, rows, &right, cols, &mut product);
            for (k, entry) in product.iter().enumerate() {
                let terms = (0..rounds).map(|t| left[t * rows + k / cols] * right[t * cols + k % cols]);
                let sum = terms.fold(0.0, |sum, term| sum + term);
                assert_eq!(entry.to_bits(), sum.to_bits(), "{rows} x {cols}, entry {k}");
            }
        }
    }
}
