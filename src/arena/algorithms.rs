//! Algorithms 1-4 of the paper: which players meet in which game.

use super::Match;
use crate::domain::Domain as _;
use crate::error::{Error, Result, hint};
use crate::game::{Game, Side};
use crate::numerics::directed::{add_up, mul_up, sqrt_up};
use crate::oracle::{self, Oracle};
use crate::players::{LambdaSettings, Sight, ThetaSettings};
use crate::problem::{Constants, Problem, not_convex};
use crate::registry::Registry;

/// One of the paper's four algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Algorithm 1: an oracle against projected gradient, in the Lagrangian game.
    OracleLagrangian,
    /// Algorithm 2: stochastic subgradient against the swap-regret player, in the proxy game.
    StochasticProxyLagrangian,
    /// Algorithm 3: stochastic subgradient against projected gradient, in the Lagrangian game.
    StochasticLagrangian,
    /// Algorithm 4: an oracle against the swap-regret player, in the proxy game.
    OracleProxyLagrangian,
}

impl Algorithm {
    /// All four, in the order of the paper.
    pub const ALL: [Self; 4] = [
        Self::OracleLagrangian,
        Self::StochasticProxyLagrangian,
        Self::StochasticLagrangian,
        Self::OracleProxyLagrangian,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OracleLagrangian => "oracle-lagrangian",
            Self::StochasticProxyLagrangian => "stochastic-proxy-lagrangian",
            Self::StochasticLagrangian => "stochastic-lagrangian",
            Self::OracleProxyLagrangian => "oracle-proxy-lagrangian",
        }
    }

    /// The algorithm of a name.
    ///
    /// # Errors
    /// If there is none; the message lists the four.
    pub fn parse(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            let near = hint(name, Self::ALL.map(Self::name));
            Error::new(format!("there is no algorithm `{name}`{near}; the names are {names}"))
        })
    }

    /// The algorithm that fits a problem: the proxy game if there are proxies, an oracle unless the theta-player's
    /// functions are convex.
    pub fn fitting(problem: &dyn Problem, convex: bool) -> Self {
        match (problem.has_proxies(), convex) {
            (false, false) => Self::OracleLagrangian,
            (true, true) => Self::StochasticProxyLagrangian,
            (false, true) => Self::StochasticLagrangian,
            (true, false) => Self::OracleProxyLagrangian,
        }
    }

    /// Which game it plays.
    pub const fn game(self) -> Game {
        match self {
            Self::OracleLagrangian | Self::StochasticLagrangian => Game::Lagrangian,
            Self::StochasticProxyLagrangian | Self::OracleProxyLagrangian => Game::ProxyLagrangian,
        }
    }

    /// The functions that its theta-player sees in place of the constraints.
    pub const fn side(self) -> Side {
        self.game().side()
    }

    /// The paper's theta-player in it. Subgradients without noise are a stochastic subgradient too, and the theorems
    /// say more about them, so the exact player takes its place where there is none.
    pub fn theta_player(self, problem: &dyn Problem) -> &'static str {
        let noiseless = problem.is_noiseless();
        match self {
            Self::OracleLagrangian | Self::OracleProxyLagrangian => "oracle",
            Self::StochasticProxyLagrangian | Self::StochasticLagrangian if noiseless => "subgradient",
            Self::StochasticProxyLagrangian | Self::StochasticLagrangian => "stochastic-subgradient",
        }
    }

    /// The paper's lambda-player in it.
    pub const fn lambda_player(self) -> &'static str {
        match self.game() {
            Game::Lagrangian => "gradient",
            Game::ProxyLagrangian => "matrix",
        }
    }

    /// Seats the players.
    ///
    /// # Errors
    /// If a player is unknown or does not fit, a constant makes no sense, or no oracle applies.
    pub fn set_up(self, setup: Setup<'_>) -> Result<Match<'_>> {
        let theta_name = setup.theta_player.unwrap_or(self.theta_player(setup.problem));
        let lambda_name = setup.lambda_player.unwrap_or(self.lambda_player());
        let theta = setup.registry.find_theta_player(theta_name)?;
        let bound_subgradient = self.subgradient_bound(&setup, theta_name)?;
        let settings = setup.lambda_settings();
        let oracle = match (theta.sight, setup.oracle) {
            (Sight::Loss, None) => Some(oracle::choose(setup.problem, self.side(), setup.effort)?.oracle),
            (_, given) => given,
        };
        let sight = theta.sight;
        let theta_player = theta.make(ThetaSettings {
            problem: setup.problem,
            horizon: setup.rounds,
            bound_subgradient,
            convex: setup.convex.unwrap_or_else(|| not_convex(setup.problem, self.side()).is_none()),
            step: setup.theta_step,
            oracle,
        })?;
        let lambda_player = setup.registry.lambda_player(lambda_name, self.game(), &settings)?;
        Ok(Match { problem: setup.problem, game: self.game(), theta_player, lambda_player, sight })
    }

    /// A bound on the subgradients that the theta-player will see: the weights sum to 1 in the proxy game and to at
    /// most `1 + R` in the Lagrangian game, the constants speak of weights that sum to 1, and noise comes on top. Draws are
    /// rounded to doubles, and so is their norm: where there is noise, which may reach its width, the bound has room for that.
    ///
    /// # Errors
    /// If the player needs subgradients and those of the problem have no bound.
    pub fn subgradient_bound(self, setup: &Setup<'_>, player: &str) -> Result<f64> {
        let coordinates = setup.problem.domain().dim() as f64;
        let noise = mul_up(setup.problem.facts().noise, sqrt_up(coordinates));
        let room = if noise > 0.0 { 1.0 + (coordinates + 64.0) * (4.0 * f64::EPSILON) } else { 1.0 };
        match (setup.constants.bound_subgradient, self.game()) {
            (Some(bound), Game::ProxyLagrangian) => Ok(mul_up(add_up(bound, noise), room)),
            (Some(bound), Game::Lagrangian) => {
                Ok(mul_up(add_up(mul_up(add_up(1.0, setup.radius), bound), noise), room))
            }
            (None, _) if setup.registry.find_theta_player(player)?.sight == Sight::Loss => Ok(0.0),
            (None, _) => Err(Error::new(format!(
                "the theta-player `{player}` follows subgradients, and those of this problem are not bounded or do not exist: \
                 play an algorithm with an oracle"
            ))),
        }
    }
}

