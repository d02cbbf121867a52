//! Probabilities without sampling: every outcome of a few coins, played by the crate's own players.
//!
//! With `k` coins there are `2^k` equally likely runs; the probability of a failure is a count, and the statement is that
//! it is at most `delta`. The losses answer the draws, so that the best comparator depends on them.

use dashu_ratio::RBig;
use referee::domain::{AnyDomain, Cuboid};
use referee::error::Result;
use referee::game::Side;
use referee::numerics::rational::exact;
use referee::players::bounds::matrix_step_paper;
use referee::players::{GradientSetting, LambdaPlayer as _, Loss, MatrixMultiplicative};
use referee::players::{Step, Subgradient, ThetaPlayer as _};
use referee::problem::{Problem, Workspace};

const COINS: u32 = 8;
pub(crate) const ROUNDS: u32 = 16;

/// A problem whose slope is its weight: what the test says.
pub(crate) struct Slopes(pub(crate) AnyDomain);

impl Problem for Slopes {
    fn name(&self) -> &'static str {
        "slopes"
    }
    fn domain(&self) -> &AnyDomain {
        &self.0
    }
    fn num_constraints(&self) -> usize {
        0
    }
    fn values(&self, _: &[f64], _: Side, out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out.fill(0.0);
        Ok(())
    }
    fn subgradient(&self, _: &[f64], _: Side, weights: &[f64], out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out.fill(weights[0]);
        Ok(())
    }
}

/// The sign of coin `t` in an outcome.
fn sign(outcome: u32, t: u32) -> f64 {
    if outcome >> t & 1 == 0 { 1.0 } else { -1.0 }
}

/// The sum of the coins, as a direction: 0 on a tie.
fn direction(outcome: u32) -> f64 {
    let sum: f64 = (0..COINS).map(|t| sign(outcome, t)).sum();
    if sum == 0.0 { 0.0 } else { sum.signum() }
}

/// What is true in a round, and what the player sees: a sign where 0 is true, while there are coins; then minus the
/// direction of their sum, without noise.
fn round(outcome: u32, t: u32) -> (f64, f64) {
    if t < COINS { (0.0, sign(outcome, t)) } else { (-direction(outcome), -direction(outcome)) }
}

/// The sum of regrets of stochastic subgradients on `[-1, 1]`, exactly, if rounds are slopes.
pub(crate) fn theta_regret(outcome: u32) -> RBig {
    let problem = Slopes(Cuboid::cube(1, -1.0, 1.0).unwrap().into());
    let horizon = ROUNDS as usize;
    let setting = GradientSetting { domain: &problem.0, horizon, gradient_bound: 1.0, convex: true, stochastic: true };
    let mut player = Subgradient::new(Step::Paper, &setting).unwrap();
    let (mut played, mut slopes) = (RBig::ZERO, RBig::ZERO);
    for t in 0..ROUNDS {
        let (slope, draw) = round(outcome, t);
        let loss = Loss { problem: &problem, side: Side::Constraints, weights: &[draw], sample: 0 };
        let mut theta = [f64::NAN];
        player.play(&loss, &mut theta).unwrap();
        player.observe(&loss, &theta, &mut Workspace::default()).unwrap();
        played += exact(slope) * exact(theta[0]);
        slopes += exact(slope);
    }
    played + if slopes < RBig::ZERO { -slopes } else { slopes }
}

/// The sum of swap regrets of the matrix player with two actions, exactly, if rounds are payoffs of the second.
pub(crate) fn swap_regret(outcome: u32) -> RBig {
    let step = matrix_step_paper(2, ROUNDS as usize, 1.0);
    let mut player = MatrixMultiplicative::new("matrix", 2, ROUNDS as usize, 2.0, step);
    let mut gains = [RBig::ZERO, RBig::ZERO];
    for t in 0..ROUNDS {
        let (payoff, draw) = round(outcome, t);
        let mut lambda = [f64::NAN; 2];
        player.play(&mut lambda);
        player.observe(&[0.0, draw]);
        gains[0] += exact(lambda[0]) * exact(payoff); // of going from the first to the second
        gains[1] -= exact(lambda[1]) * exact(payoff); // and back
    }
    gains.into_iter().fold(RBig::ZERO, |sum, gain| sum + gain.max(RBig::ZERO))
}

/// The probability that the average is above `bound / divisor`.
fn failing(regrets: &[RBig], bound: f64, divisor: u32) -> RBig {
    let limit = exact(bound) * RBig::from(ROUNDS) / RBig::from(divisor);
    let failures = regrets.iter().filter(|regret| **regret > limit).count();
    RBig::from(failures) / RBig::from(regrets.len())
}

/// With every outcome of the coins: failures of a bound, given by `delta`, are no more probable than that; those of a
/// hundredth of it are.
pub(crate) fn probabilities(regret: fn(u32) -> RBig, bound: fn(f64) -> f64) {
    let regrets: Vec<RBig> = (0..1 << COINS).map(regret).collect();
    assert!(regrets.iter().max() > regrets.iter().min());
    for delta in [0.01, 0.05, 0.25, 0.5, 0.75, 0.9, 1.0] {
        assert!(failing(&regrets, bound(delta), 1) <= exact(delta), "{delta}");
        // A hundredth of the bound fails unless the coins tie, which has probability 70/256.
        let broken = failing(&regrets, bound(delta), 100);
        assert_eq!(broken, RBig::from(256 - 70) / RBig::from(256));
        assert_eq!(broken > exact(delta), delta < 0.7);
    }
}
