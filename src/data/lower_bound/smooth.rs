//! Minimising a weighted sum of hinges over a ball, in doubles: Newton's method on smoothed hinges.
//!
//! The function is `f(theta) = sum over rows of P max(0, 1 + s) + Q max(0, 1 - s)` with `P, Q >= 0` that depend on the row's
//! cell. `max(0, z)` is replaced by a parabola where `|z| < w/2`, whose derivative is `z / w + 1/2`; the second derivative is
//! then `1 / w` times the sum of `x x^T` over the rows in that zone, and a step is a Cholesky factorisation. A ridge
//! `(rho / 2) ||theta||^2` keeps the matrix positive definite (indicators of one column add up to the intercept), and where
//! the ball is active `rho` is the multiplier of the norm, found by false position on the logarithms of both.
//!
//! Nothing here is believed: the bound evaluates exactly what comes out.

use crate::data::{Cells, Dataset};
use faer::linalg::solvers::Solve as _;
use faer::{Mat, Side};

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

/// The function, and where the search stands.
pub(super) struct Smoothed<'a> {
    dataset: &'a Dataset,
    of_row: &'a [u32],
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
    hessian: Mat<f64>,
}

impl<'a> Smoothed<'a> {
    pub(super) fn new(dataset: &'a Dataset, cells: &'a Cells, plus: Vec<f64>, minus: Vec<f64>, radius: f64) -> Self {
        let (n, d) = (dataset.len(), dataset.num_features());
        Self {
            dataset,
            of_row: cells.of_row(),
            plus,
            minus,
            radius,
            ridge: FIRST_RIDGE.ln(),
            steps: MOST_WORK / (d * d * d / 3 + n * dataset.most_active().pow(2) / 2).max(1),
            theta: vec![0.0; d],
            scores: vec![0.0; n],
            moves: vec![0.0; n],
            gradient: vec![0.0; d],
            hessian: Mat::zeros(d, d),
        }
    }

    /// Minimises with this width of the zone, from where the search stands.
    pub(super) fn minimize(&mut self, width: f64) {
        let (least, most) = (RIDGE.ln(), LARGEST_RIDGE.ln());
        let tolerance = (1e-3 * width.min(1.0)).max(1e-6);
        // The two ends are ridges (their logarithms) where the norm is too large and where it is not.
        let mut low: Option<(f64, f64)> = None;
        let mut high: Option<(f64, f64)> = None;
        let mut stride = 2.0;
        for _ in 0..40 {
            let at = self.ridge;
            self.newton(width, at.exp());
            let excess = (norm(&self.theta) / self.radius).max(1e-300).ln();
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
        scores(self.dataset, &self.theta, &mut self.scores);
        for _ in 0..MOST_STEPS.min(self.steps) {
            self.steps -= 1;
            self.differentiate(width, ridge);
            if norm(&self.gradient) < 1e-11 {
                return;
            }
            for j in 0..d {
                self.hessian[(j, j)] += damping;
            }
            let Ok(factor) = self.hessian.llt(Side::Lower) else { return };
            let step = factor.solve(Mat::from_fn(d, 1, |j, _| -self.gradient[j]));
            let step: Vec<f64> = (0..d).map(|j| step[(j, 0)]).collect();
            scores(self.dataset, &step, &mut self.moves);
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

    /// The gradient and the second derivatives.
    fn differentiate(&mut self, width: f64, ridge: f64) {
        for (gradient, theta) in self.gradient.iter_mut().zip(&self.theta) {
            *gradient = ridge * theta;
        }
        self.hessian.fill(0.0);
        for j in 0..self.theta.len() {
            self.hessian[(j, j)] = ridge;
        }
        for (row, (&cell, &score)) in self.of_row.iter().zip(&self.scores).enumerate() {
            let (plus, minus) = (self.plus[cell as usize], self.minus[cell as usize]);
            let slope = plus * share(1.0 + score, width) - minus * share(1.0 - score, width);
            let mut curvature = 0.0;
            if (1.0 + score).abs() < 0.5 * width {
                curvature += plus / width;
            }
            if (1.0 - score).abs() < 0.5 * width {
                curvature += minus / width;
            }
            let active = self.dataset.active(row);
            if slope != 0.0 {
                for &j in active {
                    self.gradient[j as usize] += slope;
                }
            }
            if curvature > 0.0 {
                for (place, &j) in active.iter().enumerate() {
                    // The lower half of the matrix, by columns.
                    let column = self.hessian.col_as_slice_mut(j as usize);
                    for &i in &active[place..] {
                        column[i as usize] += curvature;
                    }
                }
            }
        }
    }

    /// How far to go along a step: all the way if that halves the slope, else where the slope vanishes, by bisection.
    fn search(&self, width: f64, ridge: f64, step: &[f64]) -> f64 {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let (linear, square) = (dot(&self.theta, step), dot(step, step));
        let slope = |length: f64| {
            let rows = self.of_row.iter().zip(&self.scores).zip(&self.moves);
            let sum: f64 = rows
                .map(|((&cell, score), step)| {
                    let (plus, minus) = (self.plus[cell as usize], self.minus[cell as usize]);
                    let score = score + length * step;
                    step * (plus * share(1.0 + score, width) - minus * share(1.0 - score, width))
                })
                .sum();
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

/// The scores of all rows.
fn scores(dataset: &Dataset, theta: &[f64], out: &mut [f64]) {
    for (row, score) in out.iter_mut().enumerate() {
        *score = dataset.active(row).iter().map(|&j| theta[j as usize]).sum();
    }
}
