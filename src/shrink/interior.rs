//! An interior-point method in doubles (Mehrotra): where to start the simplex method when there are many rows.
//!
//! From a poor start the simplex method needs many times as many pivots as there are rows, and ever more of them as rows
//! grow. An interior-point method needs some twenty steps whatever the size. Its multipliers also say which candidates
//! to look at, better than those of a vertex do. The program is that of the working set with all slacks, and with the
//! excess at a price:
//!
//! ```text
//! minimise c . p + R z    subject to    sum_j p_j = 1,  sum_j p_j a_ij + s_i - r_i z = b_i,  p, s, z >= 0.
//! ```

use super::lanes::{Packed, multiply, padded};
use super::working::{Scales, WorkingSet};

/// What a unit of excess costs.
const PENALTY: f64 = 1e3;
/// Steps before it is given up.
const MOST_STEPS: usize = 60;
/// How much of the way to the border a step goes.
const SHORT_OF_BORDER: f64 = 0.995;

/// The point that is reached: weights of the working set, then slacks (that of the mass is none), then the excess.
pub(super) struct Point {
    pub(super) primal: Vec<f64>,
    /// Reduced costs, in the same order.
    pub(super) dual: Vec<f64>,
    /// Multipliers of the rows, padded.
    pub(super) multipliers: Vec<f64>,
}

/// The program over a working set.
struct Program<'a> {
    set: &'a WorkingSet,
    scales: &'a Scales,
    packed: Packed,
    right: Vec<f64>,
    costs: Vec<f64>,
}

impl Program<'_> {
    fn rows(&self) -> usize {
        self.scales.rows.len()
    }

    /// `A v`.
    fn times(&self, v: &[f64]) -> Vec<f64> {
        let (count, n) = (self.set.len(), self.rows());
        let mut out = self.packed.combine(&v[..count]);
        for i in 1..n {
            out[i] += v[count + i] - self.scales.rows[i] * v[count + n];
        }
        out
    }

    /// `A^T y`.
    fn transposed_times(&self, y: &[f64]) -> Vec<f64> {
        let (count, n) = (self.set.len(), self.rows());
        let mut out = vec![0.0; count + n + 1];
        multiply(self.set.entries(), y.len(), y, &mut out[..count]);
        out[count + 1..count + n].copy_from_slice(&y[1..n]);
        for (scale, y) in self.scales.rows.iter().zip(y).skip(1) {
            out[count + n] -= scale * y;
        }
        out
    }

    /// The factor of `A D A^T`.
    fn factor(&self, d: &[f64]) -> Vec<f64> {
        let (count, n) = (self.set.len(), self.rows());
        // Columns that weigh next to nothing beside a basis do not show in the sum: late, those are most.
        let mut sorted = d.to_vec();
        let place = sorted.len() - n;
        let least = 1e-13 * *sorted.select_nth_unstable_by(place, f64::total_cmp).1;
        let mut matrix = self.packed.gram(&d[..count], least);
        let width = padded(n);
        for i in 1..n {
            let excess = d[count + n] * self.scales.rows[i];
            for k in 1..=i {
                matrix[i * width + k] += excess * self.scales.rows[k];
            }
            matrix[i * width + i] += d[count + i];
        }
        cholesky(&mut matrix, n);
        matrix
    }
}

