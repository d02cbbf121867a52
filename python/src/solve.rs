//! A game that is planned, played, certified and shrunk in one call.

use crate::away::{Watch, away};
use crate::certificate::Certificate;
use crate::edge::{Problem, game_name};
use crate::run::{Logged, Run, Saved};
use crate::solution::Solution;
use crate::variant::{Class, Declared, near_python, registry};
use pyo3::prelude::*;
use referee::arena::Algorithm;
use referee::error::{Error, Result};
use referee::game::Game;
use referee::registry::Registry;
use referee::run::{self, Beside, Budget, End, FILES, Plan, Pursuit, Recorded, Second};
use referee::trace::{Checkpoints, Equalities, Labels, Layout, Recording};
use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What a call asks for.
#[derive(FromPyObject)]
pub struct Asked {
    algorithm: Option<String>,
    rounds: usize,
    seed: u64,
    radius: Option<f64>,
    lambda_player: Option<String>,
    theta_player: Option<String>,
    lambda_step: Option<f64>,
    theta_step: Option<f64>,
    gap: Option<f64>,
    /// The most of infeasibility and of suboptimality.
    until: Option<(f64, f64)>,
    budget_rounds: Option<usize>,
    budget_seconds: Option<f64>,
}

/// What came of it.
#[pyclass(frozen, module = "referee._referee")]
pub struct Solved {
    run: Py<Run>,
    certificate: Py<Certificate>,
    solution: Option<Py<Solution>>,
    second: Option<Second>,
    #[pyo3(get)]
    algorithm: &'static str,
    #[pyo3(get)]
    game: &'static str,
    #[pyo3(get)]
    lambda_player: &'static str,
    #[pyo3(get)]
    theta_player: &'static str,
    #[pyo3(get)]
    radius: Option<f64>,
    #[pyo3(get)]
    summary: String,
    #[pyo3(get)]
    met: Option<bool>,
}

/// What the worker hands over.
struct Played {
    run: Run,
    certificate: Certificate,
    solution: Option<Solution>,
    second: Option<Second>,
    algorithm: Algorithm,
    players: [&'static str; 2],
    radius: Option<f64>,
    summary: String,
    met: Option<bool>,
}

/// Plays a game on a problem, certifies it and shrinks it.
#[pyfunction]
pub fn solve(py: Python<'_>, problem: Problem, asked: Asked, player: Option<Declared>) -> PyResult<Solved> {
    let classes: Vec<_> = player.map(Class::new).transpose()?.into_iter().collect();
    let played = away(py, "playing", move |watch| near_python(|| play(&problem, &asked, &classes, watch)))?;
    let Played { run, certificate, solution, second, algorithm, players, radius, summary, met } = played;
    Ok(Solved {
        run: Py::new(py, run)?,
        certificate: Py::new(py, certificate)?,
        solution: solution.map(|solution| Py::new(py, solution)).transpose()?,
        second,
        algorithm: algorithm.name(),
        game: game_name(algorithm.game()),
        lambda_player: players[0],
        theta_player: players[1],
        radius,
        summary,
        met,
    })
}

fn play(problem: &Problem, asked: &Asked, classes: &[Arc<Class>], watch: &Arc<Watch>) -> Result<Played> {
    let registry = registry(classes, watch)?;
    let subject = problem.open(&registry)?;
    let (told, total) = (Cell::new(0), asked.total());
    let tell = |_: usize| {
        told.set(told.get() + 1);
        watch.tell(told.get(), total);
    };
    let plan = asked.plan(&subject, &registry)?.progress(&tell);
    let seated = plan.seat()?;
    if seated.choices.oracle.is_some() && asked.theta_step.is_some() {
        return Err(Error::new("`theta_step` has no meaning for an oracle, which takes no steps: leave it out"));
    }
    if !seated.fits_in_memory() {
        return Err(Error::new("`rounds` asks for more than fits in memory: play fewer rounds"));
    }
    let run = seated.play()?;
    let summary = run.summary() + &run.pursuit.as_ref().map_or_else(String::new, pursued);
    let algorithm = run.choices.algorithm;
    let radius = run.choices.rules().radius();
    let players = [run.players.lambda_player.name(), run.players.theta_player.name()];
    let labels = labels(&run);
    let run::Run { recorded, certification, second, pursuit, .. } = run;
    let Recorded::Memory(trace) = recorded else {
        return Err(Error::new("an error of this program: the trace is not in memory"));
    };
    let (equalities, checkpoints) = (Equalities::default(), Checkpoints::default());
    let run = Run::of(Logged { trace, labels, equalities, checkpoints, estimates: false });
    let certificate = Certificate::of(Arc::clone(&run.logged), Arc::clone(&run.saved), certification);
    let shrunk = |second: &Second| Solution::of(Arc::clone(&run.logged), Arc::clone(&run.saved), &second.solution);
    let solution = second.as_ref().map(shrunk);
    let met = pursuit.as_ref().map(Pursuit::is_met);
    Ok(Played { run, certificate, solution, second, algorithm, players, radius, summary, met })
}

impl Asked {
    fn plan<'a>(&'a self, subject: &'a run::Subject<'a>, registry: &'a Registry) -> Result<Plan<'a>> {
        let plan = match &self.algorithm {
            Some(name) => Plan::new(subject, Algorithm::parse(name)?),
            None => Plan::fitting(subject)?,
        };
        // Who names a player and no algorithm wants the game of that player.
        let wanted = self.lambda_player.as_deref().and_then(|name| registry.find_lambda_player(name));
        let plan = match wanted.map(|entry| entry.game) {
            Some(game) if self.algorithm.is_none() && game != plan.algorithm().game() => {
                Plan::new(subject, in_game(game, plan.algorithm()))
            }
            _ => plan,
        };
        let plan = plan
            .registry(registry)
            .rounds(self.rounds)
            .seed(self.seed)
            .radius(self.radius)
            .theta_player(self.theta_player.as_deref())
            .lambda_player(self.lambda_player.as_deref())
            .theta_step(self.theta_step)
            .lambda_step(self.lambda_step)
            .refine(self.gap);
        let plan = match self.until {
            Some((infeasibility, suboptimality)) => plan.until(infeasibility, suboptimality),
            None => plan,
        };
        let time = self.budget_seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        Ok(match time.map(Budget::Time).or(self.budget_rounds.map(Budget::Rounds)) {
            Some(budget) => plan.budget(budget),
            None => plan,
        })
    }

