//! Step sizes and regret bounds of the theta-players as functions of the constants.
//!
//! The constants: `reach` is the largest distance from the first point played to a point of the domain, `gradient` is
//! a bound on the Euclidean norm of every subgradient, `rounds` is the horizon `T`. A step is a positive double near
//! its formula; a bound holds for *any* step and is evaluated at the one that is used. Bounds are averages per round,
//! rounded up, and may be infinite where a formula leaves the range of doubles. They speak of exact arithmetic, or
//! say what they add for rounding; what rounding adds to the others is measured by the player.
//!
//! **(MD)**, Theorem 6 with `Psi = ||.||^2 / 2`. Let `theta_{t+1}` be the projection of `theta_t - eta s_t`. For `u`
//! in the (convex) domain the projection does not increase the distance to `u`, so
//! `||theta_{t+1} - u||^2 <= ||theta_t - u||^2 - 2 eta <s_t, theta_t - u> + eta^2 ||s_t||^2`. Summed:
//!
//! ```text
//! sum_t <s_t, theta_t - u> <= reach^2 / (2 eta) + (eta / 2) sum_t ||s_t||^2.
//! ```
//!
//! Play starts at the projection of 0, so `reach` is at most the paper's `B_Theta`, the largest norm (the angle at a
//! projection is not acute: `||u||^2 >= ||u - theta_1||^2 + ||theta_1||^2`). With `||s_t|| <= G` the average regret is
//! `1.0607 B_Theta G / sqrt T` at the step of the paper, which promises 1.4142, and `B_Theta G / sqrt T` at the best
//! step. No algorithm has a smaller constant on a ball in three dimensions or more.

use crate::numerics::directed::{add_up, div_up, mul_up, sqrt_down, sqrt_up};
use crate::numerics::rational::power_of_two;

/// A positive, finite double near `radius / (factor gradient sqrt(rounds))`.
///
/// Where a constant is zero every step is as good as any other; the constant is then left out.
fn step(radius: f64, gradient: f64, rounds: usize, factor: f64) -> f64 {
    let radius = if radius > 0.0 { radius } else { 1.0 };
    let gradient = if gradient > 0.0 { gradient } else { 1.0 };
    (radius / (factor * rounds as f64).sqrt() / gradient).clamp(f64::MIN_POSITIVE, f64::MAX)
}

/// The step of Corollary 1: `B_Theta / (G sqrt(2 T))`.
///
/// ```
/// # use referee::players::theta_bounds::paper_step;
/// assert_eq!(paper_step(3.0, 0.5, 18), 1.0);
/// ```
pub fn paper_step(radius: f64, gradient: f64, rounds: usize) -> f64 {
    step(radius, gradient, rounds, 2.0)
}

/// The step that makes (MD) smallest: `B_Theta / (G sqrt T)`.
pub fn best_step(radius: f64, gradient: f64, rounds: usize) -> f64 {
    step(radius, gradient, rounds, 1.0)
}

/// The average of (MD): `reach^2 / (2 eta T) + eta G^2 / 2`.
///
/// ```
/// # use referee::players::theta_bounds::{best_step, subgradient_bound};
/// // The reach 2 and the norm 3 over 16 rounds: 2 * 3 / sqrt(16) at the best step.
/// assert_eq!(subgradient_bound(2.0, 3.0, 16, best_step(2.0, 3.0, 16)), 1.5000000000000002);
/// ```
pub fn subgradient_bound(reach: f64, gradient: f64, rounds: usize, step: f64) -> f64 {
    let from_start = div_up(mul_up(reach, reach), step);
    let from_slopes = mul_up(mul_up(step, gradient), gradient);
    mul_up(0.5, add_up(div_up(from_start, rounds as f64), from_slopes))
}

/// The step of the optimistic player: `B_Theta / (2 G sqrt T)`, the best one when every slope may reverse.
pub fn optimistic_step(radius: f64, gradient: f64, rounds: usize) -> f64 {
    step(radius, gradient, rounds, 4.0)
}

