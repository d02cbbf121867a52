//! Internal regret matching (Hart and Mas-Colell, Econometrica 2000), in the form that plays a fixed point.
//!
//! `R_ij` is the regret of not having moved action `i`'s weight to `j` ([`internal_regrets`](super::internal_regrets)).
//! Each round plays a `lambda` that is stationary for the chain that goes from `i` to `j` in proportion to
//! `[R_ij]_+ = max(0, R_ij)`. No step, no horizon, no scale.
//!
//! **Which `lambda`.** In the first round the centre; then, where no regret is positive, every point is stationary and
//! the last one is kept: nothing speaks for a change. Where the chain has several recurrent classes, which is common in
//! early rounds, the one that [`gth`](crate::numerics::stationary::gth) ends in: so plays depend on how the constraints
//! are numbered, and they jump where a regret crosses 0.
//!
//! **Theorem.** Let `X_t` be the Frobenius norm of `[R]_+` after round `t`, `q_ij = lambda_i (u_j - u_i)`, and `r` the
//! range of the payoffs. Swap regret is at most `r sqrt(n (n - 1) T)`, internal regret at most `r sqrt((n - 1) T)`; with
//! `|u_j| <= B`, `r <= 2 B`.
//!
//! *Proof.* `[a + b]_+ <= |[a]_+ + b|`, so `X_t^2 <= X_{t-1}^2 + 2 <[R]_+, q> + ||q||^2`; the product is 0 because the
//! weighted moves of a stationary point gain nothing. And `||q||^2 = sum_i lambda_i^2 sum_{j != i} (u_j - u_i)^2` is at
//! most `(n - 1) r^2 sum_i lambda_i^2 <= (n - 1) r^2`. So `X_T <= r sqrt((n - 1) T)`, which is at least every `R_ij`; and the
//! swap regret `sum_i max_j [R_ij]_+` is at most `sqrt n X_T` (Cauchy and Schwarz).
//!
//! **Run-time bound.** `sqrt n` times the root of `sum_t ||q_t||^2`: the theorem with the data of the run. The norm that
//! was really reached would be a smaller number, but it is no more than the regret itself, measured: it would hold for
//! every player, and say nothing of this one.
//!
//! # In doubles
//!
//! Let `u = 2^-53`, and `r_t`, `A_t`, `D_t`, `mu_t = L S` and the residual `e_t` as in
//! [`internal_regrets`](super::internal_regrets). There the computed gains are `q + d` with
//! `|d_ij| <= 2.01 u lambda_i r_t`, so `||d|| <= 2.01 u r_t sqrt n`, and the sum `R + q + d` is rounded by a factor, which
//! keeps its sign. With `2 X ||d|| <= u X^2 + ||d||^2 / u` and `||q|| <= r_t sqrt n`,
//!
//! ```text
//! X_t^2  <=  (1 + u)^2 (X_{t-1}^2 + 2 mu_t r_t e_t + 2 X_{t-1} ||d|| + (||q|| + ||d||)^2)
//!        <=  (1 + u)^3 (X_{t-1}^2 + ||q_t||^2 + 2 mu_t r_t e_t + 10 u n r_t^2).
//! ```
//!
//! The stored regrets are within `sum_t D_t` of the exact ones, for the largest of each row summed over rows. So the
//! swap regret is at most `(1 + u)^(3 T / 2) sqrt n N_T + sum_t D_t`, where `N_T^2` is the sum of the last three terms; the
//! bound of the run computes `N_T` (every round by at most ten roundings beside the sums over `n`), with
//! `(u_j - u_i) / r_t` within `3.01 u`, which costs another `7 u n r_t^2`.
//!
//! A-priori, `mu_t <= (1 + 2 n u) sqrt(n - 1) X` for the largest `X` of all rounds, so `X^2 <= a + b X` and
//! `X <= sqrt a + b`, with `b <= 2 T r e sqrt n` up to such factors: `2 n r e` a round more. It takes the largest residual met
//! so far, as [`BlumMansour`](super::BlumMansour) does.

use super::bounds::drift;
use super::internal_regrets::InternalRegrets;
use super::softmax::{hypotenuse, range_with_zero};
use super::swap_bounds::{growth, internal_matching_bound};
use super::tally::Tally;
use super::{LambdaPlayer, RegretKind};
use crate::numerics::directed::{mul_up, sqrt_up};