    /// The rounds that may be played, for the progress; 0 if nobody knows.
    fn total(&self) -> u64 {
        let Budget::Rounds(budget) = Budget::default() else { return 0 };
        match (self.until, self.budget_seconds) {
            (None, _) => self.rounds as u64,
            (Some(_), Some(_)) => 0,
            (Some(_), None) => self.budget_rounds.unwrap_or(budget) as u64,
        }
    }
}

/// The algorithm of a game in place of one of the other game. What fits the proxies need not fit the constraints: there an
/// oracle plays, which fits all.
fn in_game(game: Game, other: Algorithm) -> Algorithm {
    match (game, other) {
        (Game::Lagrangian, _) => Algorithm::OracleLagrangian,
        (Game::ProxyLagrangian, Algorithm::StochasticLagrangian) => Algorithm::StochasticProxyLagrangian,
        (Game::ProxyLagrangian, _) => Algorithm::OracleProxyLagrangian,
    }
}

/// The names of the problem's constraints, where it has names that can stand for columns.
fn labels(run: &run::Run<'_>) -> Labels {
    let layout: Layout = run.players.layout();
    let own = run.choices.problem.expressions().and_then(|problem| {
        let names: Vec<String> = problem.constraints().iter().map(|constraint| constraint.name.clone()).collect();
        Recording::new(layout.game(), &names, &[], layout.has_proxies(), 0).ok()
    });
    own.map_or_else(|| Labels::of_trace(&layout), |recording| recording.labels())
}

/// What became of a target.
fn pursued(pursuit: &Pursuit) -> String {
    let played = format!("{} rounds in {} stretches", pursuit.rounds(), pursuit.stretches.len());
    match &pursuit.end {
        End::Met => format!("the target is met, after {played}\n"),
        End::Spent => format!("the target is not met, after {played}: give a larger budget\n"),
        End::Unprovable(why) => format!("the target is not met, after {played}: {why}\n"),
    }
}

#[pymethods]
impl Solved {
    #[getter]
    fn run(&self, py: Python<'_>) -> Py<Run> {
        self.run.clone_ref(py)
    }

    #[getter]
    fn certificate(&self, py: Python<'_>) -> Py<Certificate> {
        self.certificate.clone_ref(py)
    }

    #[getter]
    fn solution(&self, py: Python<'_>) -> Option<Py<Solution>> {
        self.solution.as_ref().map(|solution| solution.clone_ref(py))
    }

    /// The points of the shrunk mixture.
    #[getter]
    fn points(&self) -> Vec<Vec<f64>> {
        self.second.as_ref().map_or_else(Vec::new, |second| second.points.clone())
    }

    /// Whether a refinement proves that no mixture is feasible.
    #[getter]
    fn is_infeasible(&self) -> bool {
        self.second.as_ref().is_some_and(Second::is_infeasible)
    }

    /// Mixtures and points beside each other: name, objective, constraints, each from below and above.
    #[getter]
    fn compared(&self) -> Vec<(String, Vec<(f64, f64)>)> {
        let compared = self.second.iter().flat_map(|second| &second.compared);
        compared.map(|row| (row.name.clone(), row.values.iter().map(|x| (x.lo(), x.hi())).collect())).collect()
    }

    /// Writes what the program `referee solve` writes; tells what was written.
    fn save(slf: Py<Self>, py: Python<'_>, folder: PathBuf) -> PyResult<Vec<PathBuf>> {
        away(py, "writing", move |_| {
            let solved = slf.get();
            let (logged, certificate) = (&solved.run.get().logged, &solved.certificate.get().certification.certificate);
            let beside = Beside { candidates: None, certificate, second: solved.second.as_ref() };
            let written = beside.write_with(&logged.trace, &folder)?;
            if let Some(solution) = &written.solution {
                let saved = Saved::new(&folder.join(FILES[0]), solution.source.sha256.clone());
                *solved.run.get().saved.lock().expect("nobody panics here") = Some(saved);
            }
            Ok(written.files)
        })
    }
}
