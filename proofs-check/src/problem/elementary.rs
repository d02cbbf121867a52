//! The transcendental functions over intervals, and the ranges of their derivatives.
//!
//! Monotone functions go by their ends, `sin` and `cos` by their ends and the extrema in between, the derivatives of
//! `sigmoid` and `Phi` by the ends of `|u|`, because they are even and fall with `|u|`.

use super::interval::Interval;
use super::number::{Dyadic, Round::Down};
use super::series;
use std::cmp::Ordering;

/// The value at an end that may be infinite, from the limits of the function there.
fn at_end(x: Dyadic, left: Dyadic, right: Dyadic, at: impl Fn(Dyadic) -> Interval) -> Interval {
    match (x.is_finite(), x.sign()) {
        (true, _) => at(x),
        (false, Ordering::Less) => Interval::point(left),
        (false, _) => Interval::point(right),
    }
}

pub(crate) fn exp(u: Interval) -> Interval {
    u.by_ends(exp_at)
}

fn exp_at(x: Dyadic) -> Interval {
    at_end(x, Dyadic::ZERO, Dyadic::INFINITY, series::exp)
}

/// The logarithm; `None` if the interval contains a number that is not positive.
pub(crate) fn ln(u: Interval) -> Option<Interval> {
    (u.lo > Dyadic::ZERO).then(|| u.by_ends(|x| at_end(x, Dyadic::NEG_INFINITY, Dyadic::INFINITY, series::ln)))
}

/// `1/(1 + exp(-u))`.
pub(crate) fn sigmoid(u: Interval) -> Interval {
    u.by_ends(|x| Interval::ONE.over(Interval::ONE.plus(exp_at(x.negated()))).unwrap_or(Interval::UNIT))
}

/// The derivative `s(u) s(-u) = e/(1 + e)^2` of the sigmoid, with `e = exp(-|u|) <= 1`.
pub(crate) fn sigmoid_derivative(u: Interval) -> Interval {
    falling(u, |size| {
        let e = exp_at(size.negated());
        let below = Interval::ONE.plus(e);
        e.over(below.times(below)).unwrap_or(Interval::UNIT)
    })
}

/// The density of the standard normal law, the derivative of `Phi`.
pub(crate) fn normal_density(u: Interval) -> Interval {
    falling(u, density_at)
}

/// The range of an even function that falls with `|u|`.
fn falling(u: Interval, at: impl Fn(Dyadic) -> Interval) -> Interval {
    let size = u.abs();
    let near = at(size.lo);
    if size.is_point() { near } else { Interval { lo: at(size.hi).lo, hi: near.hi } }
}

fn density_at(size: Dyadic) -> Interval {
    let square = Interval::point(size).times(Interval::point(size));
    exp(square.scaled(-1).negated()).over(series::root_of_two_pi()).unwrap_or(Interval::UNIT)
}

/// The distribution function of the standard normal law.
pub(crate) fn normal_distribution(u: Interval) -> Interval {
    u.by_ends(|x| at_end(x, Dyadic::ZERO, Dyadic::ONE, distribution_at))
}

fn distribution_at(x: Dyadic) -> Interval {
    let size = x.size();
    if size < Dyadic::from_integer(4) {
        let half = Interval::ONE.scaled(-1);
        let above = density_at(size).times(series::normal_series(size));
        return if x >= Dyadic::ZERO { half.plus(above) } else { half.minus(above) };
    }
    // Phi(-x) = phi(x) / t_0 with t_k = x + (k + 1)/t_{k+1} (Laplace), and t_n in [x, x + (n + 1)/x]; the bound is one
    // whatever n is.
    let whole = if size.is_below_power(10) { i64::try_from(&size.to_fixed(0)).unwrap_or(1024) } else { 1024 };
    let terms = 3200_i64.checked_div(whole.saturating_mul(whole)).unwrap_or(0).saturating_add(24);
    let x_point = Interval::point(size);
    let tail = |k: i64, t: Interval| x_point.plus(Interval::from_integer(k).over(t).unwrap_or(Interval::WHOLE));
    let mut t = x_point.hull(tail(terms.saturating_add(1), x_point));
    for k in (1..=terms).rev() {
        t = tail(k, t);
    }
    let tail = density_at(size).over(t).unwrap_or(Interval::UNIT);
    if x < Dyadic::ZERO { tail } else { Interval::ONE.minus(tail) }
}

pub(crate) fn sin(u: Interval) -> Interval {
    wave(u, series::sin, 1)
}

pub(crate) fn cos(u: Interval) -> Interval {
    wave(u, series::cos, 0)
}

/// The range of the sine or cosine; its maxima are at the multiples `n` of `pi/2` with `n = top` modulo 4, its minima
/// at those with `n = top + 2`.
fn wave(u: Interval, at: fn(Dyadic) -> Interval, top: u32) -> Interval {
    let whole = Interval { lo: Dyadic::ONE.negated(), hi: Dyadic::ONE };
    // 7 is more than a turn. An interval with an infinite end is infinitely wide.
    if u.hi.minus(u.lo, Down) > Dyadic::from_integer(7) {
        return whole;
    }
    if u.is_point() {
        return at(u.lo);
    }
    let (Some((first, _)), Some((_, last))) = (series::quadrants(u.lo), series::quadrants(u.hi)) else { return whole };
    let mut range = at(u.lo).hull(at(u.hi));
    // The multiples of pi/2 in (u.lo, u.hi] are among first + 1 ..= last.
    let mut n = first + 1;
    while n <= last {
        let place = series::floor_remainder(&n, 4);
        if place == top {
            range.hi = Dyadic::ONE;
        } else if place == (top ^ 2) {
            range.lo = Dyadic::ONE.negated();
        }
        n += 1;
    }
    range
}
