//! `Lambda^T L` over 100,000 rounds: one plain product, plain products by blocks, and the certified product.

use crate::data::uniform;
use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use referee::numerics::enclose_transpose_product;
use referee::numerics::product::BLOCK;
use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 100_000;
const SIZES: [usize; 3] = [5, 51, 201];

struct Instance {
    n: usize,
    left: Vec<f64>,
    right: Vec<f64>,
}

impl Instance {
    fn new(n: usize) -> Self {
        let left = uniform(1, ROUNDS * n, 0.0, 2.0 / n as f64);
        let right = uniform(2, ROUNDS * n, -1.0, 1.0);
        Self { n, left, right }
    }

    /// Plain products of `rounds` rounds each, added up by the product itself.
    fn plain(&self, rounds: usize) -> Vec<f64> {
        let n = self.n;
        let mut product = vec![0.0; n * n];
        for (left, right) in self.left.chunks(rounds * n).zip(self.right.chunks(rounds * n)) {
            matmul(
                MatMut::from_row_major_slice_mut(&mut product, n, n),
                Accum::Add,
                MatRef::from_row_major_slice(left, left.len() / n, n).transpose(),
                MatRef::from_row_major_slice(right, right.len() / n, n),
                1.0,
                Par::Seq,
            );
        }
        product
    }

    fn plain_whole(&self) {
        black_box(self.plain(ROUNDS));
    }

    fn plain_blocks(&self) {
        black_box(self.plain(BLOCK));
    }

    fn certified(&self) {
        black_box(enclose_transpose_product(&self.left, self.n, &self.right, self.n));
    }
}

pub(crate) fn group(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("product");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(ROUNDS as u64));
    for n in SIZES {
        let instance = Instance::new(n);
        group.bench_function(BenchmarkId::new("plain, one product", n), |b| b.iter(|| instance.plain_whole()));
        group.bench_function(BenchmarkId::new("plain, blocks", n), |b| b.iter(|| instance.plain_blocks()));
        group.bench_function(BenchmarkId::new("certified", n), |b| b.iter(|| instance.certified()));
    }
    group.finish();
}

/// Times the three in turns and prints the ratios of the medians.
pub(crate) fn print_ratios() {
    for n in SIZES {
        let instance = Instance::new(n);
        let contenders = [Instance::plain_whole, Instance::plain_blocks, Instance::certified];
        let mut times = contenders.map(|_| Vec::new());
        // About the same time for every size.
        for _ in 0..(2000 / n).min(100) {
            for (contender, times) in contenders.iter().zip(&mut times) {
                let start = Instant::now();
                contender(&instance);
                times.push(start.elapsed().as_secs_f64());
            }
        }
        let [whole, blocks, certified] = times.map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        });
        println!(
            "certified / plain = {:.2} (n = {n}; {:.2} against the same blocks; {:.2} ms)",
            certified / whole,
            certified / blocks,
            1e3 * certified,
        );
    }
}
