//! Extreme constants: no NaN, no panic, and the laws still hold.

use super::laws::{PLAYERS, check, player};
use crate::common::foe_named;
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::adversary::Slopes;
use referee::arena::{Scripted, duel};
use referee::domain::{AnyDomain, Ball, Cuboid, Simplex};
use referee::numerics::rational::exact;
use referee::players::{
    AdaGrad, AmsGrad, Extragradient, FollowTheLeader, GradientSetting, Optimistic, Step, Subgradient, ThetaPlayer,
    ThetaSettings,
};
use referee::registry::Registry;
use referee::testing::theta_arena::compare_regret;
use std::cmp::Ordering;

const TINY: f64 = f64::from_bits(1);

fn domains() -> Vec<AnyDomain> {
    let huge = 2f64.powi(500);
    vec![
        Cuboid::cube(2, 0.0, 0.0).unwrap().into(),
        Cuboid::cube(2, 0.7, 0.7).unwrap().into(),
        Cuboid::cube(2, -TINY, TINY).unwrap().into(),
        Cuboid::new(vec![-huge, 1.0], vec![huge, 1.0 + f64::EPSILON]).unwrap().into(),
        Ball::new(3, 0.0).unwrap().into(),
        Ball::new(3, TINY).unwrap().into(),
        Ball::new(3, 1.0).unwrap().into(),
        Ball::new(2, huge).unwrap().into(),
        Simplex::new(1).unwrap().into(),
    ]
}

#[test]
fn laws_hold_at_every_scale() {
    let (mut errors, mut duels) = (0, 0);
    for domain in domains() {
        for name in PLAYERS {
            for gradient in [0.0, TINY, 1e-300, 1.0, 1e200, f64::MAX] {
                for length in [0.0, TINY, 1e-310, 1.0, 1e150, 1e300, f64::MAX / 4.0] {
                    for rounds in [1, 5] {
                        let mut player = player(name, &domain, gradient, rounds);
                        let mut unit = foe_named("random", 1.0, 9);
                        let mut foe =
                            |theta: &[f64], run: &Slopes| unit(theta, run).iter().map(|x| x * length).collect();
                        duels += 1;
                        match check(&mut *player, &domain, gradient, rounds, &mut foe) {
                            Err(message) if message.contains("leaves the range of doubles") => errors += 1,
                            outcome => {
                                assert!(outcome.is_ok(), "{name}, {domain}, {gradient:e}, {length:e}: {outcome:?}");
                            }
                        }
                        for bound in [player.bound(), player.runtime_bound()].into_iter().flatten() {
                            assert!(bound.is_finite() && bound >= 0.0);
                        }
                    }
                }
            }
        }
    }
    assert!(errors * 5 < duels, "{errors} of {duels} duels ended early");
}

/// On a single point there is no regret, and the bounds know it.
#[test]
fn a_single_point_has_no_regret() {
    let domain = AnyDomain::from(Cuboid::cube(2, 0.7, 0.7).unwrap());
    for name in PLAYERS {
        let mut player = player(name, &domain, 1.0, 10);
        check(&mut *player, &domain, 1.0, 10, &mut foe_named("random", 1.0, 2)).unwrap();
        assert_eq!(player.linear_bound(), Some(0.0), "{name}");
        assert_eq!(player.bound().unwrap_or(0.0), 0.0, "{name}");
    }
}

#[test]
fn a_slope_that_is_not_finite_names_its_variable() {
    let domain = AnyDomain::from(Ball::new(2, 1.0).unwrap());
    for name in PLAYERS {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut foe = |_: &[f64], run: &Slopes| vec![0.5, if run.slopes.len() == 2 { bad } else { 1.0 }];
            let error = duel(&mut *player(name, &domain, 2.0, 5), &domain, 5, &mut foe).unwrap_err();
            assert_eq!(error.to_string(), format!("a subgradient of problem `scripted` is {bad} in variable 2"));
        }
    }
}

