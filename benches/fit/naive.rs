//! What one would write first: one run, one row, one number at a time.

#![allow(clippy::needless_range_loop, reason = "written as one would first")]

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::data::{Cells, Dataset};
use referee::numerics::Stationary;

/// The proxy game with one step size; returns the last model.
pub(crate) fn train(data: &Dataset, cells: &Cells, rate: f64, rounds: usize, batch: usize) -> Vec<f64> {
    let (n, m) = (data.len(), cells.constraints().len());
    let scale = n as f64 / batch as f64;
    let mut generator = ChaCha8Rng::seed_from_u64(0);
    let mut theta = vec![0.0; data.num_features()];
    let mut accumulators = vec![0.1; theta.len()];
    let mut logarithms = vec![0.0; (m + 1) * (m + 1)];
    let mut squares = vec![0.1; logarithms.len()];
    let mut lambda = vec![1.0 / (m + 1) as f64; m + 1];
    let mut solver = Stationary::new(m + 1);
    for _ in 0..rounds {
        let mut gradient = vec![0.0; theta.len()];
        let mut values = vec![0.0; m];
        for _ in 0..batch {
            let row = generator.random_range(0..n);
            let score: f64 = data.active(row).iter().map(|&j| theta[j as usize]).sum();
            let side = if data.labels()[row] { -1.0 } else { 1.0 };
            let mut slope = if 1.0 + side * score > 0.0 { side * lambda[0] / batch as f64 } else { 0.0 };
            for (i, constraint) in cells.constraints().iter().enumerate() {
                for term in constraint.terms.iter().filter(|term| term.cells.contains(&cells.of_row()[row])) {
                    let weight = term.coefficient.to_f64().value() / term.size as f64 * scale;
                    values[i] += if score > 0.0 { weight } else { 0.0 };
                    if 1.0 + weight.signum() * score > 0.0 {
                        slope += lambda[i + 1] * weight;
                    }
                }
            }
            for &j in data.active(row) {
                gradient[j as usize] += slope;
            }
        }
        for (j, gradient) in gradient.iter().enumerate() {
            accumulators[j] += gradient * gradient;
            theta[j] -= rate * gradient / f64::sqrt(accumulators[j]);
        }
        let norm = theta.iter().map(|x| x * x).sum::<f64>().sqrt();
        if norm > 10.0 {
            for x in &mut theta {
                *x *= 10.0 / norm;
            }
        }
        let mut matrix = Vec::new();
        for j in 0..=m {
            for i in 0..m {
                let (place, gradient) = (j * (m + 1) + i + 1, values[i] * lambda[j]);
                squares[place] += gradient * gradient;
                logarithms[place] += rate * gradient / f64::sqrt(squares[place]);
            }
            let column = &logarithms[j * (m + 1)..][..=m];
            let largest = column.iter().copied().fold(f64::MIN, f64::max);
            let powers: Vec<f64> = column.iter().map(|x| (x - largest).exp()).collect();
            let sum: f64 = powers.iter().sum();
            matrix.extend(powers.iter().map(|x| x / sum));
        }
        solver.solve(&matrix, &mut lambda);
    }
    theta
}
