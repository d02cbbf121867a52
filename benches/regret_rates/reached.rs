//! What regret a player reaches in what time.

use referee::adversary;
use referee::game::Game;
use referee::league::{Arena, Cell, run};
use referee::numerics::Enclosure;
use referee::registry::Registry;

const ROUNDS: [usize; 4] = [1 << 8, 1 << 10, 1 << 12, 1 << 14];
const CONSTRAINTS: usize = 3;

/// Prints the average regret, of the kind that a player keeps small, at each T beside the time of its steps so far.
pub(crate) fn print() {
    for kind in [adversary::GREEDY, adversary::GAP] {
        println!("\n{kind:?}, m = {CONSTRAINTS}: average regret / microseconds of the player's steps");
        println!("{:30} {}", "", ROUNDS.map(|t| format!("{:>22}", format!("T = {t}"))).concat());
        let registry = Registry::ours();
        let game = Game::ProxyLagrangian;
        for player in registry.lambda_players(game).map(|entry| entry.name) {
            let cell = |rounds: usize| {
                let arena = Arena::Sequence { adversary: kind, constraints: CONSTRAINTS };
                let entry =
                    run(&Cell { player, game, arena, rounds, seed: 0 }, registry).expect("a sequence can be played");
                let regret = entry.measured.own_regret().map_or(f64::NAN, Enclosure::hi);
                format!("{regret:>12.2e} {:>9.0}", entry.times.step * rounds as f64 / 1e3)
            };
            println!("{player:30} {}", ROUNDS.map(cell).concat());
        }
    }
}
