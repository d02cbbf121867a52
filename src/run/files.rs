//! The folder of a run: each file is written once, digested while it is written, and never read back.

use super::{Recorded, Run, Seated, Second};
use crate::certificate::{Bound, Certificate, TraceReference};
use crate::error::{Error, Result};
use crate::files::{Form, Member, Set};
use crate::shrink::{Outcome, Record, Source};
use crate::theorems::beyond::column_generation::Refinement;
use crate::trace::Trace;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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

/// What every run writes; the certificate names the trace, and is known to be ours.
const ALWAYS: [Member<'_>; 3] = [
    (CERTIFICATE, Form::Document(Certificate::FORMAT)),
    (TRACE, Form::Columns("objective")),
    (SOLUTION, Form::Document(Record::FORMAT)),
];

/// What not every run writes: the candidates, and what a refinement finds.
const SOMETIMES: [Member<'_>; 5] = [
    (CANDIDATES, Form::Columns("lambda")),
    (REFINED_VALUES, Form::Columns("objective")),
    (REFINED_POINTS, Form::Columns("theta")),
    (REFINED, Form::Document(Record::FORMAT)),
    (BOUND, Form::Document(Bound::FORMAT)),
];

/// Begins the files of a run, some of those that not every run writes among them.
pub(super) fn begin(folder: &Path, candidates: bool, refined: bool) -> Result<Set> {
    let wanted = |(name, _): &Member<'_>| if *name == CANDIDATES { candidates } else { refined };
    let (more, others): (Vec<_>, Vec<_>) = SOMETIMES.into_iter().partition(wanted);
    Set::of_folder(folder, &[&ALWAYS[..], &more].concat(), &others)
}

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
    /// time and nothing is left half done. Until the run is written or given up, no other may write there.
    ///
    /// # Errors
    /// If the folder cannot be made or written to, another program is writing there, or the name of a file is taken by what
    /// no run wrote.
    pub fn prepare(&mut self, folder: &Path) -> Result<()> {
        let plan = &mut self.choices.plan;
        plan.place = Some(Arc::new(begin(folder, plan.every.is_some(), plan.gap.is_some())?));
        Ok(())
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
    /// Writes the trace, the certificate and the solution to a folder, which is made if it is not there. They take their
    /// places together: after a crash there are the old ones or the new ones, at the latest after the next call. Older results
    /// that this run does not replace are removed: beside the new trace they would be taken for new ones.
    ///
    /// # Errors
    /// If a file cannot be written, the name of one is taken by what no run wrote, another program is writing there, or the
    /// trace was streamed to another folder or is written already.
    pub fn write(&self, folder: impl AsRef<Path>) -> Result<Written> {
        let (folder, plan) = (folder.as_ref(), &self.choices.plan);
        let held = plan.place.as_ref().filter(|set| set.folder() == folder && set.is_open());
        match (&self.recorded, held) {
            (Recorded::Memory(trace), Some(set)) => self.beside().write_by(trace, set, plan.threads),
            (Recorded::Memory(trace), None) => {
                self.beside().write_by(trace, &self.beside().begin(folder)?, plan.threads)
            }
            (Recorded::File { reference, .. }, Some(set)) => self.beside().write(reference, set),
            (Recorded::File { path, .. }, None) => {
                Err(Error::new("the trace was streamed to here: write the rest beside it, once").in_file(path))
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
    /// As [`Run::write`].
    pub fn write_with(&self, trace: &Trace, folder: &Path) -> Result<Written> {
        self.write_by(trace, &self.begin(folder)?, NonZeroUsize::MIN)
    }

    fn begin(&self, folder: &Path) -> Result<Set> {
        let refined = self.second.is_some_and(|second| second.refinement.is_some() || second.bound.is_some());
        begin(folder, self.candidates.is_some(), refined)
    }

    fn write_by(&self, trace: &Trace, set: &Set, threads: NonZeroUsize) -> Result<Written> {
        let path = set.at(TRACE);
        self.write(&TraceReference::new(&path, trace.write_by(&path, threads)?)?, set)
    }

    fn write(&self, trace: &TraceReference, set: &Set) -> Result<Written> {
        let at = |name: &str| set.at(name);
        let mut names = vec![TRACE];
        let mut source = Source { file: trace.file.clone(), sha256: trace.sha256.clone() };
        if let Some(candidates) = self.candidates {
            source = Source { file: CANDIDATES.to_owned(), sha256: candidates.write(at(CANDIDATES))? };
            names.push(CANDIDATES);
        }
        self.certificate.write(&at(CERTIFICATE), trace)?;
        names.push(CERTIFICATE);
        let solution = self.second.map(|second| second.record(source));
        if let Some(solution) = &solution {
            solution.write(at(SOLUTION))?;
            names.push(SOLUTION);
        }
        if let Some((Refinement::Optimal(refined), _)) = self.second.and_then(|second| second.refinement.as_ref()) {
            let source = refined.candidates.write(at(REFINED_VALUES))?;
            refined.write_points(at(REFINED_POINTS))?;
            let (count, constraints) = (refined.candidates.len(), refined.candidates.num_constraints());
            Record::of_file(source, count, constraints, Outcome::Optimal(refined.solution.clone()))
                .write(at(REFINED))?;
            names.extend([REFINED_VALUES, REFINED_POINTS, REFINED]);
        }
        let bound = self.second.and_then(|second| second.bound.as_ref());
        if let Some(bound) = bound {
            bound.write(at(BOUND))?;
            names.push(BOUND);
        }
        let removed = set.commit()?;
        let place = |name: &str| set.folder().join(name);
        let files: Vec<PathBuf> = names.iter().map(|name| place(name)).collect();
        // What has the name but not the form of a result is somebody's own, and stays.
        let kept = SOMETIMES.iter().map(|(name, _)| place(name)).filter(|path| !files.contains(path) && path.exists());
        Ok(Written { kept: kept.collect(), files, solution, bound: bound.map(|_| place(BOUND)), removed })
    }
}
