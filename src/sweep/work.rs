//! A plan in a folder, and work on its cells.

use super::cell::Cell;
use super::plan::Plan;
use super::solve;
use crate::cells::{self, Finished, Outcome, PLAN, Program, Store, Work, read_plan, take_up};
use crate::error::{Error, Result};
use crate::league::{self, Arena};
use crate::registry::Registry;
use serde_json::Value;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

/// A plan in a folder.
pub struct Sweep<'a> {
    pub(super) plan: Plan,
    pub(super) store: Store,
    registry: &'a Registry,
}

/// A cell that failed twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its number in the plan.
    pub number: usize,
    /// What it is about.
    pub cell: String,
    /// What went wrong.
    pub why: String,
}

/// What came of work on some cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worked {
    /// How many cells were there, or were finished by somebody else meanwhile.
    pub there: usize,
    /// How many were run.
    pub run: usize,
    /// Those that failed twice.
    pub failed: Vec<Failure>,
    /// What was damaged and is run again, in a sentence each.
    pub damaged: Vec<String>,
}

/// What came of a cell: what is kept, and is checked to be ours.
pub(super) struct Entry {
    pub(super) finished: Finished,
    /// What a league made of it.
    pub(super) of_league: Option<league::Entry>,
}

struct Sweeping<'a> {
    plan: &'a Plan,
    registry: &'a Registry,
}

impl Work for Sweeping<'_> {
    type Cell = Cell;
    type Entry = Entry;

    fn settings(&self, cell: &Cell) -> Value {
        cell.settings(&self.plan.inputs)
    }

    fn length(&self, cell: &Cell) -> usize {
        cell.rounds()
    }

    fn run(&self, cell: &Cell, folder: Option<&Path>) -> Result<Entry> {
        match cell {
            Cell::Solve { settings, files } => {
                let finished = solve::run(settings, folder.filter(|_| *files), &self.plan.inputs, self.registry)?;
                Ok(Entry { finished, of_league: None })
            }
            Cell::Rates(cell) => {
                let mut opened = cell.clone();
                if let Arena::Game { problem } = &mut opened.arena {
                    *problem = self.plan.inputs.opening(problem)?;
                }
                let entry = league::Entry { cell: cell.clone(), ..league::run(&opened, self.registry)? };
                Ok(Entry { finished: entry.finished(), of_league: Some(entry) })
            }
        }
    }

    fn finished(&self, entry: &Entry) -> Finished {
        entry.finished.clone()
    }

    fn entry(&self, cell: &Cell, finished: &Finished) -> Result<Entry> {
        let of_league = match cell {
            Cell::Solve { .. } => solve::check(finished).map(|()| None)?,
            Cell::Rates(cell) => Some(league::Entry::kept(finished, cell)?),
        };
        Ok(Entry { finished: finished.clone(), of_league })
    }
}

impl<'a> Sweep<'a> {
    /// Puts a plan into a folder, which is made if it is not there. Cells that are there are taken up by [`work`](Self::work);
    /// the tables of another plan are removed.
    ///
    /// # Errors
    /// If the folder cannot be made or written to, or holds files of somebody else.
    pub fn begin(folder: &Path, plan: Plan, registry: &'a Registry) -> Result<Self> {
        plan.write(folder)?;
        Ok(Self { plan, store: Store::open(folder)?, registry })
    }

    /// The plan of a folder.
    ///
    /// # Errors
    /// If there is none, or it names players that the registry does not have.
    pub fn open(folder: &Path, registry: &'a Registry) -> Result<Self> {
        let (plan, program) = read_plan(folder)?;
        let plan = Plan::open(&plan, registry).map_err(|error| error.in_file(folder.join(PLAN)))?;
        Ok(Self { plan, store: Store::of(folder, program), registry })
    }

    /// By whose names players are known.
    pub fn registry(&self) -> &Registry {
        self.registry
    }

    /// What it is about.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        self.store.folder()
    }

    /// Whether there is a cell of this number; it may be damaged.
    pub fn has(&self, number: usize) -> bool {
        self.store.has(&self.plan.cell(number).settings(&self.plan.inputs))
    }

    /// Runs the missing ones of some cells, by their numbers; `progress` is told how many of them are done. Any number of
    /// processes may do so at once.
    ///
    /// # Errors
    /// If another build of the program made the plan, or the folder cannot be read or written. A cell that fails twice is
    /// no error: it is noted, and told.
    pub fn work(
        &self,
        numbers: Range<usize>,
        threads: NonZeroUsize,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Worked> {
        let folder = self.store.folder();
        if self.store.program() != &Program::own()? {
            let words = "another build of the program made this plan: plan the sweep again";
            return Err(Error::new(words).in_file(folder.join(PLAN)));
        }
        let numbers = numbers.start..numbers.end.min(self.plan.len());
        let cells: Vec<Cell> = numbers.clone().map(|number| self.plan.cell(number)).collect();
        let kept = take_up(self.store.clone(), self.plan.inputs.clone(), &self.sweeping(), &cells)?;
        let missing: Vec<usize> = (0..cells.len()).filter(|&place| kept.entries[place].is_none()).collect();
        let wanted: Vec<&Cell> = missing.iter().map(|&place| &cells[place]).collect();
        let mut tell = |done: usize| progress(done, wanted.len());
        let outcomes = cells::run(&wanted, &self.sweeping(), threads, Some(&self.store), &mut tell)?;
        let mut worked = Worked { there: cells.len() - missing.len(), damaged: kept.damaged, ..Worked::default() };
        for (place, outcome) in missing.into_iter().zip(outcomes) {
            match outcome {
                Outcome::Run(_) => worked.run += 1,
                Outcome::There(_) => worked.there += 1,
                Outcome::Failed(why) => {
                    let (number, cell) = (numbers.start + place, cells[place].to_string());
                    worked.failed.push(Failure { number, cell, why: why.to_string() });
                }
            }
        }
        Ok(worked)
    }

    fn sweeping(&self) -> Sweeping<'_> {
        Sweeping { plan: &self.plan, registry: self.registry }
    }

    /// What is there of a cell, or what is wrong with it.
    pub(super) fn found(&self, cell: &Cell) -> Result<std::result::Result<Option<Entry>, String>> {
        let work = self.sweeping();
        cells::found(&self.store, &work, cell, &work.settings(cell))
    }
}
