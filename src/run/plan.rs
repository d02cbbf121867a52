//! What will be played, and why: every choice that is left open is made here, with its reason.

use super::reasons::{AlgorithmReason, Obstacle, Radius, RadiusReason};
use super::subject::Subject;
use super::until::{Budget, Target};
use crate::arena::{Algorithm, Match, Setup};
use crate::certificate::Given;
use crate::error::{Error, Result};
use crate::files::Set;
use crate::game::{Game, Rules, Side};
use crate::oracle;
use crate::players::{LambdaPlayer, LambdaSettings, Sight};
use crate::problem::families::Known;
use crate::problem::{Constants, Problem};
use crate::registry::Registry;
use crate::theorems;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

/// How a lambda-player of one's own is made.
pub type LambdaMaker = dyn Fn(&LambdaSettings) -> Box<dyn LambdaPlayer>;

/// A game that is to be played on a problem: what is asked for, the rest being chosen to fit.
///
/// ```
/// use referee::prelude::*;
/// let problem = referee::open("triangle")?;
/// let run = Plan::fitting(&problem)?.rounds(64).seed(1).lambda_player("exponentiated-gradient").play()?;
/// assert_eq!(run.choices.algorithm, Algorithm::OracleLagrangian); // its functions are not convex
/// assert_eq!(run.certification.certificate.rounds, 64);
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone)]
pub struct Plan<'a> {
    subject: &'a Subject<'a>,
    algorithm: Algorithm,
    why: AlgorithmReason,
    pub(super) rounds: usize,
    seed: u64,
    radius: Option<f64>,
    registry: &'a Registry,
    theta_player: Option<&'a str>,
    lambda_player: Option<&'a str>,
    lambda_maker: Option<&'a LambdaMaker>,
    theta_step: Option<f64>,
    lambda_step: Option<f64>,
    pub(super) every: Option<NonZeroUsize>,
    pub(super) gap: Option<f64>,
    pub(super) stream: Option<PathBuf>,
    /// Where the files go, once that is known.
    pub(super) place: Option<Arc<Set>>,
    pub(super) threads: NonZeroUsize,
    pub(super) target: Option<Target>,
    pub(super) budget: Budget,
    pub(super) progress: Option<&'a dyn Fn(usize)>,
}

/// The number of rounds where none is named.
pub const ROUNDS: usize = 4096;

impl<'a> Plan<'a> {
    /// The algorithm that fits the problem: the proxy game if there are proxies, an oracle unless the theta-player's
    /// functions are convex with bounded subgradients.
    ///
    /// # Errors
    /// If a function of the problem is not bounded on the domain, or is undefined somewhere.
    pub fn fitting(subject: &'a Subject<'a>) -> Result<Self> {
        let problem = &*subject.problem;
        let side = if problem.has_proxies() { Side::Proxies } else { Side::Constraints };
        let mut obstacle = subject.not_convex(side).map(Obstacle::NotConvex);
        if obstacle.is_none() && subject.own_bounds(side)?.bound_subgradient.is_none() {
            obstacle = Some(Obstacle::Unbounded);
        }
        let algorithm = Algorithm::fitting(problem, obstacle.is_none());
        let why = AlgorithmReason::Fits { proxies: problem.has_proxies(), obstacle };
        Ok(Self { why, ..Self::new(subject, algorithm) })
    }

    /// An algorithm that is known to be wanted.
    pub fn new(subject: &'a Subject<'a>, algorithm: Algorithm) -> Self {
        Self {
            subject,
            algorithm,
            why: AlgorithmReason::Asked,
            rounds: ROUNDS,
            seed: 0,
            radius: None,
            registry: Registry::ours(),
            theta_player: None,
            lambda_player: None,
            lambda_maker: None,
            theta_step: None,
            lambda_step: None,
            every: None,
            gap: None,
            stream: None,
            place: None,
            threads: NonZeroUsize::MIN,
            target: None,
            budget: Budget::default(),
            progress: None,
        }
    }

    /// The number of rounds; 4096 if none is named.
    #[must_use]
    pub fn rounds(mut self, rounds: usize) -> Self {
        self.rounds = rounds;
        self
    }

    /// The seed: the same gives the same run, bit for bit.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The radius of the multipliers in the Lagrangian game.
    #[must_use]
    pub fn radius(mut self, radius: impl Into<Option<f64>>) -> Self {
        self.radius = radius.into();
        self
    }

    /// Who the names of players stand for; ours if no registry is given.
    #[must_use]
    pub fn registry(mut self, registry: &'a Registry) -> Self {
        self.registry = registry;
        self
    }

    /// A theta-player by its name, in place of the algorithm's.
    #[must_use]
    pub fn theta_player(mut self, name: impl Into<Option<&'a str>>) -> Self {
        self.theta_player = name.into();
        self
    }

    /// A lambda-player by its name, in place of the algorithm's.
    #[must_use]
    pub fn lambda_player(mut self, name: impl Into<Option<&'a str>>) -> Self {
        self.lambda_player = name.into();
        self
    }

    /// A lambda-player of one's own, made for the settings of each game.
    #[must_use]
    pub fn lambda_player_by(mut self, make: &'a LambdaMaker) -> Self {
        self.lambda_maker = Some(make);
        self
    }

    /// A step of the theta-player in place of its own.
    #[must_use]
    pub fn theta_step(mut self, step: impl Into<Option<f64>>) -> Self {
        self.theta_step = step.into();
        self
    }

