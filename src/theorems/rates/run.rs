//! Playing a statement's algorithm and holding the run against the rate.

use super::{RateStatement, certify_with};
use crate::certificate::{Certificate, Given, GivenRate};
use crate::error::{Error, Result};
use crate::oracle::Options;
use crate::play::{Algorithm, Match, Setup};
use crate::problem::{Problem, not_convex, record};
use crate::theorems::RunConstants;
use crate::trace::{GameKind, Trace};

/// A setup in which nothing is random: for statements about the lambda-player alone. Points are chosen by subgradients
/// where these are covered by a theorem, and by an oracle elsewhere.
pub(in crate::theorems) fn exact_setup<'a>(
    problem: &'a dyn Problem,
    constants: &'a RunConstants,
    algorithm: Algorithm,
) -> Setup<'a> {
    let smooth = constants.bounds.bound_subgradient.is_some() && not_convex(problem, algorithm.side()).is_none();
    let theta_player = Some(if smooth { "subgradient" } else { "oracle" });
    Setup { theta_player, ..Setup::new(problem, &constants.bounds, constants.rounds, constants.radius) }
}

/// Plays, and certifies with what the players say after the last round: the step, what rounding added, and the mean
/// error of an oracle. `more` adds what else the statement takes.
pub(in crate::theorems) fn played(
    statement: RateStatement,
    algorithm: Algorithm,
    setup: Setup<'_>,
    seed: u64,
    more: impl FnOnce(&Match<'_>, GivenRate) -> Result<GivenRate>,
) -> Result<(Trace, Certificate)> {
    let (problem, rounds, radius) = (setup.problem, setup.rounds, setup.radius);
    let payoff_bound = match algorithm.game() {
        GameKind::Lagrangian => setup.constants.bound_payoff_2,
        GameKind::ProxyLagrangian => setup.constants.bound_constraints,
    };
    let mut game = algorithm.set_up(setup)?;
    let trace = game.trace(rounds, seed)?;
    let Some(rounding) = game.lambda_player.rounding() else {
        let name = game.lambda_player.name();
        return Err(Error::new(format!(
            "the lambda-player `{name}` has no account of its rounding, or payoffs left its range"
        )));
    };
    // Without payoffs there is no step that the formula speaks of, and any will do.
    let step = game.lambda_player.step().filter(|_| statement.takes_step() && payoff_bound > 0.0);
    let oracle_error = if statement.takes_oracle_error() {
        Some(game.theta_player.runtime_bound().ok_or_else(|| {
            Error::new(format!("the theta-player `{}` proved no error: play an oracle", game.theta_player.name()))
        })?)
    } else {
        None
    };
    let rate = more(&game, GivenRate { step, rounding, oracle_error, ..GivenRate::new(payoff_bound) })?;
    let given = Given {
        radius: (algorithm.game() == GameKind::Lagrangian).then_some(radius),
        rate: Some(rate),
        problem: record(problem),
        ..Given::default()
    };
    let found = certify_with(statement, &mut &trace, Some(problem), given, Options::default())?;
    Ok((trace, found.certificate))
}
