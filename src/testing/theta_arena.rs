//! Theta-players against adversaries, judged without rounding.

use super::{Outcome, require};
use crate::adversary::Slopes;
use crate::domain::{AnyDomain, Domain};
use crate::numerics::rational::exact;
use crate::numerics::{Enclosure, ExactSum};
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// The exact sum of linear regrets, `sum <s_t, theta_t> + sup_u <-sum s_t, u>`, compared with `limit`.
pub fn compare_regret(run: &Slopes, domain: &AnyDomain, limit: &RBig) -> Ordering {
    let mut played = ExactSum::new();
    let mut sums = vec![ExactSum::new(); domain.dim()];
    for (theta, slope) in run.points.iter().zip(&run.slopes) {
        for ((sum, &x), &s) in sums.iter_mut().zip(theta).zip(slope) {
            played.add_product(x, s);
            sum.add(s);
        }
    }
    let sums: Vec<RBig> = sums.iter().map(ExactSum::to_rational).collect();
    let room = limit - played.to_rational();
    let zero = RBig::ZERO;
    match domain {
        AnyDomain::Cuboid(cuboid) => {
            let sides = cuboid.lower().iter().zip(cuboid.upper());
            let ends = sums.iter().zip(sides).map(|(s, (&lo, &hi))| (-s * exact(lo)).max(-s * exact(hi)));
            ends.fold(zero, |sum, end| sum + end).cmp(&room)
        }
        AnyDomain::Ball(_) => {
            let squares = sums.iter().fold(zero.clone(), |sum, s| sum + s * s);
            let radius = exact(domain.radius());
            if room < zero { Ordering::Greater } else { (&radius * &radius * squares).cmp(&(&room * &room)) }
        }
        AnyDomain::Simplex(_) => best_coordinate(&sums).cmp(&room),
        AnyDomain::L1Orthant(_) => (exact(domain.bounds(0).hi()) * best_coordinate(&sums).max(zero)).cmp(&room),
        AnyDomain::FiniteSet(set) => {
            let reached = |point: &[f64]| point.iter().zip(&sums).fold(zero.clone(), |sum, (&x, s)| sum - exact(x) * s);
            set.points().map(reached).max().unwrap_or_default().cmp(&room)
        }
    }
}

fn best_coordinate(sums: &[RBig]) -> RBig {
    sums.iter().map(|s| -s).max().unwrap_or_default()
}

/// Whether every slope has norm at most `gradient`, exactly.
pub fn within(run: &Slopes, gradient: f64) -> bool {
    run.slopes.iter().all(|slope| {
        let mut squares = ExactSum::dot(slope, slope);
        squares.add_product(-gradient, gradient);
        squares.sign() != Ordering::Greater
    })
}

/// Every point is an exact member.
pub fn plays_inside(run: &Slopes, domain: &AnyDomain) -> Outcome {
    let outside = run.points.iter().enumerate().find(|(_, theta)| !domain.contains(theta));
    outside.map_or(Ok(()), |(t, theta)| Err(format!("round {t}: {theta:?} is not in the domain, a {domain}")))
}

fn total(run: &Slopes, average: f64) -> RBig {
    exact(average) * RBig::from(run.points.len())
}

/// The exact average regret of the linear losses is at most `bound`, which is a number.
pub fn keeps(run: &Slopes, domain: &AnyDomain, which: &str, bound: f64) -> Outcome {
    require(bound.is_finite() && bound >= 0.0, || format!("the {which} bound is {bound}"))?;
    require(run.points.len() == run.slopes.len(), || "a point is not finite".to_owned())?;
    let exceeds = compare_regret(run, domain, &total(run, bound)) == Ordering::Greater;
    require(!exceeds, || format!("the regret exceeds the {which} bound {bound}"))
}

/// The exact average regret of the linear losses is in `regret`.
pub fn encloses(run: &Slopes, domain: &AnyDomain, regret: Enclosure) -> Outcome {
    let against = |end: f64| compare_regret(run, domain, &total(run, end));
    let below = regret.lo() > f64::NEG_INFINITY && against(regret.lo()) == Ordering::Less;
    let above = regret.hi() < f64::INFINITY && against(regret.hi()) == Ordering::Greater;
    require(!below && !above, || format!("the regret is not in {regret}"))
}

/// Every slope has norm at most what the player says it saw.
pub fn monitors(run: &Slopes, largest: f64) -> Outcome {
    require(!largest.is_finite() || within(run, largest), || format!("a slope is longer than {largest}, the largest"))
}
