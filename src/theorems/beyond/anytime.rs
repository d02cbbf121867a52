//! # Mirror descent without a horizon
//!
//! ## Statement
//! Let `Psi >= 0` be 1-strongly convex on the convex set `Theta` with respect to a norm, `Psi <= B_Psi` there, and let the
//! steps `eta_1 >= eta_2 >= .. > 0` not increase. Play
//! `theta_t = argmin over theta of <s_1 + .. + s_{t-1}, theta> + Psi(theta) / eta_t`. Then for *every* `T` and every `u` in
//! `Theta`
//!
//! ```text
//! sum_{t <= T} <s_t, theta_t - u> <= Psi(u) / eta_T + sum_{t <= T} (eta_t / 2) ||s_t||_*^2.
//! ```
//!
//! With `||s_t||_* <= B` and `eta_t = sqrt(B_Psi / t) / B` this is at most `2 B sqrt(B_Psi T)`: the number of Theorem 6, for
//! all `T` at once.
//!
//! *Proof.* Let `S_t = s_1 + .. + s_t` and `h_t(theta) = <S_{t-1}, theta> + Psi(theta) / eta_t`, so `theta_t` minimises `h_t`.
//! As `eta_{t+1}` is used only after round `t`, take `eta_{T+1} = eta_T`. For every `theta`
//!
//! ```text
//! h_{t+1}(theta) >= h_t(theta) + <s_t, theta>                                            (Psi >= 0, steps do not increase)
//!               >= h_t(theta_t) + ||theta - theta_t||^2 / (2 eta_t) + <s_t, theta>       (strong convexity at the minimum)
//!               >= h_t(theta_t) + <s_t, theta_t> - (eta_t / 2) ||s_t||_*^2,
//! ```
//!
//! the last because `<s, d> + ||d||^2 / (2 eta) >= -||s||_* ||d|| + ||d||^2 / (2 eta) >= -(eta / 2) ||s||_*^2`. At
//! `theta = theta_{t+1}`, summed over `t`:
//! `h_{T+1}(theta_{T+1}) >= h_1(theta_1) + sum_t <s_t, theta_t> - sum_t (eta_t / 2) ||s_t||_*^2`, and `h_1(theta_1) >= 0`.
//! On the other side `h_{T+1}(theta_{T+1}) <= h_{T+1}(u) = <S_T, u> + Psi(u) / eta_T`. For the second part,
//! `B_Psi / eta_T = B sqrt(B_Psi T)`, and `sum_{t <= T} 1 / sqrt t <= 2 sqrt T` makes the other sum at most the same. QED.
//!
//! ## Bound
//! [`formulas::mirror::anytime`](crate::players::formulas::mirror::anytime), and for the Euclidean regulariser
//! `||theta - c||^2 / 2`, with `c` the first point,
//! [`anytime_gradient`](crate::players::formulas::mirror::anytime_gradient): `B_Theta B sqrt(2 / T)`, the number of Corollary 1.
//! The [player](crate::players::theta_dual_averaging) adds what doubles cost. Upper bounds, rounded up.
//!
//! ## Certificate
//! That of [Theorem 1](crate::theorems::thm1_lagrangian) on any prefix of the run: nothing in the play depends on where it
//! ends. The rate is checked by tests at every prefix.
//!
//! ## Departures
//! The paper's steps need `T`, and its guarantee is for that `T` only. Here the same constant holds throughout; the best
//! constant for one known `T`, `sqrt 2` in place of 2, is lost. Lambda-players without a horizon are
//! [`deviation-adahedge` and `deviation-rm-plus`](crate::players::lambda_deviation).
//!
//! ## Reference
//! Nesterov, *Primal-dual subgradient methods for convex problems*, 2009; Xiao, *Dual averaging methods*, 2010.
//!
//! ## Example
//! ```
//! use referee::registry::Registry;
//! use referee::run::play_statement_as;
//! use referee::theorems::{Theorem1, beyond::anytime};
//! let half = Registry::ours().open("qp-half")?; // a parabola and one half-plane
//! let setup = anytime::ALGORITHM.setup(&*half.problem, &half.known.constants, 200, 2.0)?;
//! let (trace, certificate) = play_statement_as(&Theorem1, setup, None, 0)?;
//! assert_eq!(trace.rounds(), 200);
//! assert!(certificate.measured("theta_regret").unwrap().hi() < 0.1);
//! # Ok::<(), referee::error::Error>(())
//! ```

use crate::arena::{Algorithm, Seats, ThetaSeat};

/// Algorithm 3 with this theta-player, on exact subgradients, for [Theorem 1](crate::theorems::thm1_lagrangian).
pub const ALGORITHM: Seats = Seats::of(Algorithm::StochasticLagrangian).with_theta(ThetaSeat::Of("dual-averaging"));
