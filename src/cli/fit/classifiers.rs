//! What is trained, which run is chosen, and the classifiers that are made of it.

use super::Arguments;
use crate::cli::progress::Progress;
use crate::data::{
    Cells, Dataset, FitDocument, Performance, RateProblem, Settings, Snapshot, Tally, TrainedRun, TrainingLoss,
    average, choose_step_size, count, evaluate, logistic_loss, push_rounded_up, single, train_telling,
};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::numerics::rational::exact;
use crate::parallel::in_parallel;
use crate::shrink::{Atom, Candidates, minimal};
use dashu_ratio::RBig;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(super) const UNCONSTRAINED: &str = "unconstrained";
pub(super) const AVERAGE: &str = "average";
pub(super) const SHRUNK: &str = "shrunk mixture";
pub(super) const BEST: &str = "best snapshot";
pub(super) const LAST: &str = "last snapshot";

/// What snapshots are chosen and mixed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Objective {
    Error,
    Hinge,
    Logistic,
}

impl Objective {
    /// What is played for it. The error has no useful slopes: the hinge loss stands in for it.
    fn loss(self) -> TrainingLoss {
        match self {
            Self::Error | Self::Hinge => TrainingLoss::Hinge,
            Self::Logistic => TrainingLoss::Logistic,
        }
    }

    /// Its values; exact but for the logistic loss, which is rounded.
    fn of(self, data: &Dataset, cells: &Cells, snapshots: &[Snapshot], tallies: &[Tally]) -> Vec<RBig> {
        match self {
            Self::Error => tallies.iter().map(|tally| tally.error(cells)).collect(),
            Self::Hinge => tallies.iter().map(|tally| tally.hinge_loss(cells)).collect(),
            Self::Logistic => snapshots.iter().map(|snapshot| exact(logistic_loss(data, &snapshot.theta))).collect(),
        }
    }
}

/// Snapshots, and mixtures of them.
pub(super) struct Fitted {
    /// Those of the chosen run, and last the unconstrained model.
    snapshots: Vec<Snapshot>,
    run: usize,
    tallies: Vec<Tally>,
    /// The step sizes of the chosen run and of the unconstrained one.
    pub(super) rate: f64,
    pub(super) unconstrained_rate: f64,
    mixtures: Vec<(&'static str, Vec<Atom>)>,
    salt: String,
}

/// The run of a game whose shrunk mixture is chosen.
struct Chosen {
    rate: f64,
    snapshots: Vec<Snapshot>,
    tallies: Vec<Tally>,
    mixture: Vec<Atom>,
}

/// What each game, or the loss alone, gives with every step size: they are trained at the same time.
fn trained(games: &[Option<Game>], problem: &RateProblem, arguments: &Arguments) -> Result<Vec<Vec<TrainedRun>>> {
    let told = Mutex::new(Progress::new(0, arguments.common.quiet));
    let done: Vec<AtomicUsize> = games.iter().map(|_| AtomicUsize::new(0)).collect();
    let places: Vec<usize> = (0..games.len()).collect();
    let train = |&place: &usize| {
        let settings = Settings {
            rounds: arguments.rounds,
            batch: arguments.batch,
            every: (arguments.rounds / arguments.snapshots).max(1),
            radius: arguments.radius,
            loss: arguments.objective.loss(),
            ..Settings::paper(games[place], arguments.common.seed)
        };
        train_telling(problem.data(), problem.cells(), &settings, &mut |round, total| {
            done[place].store(round, Ordering::Relaxed);
            if round % 64 == 0 {
                let sum = done.iter().map(|done| done.load(Ordering::Relaxed) as u64).sum();
                told.lock().expect("no thread panicked").set_of(sum, (total * games.len()) as u64);
            }
        })
    };
    in_parallel(&places, arguments.threads.count(), train, &mut |_| ()).into_iter().collect()
}

impl Chosen {
    /// Of the runs of all step sizes the one whose shrunk mixture has the least worst rank among its objective and its
    /// violations. Without a lambda-player that is the snapshot of the least objective.
    fn of(game: Option<Game>, runs: Vec<TrainedRun>, problem: &RateProblem, arguments: &Arguments) -> Result<Self> {
        let (data, cells, objective) = (problem.data(), problem.cells(), arguments.objective);
        let threads = arguments.threads.count();
        // The hinges of a run that is not chosen are not asked for, unless it is chosen by them.
        let tally = if objective == Objective::Hinge { evaluate } else { count };
        let measure = |run: &TrainedRun| {
            let models: Vec<&[f64]> = run.snapshots.iter().map(|snapshot| snapshot.theta.as_slice()).collect();
            let tallies = tally(data, cells, &models, NonZeroUsize::MIN)?;
            let losses = objective.of(data, cells, &run.snapshots, &tallies);
            let mixture = minimal(&candidates(game, &tallies, cells, &losses)?)?.support;
            let mut performance = Performance::of(&mixture, &tallies, cells);
            performance.error =
                mixture.iter().fold(RBig::ZERO, |sum, atom| sum + &atom.weight * &losses[atom.candidate]);
            if game.is_none() {
                performance.constraints.clear();
            }
            Ok((mixture, performance))
        };
        let mut measured = Progress::of_runs(runs.len(), arguments.common.quiet);
        let found = in_parallel(&runs, threads, measure, &mut |done| measured.set(done));
        let (mut mixtures, performances): (Vec<_>, Vec<_>) =
            found.into_iter().collect::<Result<Vec<_>>>()?.into_iter().unzip();
        let place =
            choose_step_size(&performances)?.ok_or_else(|| Error::new("there are no snapshots: play more rounds"))?;
        let (mut runs, mixture) = (runs, mixtures.swap_remove(place));
        let TrainedRun { rate, snapshots } = runs.swap_remove(place);
        let models: Vec<&[f64]> = snapshots.iter().map(|snapshot| snapshot.theta.as_slice()).collect();
        let tallies = evaluate(data, cells, &models, threads)?;
        Ok(Self { rate, snapshots, tallies, mixture })
    }
}

impl Fitted {
    pub(super) fn train(problem: &RateProblem, arguments: &Arguments) -> Result<Self> {
        let game = (!problem.constraints().is_empty()).then_some(Game::ProxyLagrangian);
        let games: Vec<Option<Game>> = std::iter::once(None).chain(game.map(Some)).collect();
        let mut runs = trained(&games, problem, arguments)?;
        let of_game = game.and_then(|_| runs.pop());
        let alone = Chosen::of(None, runs.pop().expect("the loss alone is played"), problem, arguments)?;
        // Without constraints a shrunk mixture is one snapshot.
        let best = alone.mixture[0].candidate;
        let unconstrained = (alone.snapshots[best].clone(), alone.tallies[best].clone());
        let unconstrained_rate = alone.rate;
        let chosen = match of_game {
            None => alone,
            Some(runs) => Chosen::of(game, runs, problem, arguments)?,
        };
        let Chosen { rate, mut snapshots, mut tallies, mixture } = chosen;
        let run = snapshots.len();
        snapshots.push(unconstrained.0);
        tallies.push(unconstrained.1);
        let salt = arguments.common.seed.to_string();
        let mut fitted = Self { snapshots, run, tallies, rate, unconstrained_rate, mixtures: Vec::new(), salt };
        // The mixture first: it is what `predict` takes unless it is told otherwise.
        fitted.mixtures = vec![
            (SHRUNK, mixture),
            (BEST, single(fitted.best(problem, arguments.objective)?)),
            (LAST, single(run - 1)),
            (AVERAGE, average(game, fitted.run())),
            (UNCONSTRAINED, single(run)),
        ];
        Ok(fitted)
    }

