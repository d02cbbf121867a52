//! The additive twin of the paper's matrix player: gradient ascent on the matrix, with Euclidean projections.
//!
//! `M` starts with all entries `1 / n`; each round plays `lambda = fix M`, sees the payoff `u`, and sends every column to
//! the point of the simplex nearest to `M e_i + eta lambda_i u`.
//!
//! **Theorem.** The swap regret is at most
//! `(n - 1) / (2 eta) + (eta / 2) sum_t ||u_t - c_t||_2^2 ||lambda_t||_2^2`, with `c_t` the mean of the payoffs of round `t`.
//! With `s = floor(n / 2) ceil(n / 2) / n <= n / 4` and the step `sqrt((n - 1) / (s T)) / r` that is at most
//! `r sqrt((n - 1) s T)`; for `r = 2 B`, at most `B sqrt(n (n - 1) T)`, at the step `sqrt((n - 1) / (n T)) / B` if `n` is
//! even. It is below the `B sqrt(2 n ln n T)` of the best multiplicative step if `n - 1 < 2 ln n`, so for `n = 2` and 3.
//!
//! *Proof.* `M lambda = lambda`, so swap regret is the regret of ascent on the gains `<M, u lambda^T>` over left-stochastic
//! matrices: `sum_t <M* - M_t, u_t lambda_t^T>`. The projection onto the simplex does not change when a constant is added to
//! all coordinates, nor does the gain of a column that sums to 1, up to a constant; so `u` may be replaced by `u - c`. A
//! round changes the squared Frobenius distance to `M*` by at most
//! `-2 eta <M* - M_t, (u_t - c_t) lambda_t^T> + eta^2 ||u_t - c_t||^2 ||lambda_t||^2`, and from the centre to a matrix of vertices
//! it is `n (1 - 1 / n) = n - 1`, the largest there is. Last, `||u - c||^2` is convex in `u`, so for payoffs in an interval
//! of length `r` it is largest where `k` of them are at one end, `k (n - k) r^2 / n`.
//!
//! The update with an exact fixed point is what TFCO calls additive, there without either.
//!
//! # In doubles
//!
//! Columns are points of the simplex, exactly, so `lambda` is within `e_t` of fixed, a bound that [`Stationary`] proves:
//! at most `r_t e_t`. If a column is within `tau_i` of the exact projection of the exact sum, its squared distance grows by
//! another `2 D tau_i + tau_i^2`, with `D = sqrt 2` the diameter of the simplex; summed over columns at most
//! `2 D tau + tau^2` with `tau = sum_i tau_i`. The projection states its own error; its argument is wrong by at most
//! `2^-51 (eta lambda_i ||u|| + 1)` (two products and a sum in each coordinate). The deviations `(u - c) / r_t` are computed
//! within `2^-51`, which adds at most `4 n 2^-52` to their sum of squares. The centre is rounded to the grid, which moves
//! it by at most `4 n sqrt n 2^-52`. The a-priori bound takes the largest `tau` and residual met so far.

use super::bounds::{drift, gradient_round};
use super::lambda_gradient::euclidean;
use super::softmax::range_with_zero;
use super::swap_bounds::{additive_matrix_bound, additive_matrix_radius};
use super::tally::Tally;
use super::{LambdaPlayer, RegretKind};
use crate::domain::{Domain as _, Simplex};
use crate::error::Result;
use crate::numerics::Stationary;
use crate::numerics::directed::{div_up, mul_up, sqrt_up};
use crate::numerics::rational::power_of_two;
use crate::numerics::simplex::round_to_simplex;
use crate::numerics::stationary::accepted_residual;

/// Gradient ascent on a left-stochastic matrix: a lambda-player of the proxy game with small swap regret.
///
/// ```
/// use referee::players::{AdditiveMatrix, LambdaPlayer};
/// let mut player = AdditiveMatrix::new("additive-matrix", 2, 100, 2.0, 0.5)?;
/// let mut lambda = [0.0; 2];
/// player.play(&mut lambda);
/// assert_eq!(lambda, [0.5, 0.5]);
/// player.observe(&[0.0, 1.0]); // both columns (1/2, 1/2) go to the projection of (1/2, 3/4), which is (3/8, 5/8)
/// player.play(&mut lambda);
/// assert!((lambda[1] - 0.625).abs() < 1e-15);
/// # Ok::<(), referee::error::Error>(())
/// ```
pub struct AdditiveMatrix {
    name: &'static str,
    set: Simplex,
    horizon: usize,
    range: f64,
    step: f64,
    solver: Stationary,
    /// By column.
    matrix: Vec<f64>,
    lambda: Vec<f64>,
    residual: f64,
    largest_residual: f64,
    largest_tau: f64,
    largest_coordinate: f64,
    terms: Tally,
}

