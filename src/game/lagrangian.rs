//! Definition 1: the Lagrangian, one function for both players.

use super::Game;
use crate::domain::{AnyDomain, L1Orthant};
use crate::error::Result;
use crate::problem::Side;
use crate::trace::GameKind;

/// `L(theta, lambda) = g_0(theta) + sum_i lambda_i g_i(theta)` over `lambda >= 0`, `||lambda||_1 <= radius`.
///
/// It is affine in `lambda`, not linear: the objective has weight 1 whatever the multipliers are.
///
/// ```
/// use referee::game::{Game, Lagrangian};
/// let mut weights = [0.0; 3];
/// Lagrangian { radius: 5.0 }.theta_weights(&[2.0, 0.5], &mut weights);
/// assert_eq!(weights, [1.0, 2.0, 0.5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lagrangian {
    /// The paper's `R`.
    pub radius: f64,
}

impl Game for Lagrangian {
    fn kind(&self) -> GameKind {
        GameKind::Lagrangian
    }

    fn side(&self) -> Side {
        Side::Constraints
    }

    fn multipliers(&self, num_constraints: usize) -> Result<AnyDomain> {
        L1Orthant::new(num_constraints, self.radius).map(AnyDomain::L1Orthant)
    }

    fn theta_weights(&self, lambda: &[f64], weights: &mut [f64]) {
        weights[0] = 1.0;
        weights[1..].copy_from_slice(lambda);
    }

    fn payoff(&self, values: &[f64], payoff: &mut [f64]) {
        payoff.copy_from_slice(&values[1..]);
    }
}