#[test]
fn senseless_constants_are_refused() {
    let domain = AnyDomain::from(Ball::new(2, 1.0).unwrap());
    let setting = |horizon, gradient_bound| GradientSetting {
        domain: &domain,
        horizon,
        gradient_bound,
        convex: true,
        stochastic: false,
    };
    for bad in [setting(0, 1.0), setting(1, -1.0), setting(1, f64::NAN), setting(1, f64::INFINITY)] {
        assert!(Subgradient::new(Step::Best, &bad).is_err());
        assert!(AdaGrad::new(None, &bad).is_err());
        assert!(Optimistic::new(None, &bad).is_err());
        assert!(AmsGrad::new(None, &bad).is_err() && FollowTheLeader::new(None, &bad).is_err());
    }
    for step in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(Subgradient::new(Step::Given(step), &setting(1, 1.0)).is_err());
        assert!(AdaGrad::new(Some(step), &setting(1, 1.0)).is_err());
        assert!(Optimistic::new(Some(step), &setting(1, 1.0)).is_err());
        assert!(AmsGrad::new(Some(step), &setting(1, 1.0)).is_err());
        assert!(FollowTheLeader::new(Some(step), &setting(1, 1.0)).is_err());
    }
    let problem = Scripted::new(&domain);
    let settings =
        ThetaSettings { problem: &problem, horizon: 1, bound_subgradient: 1.0, convex: true, step: None, oracle: None };
    let message = Registry::ours().theta_player("subgradeint", settings).err().unwrap().to_string();
    assert!(message.contains("no theta-player `subgradeint` (did you mean `subgradient`?)"), "{message}");
}

/// (MD) is an equality when a constant slope leads straight to the comparator. Rounding then decides, and the bound
/// without its rounding terms is broken: exactly computed, by some 1e-16.
#[test]
fn the_bound_without_rounding_terms_is_broken() {
    let domain = AnyDomain::from(Cuboid::cube(1, -1.0, 1.0).unwrap());
    let mut broken = 0;
    for rounds in 3_usize..60 {
        let step = 1.0 / rounds as f64;
        let setting =
            GradientSetting { domain: &domain, horizon: rounds, gradient_bound: 1.0, convex: true, stochastic: false };
        let mut player = Subgradient::new(Step::Given(step), &setting).unwrap();
        let run = check(&mut player, &domain, 1.0, rounds, &mut |_, _| vec![1.0]).unwrap();
        let eta = exact(step);
        let unrounded = (RBig::ONE / &eta + &eta * RBig::from(rounds)) / RBig::from(2);
        broken += usize::from(compare_regret(&run, &domain, &unrounded) == Ordering::Greater);
    }
    assert!(broken > 5, "broken {broken} times");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any slopes on any box, any step: the bounds of the run hold.
    #[test]
    fn bounds_of_the_run_hold_for_any_slopes(
        sides in prop::collection::vec((-3.0..3.0_f64, 0.0..4.0_f64), 1..4),
        slopes in prop::collection::vec(prop::collection::vec(-5.0..5.0_f64, 3), 1..30),
        step in prop_oneof![1e-6..1e-3_f64, 0.01..2.0_f64, 10.0..1e6_f64],
        on_a_ball in any::<bool>(),
    ) {
        let (lower, upper) = sides.iter().map(|&(lo, width)| (lo, lo + width)).unzip();
        let domain = if on_a_ball {
            AnyDomain::from(Ball::new(sides.len(), sides[0].1).unwrap())
        } else {
            AnyDomain::from(Cuboid::new(lower, upper).unwrap())
        };
        let rounds = slopes.len();
        let setting =
            GradientSetting { domain: &domain, horizon: rounds, gradient_bound: 9.0, convex: true, stochastic: false };
        let players: [Box<dyn ThetaPlayer>; 6] = [
            Box::new(Subgradient::new(Step::Given(step), &setting).unwrap()),
            Box::new(AdaGrad::new(Some(step), &setting).unwrap()),
            Box::new(Optimistic::new(Some(step), &setting).unwrap()),
            Box::new(AmsGrad::new(Some(step), &setting).unwrap()),
            Box::new(Extragradient::new(Some(step), &setting).unwrap()),
            Box::new(FollowTheLeader::new(Some(step), &setting).unwrap()),
        ];
        for mut player in players {
            let mut foe = |theta: &[f64], run: &Slopes| slopes[run.slopes.len()][..theta.len()].to_vec();
            let outcome = check(&mut *player, &domain, 9.0, rounds, &mut foe);
            prop_assert!(outcome.is_ok(), "{}: {:?}", player.name(), outcome);
        }
    }
}
