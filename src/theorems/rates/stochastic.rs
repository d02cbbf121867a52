//! Playing the algorithms with stochastic players, for the statements that hold with a probability.

use super::table::roomy;
use super::{RateStatement, played};
use crate::certificate::{Certificate, GivenRate};
use crate::domain::Domain as _;
use crate::error::{Error, Result};
use crate::numerics::Enclosure;
use crate::numerics::directed::add_up;
use crate::play::{Algorithm, Match, Setup};
use crate::players::rates;
use crate::problem::{Problem, not_convex};
use crate::theorems::RunConstants;
use crate::trace::{GameKind, Trace};

/// Plays Algorithm 3 (in the proxy game: Algorithm 2) with stochastic subgradients and the paper's steps, and certifies
/// the run.
///
/// The bounds of the constants must hold for the stochastic values and subgradients too, almost surely; only noise that
/// the problem states is added here.
pub(in crate::theorems) fn stochastic(
    statement: RateStatement,
    problem: &dyn Problem,
    constants: &RunConstants,
    confidence: f64,
    seed: u64,
) -> Result<(Trace, Certificate)> {
    let algorithm = match statement.game() {
        GameKind::Lagrangian => Algorithm::StochasticLagrangian,
        GameKind::ProxyLagrangian => Algorithm::StochasticProxyLagrangian,
    };
    if let Some(obstacle) = not_convex(problem, algorithm.side()).filter(|_| statement.takes_subgradients()) {
        let (name, problem) = (statement.name(), problem.name());
        return Err(Error::new(format!("{name} is about convex losses, and those of `{problem}` are not: {obstacle}")));
    }
    let player = "stochastic-subgradient";
    let setup = Setup {
        theta_player: Some(player),
        ..Setup::new(problem, &constants.bounds, constants.rounds, constants.radius)
    };
    let subgradients = algorithm.subgradient_bound(&setup, player)?;
    let sizes = Sizes {
        rounds: constants.rounds as u64,
        actions: problem.num_constraints() as u64 + 1,
        domain_radius: problem.domain().radius(),
        radius: constants.radius,
        subgradients,
    };
    played(statement, algorithm, setup, seed, |game, rate| {
        let rate = GivenRate { confidence: Some(confidence), ..rate };
        let rounding = sizes.rounding(statement, game, &rate)?;
        let taken = statement.takes_subgradients();
        Ok(GivenRate {
            rounding,
            domain_radius: taken.then_some(sizes.domain_radius),
            subgradient_bound: taken.then_some(subgradients),
            largest_subgradient: game.theta_player.largest_subgradient().filter(|_| taken),
            ..rate
        })
    })
}

/// What the rates are made of.
struct Sizes {
    rounds: u64,
    actions: u64,
    domain_radius: f64,
    radius: f64,
    subgradients: f64,
}

impl Sizes {
    /// What the players' rounding added to what the statement speaks of, and what their steps did, which are doubles
    /// near the paper's.
    fn rounding(&self, statement: RateStatement, game: &Match<'_>, rate: &GivenRate) -> Result<f64> {
        let theta = || -> Result<f64> {
            let player = &game.theta_player;
            let (step, rounding) = player.step().zip(player.rounding()).ok_or_else(|| no_account(player.name()))?;
            Ok(add_up(rounding, gradient_excess(self.domain_radius, self.subgradients, self.rounds, step)))
        };
        let lambda = || {
            // Without a step there is nothing to choose, and nothing to regret.
            let excess = game.lambda_player.step().map_or(0.0, |step| match statement.game() {
                GameKind::Lagrangian => gradient_excess(self.radius, rate.payoff_bound, self.rounds, step),
                GameKind::ProxyLagrangian => matrix_excess(self.actions, rate.payoff_bound, self.rounds, step),
            });
            add_up(rate.rounding, excess)
        };
        match statement {
            RateStatement::Corollary3 | RateStatement::Theorem7 => theta(),
            RateStatement::Lemma10 => Ok(add_up(theta()?, lambda())),
            RateStatement::Lemma4 => Ok(theta()?.max(lambda())), // it has one number for two claims
            _ => Ok(lambda()),
        }
    }
}

fn no_account(player: &str) -> Error {
    Error::new(format!("the player `{player}` has no fixed step, or no account of its rounding"))
}

/// What a step adds to `3 / (2 sqrt 2) radius B / sqrt T`, the rate at the paper's.
fn gradient_excess(radius: f64, bound: f64, rounds: u64, step: f64) -> f64 {
    if radius == 0.0 || bound == 0.0 {
        return 0.0; // nothing can be regretted, whatever the step
    }
    let paper = Enclosure::point(0.75) * rates::gradient_paper(radius, bound, rounds);
    excess(rates::gradient_step(radius, Enclosure::point(bound).square(), rounds, step), paper)
}

/// What a step adds to `(3/2) B sqrt(n ln n / T)`, the rate at the paper's.
fn matrix_excess(actions: u64, bound: f64, rounds: u64, step: f64) -> f64 {
    if actions == 1 || bound == 0.0 {
        return 0.0;
    }
    let squares = Enclosure::point(4.0) * Enclosure::point(bound).square();
    let paper = Enclosure::point(0.75) * rates::matrix_paper(actions, bound, rounds);
    excess(rates::matrix_step(actions, squares, rounds, step), paper)
}

/// By how much the rate of a step may exceed that of the paper's, as both are recorded: so the hypothesis that it does
/// not, up to the rounding, is decided.
fn excess(of_step: Enclosure, paper: Enclosure) -> f64 {
    (roomy(of_step) - roomy(paper)).hi().max(0.0)
}
