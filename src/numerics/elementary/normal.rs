//! The density and the distribution function of the standard normal law.
//!
//! **Density.** `phi(x) = e^(-x^2/2) / sqrt(2 pi)`. The square of a double is an integer of 106 bits times a power of
//! two, exactly, so the argument of the exponential is rounded once, in units of `2^-116`, and the density keeps its
//! relative accuracy far out.
//!
//! **Distribution.** For `x > 0`, `Phi(-x) = phi(x) M(x)` and `Phi(x) = 1 - Phi(-x)`, where `M` is Mills' ratio
//! `M(x) = integral over t >= 0 of exp(-x t - t^2/2)`. A product of positive numbers keeps the relative accuracy.
//!
//! *Up to 8* `M` is expanded at the next multiple `c` of 1/4 above: `M(c - g) = sum T_n g^n`, where
//! `T_n = J_n / n!` and `J_n(c) = integral of t^n exp(-c t - t^2/2)`. All terms are positive. Integration by parts:
//! `J_1 = 1 - c J_0` and `J_(n+1) = n J_(n-1) - c J_n`, that is `T_(n+1) = (T_(n-1) - c T_n) / (n + 1)`, so the
//! coefficients follow from `T_0 = M(c)`, which is tabulated to 126 places. This recurrence multiplies errors by up to
//! `c^n / n!`; the table is computed by the compiler together with a bound of its error, and does not compile if that
//! bound exceeds `2^-100`. The coefficients are stored in units of `2^-63`, rounded down (and lowered by one unit for
//! that error). Since `T_n(c) <= T_n(0) <= 1.2534 / n!!` and `g < 1/4`, the terms from `n = 20` on are below `2^-71`.
//! In units of `2^-63`, a sum of Horner's rule errs by at most `3.01 + d'/4 <= 4.02` (coefficient 2.01, product 1), and
//! `g`, which is rounded down in units of `2^-64`, counts at most 0.5 (the derivative of `M` is between -1 and 0): less
//! than [`LOST`] = 5 together, of a number that is at least `0.12 * 2^63`.
//!
//! *Beyond 8*, `x M(x) = F(y)` with `y = 1/x^2` and `F(y) = integral over s >= 0 of exp(-s - y s^2/2)`. The quotients
//! `q_n = J_n / J_(n-1)` satisfy `q_n = n / (x + q_(n+1))` and are positive, so `F = 1/(1 + y/(1 + 2y/(1 + ...)))` cut
//! after an odd number of steps gives an upper and after an even number a lower bound. Numerators and denominators of
//! these bounds obey `D_n = D_(n-1) + (n - 1) y D_(n-2)`: positive again. Rounding down at step `n` loses less than `n`
//! units of `2^-96`; a unit lost at step `k` grows as the recurrence does, by at most `D_n / D_k <= D_n`, so after
//! 22 steps less than `253 * 2^-96` of the number is lost. The derivative of `F` lies between -1 and 0, which bounds
//! what the error of `y` does.
//!
//! *Beyond 39* the tail is below the least positive double (`phi(39) / 39 < 2^-1075`).

use super::constants::{INVERSE_ROOT_TWO_PI, MILLS};
use super::exp::{PLACES, exp_scaled};
use super::fixed::{Scaled, decode, enclose_positive, horner, low_word};
use crate::numerics::Enclosure;

/// More than what is lost in the expansion of Mills' ratio, in units of `2^-63`.
const LOST: u128 = 5;
/// Up to here the expansion is used; beyond, the continued fraction.
const EXPANDED: f64 = 8.0;
/// From here on the tail and the density are below every positive double.
const VANISHED: f64 = 39.0;

/// `T_n(c)` in units of `2^-63`, too small by less than 2.01, for `c = 1/4, 2/4, ..., 8` and `n = 0, ..., 19`.
static TAYLOR: [[u64; 20]; 32] = {
    let mut table = [[0; 20]; 32];
    let mut i = 0;
    while i < 32 {
        table[i] = taylor(i);
        i += 1;
    }
    table
};

/// The coefficients at `c = (i + 1) / 4`.
const fn taylor(i: usize) -> [u64; 20] {
    let four_c = i as i128 + 1;
    let one = 1_i128 << 123;
    // In units of 2^-123, each with a bound of its error in the same units; `T_(-1) = 1` starts the recurrence.
    let mut before = one;
    let mut before_error = 0;
    let mut now = (MILLS[i] >> 3).cast_signed();
    let mut error = 1;
    let mut coefficients = [0; 20];
    let mut n = 0;
    while n < 20 {
        assert!(error < 1 << 23, "the coefficients of Mills' ratio are not certain enough");
        // One unit of 2^-63 covers the error of less than 2^-100 above.
        let rounded = (now >> 60) - 1;
        #[expect(clippy::cast_possible_truncation, reason = "the coefficients are below 1.1, and 0 at least")]
        #[expect(clippy::cast_sign_loss, reason = "the coefficients are below 1.1, and 0 at least")]
        {
            coefficients[n] = if rounded > 0 { rounded as u64 } else { 0 };
        }
        n += 1;
        let next = (before - ((four_c * now) >> 2)) / n as i128;
        // Rounding the product, the quotient and this bound itself counts less than 3.
        let next_error = (before_error + ((four_c * error) >> 2)) / n as i128 + 3;
        before = now;
        before_error = error;
        now = next;
        error = next_error;
    }
    coefficients
}

