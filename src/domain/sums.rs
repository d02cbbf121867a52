//! Sums of non-negative doubles: a fast enclosure, and exact comparisons that use it as a filter.
//!
//! Terms are added in blocks of eight lanes and the blocks pairwise, so that a term passes through few roundings: at
//! most 16 in its lane, 3 where lanes meet, 7 with the block's tail and one for each halving, hence at most
//! `min(n, 26 + bits(n))` for `n` terms (additions to zero are exact). If a term and its additions undergo `h`
//! roundings, each by a factor between `1 - u` and `1 + u` with `u = 2^-53`, the computed sum `s` of non-negative
//! terms satisfies `s (1 + u)^-h <= S <= s (1 - u)^-h`, so `|S - s| <= h u s (1 + 2 h u)` for `h <= 2^20`. The
//! half-width used, `2 (h + 2) u s`, is more than twice that, which also covers its own rounding and that of the two
//! endpoints. Addition does not underflow; where terms are products that do, the caller says by how much.

use crate::numerics::directed::{mul_down, mul_up};
use crate::numerics::{Enclosure, ExactSum};
use std::cmp::Ordering;

const LANES: usize = 8;
const BLOCK: usize = 128;

/// The sum of `f` over the terms, rounded at most [`roundings`] times along every path.
pub(super) fn sum(terms: &[f64], f: impl Fn(f64) -> f64 + Copy) -> f64 {
    if terms.len() > BLOCK {
        let (left, right) = terms.split_at(terms.len() / 2);
        return sum(left, f) + sum(right, f);
    }
    let (chunks, tail) = terms.as_chunks::<LANES>();
    let mut lanes = [0.0; LANES];
    for chunk in chunks {
        for (lane, &term) in lanes.iter_mut().zip(chunk) {
            *lane += f(term);
        }
    }
    let [a, b, c, d, e, g, h, i] = lanes;
    tail.iter().fold(((a + b) + (c + d)) + ((e + g) + (h + i)), |total, &term| total + f(term))
}

/// How many roundings a term of an `n`-term [`sum`] meets at most.
pub(super) fn roundings(n: usize) -> usize {
    n.min(26 + (usize::BITS - n.leading_zeros()) as usize)
}

/// Encloses a sum of non-negative terms from its computed value, the number of roundings on any path to it, and what
/// underflow took from all terms together.
pub(super) fn around(sum: f64, roundings: usize, underflow: f64) -> Enclosure {
    let slack = sum * ((roundings + 2) as f64 * f64::EPSILON) + underflow;
    if sum.is_finite() {
        Enclosure::new((sum - slack).max(0.0), sum + slack)
    } else {
        Enclosure::new(0.0, f64::INFINITY)
    }
}

/// Encloses the sum of non-negative terms.
pub(super) fn enclose_sum(terms: &[f64]) -> Enclosure {
    around(sum(terms, |x| x), roundings(terms.len()), 0.0)
}

/// Encloses the sum of the squares of the terms. A square loses at most 2^-1075 to underflow, all of them together
/// less than the smallest normal double.
pub(super) fn enclose_squares(terms: &[f64]) -> Enclosure {
    around(sum(terms, |x| x * x), roundings(terms.len()) + 1, f64::MIN_POSITIVE)
}

/// The exact sum of finite non-negative terms compared with `bound`.
pub(super) fn compare_sum(terms: &[f64], bound: f64) -> Ordering {
    filter(enclose_sum(terms), Enclosure::point(bound)).unwrap_or_else(|| {
        let mut difference = ExactSum::of(terms);
        difference.add(-bound);
        difference.sign()
    })
}

/// The exact sum of the squares of finite terms compared with the square of `bound`.
pub(super) fn compare_squares(terms: &[f64], bound: f64) -> Ordering {
    let squared = Enclosure::new(mul_down(bound, bound), mul_up(bound, bound));
    filter(enclose_squares(terms), squared).unwrap_or_else(|| {
        let mut difference = ExactSum::dot(terms, terms);
        difference.add_product(-bound, bound);
        difference.sign()
    })
}

/// What two enclosures that do not meet say about the order of what they enclose.
fn filter(a: Enclosure, b: Enclosure) -> Option<Ordering> {
    if a.hi() < b.lo() {
        Some(Ordering::Less)
    } else if a.lo() > b.hi() {
        Some(Ordering::Greater)
    } else {
        None
    }
}

#[cfg(test)]
#[path = "../../tests/inside/domain/sums.rs"]
mod tests;
