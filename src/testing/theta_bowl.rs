//! Theta-players on a bowl, whose least value is known, and on one whose slopes are noisy.

use super::conformance::{Finding, Ruling};
use super::require;
use super::theta_player::{Player, at_most_all_bounds};
use crate::arena::samples;
use crate::domain::Domain as _;
use crate::error::Error;
use crate::game::Side;
use crate::numerics::rational::exact;
use crate::oracle::{Options, choose};
use crate::players::{Loss, ThetaPlayer, ThetaSettings};
use crate::problem::{ExpressionProblem, Noise, Noisy, Problem, Shape, Workspace};
use dashu_ratio::RBig;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// `|(x, y) - MIDDLE|^2`.
const BOWL: &str = "minimize = \"(x - 0.3)^2 + (y + 0.2)^2\"\n[variables]\nx = [-1, 1]\ny = [-1, 1]";
const MIDDLE: [f64; 2] = [0.3, -0.2];
const ON_BOWL: usize = 200;

fn bowl() -> Result<ExpressionProblem, String> {
    ExpressionProblem::from_toml(BOWL, "bowl").map_err(|error| error.to_string())
}

/// Plays on a bowl, with the draws of a seed, and hands the weight and the point of each round to `note`. `Err` inside says
/// why the player does not fit.
fn on_bowl(
    player: &Player,
    problem: &dyn Problem,
    seed: u64,
    mut note: impl FnMut(f64, [f64; 2]),
) -> Result<Result<Box<dyn ThetaPlayer>, String>, String> {
    let text = |error: Error| error.to_string();
    let oracle = choose(problem, Side::Constraints, Options::default()).map_err(text)?.oracle;
    let settings = ThetaSettings {
        problem,
        horizon: ON_BOWL,
        bound_subgradient: 4.0, // 2 |theta - middle| is at most 3.6, and weights are at most 1
        convex: true,
        step: None,
        oracle: Some(oracle),
    };
    let mut player = match (player.make)(settings) {
        Ok(player) => player,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let mut generator = ChaCha8Rng::seed_from_u64(7);
    let mut work = Workspace::default();
    for sample in samples(seed).take(ON_BOWL) {
        let weights = [f64::from(generator.random_range(1..=8_u8)) / 8.0];
        let loss = Loss { problem, side: Side::Constraints, weights: &weights, sample };
        let mut theta = [0.0; 2];
        player.play(&loss, &mut theta).map_err(text)?;
        require(problem.domain().contains(&theta), || format!("{theta:?} is not in the domain"))?;
        player.observe(&loss, &theta, &mut work).map_err(text)?;
        note(weights[0], theta);
    }
    Ok(Ok(player))
}

pub(super) fn law_curved_losses_keep_the_bounds(player: &Player) -> Ruling {
    let mut total = RBig::ZERO; // the least loss is 0, so this is the regret
    let played = on_bowl(player, &bowl()?, 0, |weight, theta| {
        let square = |i: usize| (exact(theta[i]) - exact(MIDDLE[i])) * (exact(theta[i]) - exact(MIDDLE[i]));
        total += exact(weight) * (square(0) + square(1));
    })?;
    match played {
        Ok(player) => at_most_all_bounds(&*player, &total, ON_BOWL),
        Err(reason) => Ok(Finding::Skipped(reason)),
    }
}

pub(super) fn law_draws_are_followed(player: &Player) -> Ruling {
    let noise = Noise::Added { shape: Shape::Sign, slopes: 0.25, values: 0.0 };
    let problem = Noisy::new(bowl()?, noise).map_err(|error| error.to_string())?;
    let trails = [1, 2].map(|seed| {
        let mut points = Vec::new();
        on_bowl(player, &problem, seed, |_, theta| points.push(theta.map(f64::to_bits)))
            .map(|fits| fits.map(|_| points))
    });
    let [first, second] = trails;
    match (first?, second?) {
        (Ok(first), Ok(second)) => {
            require((first != second) == player.stochastic, || {
                let points = if player.stochastic { "the same points" } else { "other points" };
                format!("another seed gives {points}")
            })?;
            Ok(Finding::Holds)
        }
        (Err(reason), _) | (_, Err(reason)) => Ok(Finding::Skipped(reason)),
    }
}
