//! Playing the algorithm of a statement on a problem and certifying the run.

use crate::arena::{Match, Setup};
use crate::certificate::{Certificate, Given, GivenRate};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::problem::{Constants, Problem, not_convex, record};
use crate::theorems::{Certification, Statement, facts, prepare, rate};
use crate::trace::Trace;

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

/// Plays the algorithm of a statement on a problem and certifies the run, at the probability `confidence` of failure if
/// the statement has one. The bounds of the constants must hold for stochastic values and subgradients, almost surely;
/// noise that the problem states comes on top.
///
/// # Errors
/// If nobody plays in the statement, its players do not fit the problem, a function is undefined where it was played, or
/// `confidence` makes no sense.
pub fn play_statement(
    statement: &dyn Statement,
    problem: &dyn Problem,
    constants: &RunConstants,
    confidence: f64,
    seed: u64,
) -> Result<(Trace, Certificate)> {
    let seats = statement.algorithm().ok_or_else(|| nobody_plays(statement))?;
    let setup = seats.setup(problem, &constants.bounds, constants.rounds, constants.radius)?;
    play_statement_as(statement, setup, statement.takes_confidence().then_some(confidence), seed)
}

/// The same as it is set up, with whoever sits there: the certificate says whether the statement holds for them.
///
/// # Errors
/// As [`play_statement`].
pub fn play_statement_as(
    statement: &dyn Statement,
    setup: Setup<'_>,
    confidence: Option<f64>,
    seed: u64,
) -> Result<(Trace, Certificate)> {
    let algorithm = statement.algorithm().ok_or_else(|| nobody_plays(statement))?.algorithm;
    let told = Setup { effort: setup.effort, ..Setup::new(setup.problem, setup.constants, setup.rounds, setup.radius) };
    let problem = setup.problem;
    if let Some(obstacle) = not_convex(problem, algorithm.side()).filter(|_| statement.takes_subgradients()) {
        let (name, problem) = (statement.name(), problem.name());
        return Err(Error::new(format!("{name} is about convex losses, and those of `{problem}` are not: {obstacle}")));
    }
    let mut players = algorithm.set_up(setup)?;
    play_seated(statement, &mut players, &told, confidence, seed)
        .map(|(trace, certification)| (trace, certification.certificate))
}

/// Plays with whoever is seated already, an adversary among them, and certifies: of the setup only the problem, the bounds,
/// the rounds, the radius and the effort are asked for.
///
/// # Errors
/// As [`play_statement`].
pub fn play_seated(
    statement: &dyn Statement,
    players: &mut Match<'_>,
    told: &Setup<'_>,
    confidence: Option<f64>,
    seed: u64,
) -> Result<(Trace, Certification)> {
    let (problem, game) = (told.problem, players.game);
    let trace = players.trace(told.rounds, seed)?;
    let mut given = if statement.promise().is_some() {
        let rate = GivenRate { confidence, ..rate::told(statement, players, told)? };
        Given { rate: Some(rate), problem: record(problem), ..Given::default() }
    } else {
        facts(problem, told.constants, game)
    };
    given.radius = (game == Game::Lagrangian).then_some(told.radius);
    statement.check(&given)?;
    let mut rounds = &trace;
    let sizes = statement.sizes(&given);
    let mut prepared = prepare(&mut rounds, Some(problem), given, told.effort, sizes)?;
    if let Some(gap) = prepared.lower_bound_gap.filter(|_| statement.takes_oracle_error()) {
        prepared.given = rate::with_oracle_error(statement, &prepared.measured, &mut rounds, prepared.given, gap)?;
    }
    let certification = prepared.certify(statement, &mut rounds)?;
    Ok((trace, certification))
}

fn nobody_plays(statement: &dyn Statement) -> Error {
    Error::new(format!("{} is not about a run: nobody plays in it", statement.name()))
}
