//! The least number of rounds at which a bound is small enough.

use super::target::{Inequality, Verdict};

/// No more rounds than this are considered.
pub const MOST_ROUNDS: u64 = 1 << 62;

/// The answer of [`least`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Least {
    pub(super) rounds: u64,
    pub(super) exact: bool,
}

/// The least `T` at which `at(T)` surely holds, for inequalities that only get easier with more rounds; `None` if
/// there is none up to [`MOST_ROUNDS`].
///
/// Whatever the rounding does, the inequality surely holds at the answer `T` and is not seen to hold at `T - 1`. It is
/// `exact` if it surely fails at `T - 1` (or `T = 1`): then no smaller number will do. Otherwise the true least number
/// may be smaller, by as many rounds as one rounding moves the bound.
pub(super) fn least(at: impl Fn(u64) -> Inequality) -> Option<Least> {
    let holds = |rounds: u64| at(rounds).verdict() == Verdict::Holds;
    let mut high = 1;
    while !holds(high) {
        if high >= MOST_ROUNDS {
            return None;
        }
        high *= 2;
    }
    let mut low = high / 2; // does not hold, or is 0
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle }
    }
    let exact = low == 0 || at(low).verdict() == Verdict::Fails;
    Some(Least { rounds: high, exact })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numerics::Enclosure;

    fn below(limit: u64) -> impl Fn(u64) -> Inequality {
        move |rounds| Inequality::at_most(Enclosure::point(limit as f64), Enclosure::point(rounds as f64))
    }

    #[test]
    fn worked_the_search_finds_every_boundary() {
        for limit in (1..200).chain([1 << 20, (1 << 20) + 1, (1 << 52) - 1]) {
            assert_eq!(least(below(limit)), Some(Least { rounds: limit, exact: true }));
        }
        assert_eq!(least(below(0)), Some(Least { rounds: 1, exact: true }));
        let never = |_: u64| Inequality::below(Enclosure::ONE, Enclosure::ONE);
        assert_eq!(least(never), None);
    }

    #[test]
    fn worked_a_boundary_inside_the_rounding_is_not_called_exact() {
        let vague = |rounds: u64| {
            let near = rounds as f64;
            Inequality::at_most(Enclosure::point(10.0), Enclosure::new(near - 1.0, near + 1.0))
        };
        assert_eq!(least(vague), Some(Least { rounds: 11, exact: false }));
    }
}
