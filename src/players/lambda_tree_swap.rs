//! Tree swap (Dagan, Daskalakis, Fishelson and Golowich; Peng and Rubinstein; both STOC 2024): swap regret from lazy
//! learners with small external regret, where the number of actions counts by its logarithm only.
//!
//! Time is cut as numbers are cut into digits. Level `l = 1, .., d` holds one learner at a time; it keeps its point for
//! `L_l` rounds, then is fed the mean gains of these, and after `M_l` such steps, `S_l = L_l M_l` rounds, it starts anew.
//! The blocks nest: `L_d = 1`, `S_l = L_{l-1}`, and `S_1 >= T`. Level 0 is a point that never changes, the uniform one
//! (with `L_0 = S_1`). The player plays the mean of the `d + 1` points.
//!
//! **Theorem.** If a learner's average regret after `M_l` rounds is at most `b_l`, then for gains of range `r` and
//! `T = S_1` the average swap regret is at most `(r + b_1 + .. + b_d) / (d + 1)`. *Proof.* Let `phi` be a left-stochastic
//! matrix and `x^l` the points. `sum_l <phi x^l - x^l, u>` is
//! `<phi x^d - x^0, u> + sum_{l < d} <phi x^l - x^{l+1}, u>`. The first is at most `r`. In each of the others `x^l` stands
//! still exactly while one learner of level `l + 1` lives, so `phi x^l` is a fixed point to compare that learner with:
//! summed over its life this is at most its external regret on the gains of its steps times their length,
//! `S_{l+1} b_{l+1}`. Sum over the lives and divide by `d + 1`.
//!
//! With Hedge and one `M` this is `r (1 + d sqrt(ln n / (2 M))) / (d + 1)`. The papers' trees have no level 0, and their
//! proof gives `r (1 + (d - 1) sqrt(ln n / (2 M))) / d` for the same `T = M^d`: the regret of their first level is never
//! used, and a point that costs no digit does as well in its place.
//!
//! **Every horizon.** Given `d`, `M` is the least whole number with `M^d >= T` for the levels below the first, and
//! `M_1 = ceil(T / M^(d-1))`. A life that the horizon cuts short is that of a learner that sees zeros from then on: they
//! add no regret, so it costs at most `S_l b_l`; and at most `r` a round, like anything. [`TreeSwap::best`] takes the `d`
//! with the least bound. It is a small one unless `n` is huge next to `T`: this is a player for many actions.
//!
//! **Run-time bound.** The same sum with the learners' own bounds of their runs, with
//! `sum_t (max_j u_t[j] - <x^0, u_t>)` in place of `r T`, and with `max_j P[j] - <x^l, P>` for the sum `P` of the gains
//! that a learner was not yet fed.
//!
//! # In doubles
//!
//! With `u = 2^-53`, and `r'` the length of the smallest interval that contains 0 and the gains of a step of `k` rounds: their
//! computed sum is off by at most `u k^2 r'`, and the mean of a full step by `u (L + 1) r'`, which costs `2 u L (L + 1) r'`;
//! twice that is counted. The mean is cut to the interval, where the exact one lies, so learners see no larger gains than
//! they were promised. The mean of the points is played within `(n + d + 2) 2^-50` in the 1-norm
//! ([`simplex`](crate::numerics::simplex)), which costs that times `r_t`.

use super::bounds::{count, drift};
use super::external::Restart;
use super::softmax::{add_finite, largest, range_with_zero};
use super::tally::Tally;
use super::{LambdaPlayer, RegretKind};
use crate::numerics::directed::{add_up, div_up, mul_up};
use crate::numerics::simplex::round_to_simplex;

/// One level of the tree: the learner that lives now.
struct Level<E> {
    learner: E,
    /// `L`: the rounds for which the learner's point stays.
    length: usize,
    /// `M`: the steps of a life.
    steps: usize,
    point: Vec<f64>,
    /// The gains that were not yet fed, their number and the smallest interval around 0 that contains them.
    gains: Vec<f64>,
    held: usize,
    interval: (f64, f64),
    /// Steps of this life.
    taken: usize,
    /// What past lives and rounding cost.
    past: Tally,
}