impl AdditiveMatrix {
    /// The player on `n` actions for `horizon` rounds of payoffs in an interval of length `range` that contains 0.
    ///
    /// # Errors
    /// If `n` is 0.
    ///
    /// # Panics
    /// If the step is not positive and finite.
    pub fn new(name: &'static str, n: usize, horizon: usize, range: f64, step: f64) -> Result<Self> {
        assert!(step > 0.0 && step.is_finite(), "a step is a positive number");
        let set = Simplex::new(n)?;
        let mut matrix = vec![1.0; n * n];
        matrix.chunks_exact_mut(n).try_for_each(round_to_simplex)?;
        // What rounding costs is known once it is met; this is about what it will be.
        let guess = f64::EPSILON * n as f64 * (2.0 * (n as f64).sqrt() + 4.0);
        Ok(Self {
            name,
            set,
            horizon,
            range,
            step,
            solver: Stationary::new(n),
            lambda: matrix[..n].to_vec(),
            matrix,
            residual: 0.0,
            largest_residual: accepted_residual(n),
            largest_tau: guess,
            largest_coordinate: power_of_two(600),
            terms: Tally::default(),
        })
    }
}

/// `||u - c||_2^2 / r^2` from above, up to the roundings of a sum of `n` numbers.
fn spread(payoff: &[f64], range: f64) -> f64 {
    if range == 0.0 {
        return 0.0;
    }
    let n = payoff.len() as f64;
    // Any number in the place of the mean gives at least as much.
    let mean = payoff.iter().map(|u| u / range).sum::<f64>() / n;
    let squares: f64 = payoff.iter().map(|u| (u / range - mean) * (u / range - mean)).sum();
    squares + 4.0 * n * f64::EPSILON
}

impl LambdaPlayer for AdditiveMatrix {
    fn name(&self) -> &'static str {
        self.name
    }

    fn regret(&self) -> RegretKind {
        RegretKind::Swap
    }

    fn play(&mut self, lambda: &mut [f64]) {
        self.residual = self.solver.solve(&self.matrix, &mut self.lambda);
        self.largest_residual = self.largest_residual.max(self.residual);
        lambda.copy_from_slice(&self.lambda);
    }

    fn observe(&mut self, payoff: &[f64]) {
        let n = self.lambda.len();
        let payoff = &payoff[..n];
        let (limit, norm) = (self.largest_coordinate, euclidean(payoff));
        let (mut tau, mut cut) = (0.0, false);
        for (&weight, column) in self.lambda.iter().zip(self.matrix.chunks_exact_mut(n)) {
            if weight == 0.0 {
                continue;
            }
            let rate = self.step * weight;
            for (entry, u) in column.iter_mut().zip(payoff) {
                let moved = *entry + rate * u;
                cut |= moved.abs() > limit;
                *entry = moved.clamp(-limit, limit);
            }
            tau += self.set.project(column) + 2.0 * f64::EPSILON * (rate * norm + 1.0);
        }
        self.largest_tau = self.largest_tau.max(tau);
        let range = range_with_zero(payoff);
        let squares: f64 = self.lambda.iter().map(|weight| weight * weight).sum();
        // Each sum of squares meets at most n + 3 roundings.
        let gradient = range * (spread(payoff, range) * squares).sqrt() * (1.0 + (n as f64 + 3.0) * f64::EPSILON);
        let round = gradient_round(gradient, self.step, sqrt_up(2.0), tau) + range * self.residual;
        // No bound is claimed for payoffs that are absurdly beyond the range that they were said to have.
        self.terms.add(if cut || drift(range) == f64::INFINITY { f64::INFINITY } else { round });
    }

    fn bound(&self) -> Option<f64> {
        let (n, range) = (self.lambda.len(), self.range);
        Some(additive_matrix_bound(n, self.horizon, range, self.step, self.largest_tau, self.largest_residual))
    }

    fn runtime_bound(&self) -> Option<f64> {
        let n = self.lambda.len();
        let radius = additive_matrix_radius(n);
        self.terms.average_of(n, mul_up(radius, div_up(radius, 2.0 * self.step)))
    }
}

#[cfg(test)]
#[path = "../../tests/inside/players/lambda_additive_matrix.rs"]
mod tests;
