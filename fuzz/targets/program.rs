//! What only the program reads: the models of `predict`, and the journal of the league.

use crate::readers::{ROWS, answer};
use referee::league::Journal;
use referee::registry::Registry;
use std::path::PathBuf;
use std::sync::LazyLock;

pub fn models(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        answer(referee::cli::fuzzed_models(text, &ROWS));
    }
}

/// A journal is read from its folder.
pub fn journal(bytes: &[u8]) {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = std::env::temp_dir().join(format!("referee-fuzz-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    });
    std::fs::write(FOLDER.join(Journal::NAME), bytes).expect("a journal");
    answer(Journal::read(&FOLDER, Registry::ours()));
}
