//! Regret matching plus (Tammelin 2014): plays in proportion to regrets that are never let below 0.
//!
//! `R_t = max(0, R_{t-1} + q_t)` with the instantaneous regrets `q_t = g_t - <x_t, g_t>`, and
//! `x_t = R_{t-1} / ||R_{t-1}||_1` (uniform at `R = 0`). No step, no horizon, no scale.
//!
//! **Run-time bound.** `R_t >= R_{t-1} + q_t` in each coordinate, so the regret is at most `max_j R_T[j]`, whatever was
//! played: the learner carries its own proof.
//!
//! **A-priori.** `<R_{t-1}, q_t> = 0`, and cutting at 0 does not lengthen, so `||R_t||^2 <= ||R_{t-1}||^2 + ||q_t||^2`
//! and the regret is at most `norm sqrt T` if `||q_t||_2 <= norm`. For gains of range `r`, `norm = r sqrt(n - 1)`:
//! the sum of squares is convex in `<x, g>`, so it is largest where that is the smallest or the largest gain, and there
//! one term is 0.
//!
//! # In doubles
//!
//! With `u = 2^-53` and `r_t` as in [`hedge`](super::hedge): `<x, g>` is computed within `1.01 n u r_t`, the difference
//! within `2 u r_t`, the sum within `u max(R, r_t)`; its sign is exact, so the cut is too. So
//! `R_t = max(0, R_{t-1} + q_t + e_t)` with `|e_t[j]| <= E_t = 2^-52 (max_j R_t[j] + (n + 3) r_t)`, and the regret is at
//! most `max_j R_T[j] + sum_t E_t`.
//!
//! A-priori `R_t[j] <= t r` up to rounding, so `E_t <= E = 2^-52 (T + n + 3) r`; the played point is within
//! `rho_n = (n + 2) 2^-50` of `R / ||R||_1`, so `<R, q_t> <= ||R||_1 r rho_n`. With `b = sqrt n (E + r rho_n)` and
//! `X = max_t ||R_t||`, `X^2 <= T (norm + sqrt n E)^2 + 2 b T X`, so `X <= (norm + sqrt n E) sqrt T + 2 b T`; the regret is
//! at most `X + T E`. For copies with weights that sum to 1 in each round, the main terms add up to `norm sqrt(c T)`
//! (Cauchy and Schwarz), and `E` and `b` are replaced by sums over copies: at most `2^-52 (T + c (n + 3)) r` and
//! `sqrt n (E + c r rho_n)`.

use super::bounds::{drift, regret_matching_bound, regret_matching_norm};
use super::external::{ExternalPlayer, Restart};
use super::softmax::{largest, range_with_zero};
use super::tally::Tally;
use crate::numerics::simplex::round_to_simplex;

/// Regret matching plus.
///
/// ```
/// use referee::players::{ExternalPlayer, RegretMatchingPlus};
/// let mut player = RegretMatchingPlus::new(2, 1, 1.0);
/// let mut x = [0.0; 2];
/// player.play(&mut x);
/// assert_eq!(x, [0.5, 0.5]);
/// player.observe(&[0.0, 1.0]); // half was earned: the regret is 1/2
/// let proved = player.runtime_bound().unwrap();
/// assert!(0.5 <= proved && proved < 0.5 + 1e-14);
/// ```
pub struct RegretMatchingPlus {
    pub(super) regrets: Vec<f64>,
    pub(super) played: Vec<f64>,
    pub(super) horizon: usize,
    pub(super) range: f64,
    pub(super) norm: f64,
    account: Account,
}

/// What rounding may have done to regrets that are never let below 0: the `E_t` of the module.
#[derive(Clone, Debug, Default)]
struct Account {
    total: Tally,
    errors: Tally,
}

impl Account {
    /// Adds a round, after which these are the regrets.
    #[inline]
    fn add(&mut self, regrets: &[f64], gains: &[f64]) {
        let range = range_with_zero(gains);
        self.total.add(range);
        // Infinite once the total is out of range, so that nothing is claimed from cut regrets.
        let out_of_range = drift(self.total.nearly()) == f64::INFINITY;
        let error = f64::EPSILON * (largest(regrets) + (regrets.len() as f64 + 3.0) * range);
        self.errors.add(if out_of_range { f64::INFINITY } else { error });
    }

    /// The average regret that these regrets prove.
    fn runtime_bound(&self, regrets: &[f64]) -> Option<f64> {
        self.errors.average_of(regrets.len(), largest(regrets))
    }
}

/// Makes weights that are not negative a point of the simplex: in proportion to them, or uniform where all are 0.
#[inline]
pub(super) fn in_proportion(weights: &mut [f64]) {
    if round_to_simplex(weights).is_err() {
        weights.fill(1.0);
        round_to_simplex(weights).expect("equal weights can be scaled");
    }
}

impl RegretMatchingPlus {
    /// Regret matching on `n` actions. The horizon and the range are for the a-priori bound only.
    ///
    /// # Panics
    /// If there are no actions.
    pub fn new(n: usize, horizon: usize, range: f64) -> Self {
        assert!(n > 0, "regret matching needs an action");
        Self {
            regrets: vec![0.0; n],
            played: vec![0.0; n],
            horizon,
            range,
            norm: regret_matching_norm(n, range),
            account: Account::default(),
        }
    }

    /// States a smaller bound on the Euclidean norm of the instantaneous regrets.
    #[must_use]
    pub fn with_norm(mut self, norm: f64) -> Self {
        self.norm = self.norm.min(norm);
        self
    }

    /// `<x, g>` of the point just played.
    #[inline]
    pub(super) fn earned(&self, gains: &[f64]) -> f64 {
        // In any order: n products and n - 1 sums. Each partial sum is a part of a mean, so it does not overflow.
        self.played.iter().zip(&gains[..self.regrets.len()]).fold(0.0, |earned, (x, gain)| earned + x * gain)
    }

    /// Adds the regrets of a round.
    #[inline]
    pub(super) fn add(&mut self, gains: &[f64], earned: f64) {
        let gains = &gains[..self.regrets.len()];
        for (regret, gain) in self.regrets.iter_mut().zip(gains) {
            *regret = (*regret + (gain - earned)).clamp(0.0, f64::MAX);
        }
        self.account.add(&self.regrets, gains);
    }
}

impl ExternalPlayer for RegretMatchingPlus {
    fn actions(&self) -> usize {
        self.regrets.len()
    }

    #[inline]
    fn play(&mut self, x: &mut [f64]) {
        x.copy_from_slice(&self.regrets);
        in_proportion(x);
        self.played.copy_from_slice(x);
    }

    #[inline]
    fn observe(&mut self, gains: &[f64]) {
        let earned = self.earned(gains);
        self.add(gains, earned);
    }

    fn copies_bound(&self, copies: usize) -> Option<f64> {
        Some(regret_matching_bound(self.regrets.len(), copies, self.horizon, self.range, self.norm))
    }

    fn runtime_bound(&self) -> Option<f64> {
        self.account.runtime_bound(&self.regrets)
    }
}

impl Restart for RegretMatchingPlus {
    fn restart(&mut self) {
        self.regrets.fill(0.0);
        self.account = Account::default();
    }
}
