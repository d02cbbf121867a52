//! What will be played, and why: every choice that the call leaves open is made here and can be printed.

use super::Arguments;
use crate::arena::{Algorithm, Match, Setup};
use crate::cli::numbers::plain;
use crate::error::{Error, Result};
use crate::game::{Game, Side};
use crate::oracle;
use crate::players::Sight;
use crate::problem::Constants;
use crate::problem::families::Known;
use crate::problem::{ExpressionProblem, Problem, constants, names_file, not_convex};
use crate::registry::Registry;
use std::path::{Path, PathBuf};

/// A problem, and what is known of it in closed form if it is built in.
pub(in crate::cli) struct Subject {
    pub(in crate::cli) problem: Box<dyn Problem>,
    pub(in crate::cli) known: Option<Known>,
    file: Option<PathBuf>,
}

impl Subject {
    /// Bounds by enclosure; an error names the file.
    fn constants(&self, side: Side) -> Result<Constants> {
        constants(&*self.problem, side).map_err(|error| match &self.file {
            Some(file) => error.in_file(file),
            None => error,
        })
    }

    /// The best bounds that are known for the functions on a side, and where they come from.
    pub(in crate::cli) fn bounds(&self, side: Side) -> Result<(Constants, &'static str)> {
        match &self.known {
            // Closed forms speak of the proxies where there are any.
            Some(known) if side == Side::Proxies || !self.problem.has_proxies() => {
                Ok((known.constants.clone(), "closed forms of the family"))
            }
            _ => Ok((self.constants(side)?, "enclosures over the domain")),
        }
    }
}

/// Opens a file if there is one of that name or the name ends in `.toml`, else a built-in problem.
pub(in crate::cli) fn open(name: &str, registry: &Registry) -> Result<Subject> {
    let path = Path::new(name);
    let folder = || Error::new("this is a folder: name a problem file (*.toml) or a built-in problem").in_file(path);
    if path.extension().is_some_and(|extension| extension == "toml") && path.is_dir() {
        return Err(folder());
    }
    if names_file(name) {
        return Ok(Subject { problem: Box::new(ExpressionProblem::open(path)?), known: None, file: Some(path.into()) });
    }
    let instance = registry.open(name).map_err(|error| {
        // A built-in problem may share its name with a folder.
        if path.is_dir() {
            return folder();
        }
        let file = if name.contains(':') { String::new() } else { format!(" (and there is no file `{name}`)") };
        Error::new(format!("{error}{file}; `referee solve --list` shows what is built in"))
    })?;
    Ok(Subject { problem: instance.problem, known: Some(instance.known), file: None })
}

/// The choices, each with its reason where the call did not make it.
pub(super) struct Plan<'a> {
    arguments: &'a Arguments,
    registry: &'a Registry,
    pub(super) problem: &'a dyn Problem,
    pub(super) known: Option<&'a Known>,
    pub(super) algorithm: Algorithm,
    pub(super) algorithm_reason: String,
    pub(super) constants: Constants,
    pub(super) constants_source: &'static str,
    pub(super) convex: bool,
    pub(super) radius: f64,
    pub(super) radius_reason: String,
    /// Which oracle and why, if one plays.
    pub(super) oracle_reason: Option<String>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(subject: &'a Subject, arguments: &'a Arguments, registry: &'a Registry) -> Result<Self> {
        let problem = &*subject.problem;
        let (algorithm, algorithm_reason) = match &arguments.algorithm {
            Some(name) => (Algorithm::parse(name)?, "as asked".to_owned()),
            None => fitting(subject)?,
        };
        let convex = not_convex(problem, algorithm.side()).is_none();
        let (constants, constants_source) = subject.bounds(algorithm.side())?;
        let (radius, radius_reason) = match arguments.radius {
            Some(_) if algorithm.game() == Game::ProxyLagrangian => {
                return Err(Error::new("--radius has no meaning in the proxy game: leave it out"));
            }
            Some(radius) => (radius, "as asked".to_owned()),
            None => radius(problem, &constants),
        };
        let theta_player = arguments.theta_player.as_deref().unwrap_or(algorithm.theta_player(problem));
        let oracle_reason = if registry.find_theta_player(theta_player)?.sight == Sight::Loss {
            if arguments.step.iter().any(|step| step.theta.is_some() && step.lambda.is_none()) {
                return Err(Error::new(
                    "--step theta=.. has no meaning for an oracle, which takes no steps: leave it out",
                ));
            }
            Some(oracle::choose(problem, algorithm.side(), oracle::Options::default())?.reason)
        } else {
            None
        };
        Ok(Self {
            arguments,
            registry,
            problem,
            known: subject.known.as_ref(),
            algorithm,
            algorithm_reason,
            constants,
            constants_source,
            convex,
            radius,
            radius_reason,
            oracle_reason,
        })
    }

    pub(super) fn rounds(&self) -> usize {
        self.arguments.rounds
    }

    pub(super) fn seed(&self) -> u64 {
        self.arguments.common.seed
    }

    pub(super) fn is_lagrangian(&self) -> bool {
        self.algorithm.game() == Game::Lagrangian
    }

    pub(super) fn set_up(&self) -> Result<Match<'_>> {
        let step = |of: fn(&super::Step) -> Option<f64>| self.arguments.step.iter().rev().find_map(of);
        self.algorithm.set_up(Setup {
            registry: self.registry,
            convex: Some(self.convex),
            theta_player: self.arguments.theta_player.as_deref(),
            lambda_player: self.arguments.lambda_player.as_deref(),
            theta_step: step(|step| step.theta),
            lambda_step: step(|step| step.lambda),
            ..Setup::new(self.problem, &self.constants, self.arguments.rounds, self.radius)
        })
    }
}

/// The algorithm for a problem, and why.
fn fitting(subject: &Subject) -> Result<(Algorithm, String)> {
    let problem = &*subject.problem;
    let side = if problem.has_proxies() { Side::Proxies } else { Side::Constraints };
    let mut obstacle = not_convex(problem, side).map(|obstacle| format!("not all functions are convex: {obstacle}"));
    if obstacle.is_none() && subject.constants(side)?.bound_subgradient.is_none() {
        obstacle = Some("the subgradients of the functions are not bounded".to_owned());
    }
    let algorithm = Algorithm::fitting(problem, obstacle.is_none());
    let game = if problem.has_proxies() { "it has proxies" } else { "it has no proxies" };
    let shape = match obstacle {
        None => "the theta-player's functions are convex".to_owned(),
        Some(obstacle) => obstacle,
    };
    Ok((algorithm, format!("{game}, and {shape}")))
}

/// The radius of the multipliers: twice what Theorem 1 needs, where a margin is known.
pub(in crate::cli) fn radius(problem: &dyn Problem, constants: &Constants) -> (f64, String) {
    const FALLBACK: f64 = 10.0;
    match &constants.margin {
        Some(margin) => {
            let radius = 2.0 * constants.objective_range / margin.value;
            let (range, value) = (plain(constants.objective_range), plain(margin.value));
            let reason = format!("twice the objective range {range} over the margin {value}");
            if constants.objective_range == 0.0 {
                (1.0, "the objective is constant".to_owned())
            } else if radius.is_finite() && radius > 0.0 {
                (radius, reason)
            } else {
                (
                    FALLBACK,
                    "the objective's range over the margin is beyond doubles, so this is a guess: set --radius"
                        .to_owned(),
                )
            }
        }
        None if problem.num_constraints() == 0 => (0.0, "there are no constraints".to_owned()),
        None => (FALLBACK, "no strictly feasible point is known, so this is a guess: set --radius".to_owned()),
    }
}
