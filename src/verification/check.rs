//! Files of a run in a folder that vanishes, and what the checker says about them.

use crate::certificate::{Certificate, TraceReference};
use crate::error::{Error, Result};
use crate::shrink::{self, Candidates, Epsilon, Outcome, Record};
use crate::trace::{Trace, TraceFile};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A trace as a file, for everything that reads or names it.
pub(super) struct Folder {
    folder: TempDir,
    trace: PathBuf,
}

impl Folder {
    pub(super) fn new(trace: &Trace) -> Result<Self> {
        let folder = tempfile::tempdir().map_err(|error| Error::io("create", &std::env::temp_dir(), error))?;
        let path = folder.path().join("trace.csv");
        trace.write(&path)?;
        Ok(Self { trace: path, folder })
    }

    /// Copies the trace, and the solution if there is one, to a folder that stays.
    pub(super) fn keep(&self, folder: &Path) -> Result<()> {
        for name in ["trace.csv", "solution.json"] {
            let from = self.folder.path().join(name);
            if from.exists() {
                std::fs::copy(&from, folder.join(name))
                    .map_err(|error| Error::io("write", &folder.join(name), error))?;
            }
        }
        Ok(())
    }

    pub(super) fn trace(&self) -> Result<TraceFile<'static>> {
        TraceFile::open(&self.trace)
    }

    /// Writes the certificate and has it checked; `Err` is the checker's sentence.
    pub(super) fn check(
        &self,
        certificate: &Certificate,
        reference: &TraceReference,
    ) -> std::result::Result<(), String> {
        let path = self.folder.path().join("certificate.json");
        certificate.write(&path, reference).map_err(|error| error.to_string())?;
        proofs_check::check_file(&path, None).map(drop).map_err(|refusal| refusal.to_string())
    }

    /// Shrinks the trace at the least epsilon, writes the solution and has it checked; the solution's support.
    pub(super) fn shrink(&self) -> std::result::Result<usize, String> {
        let candidates = Candidates::read(&self.trace, 1).map_err(|error| error.to_string())?;
        let outcome = shrink::shrink(&candidates, &Epsilon::Minimal).map_err(|error| error.to_string())?;
        let support = match &outcome {
            Outcome::Optimal(solution) => solution.support.len(),
            Outcome::Infeasible(_) => return Err("the least epsilon is called infeasible".to_owned()),
        };
        let source = candidates.source().cloned().expect("the candidates were read from a file");
        let (count, constraints) = (candidates.len(), candidates.num_constraints());
        let path = self.folder.path().join("solution.json");
        let record = Record { source, count, constraints, outcome };
        record.write(&path).map_err(|error| error.to_string())?;
        proofs_check::check_file(&path, None).map_err(|refusal| refusal.to_string())?;
        Ok(support)
    }
}
