//! Files of a run in a folder that vanishes, and what the checker says about them.

use super::judge::Finding;
use crate::certificate::{Certificate, TraceReference};
use crate::equilibrium::{self, FiniteGame};
use crate::error::{Error, Result};
use crate::game::{Grade, Rules};
use crate::oracle;
use crate::problem::Problem;
use crate::shrink::{self, Candidates, Epsilon, Outcome, Record, Source};
use crate::theorems::thm5_sparse_equilibrium::{Options, search};
use crate::theorems::{Statement as _, Theorem5};
use crate::trace::Trace;
use std::path::{Path, PathBuf};
use std::result::Result as Judged;
use tempfile::TempDir;

/// A trace as a file, if there is one, and what is derived from it.
pub(super) struct Folder {
    folder: TempDir,
    /// The trace, with the digest that was taken while it was written: only the checker reads the file.
    trace: Option<(Trace, TraceReference)>,
}

/// A gap that an equilibrium of a continuous problem should reach; what it reaches is what is certified.
const GAP: f64 = 1e-3;

impl Folder {
    pub(super) fn new() -> Result<Self> {
        let folder = tempfile::tempdir().map_err(|error| Error::io("create", &std::env::temp_dir(), error))?;
        Ok(Self { folder, trace: None })
    }

    pub(super) fn of_trace(trace: Trace) -> Result<Self> {
        let mut folder = Self::new()?;
        let path = folder.path("trace.csv");
        let reference = TraceReference::new(&path, trace.write(&path)?)?;
        folder.trace = Some((trace, reference));
        Ok(folder)
    }

    /// The digest of the trace, if there is one.
    pub(super) fn digest(&self) -> Option<&str> {
        self.trace.as_ref().map(|(_, reference)| reference.sha256.as_str())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn trace(&self) -> Result<(&Trace, &TraceReference)> {
        let found = self.trace.as_ref().map(|(trace, reference)| (trace, reference));
        found.ok_or_else(|| Error::new("there is no trace to certify"))
    }

    /// The trace as the source of candidates.
    fn source(&self) -> Result<(&Trace, Source)> {
        let (trace, reference) = self.trace()?;
        Ok((trace, Source { file: reference.file.clone(), sha256: reference.sha256.clone() }))
    }

    /// Copies files to a folder that stays.
    pub(super) fn keep(&self, folder: &Path, names: &[&str]) -> Result<()> {
        for name in names {
            let (from, to) = (self.path(name), folder.join(name));
            if from.exists() {
                std::fs::copy(&from, &to).map_err(|error| Error::io("write", &to, error))?;
            }
        }
        Ok(())
    }

    /// Writes a certificate of the trace.
    pub(super) fn write(&self, certificate: &Certificate, path: &Path) -> Result<()> {
        certificate.write(path, self.trace()?.1)
    }

    /// Writes the certificate and has it checked; `Err` is the checker's sentence.
    pub(super) fn check(&self, certificate: &Certificate) -> Judged<(), String> {
        let path = self.path("certificate.json");
        self.write(certificate, &path).map_err(|error| error.to_string())?;
        checked(&path)
    }

    /// Shrinks the trace at the least epsilon, writes the solution and has it checked; the solution's support.
    pub(super) fn shrink(&self) -> Judged<usize, String> {
        let (trace, source) = self.source().map_err(|error| error.to_string())?;
        let candidates = Candidates::from_trace(trace);
        let outcome = shrink::shrink(&candidates, &Epsilon::Minimal).map_err(|error| error.to_string())?;
        let support = match &outcome {
            Outcome::Optimal(solution) => solution.support.len(),
            Outcome::Infeasible(_) => return Err("the least epsilon is called infeasible".to_owned()),
        };
        let (count, constraints) = (candidates.len(), candidates.num_constraints());
        let path = self.path("solution.json");
        let record = Record::of_file(source, count, constraints, outcome);
        record.write(&path).map_err(|error| error.to_string())?;
        checked(&path).map(|()| support)
    }

    /// Solves the game on the rounds of the trace, exactly, and has it checked; the number of rounds mixed.
    pub(super) fn solve(&self, rules: Rules) -> Judged<usize, String> {
        let path = self.path("equilibrium.json");
        let solved = self.source().and_then(|(trace, source)| {
            let game = FiniteGame::from_trace(trace)?.with_source(source);
            let solved = equilibrium::solve(&game, rules)?;
            solved.write(&game, &path)?;
            Ok(solved)
        });
        let solved = solved.map_err(|error| error.to_string())?;
        if !solved.is_exact() {
            return Err(format!("the gaps are {} and {}, not 0", solved.theta_gap, solved.lambda_gap));
        }
        checked(&path).map(|()| solved.support.len())
    }

    /// Searches for an equilibrium of a problem, writes it and has it checked.
    pub(super) fn search(&self, problem: &dyn Problem, rules: Rules, rounds: usize) -> Result<Finding> {
        let mut oracle = oracle::choose(problem, rules.game().side(), oracle::Options::default())?.oracle;
        let found = search(problem, rules, &mut *oracle, Options { gap: GAP, rounds }, |_, _| {})?;
        let path = self.path("equilibrium.json");
        found.equilibrium.write(&path)?;
        let support = found.equilibrium.support.len() as f64 / (problem.num_constraints() + 1) as f64;
        Ok(Finding::of_file(Theorem5.name(), Grade::Proved, checked(&path).map(|()| ("support", support))))
    }
}

/// What the checker says about a file.
fn checked(path: &Path) -> Judged<(), String> {
    proofs_check::check_file(path, None).map(drop).map_err(|refusal| refusal.to_string())
}
