//! Candidates of several kinds: independent at random, along a trajectory, where neighbours nearly coincide, and others.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use referee::shrink::Candidates;

#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// Every number independent and nearly normal.
    Random,
    /// Late rounds of a game: a damped oscillation around a point, with a little noise.
    Trajectory,
    /// Rates of 0/1 losses on a small sample: few different values, so ties everywhere.
    Rates,
    /// Along a trajectory, but no mixture is feasible at 0.
    Infeasible,
    /// Every number uniform on [0, 1] and an objective that pulls against the constraints: many of them become active.
    Uniform,
    /// The same with constraints that no mixture satisfies.
    Hopeless,
    /// Random, but every candidate has nine near copies that differ in the last bits.
    Copies,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Trajectory => "trajectory",
            Self::Rates => "rates",
            Self::Infeasible => "infeasible",
            Self::Uniform => "uniform",
            Self::Hopeless => "hopeless",
            Self::Copies => "copies",
        }
    }
}

pub(crate) fn candidates(kind: Kind, count: usize, m: usize) -> Candidates {
    let mut random = ChaCha8Rng::seed_from_u64((count * 1000 + m) as u64);
    if let Kind::Uniform | Kind::Hopeless = kind {
        let level = if matches!(kind, Kind::Uniform) { -0.5 } else { 0.05 };
        let mut candidates = Candidates::new(m);
        for _ in 0..count {
            let first: f64 = random.random();
            let others: Vec<f64> = (0..m).map(|_| random.random()).collect();
            let mean = others.iter().sum::<f64>() / m as f64;
            let constraints: Vec<f64> = others.into_iter().map(|u| u + level).collect();
            candidates.push(first - mean, &constraints).expect("finite numbers");
        }
        return candidates;
    }
    let mut normal = move || (0..12).map(|_| random.random::<f64>()).sum::<f64>() - 6.0;
    let mut candidates = Candidates::new(m);
    let phases: Vec<(f64, f64)> = (0..=m).map(|_| (normal(), 0.01 + 0.01 * normal().abs())).collect();
    let mut row = vec![0.0; m + 1];
    for t in 0..count {
        if matches!(kind, Kind::Copies) && t % 10 != 0 {
            for value in &mut row {
                *value *= 1.0 + 2.0 * f64::EPSILON * normal().round();
            }
            candidates.push(row[0], &row[1..]).expect("finite numbers");
            continue;
        }
        for (k, (value, (phase, speed))) in row.iter_mut().zip(&phases).enumerate() {
            let time = t as f64;
            *value = match kind {
                Kind::Random | Kind::Copies => normal(),
                Kind::Trajectory | Kind::Infeasible => {
                    let swing = (-2.0 * time / count as f64).exp() * (phase + speed * time).sin();
                    let level = if matches!(kind, Kind::Infeasible) { 0.5 } else { -0.02 };
                    swing + 0.01 * normal() + if k == 0 { 0.0 } else { level }
                }
                Kind::Rates => (10.0 * normal()).round() / 64.0,
                Kind::Uniform | Kind::Hopeless => unreachable!("drawn above"),
            };
        }
        candidates.push(row[0], &row[1..]).expect("finite numbers");
    }
    candidates
}
