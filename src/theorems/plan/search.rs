//! The least number of rounds at which a bound is small enough.

use super::target::{Inequality, Verdict};

/// No more rounds than this are considered.
pub const MOST_ROUNDS: u64 = 1 << 62;

/// The answer of [`least`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Least {
    pub(super) rounds: u64,
    pub(super) not_below: u64,
}

/// The least `T` at which `at(T)` surely holds, for inequalities that only get easier with more rounds; `None` if
/// there is none up to [`MOST_ROUNDS`].
///
/// Whatever the rounding does, the inequality surely holds at the answer `rounds` and is not seen to hold one below. It
/// surely fails one below `not_below` (or that is 1): no smaller number will do. The two are equal unless the boundary
/// lies within the rounding of the bound.
pub(super) fn least(at: impl Fn(u64) -> Inequality) -> Option<Least> {
    let rounds = first(|rounds| at(rounds).verdict() == Verdict::Holds)?;
    let mut not_below = rounds;
    if rounds > 1 && at(rounds - 1).verdict() != Verdict::Fails {
        not_below = first(|rounds| at(rounds).verdict() != Verdict::Fails)?;
    }
    Some(Least { rounds, not_below })
}

/// The first number from 1 on at which a condition that stays true is true, by doubling and bisection.
fn first(holds: impl Fn(u64) -> bool) -> Option<u64> {
    let mut high = 1;
    while !holds(high) {
        if high >= MOST_ROUNDS {
            return None;
        }
        high *= 2;
    }
    let mut low = high / 2; // not there, or 0
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

#[cfg(test)]
#[path = "../../../tests/inside/theorems/plan/search.rs"]
mod tests;
