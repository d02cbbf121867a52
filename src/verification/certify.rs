//! A run certified by every statement that speaks of it.

use crate::arena::Match;
use crate::certificate::{Certificate, Given};
use crate::error::Result;
use crate::game::Game;
use crate::numerics::Norm;
use crate::oracle::Options;
use crate::problem::Constants;
use crate::theorems::{Lemma6, Lemma7, Statement, Theorem3, Theorem4, facts, fitting, prepare};
use crate::trace::Rounds;

/// The certificate of each statement that speaks of a match that was played; the first is that of Theorem 1 or 2.
///
/// # Errors
/// If the rounds cannot be read, or are not those of the match.
pub fn certify_all(
    seated: &Match<'_>,
    constants: &Constants,
    radius: f64,
    rounds: &mut dyn Rounds,
) -> Result<Vec<Certificate>> {
    let (problem, game) = (seated.problem, seated.game);
    let mut given = facts(problem, constants, game);
    given.radius = (game == Game::Lagrangian).then_some(radius);
    let prepared = prepare(rounds, Some(problem), given, Options::default(), false)?;
    let certify = |statement: &dyn Statement, norm: Option<Norm>, rounds: &mut dyn Rounds| {
        statement.certify(&prepared.measured, rounds, Given { norm, ..prepared.given.clone() })
    };
    let others: &[(&dyn Statement, Option<Norm>)] = match game {
        Game::Lagrangian => &[(&Lemma6, None), (&Theorem3, Some(Norm::Two)), (&Theorem3, Some(Norm::Infinity))],
        Game::ProxyLagrangian => &[(&Theorem4, None), (&Lemma7, None)],
    };
    let first = (fitting(game, Norm::One), None);
    std::iter::once(&first).chain(others).map(|(statement, norm)| certify(*statement, *norm, rounds)).collect()
}
