//! The optimistic gradient player and nuPI: by hand, against each other, and against a twin that does not predict.

use crate::common::{catches, holds};
use crate::lambda_players::measure::{any_case, check_membership, run};
use proptest::prelude::*;
use referee::adversary;
use referee::arena::{Contest, Record};
use referee::game::Game;
use referee::players::{Gains, LambdaPlayer, LambdaSettings, NuPi, OptimisticGradient, ProjectedGradient};
use referee::registry::Registry;

fn optimistic(constraints: usize, radius: f64, step: f64) -> OptimisticGradient {
    OptimisticGradient::new("optimistic", constraints, 3, radius, 1.0, step).expect("a radius")
}

fn nu_pi(constraints: usize, radius: f64, step: f64, (integral, proportional, memory): (f64, f64, f64)) -> NuPi {
    let gains = Gains { integral, proportional, memory };
    NuPi::new("controlled", constraints, radius, step, gains).expect("gains in range")
}

fn plays(player: &mut dyn LambdaPlayer, payoffs: &[Vec<f64>]) -> Vec<Vec<f64>> {
    Record::against(player, payoffs).lambda
}

/// One constraint as a sequence of payoffs.
fn single(payoffs: &[f64]) -> Vec<Vec<f64>> {
    payoffs.iter().map(|&g| vec![g]).collect()
}

/// At step 1/2 the payoffs 1, 1, -1 lead `y` through 0, 1/2, 1; each play adds half of the last payoff.
#[test]
fn optimism_by_hand() {
    let mut player = optimistic(1, 10.0, 0.5);
    assert_eq!(plays(&mut player, &single(&[1.0, 1.0, -1.0, 0.0])), single(&[0.0, 1.0, 1.5, 0.0]));
    // 10^2 / (2 * 1/2) + (1/4) (1 + 0 + 4 + 1), over 4 rounds.
    let proved = player.runtime_bound().expect("rounds were played");
    assert!((25.375..25.375 * (1.0 + 1e-12)).contains(&proved), "{proved}");
    // With two constraints and R = 1: y = (1/2, 1/4), and from (1, 1/2) the projection takes 1/4 off each.
    let payoffs = [vec![1.0, 0.5], vec![0.0, 0.0]];
    assert_eq!(plays(&mut optimistic(2, 1.0, 0.5), &payoffs), [vec![0.0, 0.0], vec![0.75, 0.25]]);
}

/// With `ki = 2`, `kp = 4`, `nu = 1/2`: `xi` is 0, 1/2, 3/4 for the payoffs 1, 1, so the steps are 2 + 2 and 2 + 1.
#[test]
fn control_by_hand() {
    let mut player = nu_pi(1, 100.0, 1.0, (2.0, 4.0, 0.5));
    assert_eq!(plays(&mut player, &single(&[1.0, 1.0, -1.0, 0.0])), single(&[0.0, 4.0, 7.0, 1.5]));
    assert_eq!((player.bound(), player.runtime_bound()), (None, None));
}

#[test]
fn gains_out_of_range_are_refused() {
    for (integral, proportional, memory) in
        [(-1.0, 1.0, 0.0), (1.0, f64::NAN, 0.0), (f64::INFINITY, 1.0, 0.0), (1.0, 1.0, 1.0), (1.0, 1.0, -0.5)]
    {
        assert!(NuPi::new("it", 1, 1.0, 1.0, Gains { integral, proportional, memory }).is_err());
    }
}

