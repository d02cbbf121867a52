//! The folder of results: tidy files, pictures, and the finished cells by which an interrupted league is taken up again.

use super::{Cell, Entry, Playing, Selection, charts, standings, table};
use crate::cells::{self, Inputs, Kept, Store};
use crate::error::{Error, Result};
use crate::files;
use crate::registry::Registry;
use serde_json::{Map, Value};
use std::path::Path;

/// The tidy files: what every run showed, the slopes, and the times.
pub const FILES: [&str; 3] = ["league.csv", "slopes.csv", "times.csv"];

/// All names that a league may write beside its plan.
pub(crate) fn names() -> Vec<String> {
    let pictures = charts::NAMES.map(|name| format!("{name}.svg"));
    FILES.map(str::to_owned).into_iter().chain(pictures).collect()
}

/// Makes the folder, or takes up the cells that are in it, whichever league they are of. Files of those names without a
/// plan are somebody's own.
///
/// # Errors
/// If it cannot be made or written to, or it holds files of somebody else.
pub fn open(folder: &Path, selection: &Selection, cells: &[Cell]) -> Result<Kept<Entry>> {
    let inputs = Inputs::of(&selection.problems, Path::new(""))?;
    let plan = settings(selection, &inputs);
    cells::write_plan(folder, &plan, cells.len(), &names())?;
    let store = Store::open(folder)?;
    store.tidy()?;
    take_up(store, inputs, cells)
}

fn take_up(store: Store, inputs: Inputs, cells: &[Cell]) -> Result<Kept<Entry>> {
    let work = Playing(&inputs.clone(), |_: &Cell| Err(Error::new("nothing is run here")));
    cells::take_up(store, inputs, &work, cells)
}

/// What a plan says of a league.
pub(crate) fn settings(selection: &Selection, inputs: &Inputs) -> Map<String, Value> {
    [("problems", inputs.to_json()), ("rates", selection.to_json())]
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect()
}

/// What the league of a folder is about, and its finished cells, in their order. The folder is left as it is.
///
/// # Errors
/// If there is no plan of a league of this program's players, or a cell is damaged and was not run again.
pub fn read(folder: &Path, registry: &Registry) -> Result<(Selection, Vec<Entry>)> {
    let (plan, program) = cells::read_plan(folder)?;
    if plan.get("rates").is_none() {
        return Err(
            Error::new("there is no league in this sweep: its tables say all").in_file(folder.join(cells::PLAN))
        );
    }
    let parts = || Ok((Selection::from_json(&plan["rates"], registry)?, Inputs::from_json(&plan["problems"])?));
    let (selection, inputs) = parts().map_err(|error: Error| error.in_file(folder.join(cells::PLAN)))?;
    let kept = take_up(Store::of(folder, program), inputs, &selection.cells())?;
    match kept.damaged.first() {
        Some(words) => Err(Error::new(format!("{words}: run the league on this folder again, which does that run"))),
        None => Ok((selection, kept.entries.into_iter().flatten().collect())),
    }
}

/// Writes everything as one change, the pictures as SVG; returns the names of the pictures.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &Path, entries: &[Entry]) -> Result<Vec<&'static str>> {
    let set = cells::begin(folder, &names())?;
    let pictures = stage(&set, entries, true)?;
    set.commit()?;
    Ok(pictures)
}

/// Writes everything to a set of files, the times if they are wanted; returns the names of the pictures.
pub(crate) fn stage(set: &files::Set, entries: &[Entry], times: bool) -> Result<Vec<&'static str>> {
    let texts = [table::runs(entries), table::slopes(&standings::curves(entries)), table::times(entries)];
    for (name, text) in FILES.iter().zip(&texts).take(if times { 3 } else { 2 }) {
        files::write(&set.at(name), text.as_bytes())?;
    }
    let pictures = charts::pictures(entries);
    for picture in &pictures {
        files::write(&set.at(format!("{}.svg", picture.name)), picture.svg().as_bytes())?;
    }
    Ok(pictures.iter().map(|picture| picture.name).collect())
}
