//! Step sizes and regret bounds as functions of the constants: what the theorems promise, in one place.
//!
//! A bound is rounded up; a step is a double near the formula, since every bound here holds for any step and is
//! evaluated at the step that is really used. All bounds are averages per round.
//!
//! # What is bounded
//!
//! `n` actions, `horizon` rounds `T`, gains in an interval of length `range` (`r`) that contains 0; so `|gain| <= r`.
//! Gains that only satisfy `|gain| <= B` have `r = 2 B`. The functions with `paper` in their name are the formulas as
//! printed (steps for the bound `B`); `tight` is the constant that the same proof gives for the same step.
//!
//! Bounds named `*_bound` are those of the players as they run in doubles: the theorem, plus the rounding terms whose
//! derivation is in the player's module, with the worst case in place of the data.
//!
//! # The floor
//!
//! A step is `sqrt(.) / B`, never `sqrt(. / B^2)`, which would leave the range of doubles for `B = 1e200`. A bound `B`
//! of 0, or so small that the quotient would be infinite, is replaced by [`SMALLEST_BOUND`] in the step only: gains
//! that small cannot cost more than `SMALLEST_BOUND` a round, whatever is played.

use super::softmax::play_error;
use crate::numerics::Enclosure;
use crate::numerics::directed::{add_up, div_up, mul_up, sqrt_up};

/// The bound that stands in for smaller ones where a step is computed.
pub const SMALLEST_BOUND: f64 = 1e-290;

/// Steps stay between this and its reciprocal, so that products with them keep their meaning.
const SMALLEST_STEP: f64 = 1e-307;

/// 2^1000.
const LARGEST_TOTAL: f64 = f64::from_bits((1023 + 1000) << 52);

/// Makes up for the roundings of a round's term that was computed from non-negative numbers by at most 16 operations.
pub(super) fn safe(term: f64) -> f64 {
    mul_up(add_up(term, f64::MIN_POSITIVE), 1.0 + 16.0 * f64::EPSILON)
}

/// `sqrt(numerator) / bound`, with the floor of the [module](self).
pub(super) fn step(numerator: f64, bound: f64) -> f64 {
    (numerator.sqrt() / bound.max(SMALLEST_BOUND)).clamp(SMALLEST_STEP, 1.0 / SMALLEST_STEP)
}

pub(super) fn count(whole: usize) -> f64 {
    whole as f64 // exact: horizons and numbers of actions are below 2^53
}

/// `ln n`, near enough for a step, and the same on every machine, as the platform's logarithm is not.
fn ln(n: usize) -> f64 {
    Enclosure::point(count(n.max(1))).ln().map_or(f64::INFINITY, Enclosure::midpoint)
}

/// `ln n`, rounded up.
pub fn ln_up(n: usize) -> f64 {
    Enclosure::point(count(n.max(1))).ln().map_or(f64::INFINITY, Enclosure::hi)
}

/// `a b / c` rounded up, for non-negative numbers.
pub(super) fn ratio_up(a: f64, b: f64, c: f64) -> f64 {
    mul_up(a, div_up(b, c))
}

/// The range that a player's own gains can have once they were rounded: each is within `(n + 1) 2^-53 r` of the exact.
pub(super) fn fed_range(n: usize, range: f64) -> f64 {
    mul_up(range, 1.0 + (count(n) + 1.0) * (4.0 * f64::EPSILON))
}

/// What stored sums of gains may have drifted by in one round, after `total` of ranges; see [`hedge`](super::hedge).
///
/// Nothing is claimed where the total is above 2^1000: sums of gains may then have been cut to stay finite.
#[inline]
pub(super) fn drift(total: f64) -> f64 {
    if total > LARGEST_TOTAL { f64::INFINITY } else { 2.0 * f64::EPSILON * total }
}

/// The step of Hedge that minimises its bound: `sqrt(8 ln n / T) / r`.
pub fn hedge_step(n: usize, horizon: usize, range: f64) -> f64 {
    step(8.0 * ln(n) / count(horizon), range)
}