/// The average of the optimistic inequality (proved with the [player](super::Optimistic)) in the worst case.
///
/// The first slope differs from the prediction 0 by at most `G` and the others from theirs by at most `2 G`, so
/// `sum_t ||s_t - s_{t-1}||^2 <= (4 T - 3) G^2`.
pub fn optimistic_bound(reach: f64, gradient: f64, rounds: usize, step: f64) -> f64 {
    let rounds = rounds as f64;
    let from_start = div_up(mul_up(reach, reach), step);
    let from_slopes = mul_up(mul_up(mul_up(step, gradient), gradient), 4.0 * rounds - 3.0);
    mul_up(0.5, div_up(add_up(from_start, from_slopes), rounds))
}

/// Dual averaging after any number of rounds, at the steps `step / sqrt t`:
/// `(reach^2 / (2 step) + step G^2) / sqrt T`.
///
/// The theorem of the [player](super::DualAveraging) has `reach^2 / (2 eta_T) + (G^2 / 2) sum_t eta_t`, and
/// `sum_{t <= T} 1 / sqrt t <= 2 sqrt T`. A computed `step / sqrt t` is within a factor `1 +- 2^-51` of the exact one
/// unless it is tiny; where it may be, the result is infinite.
///
/// ```
/// # use referee::players::theta_bounds::{dual_averaging_bound, paper_step};
/// let bound = |rounds| dual_averaging_bound(2.0, 3.0, rounds, paper_step(2.0, 3.0, 1));
/// assert!((bound(72) - 1.0).abs() < 1e-14); // 2 * 3 * sqrt(2 / 72)
/// ```
pub fn dual_averaging_bound(reach: f64, gradient: f64, rounds: usize, step: f64) -> f64 {
    let rounds = rounds as f64;
    if step / rounds.sqrt() < power_of_two(-1000) {
        return f64::INFINITY;
    }
    let from_start = mul_up(0.5, div_up(mul_up(reach, reach), step));
    let from_slopes = mul_up(mul_up(step, gradient), gradient);
    let sum = mul_up(add_up(from_start, from_slopes), 1.0 + power_of_two(-50));
    div_up(sum, sqrt_down(rounds))
}

/// The step of Duchi, Hazan and Singer: the longest side of the box over `sqrt 2`.
pub fn adagrad_step(widest: f64) -> f64 {
    if widest > 0.0 { (widest / 2.0_f64.sqrt()).max(f64::MIN_POSITIVE) } else { 1.0 }
}

/// Slopes below this size are left out by the [`AdaGrad`](super::AdaGrad) player.
pub(super) fn adagrad_tiny() -> f64 {
    power_of_two(-500)
}

/// The average regret of `AdaGrad` on a box with sides `widths`, in the worst case; the rounding of its step sizes is
/// in it.
///
/// With `D_i` the sides, `alpha` the step, `c_i = D_i^2 / (2 alpha) + alpha` and `S_i^2 = sum_t s_{t,i}^2`, the regret
/// is at most `sum_i c_i S_i` (proved with the player), and by Cauchy and Schwarz at most
/// `||c|| sqrt(sum_t ||s_t||^2) <= ||c|| G sqrt T`.
///
/// *Rounding.* The player's `S_i` come from `S <- max sqrt(1 + (min / max)^2)`, where max and min are of `S` and
/// `|s|`. With `u = 2^-53` the quotient is off by a factor within `1 +- u`, its square by `3 u`, the sum by
/// `5/2 u`, the root by `9/4 u`, the product by `13/4 u`, up to higher order: at most `1 +- 4 u` a round. Such factors
/// multiply up, since `sqrt((f S)^2 + s^2)` lies between `sqrt(S^2 + s^2)` and `f` times that. With the rounding of
/// `alpha / S` the rates are within `(1 +- 4 u)^T (1 +- u)` of exact ones, which is within `1 +- T 2^-50` for
/// `T <= 2^40`. Nothing underflows that matters, because slopes below 2^-500 are left out, which costs at most
/// `D_i 2^-500` a round, and because of the range that is asked of `alpha / (G sqrt T)` here; outside it the result
/// is infinite.
pub fn adagrad_bound(widths: impl Iterator<Item = f64>, gradient: f64, rounds: usize, step: f64) -> f64 {
    let (mut squares, mut left_out) = (0.0, 0.0);
    for width in widths {
        let c = add_up(div_up(mul_up(0.5, mul_up(width, width)), step), step);
        squares = add_up(squares, mul_up(c, c));
        left_out = add_up(left_out, mul_up(width, adagrad_tiny()));
    }
    let total = mul_up(gradient, sqrt_up(rounds as f64));
    let range = power_of_two(-900)..=power_of_two(900);
    if rounds > 1 << 40 || total > power_of_two(900) || (total > 0.0 && !range.contains(&(step / total))) {
        return f64::INFINITY;
    }
    let average = div_up(mul_up(sqrt_up(squares), gradient), sqrt_down(rounds as f64));
    add_up(mul_up(average, 1.0 + rounds as f64 * power_of_two(-50)), left_out)
}

