//! The two games of the paper: what each player is paid.
//!
//! Both games are linear in the multipliers, so each is two small maps. The theta-player minimises
//! `L_theta(theta, lambda) = <weights, (g_0, h)(theta)>`, whose weights come from `lambda`
//! ([`Game::theta_weights`]); the lambda-player maximises `L_lambda(theta, lambda) = <lambda, payoff> + const`, whose
//! payoff comes from the constraint values ([`Game::payoff`]).
//!
//! The index trap is settled here, once: in the proxy game `lambda[0]` weighs the objective (the paper's `lambda_1`)
//! and `lambda[i]` weighs constraint `i`, as in a file; in the Lagrangian game there is no weight of the objective,
//! so `lambda[i - 1]` weighs constraint `i`.

mod lagrangian;
mod proxy_lagrangian;

pub use lagrangian::Lagrangian;
pub use proxy_lagrangian::ProxyLagrangian;

use crate::domain::AnyDomain;
use crate::error::Result;
use crate::problem::Side;
use crate::trace::GameKind;

/// A two-player game over a constrained problem.
pub trait Game: Send + Sync {
    /// Which of the two games it is.
    fn kind(&self) -> GameKind;

    /// The functions that the theta-player sees in place of the constraints.
    fn side(&self) -> Side;

    /// The set of multipliers for `m` constraints.
    ///
    /// # Errors
    /// If the set would be empty or too large to compute with.
    fn multipliers(&self, num_constraints: usize) -> Result<AnyDomain>;

    /// The weights of `(g_0, h_1, .., h_m)` in the theta-player's loss.
    ///
    /// # Panics
    /// If the lengths do not belong to one `m`.
    fn theta_weights(&self, lambda: &[f64], weights: &mut [f64]);

    /// The gradient of the lambda-player's payoff, from `(g_0, g_1, .., g_m)`.
    ///
    /// # Panics
    /// If the lengths do not belong to one `m`.
    fn payoff(&self, values: &[f64], payoff: &mut [f64]);
}
