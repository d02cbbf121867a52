//! By how much the shrunk mixture can cost more than others: its objective less the lower bound of the certificate.
//!
//! The certificate bounds the theta-player's loss at the mean multipliers from below. A mixture that keeps the
//! theta-player's constraints has at least that loss, as its multiplied constraints are at most 0; in the proxy game
//! the objective has a weight in the loss, and is divided by it.

use crate::certificate::{Certificate, RestsOn};
use crate::game::{Evidence, Game, Grade};
use crate::numerics::Enclosure;
use crate::numerics::rational::{enclose, exact};
use dashu_ratio::RBig;

/// A certified distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The mean objective, rounded up.
    pub objective: f64,
    /// It is at most this above that of every feasible mixture, if there is one; rounded up.
    pub at_most: f64,
    /// How well that is known.
    pub grade: Grade,
    /// Whether it rests on a lower bound that somebody gave.
    pub declared: bool,
    /// The game, which says what a feasible mixture is.
    pub game: Game,
}

impl Gap {
    /// The gap of a mean objective; `None` without a lower bound.
    pub fn new(certificate: &Certificate, objective: &RBig) -> Option<Self> {
        let given = &certificate.given;
        let bound = given.lower_bound.as_ref()?;
        let least = match certificate.game {
            Game::Lagrangian => bound.value,
            Game::ProxyLagrangian => {
                let weight = certificate.measured("objective_weight").filter(|weight| weight.lo() > 0.0)?;
                Enclosure::point(bound.value).divide(weight).ok()?.lo()
            }
        };
        let at_most = least.is_finite().then(|| enclose(&(objective - exact(least))).hi())?;
        let grade = given.grade(RestsOn { lower_bound: true, ..RestsOn::default() });
        at_most.is_finite().then(|| Self {
            objective: enclose(objective).hi(),
            at_most,
            grade,
            declared: bound.evidence == Evidence::Declared,
            game: certificate.game,
        })
    }
}
