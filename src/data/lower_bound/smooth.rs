//! Minimising a weighted sum of hinges over a ball, in doubles: Newton's method on smoothed hinges.
//!
//! The function is `f(theta) = sum over rows of P max(0, 1 + s) + Q max(0, 1 - s)` with `P, Q >= 0` that depend on the row's
//! cell. `max(0, z)` is replaced by a parabola where `|z| < w/2`, whose derivative is `z / w + 1/2`; the second derivative is
//! then `1 / w` times the sum of `x x^T` over the rows in that zone, and a step is a Cholesky factorisation. A ridge
//! `(rho / 2) ||theta||^2` keeps the matrix positive definite (indicators of one column add up to the intercept), and where
//! the ball is active `rho` is the multiplier of the norm, found by false position on the logarithms of both.
//!
//! Nothing here is believed: the bound evaluates exactly what comes out. But the model that comes out is written, so its
//! digits must not depend on the machine: rows are summed one by one within blocks that are fixed by row number, blocks in
//! their order, whatever the number of threads, and all loops over vectors are entry by entry, without fused operations.

use crate::data::{Cells, Dataset};
use crate::numerics::elementary::{exp, ln};
use crate::parallel::in_parallel;
use std::num::NonZeroUsize;
use std::ops::Range;

/// The ridge where the ball is not active: it costs at most `rho radius^2 / 4`.
const RIDGE: f64 = 1e-9;
/// The first that is tried.
const FIRST_RIDGE: f64 = 1e-4;
/// A ridge that no active ball needs.
const LARGEST_RIDGE: f64 = 1e6;
const MOST_STEPS: usize = 100;
/// About so many operations are spent in all; then the search stands still.
const MOST_WORK: usize = 4_000_000_000;
/// What is added to the second derivatives at first: it falls with good steps and rises with bad ones, so that a step stays
/// where the parabolas are those of the point.
const DAMPING: f64 = 1e-3;

/// Of more rows in the zone about so many stand for all in the second derivatives: they decide how fast the search is, not
/// where it ends.
const SAMPLE: usize = 1 << 15;
/// A block has at least so many rows, and the second derivatives of all blocks have at most so many numbers.
const BLOCK: usize = 1 << 14;
const NUMBERS: usize = 1 << 22;

/// The function, and where the search stands.
pub(super) struct Smoothed<'a> {
    dataset: &'a Dataset,
    of_row: &'a [u32],
    blocks: Vec<Range<usize>>,
    threads: NonZeroUsize,
    /// `P` and `Q` of each cell.
    plus: Vec<f64>,
    minus: Vec<f64>,
    radius: f64,
    /// The logarithm of the ridge.
    ridge: f64,
    /// How many steps are left.
    steps: usize,
    pub(super) theta: Vec<f64>,
    scores: Vec<f64>,
    moves: Vec<f64>,
    gradient: Vec<f64>,
    /// The lower half, column by column.
    hessian: Vec<f64>,
}

impl<'a> Smoothed<'a> {
    pub(super) fn new(
        dataset: &'a Dataset,
        cells: &'a Cells,
        plus: Vec<f64>,
        minus: Vec<f64>,
        radius: f64,
        threads: NonZeroUsize,
    ) -> Self {
        let (n, d, k) = (dataset.len(), dataset.num_features(), dataset.most_active());
        let sample = n.min(SAMPLE);
        let size = n.div_ceil((NUMBERS / d.saturating_mul(d).max(1)).clamp(1, 64)).max(BLOCK);
        let factorisation = d.saturating_mul(d).saturating_mul(d) / 3;
        let steps = MOST_WORK / factorisation.saturating_add(sample * k * k / 2 + 3 * (n - sample) * k).max(1);
        Self {
            dataset,
            of_row: cells.of_row(),
            blocks: (0..n).step_by(size).map(|row| row..n.min(row + size)).collect(),
            threads,
            plus,
            minus,
            radius,
            ridge: ln(FIRST_RIDGE).midpoint(),
            steps,
            theta: vec![0.0; d],
            scores: vec![0.0; n],
            moves: vec![0.0; n],
            gradient: vec![0.0; d],
            // Where features are too many for a single step there is no room for it either.
            hessian: if steps == 0 { Vec::new() } else { vec![0.0; d * d] },
        }
    }

