//! The regrets of single moves, and the chain of such moves: what the players of internal regret have in common.
//!
//! `R_ij = sum_t lambda_i (u_j - u_i)` is what moving all of action `i`'s weight to `j` would have gained. The *internal*
//! regret is the largest of them, the *swap* regret is `sum_i max(0, max_j R_ij)`.
//!
//! Let `w_ij >= 0` be weights of the moves `i -> j`, and `lambda` stationary for the chain that goes from `i` to `j` in
//! proportion to `w_ij`: `sum_i lambda_i w_ij = lambda_j sum_k w_jk` for every `j`. Then the weighted moves gain nothing,
//! whatever the payoff, because
//!
//! ```text
//! sum_ij w_ij lambda_i (u_j - u_i)  =  sum_j u_j (sum_i lambda_i w_ij - lambda_j sum_k w_jk)  =  0.
//! ```
//!
//! # In doubles
//!
//! Let `u = 2^-53`, `r` the range of the payoff and 0, `L` the largest weight, and `S` the largest of the computed row
//! sums of `w / L`. The matrix is `M_ij = w_ij / L / S`, with what is missing from 1 on the diagonal, so for the exact
//! matrix `M'` with scale `mu = L S` the sum above is `mu <M' lambda - lambda, u>`, and `M' lambda - lambda` sums to 0.
//! Entries of `M` are rounded twice and the row sums (at most 1 up to rounding) meet `n` roundings, so the rows of `M`
//! and `M'` differ by at most `(n + 6) u` in the 1-norm; [`Stationary`] proves `||M lambda - lambda||_1 <= e`. So the
//! weighted moves gain at most `mu r (e + (n + 8) 2^-52)`.
//!
//! A regret grows by the computed `lambda_i (u_j - u_i)`, which is within `2.01 u lambda_i r` of the exact product, and
//! the sum is rounded by `u` of itself. With `A_t = r_1 + .. + r_t` that is at most `3.02 u A_t` in a round, below
//! the `D_t = 4 u A_t` of [`bounds`](super::bounds); as `sum_i lambda_i = 1`, so is the sum over `i` of the largest
//! error in row `i`.

use super::softmax::add_finite;
use crate::numerics::Stationary;
use crate::numerics::simplex::{round_to_simplex, sum};
use crate::numerics::stationary::accepted_residual;

/// The regrets of all single moves, and the point that is stationary for weights of the moves.
pub(super) struct InternalRegrets {
    vector: pulp::Arch,
    solver: Stationary,
    /// By row: `R_ij`, with minus infinity on the diagonal, where there is no move.
    regrets: Vec<f64>,
    /// By row: the weights of the moves, then the chain.
    matrix: Vec<f64>,
    lambda: Vec<f64>,
    residual: f64,
    largest_residual: f64,
}

impl InternalRegrets {
    /// No regrets on `n` actions, and the point nearest the centre.
    ///
    /// # Panics
    /// If `n` is 0.
    pub(super) fn new(n: usize) -> Self {
        let mut lambda = vec![1.0; n];
        round_to_simplex(&mut lambda).expect("there is an action, and equal weights can be scaled");
        let mut regrets = vec![0.0; n * n];
        regrets.iter_mut().step_by(n + 1).for_each(|diagonal| *diagonal = f64::NEG_INFINITY);
        Self {
            vector: pulp::Arch::new(),
            solver: Stationary::new(n),
            regrets,
            matrix: vec![0.0; n * n],
            lambda,
            residual: 0.0,
            largest_residual: accepted_residual(n) + rows_error(n),
        }
    }

    /// The number of actions.
    pub(super) fn actions(&self) -> usize {
        self.lambda.len()
    }

    /// The point that is played.
    pub(super) fn lambda(&self) -> &[f64] {
        &self.lambda
    }

    /// `e + (n + 8) 2^-52` of the [module](self), for the point that is played.
    pub(super) fn residual(&self) -> f64 {
        self.residual
    }

    /// The largest of these so far, or what the solver accepts if that is larger.
    pub(super) fn largest_residual(&self) -> f64 {
        self.largest_residual
    }

    /// Weighs the moves, with 0 on the diagonal, and goes to a stationary point; returns `L` and `S` of the
    /// [module](self). Where no move has weight every point is stationary, and the last one stays: (0, 0).
    pub(super) fn settle(&mut self, weigh: impl FnOnce(&[f64], &mut [f64])) -> (f64, f64) {
        let n = self.actions();
        let (regrets, matrix) = (&self.regrets, &mut self.matrix);
        self.vector.dispatch(|| weigh(regrets, matrix));
        let largest = matrix.iter().fold(0.0, |largest: f64, &weight| largest.max(weight));
        if largest == 0.0 {
            self.residual = 0.0;
            return (0.0, 0.0);
        }
        let mut most = 0.0_f64;
        for row in matrix.chunks_exact_mut(n) {
            for weight in row.iter_mut() {
                *weight /= largest;
            }
            most = most.max(sum(row));
        }
        for (i, row) in matrix.chunks_exact_mut(n).enumerate() {
            for weight in row.iter_mut() {
                *weight /= most;
            }
            row[i] = (1.0 - sum(row)).max(0.0);
        }
        self.residual = self.solver.solve(matrix, &mut self.lambda) + rows_error(n);
        self.largest_residual = self.largest_residual.max(self.residual);
        (largest, most)
    }

    /// Adds the gains of the moves from the point that was played.
    pub(super) fn observe(&mut self, payoff: &[f64]) {
        let n = self.actions();
        let payoff = &payoff[..n];
        let (lambda, regrets) = (&self.lambda, &mut self.regrets);
        self.vector.dispatch(|| {
            for (i, (&weight, row)) in lambda.iter().zip(regrets.chunks_exact_mut(n)).enumerate() {
                let own = payoff[i];
                for (regret, &u) in row.iter_mut().zip(payoff) {
                    *regret = add_finite(*regret, weight * add_finite(u, -own));
                }
                row[i] = f64::NEG_INFINITY;
            }
        });
    }

    /// The smallest and the largest gain of a move from the point that was played, as computed; (0, 0) for one action.
    pub(super) fn gains(&self, payoff: &[f64]) -> (f64, f64) {
        let (mut least, mut most) = (0.0_f64, 0.0_f64);
        let low = payoff.iter().copied().fold(f64::INFINITY, f64::min);
        let high = payoff.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (&weight, &own) in self.lambda.iter().zip(payoff) {
            least = least.min(weight * add_finite(low, -own));
            most = most.max(weight * add_finite(high, -own));
        }
        (least, most)
    }
}

/// What building the chain adds to a residual: `(n + 8) 2^-52`.
fn rows_error(n: usize) -> f64 {
    (n as f64 + 8.0) * f64::EPSILON
}
