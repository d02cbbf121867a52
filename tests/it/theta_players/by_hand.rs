//! FTRL, extragradient and `AMSGrad`, step by step with pencil and paper.

use crate::common::{FOES, foe_named};
use referee::adversary::Slopes;
use referee::arena::duel;
use referee::domain::{AnyDomain, Ball, Cuboid};
use referee::game::Side;
use referee::players::theta_bounds::{amsgrad_bound, amsgrad_step};
use referee::players::{
    AmsGrad, Extragradient, FollowTheLeader, GradientSetting, Loss, Optimistic, Step, Subgradient, ThetaPlayer,
};
use referee::problem::{ExpressionProblem, Problem, Workspace};

fn setting(domain: &AnyDomain, horizon: usize) -> GradientSetting<'_> {
    GradientSetting { domain, horizon, gradient_bound: 1.0, convex: true, stochastic: false }
}

fn interval() -> AnyDomain {
    Cuboid::cube(1, -1.0, 1.0).unwrap().into()
}

/// The points of a player on an interval that is told these slopes.
fn points(player: &mut dyn ThetaPlayer, domain: &AnyDomain, slopes: &[f64]) -> Vec<f64> {
    let mut foe = |_: &[f64], run: &Slopes| vec![slopes[run.slopes.len()]];
    duel(player, domain, slopes.len(), &mut foe).unwrap().points.concat()
}

/// Three slopes lead to -3/2, which is projected to -1. One slope back leaves the lazy player at -1, where the eager
/// one has forgotten what was cut off and comes back by half.
#[test]
fn a_lazy_projection_remembers() {
    let domain = interval();
    let slopes = [1.0, 1.0, 1.0, -1.0, -1.0, 0.0];
    let mut lazy = FollowTheLeader::new(Some(0.5), &setting(&domain, 6)).unwrap();
    assert_eq!(points(&mut lazy, &domain, &slopes), [0.0, -0.5, -1.0, -1.0, -1.0, -0.5]);
    // 1 / (2 * 1/2) + (1/4) 5, over 6 rounds, and a little rounding.
    let proved = 6.0 * lazy.linear_bound().unwrap();
    assert!((2.25..2.25 + 1e-13).contains(&proved), "{proved}");
    let mut eager = Subgradient::new(Step::Given(0.5), &setting(&domain, 6)).unwrap();
    assert_eq!(points(&mut eager, &domain, &slopes), [0.0, -0.5, -1.0, -1.0, -0.5, 0.0]);
}

/// What a player plays on one loss that stays.
fn on_a_parabola(player: &mut dyn ThetaPlayer, problem: &dyn Problem, weights: &[f64]) -> Vec<f64> {
    let mut work = Workspace::default();
    let mut play = |weight: &f64| {
        let loss = Loss { problem, side: Side::Constraints, weights: &[*weight], sample: 0 };
        let mut theta = [f64::NAN];
        player.play(&loss, &mut theta).unwrap();
        player.observe(&loss, &theta, &mut work).unwrap();
        theta[0]
    };
    weights.iter().map(&mut play).collect()
}

/// `(x - 1)^2` at step 1/4, from `y = 0`. The slope there is -2, so `y` moves to 1/2, where the slope is -1: it looks
/// from 1/2 to 3/4, where the slope is -1/2, moves to 5/8, where it is -3/4, and looks to 13/16. The optimistic player
/// expects -2 again and looks to 1. With the second loss twice as high the next look is still by the first.
#[test]
fn extragradient_asks_twice_and_never_ahead() {
    let text = "minimize = \"(x - 1)^2\"\n[variables]\nx = [-2, 2]";
    let problem = ExpressionProblem::from_toml(text, "parabola").unwrap();
    let extragradient = || Extragradient::new(Some(0.25), &setting(problem.domain(), 3)).unwrap();
    assert_eq!(on_a_parabola(&mut extragradient(), &problem, &[1.0; 3]), [0.0, 0.75, 0.8125]);
    let mut optimistic = Optimistic::new(Some(0.25), &setting(problem.domain(), 3)).unwrap();
    assert_eq!(on_a_parabola(&mut optimistic, &problem, &[1.0; 3])[..2], [0.0, 1.0]);
    // Twice the loss: from 1/2 by twice the slope -1/2 at 3/4 to 3/4, and by twice the slope -1/2 there to 1.
    assert_eq!(on_a_parabola(&mut extragradient(), &problem, &[1.0, 2.0, 1.0]), [0.0, 0.75, 1.0]);
    // The steepest slope is one that was looked at: with the weight 1, 2 at 0, but 8 at a base point beyond the middle.
    let mut wild = Extragradient::new(Some(4.0), &setting(problem.domain(), 3)).unwrap();
    on_a_parabola(&mut wild, &problem, &[1.0, 4.0]);
    assert!(wild.largest_subgradient().unwrap() >= 8.0);
}

