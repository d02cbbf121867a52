//! The table: shrinking beside the whole program in `microlp`.

use super::data::{Kind, candidates};
use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem};
use referee::shrink::{Candidates, Epsilon, Outcome, shrink_with_effort};
use std::time::Instant;

const SIZES: [(usize, usize); 5] = [(100, 4), (10_000, 10), (100_000, 10), (100_000, 50), (1_000_000, 10)];

/// The whole program, as anyone would write it: the objective, or nothing if the solver fails.
fn plain(candidates: &Candidates, epsilon: f64) -> Option<f64> {
    let mut program = Problem::new(OptimizationDirection::Minimize);
    let weights: Vec<_> =
        (0..candidates.len()).map(|t| program.add_var(candidates.objective(t), (0.0, f64::INFINITY))).collect();
    let mut mass = LinearExpr::empty();
    weights.iter().for_each(|&weight| mass.add(weight, 1.0));
    program.add_constraint(mass, ComparisonOp::Eq, 1.0);
    for i in 0..candidates.num_constraints() {
        let mut row = LinearExpr::empty();
        weights.iter().enumerate().for_each(|(t, &weight)| row.add(weight, candidates.constraint(t, i)));
        program.add_constraint(row, ComparisonOp::Le, epsilon);
    }
    Some(program.solve().ok()?.into_solution().ok()?.objective())
}

pub(crate) fn print() {
    println!("\nms to shrink at the least epsilon, beside plain microlp on the whole program at that epsilon");
    for kind in [Kind::Random, Kind::Trajectory, Kind::Rates] {
        for (count, m) in SIZES {
            row(kind, count, m);
        }
    }
}

fn row(kind: Kind, count: usize, m: usize) {
    let candidates = candidates(kind, count, m);
    let repeats = if count * m <= 1_000_000 { 5 } else { 3 };
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    let (mut share, mut pivots, mut line) = (0.0, 0, String::new());
    // In turns, and the best of several: what else runs on the machine can only add time.
    for _ in 0..repeats {
        let start = Instant::now();
        let (outcome, effort) = shrink_with_effort(&candidates, &Epsilon::Minimal).expect("candidates");
        let time = start.elapsed().as_secs_f64();
        if time < ours {
            (ours, share, pivots) = (time, effort.exact / time, effort.exact_pivots);
        }
        let Outcome::Optimal(solution) = outcome else { unreachable!("a least epsilon is feasible") };
        let epsilon = solution.epsilon.to_f64().value();
        let start = Instant::now();
        let objective = plain(&candidates, epsilon);
        theirs = theirs.min(start.elapsed().as_secs_f64());
        let exact = solution.objective.to_f64().value();
        let agrees = objective.map_or("failed".to_owned(), |x| format!("differs by {:.0e}", (x - exact).abs()));
        line = format!("support {:2}, epsilon {epsilon:.1e}, microlp {agrees}", solution.support.len());
    }
    println!(
        "{:10} {count:7} x {m:2}  {:9.2} ms  microlp {:9.2} ms  {:6.1}x  exact {:4.0}% with {pivots} pivots  {line}",
        kind.name(),
        ours * 1e3,
        theirs * 1e3,
        theirs / ours,
        share * 100.0,
    );
}
