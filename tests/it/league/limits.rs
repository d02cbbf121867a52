//! What no player can beat, against all sequences of coins, in exact rationals.

use crate::common::lambda_player_names;
use dashu_ratio::RBig;
use referee::arena::Record;
use referee::game::Game;
use referee::league::limit::{coins, worst_case};
use referee::numerics::rational::exact;
use referee::players::{LambdaSettings, RegretKind};
use referee::registry::Registry;

/// `E max(0, S_1, .., S_m) / T` over all `2^(T m)` outcomes.
fn enumerated(rounds: usize, constraints: usize) -> RBig {
    let tosses = rounds * constraints;
    let mut total = RBig::ZERO;
    for outcome in 0_u32..1 << tosses {
        let sum =
            |j: usize| (0..rounds).map(|t| if outcome >> (j * rounds + t) & 1 == 1 { 1_i64 } else { -1 }).sum::<i64>();
        total += RBig::from((0..constraints).map(sum).fold(0, i64::max));
    }
    total / RBig::from(1_u32 << tosses) / RBig::from(rounds)
}

#[test]
fn worked_expectations_of_coins() {
    for (rounds, constraints) in
        [(1, 1), (2, 1), (3, 1), (4, 1), (7, 1), (10, 1), (1, 2), (4, 2), (5, 2), (3, 3), (1, 5)]
    {
        let (limit, truth) = (coins(rounds, constraints), enumerated(rounds, constraints));
        assert!(exact(limit.lo()) <= truth && truth <= exact(limit.hi()), "T = {rounds}, m = {constraints}: {limit}");
        assert!(limit.width() <= 1e-13, "T = {rounds}, m = {constraints}: {limit} says nothing");
    }
}

#[test]
fn long_sums_approach_the_normal_law() {
    // sqrt(T / (2 pi)) / T from above by a factor 1 + 1/(4T) at most, by Stirling's formula.
    let rounds = 1_usize << 16;
    let normal = 1.0 / (std::f64::consts::TAU * rounds as f64).sqrt();
    let limit = coins(rounds, 1);
    assert!(limit.width() < 1e-12 && (limit.midpoint() / normal - 1.0).abs() < 1e-5, "{limit} against {normal}");
}

/// The mean over all coins of `u_1` of the exact average regret of a player; other constraints pay -1, if `others`.
fn mean_regret(player: &str, kind: RegretKind, rounds: usize, others: usize) -> RBig {
    let settings = LambdaSettings {
        constraints: 1 + others,
        horizon: rounds,
        bound: 1.0,
        bound2: 2.0,
        range: 2.0,
        radius: 1.0,
        step: None,
    };
    let game = Game::ProxyLagrangian;
    let mut total = RBig::ZERO;
    for outcome in 0_u32..1 << rounds {
        let payoffs: Vec<Vec<f64>> = (0..rounds)
            .map(|t| {
                let coin = if outcome >> t & 1 == 1 { 1.0 } else { -1.0 };
                [0.0, coin].into_iter().chain(std::iter::repeat_n(-1.0, others)).collect()
            })
            .collect();
        let mut player = Registry::ours().lambda_player(player, game, &settings).expect("it is in the registry");
        total += Record::against(&mut *player, &payoffs).regret(kind, game, 1.0);
    }
    total / RBig::from(1_u32 << rounds) / RBig::from(rounds)
}

#[test]
fn every_player_has_exactly_the_external_regret_of_coins() {
    // Not a bound but an identity: whatever is played earns nothing on average.
    for player in lambda_player_names(Game::ProxyLagrangian) {
        assert_eq!(mean_regret(player, RegretKind::External, 6, 0), enumerated(6, 1), "{player}");
    }
}

#[test]
fn no_player_beats_the_limits() {
    let rounds = 8;
    for player in lambda_player_names(Game::ProxyLagrangian) {
        for (kind, others) in [(RegretKind::Swap, 0), (RegretKind::Deviation, 0), (RegretKind::Deviation, 1)] {
            let limit = worst_case(kind, rounds, 1 + others, 1.0, 1.0).expect("there are constraints");
            let mean = mean_regret(player, kind, rounds, others);
            assert!(limit > 0.0 && mean >= exact(limit), "{player}: {kind:?} with {others} others");
        }
    }
}

#[test]
fn a_limit_that_is_too_large_is_beaten() {
    // With one constraint the deviation regret is the external one: what exceeds its mean is no limit.
    let limit = worst_case(RegretKind::Deviation, 8, 1, 1.0, 1.0).expect("there is a constraint");
    let mean = mean_regret("deviation-rm-plus", RegretKind::Deviation, 8, 0);
    assert!(mean < exact(limit * 1.001), "the limit has no room");
}
