//! The table: paths beside enumeration where that ends, and how both games grow.

use super::{data, enumeration};
use referee::equilibrium::{lagrangian, proxy_lagrangian_with_effort};
use std::time::Instant;

const SEEDS: u64 = 5;

/// The milliseconds of a call.
fn timed<T>(call: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = call();
    (start.elapsed().as_secs_f64() * 1e3, result)
}

pub(crate) fn print() {
    println!("\nmean ms to an exact equilibrium over {SEEDS} games; `enumerate`: supports in order, in rationals");
    println!("| T x m | proxy | pivots | enumerate | | Lagrangian |\n|---|---|---|---|---|---|");
    let sizes = [(10, 1), (10, 2), (10, 3), (20, 3), (300, 3), (300, 10), (300, 30), (1000, 100), (10_000, 10)];
    for (count, m) in sizes.into_iter().chain([(200_000, 10)]) {
        let enumerable = count <= 20;
        let (mut path, mut linear, mut supports, mut pivots) = (0.0, 0.0, 0.0, 0);
        for seed in 0..SEEDS {
            let game = data::game(count, m, seed);
            let (time, (found, effort)) = timed(|| proxy_lagrangian_with_effort(&game).expect("candidates"));
            assert!(found.is_exact());
            path += time;
            pivots += effort.pivots;
            linear += timed(|| lagrangian(&game, 3.0).expect("candidates")).0;
            if enumerable {
                let (time, found) = timed(|| enumeration::first(&game));
                assert!(found.is_some(), "a game without ties has an equilibrium on supports of equal size");
                supports += time;
            }
        }
        let mean = |total: f64| total / SEEDS as f64;
        let beside =
            if enumerable { format!("{:.2} | {:.0}x", mean(supports), supports / path) } else { "| ".to_owned() };
        let (path, pivots, linear) = (mean(path), pivots as f64 / SEEDS as f64, mean(linear));
        println!("| {count} x {m} | {path:.2} | {pivots:.0} | {beside} | {linear:.2} |");
    }
}
