//! `exp`, `ln`, `sin`, `cos` and the series of `Phi` at one dyadic number, in whole numbers.
//!
//! A real `y` is held as a whole number `Y` near `2^F y`; one *ulp* is `2^-F`. Each function says how far its result
//! can be from the truth in ulps, and widens by more than that. Shifts and divisions round, each by less than one ulp.

use super::interval::Interval;
use super::number::{Dyadic, Round::Down, Round::Up};
use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;
use std::sync::OnceLock;

/// Fraction bits of the working numbers.
const F: u32 = 192;
/// More bits of `ln 2` and, for arguments up to `2^60`, of `pi/2`.
const EXTRA: u32 = 64;
/// More bits of `pi/2`, for arguments up to `2^1100`.
const LONG_EXTRA: u32 = 1152;

/// `[value - error, value + error] * 2^-bits`.
fn around(value: &BigInt, error: u64, bits: i64) -> Interval {
    let (error, exponent) = (BigInt::from(error), bits.saturating_neg());
    Interval {
        lo: Dyadic::from_big(&(value - &error), exponent, Down),
        hi: Dyadic::from_big(&(value + &error), exponent, Up),
    }
}

fn is_zero(n: &BigInt) -> bool {
    n.sign() == Sign::NoSign
}

/// `sum_i s^i z^(2i+1) / (2i+1)` with `z = 1/n`, `s = 1` (`atanh z`) or `-1` (`atan z`), to `bits` bits within 2 ulps:
/// 64 more bits are carried and fewer than 2^20 terms lose 2 of their ulps each; what follows the first power that is
/// 0 is below 2 ulps, for `n >= 3`.
fn arc_of_inverse(n: u32, alternating: bool, bits: u32) -> BigInt {
    let square = BigInt::from(u64::from(n).saturating_mul(u64::from(n)));
    let mut power = (BigInt::from(1) << bits.saturating_add(64)) / n;
    let (mut sum, mut odd) = (BigInt::from(0), 1_u32);
    while !is_zero(&power) {
        let term = &power / odd;
        sum = if alternating && odd & 2 != 0 { sum - term } else { sum + term };
        power /= &square;
        odd = odd.saturating_add(2);
    }
    sum >> 64_u32
}

/// `ln 2 = 2 atanh(1/3)` to `F + EXTRA` bits, within 4 ulps.
fn ln_two() -> &'static BigInt {
    static LN_TWO: OnceLock<BigInt> = OnceLock::new();
    LN_TWO.get_or_init(|| arc_of_inverse(3, false, F + EXTRA) * 2)
}

/// `pi/2 = 8 atan(1/5) - 2 atan(1/239)` (Machin), to `F + LONG_EXTRA` bits, within 20 ulps.
fn half_pi_long() -> &'static BigInt {
    static HALF_PI: OnceLock<BigInt> = OnceLock::new();
    HALF_PI.get_or_init(|| arc_of_inverse(5, true, F + LONG_EXTRA) * 8 - arc_of_inverse(239, true, F + LONG_EXTRA) * 2)
}

/// `pi/2` to `F + EXTRA` bits, within 2 ulps.
fn half_pi() -> &'static BigInt {
    static HALF_PI: OnceLock<BigInt> = OnceLock::new();
    HALF_PI.get_or_init(|| half_pi_long() >> (LONG_EXTRA - EXTRA))
}

/// `sqrt(2 pi)`.
pub(crate) fn root_of_two_pi() -> Interval {
    static ROOT: OnceLock<Interval> = OnceLock::new();
    let two_pi = || around(half_pi(), 2, i64::from(F + EXTRA)).scaled(2);
    // A positive number has a root; without it there would be no bound.
    *ROOT.get_or_init(|| two_pi().sqrt().unwrap_or(Interval::WHOLE))
}

/// The quotient of whole numbers, rounded down; the divisor is positive.
fn floor_quotient(n: &BigInt, d: &BigInt) -> BigInt {
    let quotient = n / d;
    if n.sign() == Sign::Minus && &quotient * d != *n { quotient - 1 } else { quotient }
}

