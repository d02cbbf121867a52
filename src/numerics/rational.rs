//! Between doubles and exact rationals.
//!
//! Every finite double is a dyadic rational; a rational is enclosed by the two doubles around it. The exact side of
//! the house (decisions that no interval can take, exact evaluation of rational expressions, tests) uses these.

use super::Enclosure;
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// The rational number that a finite double is.
///
/// # Panics
/// If `x` is not finite.
pub fn exact(x: f64) -> RBig {
    RBig::try_from(x).unwrap_or_else(|_| panic!("{x} is not a rational number"))
}

/// The tightest enclosure of a rational: a point where it is a double.
pub fn enclose(x: &RBig) -> Enclosure {
    // The conversion only has to land near: the comparisons below, which are exact, decide.
    let mut near = x.to_f64().value().clamp(f64::MIN, f64::MAX);
    while near > f64::MIN && exact(near) > *x {
        near = near.next_down();
    }
    while near < f64::MAX && exact(near.next_up().min(f64::MAX)) <= *x {
        near = near.next_up();
    }
    match exact(near).cmp(x) {
        Ordering::Equal => Enclosure::point(near),
        Ordering::Greater => Enclosure::new(f64::NEG_INFINITY, near),
        Ordering::Less => Enclosure::new(near, near.next_up()),
    }
}

/// Whether the exact rational lies in the enclosure.
pub fn contains(enclosure: Enclosure, x: &RBig) -> bool {
    let above = enclosure.lo() == f64::NEG_INFINITY || exact(enclosure.lo()) <= *x;
    let below = enclosure.hi() == f64::INFINITY || exact(enclosure.hi()) >= *x;
    above && below
}

/// 2^`exponent` as a double, for -1074 <= `exponent` <= 1023.
pub fn power_of_two(exponent: i32) -> f64 {
    match u64::try_from(exponent + 1022) {
        Ok(above_subnormal) => f64::from_bits((above_subnormal + 1) << 52),
        Err(_) => f64::from_bits(1 << (exponent + 1074)),
    }
}
