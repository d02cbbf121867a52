//! Playing an algorithm on a problem and certifying the run, for the statements that come with one.

use super::evidence::{self, Agreement};
use crate::certificate::{Certificate, Given};
use crate::error::Result;
use crate::oracle::Options;
use crate::play::{Algorithm, Setup};
use crate::problem::families::Constants;
use crate::problem::{Problem, record};
use crate::regret;
use crate::trace::{GameKind, Rounds, Trace};

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

/// Plays, bounds the theta-player's loss at the exact mean multipliers, and certifies with all that the problem proves.
pub(super) fn certified(
    algorithm: Algorithm,
    problem: &dyn Problem,
    constants: &RunConstants,
    seed: u64,
    certify: fn(&mut dyn Rounds, Given) -> Result<Certificate>,
) -> Result<(Trace, Certificate)> {
    let setup = Setup::new(problem, &constants.bounds, constants.rounds, constants.radius);
    let trace = algorithm.set_up(setup)?.trace(constants.rounds, seed)?;
    let game = algorithm.game();
    let mut given = facts(problem, &constants.bounds, game);
    let weights = match game {
        GameKind::Lagrangian => {
            given.radius = Some(constants.radius);
            evidence::lagrangian_weights(&regret::lagrangian(&mut &trace, given.averages, &mut |_| Ok(()))?)
        }
        GameKind::ProxyLagrangian => evidence::proxy_weights(&regret::proxy(&mut &trace, &mut |_| Ok(()))?),
    };
    let mut agreement = Agreement::new(problem, game);
    agreement.look(&trace);
    given.values_verified = given.problem.is_some() && agreement.disagreement().is_none();
    given.lower_bound = Some(evidence::lower_bound(problem, evidence::side(game), &weights, Options::default())?);
    let certificate = certify(&mut &trace, given)?;
    Ok((trace, certificate))
}

/// What the problem and its bounds say about a game, before anything is played.
pub fn facts(problem: &dyn Problem, bounds: &Constants, game: GameKind) -> Given {
    let side = evidence::side(game);
    let margin =
        bounds.margin.as_ref().map(|margin| evidence::margin(problem, side, margin.value, margin.point.as_deref()));
    let objective_range = evidence::objective_range(problem, bounds.objective_range);
    let mut given =
        Given { problem: record(problem), margin, objective_range: Some(objective_range), ..Given::default() };
    if given.problem.is_none() {
        // Nobody else could look at the problem, so nothing is proved by it.
        given.margin = given.margin.map(|margin| crate::certificate::GivenMargin { point: None, ..margin });
        given.objective_range = Some(crate::certificate::GivenRange { enclosed: false, ..objective_range });
    }
    given
}
