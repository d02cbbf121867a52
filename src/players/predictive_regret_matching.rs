//! Predictive regret matching plus (Farina, Kroer and Sandholm, AAAI 2021): regret matching plus that guesses the next
//! regrets to be the last ones.
//!
//! With the instantaneous regrets `q_t = g_t - <x_t, g_t>` and the guess `v_t = q_{t-1}` (`q_0 = 0`): plays in proportion
//! to `H_t = max(0, R_{t-1} + v_t)` (uniformly at 0), then `R_t = max(0, R_{t-1} + q_t)`. No step, no horizon, no scale.
//!
//! **Run-time bound.** As for [`regret matching plus`](super::regret_matching): `R_t >= R_{t-1} + q_t`, so the regret is
//! at most `max_j R_T[j]`, whatever was played.
//!
//! **Theorem.** For any guesses, `||R_T||^2 <= sum_t ||q_t - v_t||^2`; so the regret is at most the root of that sum.
//! *Proof.* Write `a = R_{t-1}`, `H = H_t`, `R = R_t`, `q = q_t`, `v = v_t`. Cutting at 0 is the projection to
//! `{y >= 0}`: `||R||^2 = <a + q, R>`, and `<a + v - H, R - H> <= 0`, that is `<v, R - H> <= <H - a, R - H>`. The played
//! point is a multiple of `H`, so `<q, H> = 0`. Hence
//!
//! ```text
//! ||R||^2 = <a, R> + <q - v, R - H> + <v, R - H> <= <a, R> + <H - a, R - H> + <q - v, R - H>,
//! 2 <a, R> = ||a||^2 + ||R||^2 - ||R - a||^2,   2 <H - a, R - H> = ||R - a||^2 - ||H - a||^2 - ||R - H||^2,
//! 2 <q - v, R - H> <= ||q - v||^2 + ||R - H||^2,
//! ```
//!
//! and so `||R||^2 <= ||a||^2 + ||q - v||^2 - ||H - a||^2`; sum over `t`.
//!
//! **A-priori.** `||q_t|| <= norm` with the norms of [`regret matching plus`](super::regret_matching), so the regret is at
//! most `norm sqrt(4 T - 3)`: against an adversary the guess costs a factor of 2. For copies with weights,
//! `||q_t - v_t|| <= (w_t + w_{t-1}) norm`, and Cauchy and Schwarz give `norm sqrt(c (4 T - 3))`.
//!
//! # In doubles
//!
//! As there, `R_t = max(0, R_{t-1} + q_t + e_t)` with `|e_t[j]| <= E_t`. The stored guess is `q_{t-1}` up to `E_t`, and
//! the computed `H_t` is exact for a guess that is off by another `E_t`. The played point is within `rho_n` of `H / ||H||_1`,
//! so `<H, q_t + e_t> <= ||H||_1 (r rho_n + E)` takes the place of 0. With `b = sqrt n (E + r rho_n)`,
//! `k = norm + 3 sqrt n E`, `||H|| <= X + k` and `X = max_t ||R_t||`, the recursion becomes
//! `X^2 <= (4 T - 3) k^2 + 2 b T (X + k)`, so `X <= k sqrt(4 T - 3) + b sqrt T + 2 b T`; the regret is at most `X + T E`.
//! Sums over copies take the place of `E` and `b` as there.

use super::bounds::predictive_regret_matching_bound;
use super::external::{ExternalPlayer, Restart};
use super::regret_matching::{RegretMatchingPlus, in_proportion};

/// Predictive regret matching plus.
///
/// ```
/// use referee::players::{ExternalPlayer, PredictiveRegretMatching};
/// let mut player = PredictiveRegretMatching::new(2, 2, 1.0);
/// let mut x = [0.0; 2];
/// player.play(&mut x);
/// player.observe(&[0.0, 1.0]); // half was earned: regrets (-1/2, 1/2), R = (0, 1/2)
/// player.play(&mut x);
/// assert_eq!(x, [0.0, 1.0]); // H = (0, 1/2) + (0, 1/2)
/// player.observe(&[1.0, 0.0]); // nothing was earned: regrets (1, 0), R = (1, 1/2)
/// player.play(&mut x);
/// assert_eq!(x[0].max(0.75), 0.8); // H = (2, 1/2)
/// ```
pub struct PredictiveRegretMatching {
    base: RegretMatchingPlus,
    guess: Vec<f64>,
}

impl PredictiveRegretMatching {
    /// On `n` actions. The horizon and the range are for the a-priori bound only.
    ///
    /// # Panics
    /// If there are no actions.
    pub fn new(n: usize, horizon: usize, range: f64) -> Self {
        Self { base: RegretMatchingPlus::new(n, horizon, range), guess: vec![0.0; n] }
    }

    /// States a smaller bound on the Euclidean norm of the instantaneous regrets.
    #[must_use]
    pub fn with_norm(mut self, norm: f64) -> Self {
        self.base = self.base.with_norm(norm);
        self
    }
}

impl ExternalPlayer for PredictiveRegretMatching {
    fn actions(&self) -> usize {
        self.guess.len()
    }

    #[inline]
    fn play(&mut self, x: &mut [f64]) {
        for ((weight, regret), guess) in x.iter_mut().zip(&self.base.regrets).zip(&self.guess) {
            *weight = (regret + guess).clamp(0.0, f64::MAX);
        }
        in_proportion(x);
        self.base.played.copy_from_slice(x);
    }

    #[inline]
    fn observe(&mut self, gains: &[f64]) {
        let earned = self.base.earned(gains);
        for (guess, gain) in self.guess.iter_mut().zip(gains) {
            *guess = (gain - earned).clamp(f64::MIN, f64::MAX);
        }
        self.base.add(gains, earned);
    }

    fn copies_bound(&self, copies: usize) -> Option<f64> {
        let RegretMatchingPlus { horizon, range, norm, .. } = self.base;
        Some(predictive_regret_matching_bound(self.guess.len(), copies, horizon, range, norm))
    }

    fn runtime_bound(&self) -> Option<f64> {
        self.base.runtime_bound()
    }
}

impl Restart for PredictiveRegretMatching {
    fn restart(&mut self) {
        self.base.restart();
        self.guess.fill(0.0);
    }
}
