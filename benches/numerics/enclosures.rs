//! One operation on enclosures beside the same operation on doubles, over arrays of 1,000.

use crate::data::uniform;
use criterion::{BenchmarkGroup, Criterion, Throughput, measurement::WallTime};
use referee::numerics::Enclosure;
use std::hint::black_box;
use std::time::Duration;

const PAIRS: usize = 1_000;

fn elementwise<T: Copy>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    a: &[T],
    b: &[T],
    op: impl Fn(T, T) -> T,
) {
    let mut results = a.to_vec();
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for ((result, &x), &y) in results.iter_mut().zip(black_box(a)).zip(black_box(b)) {
                *result = op(x, y);
            }
            black_box(&mut results);
        });
    });
}

pub(crate) fn group(criterion: &mut Criterion) {
    let a = uniform(5, PAIRS, -1.0, 1.0);
    let b = uniform(6, PAIRS, -1.0, 1.0);
    let points = |values: &[f64]| values.iter().map(|&x| Enclosure::point(x)).collect::<Vec<_>>();
    let wide = |values: &[f64]| values.iter().map(|&x| Enclosure::new(x, x + 0.125)).collect::<Vec<_>>();

    let mut group = criterion.benchmark_group("operation");
    group.sample_size(20).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(PAIRS as u64));
    elementwise(&mut group, "add, plain", &a, &b, |x, y| x + y);
    elementwise(&mut group, "add, points", &points(&a), &points(&b), |x, y| x + y);
    elementwise(&mut group, "add, intervals", &wide(&a), &wide(&b), |x, y| x + y);
    elementwise(&mut group, "multiply, plain", &a, &b, |x, y| x * y);
    elementwise(&mut group, "multiply, points", &points(&a), &points(&b), |x, y| x * y);
    elementwise(&mut group, "multiply, intervals", &wide(&a), &wide(&b), |x, y| x * y);
    group.finish();
}
