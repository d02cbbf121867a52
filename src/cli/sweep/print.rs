//! What is said of a sweep.

use super::backend::repeat;
use super::slurm::Job;
use crate::cli::rates::folder::of_others;
use crate::error::list;
use crate::sweep::{Failure, Merged, Status, Worked};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// Failed cells, each with the command that repeats it.
fn failures(failed: &[Failure], folder: &Path) -> String {
    let mut text = String::new();
    for Failure { number, cell, why } in failed {
        let _ = writeln!(text, "failed: {cell}: {why}\n  {}", repeat(folder, *number));
    }
    text
}

fn failures_json(failed: &[Failure], folder: &Path) -> Value {
    let one = |Failure { number, cell, why }: &Failure| json!({ "task": number, "cell": cell, "why": why, "command": repeat(folder, *number) });
    failed.iter().map(one).collect::<Vec<_>>().into()
}

fn cells(count: usize) -> String {
    format!("{count} cell{}", if count == 1 { "" } else { "s" })
}

pub(super) fn worked(worked: &Worked, folder: &Path) -> String {
    let Worked { there, run, failed, .. } = worked;
    let all = cells(there + run + failed.len());
    format!("{}{all}: {there} were there, {run} were run, {} failed.\n", failures(failed, folder), failed.len())
}

pub(super) fn worked_json(worked: &Worked, folder: &Path) -> Value {
    let failed = failures_json(&worked.failed, folder);
    json!({ "there": worked.there, "run": worked.run, "failed": failed })
}

pub(super) fn status(status: &Status, folder: &Path) -> String {
    let Status { cells: all, finished, failed, missing, others, .. } = status;
    let numbers = format!("{finished} finished, {} failed, {} missing", failed.len(), missing.len());
    format!("{}{}{}: {numbers}.\n", failures(failed, folder), of_others(*others), cells(*all))
}

pub(super) fn status_json(status: &Status, folder: &Path) -> Value {
    json!({ "cells": status.cells, "finished": status.finished, "failed": failures_json(&status.failed, folder),
        "missing": status.missing.len(), "others": status.others })
}

pub(super) fn merged(merged: &Merged, worked: &Worked, folder: &Path, quiet: bool) -> String {
    let Merged { finished, status, violated, written } = merged;
    let mut text = failures(&status.failed, folder);
    for why in violated {
        let _ = writeln!(text, "violated: {why}");
    }
    if !quiet {
        text += &of_others(status.others);
    }
    let _ = write!(text, "{finished} of {}: ", cells(status.cells));
    let _ = match worked.there + worked.run {
        0 => write!(text, "{} failed, {} missing. ", status.failed.len(), status.missing.len()),
        _ => {
            let missing = match status.missing.len() {
                0 => String::new(),
                missing => format!(", {missing} missing"),
            };
            let Worked { there, run, .. } = worked;
            write!(text, "{there} were there, {run} were run, {} failed{missing}. ", status.failed.len())
        }
    };
    let _ = match written.len() {
        0 => writeln!(
            text,
            "No table was written: run what is missing, or say `referee sweep merge {} --partial`.",
            folder.display()
        ),
        _ => writeln!(text, "Wrote {} to {}.", list(written, "and"), folder.display()),
    };
    text
}

pub(super) fn merged_json(merged: &Merged, worked: &Worked, folder: &Path) -> Value {
    let mut all = status_json(&merged.status, folder);
    all["there"] = json!(worked.there);
    all["run"] = json!(worked.run);
    all["violated"] = json!(merged.violated);
    all["written"] = json!(merged.written);
    all
}

pub(super) fn submitted(job: &Job, folder: &Path) -> String {
    let then = folder.display();
    format!(
        "Submitted job {}. When it is done: `referee sweep merge {then}`; meanwhile: `referee sweep status {then}`.\n",
        job.number
    )
}

pub(super) fn submitted_json(job: &Job, folder: &Path) -> Value {
    json!({ "job": job.number, "tasks": job.tasks, "chunk": job.chunk, "folder": folder.display().to_string() })
}
