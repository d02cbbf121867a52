//! One measurement, many statements: a run certified by all that can be said of it, and a run that is not kept.

use super::plan::{Choices, Plan};
use crate::arena::{Live, Match};
use crate::certificate::{Certificate, Given};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::numerics::Norm;
use crate::oracle::Options;
use crate::theorems::{self, Certification, Lemma6, Lemma7, Statement, Theorem3, Theorem4, fitting, prepare};
use crate::trace::Rounds;

/// The certificate of each statement that speaks of a game as it was chosen, from one measurement of its rounds; the
/// first is that of Theorem 1 or 2.
///
/// ```
/// use referee::prelude::*;
/// let problem = referee::open("qp-half")?;
/// let mut seated = Plan::fitting(&problem)?.rounds(32).seat()?;
/// let trace = seated.players.trace(32, 0)?;
/// let certificates = referee::run::certify_all(&seated.choices, &mut &trace)?;
/// let statements: Vec<_> = certificates.iter().map(|certificate| certificate.statement).collect();
/// assert_eq!(statements, ["theorem-1", "lemma-6", "theorem-3", "theorem-3"]);
/// # Ok::<(), referee::error::Error>(())
/// ```
///
/// # Errors
/// If the rounds cannot be read, or are not those of the game.
pub fn certify_all(choices: &Choices<'_>, rounds: &mut dyn Rounds) -> Result<Vec<Certificate>> {
    let game = choices.algorithm.game();
    let prepared = prepare(rounds, Some(choices.problem), choices.given(), Options::default(), None)?;
    let certify = |(statement, norm): &(&dyn Statement, Option<Norm>)| {
        statement.certify(&prepared.measured, rounds, Given { norm: *norm, ..prepared.given.clone() })
    };
    let others: &[(&dyn Statement, Option<Norm>)] = match game {
        Game::Lagrangian => &[(&Lemma6, None), (&Theorem3, Some(Norm::Two)), (&Theorem3, Some(Norm::Infinity))],
        Game::ProxyLagrangian => &[(&Theorem4, None), (&Lemma7, None)],
    };
    std::iter::once(&(fitting(game, Norm::One), None)).chain(others).map(certify).collect()
}

/// Plays, and certifies while it plays.
pub(super) fn unrecorded<'a>(plan: &Plan<'a>) -> Result<(Choices<'a>, Match<'a>, Certification)> {
    let choices = plan.choose()?;
    let mut live = Live::new(|| choices.seat(), choices.rounds, choices.seed)?.with_progress(plan.progress);
    let certification = theorems::certify_live(&mut live, choices.problem, choices.given(), Options::default())?;
    let players = live.into_players().ok_or_else(|| Error::new("an error of this program: nothing was played"))?;
    Ok((choices, players, certification))
}