/// Without a proportional part nuPI is projected gradient ascent, in every bit; with one it is not.
#[test]
fn integral_control_is_gradient_ascent() {
    let cases = (any_case(Game::Lagrangian), -6.0..6.0, 0.0..1.0);
    let agrees = |proportional: f64| {
        move |(case, exponent, memory): (Contest, f64, f64)| {
            let (m, step) = (case.constraints, exponent.exp2() / case.bound);
            let (radius, bound) = (case.radius, case.settings().bound2);
            let mut gradient = ProjectedGradient::new("it", m, case.horizon, radius, bound, step).expect("a radius");
            let record = run(&mut gradient, &case);
            for (integral, step) in [(1.0, step), (2.0, 0.5 * step)] {
                let again = plays(&mut nu_pi(m, radius, step, (integral, proportional, memory)), &record.payoff);
                prop_assert_eq!(&again, &record.lambda);
            }
            Ok(())
        }
    };
    holds(128, &cases, agrees(0.0));
    catches(128, &cases, agrees(0.5));
}

/// With `kp = ki` and no memory nuPI is optimistic gradient ascent while nothing is projected: in every bit where the
/// arithmetic is exact. Payoffs are eighths, the step is 1/4, and forty rounds lead so far inside that thirty cannot
/// lead out.
#[test]
fn proportional_control_without_memory_is_optimism_inside_the_set() {
    let payoffs = proptest::collection::vec(proptest::collection::vec(-8..=8_i8, 2), 30);
    holds(64, &payoffs, |eighths| {
        let drawn = eighths.iter().map(|row| row.iter().map(|&x| f64::from(x) / 8.0).collect());
        let payoffs: Vec<Vec<f64>> = std::iter::repeat_n(vec![1.0, 1.0], 40).chain(drawn).collect();
        let popov = plays(&mut optimistic(2, 1024.0, 0.25), &payoffs);
        prop_assert_eq!(&plays(&mut nu_pi(2, 1024.0, 0.25, (1.0, 1.0, 0.0)), &payoffs), &popov);
        prop_assert!(plays(&mut nu_pi(2, 1024.0, 0.25, (1.0, 1.0, 0.5)), &payoffs) != popov);
        Ok(())
    });
}

/// At the boundary they part: `y = 1` expects a quarter more and stays at 1, where nuPI takes the first payoff back.
#[test]
fn one_projection_is_not_two() {
    let payoffs = single(&[1.0, 0.25, 0.0]);
    assert_eq!(plays(&mut optimistic(1, 1.0, 1.0), &payoffs), single(&[0.0, 1.0, 1.0]));
    assert_eq!(plays(&mut nu_pi(1, 1.0, 1.0, (1.0, 1.0, 0.0)), &payoffs), single(&[0.0, 1.0, 0.5]));
}

/// Whatever the gains, the plays are members.
#[test]
fn controlled_multipliers_are_members() {
    let gains = (prop_oneof![0.0..4.0, Just(1e30)], prop_oneof![0.0..4.0, Just(1e30)], 0.0..1.0);
    holds(128, &(any_case(Game::Lagrangian), gains, -6.0..6.0), |(case, gains, exponent)| {
        let mut player = nu_pi(case.constraints, case.radius, f64::exp2(exponent) / case.bound, gains);
        check_membership(&run(&mut player, &case), &case)
    });
}

/// The optimistic inequality is false without the prediction: constant payoffs show it.
#[test]
fn ascent_that_does_not_predict_is_caught() {
    let contest = Contest {
        game: Game::Lagrangian,
        adversary: adversary::GAP,
        constraints: 1,
        horizon: 64,
        bound: 1.0,
        radius: 1.0,
        seed: 0,
    };
    let settings = LambdaSettings { step: Some(1.0 / 64.0), ..contest.settings() };
    let make = |name| Registry::ours().lambda_player(name, Game::Lagrangian, &settings).expect("a player");
    let payoffs = vec![vec![1.0]; 64];
    let (mut honest, mut blind) = (make("optimistic-gradient"), make("gradient"));
    let (predicts, does_not) = (Record::against(&mut *honest, &payoffs), Record::against(&mut *blind, &payoffs));
    let proved = honest.runtime_bound().expect("rounds were played");
    assert_eq!(predicts.keeps(&*honest, &contest, "run-time", proved), Ok(()));
    assert!(does_not.keeps(&*honest, &contest, "run-time", proved).is_err());
}
