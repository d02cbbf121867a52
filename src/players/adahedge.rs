//! `AdaHedge` (de Rooij, van Erven, Grunwald and Koolen, JMLR 2014): Hedge that needs neither the horizon nor the scale.
//!
//! The step of round `t` is `eta_t = ln n / Delta_{t-1}`, where `Delta` sums the *mixability gaps*
//! `delta_t = m_t - h_t` of the past: `h_t = <p_t, g_t>` is what the learner earned and
//! `m_t = (1 / eta_t) ln <p_t, exp(eta_t g_t)>` the mix gain. While `Delta` is 0 the step is infinite: the learner
//! follows the leaders, with equal weights.
//!
//! **Theorem.** For any steps that never increase, the regret is at most `ln n / eta_T + delta_1 + .. + delta_T`.
//! *Proof.* `F(eta, S) = (1 / eta) ln((1 / n) sum_j exp(eta S_j))` never decreases in `eta` (power means), and
//! `m_t = F(eta_t, S_t) - F(eta_t, S_{t-1})`. So `sum m_t >= F(eta_T, S_T) >= max_j S_T[j] - ln n / eta_T`, and
//! `sum h_t = sum m_t - sum delta_t`. Here that is `Delta_{T-1} + Delta_T`.
//!
//! **A-priori.** `0 <= delta_t <= min(r_t, eta_t r_t^2 / 8)` (Hoeffding). So
//! `Delta_t^2 - Delta_{t-1}^2 = 2 delta_t Delta_{t-1} + delta_t^2 <= (r_t^2 / 4) ln n + r delta_t`, hence
//! `Delta_T^2 <= (ln n / 4) sum_t r_t^2 + r Delta_T`, and `2 Delta_T <= r (1 + sqrt(1 + T ln n))` for ranges at most
//! `r`. For copies with ranges `w_i r` the sum of the roots is at most `sqrt(c (c + T ln n))` (Cauchy and Schwarz).
//!
//! # In doubles
//!
//! Sums drift by `D_t` and points are rounded as in [`hedge`](super::hedge). The theorem holds for the steps really
//! used, since `fl(ln n / Delta)` never increases, and for the gaps of the gains `g_t + d_t`, which differ from those
//! of `g_t` by at most `2 D_t`. What is left is the error of a computed gap. With `y_j = z_j + eta (g_j - max g)`,
//! `delta = (max g - h) + (1 / eta) (ln sum_j exp(y_j) - ln sum_j exp(z_j))`. The largest `y_j` is at least
//! `-eta r - ln n`, because `ln <p, exp(eta (g - max g))> >= -eta (max g - h) >= -eta r`. Exponents have relative
//! errors of a few `u`, and an error in them counts with the softmax weights, whose mean distance from the largest is
//! at most `ln n` (the entropy argument of [`softmax`](super::softmax)); so the two logarithms are wrong by at most
//! `4 u (eta r + 4 ln n) + 2 (n + 3) u + 2^-49 + 2^-50 ln n`, and `max g - h`, a sum of non-negative terms, by
//! `(2.02 ln n + n + 5) u r + 2^-49 r`. Altogether the gap is wrong by less than `2^-48 (n + 1) (r + 1 / eta)`. The
//! computed gap is clipped to its a-priori interval, so the recursion above holds for the computed `Delta` up to a factor
//! `(1 + u)^(2 T + 8)`.

use super::bounds::{adahedge_bound, adahedge_gap_error, drift, ln_up};
use super::external::{ExternalPlayer, Restart};
use super::softmax::{add_finite, exp, largest, ln, play_error, range_with_zero};
use super::tally::Tally;
use crate::numerics::directed::div_up;
use crate::numerics::simplex::round_to_simplex;

/// `AdaHedge`.
pub struct AdaHedge {
    sums: Vec<f64>,
    /// `z_j`: the exponents of the weights just played (0 or minus infinity while the step is infinite).
    exponents: Vec<f64>,
    /// The weights just played, the largest 1.
    weights: Vec<f64>,
    horizon: usize,
    range: f64,
    logarithm: f64,
    step: f64,
    gaps: Tally,
    total: Tally,
    terms: Tally,
    /// The step of the last round, for the theorem.
    last_step: f64,
}

