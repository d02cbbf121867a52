//! The folder of results, in the words of a call.

use crate::cli::paths::as_output;
use crate::error::Result;
use crate::league::folder::{self, FILES};
use crate::league::{Cell, Entry, Journal, Selection, charts};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// All that a league may write.
pub(super) fn files(path: &Path) -> Vec<PathBuf> {
    let pictures = charts::NAMES.iter().map(|name| path.join(format!("{name}.svg")));
    FILES.iter().chain(&[Journal::NAME]).map(|name| path.join(name)).chain(pictures).collect()
}

/// Makes the folder, or takes up the league that is in it.
pub(super) fn open(path: &Path, selection: &Selection, cells: &[Cell]) -> Result<(Journal, Vec<Option<Entry>>)> {
    folder::open(path, selection, cells).map_err(as_output)
}

/// Writes everything, and says in a line what it wrote.
pub(super) fn write(path: &Path, entries: &[Entry]) -> Result<String> {
    let names = folder::write(path, entries)?;
    let [runs, slopes, times] = FILES;
    let mut text = format!("Wrote {runs}, {slopes} and {times} to {}", path.display());
    if !names.is_empty() {
        let _ = write!(text, ", and the plots {} as SVG", names.join(", "));
    }
    let missing: Vec<&str> = charts::NAMES.into_iter().filter(|name| !names.contains(name)).collect();
    if !missing.is_empty() {
        let _ = write!(text, "; nothing to show on {}", missing.join(", "));
    }
    Ok(text + ".\n")
}
