//! Players against scripted slopes, judged without rounding.

use super::{Outcome, require};
use crate::domain::{AnyDomain, Domain};
use crate::error::{Error, Result};
use crate::game::Side;
use crate::numerics::rational::exact;
use crate::numerics::{Enclosure, ExactSum};
use crate::players::{Loss, ThetaPlayer};
use crate::problem::{Problem, Workspace};
use dashu_ratio::RBig;
use std::cmp::Ordering;
use std::sync::{Mutex, PoisonError};

/// What a player is told that asks for the loss before it plays.
pub const NOT_YET: &str = "the loss of this round is told after the play only";

/// A problem whose subgradient is whatever was written last. Its slope answers the point just played, so there are no
/// values before, and an oracle has nothing to do here.
pub struct Scripted {
    domain: AnyDomain,
    slope: Mutex<Vec<f64>>,
}

impl Scripted {
    /// Over a domain, with slope 0.
    pub fn new(domain: &AnyDomain) -> Self {
        Self { slope: Mutex::new(vec![0.0; domain.dim()]), domain: domain.clone() }
    }

    /// Tells the slope.
    pub fn write(&self, slope: &[f64]) {
        self.slope.lock().unwrap_or_else(PoisonError::into_inner).copy_from_slice(slope);
    }
}

impl Problem for Scripted {
    fn name(&self) -> &'static str {
        "scripted"
    }
    fn domain(&self) -> &AnyDomain {
        &self.domain
    }
    fn num_constraints(&self) -> usize {
        0
    }
    fn values(&self, _: &[f64], _: Side, _: &mut [f64], _: &mut Workspace) -> Result<()> {
        Err(Error::new(NOT_YET))
    }
    fn subgradient(&self, _: &[f64], _: Side, _: &[f64], out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out.copy_from_slice(&self.slope.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(())
    }
}

/// What happened so far: the points played and the slopes that answered them.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Run {
    /// The points played.
    pub points: Vec<Vec<f64>>,
    /// The slopes that answered them.
    pub slopes: Vec<Vec<f64>>,
}

/// An adversary: the slope for the point just played.
pub type Adversary = Box<dyn FnMut(&[f64], &Run) -> Vec<f64>>;

/// Plays until the end or the first error.
///
/// # Errors
/// If the player fails.
pub fn duel(
    player: &mut dyn ThetaPlayer,
    domain: &AnyDomain,
    rounds: usize,
    adversary: &mut dyn FnMut(&[f64], &Run) -> Vec<f64>,
) -> Result<Run> {
    let problem = Scripted::new(domain);
    let mut work = Workspace::default();
    let mut run = Run::default();
    for t in 0..rounds {
        let loss = Loss { problem: &problem, side: Side::Constraints, weights: &[1.0], sample: t as u64 };
        let mut theta = vec![f64::NAN; domain.dim()];
        player.play(&loss, &mut theta)?;
        if theta.iter().any(|x| !x.is_finite()) {
            run.points.push(theta); // which has no answer
            break;
        }
        let slope = adversary(&theta, &run);
        problem.write(&slope);
        player.observe(&loss, &theta, &mut work)?;
        run.points.push(theta);
        run.slopes.push(slope);
    }
    Ok(run)
}

/// The exact sum of linear regrets, `sum <s_t, theta_t> + sup_u <-sum s_t, u>`, compared with `limit`.
pub fn compare_regret(run: &Run, domain: &AnyDomain, limit: &RBig) -> Ordering {
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
pub fn within(run: &Run, gradient: f64) -> bool {
    run.slopes.iter().all(|slope| {
        let mut squares = ExactSum::dot(slope, slope);
        squares.add_product(-gradient, gradient);
        squares.sign() != Ordering::Greater
    })
}

/// Every point is an exact member.
///
/// # Errors
/// The first that is not.
pub fn plays_inside(run: &Run, domain: &AnyDomain) -> Outcome {
    let outside = run.points.iter().enumerate().find(|(_, theta)| !domain.contains(theta));
    outside.map_or(Ok(()), |(t, theta)| Err(format!("round {t}: {theta:?} is not in the domain, a {domain}")))
}

fn total(run: &Run, average: f64) -> RBig {
    exact(average) * RBig::from(run.points.len())
}

/// The exact average regret of the linear losses is at most `bound`, which is a number.
///
/// # Errors
/// If it is above.
pub fn keeps(run: &Run, domain: &AnyDomain, which: &str, bound: f64) -> Outcome {
    require(bound.is_finite() && bound >= 0.0, || format!("the {which} bound is {bound}"))?;
    require(run.points.len() == run.slopes.len(), || "a point is not finite".to_owned())?;
    let exceeds = compare_regret(run, domain, &total(run, bound)) == Ordering::Greater;
    require(!exceeds, || format!("the regret exceeds the {which} bound {bound}"))
}

/// The exact average regret of the linear losses is in `regret`.
///
/// # Errors
/// If it is not.
pub fn encloses(run: &Run, domain: &AnyDomain, regret: Enclosure) -> Outcome {
    let against = |end: f64| compare_regret(run, domain, &total(run, end));
    let below = regret.lo() > f64::NEG_INFINITY && against(regret.lo()) == Ordering::Less;
    let above = regret.hi() < f64::INFINITY && against(regret.hi()) == Ordering::Greater;
    require(!below && !above, || format!("the regret is not in {regret}"))
}

/// Every slope has norm at most what the player says it saw.
///
/// # Errors
/// If one is longer.
pub fn monitors(run: &Run, largest: f64) -> Outcome {
    require(!largest.is_finite() || within(run, largest), || format!("a slope is longer than {largest}, the largest"))
}

/// The laws of a gradient player, on one duel. Membership is exact; the bounds hold with no tolerance; the measured
/// regret encloses the exact one; the monitor is at least the norms.
///
/// # Errors
/// The first law that is broken.
pub fn check(
    player: &mut dyn ThetaPlayer,
    domain: &AnyDomain,
    gradient: f64,
    rounds: usize,
    adversary: &mut dyn FnMut(&[f64], &Run) -> Vec<f64>,
) -> std::result::Result<Run, String> {
    let run = duel(player, domain, rounds, adversary).map_err(|error| error.to_string())?;
    plays_inside(&run, domain)?;
    if let Some(bound) = player.bound().filter(|_| within(&run, gradient)) {
        keeps(&run, domain, "a-priori", bound)?;
    }
    for bound in [player.linear_bound(), player.runtime_bound()].into_iter().flatten() {
        keeps(&run, domain, "run-time", bound)?;
    }
    if let Some(regret) = player.linearised_regret() {
        encloses(&run, domain, regret)?;
    }
    player.largest_subgradient().map_or(Ok(()), |largest| monitors(&run, largest))?;
    Ok(run)
}
