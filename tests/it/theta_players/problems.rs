//! The players on real losses: a convex quadratic, and noise that must be centred.

use super::laws::PLAYERS;
use dashu_ratio::RBig;
use referee::domain::Domain;
use referee::error::Result;
use referee::game::Side;
use referee::numerics::Enclosure;
use referee::numerics::rational::exact;
use referee::players::{Loss, ThetaPlayer, ThetaSettings};
use referee::problem::{ExpressionProblem, Problem, Workspace};
use referee::registry::Registry;

const MIDDLE: [f64; 2] = [0.3, -0.2];

fn quadratic(noise: f64) -> ExpressionProblem {
    let text = format!(
        "minimize = \"(x - 0.3)^2 + (y + 0.2)^2\"\n[variables]\nx = [-1, 1]\ny = [-1, 1]\n[facts]\nnoise = {noise:?}"
    );
    ExpressionProblem::from_toml(&text, "quadratic").unwrap()
}

fn play(name: &str, problem: &ExpressionProblem, rounds: usize, seed: u64) -> (Vec<[f64; 2]>, Box<dyn ThetaPlayer>) {
    let settings =
        ThetaSettings { problem, horizon: rounds, bound_subgradient: 4.0, convex: true, step: None, oracle: None };
    let mut player = Registry::ours().theta_player(name, settings).unwrap();
    let (mut points, mut work) = (Vec::new(), Workspace::default());
    for t in 0..rounds as u64 {
        let loss = Loss { problem, side: Side::Constraints, weights: &[1.0], sample: seed + t };
        let mut theta = [0.0; 2];
        player.play(&loss, &mut theta).unwrap();
        assert!(problem.domain().contains(&theta));
        player.observe(&loss, &theta, &mut work).unwrap();
        points.push(theta);
    }
    (points, player)
}

fn loss_at(theta: [f64; 2]) -> RBig {
    let square = |i: usize| (exact(theta[i]) - exact(MIDDLE[i])) * (exact(theta[i]) - exact(MIDDLE[i]));
    square(0) + square(1)
}

/// The least loss is 0, so the mean loss is the regret.
#[test]
fn a_quadratic_is_minimised_within_the_bounds() {
    let rounds = 600;
    for name in PLAYERS {
        let (points, player) = play(name, &quadratic(0.0), rounds, 0);
        let total = points.iter().fold(RBig::ZERO, |sum, &theta| sum + loss_at(theta));
        for bound in [player.bound(), player.runtime_bound(), player.linearised_regret().map(Enclosure::hi)] {
            let Some(bound) = bound else {
                assert_eq!(name, "stochastic-subgradient");
                continue;
            };
            assert!(total <= exact(bound) * RBig::from(rounds), "{name}: {bound}");
        }
        let best = points.iter().map(|&theta| loss_at(theta)).min().unwrap();
        assert!(best < exact(1e-2), "{name} never came near the minimum");
    }
}

#[test]
fn a_seed_fixes_the_stochastic_player() {
    let problem = quadratic(0.5);
    let points = |seed: u64| play("stochastic-subgradient", &problem, 50, seed).0;
    assert_eq!(points(3), points(3));
    assert_ne!(points(3), points(4));
    let exact_player = play("subgradient", &problem, 50, 3).0;
    assert_ne!(points(3), exact_player, "the noise must be seen");
    assert_eq!(play("stochastic-subgradient", &quadratic(0.0), 50, 3).0, exact_player);
}

/// Whether the mean noise over many samples is as near to 0 as Hoeffding's inequality says of centred noise in
/// `[-width, width]`, except with probability 1e-9 for all coordinates together.
fn noise_is_centred(width: f64, noise: impl Fn(u64) -> [f64; 2]) -> bool {
    let samples = 40_000;
    let mut sums = [0.0; 2];
    for sample in 0..samples {
        let noise = noise(sample);
        assert!(noise.iter().all(|x| x.abs() <= width * (1.0 + 1e-12)));
        sums.iter_mut().zip(noise).for_each(|(sum, x)| *sum += x);
    }
    let limit = width * (2.0 * samples as f64 * (4.0 / 1e-9_f64).ln()).sqrt();
    sums.iter().all(|sum| sum.abs() <= limit)
}

#[test]
fn stochastic_slopes_have_the_right_mean() -> Result<()> {
    let problem = quadratic(0.5);
    let theta = [0.3, -0.2]; // the slope is 0 here, so what is left is the noise
    let noise = |sample: u64| {
        let (mut slope, mut work) = ([9.0; 2], Workspace::default());
        problem.stochastic_subgradient(sample, &theta, Side::Constraints, &[1.0], &mut slope, &mut work).unwrap();
        slope
    };
    assert!(noise_is_centred(0.5, noise));
    assert!(!noise_is_centred(0.5, |sample| noise(sample).map(|x| x.abs().max(0.1) - 0.2)), "a bias is noticed");
    let mut slope = [9.0; 2];
    problem.subgradient(&theta, Side::Constraints, &[1.0], &mut slope, &mut Workspace::default())?;
    assert_eq!(slope, [0.0; 2]);
    Ok(())
}
