//! A run certified by every statement that speaks of it.

use crate::arena::Match;
use crate::certificate::{Certificate, Given};
use crate::error::Result;
use crate::game::Game;
use crate::numerics::Norm;
use crate::oracle::Options;
use crate::problem::Constants;
use crate::theorems::{self, lem6_lagrangian_feasibility, lem7_proxy_lagrangian_feasibility};
use crate::theorems::{thm3_lagrangian_pnorm, thm4_proxy_lagrangian_joint};
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
    let mut given = theorems::facts(problem, constants, game);
    given.radius = (game == Game::Lagrangian).then_some(radius);
    let first = theorems::certify(rounds, Some(problem), given, Options::default())?.certificate;
    let given = first.given.clone();
    let mut certificates = vec![first];
    match game {
        Game::Lagrangian => {
            certificates.push(lem6_lagrangian_feasibility::certify(rounds, given.clone())?);
            for norm in [Norm::Two, Norm::Infinity] {
                let given = Given { norm: Some(norm), ..given.clone() };
                certificates.push(thm3_lagrangian_pnorm::certify(rounds, given)?);
            }
        }
        Game::ProxyLagrangian => {
            certificates.push(thm4_proxy_lagrangian_joint::certify(rounds, given.clone())?);
            certificates.push(lem7_proxy_lagrangian_feasibility::certify(rounds, given)?);
        }
    }
    Ok(certificates)
}
