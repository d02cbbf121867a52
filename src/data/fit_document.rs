//! What is written: `referee-fit/1`, and the trace of a run's snapshots with its certificate.
//!
//! The format is that of the checker's specification, section 12: every number is an exact rational.

use super::{BoundOptions, Bounded, Cells, InfeasibleProxies, Performance, RateProblem, Snapshot, Tally};
use super::{bound_by_ranges, infeasible_proxies, lower_bound, mean_weights};
use crate::certificate::{Given, TraceReference, data_json, digest, rate_constraint_json};
use crate::error::Result;
use crate::files;
use crate::game::{DataRecord, Game, RateConstraint};
use crate::numerics::rational::enclose;
use crate::oracle::Options;
use crate::problem::record;
use crate::shrink::Atom;
use crate::theorems::{Certification, certify};
use crate::trace::{Layout, Round, Trace, TraceFile};
use dashu_ratio::RBig;
use serde_json::{Value, json};
use std::path::Path;

/// A classifier and what it does on the data.
#[derive(Clone, Debug, PartialEq)]
pub struct Classified {
    /// Its name, which no other has.
    pub name: String,
    /// The models and their probabilities, by increasing model.
    pub mixture: Vec<Atom>,
    /// What it does, exactly.
    pub performance: Performance,
}

/// What classifiers do on data.
#[derive(Clone, Debug, PartialEq)]
pub struct FitDocument {
    /// The data.
    pub data: DataRecord,
    /// The constraints.
    pub constraints: Vec<RateConstraint>,
    /// The models.
    pub models: Vec<Vec<f64>>,
    /// The classifiers.
    pub classifiers: Vec<Classified>,
    /// The proof that no model satisfies the hinges, if there is one.
    pub infeasible_proxies: Option<InfeasibleProxies>,
    /// What [`Derandomized`](crate::data::Derandomized) hashes with a row, so that whoever reads the document
    /// draws the same models; written unless it is empty.
    pub salt: String,
}

impl FitDocument {
    /// Nothing yet about the data of a problem.
    pub fn new(problem: &RateProblem) -> Self {
        Self {
            data: problem.source().clone(),
            constraints: problem.constraints().to_vec(),
            models: Vec::new(),
            classifiers: Vec::new(),
            infeasible_proxies: infeasible_proxies(problem.cells()),
            salt: String::new(),
        }
    }

    /// Adds a classifier: a mixture of snapshots, given what each does on the data.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        mixture: &[Atom],
        snapshots: &[Snapshot],
        tallies: &[Tally],
        cells: &Cells,
    ) {
        let performance = Performance::of(mixture, tallies, cells);
        let mut atoms: Vec<Atom> = Vec::with_capacity(mixture.len());
        for atom in mixture {
            let model = self.place(&snapshots[atom.candidate].theta);
            // Two snapshots may be the same model.
            match atoms.iter_mut().find(|other| other.candidate == model) {
                Some(other) => other.weight += &atom.weight,
                None => atoms.push(Atom { candidate: model, weight: atom.weight.clone() }),
            }
        }
        atoms.sort_by_key(|atom| atom.candidate);
        self.classifiers.push(Classified { name: name.into(), mixture: atoms, performance });
    }

    fn place(&mut self, theta: &[f64]) -> usize {
        if let Some(place) = self.models.iter().position(|model| model == theta) {
            return place;
        }
        self.models.push(theta.to_vec());
        self.models.len() - 1
    }

    /// The value of `format`.
    pub const FORMAT: &str = "referee-fit/1";

    /// The digest of what it is about: the constraints and the data.
    pub fn problem_sha256(&self) -> String {
        digest(&json!({ "constraints": self.constraints_json(), "data": data_json(&self.data) }))
    }

    fn constraints_json(&self) -> Vec<Value> {
        self.constraints.iter().map(rate_constraint_json).collect()
    }

    /// The document as JSON.
    pub fn to_json(&self) -> Value {
        let texts = |numbers: &[RBig]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>();
        let atom = |atom: &Atom| json!({ "model": atom.candidate, "weight": atom.weight.to_string() });
        let classifier = |of: &Classified| {
            json!({ "name": of.name, "mixture": of.mixture.iter().map(atom).collect::<Vec<_>>(),
                "error": of.performance.error.to_string(), "constraints": texts(&of.performance.constraints),
                "feasible": of.performance.is_feasible() })
        };
        let classifiers: Vec<_> = self.classifiers.iter().map(classifier).collect();
        let mut document = json!({ "format": Self::FORMAT, "data": data_json(&self.data), "constraints": self.constraints_json(),
            "models": self.models, "classifiers": classifiers });
        if let Some(proof) = &self.infeasible_proxies {
            document["infeasible_proxies"] =
                json!({ "weights": texts(&proof.weights), "at_least": proof.at_least.to_string() });
        }
        if !self.salt.is_empty() {
            document["salt"] = json!(self.salt);
        }
        document
    }

    /// Writes the document; an older file is replaced in one step.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        files::write(path, format!("{}\n", self.to_json()).as_bytes())
    }
}

