//! Stoltz and Lugosi (Machine Learning 2005): internal regret from Hedge over the single moves.
//!
//! Hedge keeps weights `D_ij` on the `K = n (n - 1)` maps "`i` plays `j` instead", in proportion to `exp(eta R_ij)` with
//! `R_ij = sum_t lambda_i (u_j - u_i)`. Each round plays the fixed point of the mixed map: a `lambda` that is stationary
//! for the chain that goes from `i` to `j` with probability `D_ij`.
//!
//! **Theorem.** With `rho_t <= r_t` the range of the gains `q_ij = lambda_i (u_j - u_i)` and
//! `c = (eta / 8) sum_t rho_t^2`, the internal regret is at most `ln K / eta + c`, and the swap regret at most the largest
//! of `k (ln(K / k) / eta + c)` over `k = 1, .., n`, which from `n = 4` on is `n (ln(n - 1) / eta + c)`. At the step
//! `sqrt(8 ln K / T) / r` (which for `r = 2 B` is `sqrt(2 ln K / T) / B`) the internal regret is at most
//! `r sqrt(T ln K / 2) = B sqrt(2 T ln K)`.
//!
//! *Proof.* The mixed map gains nothing at its fixed point ([`internal_regrets`](super::internal_regrets)), so
//! `sum_ij D_ij q_ij = 0` in every round, and Hedge ([`hedge`](super::hedge)) says, in the form with a distribution `p`
//! over the maps as comparator, `sum_t <p, q_t> <= (ln K - H(p)) / eta + c`, with `H` the entropy. One map alone gives the
//! internal regret. For the swap regret `sum_i max(0, max_j R_ij)` let `k` be the number of actions `i` with a positive
//! term (if there are none, there is no regret) and `p` uniform on their best maps: `H(p) = ln k` and the left side is
//! `1 / k` of the swap regret. The range: `q_ij - q_kl <= (lambda_i + lambda_k) r <= r` if `i != k`, and
//! `q_ij - q_il = lambda_i (u_j - u_l)`.
//!
//! Stoltz and Lugosi bound every action by the internal regret, so their swap regret is `n` times that; the uniform `p`
//! saves a quarter of it for large `n` at the same step (for the swap regret alone the best step would be
//! `sqrt(8 ln(n - 1) / T) / r`). Blum and Mansour save a factor of about `sqrt n`.
//!
//! # In doubles
//!
//! Sums are stored, not weights. As in [`hedge`](super::hedge), rounding changes `rho_t^2` to `(rho_t + 2 D_t)^2` and adds
//! `2 D_t`; the softmax over `K` maps is exact up to `(2.02 ln K + 8) 2^-52 <= rho_n = (n + 2) 2^-50`
//! ([`softmax`](super::softmax), no rounding to the grid here), at most `rho_n r_t`; and the mixed map gains at most
//! `r_t e_t` at the computed point, as the scale `mu` of its chain is at most the sum of the weights. Weights that
//! underflow make the chain reducible: there are then many fixed points, and any will do.

use super::bounds::{drift, hedge_round};
use super::internal_regrets::InternalRegrets;
use super::softmax::{range_with_zero, weigh};
use super::swap_bounds::{moves_bound, stoltz_lugosi_bound};
use super::tally::Tally;
use super::{LambdaPlayer, RegretKind};

/// Hedge over the single moves: a lambda-player of the proxy game with small internal regret, and so swap regret.
///
/// ```
/// use referee::players::{LambdaPlayer, StoltzLugosi, swap_bounds::stoltz_lugosi_step};
/// let mut player = StoltzLugosi::new("stoltz-lugosi", 2, 100, 2.0, stoltz_lugosi_step(2, 100, 2.0));
/// let mut lambda = [0.0; 2];
/// player.play(&mut lambda);
/// assert_eq!(lambda, [0.5, 0.5]);
/// player.observe(&[0.0, 1.0]);
/// player.play(&mut lambda);
/// assert!(lambda[1] > 0.5);
/// ```
pub struct StoltzLugosi {
    name: &'static str,
    horizon: usize,
    range: f64,
    step: f64,
    moves: InternalRegrets,
    total: Tally,
    terms: Tally,
}

impl StoltzLugosi {
    /// The player on `n` actions for `horizon` rounds of payoffs in an interval of length `range` that contains 0.
    ///
    /// # Panics
    /// If `n` is 0 or the step is not positive and finite.
    pub fn new(name: &'static str, n: usize, horizon: usize, range: f64, step: f64) -> Self {
        assert!(step > 0.0 && step.is_finite(), "Hedge needs a positive step");
        let (moves, total, terms) = (InternalRegrets::new(n), Tally::default(), Tally::default());
        Self { name, horizon, range, step, moves, total, terms }
    }
}

impl LambdaPlayer for StoltzLugosi {
    fn name(&self) -> &'static str {
        self.name
    }

    fn regret(&self) -> RegretKind {
        RegretKind::Swap
    }

    fn play(&mut self, lambda: &mut [f64]) {
        if self.moves.actions() > 1 {
            // The diagonal is minus infinity, so that its weight is 0.
            self.moves.settle(|regrets, weights| weigh(self.step, regrets, weights));
        }
        lambda.copy_from_slice(self.moves.lambda());
    }

    fn observe(&mut self, payoff: &[f64]) {
        let n = self.moves.actions();
        let payoff = &payoff[..n];
        let range = range_with_zero(payoff);
        let (least, most) = self.moves.gains(payoff);
        self.moves.observe(payoff);
        self.total.add(range);
        let drift = drift(self.total.nearly());
        let round = hedge_round(n, self.step, range, most - least, drift);
        self.terms.add(round + range * self.moves.residual());
    }

    fn bound(&self) -> Option<f64> {
        let n = self.moves.actions();
        Some(stoltz_lugosi_bound(n, self.horizon, self.range, self.step, self.moves.largest_residual()))
    }

    fn runtime_bound(&self) -> Option<f64> {
        let n = self.moves.actions();
        if n == 1 {
            return (self.terms.terms() > 0).then_some(0.0);
        }
        let bound = moves_bound(n, self.step, self.terms.terms() as f64, self.terms.average(0.0)?);
        (bound < f64::INFINITY).then_some(bound)
    }
}
