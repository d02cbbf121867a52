//! The heart of both simplex projections: the threshold that leaves mass `radius`.
//!
//! The projection of `y` on `{x >= 0, sum x = radius}` is `max(y - t, 0)` for the one `t` that gives the right sum.
//! It does not change when a constant is added to every coordinate of `y`, so [`shift`] first subtracts the largest:
//! `z = y - max(y)`. That keeps precision whatever the size of `y`, and `z` may be cut off at `-radius`, because the
//! largest coordinate never gets more than `radius`, hence `t >= -radius`.
//!
//! **Solving.** `f(t) = sum max(z - t, 0) - radius` is convex, decreasing and piecewise linear; `f(-radius) >= 0`.
//! Newton's method from there (Michelot's algorithm) climbs to the root. With `g` the number of active coordinates
//! (minus the slope), convexity gives `f_k >= f_{k+1} + g_{k+1} f_k / g_k`, so `f_{k+1}/f_k + g_{k+1}/g_k <= 1`
//! and the product `f g` falls to a quarter or less in each step: from `n^2 radius` to the noise `radius 2^-53` in at
//! most `log_4(n^2 2^53)` steps, 44 for `n = 100 000`, each two passes over memory. In practice it takes a handful.
//!
//! **Error.** Nothing below relies on Newton having converged. Let `p` be the computed `max(z - t, 0)` for the `t`
//! used. Three terms bound the distance from `p` to the exact projection of `y`:
//!
//! 1. Each `z` was rounded once, by at most `u |z| <= u radius` with `u = 2^-53`. Projections do not expand
//!    distances: at most `u sqrt(n) radius`.
//! 2. Let `q = max(z - t, 0)` exactly, `q*` the exact projection of `z`, with threshold `t*`, and
//!    `delta = sum q - radius`. The differences `q - q*` all have one sign, so their absolute values sum to
//!    `|delta|`, and each is at most `|t - t*|`. At least `k = max(1, number of q > |delta|)` of them equal
//!    `|t - t*|`: if `t > t*`, those with `q > 0`; if `t < t*`, those with `z > t*`, where `t* - t <= delta` because
//!    the largest coordinate is active. So `|t - t*| <= |delta| / k`, and the sum of squares is at most
//!    `|t - t*| |delta| <= delta^2 / k`: a distance of at most `|delta| / sqrt(k)`.
//! 3. Each `p` is `q` rounded once: at most `u` times the norm of `q`, at most `u sum q`.

use super::sums::{around, roundings, sum};
use crate::numerics::directed::{add_up, div_up, mul_up, sqrt_down, sqrt_up, sub_up};

/// The unit roundoff.
const U: f64 = f64::EPSILON / 2.0;

/// Replaces `y` by `max(y - max(y), -radius)`.
pub(super) fn shift(y: &mut [f64], radius: f64) {
    let largest = y.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for x in y {
        *x = (*x - largest).max(-radius);
    }
}

/// A double near the threshold of the shifted `z`, in `[-radius, 0)`; `radius` must be positive.
pub(super) fn solve(z: &[f64], radius: f64) -> f64 {
    let noise = radius * (roundings(z.len()) as f64 * f64::EPSILON);
    // The largest of n coordinates gets at least the n-th part.
    let highest = -(radius / z.len() as f64);
    let mut threshold = -radius;
    for _ in 0..128 {
        let excess = mass(z, threshold) - radius;
        let active = z.iter().filter(|&&x| x > threshold).count();
        let next = (threshold + excess / active as f64).min(highest);
        if excess <= noise || next <= threshold {
            break;
        }
        threshold = next;
    }
    threshold
}

/// The computed sum of `max(z - threshold, 0)`.
pub(super) fn mass(z: &[f64], threshold: f64) -> f64 {
    sum(z, |x| (x - threshold).max(0.0))
}

/// Replaces the shifted `z` by `max(z - threshold, 0)`.
pub(super) fn cut(z: &mut [f64], threshold: f64) {
    for x in z {
        *x = (*x - threshold).max(0.0);
    }
}

/// A bound on the distance between `p`, the result of [`shift`] and [`cut`], and the exact projection of what was
/// shifted: the three terms of the module's proof.
pub(super) fn distance_bound(p: &[f64], radius: f64) -> f64 {
    let n = p.len();
    let mass = around(sum(p, |x| x), roundings(n) + 1, 0.0); // one rounding more: p against q
    let delta = sub_up(mass.hi(), radius).max(sub_up(radius, mass.lo())).max(0.0);
    // A computed p above 2 |delta| comes from a q above |delta|.
    let sure = p.iter().filter(|&&x| x > 2.0 * delta).count().max(1);
    let from_shift = mul_up(mul_up(U, sqrt_up(n as f64)), radius);
    let from_threshold = div_up(delta, sqrt_down(sure as f64));
    let from_rounding = mul_up(U, mass.hi());
    add_up(add_up(from_shift, from_threshold), from_rounding)
}

#[cfg(test)]
#[path = "../../tests/inside/domain/threshold.rs"]
mod tests;