/// What the four algorithms need to know.
pub struct Setup<'a> {
    /// Where players are looked up.
    pub registry: &'a Registry,
    /// The problem.
    pub problem: &'a dyn Problem,
    /// Bounds over its domain.
    pub constants: &'a Constants,
    /// Whether the theta-player's functions are convex, so that theorems cover subgradient players; decided by the
    /// rules of composition if absent.
    pub convex: Option<bool>,
    /// The number of rounds.
    pub rounds: usize,
    /// The radius `R` of the multipliers in the Lagrangian game; the proxy game has none.
    pub radius: f64,
    /// A theta-player in place of the paper's.
    pub theta_player: Option<&'a str>,
    /// A lambda-player in place of the paper's.
    pub lambda_player: Option<&'a str>,
    /// A step of the theta-player in place of its own.
    pub theta_step: Option<f64>,
    /// A step of the lambda-player in place of its own.
    pub lambda_step: Option<f64>,
    /// An oracle in place of the one that fits the problem.
    pub oracle: Option<Box<dyn Oracle>>,
    /// How hard oracles try.
    pub effort: oracle::Options,
}

impl<'a> Setup<'a> {
    /// The paper's players with their own steps, in the Lagrangian game with that radius; players are ours.
    pub fn new(problem: &'a dyn Problem, constants: &'a Constants, rounds: usize, radius: f64) -> Self {
        Self {
            registry: Registry::ours(),
            problem,
            constants,
            convex: None,
            rounds,
            radius,
            theta_player: None,
            lambda_player: None,
            theta_step: None,
            lambda_step: None,
            oracle: None,
            effort: oracle::Options::default(),
        }
    }

    /// What a lambda-player is told.
    pub fn lambda_settings(&self) -> LambdaSettings {
        LambdaSettings {
            constraints: self.problem.num_constraints(),
            horizon: self.rounds,
            bound: self.constants.bound_constraints,
            bound2: self.constants.bound_payoff_2,
            range: 2.0 * self.constants.bound_constraints,
            radius: self.radius,
            step: self.lambda_step,
        }
    }
}
