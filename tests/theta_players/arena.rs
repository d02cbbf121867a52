//! Players against scripted slopes, judged without rounding.

use dashu_ratio::RBig;
use referee::domain::{AnyDomain, Domain};
use referee::error::Result;
use referee::numerics::ExactSum;
use referee::numerics::rational::exact;
use referee::players::{Loss, ThetaPlayer};
use referee::problem::{Problem, Side, Workspace};
use std::cmp::Ordering;
use std::sync::Mutex;

/// A problem whose subgradient is whatever was written last.
pub(crate) struct Scripted {
    domain: AnyDomain,
    slope: Mutex<Vec<f64>>,
}

impl Scripted {
    pub(crate) fn new(domain: &AnyDomain) -> Self {
        Self { slope: Mutex::new(vec![0.0; domain.dim()]), domain: domain.clone() }
    }

    pub(crate) fn write(&self, slope: &[f64]) {
        self.slope.lock().unwrap().copy_from_slice(slope);
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
    fn values(&self, _: &[f64], _: Side, out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out.fill(0.0);
        Ok(())
    }
    fn subgradient(&self, _: &[f64], _: Side, _: &[f64], out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out.copy_from_slice(&self.slope.lock().unwrap());
        Ok(())
    }
}

/// What happened so far: the points played and the slopes that answered them.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Run {
    pub(crate) points: Vec<Vec<f64>>,
    pub(crate) slopes: Vec<Vec<f64>>,
}

/// An adversary: the slope for the point just played.
pub(crate) type Adversary = Box<dyn FnMut(&[f64], &Run) -> Vec<f64>>;

/// Plays until the end or the first error.
pub(crate) fn duel(
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
        let slope = adversary(&theta, &run);
        problem.write(&slope);
        player.observe(&loss, &theta, &mut work)?;
        run.points.push(theta);
        run.slopes.push(slope);
    }
    Ok(run)
}

/// The exact sum of linear regrets, `sum <s_t, theta_t> + sup_u <-sum s_t, u>`, compared with `limit`.
pub(crate) fn compare_regret(run: &Run, domain: &AnyDomain, limit: &RBig) -> Ordering {
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
        AnyDomain::Simplex(_) => sums.iter().map(|s| -s).max().unwrap().cmp(&room),
        AnyDomain::L1Orthant(_) => {
            (exact(domain.bounds(0).hi()) * sums.iter().map(|s| -s).max().unwrap().max(zero)).cmp(&room)
        }
        AnyDomain::FiniteSet(_) => panic!("no regret is judged on a finite set"),
    }
}

/// Whether every slope has norm at most `gradient`, exactly.
pub(crate) fn within(run: &Run, gradient: f64) -> bool {
    run.slopes.iter().all(|slope| {
        let mut squares = ExactSum::dot(slope, slope);
        squares.add_product(-gradient, gradient);
        squares.sign() != Ordering::Greater
    })
}

/// The laws of a gradient player, on one duel. Membership is exact; the bounds hold with no tolerance; the measured
/// regret encloses the exact one; the monitor is at least the norms.
pub(crate) fn check(
    player: &mut dyn ThetaPlayer,
    domain: &AnyDomain,
    gradient: f64,
    rounds: usize,
    adversary: &mut dyn FnMut(&[f64], &Run) -> Vec<f64>,
) -> std::result::Result<Run, String> {
    let run = duel(player, domain, rounds, adversary).map_err(|error| error.to_string())?;
    for (t, theta) in run.points.iter().enumerate() {
        if !domain.contains(theta) {
            return Err(format!("round {}: {theta:?} is not in the domain", t + 1));
        }
    }
    let total = |average: f64| exact(average) * RBig::from(rounds);
    let exceeds = |average: f64| compare_regret(&run, domain, &total(average)) == Ordering::Greater;
    if let Some(bound) = player.bound().filter(|_| within(&run, gradient))
        && exceeds(bound)
    {
        return Err(format!("the regret exceeds the a-priori bound {bound}"));
    }
    for bound in [player.linear_bound(), player.runtime_bound()].into_iter().flatten() {
        if exceeds(bound) {
            return Err(format!("the regret exceeds the bound {bound} of the run"));
        }
    }
    if let Some(regret) = player.linearised_regret() {
        let below =
            regret.lo() > f64::NEG_INFINITY && compare_regret(&run, domain, &total(regret.lo())) == Ordering::Less;
        if below || (regret.hi() < f64::INFINITY && exceeds(regret.hi())) {
            return Err(format!("the regret is not in {regret}"));
        }
    }
    if player.largest_subgradient().is_some_and(|largest| largest.is_finite() && !within(&run, largest)) {
        return Err("the monitor missed a large slope".to_owned());
    }
    Ok(run)
}
