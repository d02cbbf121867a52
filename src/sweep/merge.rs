//! How far a sweep is, and the tables of what is finished.

use super::cell::{COLUMNS, Cell};
use super::solve;
use super::work::{Failure, Sweep};
use crate::cells;
use crate::error::Result;
use crate::files::{self, csv};
use crate::league::folder;

/// The table of the cells of `solve`, and that of times.
const TABLE: &str = "sweep.csv";
const TIMES: &str = "times.csv";

/// All tables that a sweep may have.
pub(super) fn tables() -> Vec<String> {
    std::iter::once(TABLE.to_owned()).chain(folder::names()).collect()
}

/// How far a sweep is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// How many cells it has.
    pub cells: usize,
    /// How many are finished.
    pub finished: usize,
    /// Those that failed twice, and are not finished.
    pub failed: Vec<Failure>,
    /// The numbers of the others.
    pub missing: Vec<usize>,
    /// What is damaged, in a sentence each: it is missing.
    pub damaged: Vec<String>,
    /// How many cells of other settings or another build of the program are in the folder.
    pub others: usize,
}

/// What was put together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// How far the sweep is.
    pub status: Status,
    /// What is violated, a sentence each.
    pub violated: Vec<String>,
    /// The tables and pictures that were written; none if cells are missing and only all of them will do.
    pub written: Vec<String>,
}

impl Sweep<'_> {
    /// How far it is: every cell is read.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn status(&self) -> Result<Status> {
        self.look(&mut |_, _| ())
    }

    /// Reads every cell, and hands on those that are finished, in their order.
    fn look(&self, take: &mut dyn FnMut(&Cell, super::work::Entry)) -> Result<Status> {
        let mut status = Status { cells: self.plan.len(), ..Status::default() };
        for number in 0..self.plan.len() {
            let cell = self.plan.cell(number);
            match self.found(&cell)? {
                Ok(Some(entry)) => {
                    status.finished += 1;
                    take(&cell, entry);
                    continue;
                }
                Ok(None) => {}
                Err(words) => status.damaged.push(words),
            }
            match self.store.why_failed(&cell.settings(&self.plan.inputs)) {
                Some(why) => status.failed.push(Failure { number, cell: cell.to_string(), why }),
                None => status.missing.push(number),
            }
        }
        status.others = self.store.count()?.saturating_sub(status.finished + status.damaged.len());
        Ok(status)
    }

    /// Writes the tables as one change, if all cells are finished, or if a part is enough; and removes what dead processes
    /// left of cells.
    ///
    /// # Errors
    /// If the folder cannot be read or written.
    pub fn merge(&self, partial: bool) -> Result<Merged> {
        let (mut rows, mut times, mut entries) = (vec![solve::head()], vec![head_of_times()], Vec::new());
        let mut violated = Vec::new();
        let status = self.look(&mut |cell, entry| {
            let result = &entry.finished.result;
            if let Cell::Solve { settings, .. } = cell {
                rows.push(solve::row(settings, result));
                let names = solve::names(&result["violated"]);
                violated.extend(Some(names).filter(|names| !names.is_empty()).map(|names| format!("{cell}: {names}")));
            }
            let seconds = entry.finished.times["seconds"].as_f64();
            let mut timed: Vec<String> = cell.columns().to_vec();
            timed.push(seconds.map_or_else(String::new, |seconds| format!("{seconds:?}")));
            times.push(timed);
            if let Some(entry) = entry.of_league {
                violated.extend(entry.measured.wrong.iter().map(|why| format!("{}: {why}", entry.cell)));
                entries.push(entry);
            }
        })?;
        self.store.tidy()?;
        let mut merged = Merged { status, violated, written: Vec::new() };
        if merged.status.finished < merged.status.cells && !partial {
            return Ok(merged);
        }
        let set = cells::begin(self.folder(), &tables())?;
        if self.plan.has_solves() {
            files::write(&set.at(TABLE), csv(rows).as_bytes())?;
            files::write(&set.at(TIMES), csv(times).as_bytes())?;
            merged.written.extend([TABLE, TIMES].map(str::to_owned));
        }
        if self.plan.league().is_some() {
            let pictures = folder::stage(&set, &entries, !self.plan.has_solves())?;
            let own = folder::FILES.iter().filter(|name| **name != TIMES || !self.plan.has_solves());
            merged.written.extend(own.map(|name| (*name).to_owned()));
            merged.written.extend(pictures.iter().map(|name| format!("{name}.svg")));
        }
        set.commit()?;
        Ok(merged)
    }
}

/// The columns of the times of a sweep: cells of a league are named by their arena and their player.
fn head_of_times() -> Vec<String> {
    COLUMNS.iter().copied().chain(["seconds"]).map(str::to_owned).collect()
}