/// The trace of a run's snapshots: values on all rows as the tightest enclosures, multipliers, models. In the proxy game
/// the constraints are the rates and the proxies their hinges, else the constraints are the hinges.
///
/// # Errors
/// If a value is not finite.
pub fn snapshot_trace(game: Option<Game>, snapshots: &[Snapshot], tallies: &[Tally], cells: &Cells) -> Result<Trace> {
    let m = cells.constraints().len();
    let features = snapshots.first().map_or(0, |snapshot| snapshot.theta.len());
    let layout = Layout::new(game.unwrap_or(Game::Lagrangian), m);
    let layout = if game == Some(Game::ProxyLagrangian) && m > 0 { layout.with_proxies() } else { layout };
    let mut trace = Trace::with_capacity(layout.with_theta(features).enclose_all(), snapshots.len());
    let mut round = Round::new(trace.layout());
    for (snapshot, tally) in snapshots.iter().zip(tallies) {
        let hinges: Vec<_> = tally.hinges(cells).iter().map(enclose).collect();
        round.objective = enclose(&tally.hinge_loss(cells));
        if game == Some(Game::ProxyLagrangian) {
            round.constraints = tally.constraints(cells).iter().map(enclose).collect();
            if m > 0 {
                round.proxies = hinges;
            }
        } else {
            round.constraints = hinges;
        }
        round.lambda.clone_from(&snapshot.lambda);
        round.theta.clone_from(&snapshot.theta);
        trace.push(&round)?;
    }
    Ok(trace)
}

/// A certificate about a trace file of snapshots.
#[derive(Debug)]
pub struct CertifiedRun {
    /// What is certified.
    pub certification: Certification,
    /// The lower bound that it rests on.
    pub bounded: Bounded,
}

/// Writes the snapshots of a run as a trace and certifies them by Theorem 2 (Theorem 1 outside the proxy game), with a
/// proved lower bound at the exact mean multipliers. `problem` must have the rates as constraints and hinges as proxies in
/// the proxy game, else the hinges as constraints; its data file should lie in the same folder.
///
/// # Errors
/// If a file cannot be written or the problem is not that of the run.
pub fn certify_run(
    game: Option<Game>,
    problem: &RateProblem,
    snapshots: &[Snapshot],
    tallies: &[Tally],
    (trace_path, certificate_path): (&Path, &Path),
    options: BoundOptions,
) -> Result<CertifiedRun> {
    let cells = problem.cells();
    snapshot_trace(game, snapshots, tallies, cells)?.write(trace_path)?;
    let weights = mean_weights(game, snapshots);
    let data = problem.data();
    let bounded = lower_bound(data, cells, &weights, problem.options().radius, options)
        .or_else(|_| bound_by_ranges(data, cells, &weights, game == Some(Game::ProxyLagrangian)))?;
    let given = Given {
        problem: record(problem),
        lower_bound: Some(bounded.bound.clone()),
        radius: (game != Some(Game::ProxyLagrangian) && !cells.constraints().is_empty())
            .then(|| played_radius(snapshots)),
        ..Given::default()
    };
    let mut file = TraceFile::open(trace_path)?;
    let certification = certify(&mut file, Some(problem), given, Options::default())?;
    certification.certificate.write(certificate_path, &TraceReference::of(&file)?)?;
    Ok(CertifiedRun { certification, bounded })
}

/// A power of two that is at least 1 and more than twice the sum of the multipliers in any round: the games of the
/// experiments have no radius, and the theorem holds for each that the multipliers keep.
fn played_radius(snapshots: &[Snapshot]) -> f64 {
    let largest = snapshots.iter().map(|snapshot| snapshot.lambda.iter().sum::<f64>()).fold(0.5, f64::max);
    let mut radius = 1.0;
    while radius <= 2.0 * largest {
        radius *= 2.0;
    }
    radius
}
