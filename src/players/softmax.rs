//! Weights `exp(eta (S_j - max S))` from sums of gains, and how far a played point is from the exact softmax.
//!
//! Let `p_j = exp(eta S_j) / sum` be the exact softmax of the stored sums, and `z_j = eta (S_j - max S) <= 0`. With
//! `u = 2^-53`, the computed exponent differs from `z_j` by at most `2.01 u |z_j|` (a difference and a product), and
//! [`exp`] has a relative error of at most 2^-50. So a computed weight is `exp(z_j) (1 + e_j)` with
//! `|e_j| <= 2.02 u |z_j| + 2^-50`, or it is 0 in place of a number below 2^-1021.
//!
//! Scaling weights with relative errors `e_j` to sum 1 moves the point by at most `2 sum_j p_j |e_j|` (up to second
//! order) in the 1-norm. With `W = sum_j exp(z_j) >= 1`, the entropy of `p` is `sum_j p_j (|z_j| + ln W) <= ln n`, so
//! `sum_j p_j |z_j| <= ln n`: exponents of any size cost at most `2.02 u ln n`. Rounding to the grid moves the point by
//! another `3.1 n 2^-52` ([`simplex`](crate::numerics::simplex)), scaling alone by `(n + 2) u`. Together
//!
//! ```text
//! ||played - p||_1  <=  (2.02 ln n + 8 + 3.1 n) 2^-52  <=  (n + 2) 2^-50  =  rho_n.
//! ```
//!
//! # The exponential
//!
//! For `-708 <= x <= 0`: let `k` be a whole number nearest to `x / ln 2` and `r = x - k ln 2`, so `|r| <= 0.35`; then
//! `exp(x) = 2^k exp(r)`, and `exp(r)` is Taylor's polynomial of degree 13. No table and no branch, so that loops over
//! it run on vector instructions; only `+` and `*`, so that it is the same on every platform.
//!
//! - *Reduction.* `ln 2 = H + L` with `H` of 33 bits, so `k H` is exact; `x - k H` is exact, or (next to the change of
//!   `k`) rounded by `0.35 u`; the product `k L`, the error of `L` and the last difference add `0.36 u`. So `r` is off by
//!   less than `0.75 u`, and the exponential by that factor.
//! - *Truncation.* `1.42 * 0.35^14 / 14!` is below `0.07 u`, next to `exp(r) >= 0.70` below `0.1 u`.
//! - *Horner's rule.* Term `i` meets at most `2 i + 1` roundings and its coefficient one more, so the error is at most
//!   `u sum_i (2 i + 2) 0.35^i / i! = u (2 + 0.7) exp(0.35) < 3.84 u`, next to 0.70 below `5.5 u`.
//!
//! Scaling by `2^k` is exact, as the result is a normal double. Altogether less than `6.4 u`, up to second order, and
//! 2^-50 is `8 u`. Below -708 the result is 0.

/// The largest relative error of [`exp`], 2^-50.
pub const EXP_ERROR: f64 = 4.0 * f64::EPSILON;

/// `rho_n` of the [module](self).
#[inline]
pub(super) fn play_error(n: usize) -> f64 {
    (n as f64 + 2.0) * (4.0 * f64::EPSILON)
}

/// The exponential function of the players, for `x <= 0`: `exp(0)` is 1, and below -708 it is 0.
#[inline(always)]
pub fn exp(x: f64) -> f64 {
    /// 1.5 * 2^52: adding it rounds to a whole number, which is then in the low bits.
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    const LN_2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
    const LN_2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
    const LOWEST: f64 = -708.0;
    let inside = if x > LOWEST { x } else { LOWEST };
    let shifted = inside * std::f64::consts::LOG2_E + SHIFT;
    let k = shifted - SHIFT;
    let r = (inside - k * LN_2_HIGH) - k * LN_2_LOW;
    let mut polynomial = RECIPROCAL_FACTORIALS[13];
    for &coefficient in RECIPROCAL_FACTORIALS[..13].iter().rev() {
        polynomial = coefficient + r * polynomial;
    }
    // The low 12 bits of the shifted number are those of k; k + 1023 is the exponent field of 2^k.
    let power = f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52);
    if x >= LOWEST { polynomial * power } else { 0.0 }
}

/// `1 / i!` for `i = 0, .., 13`; the factorials are doubles.
const RECIPROCAL_FACTORIALS: [f64; 14] = {
    let mut table = [1.0; 14];
    let (mut factorial, mut i) = (1.0, 1);
    while i < 14 {
        factorial *= i as f64;
        table[i] = 1.0 / factorial;
        i += 1;
    }
    table
};

/// The logarithm of the players, for numbers of at least 1: the middle of an enclosure of at most three doubles, so its
/// relative error is at most 2^-51.
#[inline]
pub(super) fn ln(x: f64) -> f64 {
    crate::numerics::elementary::ln(x).midpoint()
}

/// The largest entry.
#[inline(always)]
pub(super) fn largest(x: &[f64]) -> f64 {
    x.iter().fold(f64::NEG_INFINITY, |largest, &entry| if entry > largest { entry } else { largest })
}

/// Writes `exp(step (sums_j - max sums))`; the largest weight is exactly 1.
#[inline(always)]
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
#[inline(always)]
pub(super) fn add_finite(sum: f64, gain: f64) -> f64 {
    (sum + gain).clamp(f64::MIN, f64::MAX)
}

/// The root of `a^2 + b^2`, for numbers that are not negative, without leaving their range; at most four roundings.
pub(super) fn hypotenuse(a: f64, b: f64) -> f64 {
    let (long, short) = if a > b { (a, b) } else { (b, a) };
    if short == 0.0 {
        return long;
    }
    let ratio = short / long;
    long * (1.0 + ratio * ratio).sqrt()
}

#[cfg(test)]
#[path = "../../tests/inside/players/softmax.rs"]
mod tests;
