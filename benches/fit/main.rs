//! What fitting costs: a round, a training, an evaluation, a lower bound.
//!
//! Run with `cargo bench --bench fit`. The data is synthetic, of Adult's shape, so that nothing has to be there. The last
//! lines compare with what one would write first, timed in turns in this very run, so that a busy machine slows both
//! alike.

#![expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small whole numbers in synthetic data")]

mod data;
mod naive;

use criterion::Criterion;
use referee::data::{BoundOptions, Cells, Dataset, Settings, evaluate, lower_bound, mean_weights, positives, train};
use referee::game::Game;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Instant;

fn main() {
    let (rows, cells) = data::adult();
    let mut criterion = Criterion::default().sample_size(10).configure_from_args();
    group(&mut criterion, &rows, &cells);
    criterion.final_summary();
    // `cargo test` runs benchmarks once, without this flag, to see that they work.
    if std::env::args().any(|argument| argument == "--bench") {
        print_ratios(&rows, &cells);
    }
}

fn group(criterion: &mut Criterion, rows: &Dataset, cells: &Cells) {
    let mut group = criterion.benchmark_group("fit");
    let hundred = Settings { rounds: 100, ..Settings::paper(Some(Game::ProxyLagrangian), 0) };
    group.bench_function("100 rounds, 13 step sizes, proxy", |bencher| {
        bencher.iter(|| black_box(train(rows, cells, &hundred).unwrap()));
    });
    let runs = train(rows, cells, &Settings { rounds: 1000, every: 10, ..hundred }).unwrap();
    let models: Vec<&[f64]> = runs[8].snapshots.iter().map(|snapshot| &snapshot.theta[..]).collect();
    group.bench_function("100 snapshots on all rows", |bencher| {
        bencher.iter(|| black_box(evaluate(rows, cells, &models, NonZeroUsize::MIN).unwrap()));
    });
    let weights = mean_weights(Some(Game::ProxyLagrangian), &runs[8].snapshots);
    group.bench_function("lower bound to 1e-3", |bencher| {
        let options = BoundOptions { gap: 1e-3, ..BoundOptions::default() };
        bencher.iter(|| black_box(lower_bound(rows, cells, &weights, 10.0, options).unwrap()));
    });
    group.finish();
}

fn seconds<T>(work: impl Fn() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64()
}

fn print_ratios(rows: &Dataset, cells: &Cells) {
    let settings = Settings { rounds: 5000, ..Settings::paper(Some(Game::ProxyLagrangian), 0) };
    let (mut ours, mut first) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..3 {
        ours = ours.min(seconds(|| train(rows, cells, &settings).unwrap()));
        let each = || naive::train(rows, cells, 0.5, settings.rounds / 10, settings.batch);
        first = first.min(10.0 * settings.rates.len() as f64 * seconds(each));
    }
    println!(
        "5,000 rounds x 13 step sizes: {ours:.3} s; one run at a time (a tenth, scaled): {first:.3} s; {:.1} x",
        first / ours
    );
    println!("one round of all 13: {:.1} us", ours / 5000.0 * 1e6);
    let runs = train(rows, cells, &settings).unwrap();
    let models: Vec<&[f64]> = runs[8].snapshots.iter().map(|snapshot| &snapshot.theta[..]).collect();
    let (mut ours, mut first) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..3 {
        ours = ours.min(seconds(|| evaluate(rows, cells, &models, NonZeroUsize::MIN).unwrap()));
        let some = || models.iter().take(20).map(|model| positives(rows, cells, model)).collect::<Vec<_>>();
        first = first.min(5.0 * seconds(some));
    }
    // Every feature of every row reads the number of every model once.
    let bytes: usize = (0..rows.len()).map(|row| rows.active(row).len()).sum::<usize>() * 8 * models.len();
    println!("100 snapshots: {:.2} ms, {:.1} GB/s of models read", ours * 1e3, bytes as f64 / ours / 1e9);
    println!("counts alone, one model at a time (a fifth, scaled): {:.2} ms; {:.1} x", first * 1e3, first / ours);
}
