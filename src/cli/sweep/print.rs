//! What is said of a sweep.

use super::repeat;
use crate::cli::prose::counted;
use crate::cli::rates::of_others;
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
    let one = |failure: &Failure| {
        let Failure { number, cell, why } = failure;
        json!({ "task": number, "cell": cell, "why": why, "command": repeat(folder, *number) })
    };
    failed.iter().map(one).collect::<Vec<_>>().into()
}

/// What a task did.
pub(super) fn worked(worked: &Worked, folder: &Path) -> (String, Value) {
    let Worked { there, run, failed, .. } = worked;
    let all = there + run + failed.len();
    let text = format!("{}: {there} were there, {run} were run, {} failed.\n", counted(all, "cell"), failed.len());
    let json = json!({ "there": there, "run": run, "failed": failures_json(failed, folder) });
    (failures(failed, folder) + &text, json)
}

/// How far a sweep is.
pub(super) fn status(status: &Status, folder: &Path) -> (String, Value) {
    let Status { cells, finished, failed, missing, others, .. } = status;
    let (failures, others_too) = (failures(failed, folder), of_others(*others));
    let numbers = format!("{finished} finished, {} failed, {} missing", failed.len(), missing.len());
    let json = json!({ "cells": cells, "finished": finished, "failed": failures_json(failed, folder),
        "missing": missing.len(), "others": others });
    (format!("{failures}{others_too}{cells} cells: {numbers}.\n"), json)
}

/// What was put together, and by whose work.
pub(super) fn merged(merged: &Merged, worked: Option<&Worked>, folder: &Path) -> (String, Value) {
    let Merged { status: Status { cells, finished, failed, missing, others, .. }, violated, written } = merged;
    let mut text = failures(failed, folder);
    for why in violated {
        let _ = writeln!(text, "violated: {why}");
    }
    text += &of_others(*others);
    let _ = write!(text, "{finished} of {cells} cells: ");
    if let Some(Worked { there, run, .. }) = worked {
        let _ = write!(text, "{there} were there, {run} were run, ");
    }
    let missing = if missing.is_empty() { String::new() } else { format!(", {} missing", missing.len()) };
    let _ = write!(text, "{} failed{missing}. ", failed.len());
    let folder_shown = folder.display();
    let _ = if written.is_empty() {
        writeln!(text, "No table was written: run the others, or say `referee sweep merge {folder_shown} --partial`.")
    } else {
        writeln!(text, "Wrote {} to {folder_shown}.", list(written, "and"))
    };
    let mut json = status(&merged.status, folder).1;
    if let Some(Worked { there, run, .. }) = worked {
        (json["there"], json["run"]) = (json!(there), json!(run));
    }
    (json["violated"], json["written"]) = (json!(violated), json!(written));
    (text, json)
}