/// What `AMSGrad` keeps of its momentum in a round, `beta_1`; `1 - beta_1` is exact in doubles.
pub const AMSGRAD_MOMENTUM: f64 = 0.9;

/// What it keeps of its mean square, `beta_2`.
pub const AMSGRAD_MEMORY: f64 = 0.99;

/// `(1 + beta_1) / ((1 - beta_1) sqrt(1 - beta_2))`, rounded up: what the moves count with in [`amsgrad_bound`].
fn amsgrad_weight() -> f64 {
    let momentum = div_up(1.0 + AMSGRAD_MOMENTUM, 1.0 - AMSGRAD_MOMENTUM).next_up();
    div_up(momentum, sqrt_down(1.0 - AMSGRAD_MEMORY))
}

/// The step that makes [`amsgrad_bound`] smallest, but for its last term.
pub fn amsgrad_step(widths: impl Iterator<Item = f64>) -> f64 {
    let (largest, squares, sides) = widths.fold((0.0_f64, 0.0, 0.0_f64), |(largest, squares, sides), width| {
        let (larger, smaller) = (largest.max(width), largest.min(width));
        // In units of the longest side, so that squares stay in range.
        let scale = if larger > 0.0 { smaller / larger } else { 0.0 };
        let rest: f64 = if largest >= width { squares + scale * scale } else { squares * scale * scale + 1.0 };
        (larger, rest, sides + 1.0)
    });
    let step = largest * (squares / (2.0 * sides.sqrt() * amsgrad_weight())).sqrt();
    if step > 0.0 { step.max(f64::MIN_POSITIVE) } else { 1.0 }
}

/// The average regret of `AMSGrad` on a box with sides `widths`, in the worst case; the rounding of its rates is in it.
///
/// With `D_i` the `d` sides, `alpha` the step and `||s_t|| <= G`, the regret is at most
/// `sqrt T G [sum_i D_i^2 / (2 alpha) + alpha sqrt d (1 + beta_1) / ((1 - beta_1) sqrt(1 - beta_2))] +
/// ||D|| G beta_1 / (1 - beta_1)` (proved with the [player](super::AmsGrad)).
///
/// *Rounding.* As for [`adagrad_bound`]: a mean square comes from the last by factors within `1 +- 8 u` of exact ones
/// (two more products, with roots of constants that are rounded themselves), so do the momenta, the factors multiply up
/// over the rounds, and everything is within `1 +- T 2^-48` for `T <= 2^40`; outside the range in which nothing
/// underflows that matters, the result is infinite.
pub fn amsgrad_bound(widths: impl Iterator<Item = f64>, gradient: f64, rounds: usize, step: f64) -> f64 {
    let (mut squares, mut sides, mut left_out) = (0.0, 0.0, 0.0);
    for width in widths {
        squares = add_up(squares, mul_up(width, width));
        sides += 1.0;
        left_out = add_up(left_out, mul_up(width, adagrad_tiny()));
    }
    let total = mul_up(gradient, sqrt_up(rounds as f64));
    let range = power_of_two(-900)..=power_of_two(900);
    if rounds > 1 << 40 || total > power_of_two(900) || (total > 0.0 && !range.contains(&(step / total))) {
        return f64::INFINITY;
    }
    let moves = mul_up(mul_up(step, sqrt_up(sides)), amsgrad_weight());
    let rate = mul_up(gradient, add_up(div_up(mul_up(0.5, squares), step), moves));
    let carried = div_up(AMSGRAD_MOMENTUM, 1.0 - AMSGRAD_MOMENTUM);
    let last = div_up(mul_up(mul_up(sqrt_up(squares), gradient), carried), rounds as f64);
    let average = add_up(div_up(rate, sqrt_down(rounds as f64)), last);
    add_up(mul_up(average, 1.0 + rounds as f64 * power_of_two(-48)), left_out)
}
