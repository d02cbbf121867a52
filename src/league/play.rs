//! All cells, a few at a time.

use super::cell::Cell;
use super::journal::Journal;
use super::measured::Entry;
use super::run::run;
use crate::error::{Error, Result};
use crate::parallel::{caught, in_parallel};
use crate::registry::Registry;
use std::num::NonZeroUsize;

/// Runs the cells on so many threads, without those that a journal has, which keeps the others; `journal` is what
/// [`Journal::open`] gives. `progress` is told how many runs of how many are done. Entries come in the order of the cells.
///
/// # Errors
/// If a problem cannot be opened, a player cannot play or panics, or the journal cannot be written.
pub fn play(
    cells: &[Cell],
    registry: &Registry,
    threads: NonZeroUsize,
    journal: Option<&(Journal, Vec<Option<Entry>>)>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Entry>> {
    play_by(cells, |cell| run(cell, registry), threads, journal, progress)
}

/// The same where whoever calls runs a cell: for players that need something around a run.
///
/// # Errors
/// As [`play`].
pub fn play_by(
    cells: &[Cell],
    run: impl Fn(&Cell) -> Result<Entry> + Sync,
    threads: NonZeroUsize,
    journal: Option<&(Journal, Vec<Option<Entry>>)>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Entry>> {
    let (journal, kept) = journal.map(|(journal, kept)| (journal, kept.clone())).unzip();
    let mut entries = kept.unwrap_or_else(|| vec![None; cells.len()]);
    let mut missing: Vec<usize> = (0..cells.len()).filter(|&place| entries[place].is_none()).collect();
    // The longest first, so that no thread is left with a long one at the end.
    missing.sort_by_key(|&place| std::cmp::Reverse(cells[place].rounds));
    let work = |&place: &usize| {
        let cell = &cells[place];
        let entry = caught(|| run(cell)).unwrap_or_else(|panic| Err(Error::new(panic).context(cell)))?;
        journal.map_or(Ok(()), |journal| journal.keep(&entry))?;
        Ok(entry)
    };
    let played: Vec<Result<Entry>> = in_parallel(&missing, threads, work, &mut |done| progress(done, missing.len()));
    for (place, entry) in missing.into_iter().zip(played) {
        entries[place] = Some(entry?);
    }
    Ok(entries.into_iter().map(|entry| entry.expect("all were run")).collect())
}
