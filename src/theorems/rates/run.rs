//! Playing a statement's algorithm and holding the run against the rate.

use super::{RateStatement, certify, certify_with, told};
use crate::arena::Setup;
use crate::certificate::{Certificate, Given, GivenRate};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::numerics::Enclosure;
use crate::numerics::directed::add_up;
use crate::oracle::Options;
use crate::problem::{Problem, not_convex, record};
use crate::theorems::{RunConstants, mirrors};
use crate::trace::{Rounds, Trace};

/// The players of a statement, with the steps that it prints. The lambda-player of the statements about it alone meets
/// nothing random: points are chosen by subgradients where these are covered by a theorem, and by an oracle elsewhere.
pub fn setup<'a>(statement: RateStatement, problem: &'a dyn Problem, constants: &'a RunConstants) -> Setup<'a> {
    let bounds = &constants.bounds;
    let smooth = || bounds.bound_subgradient.is_some() && not_convex(problem, statement.algorithm().side()).is_none();
    let theta_player = match statement {
        _ if statement.takes_confidence() => "stochastic-subgradient",
        _ if !statement.takes_oracle_error() && smooth() => "subgradient",
        _ => "oracle",
    };
    let setup = Setup::new(problem, bounds, constants.rounds, constants.radius);
    mirrors::seat(statement, Setup { theta_player: Some(theta_player), ..setup })
}

/// Plays the algorithm of a statement as it is set up, and certifies the run with what the players say of it.
///
/// `confidence` is the probability of failure, of the statements that have one. The bounds of the setup must hold for the
/// stochastic values and subgradients too, almost surely; only noise that the problem states is added here.
///
/// # Errors
/// If the players do not fit the problem, or a function is undefined where it was played.
pub fn play(
    statement: RateStatement,
    setup: Setup<'_>,
    confidence: Option<f64>,
    seed: u64,
) -> Result<(Trace, Certificate)> {
    let (problem, algorithm) = (setup.problem, statement.algorithm());
    if let Some(obstacle) = not_convex(problem, algorithm.side()).filter(|_| statement.takes_subgradients()) {
        let (name, problem) = (statement.name(), problem.name());
        return Err(Error::new(format!("{name} is about convex losses, and those of `{problem}` are not: {obstacle}")));
    }
    let sizes = Setup::new(problem, setup.constants, setup.rounds, setup.radius);
    let mut game = algorithm.set_up(setup)?;
    let trace = game.trace(sizes.rounds, seed)?;
    let given = Given {
        radius: (algorithm.game() == Game::Lagrangian).then_some(sizes.radius),
        rate: Some(GivenRate { confidence, ..told(statement, &game, &sizes)? }),
        problem: record(problem),
        ..Given::default()
    };
    let found = certify_with(statement, &mut &trace, Some(problem), given, Options::default())?;
    let mut certificate = found.certificate;
    if let Some(gap) = found.lower_bound_gap {
        let given = with_oracle_error(statement, &mut &trace, certificate.given, gap)?;
        certificate = certify(statement, &mut &trace, given)?;
    }
    Ok((trace, certificate))
}

/// What is given with the error of an oracle measured to its end; of other statements it is left as it is.
///
/// `given` has the mean of the errors that the oracle proved in the rounds, and a lower bound at the mean multipliers.
/// Lemmas 1 and 11 compare with the infimum there, and a certificate with the lower bound, so what that is below the
/// infimum counts too: at most `gap`, a value that was reached there minus the bound. And a certificate knows regrets up to
/// enclosures. If `e_t` are the errors, `L_t` the losses and `L` the loss at the mean multipliers,
///
/// ```text
/// mean L_t(theta_t) - lower <= mean e_t + mean inf L_t - lower <= mean e_t + inf L - lower <= mean e_t + gap,
/// ```
///
/// so the recorded upper end of the left side is at most that plus its width. Nothing here looks at how large the regret
/// is: an oracle whose points are worse than it says is above its own account.
///
/// # Errors
/// As [`certify`].
pub fn with_oracle_error(
    statement: RateStatement,
    rounds: &mut dyn Rounds,
    mut given: Given,
    gap: f64,
) -> Result<Given> {
    let Some(proved) = given.rate.and_then(|rate| rate.oracle_error) else { return Ok(given) };
    let measured = certify(statement, rounds, given.clone())?;
    let width = |name| measured.measured(name).map_or(0.0, Enclosure::width);
    let error = add_up(add_up(proved, gap), width("theta_regret").max(width("epsilon")));
    given.rate = given.rate.map(|rate| GivenRate { oracle_error: Some(error), ..rate });
    Ok(given)
}
