//! Who plays an algorithm: what a statement is about, said before anybody plays.

use super::{Algorithm, Setup};
use crate::error::Result;
use crate::players::theta_bounds::best_step;
use crate::problem::{Constants, Problem, not_convex};

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
    /// A lambda-player in place of the algorithm's own.
    pub lambda_player: Option<&'static str>,
}

impl Seats {
    /// The algorithm's own players, with the paper's steps.
    pub const fn of(algorithm: Algorithm) -> Self {
        Self { algorithm, theta: ThetaSeat::Own, best_theta_step: false, lambda_player: None }
    }

    /// The same with somebody else to choose points.
    #[must_use]
    pub const fn with_theta(self, theta: ThetaSeat) -> Self {
        Self { theta, ..self }
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
            ThetaSeat::Exact => Some(if smooth() { "subgradient" } else { "oracle" }),
        };
        let lambda_player = self.lambda_player;
        let mut setup = Setup { theta_player, lambda_player, ..Setup::new(problem, constants, rounds, radius) };
        if self.best_theta_step {
            let player = theta_player.unwrap_or(self.algorithm.theta_player(problem));
            let slope = self.algorithm.subgradient_bound(&setup, player)?;
            setup.theta_step = Some(best_step(constants.radius, slope, rounds));
        }
        Ok(setup)
    }
}