    /// The snapshot of the least worst rank.
    fn best(&self, problem: &RateProblem, objective: Objective) -> Result<usize> {
        let cells = problem.cells();
        let losses = objective.of(problem.data(), cells, self.run(), self.run_tallies()).into_iter();
        let each: Vec<Performance> = losses
            .zip(self.run_tallies())
            .map(|(error, tally)| Performance { error, constraints: tally.constraints(cells) })
            .collect();
        Ok(choose_step_size(&each)?.unwrap_or(0))
    }

    /// The snapshots of the chosen run.
    pub(super) fn run(&self) -> &[Snapshot] {
        &self.snapshots[..self.run]
    }

    /// What each of them does on the training rows.
    pub(super) fn run_tallies(&self) -> &[Tally] {
        &self.tallies[..self.run]
    }

    /// The snapshots of the chosen run as candidates for mixing.
    pub(super) fn candidates(&self, problem: &RateProblem, objective: Objective) -> Result<Candidates> {
        let losses = objective.of(problem.data(), problem.cells(), self.run(), self.run_tallies());
        candidates(Some(Game::ProxyLagrangian), self.run_tallies(), problem.cells(), &losses)
    }

    /// What every snapshot does on the rows of a problem.
    pub(super) fn count(&self, problem: &RateProblem) -> Result<Vec<Tally>> {
        let models: Vec<&[f64]> = self.snapshots.iter().map(|snapshot| snapshot.theta.as_slice()).collect();
        count(problem.data(), problem.cells(), &models, problem.options().threads)
    }

    /// What the classifiers with these names do on the rows of a problem, given what every snapshot does there.
    pub(super) fn document(
        &self,
        problem: &RateProblem,
        tallies: &[Tally],
        wanted: impl Fn(&str) -> bool,
    ) -> FitDocument {
        let mut document = FitDocument { salt: self.salt.clone(), ..FitDocument::new(problem) };
        for (name, mixture) in self.mixtures.iter().filter(|(name, _)| wanted(name)) {
            document.add(*name, mixture, &self.snapshots, tallies, problem.cells());
        }
        document
    }

    /// What each snapshot, and last the unconstrained model, does on the training rows.
    pub(super) fn tallies(&self) -> &[Tally] {
        &self.tallies
    }
}

fn candidates(game: Option<Game>, tallies: &[Tally], cells: &Cells, losses: &[RBig]) -> Result<Candidates> {
    let m = if game.is_none() { 0 } else { cells.constraints().len() };
    let mut candidates = Candidates::new(m);
    for (tally, loss) in tallies.iter().zip(losses) {
        push_rounded_up(&mut candidates, loss, &tally.constraints(cells)[..m])?;
    }
    Ok(candidates)
}
