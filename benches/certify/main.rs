//! What certainty costs: all regrets of a run of the proxy game from its trace in memory, plain in doubles and certified.
//!
//! Run with `cargo bench --bench certify`. The last lines are ratios of times taken in turns in this very run. Plain means
//! one matrix product over all rounds and the same averages and maxima in doubles, with no error bounds.

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::game::Game;
use referee::numerics::Enclosure;
use referee::regret;
use referee::trace::{Layout, Round, Trace};
use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 100_000;
/// The number of multipliers, m + 1.
const SIZES: [usize; 3] = [5, 51, 201];

/// Multipliers on the simplex up to rounding, values in [-1, 1].
fn trace(n: usize) -> Trace {
    let layout = Layout::new(Game::ProxyLagrangian, n - 1);
    let mut trace = Trace::with_capacity(layout.clone(), ROUNDS);
    let mut round = Round::new(&layout);
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..ROUNDS {
        round.objective = Enclosure::point(generator.random());
        round.constraints.iter_mut().for_each(|g| *g = Enclosure::point(2.0 * generator.random::<f64>() - 1.0));
        round.lambda.iter_mut().for_each(|x| *x = generator.random());
        let total: f64 = round.lambda.iter().sum();
        round.lambda.iter_mut().for_each(|x| *x /= total);
        trace.push(&round).expect("the round fits");
    }
    trace
}

/// Swap and external regret, both deviations, the mixture's objective and violation, the mean multipliers: in doubles.
fn plain(trace: &Trace) -> [f64; 6] {
    let n = trace.layout().num_multipliers();
    let (m, rounds) = (n - 1, trace.rounds());
    let mut moved = vec![0.0; n * m];
    matmul(
        MatMut::from_row_major_slice_mut(&mut moved, n, m),
        Accum::Replace,
        MatRef::from_row_major_slice(trace.lambdas(), rounds, n).transpose(),
        MatRef::from_row_major_slice(trace.constraints().lo(), rounds, m),
        1.0,
        Par::Seq,
    );
    let mut means = vec![0.0; n];
    let mut weighted = 0.0;
    for (lambda, objective) in trace.lambdas().chunks_exact(n).zip(trace.objective().lo()) {
        means.iter_mut().zip(lambda).for_each(|(mean, x)| *mean += x);
        weighted += lambda[0] * objective;
    }
    let kept: f64 = (1..n).map(|i| moved[i * m + i - 1]).sum();
    let row = |i: usize| &moved[i * m..(i + 1) * m];
    let best = |row: &[f64]| row.iter().copied().fold(0.0, f64::max);
    let swap = (0..n).map(|i| best(row(i))).sum::<f64>() - kept;
    let columns: Vec<f64> = (0..m).map(|j| (0..n).map(|i| moved[i * m + j]).sum()).collect();
    let count = rounds as f64;
    [
        swap / count,
        (best(&columns) - kept) / count,
        best(row(0)) / count,
        -kept / count,
        weighted / means[0],
        means[0] / count,
    ]
}

/// The same, enclosed.
fn certified(trace: &Trace) -> Vec<Enclosure> {
    let averages =
        regret::proxy(&mut &*trace, regret::Averages::default(), &mut |_| Ok(())).expect("the trace is in memory");
    vec![
        averages.swap_regret().expect("few constraints"),
        averages.external_regret().expect("few constraints"),
        averages.deviation_to_constraints(),
        averages.deviation_to_objective(),
        averages.objective().expect("there is weight"),
        averages.objective_weight(),
    ]
}

fn group(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("regret");
    group.sampling_mode(SamplingMode::Flat).sample_size(10).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(ROUNDS as u64));
    for n in SIZES {
        let trace = trace(n);
        group.bench_function(BenchmarkId::new("plain", n), |b| b.iter(|| black_box(plain(&trace))));
        group.bench_function(BenchmarkId::new("certified", n), |b| b.iter(|| black_box(certified(&trace))));
    }
    group.finish();
}

/// Medians of times taken in turns.
fn print_ratios() {
    println!("\ncertified regret against plain regret, {ROUNDS} rounds, medians of turns");
    for n in SIZES {
        let trace = trace(n);
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..if n < 100 { 41 } else { 11 } {
            let start = Instant::now();
            black_box(plain(&trace));
            times[0].push(start.elapsed().as_secs_f64());
            let start = Instant::now();
            black_box(certified(&trace));
            times[1].push(start.elapsed().as_secs_f64());
        }
        let [plain_time, certified_time] = times.map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        });
        let (plain, enclosed) = (plain(&trace), certified(&trace));
        assert!(
            plain.iter().zip(&enclosed).all(|(x, enclosure)| (x - enclosure.midpoint()).abs() < 1e-9),
            "they differ"
        );
        println!(
            "m + 1 = {n:3}: certified / plain = {:.2} ({:.2} ms against {:.2} ms; swap regret {:.1e} wide)",
            certified_time / plain_time,
            1e3 * certified_time,
            1e3 * plain_time,
            enclosed[0].width()
        );
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    group(&mut criterion);
    criterion.final_summary();
    // `cargo test` runs benchmarks once, without this flag, to see that they work.
    if std::env::args().any(|argument| argument == "--bench") {
        print_ratios();
    }
}
