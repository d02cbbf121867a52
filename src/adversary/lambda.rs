//! Payoff sequences that are hard for lambda-players of the proxy game.
//!
//! Payoffs have `u_0 = 0` (playing the objective earns nothing) and `|u_j| <= B`. Some are fixed in advance, some
//! answer the multipliers just played; each is what one kind of player fails on. Two of them, [`TRAP`] and
//! [`RM_TRAP`], make learners with small external regret alone suffer deviation regret of constant average size.
//!
//! ```
//! use referee::adversary::{PUNISH, Size};
//! let mut punish = (PUNISH.make)(Size { constraints: 2, horizon: 100, bound: 1.0, seed: 0 });
//! let mut payoff = [0.0; 3];
//! punish.payoff(&[0.25, 0.5, 0.25], &mut payoff);
//! assert_eq!(payoff, [0.0, -1.0, 1.0]);
//! ```

use super::{Adversary, AdversaryEntry, Size};
use crate::numerics::elementary::cos;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Fair coins.
pub const RADEMACHER: AdversaryEntry =
    AdversaryEntry::new("rademacher", "fair coins +-B", true, |size| by(size, |round, _| round.coin(0.5)));

/// Coins with a drift.
pub const GAP: AdversaryEntry =
    AdversaryEntry::new("gap", "+B with probability 0.4 (0.5 for the last constraint), else -B", true, |size| {
        by(size, |round, j| round.coin(if j == round.size.constraints { 0.5 } else { 0.4 }))
    });

/// Plus and minus in turn.
pub const ALTERNATING: AdversaryEntry = AdversaryEntry::new("alternating", "(-1)^(t + j) B", false, |size| {
    by(size, |round, j| if (round.number + j).is_multiple_of(2) { 1.0 } else { -1.0 })
});

/// Two slow waves.
pub const DRIFT: AdversaryEntry = AdversaryEntry::new("drift", "B cos(2 pi (2 t / T + j / (m + 1)))", false, |size| {
    by(size, |Round { number, size, .. }, j| {
        let turns = 2.0 * *number as f64 / size.horizon as f64 + j as f64 / (size.constraints + 1) as f64;
        cos(std::f64::consts::TAU * turns).midpoint() // the same on every machine
    })
});

/// One constraint after the other, so that nothing is better than anything else over a cycle: from three constraints
/// on a trap for Hedge.
pub const SWITCHING: AdversaryEntry = AdversaryEntry::new(
    "switching",
    "each constraint in turn pays +B and the others -B / (m - 1), held ceil(T / (2 m)) rounds, in a cycle",
    false,
    |size| {
        by(size, |Round { number, size: Size { constraints: m, horizon, .. }, .. }, j| {
            let held = horizon.div_ceil(2 * *m).max(1);
            if j == 1 + (*number / held) % *m { 1.0 } else { -1.0 / (*m - 1) as f64 }
        })
    },
);

/// What is largest is punished.
pub const PUNISH: AdversaryEntry =
    AdversaryEntry::new("punish", "+B, but -B at the largest multiplier", false, |size| {
        by(size, |round, j| if j == round.largest { -1.0 } else { 1.0 })
    });

/// The swap regret grows in every round.
pub const GREEDY: AdversaryEntry = AdversaryEntry::new(
    "greedy",
    "B times the sign of: the multipliers whose best swap so far is j, minus that of j; a coin at 0",
    true,
    |size| {
        let n = size.constraints + 1;
        Box::new(Greedy { round: Round::new(size), swaps: vec![0.0; n * n], target: vec![0.0; n], signs: vec![0.0; n] })
    },
);

/// A trap for Hedge.
pub const TRAP: AdversaryEntry =
    AdversaryEntry::new("trap", "first half (0, 0, -B, ..), second half (0, -B, +B, ..)", false, |size| {
        by(size, |round, j| match (2 * round.number < round.size.horizon, j) {
            (true, 1) => 0.0,
            (true, _) | (false, 1) => -1.0,
            (false, _) => 1.0,
        })
    });

