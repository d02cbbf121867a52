//! Sequences of slopes, most of them answers to the point just played. Norms are a little below 1.

use super::theta_arena::{Adversary, Run};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Scaled to a norm just below `length`; the first axis in place of nothing.
fn scaled(mut x: Vec<f64>, length: f64) -> Vec<f64> {
    let norm = dot(&x, &x).sqrt();
    if norm < 1e-9 {
        x.fill(0.0);
        x[0] = length;
        return x;
    }
    let factor = length * (1.0 - 2f64.powi(-40)) / norm;
    for x in &mut x {
        *x *= factor;
    }
    x
}

fn random(generator: &mut ChaCha8Rng, dim: usize) -> Vec<f64> {
    (0..dim).map(|_| 2.0 * generator.random::<f64>() - 1.0).collect()
}

fn sum(run: &Run, dim: usize) -> Vec<f64> {
    run.slopes.iter().fold(vec![0.0; dim], |sum, s| sum.iter().zip(s).map(|(a, b)| a + b).collect())
}

/// What is left of `x` at right angles to the vectors.
fn orthogonal(mut x: Vec<f64>, to: &[&[f64]]) -> Vec<f64> {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for vector in to {
        let mut v = vector.to_vec();
        for b in &basis {
            let c = dot(&v, b);
            v.iter_mut().zip(b).for_each(|(v, b)| *v -= c * b);
        }
        let norm = dot(&v, &v).sqrt();
        if norm > 1e-9 {
            basis.push(v.iter().map(|v| v / norm).collect());
        }
    }
    for _ in 0..2 {
        for b in &basis {
            let c = dot(&x, b);
            x.iter_mut().zip(b).for_each(|(x, b)| *x -= c * b);
        }
    }
    x
}

/// Their names.
pub const NAMES: [&str; 8] = ["random", "alternating", "drift", "against", "orthogonal", "momentum", "axes", "sparse"];

/// The adversary of that name, with slopes of norm at most `length`.
///
/// # Panics
/// If there is none of that name.
pub fn adversary(name: &str, length: f64, seed: u64) -> Adversary {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    match name {
        "random" => Box::new(move |theta, _| scaled(random(&mut generator, theta.len()), length)),
        "alternating" => Box::new(move |theta, run| {
            let sign = if run.slopes.len() % 2 == 0 { 1.0 } else { -1.0 };
            scaled(theta.iter().enumerate().map(|(i, _)| sign * (i + 1) as f64).collect(), length)
        }),
        "drift" => Box::new(move |theta, run| {
            let angle = run.slopes.len() as f64 / 50.0;
            scaled(theta.iter().enumerate().map(|(i, _)| (angle * (i + 1) as f64).cos()).collect(), length)
        }),
        // Uphill from wherever the player stands: pays for every move away from 0.
        "against" => Box::new(move |theta, _| scaled(theta.to_vec(), length)),
        // At right angles to the point and to the sum of the past: the minimax adversary of a ball.
        "orthogonal" => Box::new(move |theta, run| {
            let past = sum(run, theta.len());
            scaled(orthogonal(random(&mut generator, theta.len()), &[theta, &past]), length)
        }),
        // Half of the last slope again, and back along the sum before it: harmless to a player that is up to date.
        "momentum" => Box::new(move |theta, run| {
            let Some(last) = run.slopes.last() else { return scaled(vec![0.0; theta.len()], length) };
            let total = sum(run, theta.len());
            let before: Vec<f64> = total.iter().zip(last).map(|(a, b)| a - b).collect();
            let (a, b, c) = (dot(last, last), dot(last, &before), dot(&before, &before));
            let determinant = a * c - b * b;
            let side = orthogonal(random(&mut generator, theta.len()), &[last, &before]);
            if determinant < 1e-6 * length.powi(4) {
                return scaled(side, length);
            }
            // <s, last> = h and <s, before> = -h, with the least norm; the rest of the length goes sideways.
            let h = length * length / 2.0;
            let (p, q) = (h * (c + b) / determinant, -h * (a + b) / determinant);
            let plane: Vec<f64> = last.iter().zip(&before).map(|(x, y)| p * x + q * y).collect();
            let rest = (length * length - dot(&plane, &plane)).max(0.0).sqrt();
            scaled(plane.iter().zip(scaled(side, rest)).map(|(x, y)| x + y).collect(), length)
        }),
        "axes" => Box::new(move |theta, run| {
            let mut slope = vec![0.0; theta.len()];
            let i = run.slopes.len() % theta.len();
            slope[i] = if theta[i] < 0.0 { -length } else { length };
            slope
        }),
        // Of very different sizes, and often 0.
        "sparse" => Box::new(move |theta, _| {
            let mut one = |_: &f64| match generator.random_range(0..4) {
                0 => length * 2f64.powi(-generator.random_range(0..1000)) * (generator.random::<f64>() - 0.5),
                1 => length * (generator.random::<f64>() - 0.5) / theta.len() as f64,
                _ => 0.0,
            };
            theta.iter().map(&mut one).collect()
        }),
        other => panic!("no adversary `{other}`"),
    }
}
