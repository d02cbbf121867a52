//! Candidates of two kinds: independent at random, and along a trajectory, where neighbours nearly coincide.

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
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Trajectory => "trajectory",
            Self::Rates => "rates",
        }
    }
}

pub(crate) fn candidates(kind: Kind, count: usize, m: usize) -> Candidates {
    let mut random = ChaCha8Rng::seed_from_u64((count * 1000 + m) as u64);
    let mut normal = move || (0..12).map(|_| random.random::<f64>()).sum::<f64>() - 6.0;
    let mut candidates = Candidates::new(m);
    let phases: Vec<(f64, f64)> = (0..=m).map(|_| (normal(), 0.01 + 0.01 * normal().abs())).collect();
    let mut row = vec![0.0; m + 1];
    for t in 0..count {
        for (k, (value, (phase, speed))) in row.iter_mut().zip(&phases).enumerate() {
            let time = t as f64;
            *value = match kind {
                Kind::Random => normal(),
                Kind::Trajectory => {
                    let swing = (-2.0 * time / count as f64).exp() * (phase + speed * time).sin();
                    swing + 0.01 * normal() - if k == 0 { 0.0 } else { 0.02 }
                }
                Kind::Rates => (10.0 * normal()).round() / 64.0,
            };
        }
        candidates.push(row[0], &row[1..]).expect("finite numbers");
    }
    candidates
}
