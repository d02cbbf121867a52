//! A player against an adversary: the contest loop, beside the round loop of a game.

use crate::adversary::{AdversaryEntry, Size, Slopes};
use crate::domain::{AnyDomain, Domain as _};
use crate::error::{Error, Result};
use crate::game::{Game, Rules, Side};
use crate::players::{LambdaPlayer, LambdaSettings, Loss, ThetaPlayer};
use crate::problem::{Problem, Workspace};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// One contest: which game, against whom, at what size.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// The game.
    pub game: Game,
    /// The adversary.
    pub adversary: AdversaryEntry,
    /// The number of constraints, `m`.
    pub constraints: usize,
    /// The number of rounds, `T`.
    pub horizon: usize,
    /// The largest payoff, `B`.
    pub bound: f64,
    /// The radius of the multipliers in the Lagrangian game.
    pub radius: f64,
    /// Of the adversary's coins.
    pub seed: u64,
}

/// For sentences about what went wrong in it.
impl fmt::Display for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, adversary, constraints, horizon, bound, radius, seed } = self;
        write!(f, "the {game} game against `{}` (m = {constraints}, T = {horizon}, B = {bound}", adversary.name)?;
        if *game == Game::Lagrangian {
            write!(f, ", R = {radius}")?;
        }
        if adversary.random { write!(f, ", seed {seed})") } else { write!(f, ")") }
    }
}

impl Contest {
    /// What the player is told beforehand: true bounds of the payoffs.
    pub fn settings(&self) -> LambdaSettings {
        let root = (self.constraints as f64).sqrt() * (1.0 + f64::EPSILON);
        LambdaSettings {
            constraints: self.constraints,
            horizon: self.horizon,
            bound: self.bound,
            bound2: (self.bound * root).min(f64::MAX),
            range: (2.0 * self.bound).min(f64::MAX),
            radius: self.radius,
            step: None,
        }
    }

    /// Whether these multipliers are an exact member of the game's set.
    pub fn admits(&self, lambda: &[f64]) -> bool {
        if self.game == Game::Lagrangian && self.constraints == 0 {
            return lambda.is_empty();
        }
        Rules::new(self.game, self.radius).multipliers(self.constraints).is_ok_and(|set| set.contains(lambda))
    }

    /// Plays, and hands each round to `record`: its number from 0, the multipliers, and the payoff of each coordinate.
    /// A play that is not finite has no answer, and ends the contest.
    ///
    /// The adversaries are made for the simplex: in the Lagrangian game they see the multipliers in units of the
    /// radius, with the slack in front.
    ///
    /// # Errors
    /// If `record` fails.
    pub fn play(
        &self,
        player: &mut dyn LambdaPlayer,
        mut record: impl FnMut(usize, &[f64], Option<&[f64]>) -> Result<()>,
    ) -> Result<()> {
        let Self { game, adversary, constraints, horizon, bound, radius, seed } = *self;
        let mut adversary = (adversary.make)(Size { constraints, horizon, bound, seed });
        let unit = if radius > 0.0 { radius } else { 1.0 };
        let first = game.first_multiplier();
        let mut lambda = vec![0.0; game.num_multipliers(constraints)];
        let (mut seen, mut payoff) = (vec![0.0; constraints + 1], vec![0.0; constraints + 1]);
        for t in 0..horizon {
            player.play(&mut lambda);
            if lambda.iter().any(|x| !x.is_finite()) {
                return record(t, &lambda, None);
            }
            seen[first..].copy_from_slice(&lambda);
            if game == Game::Lagrangian {
                seen[1..].iter_mut().for_each(|x| *x /= unit);
                seen[0] = 1.0 - seen[1..].iter().sum::<f64>();
            }
            adversary.payoff(&seen, &mut payoff);
            player.observe(&payoff[first..]);
            record(t, &lambda, Some(&payoff[first..]))?;
        }
        Ok(())
    }
}

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

/// A theta-player against an adversary that answers each point with a slope, until the end, the first point that is
/// not finite or the first error.
///
/// # Errors
/// If the player fails.
pub fn duel(
    player: &mut dyn ThetaPlayer,
    domain: &AnyDomain,
    rounds: usize,
    adversary: &mut dyn FnMut(&[f64], &Slopes) -> Vec<f64>,
) -> Result<Slopes> {
    let problem = Scripted::new(domain);
    let mut work = Workspace::default();
    let mut run = Slopes::default();
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