/// The step of `copies` Hedge players whose ranges sum to `r` in each round: `sqrt(8 c ln n / T) / r`.
pub fn hedge_copies_step(n: usize, copies: usize, horizon: usize, range: f64) -> f64 {
    step(8.0 * count(copies) * ln(n) / count(horizon), range)
}

/// Hedge with this step: `c ln n / (eta T) + (eta / 8) r^2` and rounding, for `c` copies whose ranges sum to at most
/// `r` in each round (`c = 1`: Hedge itself).
///
/// With the best step and one copy this is `r sqrt(ln n / (2 T))`.
pub fn hedge_bound(n: usize, copies: usize, horizon: usize, range: f64, step: f64) -> f64 {
    if n <= 1 {
        return 0.0;
    }
    let range = fed_range(n, range);
    let drift = drift(mul_up(count(horizon), range));
    let start = div_up(div_up(mul_up(count(copies), ln_up(n)), step), count(horizon));
    add_up(start, safe(hedge_round(n, step, range, range, drift)))
}

/// One round of Hedge, `(eta / 8) (spread^2 + 4 r d + 4 d^2) + 2 d + r rho_n`, in at most 16 roundings of non-negative
/// numbers; `spread = r` for one player, `r ||lambda||_2` for copies weighted by `lambda`.
#[inline]
pub(super) fn hedge_round(n: usize, step: f64, range: f64, spread: f64, drift: f64) -> f64 {
    let curvature = (step * spread) * spread + (step * drift) * (4.0 * (range + drift));
    0.125 * curvature + (2.0 * drift + range * play_error(n))
}

/// The step of `copies` optimistic Hedge players that minimises their bound: `sqrt(8 c ln n / (4 T - 3)) / r`.
pub fn optimistic_hedge_step(n: usize, copies: usize, horizon: usize, range: f64) -> f64 {
    step(8.0 * count(copies) * ln(n) / (4.0 * count(horizon) - 3.0), range)
}

/// Optimistic Hedge with this step: `(c ln n / eta + (eta / 8) (4 T - 3) r^2) / T` and rounding, for `c` copies as in
/// [`hedge_bound`].
pub fn optimistic_hedge_bound(n: usize, copies: usize, horizon: usize, range: f64, step: f64) -> f64 {
    if n <= 1 {
        return 0.0;
    }
    let (rounds, range) = (count(horizon), fed_range(n, range));
    let drift = 2.0 * drift(mul_up(rounds, range));
    let start = div_up(div_up(mul_up(count(copies), ln_up(n)), step), rounds);
    let spread = mul_up(range, sqrt_up(div_up(add_up(4.0 * rounds, -3.0), rounds)));
    add_up(start, safe(hedge_round(n, step, 2.0 * range, spread, drift)))
}

/// `AdaHedge`: `r (c + sqrt(c^2 + c T ln n)) / T` and rounding, for `c` copies as in [`hedge_bound`].
pub fn adahedge_bound(n: usize, copies: usize, horizon: usize, range: f64) -> f64 {
    if n <= 1 {
        return 0.0;
    }
    let (range, rounds, copies) = (fed_range(n, range), count(horizon), count(copies));
    let root = sqrt_up(mul_up(copies, add_up(copies, mul_up(rounds, ln_up(n)))));
    let twice_gap = mul_up(mul_up(range, add_up(copies, root)), 1.0 + 8.0 * rounds * f64::EPSILON);
    let gap_error = safe(adahedge_gap_error(n, range, div_up(twice_gap, ln_up(n) * (1.0 - 4.0 * f64::EPSILON))));
    let drift = drift(mul_up(rounds, range));
    let rounding = safe(4.0 * drift + range * play_error(n));
    add_up(div_up(twice_gap, rounds), add_up(gap_error, rounding))
}

/// How far a computed mixability gap is from the exact one, given `1 / eta` or anything above it.
#[inline]
pub(super) fn adahedge_gap_error(n: usize, range: f64, reciprocal_step: f64) -> f64 {
    (16.0 * f64::EPSILON * (count(n) + 1.0)) * (range + reciprocal_step)
}

