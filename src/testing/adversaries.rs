//! Payoff sequences that are hard for lambda-players of the proxy game.
//!
//! Payoffs have `u_0 = 0` (playing the objective earns nothing) and `|u_j| <= B`. Some are fixed in advance, some
//! answer the multipliers just played; each is what one kind of player fails on. Two of them, [`Kind::Trap`] and
//! [`Kind::RmTrap`], make learners with small external regret alone suffer deviation regret of constant average size.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Which sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Fair `+-B`.
    Rademacher,
    /// `+B` with probability 0.4 (0.5 for the last constraint), else `-B`.
    Gap,
    /// `(-1)^(t + j) B`.
    Alternating,
    /// `B cos(2 pi (2 t / T + j / (m + 1)))`.
    Drift,
    /// Each constraint in turn pays `+B` and the others `-B / (m - 1)`, held `ceil(T / (2 m))` rounds, in a cycle, so
    /// that nothing is better than anything else over a cycle: from three constraints on a trap for Hedge.
    Switching,
    /// `+B`, but `-B` at the largest multiplier.
    Punish,
    /// `B` times the sign of: the multipliers whose best swap so far is `j`, minus that of `j`; a coin at 0.
    Greedy,
    /// First half `(0, 0, -B, ..)`, second half `(0, -B, +B, ..)`: a trap for Hedge.
    Trap,
    /// Rows `(0, B, 0)` three times, `(0, -B, 0)`, `(0, -B, B)`, each held `floor(sqrt(T) / 2)` rounds, in a cycle: a
    /// trap for regret matching.
    RmTrap,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Rademacher,
        Self::Gap,
        Self::Alternating,
        Self::Drift,
        Self::Switching,
        Self::Punish,
        Self::Greedy,
        Self::Trap,
        Self::RmTrap,
    ];
}

/// A sequence of payoffs that may answer the multipliers.
///
/// ```
/// use referee::testing::adversaries::{Adversary, Kind};
/// let mut punish = Adversary::new(Kind::Punish, 2, 100, 1.0, 0);
/// let mut payoff = [0.0; 3];
/// punish.payoff(&[0.25, 0.5, 0.25], &mut payoff);
/// assert_eq!(payoff, [0.0, -1.0, 1.0]);
/// ```
#[derive(Clone, Debug)]
pub struct Adversary {
    kind: Kind,
    horizon: usize,
    bound: f64,
    round: usize,
    random: ChaCha8Rng,
    /// `sum_t lambda_i u_j` in row `i`, in units of the bound.
    swaps: Vec<f64>,
    target: Vec<f64>,
}

impl Adversary {
    /// The sequence for `constraints` constraints, `horizon` rounds and payoffs up to `bound`.
    pub fn new(kind: Kind, constraints: usize, horizon: usize, bound: f64, seed: u64) -> Self {
        let n = constraints + 1;
        let random = ChaCha8Rng::seed_from_u64(seed);
        Self { kind, horizon, bound, round: 0, random, swaps: vec![0.0; n * n], target: vec![0.0; n] }
    }

    /// The number of constraints.
    pub fn constraints(&self) -> usize {
        self.target.len() - 1
    }

    /// Writes the payoff of the next round, given the multipliers played in it.
    ///
    /// # Panics
    /// If the lengths are not `m + 1`.
    pub fn payoff(&mut self, lambda: &[f64], payoff: &mut [f64]) {
        let n = self.target.len();
        assert!(lambda.len() == n && payoff.len() == n, "m + 1 multipliers and payoffs");
        self.aim(lambda);
        let largest = (1..n).fold(0, |largest, j| if lambda[j] > lambda[largest] { j } else { largest });
        payoff[0] = 0.0;
        for j in 1..n {
            payoff[j] = self.sign(j, n, largest, lambda[j]);
        }
        if self.kind == Kind::Greedy {
            for (row, weight) in self.swaps.chunks_exact_mut(n).zip(lambda) {
                for (sum, u) in row.iter_mut().zip(payoff.iter()) {
                    *sum += weight * u;
                }
            }
        }
        for u in payoff {
            *u *= self.bound;
        }
        self.round += 1;
    }

    /// For [`Kind::Greedy`]: collects each multiplier at the best swap of its action so far.
    fn aim(&mut self, lambda: &[f64]) {
        if self.kind != Kind::Greedy {
            return;
        }
        self.target.fill(0.0);
        for (row, weight) in self.swaps.chunks_exact(lambda.len()).zip(lambda) {
            let best = (1..row.len()).fold(0, |best, j| if row[j] > row[best] { j } else { best });
            self.target[best] += weight;
        }
    }

    /// The payoff of action `j >= 1` in units of the bound.
    fn sign(&mut self, j: usize, n: usize, largest: usize, weight: f64) -> f64 {
        let t = self.round;
        match self.kind {
            Kind::Rademacher => self.coin(0.5),
            Kind::Gap => self.coin(if j + 1 == n { 0.5 } else { 0.4 }),
            Kind::Alternating => parity(t + j),
            Kind::Drift => {
                let turns = 2.0 * t as f64 / self.horizon as f64 + j as f64 / n as f64;
                (std::f64::consts::TAU * turns).cos()
            }
            Kind::Switching => {
                let held = self.horizon.div_ceil(2 * (n - 1)).max(1);
                if j == 1 + (t / held) % (n - 1) { 1.0 } else { -1.0 / (n - 2) as f64 }
            }
            Kind::Punish => {
                if j == largest {
                    -1.0
                } else {
                    1.0
                }
            }
            Kind::Greedy => {
                let pull = self.target[j] - weight;
                if pull == 0.0 { self.coin(0.5) } else { pull.signum() }
            }
            Kind::Trap => match (2 * t < self.horizon, j) {
                (true, 1) => 0.0,
                (true, _) | (false, 1) => -1.0,
                (false, _) => 1.0,
            },
            Kind::RmTrap => {
                const ROWS: [[f64; 2]; 5] = [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [-1.0, 1.0]];
                let held = self.horizon.isqrt().div_euclid(2).max(1);
                if j <= 2 { ROWS[(t / held) % 5][j - 1] } else { 0.0 }
            }
        }
    }

    fn coin(&mut self, probability: f64) -> f64 {
        if self.random.random_bool(probability) { 1.0 } else { -1.0 }
    }
}

fn parity(count: usize) -> f64 {
    if count.is_multiple_of(2) { 1.0 } else { -1.0 }
}
