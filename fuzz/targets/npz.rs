//! Arrays of numpy, from any bytes.
#![no_main]

#[path = "../seeds.rs"]
mod seeds;

libfuzzer_sys::fuzz_target!(init: seeds::write(&seeds::npz()), |bytes: &[u8]| {
    // Bytes that are no archive become an array of one: else the checksum would hide headers from the fuzzer.
    let file = if bytes.starts_with(b"PK") { bytes } else { &seeds::around(bytes) };
    let _ = referee::trace::import::fuzzing::npz(file);
});
