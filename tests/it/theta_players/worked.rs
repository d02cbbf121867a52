//! Numbers by hand: what the bounds are, and that the rounding terms in them are what the proofs ask for.

use dashu_ratio::RBig;
use referee::adversary::Slopes;
use referee::arena::duel;
use referee::domain::{AnyDomain, Ball, Cuboid, Domain};
use referee::numerics::rational::exact;
use referee::players::theta_bounds::{
    adagrad_bound, adagrad_step, best_step, optimistic_bound, optimistic_step, paper_step, subgradient_bound,
};
use referee::players::{AdaGrad, GradientSetting, Optimistic, Step, Subgradient, ThetaPlayer};

#[test]
fn worked_steps_and_bounds() {
    // reach 2, norm 3, 16 rounds.
    assert_eq!(best_step(2.0, 3.0, 16), 2.0 / 4.0 / 3.0);
    assert_eq!(optimistic_step(2.0, 3.0, 16), 2.0 / 8.0 / 3.0);
    assert_eq!(paper_step(2.0, 4.0, 8), 0.125);
    // 2^2 / (2 * 0.5 * 16) + 0.5 * 3^2 / 2, and with 61 * 3^2 in place of 16 * 3^2.
    assert_eq!(subgradient_bound(2.0, 3.0, 16, 0.5), 0.25 + 2.25);
    assert_eq!(optimistic_bound(2.0, 3.0, 16, 0.5), 0.25 + 0.5 * 9.0 * 61.0 / 32.0);
    // Sides 2 and 2: c_i = 4 / (2 alpha) + alpha = 3 at alpha = 1, so 3 sqrt 2 * 3 / 4; 6 at the usual alpha.
    let bound = adagrad_bound([2.0, 2.0].into_iter(), 3.0, 16, 1.0);
    assert!(bound >= 2.25 * 2.0_f64.sqrt() && bound <= 2.25 * 2.0_f64.sqrt() * (1.0 + 1e-12));
    let bound = adagrad_bound([2.0, 2.0].into_iter(), 3.0, 4, adagrad_step(2.0));
    assert!((6.0..=6.0 * (1.0 + 1e-12)).contains(&bound));
    assert_eq!(adagrad_bound([2.0].into_iter(), 1e300, 4, 1e-300), f64::INFINITY);
}

fn setting(domain: &AnyDomain, horizon: usize) -> GradientSetting<'_> {
    GradientSetting { domain, horizon, gradient_bound: 1.0, convex: true, stochastic: false }
}

/// `rounds * linear_bound` after the slopes, minus what it is without rounding.
fn excess(player: &mut dyn ThetaPlayer, domain: &AnyDomain, slopes: &[Vec<f64>], without: f64) -> f64 {
    let mut foe = |_: &[f64], run: &Slopes| slopes[run.slopes.len()].clone();
    duel(player, domain, slopes.len(), &mut foe).unwrap();
    let sum = exact(player.linear_bound().unwrap()) * RBig::from(slopes.len());
    (sum - exact(without)).to_f64().value()
}

/// At least what the proof asks for, and at most a little more than that.
fn assert_near(excess: f64, asked: f64) {
    assert!(excess >= asked && excess <= 1.5 * asked, "{excess:e} where {asked:e} was asked for");
}

const U: f64 = f64::EPSILON / 2.0;

