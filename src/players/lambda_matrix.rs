//! The paper's lambda-player of the proxy game (Algorithms 2 and 4, Lemma 8): multiplicative updates of a matrix.
//!
//! `M` starts with all entries `1 / n`; each round plays `lambda = fix M`, sees the payoff `u`, multiplies `M` entry by
//! entry by `exp(eta u lambda^T)` and scales its columns to sum 1. Column `i` is thus Hedge on the gains `lambda_i u`:
//! this is [`BlumMansour`](super::BlumMansour) with Hedge copies and one step, here without the rounding of columns to
//! the grid and with one pass over the matrix.
//!
//! **Theorem.** Adding up the columns, the swap regret is at most
//! `n ln n / eta + (eta / 8) sum_t r_t^2 ||lambda_t||_2^2`, where `r_t <= 2 B` is the range of `u_t`. At the paper's step
//! `sqrt(n ln n / T) / B` that is at most `1.5 B sqrt(T n ln n)` (printed: 2), at `sqrt(2 n ln n / T) / B` at most
//! `sqrt 2 B sqrt(T n ln n)`.
//!
//! # In doubles
//!
//! Stored are sums of gains, by column, from which each round takes the softmax ([`hedge`](super::hedge) has the same
//! terms for one column). With `u = 2^-53` and `A_t = r_1 + .. + r_t`:
//!
//! - the sums of column `i` are at most `a_i = sum_t lambda_i r_t` and `sum_i a_i = A_t`, so the rounding errors of the
//!   additions and of the products `lambda_i u_j`, largest in each column, add up to at most `D_t = 4 u A_t` over the
//!   columns; the curvature term becomes `(eta / 8) (r_t^2 ||lambda_t||^2 + 4 r_t D_t + 4 D_t^2)`, and going back to the
//!   exact gains costs `2 D_t`;
//! - each column is within `rho_n` of the exact softmax ([`softmax`](super::softmax)): at most `rho_n r_t`, as
//!   `sum_i lambda_i = 1` and `|u_j| <= r_t`;
//! - `lambda` is within `e_t` of fixed, a bound that [`Stationary`] proves for the very numbers: at most `r_t e_t`.
//!
//! # A floor
//!
//! The rule (`MatrixRule`) can keep all entries at or above a floor `e`, as the optimiser that the paper's authors
//! released does and our training on data; this player has none. Entries below it are raised, and the column is scaled
//! by at most `1 + n e`. In one column, `ln Z <= eta <p, g> + eta^2 r^2 / 8` as for Hedge, and the weight of an action is
//! multiplied by at least `exp(eta g_j) / (Z (1 + n e))`: the regret grows by at most `T ln(1 + n e) / eta`, over the
//! columns by `n` times that, and `ln n` is replaced by the logarithm of 1 over the least weight at the start. This is
//! for one step `eta`; the training takes steps of [`AdaGrad`](super::AdaGrad) in each entry, for which nothing is proved.
//!
//! As in [`BlumMansour`](super::BlumMansour), the a-priori `bound` takes the largest residual met so far.

use super::bounds::{drift, hedge_round, ln_up, matrix_bound};
use super::softmax::{add_finite, largest, range_with_zero, weigh};
use super::tally::Tally;
use super::{LambdaPlayer, RegretKind};
use crate::numerics::Stationary;
use crate::numerics::directed::{div_up, mul_up};
use crate::numerics::elementary::ln;
use crate::numerics::simplex::sum;
use crate::numerics::stationary::accepted_residual;

/// The paper's multiplicative matrix player.
///
/// ```
/// use referee::players::{LambdaPlayer, MatrixMultiplicative, bounds::matrix_step_paper};
/// let mut player = MatrixMultiplicative::new("matrix", 2, 100, 2.0, matrix_step_paper(2, 100, 1.0));
/// let mut lambda = [0.0; 2];
/// player.play(&mut lambda);
/// assert_eq!(lambda, [0.5, 0.5]);
/// player.observe(&[0.0, 1.0]); // the constraint is violated: its weight grows
/// player.play(&mut lambda);
/// assert!(lambda[1] > 0.5);
/// ```
pub struct MatrixMultiplicative {
    name: &'static str,
    horizon: usize,
    range: f64,
    step: f64,
    rule: MatrixRule,
    /// By column: sums of gains.
    sums: Vec<f64>,
    lambda: Vec<f64>,
    residual: f64,
    largest_residual: f64,
    total: Tally,
    terms: Tally,
    /// The part of the terms that exact arithmetic would not have.
    rounding: Tally,
}

impl MatrixMultiplicative {
    /// The player on `n` actions for `horizon` rounds of payoffs in an interval of length `range` around 0.
    ///
    /// # Panics
    /// If `n` is 0 or the step is not positive and finite.
    pub fn new(name: &'static str, n: usize, horizon: usize, range: f64, step: f64) -> Self {
        assert!(n > 0 && step > 0.0 && step.is_finite(), "the matrix player needs an action and a positive step");
        Self {
            name,
            horizon,
            range,
            step,
            rule: MatrixRule::new(n),
            sums: vec![0.0; n * n],
            lambda: vec![1.0; n],
            residual: 0.0,
            largest_residual: accepted_residual(n),
            total: Tally::default(),
            terms: Tally::default(),
            rounding: Tally::default(),
        }
    }

