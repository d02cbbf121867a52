//! The problem language against independent, exact implementations.

mod curvature;
mod errors;
mod gradients;
mod tree;
mod values;

use proptest::prelude::ProptestConfig;

/// `cases` random cases, with no file of past failures.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, max_global_rejects: 100_000, ..ProptestConfig::default() }
}
