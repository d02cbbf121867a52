//! What shrinking costs, beside plain `microlp` on the whole linear program.
//!
//! Run with `cargo bench --bench shrink`. The table at the end is timed in turns in this very run, so that a busy
//! machine slows both alike; it also says which share of the time exact arithmetic takes.

mod data;
mod table;

use criterion::{BenchmarkId, Criterion};
use data::{Kind, candidates};
use referee::shrink::{Epsilon, shrink};

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(10);
    let mut group = criterion.benchmark_group("shrink");
    for (count, m) in [(100, 4), (10_000, 10)] {
        for kind in [Kind::Random, Kind::Trajectory] {
            let candidates = candidates(kind, count, m);
            let name = BenchmarkId::new(kind.name(), format!("{count}x{m}"));
            group.bench_function(name, |b| b.iter(|| shrink(&candidates, &Epsilon::Minimal)));
        }
    }
    for (kind, count, m) in [(Kind::Uniform, 2000, 60), (Kind::Hopeless, 2000, 60)] {
        let candidates = candidates(kind, count, m);
        let name = BenchmarkId::new(kind.name(), format!("{count}x{m}"));
        group.bench_function(name, |b| b.iter(|| shrink(&candidates, &Epsilon::Minimal)));
    }
    group.finish();
    criterion.final_summary();
    // `cargo test` runs benchmarks once, without this flag, to see that they work.
    if std::env::args().any(|argument| argument == "--bench") {
        table::print();
    }
}
