//! The laws of the gradient players, on every domain against every adversary.

use crate::common::{FOES, foe_named};
use referee::adversary::Slopes;
use referee::arena::{Scripted, duel};
use referee::domain::{AnyDomain, Ball, Cuboid, FiniteSet, L1Orthant, Simplex};
use referee::numerics::rational::exact;
use referee::players::{GradientSetting, Step, Subgradient, ThetaPlayer, ThetaSettings};
use referee::registry::Registry;
use referee::testing::theta_arena::{compare_regret, encloses, keeps, monitors, plays_inside, within};
use std::cmp::Ordering;

pub(crate) const PLAYERS: [&str; 9] = [
    "subgradient",
    "subgradient-best",
    "stochastic-subgradient",
    "adagrad",
    "amsgrad",
    "optimistic",
    "extragradient",
    "dual-averaging",
    "ftrl",
];

/// The laws of a gradient player, on one duel. Membership is exact; the bounds hold with no tolerance; the measured
/// regret encloses the exact one; the monitor is at least the norms.
pub(crate) fn check(
    player: &mut dyn ThetaPlayer,
    domain: &AnyDomain,
    gradient: f64,
    rounds: usize,
    adversary: &mut dyn FnMut(&[f64], &Slopes) -> Vec<f64>,
) -> Result<Slopes, String> {
    let run = duel(player, domain, rounds, adversary).map_err(|error| error.to_string())?;
    plays_inside(&run, domain)?;
    if let Some(bound) = player.bound().filter(|_| within(&run, gradient)) {
        keeps(&run, domain, "a-priori", bound)?;
    }
    for bound in [player.linear_bound(), player.runtime_bound()].into_iter().flatten() {
        keeps(&run, domain, "run-time", bound)?;
    }
    if let Some(regret) = player.linearised_regret() {
        encloses(&run, domain, regret)?;
    }
    player.largest_subgradient().map_or(Ok(()), |largest| monitors(&run, largest))?;
    Ok(run)
}

pub(crate) fn player(name: &str, domain: &AnyDomain, gradient: f64, rounds: usize) -> Box<dyn ThetaPlayer> {
    let problem = Scripted::new(domain);
    let (horizon, bound_subgradient, convex) = (rounds, gradient, true);
    let settings = ThetaSettings { problem: &problem, horizon, bound_subgradient, convex, step: None, oracle: None };
    Registry::ours().theta_player(name, settings).unwrap()
}

fn domains() -> Vec<AnyDomain> {
    vec![
        Cuboid::cube(1, -1.0, 1.0).unwrap().into(),
        Cuboid::new(vec![-1.0, 0.25, -3.0], vec![2.0, 0.75, -0.1]).unwrap().into(),
        Cuboid::new(vec![0.1, -5.0, 0.0, 0.5], vec![0.1, 5.0, 1e-3, 1e3]).unwrap().into(),
        Ball::new(1, 2.0).unwrap().into(),
        Ball::new(3, 1.5).unwrap().into(),
        Ball::new(10, 0.1).unwrap().into(),
        Simplex::new(4).unwrap().into(),
        L1Orthant::new(3, 2.5).unwrap().into(),
    ]
}

#[test]
fn no_law_is_broken_on_any_domain_by_any_adversary() {
    let mut bounds = 0;
    for domain in domains() {
        for rounds in [1, 2, 17, 150] {
            for name in PLAYERS {
                for (seed, foe) in FOES.iter().enumerate() {
                    for gradient in [1.0, 0.3] {
                        let mut player = player(name, &domain, gradient, rounds);
                        let run = check(&mut *player, &domain, gradient, rounds, &mut foe_named(foe, 1.0, seed as u64));
                        assert!(run.is_ok(), "{name} on {domain} against {foe}, {rounds} rounds: {}", run.unwrap_err());
                        bounds += usize::from(player.bound().is_some()) + usize::from(player.linear_bound().is_some());
                    }
                }
            }
        }
    }
    assert!(bounds > 6000, "only {bounds} bounds were there to be broken");
}

#[test]
fn the_same_slopes_give_the_same_points() {
    for domain in domains() {
        for name in PLAYERS {
            let play = || {
                let mut player = player(name, &domain, 1.0, 40);
                duel(&mut *player, &domain, 40, &mut foe_named("random", 1.0, 7)).unwrap()
            };
            assert_eq!(play(), play());
        }
    }
}

/// Orthogonal slopes make the best step's bound an equality, the paper's step is off by its factor 1.0607.
#[test]
fn orthogonal_slopes_reach_the_bound() {
    let (radius, gradient, rounds) = (1.5, 2.0, 400);
    let domain = AnyDomain::from(Ball::new(3, radius).unwrap());
    for (name, least, most) in
        [("subgradient-best", 0.999_999, 1.0), ("ftrl", 0.999_999, 1.0), ("subgradient", 0.94, 0.95)]
    {
        let mut player = player(name, &domain, gradient, rounds);
        let mut foe = foe_named("orthogonal", gradient, 3);
        let run = check(&mut *player, &domain, gradient, rounds, &mut foe).unwrap();
        let bound = player.bound().unwrap() * rounds as f64;
        assert_eq!(compare_regret(&run, &domain, &exact(least * bound)), Ordering::Greater, "{name}");
        assert_ne!(compare_regret(&run, &domain, &exact(most * bound)), Ordering::Greater, "{name}");
    }
}

#[test]
fn bounds_are_claimed_only_where_a_theorem_covers_them() {
    let ball = AnyDomain::from(Ball::new(2, 1.0).unwrap());
    let finite = AnyDomain::from(FiniteSet::new(&[vec![0.0], vec![1.0]]).unwrap());
    let claims = |domain: &AnyDomain, convex: bool, stochastic: bool| {
        let setting = GradientSetting { domain, horizon: 9, gradient_bound: 1.0, convex, stochastic };
        let mut player = Subgradient::new(Step::Best, &setting).unwrap();
        let before = (player.runtime_bound(), player.linear_bound(), player.linearised_regret());
        assert_eq!(before, (None, None, None), "nothing was played");
        duel(&mut player, domain, 9, &mut foe_named("random", 1.0, 1)).unwrap();
        let bounds = [player.bound(), player.runtime_bound(), player.linear_bound()];
        bounds.map(|bound| bound.is_some())
    };
    assert_eq!(claims(&ball, true, false), [true, true, true]);
    assert_eq!(claims(&ball, false, false), [false, false, true]);
    assert_eq!(claims(&ball, true, true), [false, false, true]);
    assert_eq!(claims(&finite, true, false), [false, false, false]);
    for name in ["adagrad", "amsgrad"] {
        let mut diagonal = player(name, &ball, 1.0, 9);
        duel(&mut *diagonal, &ball, 9, &mut foe_named("random", 1.0, 1)).unwrap();
        assert_eq!((diagonal.bound(), diagonal.runtime_bound(), diagonal.linear_bound()), (None, None, None), "{name}");
    }
}