/// The density at `x`, for `|x| < 39`.
pub(super) fn density(x: f64) -> Scaled {
    let (m, e) = decode(x);
    let square = u128::from(m) * u128::from(m);
    let shift = 2 * e - 1 + PLACES;
    // x^2 / 2 in units of 2^-116, rounded up, because the exponential wants its argument from below.
    let half_square = match shift.unsigned_abs() {
        left if shift >= 0 => square << left,
        right if right < 128 => (square >> right) + u128::from(square & ((1 << right) - 1) != 0),
        _ => u128::from(square != 0),
    };
    let factor = Scaled { mantissa: INVERSE_ROOT_TWO_PI, error: 1, exponent: -65 };
    exp_scaled(-half_square.cast_signed()).times(factor)
}

/// Mills' ratio at `x`, for `0 < x < 8`.
pub(super) fn mills_expanded(x: f64) -> Scaled {
    let (m, e) = decode(x);
    // x in units of 2^-64, rounded up (at least 1), and the multiple of 2^62 (a quarter) that is next above.
    let shift = e + 64;
    let x = match shift.unsigned_abs() {
        left if shift >= 0 => u128::from(m) << left,
        right => (m - 1).checked_shr(right).map_or(1, |floor| u128::from(floor) + 1),
    };
    let above = (x - 1) >> 62;
    let g = low_word(((above + 1) << 62) - x);
    let coefficients = &TAYLOR[above as usize]; // below 32, as x is below 8
    Scaled::normalise(u128::from(horner(coefficients, g)), LOST, -63)
}

/// Mills' ratio at `x`, for `8 <= x < 39`.
pub(super) fn mills_continued(x: f64) -> Scaled {
    let inverse = Scaled::ONE.over(Scaled::magnitude(x));
    let (y, y_high) = inverse.times(inverse).fixed(64);
    let times_y = |d: u128| (d >> 64) * y + (((d & u128::from(u64::MAX)) * y) >> 64);
    let one = 1_u128 << 96;
    // (numerator, denominator) of the bounds after one and after two steps.
    let (mut upper, mut lower) = ((one, one), (one, one + times_y(one)));
    for n in [2, 4, 6, 8, 10, 12, 14, 16, 18, 20] {
        upper = (lower.0 + n * times_y(upper.0), lower.1 + n * times_y(upper.1));
        lower = (upper.0 + (n + 1) * times_y(lower.0), upper.1 + (n + 1) * times_y(lower.1));
    }
    let quotient = |(numerator, denominator): (u128, u128)| {
        let counted = |d: u128| Scaled::normalise(d, (d >> 88) + 1, 0);
        counted(numerator).over(counted(denominator)).fixed(64)
    };
    let (low, high) = (quotient(lower).0 - (y_high - y), quotient(upper).1);
    Scaled::normalise(low, high - low, -64).times(inverse)
}

/// Encloses the density of the standard normal law, `e^(-x^2/2) / sqrt(2 pi)`; at most three doubles.
pub fn normal_pdf(x: f64) -> Enclosure {
    if x.is_nan() {
        return Enclosure::new(0.0, 0.5);
    }
    if x.abs() >= VANISHED {
        return Enclosure::new(0.0, f64::from_bits(1));
    }
    density(x).enclosure()
}

/// Encloses the distribution function of the standard normal law, with full relative accuracy in the left tail; at
/// most three doubles, and a point at 0.
///
/// ```
/// use referee::numerics::elementary::normal_cdf;
/// assert!(normal_cdf(0.0).is_point() && normal_cdf(0.0).contains(0.5));
/// let far = normal_cdf(-30.0);
/// assert!(far.lo() > 4.906713927148e-198 && far.hi() < 4.906713927149e-198);
/// ```
pub fn normal_cdf(x: f64) -> Enclosure {
    let half = Enclosure::point(0.5);
    if x.is_nan() {
        return Enclosure::new(0.0, 1.0);
    }
    if x == 0.0 {
        return half;
    }
    let size = x.abs();
    if size >= VANISHED {
        return if x < 0.0 { Enclosure::new(0.0, f64::from_bits(1)) } else { Enclosure::new(1.0_f64.next_down(), 1.0) };
    }
    let mills = if size < EXPANDED { mills_expanded(size) } else { mills_continued(size) };
    let tail = density(size).times(mills);
    if x < 0.0 {
        return tail.enclosure().min(half);
    }
    let (low, high) = tail.fixed(120);
    let one = 1_u128 << 120;
    enclose_positive(one - high, one - low, -120).max(half)
}
