//! Hundreds of candidates and ten constraints.

use super::instances::Game;
use super::properties::solved;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::equilibrium::proxy_lagrangian_with_effort;
use referee::game::Rules;
use referee::verification::random::equilibrium as check;
use std::time::Instant;

/// A game with numbers from a generator.
pub(crate) fn random(
    seed: u64,
    count: usize,
    m: usize,
    proxies: bool,
    mut number: impl FnMut(&mut ChaCha8Rng) -> f64,
) -> Game {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let width = 1 + m * (1 + usize::from(proxies));
    let rows = (0..count).map(|_| (0..width).map(|_| number(&mut generator)).collect()).collect();
    Game { m, proxies, rows }
}

#[test]
fn large_games_have_their_equilibria_too() {
    let whole = |generator: &mut ChaCha8Rng| f64::from(generator.random_range(-2..3_i32));
    let full = |generator: &mut ChaCha8Rng| generator.random_range(-1.0..1.0_f64);
    for seed in 0..3 {
        for (name, game) in
            [("ties", random(seed, 300, 10, true, whole)), ("all bits", random(seed, 300, 10, true, full))]
        {
            let start = Instant::now();
            let found = solved(&game, Rules::ProxyLagrangian);
            let proxy = start.elapsed();
            assert_eq!(check(&game, &found), Ok(()), "{name}, seed {seed}");
            let start = Instant::now();
            let linear = solved(&game, Rules::Lagrangian { radius: 3.0 });
            let lagrangian = start.elapsed();
            assert_eq!(check(&game, &linear), Ok(()), "{name}, seed {seed}");
            let (_, effort) =
                proxy_lagrangian_with_effort(&game.finite().expect("finite numbers")).expect("candidates");
            println!("{name}, seed {seed}: proxy {proxy:?} {effort:?}, Lagrangian {lagrangian:?}");
        }
    }
}

/// Values `+-(1 + k 2^-50)` for small `k`: what doubles propose is often wrong, and candidates that are better by less
/// than doubles show have to join.
#[test]
fn values_that_doubles_cannot_tell_apart_are_no_obstacle() {
    let near = |generator: &mut ChaCha8Rng| {
        let size = 1.0 + f64::from(generator.random_range(0..8_i32)) * f64::EPSILON * 4.0;
        if generator.random() { size } else { -size }
    };
    for (place, seed) in (0..300).enumerate() {
        let (count, m) = (2 + place % 40, 1 + place % 3);
        let game = random(seed, count, m, true, near).finite().unwrap();
        assert!(proxy_lagrangian_with_effort(&game).unwrap().0.is_exact(), "seed {seed}");
    }
}
