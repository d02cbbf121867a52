//! One step (play and observe) of every lambda-player of both games, on payoffs drawn in advance.

use criterion::{BenchmarkId, Criterion};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use referee::game::Game;
use referee::players::{LambdaPlayer, LambdaSettings};
use referee::registry::Registry;
use std::hint::black_box;
use std::time::Instant;

/// Numbers of constraints: few, some, and enough for a player with a matrix to be slow.
const SIZES: [usize; 4] = [1, 3, 15, 63];
const HORIZON: usize = 4096;
/// Payoffs that are used in turn.
const DRAWN: usize = 64;

struct Bench {
    player: Box<dyn LambdaPlayer>,
    payoffs: Vec<f64>,
    lambda: Vec<f64>,
    round: usize,
}

impl Bench {
    fn new(name: &str, game: Game, constraints: usize) -> Self {
        let settings = LambdaSettings {
            constraints,
            horizon: HORIZON,
            bound: 1.0,
            bound2: (constraints as f64).sqrt().next_up(),
            range: 2.0,
            radius: 1.0,
            step: None,
        };
        let player = Registry::ours().lambda_player(name, game, &settings).expect("a player of this game");
        let first = game.first_multiplier();
        let n = constraints + 1 - first;
        let mut random = ChaCha8Rng::seed_from_u64(constraints as u64);
        let mut payoffs: Vec<f64> = (0..DRAWN * n).map(|_| random.random_range(-1.0..0.98)).collect();
        if first == 0 {
            payoffs.chunks_exact_mut(n).for_each(|payoff| payoff[0] = 0.0); // the objective earns nothing
        }
        Self { player, payoffs, lambda: vec![0.0; n], round: 0 }
    }

    fn step(&mut self) {
        let n = self.lambda.len();
        let payoff = &self.payoffs[self.round * n..][..n];
        self.player.play(&mut self.lambda);
        self.player.observe(black_box(payoff));
        black_box(&self.lambda);
        self.round = (self.round + 1) % DRAWN;
    }
}

fn games() -> [(Game, &'static str); 2] {
    [(Game::ProxyLagrangian, "proxy"), (Game::Lagrangian, "lagrangian")]
}

fn names(game: Game) -> Vec<&'static str> {
    Registry::ours().lambda_players(game).map(|entry| entry.name).collect()
}

/// All players at all sizes.
pub(crate) fn group(c: &mut Criterion) {
    for (game, word) in games() {
        let mut group = c.benchmark_group(format!("step/{word}"));
        for constraints in SIZES {
            for name in names(game) {
                let mut bench = Bench::new(name, game, constraints);
                group.bench_function(BenchmarkId::new(name, constraints), |b| b.iter(|| bench.step()));
            }
        }
        group.finish();
    }
}

/// Prints the time of a step over the first rounds, and how many times faster than the paper's player it is.
pub(crate) fn print_ratios() {
    for (game, word) in games() {
        let names = names(game);
        println!("\n{word} game: ns per step over {HORIZON} rounds, and the speed relative to `{}`", names[0]);
        println!("{:30} {}", "", SIZES.map(|m| format!("{:>18}", format!("m = {m}"))).concat());
        let mut table = vec![[f64::INFINITY; SIZES.len()]; names.len()];
        for (column, constraints) in SIZES.into_iter().enumerate() {
            // In turns, and the best of several: what else runs on the machine can only add time.
            for _ in 0..3 {
                for (row, name) in table.iter_mut().zip(&names) {
                    let mut bench = Bench::new(name, game, constraints);
                    let start = Instant::now();
                    (0..HORIZON).for_each(|_| bench.step());
                    row[column] = row[column].min(start.elapsed().as_secs_f64() * 1e9 / HORIZON as f64);
                }
            }
        }
        let paper = table[0];
        for (row, name) in table.iter().zip(&names) {
            let cell = |(time, paper): (&f64, f64)| format!("{time:>10.0} {:>6.2}x", paper / time);
            println!("{name:30} {}", row.iter().zip(paper).map(cell).collect::<String>());
        }
    }
}
