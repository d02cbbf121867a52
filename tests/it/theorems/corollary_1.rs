//! Corollary 1: projected gradients have regret `R B sqrt(2 / T)`.

use super::common::rates::{ROUNDS, bound_on_payoffs, encloses_root, given, lagrangian, sides, wrong_steps};
use super::common::{ratio as q, trace};
use crate::rates::arena::{Rule, certify, duel, verdict};
use crate::rates::laws::{against_adversaries, on_families};
use referee::certificate::Verdict;
use referee::domain::{Domain as _, L1Orthant};
use referee::game::Game;
use referee::numerics::Enclosure;
use referee::players::bounds::gradient_step_paper;
use referee::theorems::Corollary1;

#[test]
fn implication_corollary_1_on_families() {
    assert!(on_families(&Corollary1, false, 4096) >= 60);
}

#[test]
fn implication_projected_gradients_against_adversaries() {
    against_adversaries(0);
}

#[test]
fn necessity_of_the_step() {
    let paper = gradient_step_paper(2.0, 1.0, ROUNDS);
    for (trace, factor) in wrong_steps() {
        let certificate = certify(&Corollary1, &trace, given(2.0, 1.0, factor * paper));
        assert_eq!(verdict(&certificate, "step_keeps_bound"), Verdict::Violated);
        assert_eq!(verdict(&certificate, "lambda_regret_paper"), Verdict::Violated);
        // The bound of the step that was really used stands.
        assert_eq!(verdict(&certificate, "lambda_regret_step"), Verdict::Holds);
    }
}

#[test]
fn necessity_of_the_bound_on_payoffs() {
    bound_on_payoffs(Game::Lagrangian, "gradient", &Corollary1);
}

/// From the vertex that is farthest from the best one, the way is longer than `R`.
#[test]
fn necessity_of_the_start() {
    let step = gradient_step_paper(2.0, 1.0, ROUNDS);
    let ball = L1Orthant::new(2, 2.0).expect("a set");
    let run = |start: [f64; 2]| {
        let mut point = start;
        let mut player = Rule(|lambda: &mut [f64], payoff: Option<&[f64]>| match payoff {
            None => lambda.copy_from_slice(&point),
            Some(payoff) => {
                point.iter_mut().zip(payoff).for_each(|(x, g)| *x += step * g);
                ball.project(&mut point);
            }
        });
        duel(&mut player, Game::Lagrangian, 2, ROUNDS, |_, out| out.copy_from_slice(&[0.707, -0.707]))
    };
    let certificate = |start| certify(&Corollary1, &run(start), given(2.0, 1.0, step));
    let (good, bad) = (certificate([0.0, 0.0]), certificate([0.0, 2.0]));
    assert_eq!(verdict(&good, "lambda_regret_data"), Verdict::Holds);
    for name in ["payoffs_bounded", "multipliers_in_set", "step_keeps_bound"] {
        assert_eq!(verdict(&bad, name), Verdict::Holds, "{name}"); // no hypothesis that a trace shows is to blame
    }
    assert_eq!(verdict(&bad, "lambda_regret_step"), Verdict::Violated);
    assert_eq!(verdict(&bad, "lambda_regret_data"), Verdict::Violated);
}

/// A player that descends, and one that does not move.
#[test]
fn necessity_of_the_sign() {
    let step = gradient_step_paper(2.0, 1.0, ROUNDS);
    for direction in [-1.0, 0.0] {
        let mut point = 0.0_f64;
        let mut player = Rule(|lambda: &mut [f64], payoff: Option<&[f64]>| match payoff {
            None => lambda[0] = point,
            Some(payoff) => point = (point + direction * step * payoff[0]).clamp(0.0, 2.0),
        });
        let trace = duel(&mut player, Game::Lagrangian, 1, ROUNDS, |_, out| out[0] = 1.0);
        let certificate = certify(&Corollary1, &trace, given(2.0, 1.0, step));
        for name in ["lambda_regret_paper", "lambda_regret_step", "lambda_regret_data"] {
            assert_eq!(verdict(&certificate, name), Verdict::Violated, "{name}");
        }
    }
}

/// Orthogonal payoffs at the best step lose exactly `R B sqrt T`: one payoff `B`, and the pair `(1, 1), (1, -1)`.
#[test]
fn worked_orthogonal_gradients_attain_the_best_step() {
    let one = trace("objective,constraint_1,lambda_1\n0,0.75,0\n");
    let certificate = certify(&Corollary1, &one, lagrangian(2.0, 0.75, 2.0 / 0.75));
    let (regret, bound) = sides(&certificate, "lambda_regret_step");
    assert_eq!(regret, Enclosure::point(1.5));
    assert!(bound.contains(1.5) && bound.width() < 1e-15);
    let two = trace("objective,constraint_1,constraint_2,lambda_1,lambda_2\n0,1,1,0,0\n0,1,-1,1.5,1.5\n");
    let certificate = certify(&Corollary1, &two, lagrangian(3.0, 1.5, 1.5));
    assert_eq!(sides(&certificate, "lambda_regret_data"), (Enclosure::point(3.0), Enclosure::point(3.0)));
    // 3 sqrt 2 sqrt 2 over two rounds; the printed bound has sqrt(2 / 2) = 1 in it.
    assert!(sides(&certificate, "lambda_regret_paper").1.contains(4.5));
    assert!(encloses_root(certificate.measured("largest_payoff").expect("measured"), &q(2, 1)));
    assert_eq!(certificate.measured("mean_square_payoff"), Some(Enclosure::point(2.0)));
    assert_eq!(certificate.measured("largest_multipliers"), Some(Enclosure::point(3.0)));
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, holds_on_random_instances};
    holds_on_random_instances(&Corollary1, Least::default());
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses =
        ["lower_bound_possible", "multipliers_in_set", "payoffs_bounded", "rounding_small", "step_keeps_bound"];
    super::common::random::notices_each_missing_hypothesis(&Corollary1, &hypotheses);
}
