//! Who plays an algorithm: what a statement is about, said before anybody plays.

use super::{Algorithm, Setup};
use crate::error::Result;
use crate::players::theta_bounds::best_step;
use crate::problem::{Constants, Problem, not_convex};
use crate::registry::Registry;

/// Who chooses points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThetaSeat {
    /// The algorithm's own player.
    Own,
    /// The player of this name.
    Of(&'static str),
    /// Nobody random: subgradients where a theorem covers them, an oracle elsewhere. For statements about the other
    /// player alone.
    Exact,
    /// Stochastic mirror descent where the domain has a mirror that is not Euclidean, stochastic subgradients elsewhere.
    Mirror,
}

/// Who chooses multipliers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LambdaSeat {
    /// The algorithm's own player.
    Own,
    /// The player of this name.
    Of(&'static str),
    /// Mirror descent: entropic where the number of constraints is even, with a p-norm where it is odd, so that many
    /// runs see both.
    Mirror,
}

/// An algorithm, with other players or steps in their places. Every round counts alike in its mixture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seats {
    /// The game, and who plays it where nobody else is named.
    pub algorithm: Algorithm,
    /// Who chooses points.
    pub theta: ThetaSeat,
    /// Whether the theta-player's step is the best for its bound, in place of the paper's.
    pub best_theta_step: bool,
    /// Who chooses multipliers.
    pub lambda: LambdaSeat,
}

impl Seats {
    /// The algorithm's own players, with the paper's steps.
    pub const fn of(algorithm: Algorithm) -> Self {
        Self { algorithm, theta: ThetaSeat::Own, best_theta_step: false, lambda: LambdaSeat::Own }
    }

    /// The same with somebody else to choose points.
    #[must_use]
    pub const fn with_theta(self, theta: ThetaSeat) -> Self {
        Self { theta, ..self }
    }

    /// The same with somebody else to choose multipliers.
    #[must_use]
    pub const fn with_lambda(self, lambda: LambdaSeat) -> Self {
        Self { lambda, ..self }
    }

    /// Who chooses multipliers for that many constraints.
    pub fn lambda_player(&self, constraints: usize) -> &'static str {
        match self.lambda {
            LambdaSeat::Own => self.algorithm.lambda_player(),
            LambdaSeat::Of(name) => name,
            LambdaSeat::Mirror if constraints.is_multiple_of(2) => "mirror-entropic",
            LambdaSeat::Mirror => "mirror-p-norm",
        }
    }

    /// What the algorithm needs to know to be played so on a problem.
    ///
    /// # Errors
    /// If a step depends on a bound on subgradients, and those of the problem have none.
    pub fn setup<'a>(
        &self,
        problem: &'a dyn Problem,
        constants: &'a Constants,
        rounds: usize,
        radius: f64,
    ) -> Result<Setup<'a>> {
        let smooth = || constants.bound_subgradient.is_some() && not_convex(problem, self.algorithm.side()).is_none();
        let theta_player = match self.theta {
            ThetaSeat::Own => None,
            ThetaSeat::Of(name) => Some(name),
            ThetaSeat::Mirror => Some(stochastic(problem)?),
            ThetaSeat::Exact => Some(if smooth() { "subgradient" } else { "oracle" }),
        };
        let lambda_player = Some(self.lambda_player(problem.num_constraints()));
        let mut setup = Setup { theta_player, lambda_player, ..Setup::new(problem, constants, rounds, radius) };
        if self.best_theta_step {
            let player = theta_player.unwrap_or(self.algorithm.theta_player(problem));
            let slope = self.algorithm.subgradient_bound(&setup, player)?;
            setup.theta_step = Some(best_step(constants.radius, slope, rounds));
        }
        Ok(setup)
    }
}

fn stochastic(problem: &dyn Problem) -> Result<&'static str> {
    const MIRROR: &str = "stochastic-mirror-p-norm";
    let misfit = Registry::ours().find_theta_player(MIRROR)?.misfit(problem.domain());
    Ok(if misfit.is_none() { MIRROR } else { "stochastic-subgradient" })
}
