//! Blum and Mansour (JMLR 2007): swap regret from any learner with small external regret.
//!
//! One copy of the learner for each action `i`. The plays of the copies are the columns of a left-stochastic matrix
//! `M`, and `lambda = fix M`. Copy `i` is fed `lambda_i u`. Then the external regret of copy `i` is
//! `max_j sum_t lambda_i u_j - sum_t lambda_i <M e_i, u>`; summed over `i`, the last terms make `sum_t <M lambda, u>`,
//! which is `sum_t <lambda, u>`. So the regrets of the copies add up to the swap regret.
//!
//! **In doubles.** Columns sum to exactly 1, and [`Stationary`] returns `e_t >= ||M lambda - lambda||_1` for the very
//! numbers played, which costs at most `r_t e_t`. The products `lambda_i u_j` are rounded by `2^-53` of their size; summed
//! over `i`, going back to the exact ones costs at most `2^-52 r_t`, and twice that is counted. The error of elimination
//! is not bounded a-priori here, so `bound` takes the largest residual that was met so far, or the residual that the
//! solver accepts from its other methods if that is larger.

use super::external::ExternalPlayer;
use super::softmax::range_with_zero;
use super::tally::Tally;
use super::{LambdaPlayer, RegretKind};
use crate::numerics::Stationary;
use crate::numerics::directed::{add_up, mul_up};
use crate::numerics::stationary::accepted_residual;

/// A lambda-player of the proxy game with small swap regret, from one copy of a learner for each action.
pub struct BlumMansour<E> {
    name: &'static str,
    copies: Vec<E>,
    range: f64,
    solver: Stationary,
    /// By column: the plays of the copies.
    matrix: Vec<f64>,
    lambda: Vec<f64>,
    gains: Vec<f64>,
    residual: f64,
    largest_residual: f64,
    rounding: Tally,
}

impl<E: ExternalPlayer> BlumMansour<E> {
    /// `n` copies made by `copy`, for payoffs in an interval of length `range` around 0.
    ///
    /// # Panics
    /// If `n` is 0 or a copy does not have `n` actions.
    pub fn new(name: &'static str, n: usize, range: f64, mut copy: impl FnMut() -> E) -> Self {
        let copies: Vec<E> = (0..n).map(|_| copy()).collect();
        assert!(n > 0 && copies.iter().all(|copy| copy.actions() == n), "n copies of a learner on n actions");
        Self {
            name,
            copies,
            range,
            solver: Stationary::new(n),
            matrix: vec![0.0; n * n],
            lambda: vec![1.0; n],
            gains: vec![0.0; n],
            residual: 0.0,
            largest_residual: accepted_residual(n),
            rounding: Tally::default(),
        }
    }
}

impl<E: ExternalPlayer> LambdaPlayer for BlumMansour<E> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn regret(&self) -> RegretKind {
        RegretKind::Swap
    }

    fn play(&mut self, lambda: &mut [f64]) {
        for (copy, column) in self.copies.iter_mut().zip(self.matrix.chunks_exact_mut(self.gains.len())) {
            copy.play(column);
        }
        self.residual = self.solver.solve(&self.matrix, &mut self.lambda);
        self.largest_residual = self.largest_residual.max(self.residual);
        lambda.copy_from_slice(&self.lambda);
    }

    fn observe(&mut self, payoff: &[f64]) {
        for (copy, &weight) in self.copies.iter_mut().zip(&self.lambda) {
            for (gain, u) in self.gains.iter_mut().zip(payoff) {
                *gain = weight * u;
            }
            copy.observe(&self.gains);
        }
        self.rounding.add(range_with_zero(payoff) * (self.residual + 2.0 * f64::EPSILON));
    }

    fn bound(&self) -> Option<f64> {
        let n = self.copies.len();
        if n == 1 {
            return Some(0.0);
        }
        let rounding = mul_up(self.range, add_up(self.largest_residual, 2.0 * f64::EPSILON));
        Some(add_up(self.copies[0].copies_bound(n)?, rounding))
    }

    fn runtime_bound(&self) -> Option<f64> {
        if self.copies.len() == 1 {
            return (self.rounding.terms() > 0).then_some(0.0);
        }
        let rounding = self.rounding.average(0.0)?;
        self.copies.iter().try_fold(rounding, |sum, copy| Some(add_up(sum, copy.runtime_bound()?)))
    }
}
