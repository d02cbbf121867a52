//! What is trained, which run is chosen, and the classifiers that are made of it.

use super::Arguments;
use crate::error::{Error, Result};
use crate::fit::{
    FitDocument, Game, Loss, Performance, Settings, Snapshot, Tally, average, choose, evaluate, logistic_loss, single,
    train,
};
use crate::numerics::rational::{enclose, exact};
use crate::problem::rates::{Cells, Dataset, RateProblem};
use crate::shrink::{Atom, Candidates, Epsilon, Outcome, shrink};
use dashu_ratio::RBig;

pub(super) const UNCONSTRAINED: &str = "unconstrained";
pub(super) const AVERAGE: &str = "average";
pub(super) const SHRUNK: &str = "shrunk mixture";
pub(super) const BEST: &str = "best snapshot";
pub(super) const LAST: &str = "last snapshot";

/// What snapshots are chosen and mixed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Objective {
    Error,
    Hinge,
    Logistic,
}

impl std::str::FromStr for Objective {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match text {
            "error" => Ok(Self::Error),
            "hinge" => Ok(Self::Hinge),
            "logistic" => Ok(Self::Logistic),
            _ => Err("it must be `error`, `hinge` or `logistic`".into()),
        }
    }
}

impl Objective {
    /// What is played for it. The error has no useful slopes: the hinge loss stands in for it.
    fn loss(self) -> Loss {
        match self {
            Self::Error | Self::Hinge => Loss::Hinge,
            Self::Logistic => Loss::Logistic,
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
    /// Those of the chosen run, and last the unconstrained model where there are constraints.
    snapshots: Vec<Snapshot>,
    run: usize,
    tallies: Vec<Tally>,
    /// The step sizes of the chosen run and of the unconstrained one.
    pub(super) rate: f64,
    pub(super) unconstrained_rate: f64,
    mixtures: Vec<(&'static str, Vec<Atom>)>,
}

impl Fitted {
    pub(super) fn train(problem: &RateProblem, arguments: &Arguments) -> Result<Self> {
        let (data, cells, objective) = (problem.data(), problem.cells(), arguments.objective);
        let settings = |game| Settings {
            rounds: arguments.rounds,
            batch: arguments.batch,
            every: (arguments.rounds / arguments.snapshots).max(1),
            radius: arguments.radius,
            loss: objective.loss(),
            ..Settings::paper(game, arguments.common.seed)
        };
        let tallied = |snapshots: &[Snapshot]| {
            let models: Vec<&[f64]> = snapshots.iter().map(|snapshot| snapshot.theta.as_slice()).collect();
            evaluate(data, cells, &models)
        };
        let nothing = || Error::new("there are no snapshots: play more rounds");

        // The model without constraints: the last snapshot of the step size with the least objective.
        let alone = train(data, cells, &settings(Game::Unconstrained))?;
        let lasts: Vec<Snapshot> = alone.iter().filter_map(|run| run.snapshots.last().cloned()).collect();
        let values = tallied(&lasts)?;
        let value = |error: RBig| Performance { error, constraints: Vec::new() };
        let losses = objective.of(data, cells, &lasts, &values).into_iter();
        let chosen = choose(&losses.map(value).collect::<Vec<_>>())?.ok_or_else(nothing)?;
        let unconstrained_rate = alone[chosen].rate;
        if problem.constraints().is_empty() {
            let snapshots = alone[chosen].snapshots.clone();
            let tallies = tallied(&snapshots)?;
            let run = snapshots.len();
            let mut fitted =
                Self { snapshots, run, tallies, rate: unconstrained_rate, unconstrained_rate, mixtures: Vec::new() };
            fitted.mixtures = vec![(UNCONSTRAINED, single(run - 1))];
            fitted.add_mixtures(Game::Unconstrained, problem, objective)?;
            return Ok(fitted);
        }

        // The run whose shrunk mixture has the least worst rank among its objective and its violations.
        let runs = train(data, cells, &settings(Game::Proxy))?;
        let mut best: Vec<(Vec<Tally>, Performance)> = Vec::new();
        for run in &runs {
            let tallies = tallied(&run.snapshots)?;
            let losses = objective.of(data, cells, &run.snapshots, &tallies);
            let mixture = shrunk(&candidates(&tallies, cells, &losses)?)?;
            let mut performance = Performance::of(&mixture, &tallies, cells);
            performance.error =
                mixture.iter().fold(RBig::ZERO, |sum, atom| sum + &atom.weight * &losses[atom.candidate]);
            best.push((tallies, performance));
        }
        let performances: Vec<Performance> = best.iter().map(|(_, performance)| performance.clone()).collect();
        let place = choose(&performances)?.ok_or_else(nothing)?;
        let (rate, mut snapshots) = (runs[place].rate, runs[place].snapshots.clone());
        let mut tallies = best.swap_remove(place).0;
        let run = snapshots.len();
        snapshots.push(lasts[chosen].clone());
        tallies.push(values[chosen].clone());
        let mut fitted = Self { snapshots, run, tallies, rate, unconstrained_rate, mixtures: Vec::new() };
        fitted.mixtures.push((UNCONSTRAINED, single(run)));
        fitted.add_mixtures(Game::Proxy, problem, objective)?;
        Ok(fitted)
    }

    fn add_mixtures(&mut self, game: Game, problem: &RateProblem, objective: Objective) -> Result<()> {
        let cells = problem.cells();
        let mean = average(game, self.run());
        let mixture = shrunk(&self.candidates(problem, objective)?)?;
        let losses = objective.of(problem.data(), cells, self.run(), self.run_tallies());
        let each: Vec<Performance> = losses
            .into_iter()
            .zip(self.run_tallies())
            .map(|(error, tally)| Performance { error, constraints: tally.constraints(cells) })
            .collect();
        let best = choose(&each)?.unwrap_or(0);
        // The mixture first: it is what `predict` takes unless it is told otherwise.
        let unconstrained = self.mixtures.pop();
        self.mixtures.extend([(SHRUNK, mixture), (BEST, single(best)), (LAST, single(self.run - 1)), (AVERAGE, mean)]);
        self.mixtures.extend(unconstrained);
        Ok(())
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
        candidates(self.run_tallies(), problem.cells(), &losses)
    }

    /// What the classifiers with these names do on the rows of a problem.
    pub(super) fn document(&self, problem: &RateProblem, wanted: impl Fn(&str) -> bool) -> Result<FitDocument> {
        let models: Vec<&[f64]> = self.snapshots.iter().map(|snapshot| snapshot.theta.as_slice()).collect();
        let tallies = evaluate(problem.data(), problem.cells(), &models)?;
        let mut document = FitDocument::new(problem);
        for (name, mixture) in self.mixtures.iter().filter(|(name, _)| wanted(name)) {
            document.add(*name, mixture, &self.snapshots, &tallies, problem.cells());
        }
        Ok(document)
    }
}

fn candidates(tallies: &[Tally], cells: &Cells, losses: &[RBig]) -> Result<Candidates> {
    let mut candidates = Candidates::new(cells.constraints().len());
    for (tally, loss) in tallies.iter().zip(losses) {
        // Rounded up: a mixture that is good with these is good with the exact values.
        let up: Vec<f64> = tally.constraints(cells).iter().map(|value| enclose(value).hi()).collect();
        candidates.push(enclose(loss).hi(), &up)?;
    }
    Ok(candidates)
}

fn shrunk(candidates: &Candidates) -> Result<Vec<Atom>> {
    match shrink(candidates, &Epsilon::Minimal)? {
        Outcome::Optimal(solution) => Ok(solution.support),
        Outcome::Infeasible(_) => unreachable!("some epsilon can always be kept"),
    }
}
