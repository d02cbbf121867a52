//! The best mixture of a few rounds, exactly.

use crate::away::away;
use crate::certificate::{checked, must_end, temporary};
use crate::edge::refuse;
use crate::run::{Logged, Saved};
use dashu_ratio::RBig;
use pyo3::prelude::*;
use referee::cli::spoken;
use referee::error::Result;
use referee::game::Function;
use referee::regret::Single;
use referee::shrink::{Candidates, Epsilon, Outcome, Record, shrink};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// A mixture, or a proof that there is none.
#[pyclass(frozen, module = "referee._referee")]
pub struct Solution {
    logged: Arc<Logged>,
    saved: Arc<Mutex<Option<Saved>>>,
    candidates: Arc<Candidates>,
    /// The rounds that are candidates, if not all.
    rounds: Option<Vec<usize>>,
    outcome: Outcome,
}

/// A fraction of Python's: `1/3`, or a whole number.
pub fn fraction(text: &str) -> PyResult<RBig> {
    let number = text.parse::<RBig>().ok().filter(|number| *number >= RBig::ZERO);
    number.ok_or_else(|| refuse(format!("`epsilon` is {text}, but it must be a number that is not negative")))
}

impl Solution {
    pub fn find(
        logged: Arc<Logged>,
        saved: Arc<Mutex<Option<Saved>>>,
        epsilon: Option<RBig>,
        all_rounds: bool,
    ) -> Result<Self> {
        let mut candidates = Candidates::from_trace(&logged.trace).with_equalities(logged.equalities.clone())?;
        let rounds = Some(logged.checkpoints.rounds()).filter(|rounds| !rounds.is_empty() && !all_rounds);
        if let Some(rounds) = &rounds {
            candidates = candidates.chosen(rounds.iter().copied());
        }
        let outcome = shrink(&candidates, &epsilon.map_or(Epsilon::Minimal, Epsilon::Given))?;
        Ok(Self { logged, saved, candidates: Arc::new(candidates), rounds, outcome })
    }

    /// The members of the mixture for a table: round, weight, file.
    pub fn members(&self) -> Vec<[String; 3]> {
        let Outcome::Optimal(solution) = &self.outcome else { return Vec::new() };
        let member = |atom: &referee::shrink::Atom| {
            let round = self.round(atom.candidate);
            let file = self.logged.checkpoints.of_round(round).unwrap_or_default().to_owned();
            [round.to_string(), spoken::fraction(&atom.weight), file]
        };
        solution.support.iter().map(member).collect()
    }

    /// The best mixture of all rounds, which somebody has found.
    pub fn of(logged: Arc<Logged>, saved: Arc<Mutex<Option<Saved>>>, found: &referee::shrink::Solution) -> Self {
        let candidates = Arc::new(Candidates::from_trace(&logged.trace));
        Self { logged, saved, candidates, rounds: None, outcome: Outcome::Optimal(found.clone()) }
    }

    fn round(&self, candidate: usize) -> usize {
        self.rounds.as_ref().map_or(candidate, |rounds| rounds[candidate])
    }
}

#[pymethods]
impl Solution {
    #[getter]
    fn is_feasible(&self) -> bool {
        matches!(self.outcome, Outcome::Optimal(_))
    }

    /// Of each member of the mixture: its round, its weight, its file.
    #[getter]
    fn support(&self) -> Vec<(usize, String, Option<String>)> {
        let Outcome::Optimal(solution) = &self.outcome else { return Vec::new() };
        let member = |atom: &referee::shrink::Atom| {
            let round = self.round(atom.candidate);
            (round, atom.weight.to_string(), self.logged.checkpoints.of_round(round).map(str::to_owned))
        };
        solution.support.iter().map(member).collect()
    }

    /// The mean objective, and the mean of each constraint by its name.
    #[getter]
    fn means(&self) -> Option<(String, Vec<(String, String)>)> {
        let Outcome::Optimal(solution) = &self.outcome else { return None };
        let mean = |i: usize| (self.logged.own_name(Function::Constraint(i + 1)), solution.constraints[i].to_string());
        Some((solution.objective.to_string(), self.logged.whole_constraints().map(mean).collect()))
    }

    /// What every constraint may have on average, and whether that is the least that a mixture can keep.
    #[getter]
    fn epsilon(&self) -> (String, bool) {
        match &self.outcome {
            Outcome::Optimal(solution) => (solution.epsilon.to_string(), solution.epsilon_is_minimal),
            Outcome::Infeasible(farkas) => (farkas.epsilon.to_string(), false),
        }
    }

    /// The epsilon that was asked for and the least that a mixture can keep, both rounded down, where it is too small.
    #[getter]
    fn least(&self) -> Option<(String, String)> {
        match &self.outcome {
            Outcome::Optimal(_) => None,
            Outcome::Infeasible(farkas) => {
                Some((spoken::fraction_at_least(&farkas.epsilon), spoken::fraction_at_least(&farkas.least)))
            }
        }
    }

    /// The best candidate alone: its round, objective and largest violation.
    #[getter]
    fn best(&self) -> (usize, f64, f64) {
        let Single { round, objective, violation } = self.candidates.best().expect("a run has rounds");
        (self.round(round), objective, violation)
    }

    /// Which checkpoint alone to ship, if there are any.
    #[getter]
    pub fn ship(&self) -> Option<String> {
        let (round, objective, violation) = self.best();
        let file = self.logged.checkpoints.of_round(round).filter(|_| self.rounds.is_some())?;
        Some(spoken::ship(&Single { round, objective, violation }, file, self.candidates.rounded_up()))
    }

    /// Writes the solution, and its candidates beside it unless these are the rounds of a saved trace.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<Vec<PathBuf>> {
        must_end(&path, "json")?;
        let saved = self.saved.lock().expect("nobody panics here").clone();
        let saved = saved.filter(|saved| self.rounds.is_none() && saved.is_beside(&path));
        let (candidates, outcome) = (Arc::clone(&self.candidates), self.outcome.clone());
        away(py, "writing", move |_| write(&candidates, outcome, saved, &path))
    }

    /// What the independent checker says; refused if it rejects the solution.
    fn check(&self, py: Python<'_>) -> PyResult<String> {
        let (candidates, outcome) = (Arc::clone(&self.candidates), self.outcome.clone());
        let said = away(py, "checking", move |_| {
            let folder = temporary()?;
            let path = folder.path().join("solution.json");
            write(&candidates, outcome, None, &path)?;
            Ok(checked(&path))
        })?;
        said.map_err(refuse)
    }
}

fn write(candidates: &Candidates, outcome: Outcome, saved: Option<Saved>, path: &Path) -> Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    let source = match saved {
        Some(saved) => {
            let file = saved.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            referee::shrink::Source { file, sha256: saved.sha256 }
        }
        None => {
            let beside = path.with_extension("candidates.csv");
            let source = candidates.write(&beside)?;
            written.push(beside);
            source
        }
    };
    let candidates = candidates.clone().with_source(source);
    Record::new(&candidates, outcome).expect("they have a source").write(path)?;
    written.push(path.to_owned());
    Ok(written)
}
