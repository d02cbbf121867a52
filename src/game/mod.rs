//! The two games of the paper: which one is played, what each player is paid, and the words both sides use about it.
//!
//! Both games are linear in the multipliers, so each is two small maps. The theta-player minimises
//! `L_theta(theta, lambda) = <weights, (g_0, h)(theta)>`, whose weights come from `lambda`
//! ([`Game::theta_weights`]); the lambda-player maximises `L_lambda(theta, lambda) = <lambda, payoff> + const`, whose
//! payoff comes from the constraint values ([`Game::payoff`]).
//!
//! The index trap is settled here, once: in the proxy game `lambda[0]` weighs the objective (the paper's `lambda_1`)
//! and `lambda[i]` weighs constraint `i`, as in a file; in the Lagrangian game there is no weight of the objective,
//! so `lambda[i - 1]` weighs constraint `i`.
//!
//! Problems, oracles, traces and certificates all speak of [grades](Grade), of [evidence](Evidence) for a lower bound
//! and of a problem as a [record](ProblemRecord); these stand here too, below all of them.

mod evidence;
mod mirror_kind;
mod problem_record;
mod rules;

pub use evidence::{Cut, Evidence, Form, Function, Grade, Leaf, Range};
pub use mirror_kind::MirrorKind;
pub use problem_record::{
    Atom, Condition, ConstraintRecord, DataRecord, DomainRecord, ProblemRecord, RateConstraint, RatesRecord, Recipe,
    Term, Test,
};
pub use rules::Rules;

use std::fmt;

/// Which functions stand for the constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The constraints `g_i` themselves.
    Constraints,
    /// The proxies, which are at least `g_i` everywhere; the constraints themselves where there are none.
    Proxies,
}

/// The two games of the paper, told apart in a file by the column `lambda_0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Definition 1: both players see `L(theta, lambda) = g_0 + sum_i lambda_i g_i`, with one multiplier for each
    /// constraint. It is affine in `lambda`, not linear: the objective has weight 1 whatever the multipliers are.
    Lagrangian,
    /// Definition 2: the theta-player sees `lambda_0 g_0 + sum_i lambda_i proxy_i`, the lambda-player is paid
    /// `sum_i lambda_i g_i` by the true constraints, so that it never learns about anything else.
    ProxyLagrangian,
}

impl Game {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Lagrangian, Self::ProxyLagrangian];

    /// The number in the name of the first multiplier: `lambda_1` or `lambda_0`.
    pub const fn first_multiplier(self) -> usize {
        match self {
            Self::Lagrangian => 1,
            Self::ProxyLagrangian => 0,
        }
    }

    /// How many multipliers the game has with `num_constraints` constraints.
    pub const fn num_multipliers(self, num_constraints: usize) -> usize {
        num_constraints + 1 - self.first_multiplier()
    }

    /// The functions that the theta-player sees in place of the constraints.
    pub const fn side(self) -> Side {
        match self {
            Self::Lagrangian => Side::Constraints,
            Self::ProxyLagrangian => Side::Proxies,
        }
    }

    /// The weights of `(g_0, h_1, .., h_m)` in the theta-player's loss.
    ///
    /// ```
    /// use referee::game::Game;
    /// let mut weights = [0.0; 3];
    /// Game::Lagrangian.theta_weights(&[2.0, 0.5], &mut weights);
    /// assert_eq!(weights, [1.0, 2.0, 0.5]);
    /// ```
    ///
    /// # Panics
    /// If the lengths do not belong to one `m`.
    pub fn theta_weights(self, lambda: &[f64], weights: &mut [f64]) {
        let first = self.first_multiplier();
        weights[..first].fill(1.0);
        weights[first..].copy_from_slice(lambda);
    }

    /// The gradient of the lambda-player's payoff, from `(g_0, g_1, .., g_m)`.
    ///
    /// ```
    /// use referee::game::Game;
    /// let mut payoff = [9.0; 3];
    /// Game::ProxyLagrangian.payoff(&[7.0, -1.0, 2.0], &mut payoff);
    /// assert_eq!(payoff, [0.0, -1.0, 2.0]); // playing action 0, the objective, earns nothing
    /// ```
    ///
    /// # Panics
    /// If the lengths do not belong to one `m`.
    pub fn payoff(self, values: &[f64], payoff: &mut [f64]) {
        let before = 1 - self.first_multiplier();
        payoff[..before].fill(0.0);
        payoff[before..].copy_from_slice(&values[1..]);
    }
}

/// Prints the name used in certificates.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lagrangian => "lagrangian",
            Self::ProxyLagrangian => "proxy-lagrangian",
        })
    }
}
