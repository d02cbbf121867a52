//! A sweep as a job array of Slurm.

use super::{unfinished, worker};
use crate::cli::progress::Progress;
use crate::error::{Error, Result};
use crate::files;
use crate::sweep::{Slurm, Sweep};
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

/// The most tasks of an array where Slurm does not say.
const USUAL_TASKS: usize = 1001;
/// A longer list of tasks is not for a command line: then finished tasks between missing ones are started too.
const LONGEST_LIST: usize = 4000;
/// How often progress is looked for, and how often Slurm may fail to answer before it is given up.
const GLANCE: Duration = Duration::from_secs(1);
const PATIENCE: usize = 60;

/// What a program of Slurm prints.
fn call(program: &str, words: &[&str]) -> Result<Output> {
    Command::new(program).args(words).output().map_err(|error| {
        Error::new(match error.kind() {
            ErrorKind::NotFound => {
                format!("there is no `{program}` here: call where Slurm is, or take --backend print or local")
            }
            _ => format!("`{program}` cannot be called: {error}"),
        })
    })
}

/// What is said where a program of Slurm fails.
fn refused(program: &str, output: &Output) -> Error {
    let said = String::from_utf8_lossy(&output.stderr);
    let said: Vec<&str> = said.split_whitespace().collect();
    Error::new(format!("`{program}` refuses: {}", said.join(" ")))
}

/// How many tasks an array may have.
pub(super) fn most_tasks() -> Result<usize> {
    let output = call("scontrol", &["show", "config"])?;
    if !output.status.success() {
        return Err(refused("scontrol", &output));
    }
    Ok(array_size(&String::from_utf8_lossy(&output.stdout)))
}

fn array_size(config: &str) -> usize {
    let mut lines = config.lines().filter_map(|line| line.split_once('='));
    let size = lines.find(|(name, _)| name.trim() == "MaxArraySize");
    size.and_then(|(_, size)| size.trim().parse().ok()).unwrap_or(USUAL_TASKS).max(1)
}

/// Numbers in their order as Slurm writes them: `0-3,7`.
fn ranges(tasks: &[usize]) -> String {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for &task in tasks {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == task => *last = task,
            _ => parts.push((task, task)),
        }
    }
    let part =
        |(first, last): &(usize, usize)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    let text = parts.iter().map(part).collect::<Vec<_>>().join(",");
    match (tasks.first(), tasks.last()) {
        (Some(first), Some(last)) if text.len() > LONGEST_LIST => format!("{first}-{last}"),
        _ => text,
    }
}

/// The script of a job.
fn script(slurm: &Slurm, tasks: &[usize], chunk: usize, logs: &Path, worker: &str) -> String {
    let at_once = slurm.number("at_once").map_or_else(String::new, |most| format!("%{most}"));
    let mut text = String::from("#!/bin/sh\n#SBATCH --job-name=referee-sweep\n");
    let _ = writeln!(text, "#SBATCH --array={}{at_once}", ranges(tasks));
    let _ = writeln!(text, "#SBATCH --output=\"{}/%A_%a.out\"", logs.display().to_string().replace('%', "%%"));
    for name in ["partition", "account", "time", "mem"] {
        if let Some(value) = slurm.text(name) {
            let _ = writeln!(text, "#SBATCH --{name}={value}");
        }
    }
    if let Some(cores) = slurm.number("cpus_per_task") {
        let _ = writeln!(text, "#SBATCH --cpus-per-task={cores}");
    }
    for word in slurm.extra() {
        let _ = writeln!(text, "#SBATCH {word}");
    }
    let task = "--task \"$SLURM_ARRAY_TASK_ID\"";
    let _ = writeln!(text, "exec {worker} {task} --chunk {chunk} --threads \"${{SLURM_CPUS_PER_TASK:-1}}\" --quiet");
    text
}

/// Submits the tasks with unfinished cells, and tells the job's number; there may be none.
pub(super) fn submit(sweep: &Sweep<'_>, chunk: usize) -> Result<Option<String>> {
    let tasks = unfinished(sweep, chunk)?;
    if tasks.is_empty() {
        return Ok(None);
    }
    let logs =
        std::path::absolute(sweep.folder().join("slurm")).map_err(|error| Error::io("find", sweep.folder(), error))?;
    std::fs::create_dir_all(&logs).map_err(|error| Error::io("make", &logs, error))?;
    let job = logs.join("job.sh");
    files::write(&job, script(sweep.plan().slurm(), &tasks, chunk, &logs, &worker(sweep.folder())?).as_bytes())?;
    let output = call("sbatch", &["--parsable", &job.display().to_string()])?;
    let printed = String::from_utf8_lossy(&output.stdout);
    // The name of a cluster may follow.
    let number = printed.trim().split(';').next().unwrap_or_default().to_owned();
    if !output.status.success() || number.is_empty() {
        return Err(refused("sbatch", &output));
    }
    Ok(Some(number))
}

/// Whether a job is done; `None` if Slurm does not answer.
fn is_done(job: &str) -> Result<Option<bool>> {
    let output = call("squeue", &["-h", "-j", job])?;
    let unknown = String::from_utf8_lossy(&output.stderr).contains("Invalid job id");
    Ok((output.status.success() || unknown).then(|| unknown || output.stdout.trim_ascii().is_empty()))
}

/// Shows progress until a job is done, and submits what it left once more.
pub(super) fn wait(sweep: &Sweep<'_>, mut job: Option<String>, chunk: usize, quiet: bool) -> Result<()> {
    let cells = sweep.plan().len();
    let mut missing: Vec<usize> = (0..cells).filter(|&number| !sweep.has(number)).collect();
    Progress::shown(quiet, |tell| {
        for again in [true, false] {
            let Some(number) = job.take() else { break };
            let mut silent = 0;
            loop {
                let done = is_done(&number)?;
                silent = if done.is_none() { silent + 1 } else { 0 };
                if silent > PATIENCE {
                    return Err(Error::new("Slurm no longer answers: call again, which goes on where it stopped"));
                }
                missing.retain(|&number| !sweep.has(number));
                tell(cells - missing.len(), cells);
                if done == Some(true) {
                    break;
                }
                sleep(GLANCE);
            }
            if again && !missing.is_empty() {
                job = submit(sweep, chunk)?;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
#[path = "../../../tests/inside/cli/sweep/slurm.rs"]
mod tests;
