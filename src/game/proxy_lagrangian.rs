//! Definition 2: the proxy-Lagrangians, one function for each player.

use super::Game;
use crate::domain::{AnyDomain, Simplex};
use crate::error::Result;
use crate::problem::Side;
use crate::trace::GameKind;

/// `L_theta = lambda_0 g_0 + sum_i lambda_i proxy_i` and `L_lambda = sum_i lambda_i g_i`, over the simplex.
///
/// The theta-player differentiates the proxies; the lambda-player is paid by the true constraints, so that it never
/// learns about anything else.
///
/// ```
/// use referee::game::{Game, ProxyLagrangian};
/// let mut payoff = [9.0; 3];
/// ProxyLagrangian.payoff(&[7.0, -1.0, 2.0], &mut payoff);
/// assert_eq!(payoff, [0.0, -1.0, 2.0]); // playing action 0, the objective, earns nothing
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ProxyLagrangian;

impl Game for ProxyLagrangian {
    fn kind(&self) -> GameKind {
        GameKind::ProxyLagrangian
    }

    fn side(&self) -> Side {
        Side::Proxies
    }

    fn multipliers(&self, num_constraints: usize) -> Result<AnyDomain> {
        Simplex::new(num_constraints + 1).map(AnyDomain::Simplex)
    }

    fn theta_weights(&self, lambda: &[f64], weights: &mut [f64]) {
        weights.copy_from_slice(lambda);
    }

    fn payoff(&self, values: &[f64], payoff: &mut [f64]) {
        payoff[0] = 0.0;
        payoff[1..].copy_from_slice(&values[1..]);
    }
}
