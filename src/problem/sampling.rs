//! Points at which a stated fact is tried: a fact that fails at one of them is refuted, whatever else is true.

use crate::domain::{AnyDomain, Domain};
use crate::numerics::Enclosure;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Corners are tried while there are at most this many.
const MAX_CORNERS: usize = 256;
const RANDOM_POINTS: usize = 512;
/// The same points every time: whether a file is refused must not depend on chance.
const SEED: u64 = 0;

/// Points of the domain: every point of a finite set; else corners, the middle and a fixed random sample.
pub fn probes(domain: &AnyDomain) -> Vec<Vec<f64>> {
    if let AnyDomain::FiniteSet(set) = domain {
        return set.points().map(<[f64]>::to_vec).collect();
    }
    let bounds = domain.bounding_box();
    let mut points = corners(&bounds);
    points.push(bounds.iter().map(|range| range.midpoint()).collect());
    let mut generator = ChaCha8Rng::seed_from_u64(SEED);
    for _ in 0..RANDOM_POINTS {
        points.push(bounds.iter().map(|range| between(*range, generator.random())).collect());
    }
    for point in &mut points {
        domain.project(point);
    }
    points
}

fn corners(bounds: &[Enclosure]) -> Vec<Vec<f64>> {
    let count = u32::try_from(bounds.len()).ok().and_then(|dim| 1_usize.checked_shl(dim)).unwrap_or(usize::MAX);
    if count > MAX_CORNERS {
        return Vec::new();
    }
    let corner = |choice: usize| {
        let pick = |(j, range): (usize, &Enclosure)| if choice >> j & 1 == 0 { range.lo() } else { range.hi() };
        bounds.iter().enumerate().map(pick).collect()
    };
    (0..count).map(corner).collect()
}

/// A point of the range, `fraction` of the way up.
fn between(range: Enclosure, fraction: f64) -> f64 {
    ((1.0 - fraction) * range.lo() + fraction * range.hi()).clamp(range.lo(), range.hi())
}