    /// Minimises with this width of the zone, from where the search stands.
    pub(super) fn minimize(&mut self, width: f64) {
        let (least, most) = (ln(RIDGE).midpoint(), ln(LARGEST_RIDGE).midpoint());
        let tolerance = (1e-3 * width.min(1.0)).max(1e-6);
        // The two ends are ridges (their logarithms) where the norm is too large and where it is not.
        let mut low: Option<(f64, f64)> = None;
        let mut high: Option<(f64, f64)> = None;
        let mut stride = 2.0;
        for _ in 0..40 {
            let at = self.ridge;
            self.newton(width, exp(at).midpoint());
            let excess = ln((norm(&self.theta) / self.radius).max(1e-300)).midpoint();
            let inactive = excess <= 0.0 && at <= least;
            if excess.abs() < tolerance || inactive || self.is_spent() {
                return;
            }
            *(if excess > 0.0 { &mut low } else { &mut high }) = Some((at, excess));
            self.ridge = match (low, high) {
                (Some((low, above)), Some((high, below))) => {
                    let share = above / (above - below);
                    low + (high - low) * share.clamp(0.1, 0.9)
                }
                (Some(_), None) => (at + stride).min(most),
                _ => (at - stride).max(least),
            };
            if self.ridge == at || (self.ridge - at).abs() < 1e-9 {
                return;
            }
            stride *= 2.0;
        }
    }

    /// Whether no step is left.
    pub(super) fn is_spent(&self) -> bool {
        self.steps == 0
    }

    /// Newton's method for one ridge.
    fn newton(&mut self, width: f64, ridge: f64) {
        let d = self.theta.len();
        let mut damping = DAMPING;
        self.scores = self.all_scores(&self.theta);
        for _ in 0..MOST_STEPS.min(self.steps) {
            self.steps -= 1;
            // With a sample the last digits cost as many steps as the first ones, and a wide zone costs more than they do.
            let enough = if self.differentiate(width, ridge) { 1e-11 } else { 1e-5 };
            if norm(&self.gradient) < enough {
                return;
            }
            for j in 0..d {
                self.hessian[j * d + j] += damping;
            }
            let mut step: Vec<f64> = self.gradient.iter().map(|slope| -slope).collect();
            if !solve(&mut self.hessian, &mut step) {
                return;
            }
            self.moves = self.all_scores(&step);
            let length = self.search(width, ridge, &step);
            for (theta, step) in self.theta.iter_mut().zip(&step) {
                *theta += length * step;
            }
            for (score, step) in self.scores.iter_mut().zip(&self.moves) {
                *score += length * step;
            }
            damping = if length >= 1.0 { (0.05 * damping).max(1e-15) } else { (8.0 * damping).min(1e3) };
        }
    }

    /// What some work gives for each block of rows, in their order.
    fn by_block<R: Send>(&self, work: impl Fn(&Range<usize>) -> R + Sync) -> Vec<R> {
        in_parallel(&self.blocks, self.threads, work, &mut |_| ())
    }

    /// The scores of all rows.
    fn all_scores(&self, theta: &[f64]) -> Vec<f64> {
        let score = |row: usize| self.dataset.active(row).iter().map(|&j| theta[j as usize]).sum::<f64>();
        self.by_block(|rows| rows.clone().map(score).collect::<Vec<f64>>()).concat()
    }

    /// The gradient and the second derivatives; whether these are of all rows.
    fn differentiate(&mut self, width: f64, ridge: f64) -> bool {
        let d = self.theta.len();
        let within = |row: &usize| self.curvature(*row, width) > 0.0;
        let zone: usize = self.by_block(|rows| rows.clone().filter(within).count()).iter().sum();
        let stride = zone.div_ceil(SAMPLE).max(1);
        let parts = self.by_block(|rows| self.derivatives(rows, width, stride));
        for (gradient, theta) in self.gradient.iter_mut().zip(&self.theta) {
            *gradient = ridge * theta;
        }
        self.hessian.fill(0.0);
        for j in 0..d {
            self.hessian[j * d + j] = ridge;
        }
        for (gradient, hessian) in parts {
            self.gradient.iter_mut().zip(gradient).for_each(|(sum, part)| *sum += part);
            self.hessian.iter_mut().zip(hessian).for_each(|(sum, part)| *sum += part);
        }
        stride == 1
    }

