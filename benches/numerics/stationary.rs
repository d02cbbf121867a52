//! The stationary distribution by each method, and by the solver's own choice on a matrix that drifts as a player's
//! does.

use criterion::{BenchmarkId, Criterion};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use referee::numerics::simplex::round_to_simplex;
use referee::numerics::stationary::{Method, Stationary};
use std::hint::black_box;

/// Sixteen matrices, each a small multiplicative step from the last, as in a few rounds of a multiplicative update.
fn drifting(n: usize) -> Vec<Vec<f64>> {
    let mut rng = ChaCha8Rng::seed_from_u64(n as u64);
    let mut logarithms: Vec<f64> = (0..n * n).map(|_| 4.0 * rng.random::<f64>()).collect();
    let mut next = || {
        let mut matrix: Vec<f64> = logarithms.iter().map(|x| x.exp()).collect();
        for column in matrix.chunks_exact_mut(n) {
            let sum: f64 = column.iter().sum();
            for entry in column {
                *entry /= sum;
            }
        }
        for logarithm in &mut logarithms {
            *logarithm += 0.02 * (rng.random::<f64>() - 0.5);
        }
        matrix
    };
    (0..16).map(|_| next()).collect()
}

/// `fix(M)` for n = 5, 51, 201.
pub(crate) fn stationary(c: &mut Criterion) {
    let mut group = c.benchmark_group("stationary");
    for n in [5, 51, 201] {
        let matrices = drifting(n);
        let mut solver = Stationary::new(n);
        let methods = [("gth", Method::Elimination), ("warm_power", Method::Power)];
        for (name, method) in methods {
            let mut lambda = uniform(n);
            let mut rounds = matrices.iter().cycle();
            group.bench_function(BenchmarkId::new(name, n), |b| {
                b.iter(|| {
                    let matrix = rounds.next().expect("a cycle does not end");
                    black_box(solver.solve_by(method, black_box(matrix), &mut lambda))
                });
            });
        }
        let mut lambda = uniform(n);
        let mut rounds = matrices.iter().cycle();
        group.bench_function(BenchmarkId::new("solve", n), |b| {
            b.iter(|| {
                let matrix = rounds.next().expect("a cycle does not end");
                black_box(solver.solve(black_box(matrix), &mut lambda))
            });
        });
    }
    group.finish();
}

fn uniform(n: usize) -> Vec<f64> {
    let mut point = vec![1.0; n];
    round_to_simplex(&mut point).unwrap();
    point
}
