//! Sequences of slopes, most of them answers to the point just played. Norms are a little below 1.

use super::{Slopes, ThetaAdversary, ThetaAdversaryEntry};
use crate::numerics::elementary::cos;
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

fn sum(past: &Slopes, dim: usize) -> Vec<f64> {
    past.slopes.iter().fold(vec![0.0; dim], |sum, s| sum.iter().zip(s).map(|(a, b)| a + b).collect())
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

type Make = fn(f64, u64) -> ThetaAdversary;

const fn entry(name: &'static str, about: &'static str, make: Make) -> ThetaAdversaryEntry {
    ThetaAdversaryEntry { name, about, make }
}

/// Ours, in the order of the tables.
pub const THETA: [ThetaAdversaryEntry; 8] = [
    entry("random", "slopes drawn from a cube", |length, seed| {
        let mut coins = ChaCha8Rng::seed_from_u64(seed);
        Box::new(move |theta, _| scaled(random(&mut coins, theta.len()), length))
    }),
    entry("alternating", "one slope, plus and minus in turn", |length, _| {
        Box::new(move |theta, past| {
            let sign = if past.slopes.len() % 2 == 0 { 1.0 } else { -1.0 };
            scaled(theta.iter().enumerate().map(|(i, _)| sign * (i + 1) as f64).collect(), length)
        })
    }),
    entry("drift", "slow waves, faster in later coordinates", |length, _| {
        Box::new(move |theta, past| {
            let angle = past.slopes.len() as f64 / 50.0;
            scaled(theta.iter().enumerate().map(|(i, _)| cos(angle * (i + 1) as f64).midpoint()).collect(), length)
        })
    }),
    entry("against", "uphill from the point: pays for every move away from 0", |length, _| {
        Box::new(move |theta, _| scaled(theta.to_vec(), length))
    }),
    entry(
        "orthogonal",
        "at right angles to the point and the past: the minimax adversary of a ball",
        |length, seed| {
            let mut coins = ChaCha8Rng::seed_from_u64(seed);
            Box::new(move |theta, past| {
                let sum = sum(past, theta.len());
                scaled(orthogonal(random(&mut coins, theta.len()), &[theta, &sum]), length)
            })
        },
    ),
    entry("momentum", "half of the last slope again: harmless to a player that is up to date", momentum),
    entry("axes", "one coordinate after the other, away from 0", |length, _| {
        Box::new(move |theta, past| {
            let mut slope = vec![0.0; theta.len()];
            let i = past.slopes.len() % theta.len();
            slope[i] = if theta[i] < 0.0 { -length } else { length };
            slope
        })
    }),
    entry("sparse", "of very different sizes, and often 0", |length, seed| {
        let mut coins = ChaCha8Rng::seed_from_u64(seed);
        Box::new(move |theta, _| {
            let mut one = |_: &f64| match coins.random_range(0..4) {
                0 => length * 2f64.powi(-coins.random_range(0..1000)) * (coins.random::<f64>() - 0.5),
                1 => length * (coins.random::<f64>() - 0.5) / theta.len() as f64,
                _ => 0.0,
            };
            theta.iter().map(&mut one).collect()
        })
    }),
];

/// Half of the last slope again, and back along the sum before it.
fn momentum(length: f64, seed: u64) -> ThetaAdversary {
    let mut coins = ChaCha8Rng::seed_from_u64(seed);
    Box::new(move |theta, past| {
        let Some(last) = past.slopes.last() else { return scaled(vec![0.0; theta.len()], length) };
        let total = sum(past, theta.len());
        let before: Vec<f64> = total.iter().zip(last).map(|(a, b)| a - b).collect();
        let (a, b, c) = (dot(last, last), dot(last, &before), dot(&before, &before));
        let determinant = a * c - b * b;
        let side = orthogonal(random(&mut coins, theta.len()), &[last, &before]);
        if determinant < 1e-6 * length.powi(4) {
            return scaled(side, length);
        }
        // <s, last> = h and <s, before> = -h, with the least norm; the rest of the length goes sideways.
        let h = length * length / 2.0;
        let (p, q) = (h * (c + b) / determinant, -h * (a + b) / determinant);
        let plane: Vec<f64> = last.iter().zip(&before).map(|(x, y)| p * x + q * y).collect();
        let rest = (length * length - dot(&plane, &plane)).max(0.0).sqrt();
        scaled(plane.iter().zip(scaled(side, rest)).map(|(x, y)| x + y).collect(), length)
    })
}
