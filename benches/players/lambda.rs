//! One step (play and observe) of the lambda-players of the proxy game, on payoffs drawn in advance.

use criterion::{BenchmarkId, Criterion};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use referee::players::{LambdaPlayer, LambdaSettings, lambda_player};
use referee::trace::GameKind;
use std::hint::black_box;
use std::time::Instant;

const PLAYERS: [&str; 5] =
    ["matrix", "deviation-hedge", "deviation-adahedge", "deviation-rm-plus", "blum-mansour-hedge"];
const SIZES: [usize; 4] = [4, 16, 64, 128];
const HORIZON: usize = 4096;

/// A player and payoffs for it, `n` a round, with `u_0 = 0`.
struct Bench {
    player: Box<dyn LambdaPlayer>,
    payoffs: Vec<f64>,
    lambda: Vec<f64>,
    round: usize,
}

impl Bench {
    fn new(name: &str, n: usize) -> Self {
        let settings = LambdaSettings {
            constraints: n - 1,
            horizon: HORIZON,
            bound: 1.0,
            bound2: (n as f64).sqrt(),
            range: 2.0,
            radius: 1.0,
            step: None,
        };
        let player = lambda_player(name, GameKind::ProxyLagrangian, &settings).expect("a player of the proxy game");
        let mut random = ChaCha8Rng::seed_from_u64(n as u64);
        let mut payoffs: Vec<f64> = (0..64 * n).map(|_| random.random_range(-1.0..0.98)).collect();
        payoffs.chunks_exact_mut(n).for_each(|payoff| payoff[0] = 0.0);
        Self { player, payoffs, lambda: vec![0.0; n], round: 0 }
    }

    fn step(&mut self) {
        let n = self.lambda.len();
        let payoff = &self.payoffs[self.round * n..][..n];
        self.player.play(&mut self.lambda);
        self.player.observe(black_box(payoff));
        black_box(&self.lambda);
        self.round = (self.round + 1) % 64;
    }
}

/// All players at all sizes.
pub(crate) fn group(c: &mut Criterion) {
    let mut group = c.benchmark_group("lambda");
    for n in SIZES {
        for name in PLAYERS {
            let mut bench = Bench::new(name, n);
            group.bench_function(BenchmarkId::new(name, n), |b| b.iter(|| bench.step()));
        }
    }
    group.finish();
}

/// Prints the time of a step in the first `HORIZON` rounds, and how many times faster than the paper's player it is.
pub(crate) fn print_ratios() {
    println!("\nns a step (play and observe), and the speed relative to the paper's `matrix`, over {HORIZON} rounds");
    for n in SIZES {
        let mut times = [f64::INFINITY; PLAYERS.len()];
        // In turns, and the best of several: what else runs on the machine can only add time.
        for _ in 0..5 {
            for (best, name) in times.iter_mut().zip(PLAYERS) {
                let mut bench = Bench::new(name, n);
                let start = Instant::now();
                (0..HORIZON).for_each(|_| bench.step());
                *best = best.min(start.elapsed().as_secs_f64() * 1e9 / HORIZON as f64);
            }
        }
        for (time, name) in times.iter().zip(PLAYERS) {
            println!("n = {n:3}  {name:20} {time:10.0} ns  {:8.2}x", times[0] / time);
        }
    }
}
