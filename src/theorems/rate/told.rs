//! What the players of a run say of it after the last round: the constants of a rate that only the run knows.
//!
//! The rounding `c` is by their own account, and has a second part: a step is a double near the printed one, and the
//! proofs of the statements with a confidence are for the printed step. For any step `eta` the regret is at most
//! `Z(eta)`, that of projected gradients `R^2 / (2 eta T) + (eta / 2) B^2`, that of the matrix player
//! `G / (eta T) + (eta / 2) B^2`. At `(1 + d)` times the printed step both are
//!
//! ```text
//! Z = (P / 2) (1 / (1 + d) + (1 + d) / 2),   which is   (3/4) P   at d = 0,
//! ```
//!
//! with the rates `P = R B sqrt(2 / T)` and `P = 2 B sqrt(G / T)` as printed. So the step adds
//! `Z - (3/4) P = (P / 4) d (d - 1) / (1 + d)`: for `|d| <= 2^-48`, which is the hypothesis `step` or `theta_step`, at
//! most `2^-49 P`. A step that is far off adds any amount; then that hypothesis fails, and nothing is promised. That
//! the sum of both parts is small beside the rate is the hypothesis `rounding_small`.

use super::table::roomy;
use crate::arena::{Match, Setup};
use crate::certificate::{Certificate, Given, GivenRate};
use crate::domain::Domain as _;
use crate::error::{Error, Result};
use crate::game::{Game, MirrorKind};
use crate::numerics::directed::add_up;
use crate::numerics::{Enclosure, ExactInterval, Number as _};
use crate::players::formulas;
use crate::theorems::{Measured, Statement, mirrors};
use crate::trace::Rounds;

