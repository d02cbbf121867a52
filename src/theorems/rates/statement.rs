//! Which statements promise a rate, and which constants each of them takes.

use crate::arena::Algorithm;
use crate::certificate::{Given, GivenRate};
use crate::error::{Error, Result};
use crate::game::{Game, MirrorKind};
use crate::numerics::Norm;
use crate::regret::Averages;

/// A statement that promises a regret before anything is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateStatement {
    /// Projected gradients against an oracle.
    Lemma1,
    /// Stochastic subgradients against the matrix player.
    Lemma4,
    /// Swap regret of the matrix player.
    Lemma8,
    /// The same from stochastic payoffs.
    Lemma9,
    /// Stochastic subgradients against projected gradients.
    Lemma10,
    /// The matrix player against an oracle.
    Lemma11,
    /// Projected gradients.
    Corollary1,
    /// Multiplicative weights on left-stochastic matrices.
    Corollary2,
    /// Stochastic subgradients.
    Corollary3,
    /// Stochastic multiplicative weights on matrices.
    Corollary4,
    /// Mirror descent.
    Theorem6,
    /// Stochastic mirror descent.
    Theorem7,
}

impl RateStatement {
    /// All twelve.
    pub const ALL: [Self; 12] = [
        Self::Lemma1,
        Self::Lemma4,
        Self::Lemma8,
        Self::Lemma9,
        Self::Lemma10,
        Self::Lemma11,
        Self::Corollary1,
        Self::Corollary2,
        Self::Corollary3,
        Self::Corollary4,
        Self::Theorem6,
        Self::Theorem7,
    ];

    /// Its name in certificates and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lemma1 => "lemma-1",
            Self::Lemma4 => "lemma-4",
            Self::Lemma8 => "lemma-8",
            Self::Lemma9 => "lemma-9",
            Self::Lemma10 => "lemma-10",
            Self::Lemma11 => "lemma-11",
            Self::Corollary1 => "corollary-1",
            Self::Corollary2 => "corollary-2",
            Self::Corollary3 => "corollary-3",
            Self::Corollary4 => "corollary-4",
            Self::Theorem6 => "theorem-6",
            Self::Theorem7 => "theorem-7",
        }
    }

    /// The statement of a name, if it is one of the twelve.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|statement| statement.name() == name)
    }

    /// The game whose traces it is certified on.
    pub const fn game(self) -> Game {
        match self {
            Self::Lemma1 | Self::Lemma10 | Self::Corollary1 | Self::Corollary3 | Self::Theorem6 | Self::Theorem7 => {
                Game::Lagrangian
            }
            Self::Lemma4 | Self::Lemma8 | Self::Lemma9 | Self::Lemma11 | Self::Corollary2 | Self::Corollary4 => {
                Game::ProxyLagrangian
            }
        }
    }

    /// The algorithm that it is about, or whose lambda-player it is about.
    pub const fn algorithm(self) -> Algorithm {
        match (self.game(), self.takes_confidence()) {
            (Game::Lagrangian, false) => Algorithm::OracleLagrangian,
            (Game::Lagrangian, true) => Algorithm::StochasticLagrangian,
            (Game::ProxyLagrangian, false) => Algorithm::OracleProxyLagrangian,
            (Game::ProxyLagrangian, true) => Algorithm::StochasticProxyLagrangian,
        }
    }

    /// Whether it speaks of the lambda-player's step.
    pub const fn takes_step(self) -> bool {
        !matches!(self, Self::Corollary3 | Self::Theorem7)
    }

    /// Whether its theta-player is an oracle.
    pub const fn takes_oracle_error(self) -> bool {
        matches!(self, Self::Lemma1 | Self::Lemma11)
    }

    /// Whether its theta-player follows stochastic subgradients.
    pub const fn takes_subgradients(self) -> bool {
        matches!(self, Self::Lemma4 | Self::Lemma10 | Self::Corollary3 | Self::Theorem7)
    }

    /// Whether it holds with a probability only.
    pub const fn takes_confidence(self) -> bool {
        self.takes_subgradients() || matches!(self, Self::Lemma9 | Self::Corollary4)
    }

    /// The constants, if they are those that the statement takes.
    ///
    /// # Errors
    /// If one is missing, is not the statement's, or makes no sense.
    pub fn constants(self, given: &Given) -> Result<GivenRate> {
        given.check()?;
        let name = self.name();
        let Some(rate) = given.rate else {
            return Err(Error::new(format!("{name} promises a rate: a payoff bound must be given")));
        };
        let fields = [
            ("a step", rate.step.is_some(), self.takes_step(), false),
            ("an oracle error", rate.oracle_error.is_some(), self.takes_oracle_error(), true),
            ("a domain radius", rate.domain_radius.is_some(), self.takes_subgradients(), true),
            ("a subgradient bound", rate.subgradient_bound.is_some(), self.takes_subgradients(), true),
            ("a largest subgradient", rate.largest_subgradient.is_some(), self.takes_subgradients(), false),
            ("a step of the theta-player", rate.theta_step.is_some(), self.takes_subgradients(), false),
            ("a confidence", rate.confidence.is_some(), self.takes_confidence(), true),
            ("a mirror", rate.mirror.is_some(), matches!(self, Self::Theorem6 | Self::Theorem7), false),
            ("an entropic mirror", rate.mirror == Some(MirrorKind::Entropic), self == Self::Theorem6, false),
            ("a radius", given.radius.is_some(), self.game() == Game::Lagrangian, true),
            ("a norm", given.norm() != Norm::One, false, false),
            ("a margin", given.margin.is_some(), false, false),
            ("an objective range", given.objective_range.is_some(), false, false),
            ("an average of rounds", given.averages != Averages::default(), false, false),
        ];
        for (what, present, taken, needed) in fields {
            if present && !taken {
                return Err(Error::new(format!("{name} does not speak of {what}: leave it out")));
            }
            if needed && taken && !present {
                return Err(Error::new(format!("{name} speaks of {what}, which must be given")));
            }
        }
        Ok(rate)
    }
}