/// Internal regret matching: a lambda-player of the proxy game with small swap regret and nothing to tune.
///
/// ```
/// use referee::players::{InternalRegretMatching, LambdaPlayer};
/// let mut player = InternalRegretMatching::new("internal-regret-matching", 3, 100, 2.0);
/// let mut lambda = [0.0; 3];
/// player.play(&mut lambda);
/// player.observe(&[0.0, 1.0, -1.0]);
/// player.play(&mut lambda); // regrets lead from 0 to 1 and from 2 to both, and nowhere from 1
/// assert_eq!(lambda, [0.0, 1.0, 0.0]);
/// player.observe(&[0.0, 1.0, -1.0]);
/// player.play(&mut lambda);
/// assert_eq!(lambda, [0.0, 1.0, 0.0]);
/// ```
pub struct InternalRegretMatching {
    name: &'static str,
    horizon: usize,
    range: f64,
    moves: InternalRegrets,
    /// `L` and `S` of the point that is played.
    scale: (f64, f64),
    scaled: Vec<f64>,
    /// `N` of the module's documentation, as computed.
    norm: f64,
    total: Tally,
    drifts: Tally,
}

impl InternalRegretMatching {
    /// The player on `n` actions. The horizon and the range of the payoffs are for the a-priori bound only.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn new(name: &'static str, n: usize, horizon: usize, range: f64) -> Self {
        let moves = InternalRegrets::new(n);
        let (total, drifts) = (Tally::default(), Tally::default());
        Self { name, horizon, range, moves, scale: (0.0, 0.0), scaled: vec![0.0; n], norm: 0.0, total, drifts }
    }

    /// `||q||^2 / r^2`, up to rounding.
    fn squares(&mut self, payoff: &[f64], range: f64) -> f64 {
        if range == 0.0 {
            return 0.0;
        }
        for (v, u) in self.scaled.iter_mut().zip(payoff) {
            *v = u / range;
        }
        let row = |own: f64| self.scaled.iter().map(|v| (v - own) * (v - own)).sum::<f64>();
        self.moves.lambda().iter().zip(&self.scaled).map(|(weight, &own)| weight * weight * row(own)).sum()
    }
}

impl LambdaPlayer for InternalRegretMatching {
    fn name(&self) -> &'static str {
        self.name
    }

    fn regret(&self) -> RegretKind {
        RegretKind::Swap
    }

    fn play(&mut self, lambda: &mut [f64]) {
        self.scale = self.moves.settle(|regrets, weights| {
            for (weight, &regret) in weights.iter_mut().zip(regrets) {
                *weight = if regret > 0.0 { regret } else { 0.0 };
            }
        });
        lambda.copy_from_slice(self.moves.lambda());
    }

    fn observe(&mut self, payoff: &[f64]) {
        let n = self.moves.actions();
        let payoff = &payoff[..n];
        let range = range_with_zero(payoff);
        let squares = self.squares(payoff, range) + 16.0 * n as f64 * f64::EPSILON;
        self.moves.observe(payoff);
        self.total.add(range);
        let drift = drift(self.total.nearly());
        self.drifts.add(drift);
        // Root by root, as the products may leave the range of doubles where the roots do not.
        let crossing =
            (self.scale.0.sqrt() * self.scale.1.sqrt()) * (range.sqrt() * (2.0 * self.moves.residual()).sqrt());
        let round = hypotenuse(range * squares.sqrt(), crossing);
        // Where regrets may have been cut to stay finite, nothing is claimed.
        self.norm = if drift == f64::INFINITY { f64::INFINITY } else { hypotenuse(self.norm, round) };
    }

    fn bound(&self) -> Option<f64> {
        let n = self.moves.actions();
        Some(internal_matching_bound(n, self.horizon, self.range, self.moves.largest_residual()))
    }

    fn runtime_bound(&self) -> Option<f64> {
        let (n, rounds) = (self.moves.actions(), self.drifts.terms());
        self.drifts.average_of(n, mul_up(mul_up(sqrt_up(n as f64), self.norm), growth(n, rounds as f64)))
    }
}
