//! Which constants a rate takes in a certificate.

use crate::certificate::{Given, GivenRate};
use crate::error::{Error, Result};
use crate::game::{Game, MirrorKind};
use crate::numerics::Norm;
use crate::regret::Averages;
use crate::theorems::{Regret, Statement};

/// The constants of a rate, if they are those that the statement takes; `None` if it promises none and none are given.
///
/// # Errors
/// If one is missing, is not the statement's, or makes no sense.
pub(super) fn constants<S: Statement + ?Sized>(statement: &S, given: &Given) -> Result<Option<GivenRate>> {
    let about_played = ["theorem-1", "theorem-2", "theorem-3", "theorem-4"].contains(&statement.name());
    if !given.equalities.is_empty() && !about_played {
        let name = statement.name();
        return Err(Error::new(format!("{name} does not speak of equalities: it needs multipliers of one sign")));
    }
    if statement.promise().is_none() {
        if given.rate.is_some() {
            let name = statement.name();
            return Err(Error::new(format!("{name} promises no rate: leave out the constants of one")));
        }
        return Ok(None);
    }
    given.check()?;
    let name = statement.name();
    let Some(rate) = given.rate else {
        return Err(Error::new(format!("{name} promises a rate: a payoff bound must be given")));
    };
    let entropic = statement.mirror() == Some(Regret::Lambda);
    let fields = [
        ("a step", rate.step.is_some(), statement.takes_step(), false),
        ("an oracle error", rate.oracle_error.is_some(), statement.takes_oracle_error(), true),
        ("a domain radius", rate.domain_radius.is_some(), statement.takes_subgradients(), true),
        ("a subgradient bound", rate.subgradient_bound.is_some(), statement.takes_subgradients(), true),
        ("a largest subgradient", rate.largest_subgradient.is_some(), statement.takes_subgradients(), false),
        ("a step of the theta-player", rate.theta_step.is_some(), statement.takes_subgradients(), false),
        ("a confidence", rate.confidence.is_some(), statement.takes_confidence(), true),
        ("a mirror", rate.mirror.is_some(), statement.mirror().is_some(), false),
        ("an entropic mirror", rate.mirror == Some(MirrorKind::Entropic), entropic, false),
        ("a radius", given.radius.is_some(), statement.game() == Some(Game::Lagrangian), true),
        ("a norm", given.norm() != Norm::One, false, false),
        ("a margin", given.margin.is_some(), false, false),
        ("an objective range", given.objective_range.is_some(), false, false),
        ("an average of rounds", given.averages != Averages::default(), false, false),
    ];
    for (what, present, taken, needed) in fields {
        if present && !taken {
            return Err(Error::new(format!("{name} does not speak of {what}: leave it out")));
        }
        if needed && taken && !present {
            return Err(Error::new(format!("{name} speaks of {what}, which must be given")));
        }
    }
    Ok(Some(rate))
}
