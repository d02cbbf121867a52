//! All cells, a few at a time.

use super::cell::Cell;
use super::measured::Entry;
use super::run::run;
use crate::cells::{self, Finished, Inputs, Kept, Outcome, Work};
use crate::error::Result;
use crate::registry::Registry;
use serde_json::Value;
use std::num::NonZeroUsize;
use std::path::Path;

/// The cells of a league as work that can be kept: the problem files, and how a cell is run.
pub struct Playing<'a, F>(pub &'a Inputs, pub F);

impl<F: Fn(&Cell) -> Result<Entry> + Sync> Work for Playing<'_, F> {
    type Cell = Cell;
    type Entry = Entry;

    fn settings(&self, cell: &Cell) -> Value {
        cell.settings(self.0)
    }

    fn length(&self, cell: &Cell) -> usize {
        cell.rounds
    }

    fn run(&self, cell: &Cell, _: Option<&Path>) -> Result<Entry> {
        (self.1)(cell)
    }

    fn finished(&self, entry: &Entry) -> Finished {
        entry.finished()
    }

    fn entry(&self, cell: &Cell, finished: &Finished) -> Result<Entry> {
        Entry::kept(finished, cell)
    }
}

/// Runs the cells on so many threads, without those that are `kept`, where the others go too; that is what
/// [`folder::open`](super::folder::open) gives. `progress` is told how many runs of how many are done. Entries come in
/// the order of the cells.
///
/// # Errors
/// If a problem cannot be opened, a player cannot play or panics (twice), or a cell cannot be kept.
pub fn play(
    cells: &[Cell],
    registry: &Registry,
    threads: NonZeroUsize,
    kept: Option<&Kept<Entry>>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Entry>> {
    play_by(cells, |cell| run(cell, registry), threads, kept, progress)
}

/// The same where whoever calls runs a cell: for players that need something around a run.
///
/// # Errors
/// As [`play`].
pub fn play_by(
    cells: &[Cell],
    run: impl Fn(&Cell) -> Result<Entry> + Sync,
    threads: NonZeroUsize,
    kept: Option<&Kept<Entry>>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Entry>> {
    let nothing = Inputs::default();
    let inputs = kept.map_or(&nothing, |kept| &kept.inputs);
    let work = Playing(inputs, |cell: &Cell| {
        inputs.opening(&cell.arena.name())?;
        run(cell)
    });
    let mut entries = kept.map_or_else(|| vec![None; cells.len()], |kept| kept.entries.clone());
    let missing: Vec<usize> = (0..cells.len()).filter(|&place| entries[place].is_none()).collect();
    let wanted: Vec<&Cell> = missing.iter().map(|&place| &cells[place]).collect();
    let mut tell = |done: usize| progress(done, missing.len());
    let outcomes = cells::run(&wanted, &work, threads, kept.map(|kept| &kept.store), &mut tell)?;
    for (&place, outcome) in missing.iter().zip(outcomes) {
        match outcome {
            Outcome::Run(entry) | Outcome::There(entry) => entries[place] = Some(entry),
            Outcome::Failed(error) => return Err(error),
        }
    }
    Ok(entries.into_iter().map(|entry| entry.expect("all were run")).collect())
}
