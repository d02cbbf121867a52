//! Steps and bounds of the players in [`lambda_internal_matching`](super::lambda_internal_matching),
//! [`lambda_stoltz_lugosi`](super::lambda_stoltz_lugosi) and [`lambda_additive_matrix`](super::lambda_additive_matrix),
//! whose modules have the proofs. The conventions are those of [`bounds`](super::bounds).

use super::bounds::{count, drift, fed_range, gradient_bound, hedge_round, hedge_step, ln_up, ratio_up, safe, step};
use crate::numerics::directed::{add_up, div_up, mul_up, sqrt_up};

/// What the roundings of `T` rounds and of sums over `n` actions may multiply a norm by: `1 + (8 T + 4 n + 64) 2^-52`.
pub(super) fn growth(n: usize, rounds: f64) -> f64 {
    add_up(1.0, (8.0 * rounds + 4.0 * count(n) + 64.0) * f64::EPSILON)
}

/// Internal regret matching: `r sqrt(n (n - 1) / T)` and rounding, for residuals up to `residual`.
pub fn internal_matching_bound(n: usize, horizon: usize, range: f64, residual: f64) -> f64 {
    if n <= 1 {
        return 0.0;
    }
    let (rounds, range) = (count(horizon), fed_range(n, range));
    let main = mul_up(range, sqrt_up(ratio_up(count(n), count(n) - 1.0, rounds)));
    let crossing = safe(2.0 * count(n) * range * residual);
    add_up(mul_up(growth(n, rounds), add_up(main, crossing)), drift(mul_up(rounds, range)))
}

/// The step of Stoltz and Lugosi, `sqrt(8 ln(n (n - 1)) / T) / r`: that of Hedge over the moves.
pub fn stoltz_lugosi_step(n: usize, horizon: usize, range: f64) -> f64 {
    hedge_step((n * n.saturating_sub(1)).max(1), horizon, range)
}

/// Swap regret from Hedge over the `K = n (n - 1)` moves: the largest of `k (ln(K / k) / (eta T) + c)` over
/// `k = 1, .., n`, where `c` is what a round costs.
///
/// `k ln(K / k)` grows up to `k = K / e`, which is above `n` for `n >= 4`; so only `n < 4` needs all `k`, and `k` divides
/// `K` wherever it is needed.
pub(super) fn moves_bound(n: usize, step: f64, rounds: f64, cost: f64) -> f64 {
    let moves = n * (n - 1);
    let of = |k: usize| {
        let entropy = ln_up(moves / k);
        mul_up(count(k), add_up(div_up(div_up(entropy, step), rounds), cost))
    };
    let first = if n < 4 { 1 } else { n };
    (first..=n).map(of).fold(0.0, f64::max)
}

/// The player of Stoltz and Lugosi with this step: with `K = n (n - 1)`, the largest of
/// `k (ln(K / k) / (eta T) + (eta / 8) r^2)` over `k = 1, .., n`, and rounding, for residuals up to `residual`.
///
/// At their step and for `n >= 4` this is `(n / 2) r sqrt(ln K / (2 T)) (1 + ln(n - 1) / ln K)`, below the
/// `n r sqrt(ln K / (2 T))` that bounding every action by the internal regret gives.
pub fn stoltz_lugosi_bound(n: usize, horizon: usize, range: f64, step: f64, residual: f64) -> f64 {
    if n <= 1 {
        return 0.0;
    }
    let (rounds, range) = (count(horizon), fed_range(n, range));
    let drift = drift(mul_up(rounds, range));
    let cost = add_up(safe(hedge_round(n, step, range, range, drift)), mul_up(range, residual));
    moves_bound(n, step, rounds, cost)
}

/// `floor(n / 2) ceil(n / 2) / n`: the largest sum of squared deviations from the mean of `n` numbers in `[0, 1]`.
fn largest_spread(n: usize) -> f64 {
    div_up(count((n / 2) * n.div_ceil(2)), count(n))
}

/// The step of the additive matrix player: `sqrt((n - 1) / (s T)) / r` with `s = floor(n / 2) ceil(n / 2) / n`, which
/// is `sqrt((n - 1) / (n T)) / B` for `r = 2 B` and even `n`.
pub fn additive_matrix_step(n: usize, horizon: usize, range: f64) -> f64 {
    if n <= 1 {
        return 1.0;
    }
    step((count(n) - 1.0) / largest_spread(n) / count(horizon), range)
}

/// The distance from the centre to a vertex of the left-stochastic matrices, `sqrt(n - 1)`, and what rounding the
/// centre adds.
pub(super) fn additive_matrix_radius(n: usize) -> f64 {
    add_up(sqrt_up(count(n) - 1.0), 4.0 * count(n) * sqrt_up(count(n)) * f64::EPSILON)
}

/// The additive matrix player with this step: `(n - 1) / (2 eta T) + (eta / 2) s r^2` with `s` as in
/// [`additive_matrix_step`], and rounding, for columns whose distances from the exact projections sum to at most `tau`
/// and residuals up to `residual`. At its own step the exact part is `r sqrt((n - 1) s / T)`.
pub fn additive_matrix_bound(n: usize, horizon: usize, range: f64, step: f64, tau: f64, residual: f64) -> f64 {
    if n <= 1 {
        return 0.0;
    }
    if drift(range) == f64::INFINITY {
        return f64::INFINITY; // products of steps and payoffs may lose their digits there
    }
    let norm = mul_up(fed_range(n, range), sqrt_up(largest_spread(n)));
    let diameter = sqrt_up(2.0);
    add_up(gradient_bound(additive_matrix_radius(n), norm, horizon, step, diameter, tau), mul_up(range, residual))
}
