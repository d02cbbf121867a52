//! The prover's readers: whatever the bytes are, each answers or fails with one sentence; and what the checker reads too,
//! both understand alike.
#![no_main]

mod expression;
mod harness;
mod json_mutator;
mod packed;
mod pairs;
mod readers;
mod seeds;

use harness::{Target, bytes, documents};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use std::sync::LazyLock;

const TARGETS: &[Target] = &[
    bytes("npz", readers::npz, packed::npz),
    bytes("csv", readers::csv, packed::csv),
    bytes("problem", readers::problem, seeds::problems),
    bytes("rates", readers::rates, seeds::rates),
    bytes("idx", readers::idx, seeds::idx),
    bytes("checkpoints", readers::checkpoints, seeds::checkpoints),
    documents("record", readers::record, seeds::solutions),
    // Against the checker.
    bytes("expression", expression::run, seeds::expressions),
    bytes("trace", pairs::trace, seeds::traces),
    bytes("candidates", pairs::candidates, seeds::traces),
    bytes("data", pairs::data, seeds::data),
    bytes("json", pairs::json, seeds::texts),
    bytes("decimal", pairs::decimal, seeds::decimals),
];

static CHOSEN: LazyLock<&Target> = LazyLock::new(|| harness::chosen(TARGETS));

fuzz_target!(init: { LazyLock::force(&CHOSEN); }, |bytes: &[u8]| (CHOSEN.run)(bytes));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    harness::change(&CHOSEN, data, size, max_size, seed)
});
