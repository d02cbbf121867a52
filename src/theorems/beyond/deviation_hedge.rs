//! # Hedge over the deviations that Theorem 2 uses
//!
//! ## Statement
//! Let the lambda-player of the proxy game start at the uniform point of the simplex on `n = m + 1` actions and, with
//! payoffs `l_t = (0, g_1(theta_t), .., g_m(theta_t))` and
//! `u_t = (-<lambda_t, l_t>, lambda_{t,0} l_{t,1}, .., lambda_{t,0} l_{t,m})`, move to
//! `lambda_{t+1,i} ~ lambda_{t,i} exp(eta u_{t,i})`. Let `r_t` be the length of the smallest interval that contains 0
//! and `l_t`. Then for every `T`
//!
//! ```text
//! -sum_t <lambda_t, l_t> <= K   and   sum_t lambda_{t,0} l_{t,j} <= K for every j,   K = ln n / eta + (eta / 8) sum_t r_t^2.
//! ```
//!
//! All conclusions of Theorem 2 and of Lemma 7 hold with `epsilon_lambda = K / T` in place of swap regret.
//!
//! *Proof.* `u_{t,i} = <l_t, M_i lambda_t> - <l_t, lambda_t>` for the left-stochastic `M_0`, "everything to action 0", and
//! `M_j`, "action 0 to `j`". As `l_{t,0} = 0`,
//! `<lambda_t, u_t> = -lambda_{t,0} <lambda_t, l_t> + lambda_{t,0} sum_{j >= 1} lambda_{t,j} l_{t,j} = 0`. So the regret of
//! Hedge on the gains `u_t` against action `i` is `sum_t u_{t,i}`, and it is at most
//! `ln n / eta + (eta / 8) sum_t range(u_t)^2` ([`hedge`](crate::players::hedge)). Adding the same number to all gains of a
//! round changes no range: `u_t + <lambda_t, l_t>` consists of 0 and of
//! `lambda_{t,0} l_{t,j} + sum_{i >= 1} lambda_{t,i} l_{t,i}`, convex combinations of the `l_{t,i}`. So `range(u_t) <= r_t`.
//! The proofs of Theorem 4 and Lemma 7 use swap regret only through these `m + 1` deviations
//! ([Theorem 4](crate::theorems::thm4_proxy_lagrangian_joint) says where). QED.
//!
//! ## Bound
//! With `r_t <= r` and `eta = sqrt(8 ln n / T) / r`: `epsilon_lambda = r sqrt(ln n / (2 T)) <= B sqrt(2 ln n / T)`, where the
//! paper's player has `2 B sqrt(n ln n / T)`: a factor `sqrt(2 n)` less, in `O(m)` a round and without a fixed point
//! ([`formulas::deviation_hedge`](crate::players::formulas::deviation_hedge), rounded up). What doubles add is in
//! [`lambda_deviation`](crate::players::lambda_deviation).
//!
//! ## Certificate
//! That of [Theorem 2](crate::theorems::thm2_proxy_lagrangian): `deviation_to_objective` and `deviation_to_constraints` are
//! measured, and the claims `*_deviation` rest on them alone. The rate is checked by tests at the exact regrets.
//!
//! ## Departures
//! Not in the paper, whose player keeps swap regret small. This one does not: its swap regret may grow linearly.
//!
//! ## Reference
//! Ours; regret over a finite set of deviations is Greenwald and Jafari's, the fixed point argument Gordon, Greenwald
//! and Marks'.
//!
//! ## Example
//! ```
//! use referee::players::formulas;
//! use referee::registry::Registry;
//! use referee::run::play_statement_as;
//! use referee::theorems::{Theorem2, beyond::deviation_hedge};
//! let extremal = Registry::ours().open("extremal:m=4")?;
//! let bounds = extremal.known.constants.clone();
//! let range = 2.0 * bounds.bound_constraints;
//! let setup = deviation_hedge::ALGORITHM.setup(&*extremal.problem, &bounds, 400, 0.0)?;
//! let (_, certificate) = play_statement_as(&Theorem2, setup, None, 0)?;
//! let promised = formulas::deviation_hedge(5, range, 400).hi();
//! for name in ["deviation_to_objective", "deviation_to_constraints"] {
//!     assert!(certificate.measured(name).unwrap().hi() <= promised);
//! }
//! assert!(promised < formulas::matrix_paper(5, range / 2.0, 400).lo() / 3.0); // what the paper promises of its player
//! # Ok::<(), referee::error::Error>(())
//! ```

use crate::arena::{Algorithm, LambdaSeat, Seats};

/// Algorithm 4 with this lambda-player, for [Theorem 2](crate::theorems::thm2_proxy_lagrangian).
pub const ALGORITHM: Seats =
    Seats { lambda: LambdaSeat::Of("deviation-hedge"), ..Seats::of(Algorithm::OracleProxyLagrangian) };
