//! The protocol on one seed: train with every step size, choose on validation data, mix, certify, write.

use super::corruptions::SETS;
use super::idx::Mnist;
use super::parts::Parts;
use super::settings::Settings;
use super::table::PAPER;
use super::train::{Mistakes, Run, Snapshot, Training, train};
use crate::certificate::{Certificate, Given, TraceReference};
use crate::error::{Error, Result};
use crate::experiment::Classifier;
use crate::game::Game;
use crate::numerics::Enclosure;
use crate::oracle::Options;
use crate::parallel::in_parallel;
use crate::shrink::{Atom, Candidates, Outcome, Record, Solution, minimal};
use crate::theorems::certify;
use crate::trace::{Layout, Round, Trace, TraceFile};
use dashu_ratio::RBig;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Why optimality is not certified.
pub const NO_LOWER_BOUND: &str =
    "no lower bound: the network is not convex, so epsilon is not certified; feasibility is";

/// The expected error on each set, exactly: shares of whole counts.
pub type Errors = [RBig; SETS];

/// A row of the table.
#[derive(Clone, Debug)]
pub struct RowOutcome {
    /// The training and the kind.
    pub row: (Training, Classifier),
    /// The step size that was chosen.
    pub rate: f64,
    /// Whether it lies between two others that were tried.
    pub interior: bool,
    /// How many networks are mixed.
    pub support: usize,
    /// The errors on the training sets.
    pub training: Errors,
    /// On the validation sets.
    pub validation: Errors,
    /// On the test sets.
    pub test: Errors,
}

/// What came out of one seed.
#[derive(Debug)]
pub struct RobustOutcome {
    /// The seed.
    pub seed: u64,
    /// The rows, in the order of [`PAPER`].
    pub rows: Vec<RowOutcome>,
    /// What is certified of the Lagrangian game's average.
    pub certificate: Certificate,
    /// The exact mixture of the last row.
    pub solution: Solution,
    /// What was written for `proofs-check`.
    pub documents: Vec<PathBuf>,
}

/// Runs the protocol of one seed, a few trainings at a time, and writes to a folder, which must exist: the snapshots
/// of the Lagrangian game (`trace.csv`, `certificate.json`) and the linear program (`candidates.csv`,
/// `solution.json`).
///
/// # Errors
/// If there are too few images, the settings make no sense, a training diverges, or a file cannot be written.
pub fn run(
    data: &Mnist,
    settings: &Settings,
    seed: u64,
    threads: usize,
    folder: &Path,
    tick: &(dyn Fn() + Sync),
) -> Result<RobustOutcome> {
    if settings.batch == 0 || !settings.batch.is_multiple_of(SETS) {
        return Err(Error::new(format!(
            "a batch of {} images cannot be shared by {SETS} sets: take a multiple of {SETS}",
            settings.batch
        )));
    }
    if settings.every == 0 || settings.steps < settings.every {
        return Err(Error::new(format!(
            "{} steps with a snapshot every {} leave no snapshot: take more steps",
            settings.steps, settings.every
        )));
    }
    let parts = Parts::new(data, settings, seed)?;
    let runs = train_all(&parts, settings, seed, threads, tick)?;
    let sizes = [settings.training, settings.validation, settings.test];
    let mut rows = Vec::new();
    let mut kept = None;
    for paper in &PAPER {
        let (training, kind) = paper.row;
        let mine: Vec<&Run> = runs.iter().filter(|run| run.training == training).collect();
        let mixtures = mine.iter().map(|run| mixture(kind, &run.snapshots)).collect::<Result<Vec<_>>>()?;
        let worst = |k: usize| {
            let errors = errors(&mixtures[k], &mine[k].snapshots, |snapshot| snapshot.validation, sizes[1]);
            let sum = errors.iter().fold(RBig::ZERO, |sum, error| sum + error);
            (errors.into_iter().max().expect("there are four sets"), sum)
        };
        // The first of the best, that is the smallest step size.
        let best =
            (0..mine.len()).min_by_key(|&k| worst(k)).ok_or_else(|| Error::new("there is no step size to try"))?;
        let (run, atoms) = (mine[best], &mixtures[best]);
        rows.push(RowOutcome {
            row: paper.row,
            rate: run.rate,
            interior: 0 < best && best + 1 < mine.len(),
            support: atoms.len(),
            training: errors(atoms, &run.snapshots, |snapshot| snapshot.training, sizes[0]),
            validation: errors(atoms, &run.snapshots, |snapshot| snapshot.validation, sizes[1]),
            test: errors(atoms, &run.snapshots, |snapshot| snapshot.test, sizes[2]),
        });
        let (certificate, solution) = kept.get_or_insert((None, None));
        match paper.row {
            (Training::Lagrangian, Classifier::Average) => {
                *certificate = Some(certify_snapshots(&run.snapshots, folder)?);
            }
            (Training::Lagrangian, Classifier::Shrunk) => *solution = Some(write_solution(&run.snapshots, folder)?),
            _ => {}
        }
    }
    let Some((Some((certificate, first)), Some((solution, second)))) = kept else {
        unreachable!("the table has both rows of the game");
    };
    Ok(RobustOutcome { seed, rows, certificate, solution, documents: vec![first, second] })
}