/// On linear losses there is nothing to ask again: it is the optimistic player, in every bit.
#[test]
fn extragradient_is_optimistic_on_linear_losses() {
    for domain in [interval(), Ball::new(3, 1.5).unwrap().into()] {
        for name in FOES {
            let run = |player: &mut dyn ThetaPlayer| duel(player, &domain, 60, &mut foe_named(name, 1.0, 5)).unwrap();
            let mut one = Extragradient::new(None, &setting(&domain, 60)).unwrap();
            let mut two = Optimistic::new(None, &setting(&domain, 60)).unwrap();
            assert_eq!(run(&mut one), run(&mut two), "{name} on {domain}");
            assert_eq!((one.bound(), one.linear_bound()), (two.bound(), two.linear_bound()));
        }
    }
}

/// Slopes of 1 at step 1/10: `m_1 = 1/10`, `w_1 = 1/100`, so the first move is by 1/10; `m_2 = 0.19`, `w_2 = 0.0199`.
#[test]
fn amsgrad_by_hand() {
    let domain = interval();
    let mut player = AmsGrad::new(Some(0.1), &setting(&domain, 3)).unwrap();
    let second = -0.1 - 0.1 * 0.19 / (2.0 * 0.0199_f64).sqrt();
    let played = points(&mut player, &domain, &[1.0, 1.0, 0.0]);
    for (played, hand) in played.iter().zip([0.0, -0.1, second]) {
        assert!((played - hand).abs() < 1e-14, "{played} and {hand}");
    }
    // Slopes of 0 do not wake a coordinate that has seen nothing.
    let mut still = AmsGrad::new(Some(0.1), &setting(&domain, 3)).unwrap();
    assert_eq!(points(&mut still, &domain, &[0.0, -0.0, 1e-200]), [0.0; 3]);
}

/// The bound of the run in closed form: after the first move, of 1 at step 1, the player stays at -1.
#[test]
fn the_bound_of_the_run_of_amsgrad_by_hand() {
    let domain = interval();
    let rounds = 64;
    let mut player = AmsGrad::new(Some(1.0), &setting(&domain, rounds)).unwrap();
    let played = points(&mut player, &domain, &vec![1.0; rounds]);
    assert!(played[1..].iter().all(|&theta| theta < -1.0 + 1e-14), "{played:?}");
    let momentum = |t: f64| 1.0 - 0.9_f64.powf(t);
    let rate = |t: f64| 1.0 / (t * (1.0 - 0.99_f64.powf(t))).sqrt();
    let drift: f64 = (1..=64).map(|t| 0.5 * rate(f64::from(t)) * momentum(f64::from(t)).powi(2)).sum();
    let sum = 2.0 / rate(64.0) + drift + 9.0 * (0.1 + 2.0 * momentum(64.0));
    let proved = 64.0 * player.linear_bound().unwrap();
    assert!((proved / sum - 1.0).abs() < 1e-10, "{proved} where {sum} was asked for");
}

/// On `[-1, 1]` with slopes up to 3 in 16 rounds: `4 (3 (4 / (2 alpha) + 190 alpha)) + 2 * 3 * 9`, over 16.
#[test]
fn the_bound_of_amsgrad_by_hand() {
    let by_hand = |alpha: f64| (12.0 * (2.0 / alpha + 190.0 * alpha) + 54.0) / 16.0;
    // 0.9 and 0.99 are not doubles, so 190 is not exactly what is used.
    let bound = amsgrad_bound([2.0].into_iter(), 3.0, 16, 0.5);
    assert!((bound / by_hand(0.5) - 1.0).abs() < 1e-12, "{bound} and {}", by_hand(0.5));
    let best = amsgrad_step([2.0].into_iter());
    assert!((best - (1.0_f64 / 95.0).sqrt()).abs() < 1e-15);
    // Sides 3 and 4: alpha^2 = 25 / (2 sqrt 2 190); the order does not matter.
    for sides in [[3.0, 4.0], [4.0, 3.0]] {
        assert!((amsgrad_step(sides.into_iter()) - (25.0 / (380.0 * 2.0_f64.sqrt())).sqrt()).abs() < 1e-14);
    }
    assert_eq!((amsgrad_step([0.0].into_iter()), amsgrad_step(std::iter::empty())), (1.0, 1.0));
    // After enough rounds it says more than that nobody loses more than the diameter times the slope.
    let domain = interval();
    let promised = |horizon| AmsGrad::new(None, &setting(&domain, horizon)).unwrap().bound().unwrap();
    assert_eq!(promised(100), 2.0);
    assert!(promised(10_000) < 0.4);
}
