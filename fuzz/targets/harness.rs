//! What the two programs share: `TARGET` names the target, and `SEEDS` a folder for its first inputs.

use crate::json_mutator;
use std::path::Path;

/// What is fuzzed.
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
    /// The first inputs, besides those in the folder `seeds`.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Whether its inputs are JSON documents, perhaps with the files that they name.
    pub documents: bool,
}

/// A target whose inputs are bytes of any kind.
pub const fn bytes(name: &'static str, run: fn(&[u8]), seeds: fn() -> Vec<Vec<u8>>) -> Target {
    Target { name, run, seeds, documents: false }
}

/// A target whose inputs are JSON documents.
pub const fn documents(name: &'static str, run: fn(&[u8]), seeds: fn() -> Vec<Vec<u8>>) -> Target {
    Target { name, run, seeds, documents: true }
}

/// The target that was asked for. Without one the names are printed.
pub fn chosen(targets: &'static [Target]) -> &'static Target {
    let Some(name) = std::env::var_os("TARGET") else {
        targets.iter().for_each(|target| println!("{}", target.name));
        std::process::exit(0);
    };
    let found = targets.iter().find(|target| *target.name == *name);
    let found = found.unwrap_or_else(|| panic!("there is no target {}", name.display()));
    if let Some(folder) = std::env::var_os("SEEDS") {
        for (number, seed) in (found.seeds)().into_iter().enumerate() {
            std::fs::write(Path::new(&folder).join(format!("seed-{number}")), seed).expect("a seed is written");
        }
        std::process::exit(0);
    }
    found
}

/// Changes an input in place, and says how long it is now.
pub fn change(target: &Target, data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    // The bytes of a document are changed too, now and then: they are somebody's.
    if target.documents && seed % 8 != 0 {
        if let Some(changed) = json_mutator::change(&data[..size], seed).filter(|changed| changed.len() <= max_size) {
            data[..changed.len()].copy_from_slice(&changed);
            return changed.len();
        }
    }
    libfuzzer_sys::fuzzer_mutate(data, size, max_size)
}
