//! Tables, plain or packed, and whatever else is handed over for one, from any bytes.
#![no_main]

#[path = "../seeds.rs"]
mod seeds;

libfuzzer_sys::fuzz_target!(init: seeds::write(&seeds::csv()), |bytes: &[u8]| {
    let _ = referee::trace::import::fuzzing::csv(bytes);
});
