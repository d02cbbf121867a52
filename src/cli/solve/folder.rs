//! The folder of the results: what is written there, checked before anything is played, and what an older run left.

use super::Arguments;
use crate::certificate::Bound;
use crate::cli::paths::{self, refuse_same_file};
use crate::error::{Error, Result};
use crate::shrink::{Candidates, Record};
use crate::trace::TraceReader;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The names of what is written.
pub(super) const TRACE: &str = "trace.csv";
pub(super) const CERTIFICATE: &str = "certificate.json";
pub(super) const CANDIDATES: &str = "candidates.csv";
pub(super) const SOLUTION: &str = "solution.json";
pub(super) const REFINED_VALUES: &str = "refined.csv";
pub(super) const REFINED_POINTS: &str = "refined-points.csv";
pub(super) const REFINED: &str = "refined.json";
pub(super) const BOUND: &str = "bound.json";

/// What not every run writes.
const SOMETIMES: [&str; 5] = [CANDIDATES, REFINED_VALUES, REFINED_POINTS, REFINED, BOUND];

/// Makes the folder and tries all that will be written before anything is played, so that a wrong name costs no time
/// and nothing is left half done.
pub(super) fn prepare(arguments: &Arguments, problem: &str) -> Result<()> {
    let folder = &arguments.output;
    for name in [TRACE, CERTIFICATE, SOLUTION].into_iter().chain(SOMETIMES) {
        refuse_same_file(&folder.join(name), Path::new(problem), "the problem")?;
    }
    let mut targets = vec![TRACE, CERTIFICATE, SOLUTION];
    targets.extend(arguments.every.map(|_| CANDIDATES));
    if arguments.refine {
        targets.extend([REFINED_VALUES, REFINED_POINTS, REFINED, BOUND]);
    }
    paths::prepare(folder, &targets, &[])
}

/// What an older run left and this one did not write.
pub(super) struct Older {
    pub(super) removed: Vec<PathBuf>,
    kept: Vec<PathBuf>,
}

impl Older {
    /// Removes older results of this program: beside the new trace they would be taken for new ones. What has their
    /// name but not their form is somebody's own, and stays.
    pub(super) fn clear(folder: &Path, written: &[PathBuf]) -> Result<Self> {
        let mut older = Self { removed: Vec::new(), kept: Vec::new() };
        for name in SOMETIMES {
            let path = folder.join(name);
            // A link is nothing that this program makes.
            let is_file = path.symlink_metadata().is_ok_and(|data| data.is_file());
            if !is_file || written.contains(&path) {
                continue;
            }
            if is_ours(name, &path) {
                std::fs::remove_file(&path).map_err(|error| Error::io("remove", &path, error))?;
                older.removed.push(path);
            } else {
                older.kept.push(path);
            }
        }
        Ok(older)
    }

    pub(super) fn text(&self) -> String {
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().display().to_string();
        let removed = self.removed.iter().map(|path| format!("removed an older {}\n", name(path)));
        let kept = self.kept.iter().map(|path| format!("kept {}, which this run did not write\n", path.display()));
        removed.chain(kept).collect()
    }
}

/// Whether a file has the form of what a run writes under its name.
fn is_ours(name: &str, path: &Path) -> bool {
    match name {
        CANDIDATES => TraceReader::open(path).is_ok(),
        REFINED_VALUES => Candidates::read(path, 1).is_ok(),
        REFINED_POINTS => std::fs::read(path).is_ok_and(|bytes| bytes.starts_with(b"theta_1")),
        BOUND => std::fs::read(path).is_ok_and(|bytes| {
            serde_json::from_slice::<Value>(&bytes).is_ok_and(|bound| bound["format"] == Bound::FORMAT)
        }),
        _ => Record::read(path).is_ok_and(|record| record.source.file == REFINED_VALUES),
    }
}