/// On `[-1, 1]` with step 1/4 and slopes 1, 1, -1: the reach is 1 and `D = 2`. All slopes have norm 1, so
/// `tau = u (1 + 3/4)` each time.
#[test]
fn worked_bounds_of_the_run_on_an_interval() {
    let domain = AnyDomain::from(Cuboid::cube(1, -1.0, 1.0).unwrap());
    let slopes = [vec![1.0], vec![1.0], vec![-1.0]];
    let tau = U * 1.75;
    let mut player = Subgradient::new(Step::Given(0.25), &setting(&domain, 3)).unwrap();
    // 1 / (2 * 1/4) + (1/8) (1 + 1 + 1)
    assert_near(excess(&mut player, &domain, &slopes, 2.375), 3.0 * 2.0 * tau / 0.25);
    let mut player = Optimistic::new(Some(0.25), &setting(&domain, 3)).unwrap();
    // The slopes differ from the predictions 0, 1, 1 by 1, 0 and 2; two played points carry an error of their own.
    assert_near(excess(&mut player, &domain, &slopes, 2.0 + 0.125 * 5.0), 3.0 * 2.0 * tau / 0.25 + 2.0 * tau);
    // With step 4 and four equal slopes the errors of played points outweigh the others: tau = u (1 + 12).
    let mut player = Optimistic::new(Some(4.0), &setting(&domain, 4)).unwrap();
    let tau = U * 13.0;
    assert_near(excess(&mut player, &domain, &vec![vec![1.0]; 4], 0.125 + 2.0), 4.0 * 2.0 * tau / 4.0 + 3.0 * tau);
}

/// `AdaGrad` on `[-1, 1]`: the theorem's number, and the trivial one where that is smaller.
#[test]
fn worked_bound_of_the_run_of_adagrad() {
    let domain = AnyDomain::from(Cuboid::cube(1, -1.0, 1.0).unwrap());
    // Slopes 1 and -1 at step 3/4: the rates are 3/4 and (3/4) / sqrt 2, the first term is 4 sqrt 2 / (2 * 3/4) and
    // the drift (3/8) (1 + 1 / sqrt 2), together 4.41. Two slopes of size 1 cannot cost more than 4.
    let mut player = AdaGrad::new(Some(0.75), &setting(&domain, 2)).unwrap();
    assert_eq!(excess(&mut player, &domain, &[vec![1.0], vec![-1.0]], 4.0), 0.0);
    // Equal slopes: S_t = sqrt t. The first step leads to -1 and play stays there, so tau_t = u (1 + 3 a_t) from the
    // second round on, and 3 u a_1 before.
    let rounds = 64_u32;
    let (alpha, slopes) = (1.5, vec![vec![1.0]; 64]);
    let mut player = AdaGrad::new(Some(alpha), &setting(&domain, 64)).unwrap();
    let rate = |t: u32| alpha / f64::from(t).sqrt();
    let without = 4.0 / (2.0 * rate(rounds)) + (1..=rounds).map(|t| rate(t) / 2.0).sum::<f64>();
    let cost = |t: u32| 2.0 * U * (if t == 1 { 0.0 } else { 1.0 } + 3.0 * rate(t)) / rate(t);
    let asked: f64 = (1..=rounds).map(cost).sum();
    let found = excess(&mut player, &domain, &slopes, without);
    // `without` is a sum of doubles: its own error is some 1e-15, and the excess some 1e-13.
    assert!(found > 0.9 * asked && found < 1.5 * asked, "{found:e} where {asked:e} was asked for");
}

/// On a ball the projection's own error is in the bound too: one slope, then nothing moves.
#[test]
fn worked_rounding_of_a_projection() {
    let domain = AnyDomain::from(Ball::new(2, 1.0).unwrap());
    let (slope, norm) = ([0.6, 0.7], 0.85_f64.sqrt());
    // A step of 1/2 stays in the ball, one of 5/4 leaves it.
    for (step, leaves) in [(0.5, false), (1.25, true)] {
        let mut landed = slope.map(|s| -step * s);
        let projection = domain.project(&mut landed);
        assert_eq!(projection > 0.0, leaves);
        let mut player = Subgradient::new(Step::Given(step), &setting(&domain, 2)).unwrap();
        let without = 1.0 / (2.0 * step) + 0.5 * step * 0.85;
        let excess = excess(&mut player, &domain, &[slope.to_vec(), vec![0.0; 2]], without);
        assert_near(excess, 2.0 * (U * (1.0 + 3.0 * step * norm) + projection) / step);
    }
}
