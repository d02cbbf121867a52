//! Theorem 7: stochastic mirror descent keeps its rate with high probability.
//!
//! Conditioning on `theta_t` alone, as printed, is not enough: one coin for all rounds.

use crate::stochastic::games::{bounds_of, check, check_step, check_twins, with};
use crate::stochastic::problems::noisy_ball;
use dashu_ratio::RBig;
use referee::domain::{AnyDomain, Cuboid};
use referee::error::Result;
use referee::game::Side;
use referee::numerics::Enclosure;
use referee::numerics::rational::exact;
use referee::players::{GradientSetting, Loss, Step, Subgradient, ThetaPlayer};
use referee::problem::{Problem, Workspace};
use referee::theorems::Theorem7;

const ROUNDS: usize = 800;

/// `f(theta) = theta` on `[0, 1]`, with the "stochastic subgradient" `2 coin` in every round: the sample is the coin.
struct Coin(AnyDomain);

impl Problem for Coin {
    fn name(&self) -> &'static str {
        "coin"
    }
    fn domain(&self) -> &AnyDomain {
        &self.0
    }
    fn num_constraints(&self) -> usize {
        0
    }
    fn values(&self, theta: &[f64], _: Side, out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out.copy_from_slice(theta);
        Ok(())
    }
    fn subgradient(&self, _: &[f64], _: Side, _: &[f64], out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out.fill(1.0);
        Ok(())
    }
    fn stochastic_subgradient(
        &self,
        coin: u64,
        _: &[f64],
        _: Side,
        _: &[f64],
        out: &mut [f64],
        _: &mut Workspace,
    ) -> Result<()> {
        out.fill(2.0 * coin as f64);
        Ok(())
    }
}

/// The points played and the draws, for one outcome of the coin.
fn play(coin: u64) -> (Vec<f64>, Vec<f64>) {
    let problem = Coin(Cuboid::cube(1, 0.0, 1.0).unwrap().into());
    let setting =
        GradientSetting { domain: &problem.0, horizon: ROUNDS, gradient_bound: 2.0, convex: true, stochastic: true };
    let mut player = Subgradient::new(Step::Paper, &setting).unwrap();
    let (mut points, mut draws, mut work) = (Vec::new(), Vec::new(), Workspace::default());
    for _ in 0..ROUNDS {
        let loss = Loss { problem: &problem, side: Side::Constraints, weights: &[1.0], sample: coin };
        let (mut theta, mut draw) = ([f64::NAN], [f64::NAN]);
        player.play(&loss, &mut theta).unwrap();
        player.observe(&loss, &theta, &mut work).unwrap();
        problem.stochastic_subgradient(coin, &theta, loss.side, loss.weights, &mut draw, &mut work).unwrap();
        points.push(theta[0]);
        draws.push(draw[0]);
    }
    (points, draws)
}

/// Given `theta_t` alone the draws are unbiased in every round, and bounded. Given the past they are not, from the
/// second round on; and the terms that the proof bounds with exponentially small probability are 1 half of the time.
#[test]
fn necessity_of_the_whole_past() {
    let outcomes = [play(0), play(1)];
    for t in 0..ROUNDS {
        let thetas = outcomes.each_ref().map(|(points, _)| points[t]);
        assert_eq!(thetas, [0.0; 2], "the point tells nothing about the coin");
        let mean = outcomes.iter().fold(RBig::ZERO, |sum, (_, draws)| sum + exact(draws[t])) / RBig::from(2);
        assert_eq!(mean, RBig::ONE, "given theta_t the mean is the subgradient of f_t");
    }
    // Given the past, which tells the coin, the mean is the draw itself: 0 or 2, never the subgradient 1.
    assert!(outcomes.iter().all(|(_, draws)| draws[1..].iter().all(|&draw| draw != 1.0)));
    // avg <Delta_t - 1, 1 - theta_t> for the two outcomes.
    let average = |(points, draws): &(Vec<f64>, Vec<f64>)| {
        let terms = points.iter().zip(draws).map(|(&x, &draw)| (exact(draw) - RBig::ONE) * (RBig::ONE - exact(x)));
        terms.fold(RBig::ZERO, |sum, term| sum + term) / RBig::from(ROUNDS)
    };
    assert_eq!(outcomes.each_ref().map(average), [-RBig::ONE, RBig::ONE]);
    // The printed display at level 1: exp(-T / (64 B_Psi B^2)), B_Psi = 1/2, B = 2.
    let printed = Enclosure::point(-(ROUNDS as f64) / 128.0).exp();
    assert!(printed.hi() < 0.5, "probability 1/2 is claimed to be at most {printed}");
}

#[test]
fn implication_frequency_of_theorem_7() {
    check(&Theorem7, noisy_ball, &with(2048, 0.25, bounds_of(&noisy_ball(), Side::Constraints)));
}

#[test]
fn necessity_of_honest_draws_in_theorem_7() {
    let constants = with(2048, 0.25, bounds_of(&noisy_ball(), Side::Constraints));
    check_twins(&Theorem7, noisy_ball, &constants);
    check_step(&Theorem7, &noisy_ball(), &constants);
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, NOISY, holds_on_random_instances};
    holds_on_random_instances(&Theorem7, Least { noisy: NOISY, ..Least::default() });
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses = [
        "confidence_small",
        "lower_bound_possible",
        "multipliers_in_set",
        "payoffs_bounded",
        "rounding_small",
        "subgradients_bounded",
        "theta_step",
    ];
    super::common::random::notices_each_missing_hypothesis(&Theorem7, &hypotheses);
}