impl AdaHedge {
    /// `AdaHedge` on `n` actions. The horizon and the range are for the a-priori bound only; play needs neither.
    ///
    /// # Panics
    /// If there are no actions.
    pub fn new(n: usize, horizon: usize, range: f64) -> Self {
        assert!(n > 0, "AdaHedge needs an action");
        Self {
            sums: vec![0.0; n],
            exponents: vec![0.0; n],
            weights: vec![1.0; n],
            horizon,
            range,
            logarithm: ln(n as f64),
            step: f64::INFINITY,
            gaps: Tally::default(),
            total: Tally::default(),
            terms: Tally::default(),
            last_step: f64::INFINITY,
        }
    }

    /// The computed mixability gap of gains with largest entry `top` and plain range `spread`.
    fn gap(&self, gains: &[f64], top: f64, spread: f64) -> f64 {
        let weight: f64 = self.weights.iter().sum();
        let lost: f64 =
            self.weights.iter().zip(gains).map(|(weight, gain)| weight * (top - gain)).sum::<f64>() / weight;
        if self.step == f64::INFINITY {
            // The mix gain is the growth of the leaders' sum: the best gain among the leaders, when no other overtakes.
            let before = largest(&self.sums);
            let after = self.sums.iter().zip(gains).fold(f64::NEG_INFINITY, |after, (sum, gain)| after.max(sum + gain));
            return (lost - (top - (after - before))).clamp(0.0, spread);
        }
        let (step, exponents) = (self.step, self.exponents.iter());
        let highest =
            exponents.clone().zip(gains).fold(f64::NEG_INFINITY, |most, (z, gain)| most.max(z + step * (gain - top)));
        let most = spread.min(0.125 * (step * spread) * spread);
        if highest == f64::NEG_INFINITY {
            return most;
        }
        let mixed: f64 = exponents.zip(gains).map(|(z, gain)| exp((z + step * (gain - top)) - highest)).sum();
        (lost + (highest + (ln(mixed) - ln(weight))) / step).clamp(0.0, most)
    }
}

impl ExternalPlayer for AdaHedge {
    fn actions(&self) -> usize {
        self.sums.len()
    }

    fn play(&mut self, x: &mut [f64]) {
        let top = largest(&self.sums);
        for ((exponent, weight), sum) in self.exponents.iter_mut().zip(&mut self.weights).zip(&self.sums) {
            if self.step == f64::INFINITY {
                (*exponent, *weight) = if *sum == top { (0.0, 1.0) } else { (f64::NEG_INFINITY, 0.0) };
            } else {
                *exponent = self.step * (sum - top);
                *weight = exp(*exponent);
            }
        }
        x.copy_from_slice(&self.weights);
        round_to_simplex(x).expect("the weights are between 0 and 1 and the largest is 1");
    }

    fn observe(&mut self, gains: &[f64]) {
        let n = self.sums.len();
        let gains = &gains[..n];
        let top = largest(gains);
        let spread = top - gains.iter().copied().fold(f64::INFINITY, f64::min);
        // Gains at the very end of the range of doubles have no gap that can be computed; no bound is claimed for them.
        let gap = match self.gap(gains, top, spread) {
            gap if gap.is_nan() => f64::MAX,
            gap => gap.min(f64::MAX),
        };
        for (sum, &gain) in self.sums.iter_mut().zip(gains) {
            *sum = add_finite(*sum, gain);
        }
        let range = range_with_zero(gains);
        self.total.add(range);
        self.last_step = self.step;
        let error = adahedge_gap_error(n, range, 1.0 / self.step);
        self.terms.add(gap + error + 4.0 * drift(self.total.nearly()) + range * play_error(n));
        self.gaps.add(gap);
        let gaps = self.gaps.nearly();
        if gaps > 0.0 && n > 1 {
            self.step = (self.logarithm / gaps).clamp(f64::MIN_POSITIVE, f64::MAX);
        }
    }

    fn copies_bound(&self, copies: usize) -> Option<f64> {
        Some(adahedge_bound(self.sums.len(), copies, self.horizon, self.range))
    }

    fn runtime_bound(&self) -> Option<f64> {
        let n = self.sums.len();
        self.terms.average_of(n, div_up(ln_up(n), self.last_step))
    }
}

impl Restart for AdaHedge {
    fn restart(&mut self) {
        self.sums.fill(0.0);
        (self.step, self.last_step) = (f64::INFINITY, f64::INFINITY);
        (self.gaps, self.total, self.terms) = (Tally::default(), Tally::default(), Tally::default());
    }
}
