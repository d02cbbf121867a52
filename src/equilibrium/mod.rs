//! Lemmas 2 and 5: mixed equilibria on at most m + 1 candidates, exactly.
//!
//! The theta-player draws one of finitely many candidates at random, the lambda-player chooses multipliers, and neither
//! gains by deviating: both gaps are 0, as rationals. In the Lagrangian game this is a linear program and its dual
//! ([`lagrangian`]); in the proxy game the players do not play for the same thing, and the equilibrium is found at the
//! end of a path of vertices ([`proxy_lagrangian`]). Problems over continuous domains are solved to a certified gap by
//! [`thm5_sparse_equilibrium`](crate::theorems::thm5_sparse_equilibrium), which asks this module.
//!
//! ```
//! use referee::equilibrium::{FiniteGame, lagrangian};
//! let mut game = FiniteGame::new(1);
//! game.push(0.0, &[1.0])?; // good, but not allowed
//! game.push(1.0, &[-1.0])?; // allowed, but expensive
//! let equilibrium = lagrangian(&game, 2.0)?;
//! assert_eq!(equilibrium.multipliers[0].to_string(), "1/2");
//! assert_eq!(equilibrium.support[0].weight.to_string(), "1/2");
//! assert!(equilibrium.theta_gap.is_zero() && equilibrium.lambda_gap.is_zero());
//! # Ok::<(), referee::error::Error>(())
//! ```

mod document;
mod finite_game;
mod floating;
mod lemke_howson;
mod measure;
mod prices;
mod proxy;
mod tableau;
#[cfg(test)]
#[path = "../../tests/inside/equilibrium.rs"]
mod tests;

pub use document::{Approximate, PointAtom};
pub use finite_game::FiniteGame;
pub use measure::measure;
pub use proxy::{Effort, proxy_lagrangian, proxy_lagrangian_with_effort};

use crate::error::{Error, Result};
use crate::game::Rules;
use crate::shrink::{Atom, penalized};
use dashu_ratio::RBig;

/// A mixture of candidates, multipliers, and what each player could gain: every number is exact.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// The game.
    pub rules: Rules,
    /// The mixture, by increasing candidate.
    pub support: Vec<Atom>,
    /// `lambda_1..m`, or `lambda_0..m` in the proxy game.
    pub multipliers: Vec<RBig>,
    /// The mean objective of the mixture.
    pub objective: RBig,
    /// The mean of each constraint.
    pub constraints: Vec<RBig>,
    /// The mixture's mean loss less the least loss of a candidate.
    pub theta_gap: RBig,
    /// What the best multipliers get from the mixture, less what these get.
    pub lambda_gap: RBig,
}

impl Equilibrium {
    /// Whether neither player gains anything by deviating.
    pub fn is_exact(&self) -> bool {
        self.theta_gap.is_zero() && self.lambda_gap.is_zero()
    }
}

/// An equilibrium of a game on candidates: both gaps are 0, and at most m + 1 candidates are used.
///
/// # Errors
/// If there are no candidates, or the radius is negative or not finite.
pub fn solve(game: &FiniteGame, rules: Rules) -> Result<Equilibrium> {
    match rules {
        Rules::Lagrangian { radius } => lagrangian(game, radius),
        Rules::ProxyLagrangian => proxy_lagrangian(game),
    }
}

/// An equilibrium of the Lagrangian game with multipliers that sum to at most `radius`.
///
/// The mixture solves the linear program in which violations are paid for, the multipliers its dual; complementary
/// slackness makes both gaps 0, and a vertex has at most m + 1 candidates.
///
/// # Errors
/// As [`solve`].
pub fn lagrangian(game: &FiniteGame, radius: f64) -> Result<Equilibrium> {
    let solved = penalized(game.candidates(), radius)?;
    measure(game, Rules::Lagrangian { radius }, solved.support, solved.multipliers)
}

fn no_candidates() -> Error {
    Error::new("there are no candidates to mix")
}