/// A lambda-player of the proxy game with small swap regret, from a tree of lazy learners.
///
/// ```
/// use referee::players::{Hedge, LambdaPlayer, TreeSwap, bounds::hedge_step};
/// let hedge = |rounds| Hedge::new(1000, rounds, 2.0, hedge_step(1000, rounds, 2.0));
/// let player = TreeSwap::best("mine", 10_000, 2.0, hedge);
/// assert_eq!((player.depth(), player.steps()), (2, 100));
/// assert!(player.bound().unwrap() < 0.92); // one copy of Hedge for each of the 1000 actions promises 1.2
/// ```
pub struct TreeSwap<E> {
    name: &'static str,
    horizon: usize,
    range: f64,
    levels: Vec<Level<E>>,
    root: Vec<f64>,
    mean: Vec<f64>,
    total: Tally,
    /// `max_j u[j] - <x^0, u>`.
    lost: Tally,
    rounding: Tally,
}

/// The least `M` with `M^depth >= horizon`.
fn arity(horizon: usize, depth: usize) -> usize {
    let reaches = |m: usize| {
        let power = u32::try_from(depth).ok().and_then(|depth| m.checked_pow(depth));
        power.is_none_or(|power| power >= horizon)
    };
    let (mut below, mut enough) = (0, horizon.max(1));
    while enough - below > 1 {
        let middle = below + (enough - below) / 2;
        if reaches(middle) { enough = middle } else { below = middle }
    }
    enough
}

impl<E: Restart> TreeSwap<E> {
    /// A tree with `depth` levels of learners for `horizon` rounds of payoffs in an interval of length `range` around 0.
    /// `learner` makes one for the given number of rounds of such gains.
    ///
    /// # Panics
    /// If the depth or the horizon is 0, or the learners differ in their number of actions.
    pub fn new(
        name: &'static str,
        horizon: usize,
        range: f64,
        depth: usize,
        mut learner: impl FnMut(usize) -> E,
    ) -> Self {
        assert!(depth > 0 && horizon > 0, "a tree needs a level and a round");
        let steps = arity(horizon, depth);
        let mut levels: Vec<Level<E>> = Vec::with_capacity(depth);
        let mut length = 1_usize;
        for level in (1..=depth).rev() {
            let steps = if level == 1 { horizon.div_ceil(length) } else { steps };
            let learner = learner(steps);
            let n = learner.actions();
            let (point, gains) = (vec![0.0; n], vec![0.0; n]);
            let past = Tally::default();
            levels.push(Level { learner, length, steps, point, gains, held: 0, interval: (0.0, 0.0), taken: 0, past });
            length = length.saturating_mul(steps);
        }
        levels.reverse();
        let mut root = vec![1.0; levels[0].point.len()];
        assert!(levels.iter().all(|level| level.point.len() == root.len()), "one set of actions for all");
        round_to_simplex(&mut root).expect("equal weights can be scaled");
        let (mean, [total, lost, rounding]) = (root.clone(), [Tally::default(); 3]);
        Self { name, horizon, range, levels, root, mean, total, lost, rounding }
    }

    /// The tree with the least bound; the one with one level if nothing is promised.
    ///
    /// # Panics
    /// As [`TreeSwap::new`].
    pub fn best(name: &'static str, horizon: usize, range: f64, mut learner: impl FnMut(usize) -> E) -> Self {
        let mut best = Self::new(name, horizon, range, 1, &mut learner);
        for depth in 2.. {
            let deeper = Self::new(name, horizon, range, depth, &mut learner);
            if deeper.bound() < best.bound() {
                best = deeper;
            }
            if arity(horizon, depth) <= 2 {
                break;
            }
        }
        best
    }

    /// The number of levels of learners, `d`.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// `M`: the steps of a life on the last level.
    pub fn steps(&self) -> usize {
        self.levels[self.levels.len() - 1].steps
    }

    /// `(n + d + 2) 2^-50`: how far the played point is from the mean.
    fn play_error(&self) -> f64 {
        count(self.mean.len() + self.levels.len() + 2) * (4.0 * f64::EPSILON)
    }
}

/// `4 u k (k + 1) r'`: what rounding the sum of `k` gains and their mean costs, twice over.
fn sum_error(rounds: usize, range: f64) -> f64 {
    2.0 * f64::EPSILON * count(rounds) * (count(rounds) + 1.0) * range
}

