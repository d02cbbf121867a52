//! What a step promises at every moment of a run, and not only at its end.

use super::table::roomy;
use crate::certificate::Certificate;
use crate::game::Game;
use crate::numerics::{Enclosure, ExactInterval, Number as _};
use crate::players::formulas;
use crate::theorems::mirrors;

/// What the step of the lambda-player promises of its average regret over the first `rounds` rounds of a certificate's run:
/// the right side of `lambda_regret_step` or `swap_regret_step` with `rounds` in place of `T`. `None` without this claim,
/// as where the step is not given or draws are involved, and without rounds.
///
/// *Proof.* The first `t` rounds of a player with one step are themselves a run of this player, and the rate of a step
/// holds for every step and every number of rounds ([Theorem 6](crate::theorems::Theorem6),
/// [Corollary 2](crate::theorems::Corollary2)). The printed rate does not: its step is made for `T`. What rounding added,
/// `c T` in all rounds, is a sum of terms that are not negative, so in `t` rounds it is at most `c T / t` per round.
pub fn promised_at(certificate: &Certificate, rounds: u64) -> Option<Enclosure> {
    let (given, actions) = (&certificate.given, certificate.constraints as u64 + 1);
    let rate = given.rate.filter(|_| (1..=certificate.rounds).contains(&rounds))?;
    let squares = formulas::square(rate.payoff_bound);
    let promised = match certificate.game {
        Game::Lagrangian => {
            certificate.claim("lambda_regret_step")?;
            mirrors::of_step(rate.mirror, (given.radius?, actions), squares, rounds, rate.step?)
        }
        Game::ProxyLagrangian => {
            certificate.claim("swap_regret_step")?;
            roomy(formulas::matrix_step(actions, ExactInterval::double(4.0) * squares, rounds, rate.step?))
        }
    };
    if rate.rounding == 0.0 {
        return Some(promised);
    }
    let whole = |count| ExactInterval::whole(count);
    let rounding = (ExactInterval::double(rate.rounding) * whole(certificate.rounds)).over(whole(rounds))?;
    Some(promised + rounding.enclosure())
}
