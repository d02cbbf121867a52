//! Sums of non-negative terms, known from above, for bounds that are computed while playing.
//!
//! Let `u = 2^-53`. A term that was computed from non-negative numbers by at most 16 products, sums and square roots
//! is at least `(1 - u)^16` times its exact value, minus what underflow took, which is below 2^-1000 for the terms of
//! the players (they keep a small factor beside a large one). Adding `k` of them one by one loses at most another
//! factor `(1 - u)^k`. Since `(1 - u)^-j <= 1 + 2 j u` while `j u <= 1/4`, the exact sum is at most
//! `sum (1 + 2 (k + 16) u) + k 2^-1000`.

use crate::numerics::directed::{add_up, div_up, mul_up};

/// 2^-1000.
const UNDERFLOW: f64 = f64::from_bits((1023 - 1000) << 52);

/// A sum of non-negative terms with an upper bound.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    sum: f64,
    terms: u64,
}

impl Tally {
    /// Adds a term that at most 16 roundings separate from its exact value.
    #[inline]
    pub(super) fn add(&mut self, term: f64) {
        self.sum += term;
        self.terms += 1;
    }

    /// The number of terms.
    pub(super) fn terms(&self) -> u64 {
        self.terms
    }

    /// The sum as computed.
    #[inline]
    pub(super) fn nearly(&self) -> f64 {
        self.sum
    }

    /// A number that is at least the exact sum.
    pub(super) fn upper(&self) -> f64 {
        let terms = self.terms as f64;
        add_up(mul_up(self.sum, 1.0 + (terms + 16.0) * f64::EPSILON), mul_up(terms, UNDERFLOW))
    }

    /// `(start + sum) / rounds`, rounded up, with one term per round. `None` before the first round, and where something
    /// left the range in which the bounds are derived.
    pub(super) fn average(&self, start: f64) -> Option<f64> {
        let average = div_up(add_up(start, self.upper()), self.terms as f64);
        (self.terms > 0 && average < f64::INFINITY).then_some(average)
    }

    /// The same for a player with so many actions: one leaves nothing to regret.
    pub(super) fn average_of(&self, actions: usize, start: f64) -> Option<f64> {
        if actions == 1 { (self.terms > 0).then_some(0.0) } else { self.average(start) }
    }
}
