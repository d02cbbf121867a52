//! A sweep in a folder: planned, worked on, and put together.

use crate::away::away;
use pyo3::prelude::*;
use referee::error::Error;
use referee::parallel::cores;
use referee::registry::Registry;
use referee::sweep::{Failure, Plan, Status, Sweep};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// A specification: a file, or the text of one.
#[derive(FromPyObject)]
pub struct Spec {
    is_text: bool,
    text: String,
}

/// Puts the plan of a specification into a folder: how many cells it has.
#[pyfunction]
pub fn plan_sweep(py: Python<'_>, spec: Spec, folder: PathBuf) -> PyResult<usize> {
    away(py, "planning the sweep", move |_| {
        let registry = Registry::ours();
        let Spec { is_text, text } = &spec;
        let plan = if *is_text {
            Plan::of_text(text, Path::new(""), registry).map_err(|error| error.context("`spec`"))?
        } else {
            Plan::read(Path::new(text), registry)?
        };
        let sweep = Sweep::begin(&folder, plan, registry).map_err(|error| error.context("`output`"))?;
        Ok(sweep.plan().len())
    })
}

/// Runs the missing ones of the cells from the first to before the end; what was damaged, in a sentence each.
#[pyfunction]
pub fn work_on_sweep(
    py: Python<'_>,
    folder: PathBuf,
    first: usize,
    end: usize,
    threads: Option<NonZeroUsize>,
) -> PyResult<Vec<String>> {
    away(py, "sweeping", move |watch| {
        let sweep = Sweep::open(&folder, Registry::ours())?;
        let mut tell = |done: usize, total: usize| watch.tell(done as u64, total as u64);
        Ok(sweep.work(first..end, cores(threads), &mut tell)?.damaged)
    })
}

/// Writes the tables of a folder; the text of the one about its cells.
#[pyfunction]
pub fn merge_sweep(py: Python<'_>, folder: PathBuf) -> PyResult<String> {
    away(py, "putting the sweep together", move |_| {
        let sweep = Sweep::open(&folder, Registry::ours())?;
        let merged = sweep.merge(false)?;
        if merged.status.finished < merged.status.cells {
            return Err(unfinished(&merged.status));
        }
        let path = folder.join(if sweep.plan().has_solves() { "sweep.csv" } else { "league.csv" });
        std::fs::read_to_string(&path).map_err(|error| Error::io("read", &path, error))
    })
}

/// Why there are no tables.
fn unfinished(status: &Status) -> Error {
    let Status { cells, finished, failed, missing, .. } = status;
    let first = failed.first().map(|Failure { cell, why, .. }| format!("; the first that failed is {cell}: {why}"));
    let counts =
        format!("{finished} of {cells} cells are finished, {} failed, {} are missing", failed.len(), missing.len());
    Error::new(format!("{counts}: the same call runs those once more{}", first.unwrap_or_default()))
}
