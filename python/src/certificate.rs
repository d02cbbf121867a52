//! What a run proves: read, saved, and checked again.

use crate::away::away;
use crate::edge::{game_name, in_keywords, refuse};
use crate::run::{Logged, Saved};
use proofs_check::Refusal;
use pyo3::prelude::*;
use referee::certificate::{TraceReference, Verdict};
use referee::cli::spoken;
use referee::error::{Error, Result};
use referee::regret::{Single, Singles};
use referee::theorems::Certification;
use referee::trace::Labels;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// A certificate of a run.
#[pyclass(frozen, module = "referee._referee")]
pub struct Certificate {
    pub logged: Arc<Logged>,
    saved: Arc<Mutex<Option<Saved>>>,
    pub certification: Arc<Certification>,
    singles: Singles,
}

/// A claim as Python has it: name, role, lhs, relation, rhs, verdict, grade, what it bounds, and whose claim it is.
type Claim = (&'static str, String, (f64, f64), String, (f64, f64), String, String, &'static str, String);

impl Certificate {
    pub fn of(logged: Arc<Logged>, saved: Arc<Mutex<Option<Saved>>>, certification: Certification) -> Self {
        let singles = logged.singles();
        Self { logged, saved, certification: Arc::new(certification), singles }
    }
}

#[pymethods]
impl Certificate {
    #[getter]
    fn statement(&self) -> &'static str {
        self.certification.certificate.statement
    }

    #[getter]
    fn game(&self) -> &'static str {
        game_name(self.certification.certificate.game)
    }

    #[getter]
    fn rounds(&self) -> u64 {
        self.certification.certificate.rounds
    }

    #[getter]
    fn measured(&self) -> Vec<(&'static str, (f64, f64))> {
        let certificate = &self.certification.certificate;
        certificate.measured.iter().map(|(name, value)| (*name, (value.lo(), value.hi()))).collect()
    }

    #[getter]
    fn claims(&self) -> Vec<Claim> {
        let certificate = &self.certification.certificate;
        let row = |claim: &referee::certificate::Claim| {
            let (quantity, statement) = spoken::claim(claim, certificate);
            let ends = |side: referee::numerics::Enclosure| (side.lo(), side.hi());
            (
                claim.name,
                claim.role.to_string(),
                ends(claim.lhs),
                claim.relation.to_string(),
                ends(claim.rhs),
                claim.verdict.to_string(),
                claim.grade.to_string(),
                quantity,
                statement,
            )
        };
        certificate.claims.iter().map(row).collect()
    }

    /// Whether every claim that counts surely holds, and no value refutes a range.
    #[getter]
    fn holds(&self) -> bool {
        let mut claims = self.certification.certificate.claims.iter().filter(|claim| !claim.optional);
        claims.all(|claim| claim.verdict == Verdict::Holds) && self.certification.out_of_range.is_none()
    }

    /// The closing sentences.
    #[getter]
    fn sentences(&self) -> Vec<String> {
        // Flags become keywords before names come in: a constraint may be called anything.
        let said = spoken::sentences(&self.certification, &Labels::of_trace(self.logged.trace.layout()));
        said.iter().map(|sentence| self.logged.labels.in_own_names(&in_keywords(sentence))).collect()
    }

    /// Which checkpoint to ship, if there are any.
    #[getter]
    pub fn ship(&self) -> Option<String> {
        let best = self.singles.best_named?;
        let file = self.logged.checkpoints.of_round(best.round)?;
        Some(spoken::ship(&best, file, self.singles.rounded_up))
    }

    /// The last, the best, the worst round and the best one with a checkpoint: round, objective, violation.
    #[getter]
    fn singles(&self) -> Vec<(&'static str, usize, f64, f64)> {
        let Singles { last, best, worst, best_named, .. } = &self.singles;
        let row = |(name, single): (&'static str, &Single)| (name, single.round, single.objective, single.violation);
        let rounds = [("last", last), ("best", best), ("worst", worst)].into_iter();
        rounds.chain(best_named.iter().map(|best| ("checkpoint", best))).map(row).collect()
    }

    /// The rounds that violate a constraint.
    #[getter]
    fn violating(&self) -> usize {
        self.singles.violating
    }

    /// Writes the certificate, and the trace beside it unless that is there already; tells what was written.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<Vec<PathBuf>> {
        must_end(&path, "json")?;
        let (logged, certification) = (Arc::clone(&self.logged), Arc::clone(&self.certification));
        let saved = self.saved.lock().expect("nobody panics here").clone().filter(|saved| saved.is_beside(&path));
        away(py, "writing", move |_| Ok(write(&logged, &certification, saved, &path)?.1))
    }

    /// What the independent checker says, in its words; refused if it rejects the certificate.
    fn check(&self, py: Python<'_>) -> PyResult<String> {
        let (logged, certification) = (Arc::clone(&self.logged), Arc::clone(&self.certification));
        let said = away(py, "checking", move |_| {
            let folder = temporary()?;
            let path = folder.path().join("certificate.json");
            write(&logged, &certification, None, &path)?;
            Ok(checked(&path))
        })?;
        said.map_err(refuse)
    }
}

/// Refuses a name that is not one of such a file: a trace may have it, and would be lost.
pub fn must_end(path: &Path, ending: &str) -> PyResult<()> {
    if path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending)) {
        return Ok(());
    }
    Err(refuse(format!("{}: name a file that ends in .{ending}", path.display())))
}

/// A folder that vanishes with its value.
pub fn temporary() -> Result<tempfile::TempDir> {
    tempfile::tempdir().map_err(|error| Error::new(format!("no temporary folder can be made: {error}")))
}

/// Writes a certificate, and its trace beside it unless that is there; the trace, and what was written.
pub fn write(
    logged: &Logged,
    certification: &Certification,
    saved: Option<Saved>,
    path: &Path,
) -> Result<(TraceReference, Vec<PathBuf>)> {
    let (reference, mut written) = match saved {
        Some(saved) => (TraceReference::new(&saved.path, saved.sha256)?, Vec::new()),
        None => {
            let trace = TraceReference::beside(path);
            (TraceReference::new(&trace, logged.trace.write(&trace)?)?, vec![trace])
        }
    };
    certification.certificate.write(path, &reference)?;
    written.push(path.to_owned());
    Ok((reference, written))
}

/// What the checker says of a document whose data lie beside it, or why it rejects it.
pub fn checked(path: &Path) -> std::result::Result<String, String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match proofs_check::check_file(path, None) {
        Ok(accepted) => Ok(format!("{accepted}{}", accepted.last_line(&name))),
        Err(refusal @ (Refusal::Malformed { .. } | Refusal::Unread { .. })) => Err(refusal.to_string()),
        Err(refusal) => Err(format!("{name} is rejected: {refusal}")),
    }
}
