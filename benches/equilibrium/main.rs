//! What exact equilibria cost, beside the enumeration of supports.
//!
//! Run with `cargo bench --bench equilibrium`. The table at the end is timed in turns in this very run, so that a busy
//! machine slows both alike.

mod data;
mod enumeration;
mod table;

use criterion::{BenchmarkId, Criterion};
use referee::equilibrium::{lagrangian, proxy_lagrangian};

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(10);
    let mut group = criterion.benchmark_group("equilibrium");
    for (count, m) in [(10, 2), (300, 10), (300, 30)] {
        let game = data::game(count, m, 0);
        let name = |kind: &str| BenchmarkId::new(kind, format!("{count}x{m}"));
        group.bench_function(name("proxy"), |b| b.iter(|| proxy_lagrangian(&game)));
        group.bench_function(name("lagrangian"), |b| b.iter(|| lagrangian(&game, 3.0)));
    }
    group.finish();
    criterion.final_summary();
    // `cargo test` runs benchmarks once, without this flag, to see that they work.
    if std::env::args().any(|argument| argument == "--bench") {
        table::print();
    }
}
