//! The files of a run, in memory, and what the checker says about them.

use super::judge::Finding;
use crate::certificate::{Certificate, TraceReference};
use crate::equilibrium::{self, FiniteGame};
use crate::error::{Error, Result};
use crate::files::{self, sha256};
use crate::game::{Grade, Rules};
use crate::oracle;
use crate::problem::Problem;
use crate::shrink::{self, Candidates, Epsilon, Outcome, Record, Source};
use crate::theorems::thm5_sparse_equilibrium::{Options, search};
use crate::theorems::{Statement as _, Theorem5};
use crate::trace::Trace;
use serde_json::Value;
use std::path::Path;
use std::result::Result as Judged;

const TRACE: &str = "trace.csv";

/// A trace as the bytes of a file, if there is one, and the documents that are derived from it.
#[derive(Default)]
pub(super) struct Papers {
    trace: Option<Recorded>,
    /// By the names of their files.
    documents: Vec<(&'static str, Value)>,
}

struct Recorded {
    trace: Trace,
    bytes: Vec<u8>,
    reference: TraceReference,
}

/// A gap that an equilibrium of a continuous problem should reach; what it reaches is what is certified.
const GAP: f64 = 1e-3;

impl Papers {
    pub(super) fn of_trace(trace: Trace) -> Self {
        let bytes = trace.to_csv();
        let reference = TraceReference { file: TRACE.to_owned(), sha256: sha256(&bytes) };
        Self { trace: Some(Recorded { trace, bytes, reference }), documents: Vec::new() }
    }

    /// The digest of the trace, if there is one.
    pub(super) fn digest(&self) -> Option<&str> {
        self.trace.as_ref().map(|recorded| recorded.reference.sha256.as_str())
    }

    pub(super) fn trace(&self) -> Result<&Trace> {
        self.recorded().map(|recorded| &recorded.trace)
    }

    fn recorded(&self) -> Result<&Recorded> {
        self.trace.as_ref().ok_or_else(|| Error::new("there is no trace to certify"))
    }

    /// The trace as the source of candidates.
    fn source(&self) -> Result<(&Trace, Source)> {
        let Recorded { trace, reference, .. } = self.recorded()?;
        Ok((trace, Source { file: reference.file.clone(), sha256: reference.sha256.clone() }))
    }

    /// Writes the trace, a certificate if one is given, and the document of this name if there is one.
    pub(super) fn write(&self, folder: &Path, certificate: Option<&Certificate>, name: &str) -> Result<()> {
        if let Some(recorded) = &self.trace {
            files::write(&folder.join(TRACE), &recorded.bytes)?;
        }
        if let Some(certificate) = certificate {
            certificate.write(&folder.join("certificate.json"), &self.recorded()?.reference)?;
        }
        let document = self.documents.iter().find(|(known, _)| *known == name);
        document
            .map_or(Ok(()), |(name, document)| files::write(&folder.join(name), format!("{document:#}\n").as_bytes()))
    }

    /// Has certificates of the trace checked, together; each `Err` is the checker's sentence.
    pub(super) fn check(&self, certificates: &[Certificate]) -> Result<Vec<Judged<(), String>>> {
        let Recorded { bytes, reference, .. } = self.recorded()?;
        let documents = certificates.iter().map(|certificate| certificate.to_json(reference).to_string());
        let documents: Vec<_> = documents.collect();
        let documents: Vec<_> = documents.iter().map(String::as_bytes).collect();
        let verdicts = proofs_check::check_together(&documents, "certificate.json", |_| Ok(bytes.as_slice()));
        Ok(verdicts.into_iter().map(|verdict| verdict.map(drop).map_err(|refusal| refusal.to_string())).collect())
    }

    /// Has a document about the trace, or about a problem alone, checked, and keeps it.
    fn checked(&mut self, name: &'static str, document: Value) -> Judged<(), String> {
        let bytes = self.trace.as_ref().map_or(&[][..], |recorded| recorded.bytes.as_slice());
        let verdict = proofs_check::check_bytes(document.to_string().as_bytes(), name, |_| Ok(bytes));
        self.documents.push((name, document));
        verdict.map(drop).map_err(|refusal| refusal.to_string())
    }

    /// Shrinks the trace at the least epsilon and has the solution checked; the solution's support.
    pub(super) fn shrink(&mut self) -> Judged<usize, String> {
        let (trace, source) = self.source().map_err(|error| error.to_string())?;
        let candidates = Candidates::from_trace(trace);
        let outcome = shrink::shrink(&candidates, &Epsilon::Minimal).map_err(|error| error.to_string())?;
        let support = match &outcome {
            Outcome::Optimal(solution) => solution.support.len(),
            Outcome::Infeasible(_) => return Err("the least epsilon is called infeasible".to_owned()),
        };
        let (count, constraints) = (candidates.len(), candidates.num_constraints());
        let record = Record::of_file(source, count, constraints, outcome);
        self.checked("solution.json", record.to_json()).map(|()| support)
    }

    /// Solves the game on the rounds of the trace, exactly, and has it checked; the number of rounds mixed.
    pub(super) fn solve(&mut self, rules: Rules) -> Judged<usize, String> {
        let solved = self.source().and_then(|(trace, source)| {
            let game = FiniteGame::from_trace(trace)?.with_source(source);
            let solved = equilibrium::solve(&game, rules)?;
            let document = solved.to_json(&game)?;
            Ok((solved, document))
        });
        let (solved, document) = solved.map_err(|error| error.to_string())?;
        if !solved.is_exact() {
            return Err(format!("the gaps are {} and {}, not 0", solved.theta_gap, solved.lambda_gap));
        }
        self.checked("equilibrium.json", document).map(|()| solved.support.len())
    }

    /// Searches for an equilibrium of a problem and has it checked.
    pub(super) fn search(&mut self, problem: &dyn Problem, rules: Rules, rounds: usize) -> Result<Finding> {
        let mut oracle = oracle::choose(problem, rules.game().side(), oracle::Options::default())?.oracle;
        let found = search(problem, rules, &mut *oracle, Options { gap: GAP, rounds }, |_, _| {})?;
        let support = found.equilibrium.support.len() as f64 / (problem.num_constraints() + 1) as f64;
        let verdict = self.checked("equilibrium.json", found.equilibrium.to_json());
        Ok(Finding::of_file(Theorem5.name(), Grade::Proved, verdict.map(|()| ("support", support))))
    }
}
