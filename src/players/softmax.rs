//! Weights `exp(eta (S_j - max S))` from sums of gains, and how far a played point is from the exact softmax.
//!
//! Let `p_j = exp(eta S_j) / sum` be the exact softmax of the stored sums, and `z_j = eta (S_j - max S) <= 0`. With
//! `u = 2^-53`, the computed exponent differs from `z_j` by at most `2.01 u |z_j|` (a difference and a product), and
//! the exponential is taken to have a relative error of at most 2^-51. So a computed weight is `exp(z_j) (1 + e_j)` with
//! `|e_j| <= 2.02 u |z_j| + 2^-51`, or the weight is below 2^-1022 and wrong by less than that.
//!
//! Scaling weights with relative errors `e_j` to sum 1 moves the point by at most `2 sum_j p_j |e_j|` (up to second
//! order) in the 1-norm. With `W = sum_j exp(z_j) >= 1`, the entropy of `p` is `sum_j p_j (|z_j| + ln W) <= ln n`, so
//! `sum_j p_j |z_j| <= ln n`: exponents of any size cost at most `2.02 u ln n`. Rounding to the grid moves the point by
//! another `3.1 n 2^-52` ([`simplex`](crate::numerics::simplex)), scaling alone by `(n + 2) u`. Together
//!
//! ```text
//! ||played - p||_1  <=  (2.02 ln n + 4 + 3.1 n) 2^-52  <=  (n + 1) 2^-50  =  rho_n.
//! ```
//!
//! **What is assumed.** The exponential is `pxfm`'s, which is the same on every platform and states half a unit in the
//! last place; a test compares a million arguments with our rigorous enclosure, but its error is not proved here. The
//! players' bounds are statements about rates that tests assert; no certificate rests on them.

/// The assumed relative error of the exponential and the logarithm, 2^-51 (four times what is stated for them).
pub const ASSUMED_ERROR: f64 = 2.0 * f64::EPSILON;

/// `rho_n` of the [module](self).
#[inline]
pub(super) fn play_error(n: usize) -> f64 {
    (n as f64 + 1.0) * (4.0 * f64::EPSILON)
}

/// The exponential function of the players.
#[inline]
pub fn exp(x: f64) -> f64 {
    pxfm::f_exp(x)
}

/// The logarithm of the players.
#[inline]
pub(super) fn ln(x: f64) -> f64 {
    pxfm::f_log(x)
}

/// The largest entry.
#[inline]
pub(super) fn largest(x: &[f64]) -> f64 {
    x.iter().fold(f64::NEG_INFINITY, |largest, &entry| if entry > largest { entry } else { largest })
}

/// Writes `exp(step (sums_j - max sums))`; the largest weight is exactly 1.
#[inline]
pub(super) fn weigh(step: f64, sums: &[f64], weights: &mut [f64]) {
    let top = largest(sums);
    for (weight, sum) in weights.iter_mut().zip(sums) {
        *weight = exp(step * (sum - top));
    }
}

/// The length of the smallest interval that contains 0 and all gains.
#[inline]
pub(super) fn range_with_zero(gains: &[f64]) -> f64 {
    let (mut low, mut high) = (0.0, 0.0);
    for &gain in gains {
        low = if gain < low { gain } else { low };
        high = if gain > high { gain } else { high };
    }
    high - low
}

/// `sum + gain`, kept finite. Where it is cut, the total of the ranges has left the range of the bounds too.
#[inline]
pub(super) fn add_finite(sum: f64, gain: f64) -> f64 {
    (sum + gain).clamp(f64::MIN, f64::MAX)
}
