//! What no player can beat: lower bounds of the worst regret, with proofs and without unknown constants.
//!
//! Payoffs have `u_0 = 0` and `|u_j| <= B`. Let the `u_j` be fair coins `+-B` (the sequence `rademacher`), independent of
//! each other and of the player, and let `S_j` be the sum of `T` of them. Whatever the player does, it earns 0 in
//! expectation, so
//!
//! - its expected **external** regret *is* `E max(0, S_1, .., S_m)`, and some sequence gives it at least that;
//! - its expected **swap** regret is at least the same, because constant maps are swaps. (The known order of the worst
//!   swap regret is larger, `sqrt(T n ln n)`, but no proof of it has an explicit constant.)
//!
//! - With one constraint its **deviation** regret, `max(-sum <lambda, u>, max_j sum lambda_0 u_j)`, is the external one.
//!
//! With more constraints let only `u_1` be a coin and the other `u_j = -B`, let `r_t` be the weight on these others,
//! `A = B sum r_t` and `M = sum r_t u_1`. Then the deviation regret is at least `max(A, S_1 - M) - sum lambda_1 u_1`, whose
//! last term has expectation 0. Write `c = E max(0, S_1) = E|S_1| / 2`. If `E A >= c`, the expected regret is at least
//! `c`. If not, it is at least `E|S_1 - M| / 2 >= c - E|M| / 2`, because `S_1 - M` has mean 0; and the terms of `M` are
//! uncorrelated with `r_t^2 <= r_t`, so `E|M| <= sqrt(E M^2) <= sqrt(B E A) <= sqrt(B c)`. Hence `c - sqrt(B c) / 2` is a
//! limit for every `m`: the same constant, for large `T`, as for one constraint.
//!
//! In the Lagrangian game, external regret on `{lambda >= 0, ||lambda||_1 <= R}` is `R` times as large.
//!
//! These are limits of the worst case over sequences: a measured regret on one sequence may well be below. For large
//! `T`, `E max(0, S_1)` is `B sqrt(T / (2 pi))`, 0.399 `B sqrt T`. Here the expectations are exact finite sums, enclosed:
//! with `F` the distribution function of `S_1` over its values `s`, the sum over `s > 0` of
//! `(s - max(0, s - 2)) (1 - F(s - 2)^m)`, in units of `B`.

use crate::numerics::Enclosure;
use crate::players::RegretKind;
use std::cell::RefCell;
use std::collections::BTreeMap;

thread_local! {
    /// A league asks for few of them, and often.
    static KNOWN: RefCell<BTreeMap<(usize, usize), Enclosure>> = const { RefCell::new(BTreeMap::new()) };
}

/// `E max(0, S_1, .., S_m) / T` for sums of `T` fair coins `+-1`, enclosed.
///
/// ```
/// use referee::league::limit::coins;
/// assert!(coins(4, 1).contains(0.75 / 4.0)); // 4 with probability 1/16, 2 with 4/16
/// assert!(coins(1, 2).contains(0.75)); // unless both coins are -1
/// ```
///
/// # Panics
/// If there are no rounds.
pub fn coins(rounds: usize, constraints: usize) -> Enclosure {
    assert!(rounds > 0, "no rounds have no average");
    let key = (rounds, constraints);
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&key).copied()) {
        return known;
    }
    let average = sum_of_coins(rounds, constraints);
    KNOWN.with_borrow_mut(|known| known.insert(key, average));
    average
}

fn sum_of_coins(rounds: usize, constraints: usize) -> Enclosure {
    let whole = |count: usize| Enclosure::point(count as f64);
    let power = i32::try_from(constraints).unwrap_or(i32::MAX);
    // Binomial weights in units of the middle one, from the middle up; they vanish in the tail, where they underflow.
    let middle = rounds / 2;
    let mut weights = vec![Enclosure::ONE];
    for k in middle..rounds {
        let last = weights[weights.len() - 1];
        weights.push((last * whole(rounds - k)).divide(whole(k + 1)).expect("positive"));
    }
    let upper = weights.iter().copied().fold(Enclosure::ZERO, |sum, weight| sum + weight);
    // The sums are symmetric: for even T the middle stands alone, for odd T every weight has a twin.
    let above = upper - Enclosure::ONE;
    let total = if rounds.is_multiple_of(2) { upper + above } else { above + above };
    let share = |part: Enclosure| part.divide(total).expect("the total is at least 1");
    // From the top: the tail probability P[S >= s], so that nothing is lost in 1 - F.
    let mut tail = Enclosure::ZERO;
    let mut expected = Enclosure::ZERO;
    for (place, &weight) in weights.iter().enumerate().rev() {
        let heads = middle + place;
        if 2 * heads <= rounds {
            break;
        }
        tail = tail + weight;
        let value = 2 * heads - rounds;
        let rise = whole(value - value.saturating_sub(2));
        let below = (Enclosure::ONE - share(tail)).positive_part();
        let missed = below.powi(power).expect("a power of a number that is not negative");
        expected = expected + rise * (Enclosure::ONE - missed);
    }
    expected.divide(whole(rounds)).expect("there are rounds")
}

/// The average regret that every player has at least on some sequence with payoffs up to `bound`, rounded down; `scale`
/// is the sum of the multipliers (1 in the proxy game, `R` in the other). `None` without constraints.
pub fn worst_case(kind: RegretKind, rounds: usize, constraints: usize, bound: f64, scale: f64) -> Option<f64> {
    let coins = match (kind, constraints) {
        (_, 0) => return None,
        (RegretKind::External | RegretKind::Swap, m) => coins(rounds, m),
        (RegretKind::Deviation, 1) => coins(rounds, 1),
        (RegretKind::Deviation, _) => {
            let rounds_enclosed = Enclosure::point(rounds as f64);
            let c = coins(rounds, 1) * rounds_enclosed;
            let root = c.sqrt().expect("an expectation of what is not negative");
            (c - root * Enclosure::point(0.5)).divide(rounds_enclosed).expect("there are rounds").positive_part()
        }
    };
    Some((coins * Enclosure::point(bound) * Enclosure::point(scale)).lo())
}
