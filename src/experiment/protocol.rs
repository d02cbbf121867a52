//! The paper's protocol on one split: train, choose on validation data, evaluate, certify, write.
//!
//! Three games with 13 step sizes each. From the unconstrained game the last model; from the other two the average of the
//! snapshots and the best mixture of a few of them, found by the linear program on the training data with the 0/1 error
//! as objective. The step size of each row is chosen on the validation data: by error without constraints, else by the
//! worst rank among the error and the violations. The Lagrangian game knows the hinges only, so its mixture and its choice
//! are made with them; the proxy game's with the rates.

use super::study::Study;
use crate::certificate::Certificate;
use crate::data::{
    BoundOptions, Cells, Dataset, FitDocument, Performance, RateOptions, RateProblem, Settings, Start, Table, Tally,
    average, certify_run, choose_step_size, evaluate, shrunk, shrunk_by_hinges, single, train,
};
use crate::error::{Error, Result};
use crate::game::{DataRecord, Game, RateConstraint};
use crate::shrink::Atom;
use dashu_ratio::RBig;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// How an experiment is run.
#[derive(Clone, Debug, PartialEq)]
pub struct Protocol {
    /// The number of rounds.
    pub rounds: usize,
    /// The rows of a minibatch.
    pub batch: usize,
    /// How many snapshots are kept.
    pub snapshots: usize,
    /// Where the matrix of the lambda-player starts.
    pub start: Start,
    /// When a lower bound is good enough.
    pub gap: f64,
}

impl Default for Protocol {
    fn default() -> Self {
        Self { rounds: 5000, batch: 100, snapshots: 100, start: Start::Released, gap: 1e-4 }
    }
}

/// The rows of the paper's table.
pub const ROWS: [(Option<Game>, Classifier); 5] = [
    (None, Classifier::Last),
    (Some(Game::Lagrangian), Classifier::Average),
    (Some(Game::Lagrangian), Classifier::Shrunk),
    (Some(Game::ProxyLagrangian), Classifier::Average),
    (Some(Game::ProxyLagrangian), Classifier::Shrunk),
];

/// Which classifier is made of a run's snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Classifier {
    /// The last snapshot.
    Last,
    /// Each snapshot with the same probability.
    Average,
    /// The best mixture of a few.
    Shrunk,
}

/// The name of a row.
pub fn row_name(game: Option<Game>, kind: Classifier) -> &'static str {
    match (game, kind) {
        (None, _) => "baseline",
        (Some(Game::Lagrangian), Classifier::Shrunk) => "Lagrangian, shrunk",
        (Some(Game::Lagrangian), _) => "Lagrangian, average",
        (Some(Game::ProxyLagrangian), Classifier::Shrunk) => "proxy, shrunk",
        (Some(Game::ProxyLagrangian), _) => "proxy, average",
    }
}

/// What one row of the table is on one split.
#[derive(Clone, Debug)]
pub struct RowOutcome {
    /// The game and the kind.
    pub row: (Option<Game>, Classifier),
    /// The step size that was chosen.
    pub rate: f64,
    /// How many models it mixes.
    pub support: usize,
    /// Exact values on the training rows.
    pub train: Performance,
    /// The error on the test rows.
    pub test_error: f64,
    /// The true positive rate of each group over that of all, on the training and on the test rows.
    pub train_ratios: Vec<f64>,
    /// On the test rows.
    pub test_ratios: Vec<f64>,
}