/// A point near the optimum over the working set: the duality gap is at most `gap` of the value.
/// `None` if the numbers come to nothing.
pub(super) fn approach(scales: &Scales, epsilon: f64, set: &WorkingSet, gap: f64) -> Option<Point> {
    let (count, n) = (set.len(), scales.rows.len());
    let mut right: Vec<f64> = (0..n).map(|i| if i == 0 { 1.0 } else { scales.right(epsilon, i) }).collect();
    right.resize(padded(n), 0.0);
    let mut costs = set.costs.clone();
    costs.resize(count + n + 1, 0.0);
    costs[count + n] = PENALTY;
    let program = Program { set, scales, packed: Packed::new(set.entries(), padded(n)), right, costs };
    let Point { primal: mut x, dual: mut s, multipliers: mut y } = program.start();
    for _ in 0..MOST_STEPS {
        // The slack of the mass is no variable: it stays at 0 and counts for nothing.
        let mean = |x: &[f64], s: &[f64]| x.iter().zip(s).map(|(x, s)| x * s).sum::<f64>() / (count + n) as f64;
        let mu = mean(&x, &s);
        if !mu.is_finite() {
            return None;
        }
        let value: f64 = program.costs.iter().zip(&x).map(|(c, x)| c * x).sum();
        if mu * (count + n) as f64 <= gap * (0.1 + value.abs()) {
            return Some(Point { primal: x, dual: s, multipliers: y });
        }
        let ratio = |x: &[f64], s: &[f64]| -> Vec<f64> {
            x.iter().zip(s).map(|(x, s)| if *s > 0.0 { x / s } else { 0.0 }).collect()
        };
        let d = ratio(&x, &s);
        let factor = program.factor(&d);
        let off_right: Vec<f64> = program.right.iter().zip(program.times(&x)).map(|(b, ax)| b - ax).collect();
        let aty = program.transposed_times(&y);
        let off_costs: Vec<f64> =
            program.costs.iter().zip(&aty).zip(&s).map(|((c, a), s)| if *s > 0.0 { c - a - s } else { 0.0 }).collect();
        // Solves for the direction whose products change by `wanted`.
        let direction = |wanted: &[f64]| {
            let over = ratio(wanted, &s);
            let inner: Vec<f64> = over.iter().zip(&d).zip(&off_costs).map(|((w, d), r)| w - d * r).collect();
            let mut dy: Vec<f64> = off_right.iter().zip(program.times(&inner)).map(|(r, a)| r - a).collect();
            solve(&factor, n, &mut dy);
            let atdy = program.transposed_times(&dy);
            let ds: Vec<f64> =
                off_costs.iter().zip(&atdy).zip(&s).map(|((r, a), s)| if *s > 0.0 { r - a } else { 0.0 }).collect();
            let dx: Vec<f64> = over.iter().zip(&d).zip(&ds).map(|((w, d), ds)| w - d * ds).collect();
            (dx, dy, ds)
        };
        let moved =
            |x: &[f64], dx: &[f64], step: f64| -> Vec<f64> { x.iter().zip(dx).map(|(x, dx)| x + step * dx).collect() };
        let plain: Vec<f64> = x.iter().zip(&s).map(|(x, s)| -x * s).collect();
        let (dx, _, ds) = direction(&plain);
        let after = mean(&moved(&x, &dx, longest(&x, &dx)), &moved(&s, &ds, longest(&s, &ds)));
        let rest = (after / mu).clamp(0.0, 1.0);
        let aim = mu * rest * rest * rest;
        let wanted: Vec<f64> = plain
            .iter()
            .zip(dx.iter().zip(&ds))
            .zip(&s)
            .map(|((w, (dx, ds)), s)| if *s > 0.0 { w + aim - dx * ds } else { 0.0 })
            .collect();
        let (dx, dy, ds) = direction(&wanted);
        let (primal, dual) = (SHORT_OF_BORDER * longest(&x, &dx), SHORT_OF_BORDER * longest(&s, &ds));
        x = moved(&x, &dx, primal.min(1.0));
        s = moved(&s, &ds, dual.min(1.0));
        y = moved(&y, &dy, dual.min(1.0));
    }
    None
}

impl Program<'_> {
    /// A point inside both programs: equal weights, and multipliers that leave every price positive.
    fn start(&self) -> Point {
        let (count, n) = (self.set.len(), self.rows());
        let mut x = vec![0.0; count + n + 1];
        x[..count].fill(1.0 / count as f64);
        let means = self.times(&x);
        let over = |i: usize| (means[i] - self.right[i]) / self.scales.rows[i];
        let excess = (1..n).map(over).fold(0.0, f64::max) + 1.0;
        for i in 1..n {
            x[count + i] = self.right[i] - means[i] + excess * self.scales.rows[i];
        }
        x[count + n] = excess;
        let total: f64 = self.scales.rows[1..].iter().sum();
        let mut y = vec![0.0; padded(n)];
        y[1..n].fill(-1.0 / total);
        let mut s: Vec<f64> = self.costs.iter().zip(self.transposed_times(&y)).map(|(c, a)| c - a).collect();
        let least = s[..count].iter().copied().fold(f64::INFINITY, f64::min);
        y[0] = least - 1.0;
        s[..count].iter_mut().for_each(|s| *s -= y[0]);
        s[count] = 0.0;
        Point { primal: x, dual: s, multipliers: y }
    }
}

/// The longest step of at most 1 that leaves nothing negative.
fn longest(x: &[f64], dx: &[f64]) -> f64 {
    x.iter().zip(dx).fold(1.0, |step: f64, (x, dx)| if *dx < 0.0 { step.min(-x / dx) } else { step })
}

/// The lower factor of a symmetric matrix whose lower half is given, in its place. A pivot that is not positive, which only
/// rounding makes, counts as infinite: that row then has no part.
fn cholesky(matrix: &mut [f64], n: usize) {
    let width = padded(n);
    let (mut pivot, mut sums) = (vec![0.0; width], vec![0.0; n]);
    for k in 0..n {
        let (above, below) = matrix.split_at_mut((k + 1) * width);
        let row = &mut above[k * width..];
        pivot[..k].copy_from_slice(&row[..k]);
        let length = padded(k);
        let mut own = [0.0];
        multiply(row, width, &pivot[..length], &mut own);
        let left = row[k] - own[0];
        let root = if left > 1e-30 * row[k].abs().max(1e-300) { left.sqrt() } else { 1e100 };
        row[k] = root;
        row[k + 1..].fill(0.0);
        let sums = &mut sums[..n - k - 1];
        multiply(below, width, &pivot[..length], sums);
        for (row, sum) in below.chunks_exact_mut(width).zip(sums) {
            row[k] = (row[k] - *sum) / root;
        }
    }
}

/// Solves with the factor, in place.
fn solve(factor: &[f64], n: usize, x: &mut [f64]) {
    let width = padded(n);
    for k in 0..n {
        let row = &factor[k * width..][..k];
        let sum: f64 = row.iter().zip(&*x).map(|(a, x)| a * x).sum();
        x[k] = (x[k] - sum) / factor[k * width + k];
    }
    for k in (0..n).rev() {
        let row = &factor[k * width..][..=k];
        x[k] /= row[k];
        let own = x[k];
        x.iter_mut().zip(&row[..k]).for_each(|(x, a)| *x -= own * a);
    }
}