/// A trap for regret matching.
pub const RM_TRAP: AdversaryEntry = AdversaryEntry::new(
    "rmtrap",
    "rows (0, B, 0) three times, (0, -B, 0), (0, -B, B), each held floor(sqrt(T) / 2) rounds, in a cycle",
    false,
    |size| {
        by(size, |round, j| {
            const ROWS: [[f64; 2]; 5] = [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [-1.0, 1.0]];
            let held = round.size.horizon.isqrt().div_euclid(2).max(1);
            if j <= 2 { ROWS[(round.number / held) % 5][j - 1] } else { 0.0 }
        })
    },
);

/// Ours, in the order of the tables.
pub const LAMBDA: [AdversaryEntry; 9] = [RADEMACHER, GAP, ALTERNATING, DRIFT, SWITCHING, PUNISH, GREEDY, TRAP, RM_TRAP];

/// What a payoff may depend on.
struct Round {
    size: Size,
    /// From 0.
    number: usize,
    /// The place of the largest multiplier.
    largest: usize,
    random: ChaCha8Rng,
}

impl Round {
    fn new(size: Size) -> Self {
        Self { size, number: 0, largest: 0, random: ChaCha8Rng::seed_from_u64(size.seed) }
    }

    fn coin(&mut self, probability: f64) -> f64 {
        if self.random.random_bool(probability) { 1.0 } else { -1.0 }
    }

    /// Writes the payoffs, which `sign` gives in units of the bound, and goes on to the next round.
    fn pay(&mut self, lambda: &[f64], payoff: &mut [f64], mut sign: impl FnMut(&mut Self, usize) -> f64) {
        let n = self.size.constraints + 1;
        assert!(lambda.len() == n && payoff.len() == n, "m + 1 multipliers and payoffs");
        self.largest = (1..n).fold(0, |largest, j| if lambda[j] > lambda[largest] { j } else { largest });
        payoff[0] = 0.0;
        for (j, payoff) in payoff.iter_mut().enumerate().skip(1) {
            *payoff = self.size.bound * sign(self, j);
        }
        self.number += 1;
    }
}

/// A sequence that needs no memory: the payoff of action `j >= 1` in units of the bound.
struct ByRound(Round, fn(&mut Round, usize) -> f64);

fn by(size: Size, sign: fn(&mut Round, usize) -> f64) -> Box<dyn Adversary> {
    Box::new(ByRound(Round::new(size), sign))
}

impl Adversary for ByRound {
    fn payoff(&mut self, lambda: &[f64], payoff: &mut [f64]) {
        self.0.pay(lambda, payoff, self.1);
    }
}

struct Greedy {
    round: Round,
    /// `sum_t lambda_i u_j` in row `i`, in units of the bound.
    swaps: Vec<f64>,
    target: Vec<f64>,
    signs: Vec<f64>,
}

impl Adversary for Greedy {
    fn payoff(&mut self, lambda: &[f64], payoff: &mut [f64]) {
        let Self { round, swaps, target, signs } = self;
        // Each multiplier, at the best swap of its action so far.
        target.fill(0.0);
        for (row, weight) in swaps.chunks_exact(lambda.len()).zip(lambda) {
            let best = (1..row.len()).fold(0, |best, j| if row[j] > row[best] { j } else { best });
            target[best] += weight;
        }
        round.pay(lambda, payoff, |round, j| {
            let pull = target[j] - lambda[j];
            signs[j] = if pull == 0.0 { round.coin(0.5) } else { pull.signum() };
            signs[j]
        });
        for (row, weight) in swaps.chunks_exact_mut(lambda.len()).zip(lambda) {
            for (sum, u) in row.iter_mut().zip(signs.iter()) {
                *sum += weight * u;
            }
        }
    }
}
