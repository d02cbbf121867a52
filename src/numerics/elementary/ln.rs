//! The natural logarithm.
//!
//! **Reduction.** `x = 2^e f` with `f` between (about) `sqrt(1/2)` and `sqrt(2)`, exactly; `ln x = e ln 2 + ln f`, and
//! `ln f = 2 artanh z = 2 z (1 + z^2/3 + z^4/5 + ...)` with `z = (f - 1) / (f + 1)`, so `|z| < 0.1716`. Numerator and
//! denominator of `z` are integers, and their quotient is computed to 64 significant bits, rounded down: the relative
//! accuracy stays when `x` is near 1 and `z` near 0.
//!
//! **Series.** Let `Z` be the mantissa of `z` (an integer of 64 bits), and `w` be `z^2` in units of `2^-64`, rounded
//! down: the true one is less than `w + 1.13`, because the error of `Z` counts `2 z^2 / Z < 2^-3` and the rounding of
//! the square less than 1. The sum `P = w/3 + w^2/5 + ... + w^12/25` by Horner's rule, every coefficient and product
//! rounded down, is too small by at most (in units, with `w < 0.0295`)
//! - `1 + 0.0295 * 2.07` for the truncations: an inner sum errs by `d <= 2 + 0.0295 d' <= 2.07`;
//! - `1.13 * 0.36` for the error of `w`, as the derivative of the series is below 0.36;
//! - `0.0295^13 / 27 * 1.04 * 2^64 < 0.01` for the terms left out.
//!
//! That is less than 1.5. Then `|ln f| = 2 z (1 + P)` has the mantissa `Z + Z P`, too small by less than
//! `1.02 + 1.5 + 1 < 4` units: `(1 + P)` times the error of `Z`, `Z` times the error of `P`, and the last rounding.
//!
//! If `e` is not 0, `e ln 2` is added in units of `2^-116`, where it is known to `|e| < 2^11` units. The sum is at
//! least `ln 2 - 0.3466` in absolute value, so nothing is lost by cancellation. Altogether less than `2^-60` of the
//! result: two neighbouring doubles, sometimes three.

use super::constants::LN_2;
use super::fixed::{Scaled, decode, enclose, high_word, horner, low_word};
use crate::numerics::Enclosure;

/// More than what the truncations can lose, in units of the last place of the mantissa.
const LOST: u128 = 4;

/// `floor(2^64 / (2 j + 1))` for `j = 1, ..., 12`.
const ODD_RECIPROCALS: [u64; 12] = {
    let mut table = [0; 12];
    let mut j = 1;
    while j <= 12 {
        // 2^64 is no multiple of an odd number, so (2^64 - 1) / (2 j + 1) has the same floor.
        table[j - 1] = u64::MAX / (2 * j as u64 + 1);
        j += 1;
    }
    table
};

/// Where the mantissa is halved: about `2^52 sqrt(2)`. Any nearby integer would do.
const ROOT_TWO: u64 = 0x0016_a09e_667f_3bcc;

/// Encloses `ln x` for `x > 0`; at most three doubles, and a point at 1. At infinity it returns `[ln MAX, inf]`.
///
/// # Panics
/// If `x` is not positive.
///
/// ```
/// use referee::numerics::elementary::ln;
/// assert!(ln(1.0).is_point());
/// let near_one = ln(1.0_f64.next_up());
/// assert!(near_one.hi() <= f64::EPSILON && near_one.lo() >= f64::EPSILON.next_down().next_down());
/// ```
pub fn ln(x: f64) -> Enclosure {
    assert!(x > 0.0, "the logarithm of {x} is not a real number: pass a positive number");
    if x == f64::INFINITY {
        return Enclosure::new(ln(f64::MAX).lo(), f64::INFINITY);
    }
    let (m, e) = decode(x);
    // A subnormal has leading zeros; its mantissa gets the same 53 bits.
    let shift = m.leading_zeros() - 11;
    let (m, e) = (m << shift, e - shift.cast_signed());
    let (one, e) = if m < ROOT_TWO { (1 << 52, e + 52) } else { (1 << 53, e + 53) };
    let near = ln_near_one(m, one);
    let negative = m < one;
    if e == 0 {
        return match near {
            None => Enclosure::ZERO,
            Some(size) if negative => -size.enclosure(),
            Some(size) => size.enclosure(),
        };
    }
    let (low, high) = near.map_or((0, 0), |size| size.fixed(116));
    let (low, high) = (low.cast_signed(), high.cast_signed());
    let (low, high) = if negative { (-high, -low) } else { (low, high) };
    let e = i128::from(e);
    // e ln 2 lies between e LN_2 and e (LN_2 + 1).
    enclose(e * LN_2 + e.min(0) + low, e * LN_2 + e.max(0) + high, -116)
}

/// `|ln(m / one)|`, or `None` when it is 0.
pub(super) fn ln_near_one(m: u64, one: u64) -> Option<Scaled> {
    let numerator = m.abs_diff(one);
    if numerator == 0 {
        return None;
    }
    // z = n 2^-a / (d 2^-b), with n and d normalised to 64 bits; then z = mantissa 2^-(64 + g).
    let (a, b) = (numerator.leading_zeros(), (m + one).leading_zeros());
    let (n, d) = (numerator << a, (m + one) << b);
    let borrow = u32::from(n < d);
    let mantissa = low_word((u128::from(n) << (63 + borrow)) / u128::from(d));
    let g = a - b + borrow - 1;
    let w = high_word(mantissa, mantissa).checked_shr(2 * g).unwrap_or(0);
    let p = high_word(w, horner(&ODD_RECIPROCALS, w));
    let sum = u128::from(mantissa) + u128::from(high_word(mantissa, p));
    Some(Scaled::normalise(sum, LOST, -63 - g.cast_signed()))
}
