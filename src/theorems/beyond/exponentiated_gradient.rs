//! # Exponentiated gradients for the multipliers of the Lagrangian game
//!
//! ## Statement
//! Write the multipliers `{lambda >= 0, ||lambda||_1 <= R}` as `R (w_1, .., w_m)` with `w` in the simplex on `n = m + 1`
//! actions; `w_0` is slack. Start at the uniform `w` and move to
//! `w_{t+1,i} ~ w_{t,i} exp(eta l_{t,i})` with `l_t = (0, g_1(theta_t), .., g_m(theta_t))`. Let `r_t` be the length of the
//! smallest interval that contains `l_t`. Then for every `T`
//!
//! ```text
//! max over lambda of sum_t L(theta_t, lambda) - sum_t L(theta_t, lambda_t) <= R (ln n / eta + (eta / 8) sum_t r_t^2).
//! ```
//!
//! *Proof.* `L(theta_t, lambda) - L(theta_t, lambda_t) = <lambda - lambda_t, g(theta_t)> = R <w - w_t, l_t>`, where `w` has the
//! slack that `lambda` leaves. The maximum over the simplex is at a vertex, and the regret of Hedge against a vertex is
//! at most `ln n / eta + (eta / 8) sum_t r_t^2` ([`hedge`](crate::players::hedge)). QED.
//!
//! The slack action is what makes `lambda = 0` and everything below the radius a comparator, and a point that can be
//! played: without it the multipliers would always sum to `R`.
//!
//! ## Bound
//! With `r_t <= r` and `eta = sqrt(8 ln n / T) / r`, beside an oracle of error `rho`:
//! `epsilon = rho + R r sqrt(ln n / (2 T))`, where [projected gradients](crate::players::formulas::gradient_best) have
//! `rho + R B_2 / sqrt T` at best and `rho + R B_2 sqrt(2 / T)` in Lemma 1. With `|g_i| <= G` the ranges are `r <= 2 G` and
//! `B_2 <= G sqrt m`, so this is better than the best projected gradients from `m = 3` on if nothing else is known,
//! and earlier where the constraints keep one sign. Rounded up; what doubles add is in
//! [`lambda_slack`](crate::players::lambda_slack).
//!
//! ## Certificate
//! That of [Theorem 1](crate::theorems::thm1_lagrangian): `epsilon` is measured. The rate is checked by tests at the exact
//! regrets.
//!
//! ## Departures
//! Not in the paper, whose Algorithms 1 and 3 project.
//!
//! ## Reference
//! Kivinen and Warmuth, *Exponentiated gradient versus gradient descent*, 1997; with a slack action for multipliers:
//! Agarwal, Beygelzimer, Dudik, Langford, Wallach, *A reductions approach to fair classification*, 2018.
//!
//! ## Example
//! ```
//! use referee::players::formulas;
//! use referee::registry::Registry;
//! use referee::run::play_statement_as;
//! use referee::theorems::{Theorem1, beyond::exponentiated_gradient};
//! let extremal = Registry::ours().open("extremal:m=4")?;
//! let bounds = extremal.known.constants.clone();
//! let range = 2.0 * bounds.bound_constraints;
//! let setup = exponentiated_gradient::ALGORITHM.setup(&*extremal.problem, &bounds, 400, 2.0)?;
//! let (_, certificate) = play_statement_as(&Theorem1, setup, None, 0)?;
//! let promised = formulas::exponentiated_gradient(2.0, 5, range, 400).hi();
//! assert!(certificate.measured("lambda_regret").unwrap().hi() <= promised);
//! # Ok::<(), referee::error::Error>(())
//! ```

use crate::arena::{Algorithm, LambdaSeat, Seats};

/// Algorithm 1 with this lambda-player, for [Theorem 1](crate::theorems::thm1_lagrangian).
pub const ALGORITHM: Seats =
    Seats { lambda: LambdaSeat::Of("exponentiated-gradient"), ..Seats::of(Algorithm::OracleLagrangian) };
