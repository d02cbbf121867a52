//! Numbers for people: few digits, rounded to the side that keeps the statement true.

use crate::numerics::Enclosure;

/// All digits of a bound: fewer might state less than was shown.
pub(super) fn digits(bound: f64) -> String {
    format!("{bound:?}")
}

/// Nine significant digits for people: one number where the ends agree to that, else both ends, rounded outward.
pub(super) fn short(value: Enclosure) -> String {
    let nearest = |x: f64| {
        let rounded = format!("{x:.8e}").parse().ok().filter(|rounded: &f64| rounded.is_finite());
        plain(rounded.unwrap_or(x))
    };
    let (lo, hi) = (nearest(value.lo()), nearest(value.hi()));
    if lo == hi || nearest(value.midpoint()) == lo || nearest(value.midpoint()) == hi {
        nearest(value.midpoint())
    } else {
        format!("[{}, {}]", plain(-at_most_value(-value.lo())), plain(at_most_value(value.hi())))
    }
}

/// Nine significant digits, rounded up: what is printed as an upper bound is one.
pub(super) fn at_most(bound: f64) -> String {
    plain(at_most_value(bound))
}

fn at_most_value(bound: f64) -> f64 {
    let mut text = format!("{bound:.8e}");
    // Nearest may be below: step to the next number of nine digits until it is not.
    let mut nudged = bound;
    while text.parse::<f64>().is_ok_and(|printed| printed < bound) {
        nudged += (bound.abs() * 1e-9).max(f64::MIN_POSITIVE);
        text = format!("{nudged:.8e}");
    }
    // The next number of nine digits may lie beyond the doubles, while the bound does not.
    text.parse().ok().filter(|printed: &f64| printed.is_finite()).unwrap_or(bound)
}

/// The shortest digits of a double, as a decimal where that is short.
pub(super) fn plain(x: f64) -> String {
    if x == 0.0 {
        "0".to_owned()
    } else if (1e-4..1e10).contains(&x.abs()) {
        x.to_string()
    } else {
        format!("{x:e}")
    }
}

/// Nine significant digits, rounded down: what is printed as a lower bound is one.
pub(super) fn at_least(bound: f64) -> String {
    plain(-at_most_value(-bound))
}
