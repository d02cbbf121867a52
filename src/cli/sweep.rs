//! `referee sweep`: a grid of runs on this machine, as a list of commands, or on Slurm.

mod print;
mod slurm;

use super::call::{positive, some_positive, whole};
use super::progress::Progress;
use super::rates::page::of_folder;
use super::rates::warn;
use super::report::{self, check_page, shown};
use super::{Common, Outcome, Threads, paths};
use crate::cells::{PLAN, interpreter};
use crate::cli::solve::quoted;
use crate::error::{Error, Result};
use crate::registry::Registry;
use crate::sweep::{Plan, Sweep, Worked};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Run a grid of `solve` and `rates` cells: here, as a list of commands, or on Slurm
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  \
    referee sweep grid.toml --output sweep\n  \
    referee sweep grid.toml --output sweep --backend print --chunk 100 | parallel\n  \
    referee sweep grid.toml --output sweep --backend slurm --wait\n  \
    referee sweep status sweep\n  \
    referee sweep merge sweep --partial\n\n\
    SPEC says which cells there are, for example:\n\n  \
    [solve]\n  \
    problems = [\"triangle\", \"polygon:m=16\", \"late.toml\"]\n  \
    rounds = \"2^6..2^10\"\n  \
    seeds = 50\n\n\
    A cell that is finished is a folder in DIR/cells and is not run again, by this command or another one; a sweep that was \
    killed goes on when it is called again. What is finished is put together in sweep.csv and league.csv, whose bytes do \
    not depend on who ran which cell, and when; times.csv has the times.\n\
    Exit status: 0 if all cells are there and nothing is violated; 1 if a cell failed, is missing, or violates a claim; 2 if \
    the call or the specification is wrong (then nothing is written)."
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    then: Option<Then>,
    /// What is to be run (*.toml): tables [solve], [rates], [slurm]; docs/scaling.md has all keys
    #[arg(required = true)]
    spec: Option<PathBuf>,
    /// The folder to write to; it may exist, and what fits in it is taken up
    #[arg(long, default_value = "referee-sweep", value_name = "DIR")]
    output: PathBuf,
    /// Where cells run: on threads of this call, by commands that are printed, or as a job array of Slurm
    #[arg(long, value_enum, default_value_t = Backend::Local)]
    backend: Backend,
    /// With print and slurm: the cells of a task; 1 if neither this nor the specification says
    #[arg(long, value_name = "N", value_parser = some_positive, allow_hyphen_values = true)]
    chunk: Option<NonZeroUsize>,
    /// With slurm: wait for the job, submit what it left once more, and put the tables together
    #[arg(long)]
    wait: bool,
    /// Write a page for a browser about the league of the sweep, as `referee report` does of its folder
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    print: Printed,
}

/// What goes on with a sweep that is planned.
#[derive(Subcommand)]
enum Then {
    /// Say how many cells are finished, failed and missing
    Status {
        /// The folder of the sweep
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        print: Printed,
    },
    /// Write the tables of what is finished
    Merge {
        /// The folder of the sweep
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Also if cells are missing
        #[arg(long)]
        partial: bool,
        #[command(flatten)]
        print: Printed,
    },
    /// Run the missing cells of a task, which has N cells: those from I * N on
    Work {
        /// The folder of the sweep
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Which task, counted from 0
        #[arg(long, value_name = "I", value_parser = whole::<usize>(0, u64::MAX), allow_hyphen_values = true)]
        task: usize,
        /// The cells of a task
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive, allow_hyphen_values = true)]
        chunk: usize,
        #[command(flatten)]
        threads: Threads,
        #[command(flatten)]
        print: Printed,
    },
}

/// How results are printed.
#[derive(Args)]
struct Printed {
    /// Print results only
    #[arg(long)]
    quiet: bool,
    /// Print the result as JSON on standard output
    #[arg(long)]
    json: bool,
}

impl Printed {
    fn say(&self, (text, json): (String, Value)) -> Result<()> {
        let common = Common { seed: 0, quiet: self.quiet, json: self.json };
        common.print(&if self.json { format!("{json:#}\n") } else { text })
    }
}

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Outcome> {
    match &arguments.then {
        None => plan(arguments, registry),
        Some(Then::Status { folder, print }) => {
            let status = Sweep::open(folder, registry)?.status()?;
            warn(&status.damaged);
            print.say(print::status(&status, folder))?;
            let all = status.finished == status.cells;
            Ok(if all { Outcome::Holds } else { Outcome::Violated })
        }
        Some(Then::Merge { folder, partial, print }) => merge(&Sweep::open(folder, registry)?, *partial, None, print),
        Some(Then::Work { folder, task, chunk, threads, print }) => {
            let sweep = Sweep::open(folder, registry)?;
            let first = task.checked_mul(*chunk).filter(|first| *first < sweep.plan().len());
            let first = first.ok_or_else(|| {
                let tasks = sweep.plan().len().div_ceil(*chunk);
                Error::new(format!("--task is {task}, but there are {tasks} tasks of this size, counted from 0"))
            })?;
            let worked = work(&sweep, first..first.saturating_add(*chunk), threads.count(), print.quiet)?;
            print.say(print::worked(&worked, folder))?;
            Ok(if worked.failed.is_empty() { Outcome::Holds } else { Outcome::Violated })
        }
    }
}

/// Runs cells with a bar.
fn work(sweep: &Sweep<'_>, cells: std::ops::Range<usize>, threads: NonZeroUsize, quiet: bool) -> Result<Worked> {
    let worked = Progress::shown(quiet, |tell| sweep.work(cells, threads, tell))?;
    warn(&worked.damaged);
    Ok(worked)
}

