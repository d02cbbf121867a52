//! Coin betting (Orabona and Pal, NIPS 2016): one gambler for each action bets on the regrets of that action.
//!
//! Gambler `j` starts with wealth 1 and bets the part `beta_t[j]` of it on the coin `c_t[j]` in `[-1, 1]`:
//! `W_t = W_{t-1} (1 + beta_t c_t)`. Coins are the instantaneous regrets `q_t = g_t - <x_t, g_t>` in units of the range
//! `r`, but 0 in place of a negative one while the gambler does not bet on it (`beta_t[j] <= 0`). The learner plays in
//! proportion to the positive bets, `max(0, beta_t[j]) W_{t-1}[j]`, uniformly if there is none. With `X` the sum of the
//! past coins, the bet is
//!
//! ```text
//! beta_t = tanh(X_{t-1} / (t + s)).
//! ```
//!
//! It belongs to the paper's exponential potential `f_t(X) = exp(X^2 / (2 (t + s)) - (1/2) sum_{i <= t} 1 / (i + s))`.
//! The better known bet of Krichevsky and Trofimov, `X_{t-1} / (t + s)`, differs from it in the third order; this one is
//! taken because its theorem has a short proof with a small constant.
//!
//! **Run-time bound.** A coin is at least the regret that it stands for, so the regret is at most `r max_j X_T[j]`,
//! whatever was played.
//!
//! **Theorem.** The regret is at most `r sqrt((T + s) (2 ln n + ln((T + s) / s)))`. *Proof.* (1) *Wealth is at least the
//! potential*, `W_t >= f_t(X_t)`, by induction from `W_0 = f_0(0) = 1`. With `k = t + s`, `f_t(X + c)` is convex in `c`,
//! so it is at most the chord over `[-1, 1]`, which is `(f_t(X + 1) + f_t(X - 1)) / 2` times `1 + beta_t c`, since
//! `(f_t(X + 1) - f_t(X - 1)) / (f_t(X + 1) + f_t(X - 1)) = tanh(X / k)`. And that mean is at most `f_{t-1}(X)`: without
//! the factors that do not depend on `X` it is `exp((X^2 + 1) / (2 k)) cosh(X / k)`, which is at most
//! `exp(1 / (2 k)) exp(X^2 (k + 1) / (2 k^2))` as `cosh y <= exp(y^2 / 2)`, and `(k + 1) / k^2 <= 1 / (k - 1)`.
//! (2) *The gamblers win nothing together.* `sum_j beta[j] W[j] c[j] <= 0`: over the positive bets the sum is a multiple
//! of `<x, q> = 0`, and where a bet is not positive its coin is not negative. So the wealths always sum to at most `n`,
//! and none is negative. (3) Hence `f_T(X_T[j]) <= n` for every `j`, which is
//! `X^2 <= (T + s) (2 ln n + sum_{i <= T} 1 / (i + s))`, and the sum is at most `ln((T + s) / s)`.
//!
//! The best `s` for `T` rounds is `T / a` where `a = 2 ln n + ln(1 + a)`; then the bound is `r sqrt(T (1 + a))`. For
//! copies the sum of the bounds is given: bets do not shrink with a copy's weight.
//!
//! # In doubles
//!
//! Let `u = 2^-53`. The unit is the range with room for gains that were rounded, so that no coin has to be cut.
//!
//! - A coin is within `(1.01 n + 4) u` of its regret; `<x*, q> = 0` holds for the exact proportions `x*`, within
//!   `rho_n` of the played point. So in a round the sum of the wealths grows by a factor of at most
//!   `1 + (n + 2) 2^-50 + (n + 4) 2^-52.9`.
//! - `|X_{t-1}| <= t - 1` (whole numbers are doubles, and rounding does not cross a double), so
//!   `|beta| <= tanh 1` and `1 + beta c >= 0.23`. The computed `tanh` is off by at most `9 u`, which changes a wealth by
//!   a factor of at most `1 + 39 u`; the update is rounded by another `6 u`, which counts on both sides.
//! - Adding a coin to `X` is off by at most `u t`, which moves `f_t` by a factor of at most `exp(1.01 u t)`.
//!
//! So `ln n` in the theorem becomes `ln n + T (n + 2) 2^-48 + 2^-52 T^2`, and going back from `X_T` to the regret costs
//! `2^-52 T (T + n + 4)` units. In the bound of a run a round costs `2^-52 (max(0, X_t) + 1)` units and
//! `2^-52 (n + 3) r_t`: `X` is at least -1, because it only falls while it is positive.

use super::bounds::{SMALLEST_BOUND, coin_betting_bound, drift, fed_range};
use super::external::{ExternalPlayer, Restart};
use super::regret_matching::in_proportion;
use super::softmax::{exp, largest, ln, range_with_zero};
use super::tally::Tally;
use crate::numerics::directed::mul_up;

