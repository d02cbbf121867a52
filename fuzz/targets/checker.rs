//! The checker's documents: whatever the bytes are, it answers or refuses with one sentence; and what it accepts is true
//! by formulas that share nothing with it.
#![no_main]

mod documents;
mod exact;
mod formula;
mod harness;
mod json_mutator;
mod meaning;
mod meaning_certificate;
mod meaning_fit;
mod problems;
mod seeds;

use harness::{Target, bytes};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use std::sync::LazyLock;

const TARGETS: [Target; 6] = [
    harness::documents("certificate", documents::certificate, seeds::certificates),
    harness::documents("solution", documents::solution, seeds::solutions),
    harness::documents("equilibrium", documents::equilibrium, seeds::equilibria),
    harness::documents("fit", documents::fit, seeds::fits),
    harness::documents("bound", documents::bound, seeds::bounds),
    bytes("text", documents::text, seeds::texts),
];

static CHOSEN: LazyLock<&Target> = LazyLock::new(|| harness::chosen(&TARGETS));

fuzz_target!(init: { LazyLock::force(&CHOSEN); }, |bytes: &[u8]| (CHOSEN.run)(bytes));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    harness::change(&CHOSEN, data, size, max_size, seed)
});