/// What came out of one split.
#[derive(Debug)]
pub struct SplitOutcome {
    /// The seed.
    pub seed: u64,
    /// The rows of the table.
    pub rows: Vec<RowOutcome>,
    /// If no model satisfies the hinges: what the largest of them is at least, for any model.
    pub hinges_at_least: Option<RBig>,
    /// The certificates of the theorems, and how far each lower bound is from the least value that is known.
    pub certificates: Vec<(&'static str, Certificate, f64)>,
    /// Why a trace is not verified as one of the problem: never, unless the program is wrong.
    pub doubts: Vec<String>,
    /// What was written, to be checked by `proofs-check`: the documents, without the files that they name.
    pub documents: Vec<PathBuf>,
}

/// A part of the rows.
struct Part {
    data: Dataset,
    cells: Cells,
}

impl Part {
    fn new(table: &Table, study: &Study, constraints: &[RateConstraint]) -> Result<Self> {
        let data = Dataset::from_table(table, &study.recipe, NonZeroUsize::MIN)?;
        Ok(Self { data, cells: Cells::of_table(table, &study.recipe, constraints)? })
    }

    fn evaluate(&self, models: &[&[f64]]) -> Result<Vec<Tally>> {
        evaluate(&self.data, &self.cells, models, NonZeroUsize::MIN)
    }
}

/// Runs the protocol on the split of a seed and writes its files to a folder, which must exist.
///
/// # Errors
/// If a group has no rows in a part of the split, or a file cannot be written.
pub fn run(study: &Study, protocol: &Protocol, seed: u64, folder: &Path) -> Result<SplitOutcome> {
    let split = study.split(seed);
    let constraints = study.constraints();
    let file = folder.join("train.csv");
    let table = study.table.subset(&split.train);
    let sha256 = table.write(&file, NonZeroUsize::MIN)?;
    let source = DataRecord { file: "train.csv".into(), sha256, rows: table.len(), recipe: study.recipe.clone() };
    let problem = |proxies: bool| {
        let options = RateOptions { batch: protocol.batch, proxies, ..RateOptions::default() };
        RateProblem::new(study.name, &table, source.clone(), constraints.clone(), options)
    };
    let (rates, hinges) = (problem(true)?, problem(false)?);
    let part = |rows: &[usize]| Part::new(&study.table.subset(rows), study, &constraints);
    let (validation, test) = (part(&split.validation)?, part(&split.test)?);
    let mut document = FitDocument::new(&rates);
    let mut outcome = SplitOutcome {
        seed,
        rows: Vec::new(),
        hinges_at_least: document.infeasible_proxies.as_ref().map(|proof| proof.at_least.clone()),
        certificates: Vec::new(),
        doubts: Vec::new(),
        documents: Vec::new(),
    };
    for (game, name) in
        [(None, "baseline"), (Some(Game::Lagrangian), "lagrangian"), (Some(Game::ProxyLagrangian), "proxy")]
    {
        let every = (protocol.rounds / protocol.snapshots).max(1);
        let settings = Settings {
            rounds: protocol.rounds,
            batch: protocol.batch,
            every,
            start: protocol.start,
            ..Settings::paper(game, seed)
        };
        let problem = if game == Some(Game::ProxyLagrangian) { &rates } else { &hinges };
        let runs = train(problem.data(), problem.cells(), &settings)?;
        let evaluated: Vec<(Vec<Tally>, Vec<Tally>)> = runs
            .iter()
            .map(|run| {
                let models: Vec<&[f64]> = run.snapshots.iter().map(|snapshot| &snapshot.theta[..]).collect();
                Ok((
                    evaluate(problem.data(), problem.cells(), &models, NonZeroUsize::MIN)?,
                    validation.evaluate(&models)?,
                ))
            })
            .collect::<Result<_>>()?;
        for (of, kind) in ROWS.into_iter().filter(|(of, _)| *of == game) {
            let mixtures: Vec<Vec<Atom>> = runs
                .iter()
                .zip(&evaluated)
                .map(|(run, (tallies, _))| match kind {
                    Classifier::Last => Ok(single(run.snapshots.len() - 1)),
                    Classifier::Average => Ok(average(game, &run.snapshots)),
                    Classifier::Shrunk if game == Some(Game::ProxyLagrangian) => shrunk(tallies, problem.cells()),
                    Classifier::Shrunk => shrunk_by_hinges(tallies, problem.cells()),
                })
                .collect::<Result<_>>()?;
            let performances: Vec<Performance> = mixtures
                .iter()
                .zip(&evaluated)
                .map(|(mixture, (_, tallies))| known(game, mixture, tallies, &validation.cells))
                .collect();
            let best = choose_step_size(&performances)?.ok_or_else(|| Error::new("there is no step size to choose"))?;
            let (run, mixture, tallies) = (&runs[best], &mixtures[best], &evaluated[best].0);
            let row = row_name(of, kind);
            document.add(row, mixture, &run.snapshots, tallies, problem.cells());
            outcome.rows.push(report((of, kind), run.rate, mixture, &run.snapshots, tallies, problem.cells(), &test)?);
            if kind != Classifier::Shrunk {
                let kept = if kind == Classifier::Last {
                    run.snapshots.len() - 1..run.snapshots.len()
                } else {
                    0..run.snapshots.len()
                };
                let certificate = folder.join(format!("{name}-certificate.json"));
                let paths = (folder.join(format!("{name}-trace.csv")), certificate.clone());
                let options = BoundOptions { gap: protocol.gap, ..BoundOptions::default() };
                let (snapshots, tallies) = (&run.snapshots[kept.clone()], &tallies[kept]);
                let certified = certify_run(game, problem, snapshots, tallies, (&paths.0, &paths.1), options)?;
                outcome.doubts.extend(certified.certification.disagreement.map(|reason| reason.to_string()));
                outcome.certificates.push((row, certified.certification.certificate, certified.bounded.gap));
                outcome.documents.push(certificate);
            }
        }
    }
    let path = folder.join("fit.json");
    document.write(&path)?;
    outcome.documents.push(path);
    Ok(outcome)
}

/// What a game knows of a classifier: no constraints, their hinges, or the rates.
fn known(game: Option<Game>, mixture: &[Atom], tallies: &[Tally], cells: &Cells) -> Performance {
    match game {
        None => Performance { constraints: Vec::new(), ..Performance::of(mixture, tallies, cells) },
        Some(Game::Lagrangian) => Performance::of_hinges(mixture, tallies, cells),
        Some(Game::ProxyLagrangian) => Performance::of(mixture, tallies, cells),
    }
}

fn report(
    row: (Option<Game>, Classifier),
    rate: f64,
    mixture: &[Atom],
    snapshots: &[crate::data::Snapshot],
    tallies: &[Tally],
    cells: &Cells,
    test: &Part,
) -> Result<RowOutcome> {
    let models: Vec<&[f64]> = mixture.iter().map(|atom| &snapshots[atom.candidate].theta[..]).collect();
    let on_test = test.evaluate(&models)?;
    let renumbered: Vec<Atom> =
        mixture.iter().enumerate().map(|(k, atom)| Atom { candidate: k, weight: atom.weight.clone() }).collect();
    let performance = Performance::of(&renumbered, &on_test, &test.cells);
    Ok(RowOutcome {
        row,
        rate,
        support: mixture.len(),
        train: Performance::of(mixture, tallies, cells),
        test_error: performance.error.to_f64().value(),
        train_ratios: ratios(mixture, tallies, cells),
        test_ratios: ratios(&renumbered, &on_test, &test.cells),
    })
}

/// The rate of the second term of each constraint (its group) over that of the first (all rows labelled `+`).
fn ratios(mixture: &[Atom], tallies: &[Tally], cells: &Cells) -> Vec<f64> {
    let rate = |i: usize, term: usize| {
        let term = &cells.constraints()[i].terms[term];
        let count = |tally: &Tally| -> u64 { term.cells.iter().map(|&cell| tally.positives[cell as usize]).sum() };
        let sum = mixture
            .iter()
            .fold(RBig::ZERO, |sum, atom| sum + &atom.weight * RBig::from(count(&tallies[atom.candidate])));
        (sum / RBig::from(term.size)).to_f64().value()
    };
    (0..cells.constraints().len()).map(|i| rate(i, 1) / rate(i, 0)).collect()
}
