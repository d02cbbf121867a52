//! All cells, a few at a time.

use super::inputs::Inputs;
use super::store::{Finished, Found, Store};
use crate::error::{Error, Result};
use crate::parallel::{caught, in_parallel};
use serde_json::Value;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a cell is, how it is run, and how what came of it is kept.
pub trait Work: Sync {
    /// A cell; as a text it is known to people.
    type Cell: Display + Sync;
    /// What came of it.
    type Entry: Send;

    /// All that its outcome depends on but the program: what names it.
    fn settings(&self, cell: &Self::Cell) -> Value;

    /// How long it is, to run the longest first.
    fn length(&self, cell: &Self::Cell) -> usize;

    /// Runs a cell. Where it is kept, files may go to a folder beside what is kept of it.
    ///
    /// # Errors
    /// If it fails; then it is tried once more.
    fn run(&self, cell: &Self::Cell, folder: Option<&Path>) -> Result<Self::Entry>;

    /// What is kept.
    fn finished(&self, entry: &Self::Entry) -> Finished;

    /// What was kept.
    ///
    /// # Errors
    /// If it is not what the program writes; then the cell is run again.
    fn entry(&self, cell: &Self::Cell, finished: &Finished) -> Result<Self::Entry>;
}

/// A folder of finished cells that was looked through for those of some work.
pub struct Kept<E> {
    /// The folder.
    pub store: Store,
    /// The problem files of the cells.
    pub inputs: Inputs,
    /// What is there, in the order of the cells.
    pub entries: Vec<Option<E>>,
    /// What is damaged, in a sentence each: its cells are missing.
    pub damaged: Vec<String>,
}

impl<E> Kept<E> {
    /// How many cells are there.
    pub fn count(&self) -> usize {
        self.entries.iter().flatten().count()
    }

    /// How many cells of other settings or another program are in the folder.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn others(&self) -> Result<usize> {
        Ok(self.store.count()?.saturating_sub(self.count() + self.damaged.len()))
    }
}

/// Finds out which cells are there.
///
/// # Errors
/// If the folder cannot be read.
pub fn take_up<W: Work>(store: Store, inputs: Inputs, work: &W, cells: &[W::Cell]) -> Result<Kept<W::Entry>> {
    let (mut entries, mut damaged) = (Vec::with_capacity(cells.len()), Vec::new());
    for cell in cells {
        let entry = found(&store, work, cell, &work.settings(cell))?;
        entries.push(entry.unwrap_or_else(|words| {
            damaged.push(words);
            None
        }));
    }
    Ok(Kept { store, inputs, entries, damaged })
}

/// What is there of a cell, or what is wrong with it.
pub(crate) fn found<W: Work>(
    store: &Store,
    work: &W,
    cell: &W::Cell,
    settings: &Value,
) -> Result<std::result::Result<Option<W::Entry>, String>> {
    let is_damaged = |path: PathBuf, why: &str| format!("{}, about {cell}, {why}", path.display());
    Ok(match store.read(settings)? {
        Found::Missing => Ok(None),
        Found::Damaged(path) => Err(is_damaged(path, "is damaged")),
        Found::Whole(finished) => work
            .entry(cell, &finished)
            .map(Some)
            .map_err(|error| is_damaged(store.folder().join("cells").join(store.name(settings)), error.message())),
    })
}

/// How a cell ended.
pub(crate) enum Outcome<E> {
    /// It was run.
    Run(E),
    /// Somebody else has finished it meanwhile.
    There(E),
    /// It failed twice.
    Failed(Error),
}

/// Runs cells on so many threads, and keeps them if there is a store; `progress` is told how many are done. Outcomes come
/// in the order of the cells.
///
/// # Errors
/// If the store cannot be read or written.
pub(crate) fn run<W: Work>(
    cells: &[&W::Cell],
    work: &W,
    threads: NonZeroUsize,
    store: Option<&Store>,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Outcome<W::Entry>>> {
    let mut order: Vec<usize> = (0..cells.len()).collect();
    // The longest first, so that no thread is left with a long one at the end.
    order.sort_by_key(|&place| std::cmp::Reverse(work.length(cells[place])));
    let mut outcomes: Vec<Option<Outcome<W::Entry>>> = cells.iter().map(|_| None).collect();
    let mut before = 0;
    // Those that others work on come last, and are waited for.
    for wait in [false, true] {
        let busy = AtomicUsize::new(0);
        let attempt = |&place: &usize| {
            let outcome = one(cells[place], work, store, wait);
            busy.fetch_add(usize::from(matches!(outcome, Ok(None))), Ordering::Relaxed);
            outcome
        };
        let mut tell = |done: usize| progress(before + done.saturating_sub(busy.load(Ordering::Relaxed)));
        let ended = in_parallel(&order, threads, attempt, &mut tell);
        for (&place, outcome) in order.iter().zip(ended) {
            outcomes[place] = outcome?;
        }
        order.retain(|&place| outcomes[place].is_none());
        before = cells.len() - order.len();
        if order.is_empty() {
            break;
        }
    }
    Ok(outcomes.into_iter().map(|outcome| outcome.expect("whoever waits gets it")).collect())
}

/// Runs a cell and keeps it; `None` if somebody else works on it, unless `wait`.
fn one<W: Work>(cell: &W::Cell, work: &W, store: Option<&Store>, wait: bool) -> Result<Option<Outcome<W::Entry>>> {
    let attempt = |folder: Option<&Path>| {
        caught(|| work.run(cell, folder)).unwrap_or_else(|panic| Err(Error::new(panic).context(cell)))
    };
    let Some(store) = store else {
        let outcome = attempt(None).or_else(|_| attempt(None));
        return Ok(Some(outcome.map_or_else(Outcome::Failed, Outcome::Run)));
    };
    let settings = work.settings(cell);
    let Some(whole) = store.begin(&settings, wait)? else { return Ok(None) };
    // Whoever had it may have finished it since it was looked for.
    if let Ok(Some(entry)) = found(store, work, cell, &settings)? {
        return Ok(Some(Outcome::There(entry)));
    }
    let folder = whole.folder();
    let outcome = attempt(Some(&folder)).or_else(|_| {
        whole.clear()?;
        attempt(Some(&folder))
    });
    Ok(Some(match outcome {
        Ok(entry) => {
            store.keep(whole, &settings, &work.finished(&entry))?;
            Outcome::Run(entry)
        }
        // What the system refuses is no failure of the cell: it is the folder that cannot be written to.
        Err(error) if std::error::Error::source(&error).is_some() => return Err(error),
        Err(error) => {
            store.fail(&settings, &error)?;
            Outcome::Failed(error)
        }
    }))
}