/// `sqrt n`, and `E` and `b` of [`regret_matching`](super::regret_matching), for copies.
fn regret_matching_errors(n: usize, copies: usize, horizon: usize, range: f64) -> (f64, f64, f64) {
    let (rounds, copies, actions) = (count(horizon), count(copies), count(n));
    let (range, root) = (fed_range(n, range), sqrt_up(actions));
    let error = mul_up(f64::EPSILON, mul_up(range, add_up(rounds, mul_up(copies, actions + 3.0))));
    (root, error, mul_up(root, add_up(error, mul_up(copies, mul_up(range, play_error(n))))))
}

/// Regret matching plus: `norm sqrt(c / T)` and rounding, where `norm` bounds the Euclidean norm of what is added to
/// the regrets in a round (at most `r sqrt(n - 1)`), for `c` copies as in [`hedge_bound`].
pub fn regret_matching_bound(n: usize, copies: usize, horizon: usize, range: f64, norm: f64) -> f64 {
    if n <= 1 {
        return 0.0;
    }
    let (root, error, crossing) = regret_matching_errors(n, copies, horizon, range);
    let (rounds, copies) = (count(horizon), count(copies));
    let main = mul_up(fed_range(n, norm), sqrt_up(div_up(copies, rounds)));
    let rounding = safe(root * error / rounds.sqrt() + error + 2.0 * crossing);
    add_up(main, rounding)
}

/// Predictive regret matching plus: `norm sqrt(c (4 T - 3)) / T` and rounding, as in [`regret_matching_bound`].
pub fn predictive_regret_matching_bound(n: usize, copies: usize, horizon: usize, range: f64, norm: f64) -> f64 {
    if n <= 1 {
        return 0.0;
    }
    let (root, error, crossing) = regret_matching_errors(n, copies, horizon, range);
    let (rounds, copies) = (count(horizon), count(copies));
    let main = mul_up(fed_range(n, norm), div_up(sqrt_up(mul_up(copies, add_up(4.0 * rounds, -3.0))), rounds));
    let rounding = safe((6.0 * root * error + crossing) / rounds.sqrt() + error + 2.0 * crossing);
    add_up(main, rounding)
}

/// Coin betting: `r sqrt((1 + s / T) (2 ln n + ln(1 + T / s)) / T)` and rounding, with the shift `s` of the bets.
pub fn coin_betting_bound(n: usize, horizon: usize, range: f64, shift: f64) -> f64 {
    if n <= 1 {
        return 0.0;
    }
    let (rounds, actions) = (count(horizon), count(n));
    let end = add_up(rounds, shift);
    let growth = Enclosure::point(div_up(end, shift)).ln().map_or(f64::INFINITY, Enclosure::hi);
    // In units of 2^-52: what the wealths may have gained or lost by rounding, and what the sum of coins may be off by.
    let gained = mul_up(rounds, add_up(rounds, 16.0 * (actions + 2.0)));
    let logarithm = add_up(ln_up(n), mul_up(f64::EPSILON, gained));
    let heads = sqrt_up(mul_up(end, add_up(mul_up(2.0, logarithm), growth)));
    let off = mul_up(f64::EPSILON, add_up(rounds, actions + 4.0));
    mul_up(range, add_up(div_up(heads, rounds), off))
}

/// The norm that [`regret_matching_bound`] takes for gains of this range: `r sqrt(n - 1)`.
pub fn regret_matching_norm(n: usize, range: f64) -> f64 {
    mul_up(range, sqrt_up(count(n.saturating_sub(1))))
}

/// The same for the deviation gains of `m` constraints with `|payoff| <= B`: `B sqrt(max(1, m))`.
///
/// `G = (-<lambda, u>, lambda_0 u_1, .., lambda_0 u_m)` has
/// `||G||^2 <= (1 - lambda_0)^2 B^2 + lambda_0^2 m B^2 <= max(1, m) B^2`, and `<lambda, G> = 0`.
pub fn deviation_norm(constraints: usize, bound: f64) -> f64 {
    mul_up(bound, sqrt_up(count(constraints.max(1))))
}

