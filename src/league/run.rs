//! One cell: play, measure, bound, and compare.

use super::cell::{Arena, Cell};
use super::limit::worst_case;
use super::measured::{Entry, Measured, Times};
use super::sequence::{self, BLOCK, Live};
use super::timing::Payoffs;
use crate::arena::{Algorithm, Blocks, Contest, Match, Setup, Visit};
use crate::error::Result;
use crate::game::Game;
use crate::numerics::directed::add_up;
use crate::numerics::{Enclosure, Norm};
use crate::oracle::Options;
use crate::players::LambdaPlayer;
use crate::problem::families::Instance;
use crate::problem::not_convex;
use crate::registry::Registry;
use crate::regret::{self, Averages, LagrangianAverages, LagrangianRegret, ProxyAverages};
use crate::run::Radius;
use crate::theorems::evidence;
use crate::trace::{Rounds, Trace};
use cpu_time::ThreadTime;

/// Runs a cell.
///
/// # Errors
/// If there is no such player or problem, or a player fails in a round. A player that does not fit a problem is an
/// entry that says so, not an error.
pub fn run(cell: &Cell, registry: &Registry) -> Result<Entry> {
    let (measured, times) = match &cell.arena {
        Arena::Sequence { adversary, constraints } => {
            on_sequence(cell, &sequence::contest(cell, *adversary, *constraints), registry)
        }
        Arena::Game { problem } => in_game(cell, &registry.open_or_read(problem)?, registry),
    }
    .map_err(|error| error.context(cell))?;
    Ok(Entry { cell: cell.clone(), measured, times })
}

/// The averages of a run.
enum RunAverages {
    Proxy(ProxyAverages<Enclosure>),
    Lagrangian(LagrangianAverages<Enclosure>),
}

/// Takes the averages of rounds while they are played; `also` sees every block.
fn measure(rounds: &mut dyn Rounds, also: &mut Visit<'_>) -> Result<RunAverages> {
    match rounds.layout().game() {
        Game::ProxyLagrangian => Ok(RunAverages::Proxy(regret::proxy(rounds, Averages::default(), also)?)),
        Game::Lagrangian => Ok(RunAverages::Lagrangian(regret::lagrangian(rounds, Averages::default(), also)?)),
    }
}

fn on_sequence(cell: &Cell, contest: &Contest, registry: &Registry) -> Result<(Measured, Times)> {
    let fresh = || registry.lambda_player(cell.player, contest.game, &contest.settings());
    let mut player = match fresh() {
        Ok(player) => player,
        Err(error) => return Ok((Measured::left_out(error.to_string()), Times::default())),
    };
    let mut payoffs = Payoffs::new(contest.game, contest.constraints);
    let start = ThreadTime::now();
    let means = {
        let play = |visit: &mut Visit<'_>| sequence::play(&mut *player, contest, visit);
        let mut live = Live::new(sequence::layout(contest), play);
        measure(&mut live, &mut |block| {
            payoffs.look(block);
            Ok(())
        })?
    };
    let seconds = start.elapsed().as_secs_f64();
    let mut measured = Measured { constraints: contest.constraints, ..Measured::default() };
    regrets(&mut measured, &means, contest.radius);
    bounds(&mut measured, &*player);
    let scale = if contest.game == Game::Lagrangian { contest.radius } else { 1.0 };
    measured.limit = worst_case(player.regret(), contest.horizon, contest.constraints, contest.bound, scale);
    Ok((measured, Times { seconds, step: payoffs.time(fresh)? }))
}

fn in_game(cell: &Cell, instance: &Instance, registry: &Registry) -> Result<(Measured, Times)> {
    let (problem, constants) = (&*instance.problem, &instance.known.constants);
    let game = cell.game;
    let side = game.side();
    let convex = not_convex(problem, side).is_none() && constants.bound_subgradient.is_some();
    let algorithm = match (game, convex) {
        (Game::ProxyLagrangian, false) => Algorithm::OracleProxyLagrangian,
        (Game::ProxyLagrangian, true) => Algorithm::StochasticProxyLagrangian,
        (Game::Lagrangian, false) => Algorithm::OracleLagrangian,
        (Game::Lagrangian, true) => Algorithm::StochasticLagrangian,
    };
    let radius = Radius::fitting(problem, constants).value;
    let seat = || {
        algorithm.set_up(Setup {
            registry,
            convex: Some(convex),
            theta_player: Some(if convex { "subgradient" } else { "oracle" }),
            lambda_player: Some(cell.player),
            ..Setup::new(problem, constants, cell.rounds, radius)
        })
    };
    let mut seated = match seat() {
        Ok(seated) => seated,
        Err(error) => return Ok((Measured::left_out(error.to_string()), Times::default())),
    };
    let mut payoffs = Payoffs::new(game, problem.num_constraints());
    let start = ThreadTime::now();
    let means = {
        let layout = seated.layout();
        let mut blocks = Blocks::new(layout.clone(), BLOCK);
        let play = |visit: &mut Visit<'_>| {
            seated.play(cell.rounds, cell.seed, |_, round| blocks.push(round, visit))?;
            blocks.finish(visit)
        };
        let mut live = Live::new(layout, play);
        measure(&mut live, &mut |block: &Trace| {
            payoffs.look(block);
            Ok(())
        })?
    };
    let seconds = start.elapsed().as_secs_f64();
    let mut measured = Measured { constraints: problem.num_constraints(), ..Measured::default() };
    regrets(&mut measured, &means, radius);
    bounds(&mut measured, &*seated.lambda_player);
    certify(&mut measured, &means, &seated, instance, radius);
    let step = payoffs.time(|| Ok(seat()?.lambda_player))?;
    Ok((measured, Times { seconds, step }))
}

