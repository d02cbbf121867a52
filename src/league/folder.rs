//! The folder of results: tidy files, pictures, and the journal by which an interrupted league is taken up again.

use super::{Cell, Entry, Journal, Selection, charts, standings, table};
use crate::error::Result;
use crate::files::{self, Form, Member, Set};
use std::path::Path;

/// The tidy files: what every run showed, the slopes, and the times.
pub const FILES: [&str; 3] = ["league.csv", "slopes.csv", "times.csv"];

/// Begins the tables and pictures. Beside a journal they are ours, else somebody's own; that it is one is seen when it is
/// opened.
fn begin(folder: &Path) -> Result<Set> {
    let pictures = charts::NAMES.map(|name| format!("{name}.svg"));
    let names = std::iter::once(Journal::NAME).chain(FILES).chain(pictures.iter().map(String::as_str));
    Set::of_folder(folder, &names.map(|name| (name, Form::Any)).collect::<Vec<Member<'_>>>(), &[])
}

/// Makes the folder, or takes up the league that is in it. Files of those names without a journal are somebody's own.
///
/// # Errors
/// If it cannot be made or written to, it holds files of somebody else, or as [`Journal::open`].
pub fn open(folder: &Path, selection: &Selection, cells: &[Cell]) -> Result<(Journal, Vec<Option<Entry>>)> {
    begin(folder)?;
    Journal::open(folder, selection, cells)
}

/// Writes everything as one change, the pictures as SVG; returns the names of the pictures.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &Path, entries: &[Entry]) -> Result<Vec<&'static str>> {
    let set = begin(folder)?;
    let texts = [table::runs(entries), table::slopes(&standings::curves(entries)), table::times(entries)];
    for (name, text) in FILES.iter().zip(&texts) {
        files::write(&set.at(name), text.as_bytes())?;
    }
    let pictures = charts::pictures(entries);
    for picture in &pictures {
        files::write(&set.at(format!("{}.svg", picture.name)), picture.svg().as_bytes())?;
    }
    set.commit()?;
    Ok(pictures.iter().map(|picture| picture.name).collect())
}
