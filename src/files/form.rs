//! By what a file is known to be one that this program wrote: nobody else's is replaced or removed.

use crate::error::{Error, Result};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;

/// What a file looks like that a command writes.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "some only commands write"))]
pub(crate) enum Form {
    /// JSON whose first field is `format`, with this value.
    Document(&'static str),
    /// CSV with columns of a trace, some of this kind among them. People write such files too, so the first of the set
    /// decides.
    Columns(&'static str),
    /// A text that begins so, or so.
    Begins(&'static [&'static str]),
    /// A text with this sentence in it.
    Says(&'static str),
    /// Nothing tells it from anybody's: the first of the set decides.
    Any,
}

/// So much of a file tells what it is; names of columns may be many.
const START: u64 = 1 << 12;
const LINE: u64 = 1 << 28;

impl Form {
    /// Whether a file has the form. What cannot be read has none.
    fn fits(self, path: &Path) -> bool {
        let start = || {
            let mut bytes = Vec::new();
            File::open(path).and_then(|file| file.take(START).read_to_end(&mut bytes)).is_ok().then_some(bytes)
        };
        match self {
            Self::Any => path.is_file(),
            Self::Document(format) => start().is_some_and(|bytes| {
                let mut text = bytes.iter().copied().filter(|byte| !byte.is_ascii_whitespace());
                format!("{{\"format\":\"{format}\"").bytes().all(|byte| text.next() == Some(byte))
            }),
            Self::Begins(ways) => {
                start().is_some_and(|bytes| ways.iter().any(|words| bytes.starts_with(words.as_bytes())))
            }
            Self::Says(words) => std::fs::read(path)
                .is_ok_and(|bytes| bytes.windows(words.len()).any(|window| window == words.as_bytes())),
            Self::Columns(kind) => {
                let mut line = Vec::new();
                let read =
                    File::open(path).and_then(|file| BufReader::new(file).take(LINE).read_until(b'\n', &mut line));
                read.is_ok() && std::str::from_utf8(&line).is_ok_and(|line| has_columns(line, kind))
            }
        }
    }

    /// Whether others write such files.
    fn is_common(self) -> bool {
        matches!(self, Self::Columns(_) | Self::Any)
    }
}

/// Whether a line has names of columns of a trace only, and one of this kind.
fn has_columns(line: &str, kind: &str) -> bool {
    let kinds = line.trim_end().split(',').map(|name| {
        let name = name.trim_end_matches(".lo").trim_end_matches(".hi");
        match name.rsplit_once('_') {
            Some((kind @ ("constraint" | "proxy" | "lambda" | "theta"), number)) => {
                number.parse::<u32>().is_ok().then_some(kind)
            }
            _ => (name == "objective").then_some(name),
        }
    });
    kinds.collect::<Option<Vec<_>>>().is_some_and(|kinds| kinds.contains(&kind))
}

/// A file that belongs to a set, by its name in the folder.
pub(crate) type Member<'a> = (&'a str, Form);

/// Whether a file is there, and is one of ours: it has its form, and where anybody may have such a file the first of
/// the set is ours too. A link is nothing that this program makes.
pub(crate) fn is_ours(folder: &Path, member: Member<'_>, first: Member<'_>) -> bool {
    let fits = |(name, form): Member<'_>| {
        let path = folder.join(name);
        path.symlink_metadata().is_ok_and(|data| data.is_file()) && form.fits(&path)
    };
    fits(member) && (!member.1.is_common() || fits(first))
}

/// Refuses a path that is taken by what is not of this form.
pub(crate) fn refuse_stranger(path: &Path, form: Form) -> Result<()> {
    let name = path.file_name().and_then(|name| name.to_str()).map(|name| (name, form));
    name.map_or(Ok(()), |member| refuse_strangers(super::folder_of(path), &[member], member))
}

/// Refuses a folder in which one of these names is taken by what this program did not write.
pub(crate) fn refuse_strangers(folder: &Path, members: &[Member<'_>], first: Member<'_>) -> Result<()> {
    for &member in members {
        // As a user would write it.
        let path = if folder == Path::new(".") { Path::new(member.0).to_owned() } else { folder.join(member.0) };
        let Ok(data) = path.symlink_metadata() else { continue };
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            let message = "this is not a regular file, but the results go there: move it away, or name another place";
            return Err(Error::new(message).in_file(path));
        }
        if data.is_symlink() || !is_ours(folder, member, first) {
            let message = "this file is there and was not written by this command: move it away, or name another place";
            return Err(Error::new(message).in_file(path));
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "../../tests/inside/files/form.rs"]
mod tests;
