//! # The stochastic lemmas from end to end, with comparators named before play
//!
//! ## Statement
//! The conclusions of Theorems 1 and 2 compare with few points, and all of them can be named before the first draw; so
//! the price of comparing with every point at once, which Lemmas 4 and 10 pay, need not be paid.
//!
//! *Setting.* `F_t` is what is known after the draws of round `t`. Points, multipliers and hence the losses of round `t`
//! are known in `F_{t-1}`; the players see `Delta_t` with `E[Delta_t | F_{t-1}]` a (super)gradient of theirs, both from one
//! shared draw if one likes. `||Delta_theta|| <= B_theta` and `||theta|| <= B_Theta` always; `n = m + 1`;
//! `c = 3 / (2 sqrt 2)` at the paper's steps and `c = 1` at the best ones.
//!
//! **Lagrangian game** (Algorithm 3). The functions are convex, `g_i(theta') <= -gamma < 0` for every `i`, `B` is at least
//! the range of `g_0`, and `R > B / gamma`. The payoffs satisfy `||Delta_lambda||_2 <= B_2`. With probability at least
//! `1 - delta`, `E[g_0] <= OPT + epsilon` and `max_i E[g_i]_+ <= epsilon / (R - B / gamma)`, where
//!
//! ```text
//! epsilon sqrt T = B_Theta B_theta (c + 2 sqrt 2 sqrt(ln(2 / delta))) + R B_2 (c + 2 sqrt(ln(2 n / delta))).
//! ```
//!
//! With [exponentiated gradients](super::exponentiated_gradient) on payoffs of range `r` the second summand is
//! `R r (sqrt(ln n / 2) + sqrt(2 ln(2 n / delta)))`.
//!
//! **Proxy game** (Algorithm 2). `g_0` and the proxies are convex, the proxies are at most `-gamma` at `theta'`, the payoffs
//! are at most `B_inf` in size and in an interval of length `r` around 0. With probability at least `1 - delta` the three
//! conclusions of Theorem 2 hold with
//!
//! ```text
//! epsilon_theta sqrt T = B_Theta B_theta (c + 2 sqrt 2 sqrt(ln(4 / delta))),
//! epsilon_lambda sqrt T = k + r sqrt(ln(2 n / delta) / 2),
//! ```
//!
//! `k = (3/2) B_inf sqrt(n ln n)` for the paper's matrix player and `k = r sqrt(ln n / 2)` for
//! [Hedge over the deviations](super::deviation_hedge).
//!
//! *Proof.* (F) Let `u` be named before play. With `s_t = E[Delta_t | F_{t-1}]`,
//! `sum_t f_t(theta_t) - f_t(u) <= sum_t <s_t, theta_t - u> = sum_t <Delta_t, theta_t - u> + sum_t <s_t - Delta_t, theta_t - u>`.
//! The first sum is at most `c B_Theta B_theta sqrt T` by (MD) of [`theta_bounds`](crate::players::theta_bounds), whatever
//! the draws. In the second, `theta_t - u` is known in `F_{t-1}` and has norm at most the diameter `D`, so given
//! `F_{t-1}` the term is centred and in an interval of length `2 B_theta D`. By Hoeffding's lemma its conditional moment
//! generating function at `z` is at most `exp(z^2 B_theta^2 D^2 / 2)`, so by Markov's inequality the sum exceeds
//! `B_theta D sqrt(2 T ln(1 / delta'))` with probability at most `delta'`. In general: terms in intervals of length `w`
//! give `w sqrt(T ln(1 / delta') / 2)`.
//!
//! *Proxy game.* Use (F) with `D <= 2 B_Theta` for the two points `theta_opt`, the best for the proxies, and `theta'`, with
//! `delta' = delta / 4` each. (If the optimum is not attained take a point within `tau` of it, and let `tau` fall to 0.) For
//! the lambda-player and each of the `n` deviations `M` that Theorem 2 uses, `<Delta_t, M lambda_t - lambda_t>` is
//! `-<Delta_t, lambda_t>` or `lambda_{t,0} Delta_{t,j}`: given `F_{t-1}` in an interval of length `r`, as 0 and the
//! `Delta_{t,j}` are in one. So the regret for it on true payoffs is at most that on the payoffs seen, which is at most
//! `k sqrt T` for every sequence, plus `r sqrt(T ln(2 n / delta) / 2)`, except with probability `delta / (2 n)`. All
//! exceptions together have probability at most `delta`. Off them, the proof of Theorem 4 (comparators `theta_opt`, "all to
//! the objective", and "objective to `j`") and that of Lemma 7 (`theta'`, "all to the objective") go through.
//!
//! *Lagrangian game.* Use (F) for `theta_opt` with `delta / 2`, and for the `n` vertices `0, R e_1, .., R e_m` of the multipliers
//! with `delta / (2 n)` each; their Euclidean diameter is at most `sqrt 2 R`. (With exponentiated gradients,
//! `<Delta_t, lambda - lambda_t> = R <(0, Delta_t), w - w_t>` lies in `[-R r, R r]`, an interval of length `2 R r`.) Let `lambda*`
//! be a vertex; then `E[g_0] + <lambda*, E[g]> <= mean_t L(theta_opt, lambda_t) + epsilon <= OPT + epsilon`. At `lambda* = 0` this
//! is the first conclusion. At the most violated constraint, `v = max_i E[g_i]_+`, it is `E[g_0] + R v <= OPT + epsilon`. The
//! mixture that is `theta'` with probability `a = v / (v + gamma)` and as played otherwise keeps every constraint on average;
//! for convex functions its mean point is feasible and no worse, so
//! `OPT <= (1 - a) E[g_0] + a g_0(theta')`, hence `R v <= epsilon + a B <= epsilon + v B / gamma`. QED.
//!
//! ## Bound
//! [`formulas::stochastic_gradient_fixed`](crate::players::formulas::stochastic_gradient_fixed) and
//! [`formulas::end_to_end`](crate::players::formulas::end_to_end), rounded up; [`plan`](crate::theorems::plan) shows them beside the
//! paper's. For `delta = 0.05`, four constraints and `B_Theta B_theta = 10 B_inf` an eighth of the paper's rounds give the
//! objective some weight, and a seventieth keeps the violation below 0.05.
//!
//! ## Certificate
//! None: a run does not show a probability. What a run achieved is certified by
//! [Theorem 1](crate::theorems::thm1_lagrangian) or [2](crate::theorems::thm2_proxy_lagrangian) without any probability;
//! tests compare the number of runs that miss the bound with the binomial law.
//!
//! ## Departures
//! The paper's own proof of feasibility in Theorem 1 compares with a point that depends on the draws, so it is not
//! covered by these comparators: the [mixture with the margin point](super::slater_feasibility) takes its place.
//!
//! ## Reference
//! Ours, from the paper's lemmas; the inequality is Azuma's, with ranges in place of sizes (Hoeffding).
//!
//! ## Example
//! ```
//! use referee::theorems::plan::{Answer, Inputs, Target, Targets, plan};
//! let inputs = Inputs {
//!     constraints: Some(4), payoff_bound: Some(1.0), domain_radius: Some(1.0), subgradient_bound: Some(10.0),
//!     confidence: Some(0.05), margin: Some(0.1), objective_range: Some(1.0), ..Inputs::default()
//! };
//! let plan = plan("lemma-4", &inputs, &Targets::default())?;
//! let rounds: Vec<_> = plan.rows.iter().map(|row| row.answer(Target::Weight).and_then(Answer::rounds)).collect();
//! // As printed, repaired (in two ways), end to end, and that with Hedge over the deviations at the best steps.
//! assert_eq!(rounds, [Some(4_713_653), Some(977_635), Some(1_053_534), Some(597_920), Some(551_420)]);
//! # Ok::<(), referee::error::Error>(())
//! ```

use crate::arena::{Algorithm, LambdaSeat, Seats, ThetaSeat};

/// Algorithm 2 with [Hedge over the deviations](super::deviation_hedge) at the best steps, for
/// [Theorem 2](crate::theorems::thm2_proxy_lagrangian).
pub const ALGORITHM: Seats = Seats {
    theta: ThetaSeat::Of("stochastic-subgradient"),
    best_theta_step: true,
    lambda: LambdaSeat::Of("deviation-hedge"),
    ..Seats::of(Algorithm::StochasticProxyLagrangian)
};
