//! Sizes and numbers, skewed so that most instances are cheap and the awkward ones come up often.

use proptest::prelude::*;

/// A number of rounds: four in five at most 64, one in twenty up to 512.
pub fn rounds() -> BoxedStrategy<usize> {
    prop_oneof![16 => 1..=64_usize, 3 => 65..=200_usize, 1 => 201..=512_usize].boxed()
}

/// The same for what a probability is about: a promise over a few rounds promises nothing.
pub fn many_rounds() -> BoxedStrategy<usize> {
    prop_oneof![2 => 1..=64_usize, 5 => 65..=256_usize, 2 => 257..=512_usize].boxed()
}

/// A number of everyday size: half of the time with few bits, so that ties and exact results occur.
pub fn number() -> BoxedStrategy<f64> {
    prop_oneof![1 => (-16..=16_i32).prop_map(|k| f64::from(k) / 8.0), 1 => -2.0..2.0].boxed()
}

/// A radius of the multipliers.
pub fn radius() -> BoxedStrategy<f64> {
    prop_oneof![3 => prop::sample::select(vec![0.25, 0.5, 1.0, 2.0, 3.0, 7.5]), 1 => 0.1..10.0].boxed()
}

/// A probability of failure, for statements that have one.
pub fn confidence() -> BoxedStrategy<f64> {
    prop::sample::select(vec![0.05, 0.01, 0.25, 0.5]).boxed()
}
