//! Files that must not be written, those that the same call reads; folders for results; where `check` will look.

use crate::error::{Error, Result};
use crate::files::{Form, Member, Set};
use std::path::{Component, Path, PathBuf};

/// The place that a path names, whether or not it is there yet: links are followed as far as there are files.
pub(super) fn resolved(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let known = whole.ancestors().find_map(|start| Some((start.canonicalize().ok()?, start)));
    let Some((mut place, start)) = known else { return whole };
    for part in whole.strip_prefix(start).unwrap_or(Path::new("")).components() {
        match part {
            Component::ParentDir => drop(place.pop()),
            part => place.push(part),
        }
    }
    place
}

/// Refuses to write over a file that was read; `what` names it, such as "the candidates". Links are followed, so two
/// spellings of one file are seen to be one. A file that does not exist yet is different from every file.
pub(super) fn refuse_same_file(output: &Path, input: &Path, what: &str) -> Result<()> {
    match (output.canonicalize(), input.canonicalize()) {
        (Ok(own), Ok(read)) if own == read => {
            Err(Error::new(format!("writing this file would destroy {what}: name another file")).in_file(output))
        }
        _ => Ok(()),
    }
}

/// Begins the files of `--output`, a folder, none of which may be one that is read: `inputs` names them.
pub(super) fn begin(
    folder: &Path,
    wanted: &[Member<'_>],
    others: &[Member<'_>],
    inputs: &[(&Path, &str)],
) -> Result<Set> {
    for (input, what) in inputs {
        wanted.iter().try_for_each(|(name, _)| refuse_same_file(&folder.join(name), input, what))?;
    }
    Set::of_folder(folder, wanted, others).map_err(as_output)
}

/// Begins the file of `--output`, if there is one, which may not be one that is read.
pub(super) fn begin_file(path: Option<&Path>, form: Form, inputs: &[(&Path, &str)]) -> Result<Option<Set>> {
    let Some(path) = path else { return Ok(None) };
    inputs.iter().try_for_each(|(input, what)| refuse_same_file(path, input, what))?;
    Set::of_file(path, form).map(Some).map_err(as_output)
}

/// Names the flag that names the place.
pub(super) fn as_output(error: Error) -> Error {
    error.reworded("another place", "another --output").reworded("another folder", "another --output")
}

/// One line if the file that was written is not beside the data that it names, where `referee check` looks for them;
/// `flag` is the one that tells it.
pub(super) fn check_needs(written: Option<&Path>, data: &Path, flag: &str) -> String {
    let folder = |path: &Path| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        parent.unwrap_or(Path::new(".")).canonicalize().ok()
    };
    match written {
        Some(output) if folder(output) != folder(data) => format!(
            "It is not in the folder of {}: `referee check {}` will need {flag} {}\n",
            data.display(),
            output.display(),
            data.display()
        ),
        _ => String::new(),
    }
}

/// What is said of a file that was written.
pub(super) fn wrote(file: Option<&Path>) -> String {
    file.map_or_else(String::new, |file| format!("wrote {}\n", file.display()))
}

#[cfg(test)]
#[path = "../../tests/inside/cli/paths.rs"]
mod tests;
