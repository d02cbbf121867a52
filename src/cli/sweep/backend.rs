//! Who runs the cells, and the commands that do.

use crate::cells::interpreter;
use crate::cli::solve::quoted;
use crate::error::{Error, Result};
use crate::sweep::Sweep;
use clap::ValueEnum;
use std::collections::BTreeSet;
use std::path::Path;

/// Who runs the cells.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Backend {
    /// Threads of this call
    Local,
    /// Whoever runs the commands, one in each line, that are printed
    Print,
    /// A job array of Slurm
    Slurm,
}

/// The tasks of so many cells that have unfinished ones.
pub(super) fn unfinished(sweep: &Sweep<'_>, chunk: usize) -> Result<Vec<usize>> {
    let status = sweep.status()?;
    let failed = status.failed.iter().map(|failure| failure.number);
    let tasks: BTreeSet<usize> = status.missing.into_iter().chain(failed).map(|number| number / chunk).collect();
    Ok(tasks.into_iter().collect())
}

/// The words of the call that works on a folder, wherever it is made: this program, by its place, or the interpreter
/// with its module.
pub(super) fn worker(folder: &Path) -> Result<String> {
    let unknown = |error| Error::new(format!("the file of the running program cannot be found ({error})"));
    let program = interpreter().map_or_else(std::env::current_exe, |path| Ok(path.to_owned())).map_err(unknown)?;
    let place = std::path::absolute(folder).map_err(|error| Error::io("find", folder, error))?;
    let [program, place] = [program.as_path(), &place].map(|path| quoted(&path.display().to_string()));
    let module = if interpreter().is_some() { " -m referee" } else { "" };
    Ok(format!("{program}{module} sweep work {place}"))
}

/// One command per task that has unfinished cells.
pub(super) fn commands(sweep: &Sweep<'_>, chunk: usize) -> Result<String> {
    let worker = worker(sweep.folder())?;
    let line = |task: usize| format!("{worker} --task {task} --chunk {chunk}\n");
    Ok(unfinished(sweep, chunk)?.into_iter().map(line).collect())
}

/// The command that runs a cell once more.
pub(in crate::cli) fn repeat(folder: &Path, number: usize) -> String {
    format!("referee sweep work {} --task {number}", quoted(&folder.display().to_string()))
}