/// The constants of a run's rate but for the confidence. Of the setup only the problem, the bounds, the rounds and the
/// radius are asked for. The oracle's error is the mean of what it proved, round by round.
///
/// # Errors
/// If a player has no account of its rounding or of its error, or subgradients are not bounded.
pub fn told(statement: &dyn Statement, players: &Match<'_>, setup: &Setup<'_>) -> Result<GivenRate> {
    let payoff_bound = match players.game {
        Game::Lagrangian => setup.constants.bound_payoff_2,
        Game::ProxyLagrangian => setup.constants.bound_constraints,
    };
    let theta = &players.theta_player;
    let mut rate = GivenRate {
        // Without payoffs there is no step that the formula speaks of, and any will do.
        step: players.lambda_player.step().filter(|_| statement.takes_step() && payoff_bound > 0.0),
        ..GivenRate::new(payoff_bound)
    };
    if statement.takes_oracle_error() {
        let no_error = || Error::new(format!("the theta-player `{}` proved no error: play an oracle", theta.name()));
        rate.oracle_error = Some(theta.runtime_bound().ok_or_else(no_error)?);
    }
    if let Some(seats) = statement.algorithm().filter(|_| statement.takes_subgradients()) {
        rate.domain_radius = Some(setup.problem.domain().radius());
        rate.subgradient_bound = Some(seats.algorithm.subgradient_bound(setup, theta.name())?);
        rate.largest_subgradient = theta.largest_subgradient();
        rate.theta_step = theta.step();
    }
    mirrors::told(statement, players, setup, &mut rate);
    rate.rounding = rounding(statement, players, setup, &rate)?;
    Ok(rate)
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
/// As [`Statement::certify`].
pub fn with_oracle_error(
    statement: &dyn Statement,
    measured: &Measured,
    rounds: &mut dyn Rounds,
    mut given: Given,
    gap: f64,
) -> Result<Given> {
    if given.rate.is_some_and(|rate| rate.oracle_error.is_some()) {
        let certificate = statement.certify(measured, rounds, given.clone())?;
        given.rate = given.rate.map(|rate| oracle_error_shown_by(&certificate, rate, gap));
    }
    Ok(given)
}

/// The same from a certificate that has measured the regret of the theta-player or epsilon, with the same lower bound.
pub fn oracle_error_shown_by(certificate: &Certificate, rate: GivenRate, gap: f64) -> GivenRate {
    let width = |name| certificate.measured(name).map_or(0.0, Enclosure::width);
    let add = |proved| add_up(add_up(proved, gap), width("theta_regret").max(width("epsilon")));
    GivenRate { oracle_error: rate.oracle_error.map(add), ..rate }
}

/// What rounding added to what the statement speaks of, the steps' share included.
fn rounding(statement: &dyn Statement, players: &Match<'_>, setup: &Setup<'_>, rate: &GivenRate) -> Result<f64> {
    let (rounds, bound) = (setup.rounds as u64, rate.payoff_bound);
    let theta = || {
        let (domain, slopes) = (rate.domain_radius.unwrap_or(0.0), rate.subgradient_bound.unwrap_or(0.0));
        if domain == 0.0 || slopes == 0.0 {
            return Ok(0.0); // nothing can be regretted, whatever is played
        }
        let own = players.theta_player.rounding().ok_or_else(|| no_account(players.theta_player.name()))?;
        let reach = formulas::mirror::reach(rate.mirror.unwrap_or(MirrorKind::Euclidean), domain, 1);
        let excess = |step| {
            if rate.mirror.is_none() {
                return gradient_excess(domain, slopes, rounds, step);
            }
            let paper = Enclosure::point(0.75) * formulas::mirror::reach_paper(&reach, slopes, rounds);
            excess(formulas::mirror::reach_step(&reach, formulas::square(slopes), rounds, step), paper)
        };
        Ok(add_up(own, rate.theta_step.map_or(0.0, excess)))
    };
    let lambda = || {
        let (lagrangian, actions) = (players.game == Game::Lagrangian, setup.problem.num_constraints() + 1);
        if bound == 0.0 || (lagrangian && setup.radius == 0.0) || actions == 1 {
            return Ok(0.0);
        }
        let own = players.lambda_player.rounding().ok_or_else(|| no_account(players.lambda_player.name()))?;
        // Without a confidence a rate is claimed for the step that was played, and nothing is to be made up for.
        let excess = match rate.step.filter(|_| statement.takes_confidence()) {
            Some(step) if lagrangian => gradient_excess(setup.radius, bound, rounds, step),
            Some(step) => matrix_excess(actions as u64, bound, rounds, step),
            None => 0.0,
        };
        Ok(add_up(own, excess))
    };
    match (statement.takes_subgradients(), statement.takes_step(), players.game) {
        (true, false, _) => theta(),
        (true, true, Game::Lagrangian) => Ok(add_up(theta()?, lambda()?)), // the claim is about the sum
        (true, true, Game::ProxyLagrangian) => Ok(theta()?.max(lambda()?)), // there is one number for two claims
        (false, ..) => lambda(),
    }
}

fn no_account(player: &str) -> Error {
    Error::new(format!("the player `{player}` has no account of its rounding, or payoffs left its range"))
}

/// What a step adds to `3 / (2 sqrt 2) radius B / sqrt T`, the rate at the printed one.
fn gradient_excess(radius: f64, bound: f64, rounds: u64, step: f64) -> f64 {
    let paper = Enclosure::point(0.75) * formulas::gradient_paper(radius, bound, rounds);
    excess(formulas::gradient_step(radius, formulas::square(bound), rounds, step), paper)
}

/// What a step adds to `(3/2) B sqrt(n ln n / T)`, the rate at the printed one.
fn matrix_excess(actions: u64, bound: f64, rounds: u64, step: f64) -> f64 {
    let paper = Enclosure::point(0.75) * formulas::matrix_paper(actions, bound, rounds);
    let squares = ExactInterval::double(4.0) * formulas::square(bound);
    excess(formulas::matrix_step(actions, squares, rounds, step), paper)
}

/// By how much the rate of a step may exceed that of the printed one, as both are recorded: so the hypothesis that it
/// does not, up to the rounding, is decided.
fn excess(of_step: Enclosure, paper: Enclosure) -> f64 {
    (roomy(of_step) - roomy(paper)).hi().max(0.0)
}

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