/// Wealths stay between this and its reciprocal, 2^500, whatever was announced; honest ones do by far.
const LEAST_WEALTH: f64 = f64::from_bits((1023 - 500) << 52);

/// Coin betting.
///
/// ```
/// use referee::players::{CoinBetting, ExternalPlayer};
/// let mut player = CoinBetting::new(2, 10, 1.0);
/// let mut x = [0.0; 2];
/// player.play(&mut x);
/// assert_eq!(x, [0.5, 0.5]); // nobody bets
/// player.observe(&[0.0, 1.0]); // coins 0 and 1/2
/// player.play(&mut x);
/// assert_eq!(x, [0.0, 1.0]); // only one has seen heads
/// ```
pub struct CoinBetting {
    /// `X`.
    heads: Vec<f64>,
    wealth: Vec<f64>,
    bets: Vec<f64>,
    played: Vec<f64>,
    horizon: usize,
    unit: f64,
    shift: f64,
    total: Tally,
    errors: Tally,
}

impl CoinBetting {
    /// On `n` actions, for `horizon` rounds of gains in an interval of length `range` that contains 0.
    ///
    /// # Panics
    /// If there are no actions or no rounds.
    pub fn new(n: usize, horizon: usize, range: f64) -> Self {
        assert!(n > 0 && horizon > 0, "coin betting needs an action and a round");
        let twice = 2.0 * ln(n as f64);
        // A contraction from above: its derivative 1 / (1 + a) is at most 1/2.
        let best = (0..60).fold(twice + 2.0, |a, _| twice + ln(1.0 + a));
        // One action has no best shift; any will do.
        let shift = horizon as f64 / if best > 1.0 { best } else { 1.0 };
        Self {
            heads: vec![0.0; n],
            wealth: vec![1.0; n],
            bets: vec![0.0; n],
            played: vec![0.0; n],
            horizon,
            unit: fed_range(n, range).clamp(SMALLEST_BOUND, f64::MAX),
            shift,
            total: Tally::default(),
            errors: Tally::default(),
        }
    }
}

/// The hyperbolic tangent, within `9 u`.
#[inline(always)]
fn tanh(y: f64) -> f64 {
    let small = exp(-2.0 * y.abs());
    ((1.0 - small) / (1.0 + small)).copysign(y)
}

impl ExternalPlayer for CoinBetting {
    fn actions(&self) -> usize {
        self.heads.len()
    }

    #[inline]
    fn play(&mut self, x: &mut [f64]) {
        let time = (self.errors.terms() + 1) as f64 + self.shift;
        for (((bet, heads), wealth), weight) in
            self.bets.iter_mut().zip(&self.heads).zip(&self.wealth).zip(x.iter_mut())
        {
            *bet = tanh(heads / time);
            *weight = bet.max(0.0) * wealth;
        }
        in_proportion(x);
        self.played.copy_from_slice(x);
    }

    #[inline]
    fn observe(&mut self, gains: &[f64]) {
        let n = self.heads.len();
        let gains = &gains[..n];
        let earned = self.played.iter().zip(gains).fold(0.0, |earned, (x, gain)| earned + x * gain);
        let mut cut = false;
        for (((heads, wealth), &bet), gain) in self.heads.iter_mut().zip(&mut self.wealth).zip(&self.bets).zip(gains) {
            let regret = (gain - earned) / self.unit;
            cut |= regret > 1.0;
            let coin = if bet > 0.0 { regret } else { regret.max(0.0) }.clamp(-1.0, 1.0);
            *wealth = (*wealth * (1.0 + bet * coin)).clamp(LEAST_WEALTH, 1.0 / LEAST_WEALTH);
            *heads += coin;
        }
        let range = range_with_zero(gains);
        self.total.add(range);
        // Infinite once a coin was less than its regret, so that nothing is claimed from it.
        let out_of_range = cut || drift(self.total.nearly()) == f64::INFINITY;
        let error = f64::EPSILON * ((largest(&self.heads).max(0.0) + 1.0) * self.unit + (n as f64 + 3.0) * range);
        self.errors.add(if out_of_range { f64::INFINITY } else { error });
    }

    fn copies_bound(&self, copies: usize) -> Option<f64> {
        let one = coin_betting_bound(self.heads.len(), self.horizon, self.unit, self.shift);
        Some(if self.heads.len() == 1 { 0.0 } else { mul_up(copies as f64, one) })
    }

    fn runtime_bound(&self) -> Option<f64> {
        self.errors.average_of(self.heads.len(), mul_up(self.unit, largest(&self.heads).max(0.0)))
    }
}

impl Restart for CoinBetting {
    fn restart(&mut self) {
        self.heads.fill(0.0);
        self.wealth.fill(1.0);
        (self.total, self.errors) = (Tally::default(), Tally::default());
    }
}