fn regrets(measured: &mut Measured, means: &RunAverages, radius: f64) {
    match means {
        RunAverages::Proxy(averages) => {
            measured.external = averages.external_regret();
            measured.swap = averages.swap_regret();
            measured.deviation = Some(averages.deviation_to_constraints().max(averages.deviation_to_objective()));
            if !averages.mass().contains(1.0) {
                measured.wrong.push("the multipliers are not on the simplex".to_owned());
            }
        }
        RunAverages::Lagrangian(averages) => {
            let regret = LagrangianRegret::new(averages, Norm::One, Some(radius), None);
            measured.external = regret.lambda_regret;
        }
    }
}

/// Notes the bounds, and what the measured regret certainly breaks.
fn bounds(measured: &mut Measured, player: &dyn LambdaPlayer) {
    let finite = |bound: Option<f64>| bound.filter(|bound| bound.is_finite());
    measured.kind = Some(player.regret());
    measured.bound = finite(player.bound());
    measured.runtime_bound = finite(player.runtime_bound());
    measured.wrong.extend(measured.broken_bounds());
}

/// What the run is worth: a lower bound at the exact mean multipliers turns it into a certified epsilon.
fn certify(measured: &mut Measured, means: &RunAverages, seated: &Match<'_>, instance: &Instance, radius: f64) {
    let problem = &*instance.problem;
    let known = &instance.known;
    let side = seated.game.side();
    let lower = |weights: &[Enclosure]| {
        let (bound, _) = evidence::lower_bound(problem, side, weights, Options::default()).ok()?;
        Some(bound.value).filter(|value| value.is_finite())
    };
    let (objective, seen, optimum) = match means {
        RunAverages::Proxy(averages) => {
            measured.infeasibility = averages.infeasibility();
            if let Some(lower) = lower(&evidence::proxy_weights(averages)) {
                measured.theta_regret = Some(averages.theta_regret(lower));
                measured.suboptimality = averages.objective().and_then(|objective| {
                    Some(objective - Enclosure::point(lower).divide(averages.objective_weight()).ok()?)
                });
            }
            (averages.objective(), averages.theta_regret_seen(), &known.proxy_optimum)
        }
        RunAverages::Lagrangian(averages) => {
            let lower = lower(&evidence::lagrangian_weights(averages));
            let regret = LagrangianRegret::new(averages, Norm::One, Some(radius), lower);
            measured.infeasibility = Some(regret.infeasibility);
            measured.theta_regret = regret.theta_regret;
            measured.suboptimality = regret.suboptimality;
            (Some(averages.objective), regret.theta_regret_seen, &known.mixed_optimum)
        }
    };
    let finite = |x: Option<Enclosure>| x.filter(|x| x.is_finite());
    measured.infeasibility = finite(measured.infeasibility);
    measured.suboptimality = finite(measured.suboptimality);
    measured.theta_regret = finite(measured.theta_regret);
    measured.epsilon = measured
        .suboptimality
        .zip(measured.infeasibility)
        .map(|(gap, violation)| add_up(gap.hi().max(0.0), violation.hi()))
        .filter(|epsilon| epsilon.is_finite());
    // What is known in closed form must not contradict the certificate: it can fail where an identity cannot.
    if let (Some(objective), Some(gap), Some(optimum)) = (objective, measured.suboptimality, optimum)
        && (objective - optimum.value).lo() > gap.hi()
    {
        measured.wrong.push(format!(
            "the suboptimality is at least {}, above the certified {}",
            (objective - optimum.value).lo(),
            gap.hi()
        ));
    }
    let theta = &seated.theta_player;
    for (which, bound) in [("a-priori", theta.bound()), ("run-time", theta.runtime_bound())] {
        if let (Some(seen), Some(bound)) = (seen, bound)
            && seen.lo() > bound
        {
            let (name, least) = (theta.name(), seen.lo());
            measured.wrong.push(format!(
                "the regret of the theta-player {name} is at least {least}, above its {which} bound {bound}"
            ));
        }
    }
}

#[cfg(test)]
#[path = "../../tests/inside/league/run.rs"]
mod tests;