/// `exp(x)` for finite `x`.
pub(crate) fn exp(x: Dyadic) -> Interval {
    if x.is_below_power(-64) {
        // 1 + x <= exp x <= 1 + x + x^2 for |x| <= 1.
        let square = x.times(x, Up);
        let hi = Dyadic::ONE.plus(x.plus(square, Up), Up);
        // Below 0 also exp x <= 1, which rounding must not lose.
        let hi = if x <= Dyadic::ZERO { hi.min(Dyadic::ONE) } else { hi };
        return Interval { lo: Dyadic::ONE.plus(x, Down), hi };
    }
    if !x.is_below_power(48) {
        // exp x >= 2^x >= 2^(2^48), or exp x <= 2^x <= 2^-(2^48).
        let far = 1_i64 << 48;
        return match x.sign() {
            Ordering::Greater => Interval { lo: Dyadic::power_of_two(far), hi: Dyadic::INFINITY },
            _ => Interval { lo: Dyadic::ZERO, hi: Dyadic::power_of_two(far.saturating_neg()) },
        };
    }
    // x is a multiple of 2^-191, so this is exact. With k = floor(x / ln 2), r = x - k ln 2 is in [0, ln 2] up to
    // rounding; |k| < 2^49, so the error of ln 2 times k is far below one ulp and r is within 2 ulps.
    let fixed = x.to_fixed(i64::from(F));
    let k = floor_quotient(&(&fixed << EXTRA), ln_two());
    let r = fixed - ((&k * ln_two()) >> EXTRA);
    // exp r = (exp(r / 2^8))^(2^8). The argument s is within 2 ulps and |s| < 2^-8, so s^18 / 18! < 2^-196: eighteen
    // terms suffice, each within 3 ulps, so the sum is within 64 ulps.
    let s = r >> 8_u32;
    let one = BigInt::from(1) << F;
    let (mut sum, mut term) = (one.clone(), one);
    for i in 1_u32..=18 {
        term = ((term * &s) >> F) / i;
        sum += &term;
    }
    // Squaring v <= 2 with error e gives error 2 v e + e^2 + 1. The product of the eight factors 2 v is at most 2^8
    // times exp r <= 2.01, so the error stays below 2^16 ulps.
    for _ in 0..8 {
        sum = (&sum * &sum) >> F;
    }
    let k = i64::try_from(&k).unwrap_or(0);
    around(&sum, 1 << 18, i64::from(F).saturating_sub(k))
}

/// `ln(x)` for finite `x > 0`.
pub(crate) fn ln(x: Dyadic) -> Interval {
    let (magnitude, exponent) = x.parts();
    // x = y 2^e with y in [1, 3/2), or in [3/4, 1) for larger ones; y is held times 2^128.
    let one = BigInt::from(1) << 128_u32;
    let y = BigInt::from(magnitude);
    let halved = magnitude >> 126 == 3;
    let (y, e) = if halved { (y, exponent.saturating_add(128)) } else { (y << 1_u32, exponent.saturating_add(127)) };
    let (beyond, sum) = (&y - &one, &y + &one);
    if is_zero(&beyond) && e == 0 {
        return Interval::ZERO;
    }
    // Near 1 the logarithm is small: carry as many bits more as y - 1 has leading zeros.
    let small = if e == 0 { 128_u64.saturating_sub(beyond.bits()) } else { 0 };
    let bits = u64::from(F).saturating_add(small);
    // ln y = 2 atanh z, z = (y - 1)/(y + 1) within 1 ulp, |z| <= 1/5. Powers of z^2 fall by 2^-4.6 a term, so there
    // are fewer than 2^6 terms, each within 4 ulps; twice their sum is within 2^9 ulps.
    let z = (beyond << bits) / sum;
    let square = (&z * &z) >> bits;
    let negative = z.sign() == Sign::Minus;
    let (mut power, mut sum, mut odd) = (BigInt::from(z.magnitude().clone()), BigInt::from(0), 1_u32);
    while !is_zero(&power) {
        sum += &power / odd;
        power = (power * &square) >> bits;
        odd = odd.saturating_add(2);
    }
    let log = if negative { sum * -2 } else { sum * 2 };
    // |e| <= 2^51, so e ln 2 is within 2 ulps; where bits is not F, e is 0.
    let log = log + ((BigInt::from(e) * ln_two()) >> EXTRA);
    around(&log, 1 << 10, i64::try_from(bits).unwrap_or(0))
}

/// `x = k pi/2 + r` with `r` in `[0, pi/2]` up to 4 ulps and within 4 ulps, for `|x| >= 2^-64`; `None` from `2^1100`
/// on.
fn reduce(x: Dyadic) -> Option<(BigInt, BigInt)> {
    let (half_pi, extra) = match (x.is_below_power(48), x.is_below_power(1100)) {
        (true, _) => (half_pi(), EXTRA),
        (_, true) => (half_pi_long(), LONG_EXTRA),
        _ => return None,
    };
    // Exact, because |x| >= 2^-64 is a multiple of 2^-191. k times the error of pi/2 is below one ulp.
    let fixed = x.to_fixed(i64::from(F));
    let k = floor_quotient(&(&fixed << extra), half_pi);
    let r = fixed - ((&k * half_pi) >> extra);
    Some((k, r))
}

/// The least and the greatest whole number that `floor(x / (pi/2))` can be; `None` from `2^1100` on.
pub(crate) fn quadrants(x: Dyadic) -> Option<(BigInt, BigInt)> {
    if x.is_below_power(-64) {
        let k = BigInt::from(if x < Dyadic::ZERO { -1 } else { 0 });
        return Some((k.clone(), k));
    }
    let (k, r) = reduce(x)?;
    let slack = BigInt::from(16);
    let low = if r <= slack { &k - 1 } else { k.clone() };
    let high = if r + slack >= (half_pi() >> EXTRA) { &k + 1 } else { k };
    Some((low, high))
}

