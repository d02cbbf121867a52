//! The folder of results, in the words of a call.

use crate::cells::{Kept, PLAN};
use crate::cli::paths::as_output;
use crate::cli::terminal::complain;
use crate::error::Result;
use crate::league::folder::{self, FILES};
use crate::league::{Cell, Entry, Selection, charts};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// All that a league may write.
pub(super) fn files(path: &Path) -> Vec<PathBuf> {
    folder::names().iter().map(String::as_str).chain([PLAN]).map(|name| path.join(name)).collect()
}

/// Makes the folder, or takes up the cells that are in it, and names those that are damaged.
pub(super) fn open(path: &Path, selection: &Selection, cells: &[Cell]) -> Result<Kept<Entry>> {
    let kept = folder::open(path, selection, cells).map_err(as_output)?;
    warn(&kept.damaged);
    Ok(kept)
}

/// Names what is damaged.
pub(in crate::cli) fn warn(damaged: &[String]) {
    for words in damaged {
        complain(&format!("warning: {words}, so that it is run again"));
    }
}

/// Says how many cells of others are in the folder, if there are any.
pub(in crate::cli) fn of_others(others: usize) -> String {
    match others {
        0 => String::new(),
        1 => "1 cell of other settings or of another build of the program is in the folder too, and is left.\n"
            .to_owned(),
        _ => format!(
            "{others} cells of other settings or of another build of the program are in the folder too, and are left.\n"
        ),
    }
}

/// Writes everything, and says in a line what it wrote.
pub(super) fn write(path: &Path, entries: &[Entry]) -> Result<String> {
    Ok(wrote(path, &folder::write(path, entries)?))
}

/// What is said of a folder with these pictures.
pub(in crate::cli) fn wrote(path: &Path, names: &[&str]) -> String {
    let [runs, slopes, times] = FILES;
    let mut text = format!("Wrote {runs}, {slopes} and {times} to {}", path.display());
    if !names.is_empty() {
        let _ = write!(text, ", and the plots {} as SVG", names.join(", "));
    }
    let missing: Vec<&str> = charts::NAMES.into_iter().filter(|name| !names.contains(name)).collect();
    if !missing.is_empty() {
        let _ = write!(text, "; nothing to show on {}", missing.join(", "));
    }
    text + ".\n"
}
