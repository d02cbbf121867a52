//! The folder of results.

use crate::cli::paths::prepare;
use crate::error::{Error, Result};
use crate::files;
use crate::league::{Cell, Entry, Journal, Selection, charts, standings, table};
use std::fmt::Write as _;
use std::path::Path;

const RUNS: &str = "league.csv";
const SLOPES: &str = "slopes.csv";
const TIMES: &str = "times.csv";

/// Makes the folder, or takes up the league that is in it. Files of those names without a journal are somebody's own.
pub(super) fn open(folder: &Path, selection: &Selection, cells: &[Cell]) -> Result<(Journal, Vec<Option<Entry>>)> {
    prepare(folder, &[RUNS, SLOPES, TIMES], &[])?;
    if !folder.join(Journal::NAME).exists()
        && let Some(name) = [RUNS, SLOPES, TIMES].into_iter().find(|name| folder.join(name).exists())
    {
        let message = "this file is not of a league that can be taken up (there is no journal): name another --output";
        return Err(Error::new(message).in_file(folder.join(name)));
    }
    Journal::open(folder, selection, cells).map_err(|error| error.reworded("another folder", "another --output"))
}

/// Writes everything, and says in a line what it wrote.
pub(super) fn write(folder: &Path, entries: &[Entry]) -> Result<String> {
    let curves = standings::curves(entries);
    files::write(&folder.join(RUNS), table::runs(entries).as_bytes())?;
    files::write(&folder.join(SLOPES), table::slopes(&curves).as_bytes())?;
    files::write(&folder.join(TIMES), table::times(entries).as_bytes())?;
    let pictures = charts::pictures(entries);
    for picture in &pictures {
        files::write(&folder.join(format!("{}.svg", picture.name)), picture.svg().as_bytes())?;
        files::write(&folder.join(format!("{}.png", picture.name)), &picture.png()?)?;
    }
    let names: Vec<&str> = pictures.iter().map(|picture| picture.name).collect();
    let folder = folder.display();
    let mut text = format!("wrote {RUNS}, {SLOPES} and {TIMES} to {folder}");
    if !names.is_empty() {
        let _ = write!(text, ", and the plots {} as SVG and PNG", names.join(", "));
    }
    let missing: Vec<&str> = charts::NAMES.into_iter().filter(|name| !names.contains(name)).collect();
    if !missing.is_empty() {
        let _ = write!(text, "; nothing to show on {}", missing.join(", "));
    }
    Ok(text)
}