/// `sum_i (-1)^i r^(2i + first) / (2i + first)!`: `sin r` for `first = 1`, `cos r` for `first = 0`; `r` within 4 ulps.
fn alternating(r: &BigInt, first: u32) -> BigInt {
    // With r <= 1.58 there are fewer than 30 terms before 0, each within 5 ulps (the factor r^2 / (n (n + 1)) is at
    // most 1.25, and below 1/4 after the first); the rest is below one ulp. With the error of r: below 2^8 ulps.
    let square = (r * r) >> F;
    let mut term = if first == 1 { r.clone() } else { BigInt::from(1) << F };
    let (mut sum, mut n) = (BigInt::from(0), first);
    let mut minus = false;
    while !is_zero(&term) {
        sum = if minus { sum - &term } else { sum + &term };
        let factors = u64::from(n.saturating_add(1)).saturating_mul(u64::from(n.saturating_add(2)));
        term = ((term * &square) >> F) / factors;
        n = n.saturating_add(2);
        minus = !minus;
    }
    sum
}

/// `sin(x + shift pi/2)` for finite `x` of size at least `2^-64`: the sine for shift 0, the cosine for shift 1.
fn wave(x: Dyadic, shift: u32) -> Interval {
    let whole = Interval { lo: Dyadic::ONE.negated(), hi: Dyadic::ONE };
    let Some((k, r)) = reduce(x) else { return whole };
    // Below 0 only by a few ulps: 0 is as near to the truth.
    let r = r.max(BigInt::from(0));
    let turn = floor_remainder(&(k + shift), 4);
    let value = alternating(&r, u32::from(turn & 1 == 0));
    let value = if turn & 2 == 0 { value } else { -value };
    let found = around(&value, 1 << 10, i64::from(F));
    Interval { lo: found.lo.max(whole.lo), hi: found.hi.min(whole.hi) }
}

/// The remainder of `n` by a small divisor, in `0..divisor`.
pub(crate) fn floor_remainder(n: &BigInt, divisor: u32) -> u32 {
    let d = BigInt::from(divisor);
    u32::try_from(&(((n % &d) + &d) % &d)).unwrap_or(0)
}

/// `sin(x)` for finite `x`.
pub(crate) fn sin(x: Dyadic) -> Interval {
    if !x.is_below_power(0) {
        return wave(x, 0);
    }
    // x - x^3 <= sin x <= x for x >= 0, and the reverse below 0.
    let near = x.size().minus(x.size().power(3, Up), Down).max(Dyadic::ZERO);
    let near = if x >= Dyadic::ZERO { Interval { lo: near, hi: x } } else { Interval { lo: x, hi: near.negated() } };
    if x.is_below_power(-64) {
        return near;
    }
    // The series has few relative bits for small x; the bounds have many. Both hold.
    let found = wave(x, 0);
    Interval { lo: found.lo.max(near.lo), hi: found.hi.min(near.hi) }
}

/// `cos(x)` for finite `x`.
pub(crate) fn cos(x: Dyadic) -> Interval {
    // 1 - x^2 <= cos x <= 1.
    let near = || Interval { lo: Dyadic::ONE.minus(x.times(x, Up), Down), hi: Dyadic::ONE };
    if x.is_below_power(-64) { near() } else { wave(x, 1) }
}

/// `(Phi(x) - 1/2) / phi(x) = sum_n x^(2n+1) / (1 3 5 .. (2n+1))` for `0 <= x <= 4`.
///
/// (Both sides are 0 at 0 and solve `y' = 1 + x y`.)
pub(crate) fn normal_series(x: Dyadic) -> Interval {
    if x.is_below_power(-64) {
        // x <= sum <= x + x^3 for x <= 1, because 1/3 + 1/15 + .. < 1.
        return Interval { lo: x, hi: x.plus(x.power(3, Up), Up) };
    }
    // Exact argument; the terms are positive, at most 2^11, and fewer than 2^8 of them are not 0. Each step adds an
    // error of at most 2^11 ulps (of x^2 times the term, and of rounding), which the steps after it multiply by
    // factors whose sum over all terms is below 2^12. From n = 16 on the terms halve, so what follows the last is
    // below 2 ulps. All of it is below 2^8 2^11 2^12 = 2^31 ulps.
    let fixed = x.to_fixed(i64::from(F));
    let square = (&fixed * &fixed) >> F;
    let (mut term, mut sum, mut odd) = (fixed, BigInt::from(0), 1_u32);
    while !is_zero(&term) {
        sum += &term;
        odd = odd.saturating_add(2);
        term = ((term * &square) >> F) / odd;
    }
    around(&sum, 1 << 32, i64::from(F))
}