    fn actions(&self) -> usize {
        self.lambda.len()
    }
}

/// From sums of gains to multipliers: the matrix of softmaxes, and its stationary distribution.
pub(crate) struct MatrixRule {
    solver: Stationary,
    /// Wide loops run on the widest vector instructions of the machine; the results are the same on all of them.
    vector: pulp::Arch,
    matrix: Vec<f64>,
}

impl MatrixRule {
    /// The rule for `n` actions.
    pub(crate) fn new(n: usize) -> Self {
        Self { solver: Stationary::new(n), vector: pulp::Arch::new(), matrix: vec![0.0; n * n] }
    }

    /// Writes the multipliers of these sums, by column, and returns how far they are from fixed. Entries below the floor
    /// are raised to it, with the sums they come from. Multipliers are searched from those given.
    #[inline]
    pub(crate) fn fix(&mut self, step: f64, floor: Option<f64>, sums: &mut [f64], lambda: &mut [f64]) -> f64 {
        let n = lambda.len();
        self.vector.dispatch(SoftmaxColumns { n, step, sums, matrix: &mut self.matrix });
        if let Some(floor) = floor {
            for (column, sums) in self.matrix.chunks_exact_mut(n).zip(sums.chunks_exact_mut(n)) {
                raise(step, floor, sums, column);
            }
        }
        self.solver.solve(&self.matrix, lambda)
    }
}

/// Raises the entries of a column that are below the floor, and their sums of gains alike.
fn raise(step: f64, floor: f64, sums: &mut [f64], column: &mut [f64]) {
    if column.iter().all(|&entry| entry >= floor) {
        return;
    }
    let least = largest(sums) + ln(floor / largest(column)).midpoint() / step;
    for (entry, sum) in column.iter_mut().zip(sums).filter(|(entry, _)| **entry < floor) {
        (*entry, *sum) = (floor, least);
    }
    let scale = 1.0 / sum(column);
    for entry in column {
        *entry *= scale;
    }
}

/// The softmax of every column of sums; a struct, because only so is the loop surely compiled for wide vectors.
struct SoftmaxColumns<'a> {
    n: usize,
    step: f64,
    sums: &'a [f64],
    matrix: &'a mut [f64],
}

impl pulp::WithSimd for SoftmaxColumns<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        for (column, sums) in self.matrix.chunks_exact_mut(self.n).zip(self.sums.chunks_exact(self.n)) {
            weigh(self.step, sums, column);
            let scale = 1.0 / sum(column);
            for entry in column {
                *entry *= scale;
            }
        }
    }
}

impl LambdaPlayer for MatrixMultiplicative {
    fn name(&self) -> &'static str {
        self.name
    }

    fn regret(&self) -> RegretKind {
        RegretKind::Swap
    }

    fn play(&mut self, lambda: &mut [f64]) {
        self.residual = self.rule.fix(self.step, None, &mut self.sums, &mut self.lambda);
        self.largest_residual = self.largest_residual.max(self.residual);
        lambda.copy_from_slice(&self.lambda);
    }

    fn observe(&mut self, payoff: &[f64]) {
        let n = self.actions();
        let payoff = &payoff[..n];
        let squares: f64 = self.lambda.iter().map(|weight| weight * weight).sum();
        let (lambda, sums) = (&self.lambda, &mut self.sums);
        self.rule.vector.dispatch(|| {
            for (&weight, sums) in lambda.iter().zip(sums.chunks_exact_mut(n)) {
                for (sum, u) in sums.iter_mut().zip(payoff) {
                    *sum = add_finite(*sum, weight * u);
                }
            }
        });
        let range = range_with_zero(payoff);
        self.total.add(range);
        // The sum of squares meets n roundings, the root one more.
        let spread = range * squares.sqrt() * (1.0 + n as f64 * f64::EPSILON);
        let drift = drift(self.total.nearly());
        self.terms.add(hedge_round(n, self.step, range, spread, drift) + range * self.residual);
        self.rounding.add(hedge_round(n, self.step, range, 0.0, drift) + range * self.residual);
    }

    fn bound(&self) -> Option<f64> {
        Some(matrix_bound(self.actions(), self.horizon, self.range, self.step, self.largest_residual))
    }

    fn runtime_bound(&self) -> Option<f64> {
        let n = self.actions();
        self.terms.average_of(n, div_up(mul_up(n as f64, ln_up(n)), self.step))
    }
    fn step(&self) -> Option<f64> {
        (self.actions() > 1).then_some(self.step)
    }

    fn rounding(&self) -> Option<f64> {
        self.rounding.average_of(self.actions(), 0.0)
    }
}