impl<E: Restart> Level<E> {
    fn observe(&mut self, payoff: &[f64], mean: &mut [f64]) {
        for (sum, &gain) in self.gains.iter_mut().zip(payoff) {
            *sum = add_finite(*sum, gain);
            self.interval = (self.interval.0.min(gain), self.interval.1.max(gain));
        }
        self.held += 1;
        if self.held < self.length {
            return;
        }
        let (low, high) = self.interval;
        for (mean, sum) in mean.iter_mut().zip(&mut self.gains) {
            *mean = (*sum / count(self.length)).clamp(low, high);
            *sum = 0.0;
        }
        self.learner.observe(mean);
        self.past.add(sum_error(self.length, high - low));
        self.taken += 1;
        (self.held, self.interval) = (0, (0.0, 0.0));
        if self.taken == self.steps {
            self.past.add(self.life().unwrap_or(f64::INFINITY));
            self.learner.restart();
            self.taken = 0;
        }
    }

    /// What the steps of this life cost.
    fn life(&self) -> Option<f64> {
        if self.taken == 0 {
            return Some(0.0);
        }
        Some(mul_up(count(self.length) * count(self.taken), self.learner.runtime_bound()?))
    }

    /// All that this level cost in the rounds so far.
    fn cost(&self) -> Option<f64> {
        let pending = add_up(lost(&self.point, &self.gains), sum_error(self.held, self.interval.1 - self.interval.0));
        Some(add_up(add_up(self.past.upper(), self.life()?), if self.held > 0 { pending } else { 0.0 }))
    }

    /// What it may cost in `horizon` rounds of this range.
    fn promise(&self, horizon: usize, range: f64) -> Option<f64> {
        let mean_error = mul_up(4.0 * f64::EPSILON, mul_up(count(self.length) + 1.0, range));
        let bound = add_up(self.learner.bound()?, mean_error).min(range);
        let life = self.length.saturating_mul(self.steps);
        let rest = horizon % life;
        let whole = mul_up(count(horizon - rest), bound);
        Some(add_up(whole, mul_up(count(life), bound).min(mul_up(count(rest), range))))
    }
}

/// `max_j gains[j] - <x, gains>`, rounded up: a sum of terms that are not negative.
fn lost(x: &[f64], gains: &[f64]) -> f64 {
    let top = largest(gains);
    let lost: f64 = x.iter().zip(gains).map(|(x, gain)| x * (top - gain)).sum();
    mul_up(add_up(lost, f64::MIN_POSITIVE), 1.0 + (count(x.len()) + 4.0) * f64::EPSILON)
}

impl<E: Restart> LambdaPlayer for TreeSwap<E> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn regret(&self) -> RegretKind {
        RegretKind::Swap
    }

    fn play(&mut self, lambda: &mut [f64]) {
        lambda.copy_from_slice(&self.root);
        for level in &mut self.levels {
            if level.held == 0 {
                level.learner.play(&mut level.point);
            }
            for (sum, x) in lambda.iter_mut().zip(&level.point) {
                *sum += x;
            }
        }
        round_to_simplex(lambda).expect("the uniform point has no zero");
    }

    fn observe(&mut self, payoff: &[f64]) {
        for level in &mut self.levels {
            level.observe(payoff, &mut self.mean);
        }
        let range = range_with_zero(payoff);
        self.total.add(range);
        self.lost.add(lost(&self.root, payoff));
        self.rounding.add(range * self.play_error());
    }

    fn bound(&self) -> Option<f64> {
        if self.root.len() == 1 {
            return Some(0.0);
        }
        let horizon = count(self.horizon);
        let start = mul_up(horizon, self.range);
        let mut levels = self.levels.iter();
        let all = levels.try_fold(start, |all, level| Some(add_up(all, level.promise(self.horizon, self.range)?)))?;
        let mean = div_up(div_up(all, horizon), count(self.levels.len() + 1));
        Some(add_up(mean, mul_up(self.range, self.play_error())))
    }

    fn runtime_bound(&self) -> Option<f64> {
        if self.root.len() == 1 {
            return (self.rounding.terms() > 0).then_some(0.0);
        }
        if drift(self.total.nearly()) == f64::INFINITY {
            return None; // sums of gains may have been cut
        }
        let rounding = self.rounding.average(0.0)?;
        let start = self.lost.upper();
        let all = self.levels.iter().try_fold(start, |all, level| Some(add_up(all, level.cost()?)))?;
        let mean = div_up(div_up(all, self.rounding.terms() as f64), count(self.levels.len() + 1));
        let bound = add_up(mean, rounding);
        (bound < f64::INFINITY).then_some(bound)
    }
}
