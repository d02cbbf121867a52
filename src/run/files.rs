//! The folder of a run: each file is written once, digested while it is written, and never read back.

use super::{Recorded, Run, Seated, Second};
use crate::certificate::{Bound, Certificate, TraceReference};
use crate::error::{Error, Result};
use crate::files;
use crate::shrink::{Candidates, Outcome, Record, Source};
use crate::theorems::beyond::column_generation::Refinement;
use crate::trace::{Trace, TraceReader};
use serde_json::Value;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

pub(super) const TRACE: &str = "trace.csv";
const CERTIFICATE: &str = "certificate.json";
const CANDIDATES: &str = "candidates.csv";
const SOLUTION: &str = "solution.json";
const REFINED_VALUES: &str = "refined.csv";
const REFINED_POINTS: &str = "refined-points.csv";
const REFINED: &str = "refined.json";
const BOUND: &str = "bound.json";

/// The names of all that a run may write.
pub const FILES: [&str; 8] = [TRACE, CERTIFICATE, SOLUTION, CANDIDATES, REFINED_VALUES, REFINED_POINTS, REFINED, BOUND];

/// What not every run writes.
const SOMETIMES: [&str; 5] = [CANDIDATES, REFINED_VALUES, REFINED_POINTS, REFINED, BOUND];

/// What was written.
#[derive(Debug)]
pub struct Written {
    /// The files, in the order in which they were written.
    pub files: Vec<PathBuf>,
    /// The solution, as it was written.
    pub solution: Option<Record>,
    /// The file with the lower bound of a refinement or its proof of infeasibility.
    pub bound: Option<PathBuf>,
    /// Older files of such runs that were removed.
    pub removed: Vec<PathBuf>,
    /// Files that have such a name and are somebody's own.
    pub kept: Vec<PathBuf>,
}

impl Seated<'_> {
    /// Makes the folder and tries all that will be written before anything is played, so that a wrong name costs no
    /// time and nothing is left half done.
    ///
    /// # Errors
    /// If the folder cannot be made or written to, or something that is not a file has the name of one.
    pub fn prepare(&self, folder: &Path) -> Result<()> {
        let mut targets = vec![TRACE, CERTIFICATE, SOLUTION];
        targets.extend(self.choices.plan.every.map(|_| CANDIDATES));
        if self.choices.plan.gap.is_some() {
            targets.extend([REFINED_VALUES, REFINED_POINTS, REFINED, BOUND]);
        }
        files::prepare_folder(folder, &targets)
    }
}

/// What is written beside a trace. It knows nothing of the plan, so it may outlive the problem.
#[derive(Clone, Copy)]
pub struct Beside<'r> {
    /// The rounds that the shrunk mixture may use, if not all.
    pub candidates: Option<&'r Trace>,
    /// What the trace proves.
    pub certificate: &'r Certificate,
    /// The shrunk mixture.
    pub second: Option<&'r Second>,
}

impl Run<'_> {
    /// Writes the trace, the certificate and the solution to a folder, which is made if it is not there. Older results
    /// that this run does not replace are removed: beside the new trace they would be taken for new ones.
    ///
    /// # Errors
    /// If a file cannot be written, or the trace was streamed to another folder.
    pub fn write(&self, folder: impl AsRef<Path>) -> Result<Written> {
        let folder = folder.as_ref();
        match &self.recorded {
            Recorded::Memory(trace) => self.beside().write_by(trace, folder, self.choices.plan.threads),
            Recorded::File { path, reference } if *path == folder.join(TRACE) => self.beside().write(reference, folder),
            Recorded::File { path, .. } => {
                Err(Error::new("the trace was streamed to here: write the rest beside it").in_file(path))
            }
        }
    }

    /// What belongs beside its trace.
    pub fn beside(&self) -> Beside<'_> {
        let (candidates, certificate) = (self.candidates.as_ref(), &self.certification.certificate);
        Beside { candidates, certificate, second: self.second.as_ref() }
    }
}

impl Beside<'_> {
    /// As [`Run::write`], with the trace in memory.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write_with(&self, trace: &Trace, folder: &Path) -> Result<Written> {
        self.write_by(trace, folder, NonZeroUsize::MIN)
    }

    fn write_by(&self, trace: &Trace, folder: &Path, threads: NonZeroUsize) -> Result<Written> {
        std::fs::create_dir_all(folder).map_err(|error| Error::io("make", folder, error))?;
        let path = folder.join(TRACE);
        self.write(&TraceReference::new(&path, trace.write_by(&path, threads)?)?, folder)
    }

    fn write(&self, trace: &TraceReference, folder: &Path) -> Result<Written> {
        let at = |name: &str| folder.join(name);
        let mut files = vec![at(TRACE)];
        let mut source = Source { file: trace.file.clone(), sha256: trace.sha256.clone() };
        if let Some(candidates) = self.candidates {
            source = Source { file: CANDIDATES.to_owned(), sha256: candidates.write(at(CANDIDATES))? };
            files.push(at(CANDIDATES));
        }
        self.certificate.write(&at(CERTIFICATE), trace)?;
        files.push(at(CERTIFICATE));
        let solution = self.second.map(|second| second.record(source));
        if let Some(solution) = &solution {
            solution.write(at(SOLUTION))?;
            files.push(at(SOLUTION));
        }
        if let Some((Refinement::Optimal(refined), _)) = self.second.and_then(|second| second.refinement.as_ref()) {
            let source = refined.candidates.write(at(REFINED_VALUES))?;
            refined.write_points(at(REFINED_POINTS))?;
            let (count, constraints) = (refined.candidates.len(), refined.candidates.num_constraints());
            Record::of_file(source, count, constraints, Outcome::Optimal(refined.solution.clone()))
                .write(at(REFINED))?;
            files.extend([REFINED_VALUES, REFINED_POINTS, REFINED].map(at));
        }
        let mut written = Written { files, solution, bound: None, removed: Vec::new(), kept: Vec::new() };
        if let Some(bound) = self.second.and_then(|second| second.bound.as_ref()) {
            bound.write(at(BOUND))?;
            written.files.push(at(BOUND));
            written.bound = Some(at(BOUND));
        }
        written.clear_older(folder)?;
        Ok(written)
    }
}

impl Written {
    /// Removes what an older run left and this one did not write. What has the name but not the form of a result is
    /// somebody's own, and stays.
    fn clear_older(&mut self, folder: &Path) -> Result<()> {
        for name in SOMETIMES {
            let path = folder.join(name);
            // A link is nothing that this program makes.
            let is_file = path.symlink_metadata().is_ok_and(|data| data.is_file());
            if !is_file || self.files.contains(&path) {
                continue;
            }
            if is_ours(name, &path) {
                std::fs::remove_file(&path).map_err(|error| Error::io("remove", &path, error))?;
                self.removed.push(path);
            } else {
                self.kept.push(path);
            }
        }
        Ok(())
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
