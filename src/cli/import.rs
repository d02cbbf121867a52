//! Runs that are not traces yet: their columns by name, their arrays, standard input; and the copies that stand for them.

use super::paths::{as_output, refuse_same_file};
use super::progress::Progress;
use crate::cli::prose::counted;
use crate::error::{Error, Result};
use crate::files::{Form, Set};
use crate::trace::import::{Imported, Input, import};
use crate::trace::{Equalities, Foreign, Labels, Layout};
use clap::Args;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What the columns of a file are, where its names are not those of a trace.
#[derive(Args)]
pub(super) struct ImportArguments {
    /// What columns of other names are, such as `objective=loss,constraint_1=fpr_gap,lambda_1=mu`; of a .npz file what its
    /// arrays are, such as constraints=g
    #[arg(long, value_name = "NAME=COLUMN,..", value_parser = columns)]
    columns: Vec<Columns>,
    /// Columns (or arrays) to leave out, such as step,epoch
    #[arg(long, value_name = "COLUMN,..", value_delimiter = ',')]
    ignore: Vec<String>,
    /// Constraints that ask for 0, by name: their multipliers may be negative, and each becomes two mirrored constraints
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    equality: Vec<String>,
}

/// Pairs of a trace's name and a file's.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Columns(Vec<(String, String)>);

/// Reads `a=b,c=d`. A piece without `=` belongs to the name before it, which then has a comma.
fn columns(text: &str) -> std::result::Result<Columns, String> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for piece in text.split(',') {
        match (piece.split_once('='), pairs.last_mut()) {
            (Some((role, column)), _) => pairs.push((role.trim().to_owned(), column.to_owned())),
            (None, Some((_, column))) => {
                column.push(',');
                column.push_str(piece);
            }
            (None, None) => return Err("write pairs such as objective=loss, with commas between them".to_owned()),
        }
    }
    Ok(Columns(pairs))
}

/// A run as a trace, in a folder of its own, with the names of its functions.
pub(super) struct BroughtIn {
    pub(super) copied: Copied,
    pub(super) imported: Imported,
}

impl ImportArguments {
    fn foreign(&self) -> Foreign {
        Foreign {
            columns: self.columns.iter().flat_map(|Columns(pairs)| pairs.clone()).collect(),
            ignore: self.ignore.clone(),
            equalities: self.equality.clone(),
        }
    }

    /// Whether a flag says that the input is a table of somebody else.
    pub(super) fn are_given(&self) -> bool {
        !self.foreign().is_empty()
    }

    /// Brings in what is not a plain trace (or, of mere `candidates`, a plain table), to be kept at the target if there is
    /// one; `None` if it can be read as it is.
    pub(super) fn bring_in(
        &self,
        path: &Path,
        candidates: bool,
        target: Option<(&Set, PathBuf)>,
        quiet: bool,
    ) -> Result<Option<BroughtIn>> {
        let (input, foreign) = (Input::new(path), self.foreign());
        if foreign.is_empty() && !input.is_foreign()? {
            return Ok(None);
        }
        let copied = Copied::start(target, path)?;
        let mut progress = Progress::of_bytes(quiet);
        let mut tell = |done: u64, total: u64| progress.set_of(done, total);
        let imported = import(&input, &foreign, candidates, &copied.path, &mut tell).map_err(with_flags)?;
        Ok(Some(BroughtIn { copied, imported }))
    }
}

/// The reader says what to do with a file; here there are flags for it.
pub(super) fn with_flags(error: Error) -> Error {
    let equality = "so check the sign, or name an equality with --equality";
    error
        .reworded(
            "rename or delete it; allowed",
            "say what it is with --columns, or leave it out with --ignore; allowed",
        )
        .reworded(
            "name what it is, or leave it out; allowed",
            "say what it is with --columns, or leave it out with --ignore; allowed",
        )
        .reworded("so check the sign", equality)
}

impl BroughtIn {
    /// In words: which column is what, and what was left out.
    pub(super) fn sentence(&self) -> String {
        const MOST: usize = 8;
        let Imported { labels, equalities, layout, multipliers, left_out, .. } = &self.imported;
        let renamed: Vec<String> = labels
            .functions()
            .filter(|(of, name)| of.to_string() != *name)
            .map(|(of, name)| format!("{of} is `{name}`"))
            .collect();
        let some = |words: &[String]| {
            let more = words.len().saturating_sub(MOST);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            words.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ") + &more
        };
        let said = if renamed.is_empty() { String::new() } else { format!(": {}", some(&renamed)) };
        let quoted = |name: &String| if name.is_empty() { "an unnamed column".to_owned() } else { format!("`{name}`") };
        let list = |what: &str, names: &[String]| match names {
            [] => String::new(),
            names => format!(" {what}: {}.", some(&names.iter().map(quoted).collect::<Vec<_>>())),
        };
        let own = |name: &String| !name.starts_with("lambda_");
        let multipliers = if multipliers.iter().any(own) { list("Multipliers", multipliers) } else { String::new() };
        let pairs = match equalities.pairs().len() {
            0 => String::new(),
            1 => " One constraint is an equality, and stands twice.".to_owned(),
            count => format!(" {count} constraints are equalities, and stand twice."),
        };
        let rounds = counted(self.imported.rounds, "round");
        let constraints = counted(layout.num_constraints(), "constraint");
        let left_out = list("Left out", left_out);
        format!("Read as a trace of {rounds} with {constraints}{said}.{multipliers}{left_out}{pairs}\n")
    }
}

/// What people call the functions of a trace, and which constraints are equalities, whether it was brought in or not.
pub(super) fn labels(brought: Option<&BroughtIn>, layout: &Layout) -> (Labels, Equalities) {
    brought.map_or_else(
        || (Labels::of_trace(layout), Equalities::default()),
        |brought| (brought.imported.labels.clone(), brought.imported.equalities.clone()),
    )
}

/// A copy on its way to a set of files, or in a folder of its own, which vanishes with it.
pub(super) struct Copied {
    _folder: Option<TempDir>,
    pub(super) path: PathBuf,
    /// Where it will be, if it is kept.
    pub(super) kept: Option<PathBuf>,
}

impl Copied {
    /// Room for a copy of a file, beside what is written if it is to be kept.
    pub(super) fn start(target: Option<(&Set, PathBuf)>, of: &Path) -> Result<Self> {
        let Some((set, target)) = target else {
            let folder = tempfile::tempdir().map_err(|error| Error::io("make a copy of", of, error))?;
            return Ok(Self { path: folder.path().join("trace.csv"), _folder: Some(folder), kept: None });
        };
        // What is redirected to standard input is a file too.
        refuse_same_file(&target, if of == Path::new("-") { Path::new("/dev/stdin") } else { of }, "the input")?;
        let path = set.beside(&target, Form::Columns("objective")).map_err(as_output)?;
        Ok(Self { _folder: None, path, kept: Some(target) })
    }
}

#[cfg(test)]
#[path = "../../tests/inside/cli/import.rs"]
mod tests;
