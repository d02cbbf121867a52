//! Sums and dot products of 100,000 doubles: plain, exact, and products enclosed too.

use crate::data::uniform;
use criterion::{Criterion, Throughput};
use referee::numerics::{ExactSum, enclose_dot};
use std::hint::black_box;
use std::time::Duration;

const TERMS: usize = 100_000;

pub(crate) fn group(criterion: &mut Criterion) {
    let a = uniform(3, TERMS, -1.0, 1.0);
    let b = uniform(4, TERMS, -1.0, 1.0);

    let mut group = criterion.benchmark_group("sum");
    group.sample_size(20).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(TERMS as u64));
    group.bench_function("plain", |bencher| bencher.iter(|| black_box(&a).iter().sum::<f64>()));
    group.bench_function("exact", |bencher| bencher.iter(|| ExactSum::of(black_box(&a)).enclose()));
    group.finish();

    let mut group = criterion.benchmark_group("dot");
    group.sample_size(20).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(TERMS as u64));
    let plain = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    group.bench_function("plain", |bencher| bencher.iter(|| plain(black_box(&a), black_box(&b))));
    group.bench_function("enclosed", |bencher| bencher.iter(|| enclose_dot(black_box(&a), black_box(&b))));
    group.bench_function("exact", |bencher| bencher.iter(|| ExactSum::dot(black_box(&a), black_box(&b)).enclose()));
    group.finish();
}