    /// The second derivative of what a row adds along its score.
    fn curvature(&self, row: usize, width: f64) -> f64 {
        let (cell, score) = (self.of_row[row] as usize, self.scores[row]);
        let part = |weight: f64, z: f64| if z.abs() < 0.5 * width { weight / width } else { 0.0 };
        part(self.plus[cell], 1.0 + score) + part(self.minus[cell], 1.0 - score)
    }

    /// What some rows add to both; every so many stand for all in the second.
    fn derivatives(&self, rows: &Range<usize>, width: f64, stride: usize) -> (Vec<f64>, Vec<f64>) {
        let d = self.theta.len();
        let (mut gradient, mut hessian) = (vec![0.0; d], vec![0.0; d * d]);
        for row in rows.clone() {
            let (cell, score) = (self.of_row[row] as usize, self.scores[row]);
            let (plus, minus) = (self.plus[cell], self.minus[cell]);
            let slope = plus * share(1.0 + score, width) - minus * share(1.0 - score, width);
            let drawn = row.is_multiple_of(stride);
            let curvature = if drawn { stride as f64 * self.curvature(row, width) } else { 0.0 };
            let active = self.dataset.active(row);
            if slope != 0.0 {
                for &j in active {
                    gradient[j as usize] += slope;
                }
            }
            if curvature > 0.0 {
                for (place, &j) in active.iter().enumerate() {
                    let column = &mut hessian[j as usize * d..][..d];
                    for &i in &active[place..] {
                        column[i as usize] += curvature;
                    }
                }
            }
        }
        (gradient, hessian)
    }

    /// How far to go along a step: all the way if that halves the slope, else where the slope vanishes, by bisection.
    fn search(&self, width: f64, ridge: f64, step: &[f64]) -> f64 {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let (linear, square) = (dot(&self.theta, step), dot(step, step));
        let slope = |length: f64| {
            let part = |row: usize| {
                let (cell, step) = (self.of_row[row] as usize, self.moves[row]);
                let score = self.scores[row] + length * step;
                step * (self.plus[cell] * share(1.0 + score, width) - self.minus[cell] * share(1.0 - score, width))
            };
            let sum: f64 = self.by_block(|rows| rows.clone().map(part).sum::<f64>()).iter().sum();
            sum + ridge * (linear + length * square)
        };
        let start = slope(0.0).abs();
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..10 {
            let end = slope(high);
            if end.abs() <= 0.5 * start {
                return high;
            }
            if end > 0.0 {
                break;
            }
            low = high;
            high *= 2.0;
        }
        for _ in 0..30 {
            let middle = f64::midpoint(low, high);
            let here = slope(middle);
            if here.abs() <= 0.1 * start {
                return middle;
            }
            if here > 0.0 { high = middle } else { low = middle }
        }
        low
    }
}

/// The derivative of the smoothed hinge: the share of thresholds, spread evenly over the zone, that lie below.
#[inline]
fn share(z: f64, width: f64) -> f64 {
    (z / width + 0.5).clamp(0.0, 1.0)
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Solves a system whose matrix, the lower half by columns, is replaced by its Cholesky factor; false if it is not
/// positive definite.
fn solve(matrix: &mut [f64], x: &mut [f64]) -> bool {
    let d = x.len();
    for j in 0..d {
        let (before, column) = matrix.split_at_mut(j * d);
        let column = &mut column[j..d];
        for done in before.chunks_exact(d) {
            let factor = done[j];
            column.iter_mut().zip(&done[j..]).for_each(|(entry, &done)| *entry -= factor * done);
        }
        if !(column[0] > 0.0 && column[0].is_finite()) {
            return false;
        }
        let root = column[0].sqrt();
        for entry in column {
            *entry /= root;
        }
    }
    for j in 0..d {
        x[j] /= matrix[j * d + j];
        let known = x[j];
        x[j + 1..].iter_mut().zip(&matrix[j * d + j + 1..]).for_each(|(x, &entry)| *x -= known * entry);
    }
    for j in (0..d).rev() {
        let sum: f64 = x[j + 1..].iter().zip(&matrix[j * d + j + 1..]).map(|(x, entry)| x * entry).sum();
        x[j] = (x[j] - sum) / matrix[j * d + j];
    }
    true
}