/// Plans a sweep, and hands it to whoever runs it.
fn plan(arguments: &Arguments, registry: &Registry) -> Result<Outcome> {
    let (folder, print) = (arguments.output.as_path(), &arguments.print);
    let spec = arguments.spec.as_deref().ok_or_else(|| Error::new("the call lacks SPEC"))?;
    arguments.check()?;
    for name in [PLAN].into_iter().chain(["sweep.csv", "league.csv", "slopes.csv", "times.csv"]) {
        paths::refuse_same_file(&folder.join(name), spec, "the specification")?;
    }
    check_page(arguments.report.as_deref(), &[(spec, "the specification")], &[folder.join(PLAN)])?;
    let plan = Plan::read(spec, registry)?;
    if arguments.report.is_some() && plan.league().is_none() {
        return Err(Error::new("--report shows a league, and there is no table [rates]: leave it out").in_file(spec));
    }
    let tasks = if arguments.backend == Backend::Slurm { slurm::most_tasks()? } else { usize::MAX };
    let sweep = Sweep::begin(folder, plan, registry).map_err(paths::as_output)?;
    let chunk = arguments.chunk.map(NonZeroUsize::get).or(sweep.plan().slurm().number("chunk")).unwrap_or(1);
    // An array has no more tasks than Slurm allows, so that each may have more cells than was asked.
    let chunk = chunk.max(sweep.plan().len().div_ceil(tasks));
    let worked = match arguments.backend {
        Backend::Local => work(&sweep, 0..sweep.plan().len(), arguments.threads.count(), print.quiet)?,
        Backend::Print => {
            super::print_all(&commands(&sweep, chunk)?)?;
            return Ok(Outcome::Holds);
        }
        Backend::Slurm => {
            let there = sweep.status()?.finished;
            let job = slurm::submit(&sweep, chunk)?;
            if let Some(job) = job.as_ref().filter(|_| !arguments.wait) {
                let then = folder.display();
                let text = format!(
                    "Submitted job {job}. See `referee sweep status {then}`; when it is done, `referee sweep merge {then}`.\n"
                );
                print.say((text, json!({ "job": job, "folder": folder })))?;
                return Ok(Outcome::Holds);
            }
            slurm::wait(&sweep, job, chunk, print.quiet)?;
            Worked { there, run: sweep.status()?.finished.saturating_sub(there), ..Worked::default() }
        }
    };
    let outcome = merge(&sweep, false, Some(&worked), print)?;
    if let Some(page) = &arguments.report {
        report::write(page, &[of_folder(folder, shown(folder), registry)?])?;
    }
    Ok(outcome)
}

/// Puts the tables together, and says what is there.
fn merge(sweep: &Sweep<'_>, partial: bool, worked: Option<&Worked>, print: &Printed) -> Result<Outcome> {
    let merged = sweep.merge(partial)?;
    warn(&merged.status.damaged);
    print.say(print::merged(&merged, worked, sweep.folder()))?;
    let enough = if partial { merged.status.failed.is_empty() } else { merged.status.finished == merged.status.cells };
    Ok(if enough && merged.violated.is_empty() { Outcome::Holds } else { Outcome::Violated })
}

impl Arguments {
    /// Refuses flags that nobody reads.
    fn check(&self) -> Result<()> {
        let unread =
            |flag: &str, of: &str| Err(Error::new(format!("{flag} is read for --backend {of} only: leave it out")));
        match self.backend {
            Backend::Local if self.chunk.is_some() => unread("--chunk", "print and slurm"),
            Backend::Local | Backend::Print if self.wait => unread("--wait", "slurm"),
            Backend::Print if self.report.is_some() => unread("--report", "local and slurm"),
            Backend::Print if self.print.json => unread("--json", "local and slurm"),
            Backend::Slurm if self.report.is_some() && !self.wait => {
                Err(Error::new("--report has nothing to show before the job is done: add --wait, or leave it out"))
            }
            _ => Ok(()),
        }
    }
}

/// Who runs the cells.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Backend {
    /// Threads of this call
    Local,
    /// Whoever runs the commands, one in each line, that are printed
    Print,
    /// A job array of Slurm
    Slurm,
}

/// The tasks of so many cells that have unfinished ones.
fn unfinished(sweep: &Sweep<'_>, chunk: usize) -> Result<Vec<usize>> {
    let status = sweep.status()?;
    let failed = status.failed.iter().map(|failure| failure.number);
    let tasks: BTreeSet<usize> = status.missing.into_iter().chain(failed).map(|number| number / chunk).collect();
    Ok(tasks.into_iter().collect())
}

/// The words of the call that works on a folder, wherever it is made: this program, by its place, or the interpreter
/// with its module.
fn worker(folder: &Path) -> Result<String> {
    let unknown = |error| Error::new(format!("the file of the running program cannot be found ({error})"));
    let program = interpreter().map_or_else(std::env::current_exe, |path| Ok(path.to_owned())).map_err(unknown)?;
    let place = std::path::absolute(folder).map_err(|error| Error::io("find", folder, error))?;
    let [program, place] = [program.as_path(), &place].map(|path| quoted(&path.display().to_string()));
    let module = if interpreter().is_some() { " -m referee" } else { "" };
    Ok(format!("{program}{module} sweep work {place}"))
}

/// One command per task that has unfinished cells.
fn commands(sweep: &Sweep<'_>, chunk: usize) -> Result<String> {
    let worker = worker(sweep.folder())?;
    let line = |task: usize| format!("{worker} --task {task} --chunk {chunk}\n");
    Ok(unfinished(sweep, chunk)?.into_iter().map(line).collect())
}

/// The command that runs a cell once more.
pub(in crate::cli) fn repeat(folder: &Path, number: usize) -> String {
    format!("referee sweep work {} --task {number}", quoted(&folder.display().to_string()))
}
