//! The folder of results: tidy files, pictures, and the journal by which an interrupted league is taken up again.

use super::{Cell, Entry, Journal, Selection, charts, standings, table};
use crate::error::{Error, Result};
use crate::files;
use std::path::Path;

/// The tidy files: what every run showed, the slopes, and the times.
pub const FILES: [&str; 3] = ["league.csv", "slopes.csv", "times.csv"];

/// Makes the folder, or takes up the league that is in it. Files of those names without a journal are somebody's own.
///
/// # Errors
/// If it cannot be made or written to, it holds files of somebody else, or as [`Journal::open`].
pub fn open(folder: &Path, selection: &Selection, cells: &[Cell]) -> Result<(Journal, Vec<Option<Entry>>)> {
    files::prepare_folder(folder, &FILES)?;
    if !folder.join(Journal::NAME).exists()
        && let Some(name) = FILES.into_iter().find(|name| folder.join(name).exists())
    {
        let message = "this file is not of a league that can be taken up (there is no journal): name another folder";
        return Err(Error::new(message).in_file(folder.join(name)));
    }
    Journal::open(folder, selection, cells)
}

/// Writes everything, the pictures as SVG; returns the names of the pictures.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &Path, entries: &[Entry]) -> Result<Vec<&'static str>> {
    let texts = [table::runs(entries), table::slopes(&standings::curves(entries)), table::times(entries)];
    for (name, text) in FILES.iter().zip(&texts) {
        files::write(&folder.join(name), text.as_bytes())?;
    }
    let pictures = charts::pictures(entries);
    for picture in &pictures {
        files::write(&folder.join(format!("{}.svg", picture.name)), picture.svg().as_bytes())?;
    }
    Ok(pictures.iter().map(|picture| picture.name).collect())
}
