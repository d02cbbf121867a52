//! Optimistic Hedge (Rakhlin and Sridharan 2013): Hedge that counts the last gains twice, as a guess of the next.
//!
//! Plays weights proportional to `exp(eta (g_1 + .. + g_{t-1} + m_t))` with the guess `m_t = g_{t-1}` (`g_0 = 0`).
//!
//! **Theorem.** For any guesses, `max_j sum_t g_t[j] - sum_t <p_t, g_t> <= ln n / eta + (eta / 8) sum_t d_t^2`, where
//! `d_t` is the range (largest minus smallest entry) of `g_t - m_t`.
//! *Proof.* Let `F(S) = (1 / eta) ln((1 / n) sum_j exp(eta S_j))`, a convex function with `F(0) = 0` and
//! `max_j S_j <= F(S) + ln n / eta`, whose gradient at `P = S_{t-1} + m_t` is the played `p_t`. Hoeffding's lemma gives
//! `F(P + (g_t - m_t)) <= F(P) + <p_t, g_t - m_t> + (eta / 8) d_t^2`, and convexity `F(P) <= F(P - m_t) + <p_t, m_t>`.
//! The sum of the two is `F(S_t) <= F(S_{t-1}) + <p_t, g_t> + (eta / 8) d_t^2`; sum over `t`.
//!
//! **A-priori.** `d_1 <= r` and then `d_t <= 2 r`, so the regret is at most `ln n / eta + (eta / 8) (4 T - 3) r^2`, which
//! the best step makes `r sqrt((4 T - 3) ln n / 2)`. Against an adversary the guess costs a factor of 2; where gains
//! change slowly (two players that learn, say) the sum of `d_t^2` stays small, and a constant step is a good one.
//! For copies with gains `w_i g`, `d_t <= (w_t + w_{t-1}) r`, and the squares of these sum to at most `4 r^2` over the
//! copies.
//!
//! # In doubles
//!
//! In the notation of [`hedge`](super::hedge): the stored sums are exact for gains that are off by at most `D_t`, and
//! the computed `S_{t-1} + m_t`, of size at most `2 A_{t-1}` up to rounding, is exact for a guess that is off by at most
//! `D_t`. So `d_t` grows by at most `4 D_t`; going back to the gains costs `2 D_t`, rounding the point `rho_n r_t`.
//! Computed differences of gains are off by `u (r_t + r_{t-1})`, which is added to the computed `d_t` twice over.

use super::bounds::{drift, hedge_round, optimistic_hedge_bound};
use super::external::{ExternalPlayer, Restart};
use super::hedge::Hedge;
use super::softmax::{add_finite, range_with_zero, weigh};
use crate::numerics::simplex::round_to_simplex;

/// Optimistic Hedge with a fixed step.
///
/// ```
/// use referee::players::{ExternalPlayer, Hedge, OptimisticHedge};
/// let (mut optimist, mut hedge) = (OptimisticHedge::new(2, 100, 1.0, 0.5), Hedge::new(2, 100, 1.0, 0.5));
/// let mut x = [0.0; 2];
/// for _ in 0..100 {
///     optimist.play(&mut x);
///     optimist.observe(&[0.0, 1.0]);
///     hedge.play(&mut x);
///     hedge.observe(&[0.0, 1.0]);
/// }
/// assert!(optimist.runtime_bound() < hedge.runtime_bound()); // the guesses were right
/// assert!(optimist.bound() > hedge.bound()); // they might have been wrong
/// ```
pub struct OptimisticHedge {
    base: Hedge,
    last: Vec<f64>,
    guessed: Vec<f64>,
    last_range: f64,
}

impl OptimisticHedge {
    /// On `n` actions, for `horizon` rounds of gains in an interval of length `range` that contains 0.
    ///
    /// # Panics
    /// If there are no actions, or the step is not positive and finite.
    pub fn new(n: usize, horizon: usize, range: f64, step: f64) -> Self {
        let base = Hedge::new(n, horizon, range, step);
        Self { base, last: vec![0.0; n], guessed: vec![0.0; n], last_range: 0.0 }
    }
}

impl ExternalPlayer for OptimisticHedge {
    fn actions(&self) -> usize {
        self.last.len()
    }

    #[inline]
    fn play(&mut self, x: &mut [f64]) {
        weigh(self.base.step, &self.guessed, x);
        round_to_simplex(x).expect("the weights are between 0 and 1 and the largest is 1");
    }

    #[inline]
    fn observe(&mut self, gains: &[f64]) {
        let n = self.last.len();
        let gains = &gains[..n];
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for (gain, last) in gains.iter().zip(&self.last) {
            let surprise = gain - last;
            (least, most) = (least.min(surprise), most.max(surprise));
        }
        for ((sum, guessed), &gain) in self.base.sums.iter_mut().zip(&mut self.guessed).zip(gains) {
            *sum = add_finite(*sum, gain);
            *guessed = add_finite(*sum, gain);
        }
        self.last.copy_from_slice(gains);
        let range = range_with_zero(gains);
        let ranges = range + self.last_range;
        self.last_range = range;
        self.base.total.add(range);
        let spread = (most - least) + 2.0 * f64::EPSILON * ranges;
        let drift = 2.0 * drift(self.base.total.nearly());
        self.base.terms.add(hedge_round(n, self.base.step, ranges + spread, spread, drift));
    }

    fn copies_bound(&self, copies: usize) -> Option<f64> {
        let Hedge { horizon, range, step, .. } = self.base;
        Some(optimistic_hedge_bound(self.last.len(), copies, horizon, range, step))
    }

    fn runtime_bound(&self) -> Option<f64> {
        self.base.runtime_bound()
    }
}

impl Restart for OptimisticHedge {
    fn restart(&mut self) {
        self.base.restart();
        self.last.fill(0.0);
        self.guessed.fill(0.0);
        self.last_range = 0.0;
    }
}