/// The paper's step of the matrix player: `sqrt(n ln n / T) / B`.
pub fn matrix_step_paper(n: usize, horizon: usize, bound: f64) -> f64 {
    step(count(n) * ln(n) / count(horizon), bound)
}

/// The best step of the matrix player: `sqrt(2 n ln n / T) / B`.
pub fn matrix_step_best(n: usize, horizon: usize, bound: f64) -> f64 {
    step(2.0 * count(n) * ln(n) / count(horizon), bound)
}

/// The matrix player with this step: that of `n` Hedge copies, and what a residual `e` of the fixed point costs, `r e`.
pub fn matrix_bound(n: usize, horizon: usize, range: f64, step: f64, residual: f64) -> f64 {
    if n <= 1 {
        return 0.0;
    }
    add_up(hedge_bound(n, n, horizon, range, step), mul_up(range, residual))
}

/// The paper's step of projected gradients on a set of radius `R`: `R / (B sqrt(2 T))`, `B` in the Euclidean norm.
pub fn gradient_step_paper(radius: f64, bound: f64, horizon: usize) -> f64 {
    gradient_step(radius, bound, 2.0 * count(horizon))
}

/// The best step: `R / (B sqrt T)`.
pub fn gradient_step_best(radius: f64, bound: f64, horizon: usize) -> f64 {
    gradient_step(radius, bound, count(horizon))
}

fn gradient_step(radius: f64, bound: f64, rounds: f64) -> f64 {
    (radius / rounds.sqrt() / bound.max(SMALLEST_BOUND)).clamp(SMALLEST_STEP, 1.0 / SMALLEST_STEP)
}

/// Projected gradients with this step, from a start at distance at most `R` from every point of the set:
/// `R^2 / (2 eta T) + (eta / 2) B^2`, and `(2 D tau + tau^2) / (2 eta)` for points within `tau` of the exact ones in a
/// set of diameter `D`.
pub fn gradient_bound(radius: f64, bound: f64, horizon: usize, step: f64, diameter: f64, tau: f64) -> f64 {
    if radius == 0.0 {
        return 0.0;
    }
    let start = div_up(ratio_up(radius, radius, 2.0 * step), count(horizon));
    add_up(start, safe(gradient_round(bound, step, diameter, tau)))
}

/// One round of projected gradients, `(eta / 2) ||g||^2 + (2 D tau + tau^2) / (2 eta)`, in at most 16 roundings of
/// non-negative numbers.
#[inline]
pub fn gradient_round(norm: f64, step: f64, diameter: f64, tau: f64) -> f64 {
    0.5 * ((step * norm) * norm + (tau / step) * (2.0 * diameter + tau))
}

/// The best step of optimistic gradients: `R / (B sqrt(4 T - 3))`.
pub fn optimistic_gradient_step(radius: f64, bound: f64, horizon: usize) -> f64 {
    gradient_step(radius, bound, 4.0 * count(horizon) - 3.0)
}

/// Optimistic gradients with this step: `R^2 / (2 eta T) + (eta / 2) B^2 (4 T - 3) / T`, which is `R B sqrt(4 T - 3) /
/// T` at the best step; `tau` as in [`gradient_bound`], and `B sigma` for plays within `sigma` of the exact ones.
///
/// The first payoff differs from the prediction 0 by at most `B`, the others from theirs by at most `2 B`.
pub fn optimistic_gradient_bound(
    radius: f64,
    bound: f64,
    horizon: usize,
    step: f64,
    diameter: f64,
    (tau, sigma): (f64, f64),
) -> f64 {
    if radius == 0.0 {
        return 0.0;
    }
    let surprise = mul_up(bound, sqrt_up(div_up(4.0 * count(horizon) - 3.0, count(horizon))));
    add_up(gradient_bound(radius, surprise, horizon, step, diameter, tau), mul_up(bound, sigma))
}