/// Every training with every step size, `threads` at a time.
fn train_all(
    parts: &Parts,
    settings: &Settings,
    seed: u64,
    threads: usize,
    tick: &(dyn Fn() + Sync),
) -> Result<Vec<Run>> {
    let trainings = [Training::Baseline, Training::Lagrangian];
    let tasks: Vec<(Training, f64)> =
        trainings.into_iter().flat_map(|training| settings.rates.iter().map(move |&rate| (training, rate))).collect();
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let work = |&(training, rate): &(Training, f64)| train(training, rate, parts, settings, seed, tick);
    in_parallel(&tasks, threads, work, &mut |_| ()).into_iter().collect()
}

/// The mixture of snapshots that a row reports on.
fn mixture(kind: Classifier, snapshots: &[Snapshot]) -> Result<Vec<Atom>> {
    let share = RBig::from(1) / RBig::from(snapshots.len());
    Ok(match kind {
        Classifier::Average => {
            (0..snapshots.len()).map(|candidate| Atom { candidate, weight: share.clone() }).collect()
        }
        Classifier::Last => vec![Atom { candidate: snapshots.len() - 1, weight: RBig::from(1) }],
        Classifier::Shrunk => minimal(&candidates(snapshots)?)?.support,
    })
}

/// The expected errors of a mixture.
fn errors(atoms: &[Atom], snapshots: &[Snapshot], of: impl Fn(&Snapshot) -> Mistakes, images: usize) -> Errors {
    std::array::from_fn(|set| {
        let mistakes = |atom: &Atom| &atom.weight * RBig::from(of(&snapshots[atom.candidate])[set]);
        atoms.iter().fold(RBig::ZERO, |sum, atom| sum + mistakes(atom)) / RBig::from(images)
    })
}

/// The snapshots as columns of the linear program, in whole counts on the training sets: the objective is the number of
/// all mistakes, constraint `i` that on set `i`. The least epsilon that a mixture keeps is then the least worst
/// expected count, without any rounding.
///
/// # Errors
/// Never for snapshots of a training.
pub fn candidates(snapshots: &[Snapshot]) -> Result<Candidates> {
    let mut candidates = Candidates::new(SETS);
    for snapshot in snapshots {
        candidates.push(f64::from(snapshot.training.iter().sum::<u32>()), &snapshot.training.map(f64::from))?;
    }
    Ok(candidates)
}

fn write_solution(snapshots: &[Snapshot], folder: &Path) -> Result<(Solution, PathBuf)> {
    let candidates = candidates(snapshots)?;
    let source = candidates.write(folder.join("candidates.csv"))?;
    let candidates = candidates.with_source(source);
    let solution = minimal(&candidates)?;
    let record = Record::new(&candidates, Outcome::Optimal(solution.clone()));
    let path = folder.join("solution.json");
    record.expect("the candidates were written to a file").write(&path)?;
    Ok((solution, path))
}

/// The snapshots of the Lagrangian game as a trace: the slack as objective, each loss on all training images minus
/// the slack as constraint, and the multipliers; not the points, which are too many numbers.
///
/// # Errors
/// If a number is not finite.
pub fn snapshot_trace(snapshots: &[Snapshot]) -> Result<Trace> {
    let mut trace = Trace::with_capacity(Layout::new(Game::Lagrangian, SETS).enclose_all(), snapshots.len());
    let mut round = Round::new(trace.layout());
    for snapshot in snapshots {
        round.objective = Enclosure::point(snapshot.xi);
        for (constraint, loss) in round.constraints.iter_mut().zip(snapshot.losses) {
            // The difference of two doubles is rarely a double: its enclosure is recorded.
            *constraint = Enclosure::point(loss) - Enclosure::point(snapshot.xi);
        }
        round.lambda.copy_from_slice(&snapshot.lambda);
        trace.push(&round)?;
    }
    Ok(trace)
}

fn certify_snapshots(snapshots: &[Snapshot], folder: &Path) -> Result<(Certificate, PathBuf)> {
    let (trace, path) = (folder.join("trace.csv"), folder.join("certificate.json"));
    snapshot_trace(snapshots)?.write(&trace)?;
    let mut file = TraceFile::open(&trace)?;
    let certificate = certify(&mut file, None, Given::default(), Options::default())?.certificate;
    certificate.write(&path, &TraceReference::of(&file)?)?;
    Ok((certificate, path))
}
