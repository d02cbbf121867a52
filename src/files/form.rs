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
mod tests {
    use super::{Form, is_ours, refuse_strangers};

    #[test]
    fn files_are_known_by_their_form() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let fits = |form: Form, text: &str| {
            std::fs::write(&path, text).expect("ours");
            form.fits(&path)
        };
        let document = Form::Document("referee-bound/1");
        assert!(fits(document, "{ \"format\":\n \"referee-bound/1\", \"value\": 0 }"));
        assert!(!fits(document, "{\"format\":\"referee-bound/10\"}"));
        assert!(!fits(document, "{\"my\":\"notes\"}") && !fits(document, "{\"format\""));
        assert!(fits(Form::Columns("lambda"), "objective.lo,objective.hi,constraint_1,lambda_0\n1,2,3,4\n"));
        assert!(fits(Form::Columns("theta"), "theta_1,theta_2\n"));
        assert!(!fits(Form::Columns("lambda"), "objective,constraint_1\n1,2\n"));
        for other in ["", "\n", "objective,loss\n", "constraint_\n", "objective_1\n", "1,2\n", "theta_x\n"] {
            assert!(["objective", "theta"].iter().all(|kind| !fits(Form::Columns(kind), other)), "{other:?}");
        }
        let wide = (1..10_000).map(|i| format!("constraint_{i},")).collect::<Vec<_>>().concat();
        assert!(fits(Form::Columns("objective"), &format!("{wide}objective\n")), "a first line may be long");
        assert!(fits(Form::Begins(&["row,", "{"]), "row,x\n") && !fits(Form::Begins(&["row,"]), "my row,x\n"));
        assert!(fits(Form::Says("by referee"), "written by referee 1") && !fits(Form::Says("by referee"), "by me"));
        assert!(fits(Form::Any, "anything"));
    }

    #[test]
    fn what_anybody_writes_is_ours_beside_a_document_of_ours() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("ours");
        let (first, table) = (("a.json", Form::Document("a/1")), ("t.csv", Form::Any));
        let refused = || refuse_strangers(folder.path(), &[first, table], first).map_err(|error| error.to_string());
        assert_eq!(refused(), Ok(()));
        write("t.csv", "mine");
        assert!(refused().unwrap_err().ends_with(
            "t.csv: this file is there and was not written by this command: move it away, or name another place"
        ));
        write("a.json", "{\"format\":\"a/1\"}");
        assert_eq!(refused(), Ok(()));
        assert!(is_ours(folder.path(), table, first));
        write("a.json", "{}");
        assert!(refused().is_err());
        #[cfg(unix)]
        {
            std::fs::remove_file(folder.path().join("a.json")).expect("ours");
            write("elsewhere.json", "{\"format\":\"a/1\"}");
            std::os::unix::fs::symlink("elsewhere.json", folder.path().join("a.json")).expect("ours");
            assert!(refused().is_err(), "a link is somebody's own");
        }
    }
}
