//! Hedge: weights proportional to `exp(eta * sum of gains)`, with one fixed step.
//!
//! **Theorem.** For gains of range `r_t`, `max_j sum_t g_t[j] - sum_t <p_t, g_t> <= ln n / eta + (eta / 8) sum_t r_t^2`
//! (Hoeffding's lemma on the ratio of consecutive normalisers, then telescoping). The best step for `T` rounds of range
//! `r` gives `r sqrt(T ln n / 2)`.
//!
//! # In doubles
//!
//! The learner stores sums `S`, not weights, so nothing underflows for good. Let `u = 2^-53`, `r_t` the length of the
//! smallest interval that contains 0 and the gains of round `t`, and `A_t = r_1 + .. + r_t`.
//!
//! - **Sums drift.** The stored sums satisfy `S_t = S_{t-1} + g_t + d_t`, where `d_t` is the rounding error of one
//!   addition; as `|S_t| <= A_t (1 + 2 t u)`, every `|d_t[j]|` is at most `D_t = 4 u A_t` (twice what is needed; the
//!   rest pays for gains that were themselves rounded). The softmax of `S` is Hedge, exactly, on the gains `g_t + d_t`,
//!   of range at most `r_t + 2 D_t`; going back to `g_t` costs `2 D_t`.
//! - **Points are rounded.** The played point is within `rho_n = (n + 2) 2^-50` of that softmax
//!   ([`softmax`](super::softmax)), which costs at most `rho_n r_t`.
//!
//! So the regret of the points played is at most
//! `ln n / eta + sum_t ((eta / 8) (r_t + 2 D_t)^2 + 2 D_t + rho_n r_t)`: with the data of the run this is
//! `runtime_bound`, with `r_t = r` and `A_t = T r` it is `bound`.

use super::bounds::{drift, hedge_bound, hedge_round, ln_up};
use super::external::{ExternalPlayer, Restart};
use super::softmax::{add_finite, range_with_zero, weigh};
use super::tally::Tally;
use crate::numerics::directed::div_up;
use crate::numerics::simplex::round_to_simplex;

/// Hedge with a fixed step.
///
/// ```
/// use referee::players::{ExternalPlayer, Hedge, bounds::hedge_step};
/// let mut hedge = Hedge::new(2, 100, 1.0, hedge_step(2, 100, 1.0));
/// let mut x = [0.0; 2];
/// for _ in 0..100 {
///     hedge.play(&mut x);
///     hedge.observe(&[0.0, 1.0]);
/// }
/// assert!(x[1] > 0.99);
/// assert!(hedge.runtime_bound() <= hedge.bound());
/// ```
pub struct Hedge {
    pub(super) sums: Vec<f64>,
    pub(super) horizon: usize,
    pub(super) range: f64,
    pub(super) step: f64,
    pub(super) total: Tally,
    pub(super) terms: Tally,
}

impl Hedge {
    /// Hedge on `n` actions for `horizon` rounds of gains in an interval of length `range` that contains 0.
    ///
    /// # Panics
    /// If there are no actions, or the step is not positive and finite.
    pub fn new(n: usize, horizon: usize, range: f64, step: f64) -> Self {
        assert!(n > 0 && step > 0.0 && step.is_finite(), "Hedge needs an action and a positive step");
        Self { sums: vec![0.0; n], horizon, range, step, total: Tally::default(), terms: Tally::default() }
    }
}

impl ExternalPlayer for Hedge {
    fn actions(&self) -> usize {
        self.sums.len()
    }

    #[inline]
    fn play(&mut self, x: &mut [f64]) {
        weigh(self.step, &self.sums, x);
        round_to_simplex(x).expect("the weights are between 0 and 1 and the largest is 1");
    }

    #[inline]
    fn observe(&mut self, gains: &[f64]) {
        let n = self.sums.len();
        for (sum, &gain) in self.sums.iter_mut().zip(&gains[..n]) {
            *sum = add_finite(*sum, gain);
        }
        let range = range_with_zero(gains);
        self.total.add(range);
        self.terms.add(hedge_round(n, self.step, range, range, drift(self.total.nearly())));
    }

    fn copies_bound(&self, copies: usize) -> Option<f64> {
        Some(hedge_bound(self.sums.len(), copies, self.horizon, self.range, self.step))
    }

    fn runtime_bound(&self) -> Option<f64> {
        let n = self.sums.len();
        self.terms.average_of(n, div_up(ln_up(n), self.step))
    }
}

impl Restart for Hedge {
    fn restart(&mut self) {
        self.sums.fill(0.0);
        (self.total, self.terms) = (Tally::default(), Tally::default());
    }
}
