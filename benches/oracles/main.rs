//! Branch and bound in more and more variables, with evidence.
//!
//! Run with `cargo bench --bench oracles`. The function of Styblinski and Tang has 2^d minima on [-5, 5]^d, of which one
//! is the least. The table at the end has the number of leaves, which is what a checker pays for.

use criterion::{BenchmarkId, Criterion};
use referee::game::{Evidence, Side};
use referee::numerics::Enclosure;
use referee::oracle::{BranchAndBound, Objective, Options, Oracle as _};
use referee::problem::ExpressionProblem;
use std::time::Instant;

fn styblinski_tang(dim: usize) -> ExpressionProblem {
    let terms: Vec<String> = (1..=dim).map(|j| format!("0.5 * (x{j}^4 - 16 * x{j}^2 + 5 * x{j})")).collect();
    let sides: Vec<String> = (1..=dim).map(|j| format!("x{j} = [-5, 5]")).collect();
    let text = format!("minimize = \"{}\"\nvariables = {{ {} }}", terms.join(" + "), sides.join(", "));
    ExpressionProblem::from_toml(&text, "styblinski-tang").expect("a problem")
}

/// Minimises to a gap of 1e-6 times the value, and returns the number of leaves.
fn leaves(problem: &ExpressionProblem, dim: usize) -> usize {
    let options = Options { boxes: 10_000_000, ..Options::default() };
    let mut oracle = BranchAndBound::new(problem, Side::Constraints, options).expect("expressions");
    let objective = Objective { problem, side: Side::Constraints, weights: &[Enclosure::ONE] };
    let (minimum, evidence) = oracle.certify(&objective, &mut vec![0.0; dim]).expect("it is defined everywhere");
    assert!(minimum.rho() <= 1.01 * options.target(minimum.value.hi()), "{minimum:?}");
    let Evidence::Boxes(leaves) = evidence else { unreachable!("branch and bound has boxes") };
    leaves.len()
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(10);
    let mut group = criterion.benchmark_group("branch-and-bound");
    for dim in 2..=6 {
        let problem = styblinski_tang(dim);
        group.bench_function(BenchmarkId::from_parameter(dim), |b| b.iter(|| leaves(&problem, dim)));
    }
    group.finish();
    criterion.final_summary();
    // `cargo test` runs benchmarks once, without this flag, to see that they work.
    if std::env::args().any(|argument| argument == "--bench") {
        println!("\n| d | leaves | ms | growth |\n|---|---|---|---|");
        let mut before = f64::NAN;
        for dim in 2..=8 {
            let problem = styblinski_tang(dim);
            let start = Instant::now();
            let count = leaves(&problem, dim);
            let time = start.elapsed().as_secs_f64() * 1e3;
            println!("| {dim} | {count} | {time:.2} | {:.1}x |", time / before);
            before = time;
        }
    }
}
