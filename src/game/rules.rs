//! A game with the set that its multipliers are from.

use super::Game;
use crate::domain::{AnyDomain, L1Orthant, Simplex};
use crate::error::Result;
use dashu_ratio::RBig;

/// A game, with the radius of the multipliers where there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rules {
    /// Definition 1, with multipliers `lambda >= 0` that sum to at most the radius.
    Lagrangian {
        /// The paper's `R`.
        radius: f64,
    },
    /// Definition 2, with multipliers that sum to 1; the first one weighs the objective.
    ProxyLagrangian,
}

impl Rules {
    /// The rules of a game; the radius means something in the Lagrangian game only.
    pub const fn new(game: Game, radius: f64) -> Self {
        match game {
            Game::Lagrangian => Self::Lagrangian { radius },
            Game::ProxyLagrangian => Self::ProxyLagrangian,
        }
    }

    /// The game.
    pub const fn game(self) -> Game {
        match self {
            Self::Lagrangian { .. } => Game::Lagrangian,
            Self::ProxyLagrangian => Game::ProxyLagrangian,
        }
    }

    /// The radius, in the game that has one.
    pub const fn radius(self) -> Option<f64> {
        match self {
            Self::Lagrangian { radius } => Some(radius),
            Self::ProxyLagrangian => None,
        }
    }

    /// The set of multipliers for `m` constraints.
    ///
    /// # Errors
    /// If the set would be empty or too large to compute with.
    pub fn multipliers(self, num_constraints: usize) -> Result<AnyDomain> {
        match self {
            Self::Lagrangian { radius } => L1Orthant::new(num_constraints, radius).map(AnyDomain::L1Orthant),
            Self::ProxyLagrangian => Simplex::new(num_constraints + 1).map(AnyDomain::Simplex),
        }
    }

    /// The weights of the theta-player's functions, objective first, at given multipliers.
    pub fn weights(self, multipliers: &[RBig]) -> Vec<RBig> {
        match self {
            Self::Lagrangian { .. } => std::iter::once(RBig::ONE).chain(multipliers.iter().cloned()).collect(),
            Self::ProxyLagrangian => multipliers.to_vec(),
        }
    }

    /// The multipliers of the constraints alone.
    pub fn of_constraints<T>(self, multipliers: &[T]) -> &[T] {
        &multipliers[1 - self.game().first_multiplier()..]
    }
}
