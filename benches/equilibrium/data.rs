//! Random games with all bits, in which some mixture is feasible and the proxies lie above the constraints.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::equilibrium::FiniteGame;

pub(crate) fn game(count: usize, m: usize, seed: u64) -> FiniteGame {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let mut game = FiniteGame::with_proxies(m);
    for _ in 0..count {
        let constraints: Vec<f64> = (0..m).map(|_| generator.random_range(-1.0..1.0_f64)).collect();
        let proxies: Vec<f64> = constraints.iter().map(|g| g + generator.random_range(0.0..0.5_f64)).collect();
        game.push_with_proxies(generator.random_range(-1.0..1.0_f64), &constraints, &proxies).expect("finite");
    }
    game
}
