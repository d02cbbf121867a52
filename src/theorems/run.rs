//! Playing an algorithm on a problem and certifying the run, for the statements that come with one.

use super::certification::Measurement;
use super::evidence;
use crate::arena::{Algorithm, Setup};
use crate::certificate::{Certificate, Given, GivenMargin, GivenRange};
use crate::error::Result;
use crate::game::Game;
use crate::oracle::Options;
use crate::problem::Constants;
use crate::problem::{Problem, record};
use crate::trace::{Rounds, Trace};

/// What a run needs to know besides the problem.
#[derive(Clone, Debug)]
pub struct RunConstants {
    /// The number of rounds.
    pub rounds: usize,
    /// The radius of the multipliers in the Lagrangian game.
    pub radius: f64,
    /// Bounds over the domain.
    pub bounds: Constants,
}

/// An algorithm, with other players in their places.
pub(super) struct Seats {
    pub(super) algorithm: Algorithm,
    pub(super) theta_player: Option<&'static str>,
    pub(super) theta_step: Option<f64>,
    pub(super) lambda_player: Option<&'static str>,
}

impl Seats {
    /// The algorithm's own players.
    pub(super) fn of(algorithm: Algorithm) -> Self {
        Self { algorithm, theta_player: None, theta_step: None, lambda_player: None }
    }
}

/// Plays, bounds the theta-player's loss at the exact mean multipliers, and certifies with all that the problem proves.
pub(super) fn certified(
    algorithm: Algorithm,
    problem: &dyn Problem,
    constants: &RunConstants,
    seed: u64,
    certify: fn(&mut dyn Rounds, Given) -> Result<Certificate>,
) -> Result<(Trace, Certificate)> {
    seated(&Seats::of(algorithm), problem, constants, seed, certify)
}

/// The same with other players.
pub(super) fn seated(
    seats: &Seats,
    problem: &dyn Problem,
    constants: &RunConstants,
    seed: u64,
    certify: fn(&mut dyn Rounds, Given) -> Result<Certificate>,
) -> Result<(Trace, Certificate)> {
    let algorithm = seats.algorithm;
    let setup = Setup {
        theta_player: seats.theta_player,
        theta_step: seats.theta_step,
        lambda_player: seats.lambda_player,
        ..Setup::new(problem, &constants.bounds, constants.rounds, constants.radius)
    };
    let trace = algorithm.set_up(setup)?.trace(constants.rounds, seed)?;
    let mut given = facts(problem, &constants.bounds, algorithm.game());
    given.radius = (algorithm.game() == Game::Lagrangian).then_some(constants.radius);
    let given = Measurement::new(&mut &trace, Some(problem), given, Options::default())?.given;
    let certificate = certify(&mut &trace, given)?;
    Ok((trace, certificate))
}

/// What the problem and its bounds say about a game, before anything is played.
pub fn facts(problem: &dyn Problem, bounds: &Constants, game: Game) -> Given {
    let side = game.side();
    let margin = bounds.margin.as_ref();
    let mut margin = margin.map(|margin| evidence::margin(problem, side, margin.value, margin.point.as_deref()));
    let mut range = evidence::objective_range(problem, bounds.objective_range);
    let problem = record(problem);
    if problem.is_none() {
        // Nobody else could look at the problem, so nothing is proved by it.
        margin = margin.map(|margin| GivenMargin { point: None, ..margin });
        range = GivenRange { enclosed: false, ..range };
    }
    Given { problem, margin, objective_range: Some(range), ..Given::default() }
}