    /// A step of the lambda-player in place of its own.
    #[must_use]
    pub fn lambda_step(mut self, step: impl Into<Option<f64>>) -> Self {
        self.lambda_step = step.into();
        self
    }

    /// Only every so-many-th round, from the first, is a candidate for the shrunk mixture. These are written too.
    #[must_use]
    pub fn every(mut self, every: impl Into<Option<NonZeroUsize>>) -> Self {
        self.every = every.into();
        self
    }

    /// Refines the shrunk mixture with an oracle, until no feasible mixture is better by more than this.
    #[must_use]
    pub fn refine(mut self, gap: impl Into<Option<f64>>) -> Self {
        self.gap = gap.into();
        self
    }

    /// Writes the trace round by round, and keeps none in memory. It takes its place in this folder when the run is
    /// [written](crate::run::Run::write) there.
    #[must_use]
    pub fn stream(mut self, folder: impl Into<Option<PathBuf>>) -> Self {
        self.stream = folder.into();
        self
    }

    /// How many threads write and read the trace; one if absent. The run does not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Tells the number of each round.
    #[must_use]
    pub fn progress(mut self, tell: &'a dyn Fn(usize)) -> Self {
        self.progress = Some(tell);
        self
    }

    /// The algorithm, as it was named or found to fit.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Makes every choice that is open.
    ///
    /// # Errors
    /// If what is asked for has no meaning in the game, or no oracle applies to the problem.
    pub fn choose(&self) -> Result<Choices<'a>> {
        let (subject, algorithm) = (self.subject, self.algorithm);
        let problem = &*subject.problem;
        let (bounds, bounds_source) = subject.bounds(algorithm.side())?;
        let radius = match self.radius {
            Some(_) if algorithm.game() == Game::ProxyLagrangian => {
                return Err(Error::new("a radius has no meaning in the proxy game: leave it out"));
            }
            Some(radius) => Radius { value: radius, why: RadiusReason::Asked },
            None => Radius::fitting(problem, bounds),
        };
        let theta_player = self.theta_player.unwrap_or(algorithm.theta_player(problem));
        let oracle = match self.registry.find_theta_player(theta_player)?.sight {
            Sight::Loss => Some(oracle::choose(problem, algorithm.side(), oracle::Options::default())?.reason),
            Sight::Slopes | Sight::Stochastic => None,
        };
        Ok(Choices {
            problem,
            known: subject.known.as_ref(),
            algorithm,
            why: self.why.clone(),
            bounds,
            bounds_source,
            convex: subject.not_convex(algorithm.side()).is_none(),
            radius,
            oracle,
            rounds: self.rounds,
            seed: self.seed,
            plan: self.clone(),
        })
    }
}

/// Every choice that a run rests on, with its reason.
#[derive(Clone)]
pub struct Choices<'a> {
    /// What is played about.
    pub problem: &'a dyn Problem,
    /// What is known of it in closed form.
    pub known: Option<&'a Known>,
    /// Which game, and whose players.
    pub algorithm: Algorithm,
    /// Why this algorithm.
    pub why: AlgorithmReason,
    /// Bounds over the domain, for the functions that the theta-player sees.
    pub bounds: &'a Constants,
    /// Where they come from.
    pub bounds_source: &'static str,
    /// Whether the theta-player's functions are convex.
    pub convex: bool,
    /// How large the multipliers may be in the Lagrangian game.
    pub radius: Radius,
    /// Why this oracle, if one plays.
    pub oracle: Option<String>,
    /// The number of rounds, which the players' steps depend on.
    pub rounds: usize,
    /// The seed.
    pub seed: u64,
    pub(super) plan: Plan<'a>,
}

impl<'a> Choices<'a> {
    /// Whether it is the Lagrangian game.
    pub fn is_lagrangian(&self) -> bool {
        self.algorithm.game() == Game::Lagrangian
    }

    /// The rules of the game, with the radius where it has one.
    pub fn rules(&self) -> Rules {
        Rules::new(self.algorithm.game(), self.radius.value)
    }

    /// What the players are told.
    pub fn setup(&self) -> Setup<'a> {
        Setup {
            registry: self.plan.registry,
            convex: Some(self.convex),
            theta_player: self.plan.theta_player,
            lambda_player: self.plan.lambda_player,
            theta_step: self.plan.theta_step,
            lambda_step: self.plan.lambda_step,
            ..Setup::new(self.problem, self.bounds, self.rounds, self.radius.value)
        }
    }

    /// Seats the players.
    ///
    /// # Errors
    /// If a player is unknown or does not fit, a constant makes no sense, or no oracle applies.
    pub fn seat(&self) -> Result<Match<'a>> {
        let settings = self.setup().lambda_settings();
        let mut players = self.algorithm.set_up(self.setup())?;
        if let Some(make) = self.plan.lambda_maker {
            players.lambda_player = make(&settings);
        }
        Ok(players)
    }

    /// What the problem and the choices give a certificate.
    pub fn given(&self) -> Given {
        let mut given = theorems::facts(self.problem, self.bounds, self.algorithm.game());
        // Without constraints there are no multipliers, and a radius means nothing.
        given.radius = (self.is_lagrangian() && self.problem.num_constraints() > 0).then_some(self.radius.value);
        given
    }
}
