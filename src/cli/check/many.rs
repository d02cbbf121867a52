//! Several documents, or all of a folder: one line each, then a total.

use super::{Arguments, Required, as_json};
use crate::cli::Outcome;
use crate::cli::progress::Working;
use crate::cli::prose::counted;
use crate::error::{Error, Result};
use crate::files::{folder_of, is_on_the_way, recover};
use proofs_check::{Accepted, Files, Refusal};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Checks what the call names; a folder stands for the documents in it, at any depth.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    if let Some(flag) = of_one_file(arguments) {
        return Err(Error::new(format!(
            "{flag} is about one file: name that file alone, not a folder or several files"
        )));
    }
    let mut files = Vec::new();
    for path in &arguments.file {
        if path.is_dir() {
            let found = documents(path)?;
            if found.is_empty() {
                let message = "there is no certificate, solution, bound, equilibrium or fit in this folder";
                return Err(Error::new(message).in_file(path));
            }
            files.extend(found);
        } else {
            recover(folder_of(path))?;
            files.push(path.clone());
        }
    }
    let (mut text, mut rows) = (String::new(), Vec::new());
    let (mut accepted, mut violated, mut rejected) = (0, 0, 0);
    let named = Files { threads: Some(arguments.threads.count()), ..Files::default() };
    for file in &files {
        let name = file.display().to_string();
        let working = Working::new(format!("checking {name}"), arguments.common.quiet);
        let found = proofs_check::check_files_about(file, named, &[]);
        drop(working);
        let (line, mut row) = match judged(found, arguments.require) {
            Ok(found) => {
                accepted += 1;
                violated += usize::from(!found.violated().is_empty());
                (found.last_line(&name), as_json(&found, None))
            }
            Err(why) => {
                rejected += 1;
                (format!("{name}: {why}"), json!({ "accepted": false, "reason": why }))
            }
        };
        row["file"] = name.into();
        rows.push(row);
        let _ = writeln!(text, "{line}");
    }
    let all = counted(files.len(), "document");
    let with = if violated > 0 { format!(" ({violated} with a violated claim)") } else { String::new() };
    let _ = writeln!(text, "{all}: {accepted} accepted{with}, {rejected} rejected");
    arguments.common.print(&if arguments.common.json {
        let totals = json!({ "documents": rows, "accepted": accepted, "violated": violated, "rejected": rejected });
        format!("{totals:#}\n")
    } else if arguments.common.quiet {
        text.lines().last().map_or_else(String::new, |last| format!("{last}\n"))
    } else {
        text
    })?;
    Ok(match (rejected, violated) {
        (0, 0) => Outcome::Holds,
        (0, _) => Outcome::AcceptedButViolated,
        _ => Outcome::Violated,
    })
}

/// What was accepted and is all that the call requires, or why it is not. A file that cannot be read is one that nobody can
/// accept.
fn judged(
    found: std::result::Result<Accepted, Refusal>,
    required: Option<Required>,
) -> std::result::Result<Accepted, String> {
    let accepted = found.map_err(|refusal| refusal.to_string())?;
    match required.map(Required::asked).and_then(|(required, word)| Some((accepted.lacks(required)?, word))) {
        Some((lacks, word)) => Err(format!("refused by --require {word}: {lacks}")),
        None => Ok(accepted),
    }
}

fn of_one_file(arguments: &Arguments) -> Option<&'static str> {
    let flags = [
        (arguments.trace.is_some(), "--trace"),
        (arguments.candidates.is_some(), "--candidates"),
        (arguments.data.is_some(), "--data"),
        (arguments.problem.is_some(), "--problem"),
        #[cfg(feature = "data")]
        (!arguments.constraint.is_empty(), "--constraint"),
    ];
    flags.into_iter().find(|(given, _)| *given).map(|(_, flag)| flag)
}

/// The documents in a folder, in the order of their names. Links to folders are not followed.
fn documents(folder: &Path) -> Result<Vec<PathBuf>> {
    recover(folder)?;
    let failed = |error| Error::io("list", folder, error);
    let entries = fs::read_dir(folder).map_err(failed)?.collect::<std::io::Result<Vec<_>>>().map_err(failed)?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths.into_iter().filter(|path| !is_on_the_way(path)) {
        if path.is_dir() && !path.is_symlink() {
            found.extend(documents(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "json") && is_document(&path)? {
            found.push(path);
        }
    }
    Ok(found)
}

/// Whether it is a document: JSON that says so. One that is cut off, empty or otherwise no JSON at all must not be passed
/// over in silence.
pub(in crate::cli) fn is_document(path: &Path) -> Result<bool> {
    let bytes = fs::read(path).map_err(|error| Error::io("read", path, error))?;
    let value = serde_json::from_slice::<Value>(&bytes);
    let says = |value: Value| value["format"].as_str().is_some_and(|f| f.to_ascii_lowercase().starts_with("referee-"));
    Ok(value.map_or(true, says))
}
