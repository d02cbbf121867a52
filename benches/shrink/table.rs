//! The table: shrinking beside the whole program in `microlp`.

use super::data::{Kind, candidates};
use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem};
use referee::shrink::{Candidates, Effort, Epsilon, Outcome, shrink_with_effort};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

const SIZES: [(usize, usize); 5] = [(100, 4), (10_000, 10), (100_000, 10), (100_000, 50), (1_000_000, 10)];

/// The whole program, as anyone would write it: the objective, or nothing if the solver fails.
///
/// Weights are not bounded by 1, which follows from their sum: with that bound the solver is many times slower.
fn plain(candidates: &Candidates, epsilon: f64) -> Option<f64> {
    let mut program = Problem::new(OptimizationDirection::Minimize);
    program.set_time_limit(Duration::from_secs(30));
    let weights: Vec<_> =
        (0..candidates.len()).map(|t| program.add_var(candidates.objective(t), (0.0, f64::INFINITY))).collect();
    let mut mass = LinearExpr::empty();
    for &weight in &weights {
        mass.add(weight, 1.0);
    }
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
            row(kind, count, m, true);
        }
    }
    println!(
        "\nthe same where doubles mislead: on the edge of feasibility, and with columns equal up to their last bits"
    );
    for kind in [Kind::Infeasible, Kind::Copies] {
        for (count, m) in SIZES {
            row(kind, count, m, false);
        }
    }
    println!("\nmany constraints, most of them active: feasible (uniform) and not (hopeless)");
    for (kind, count, m) in MANY {
        many(kind, count, m);
    }
}

/// Instances with many constraints: what grows with them, and what threads are worth.
const MANY: [(Kind, usize, usize); 8] = [
    (Kind::Hopeless, 20_000, 200),
    (Kind::Uniform, 20_000, 200),
    (Kind::Uniform, 5000, 125),
    (Kind::Uniform, 5000, 250),
    (Kind::Uniform, 5000, 500),
    (Kind::Hopeless, 100_000, 50),
    (Kind::Uniform, 100_000, 50),
    (Kind::Uniform, 1_000_000, 10),
];

/// One line of these: doubles and exact arithmetic apart, and all of it on two threads by the clock.
fn many(kind: Kind, count: usize, m: usize) {
    let candidates = candidates(kind, count, m);
    let best = |threads: usize| {
        let threads = NonZeroUsize::new(threads).expect("positive");
        let once = |_| shrink_with_effort(&candidates, &Epsilon::Minimal, threads).expect("candidates");
        let least = (0..3).map(once).min_by(|(_, a), (_, b)| (a.floating + a.exact).total_cmp(&(b.floating + b.exact)));
        least.expect("three of them")
    };
    let ((outcome, one), (again, two)) = (best(1), best(2));
    assert_eq!(outcome, again, "threads change nothing");
    println!(
        "{:10} {count:7} x {m:3}  {:8.1} ms: doubles {:.1}, exact {:.1} with {} pivots; on two threads {:.1} ms",
        kind.name(),
        (one.floating + one.exact) * 1e3,
        one.floating * 1e3,
        one.exact * 1e3,
        one.exact_pivots,
        (two.floating + two.exact) * 1e3
    );
}

/// One line. Where doubles mislead, a solver in doubles has no answer that could be compared, so it is left out there.
fn row(kind: Kind, count: usize, m: usize, beside: bool) {
    let candidates = candidates(kind, count, m);
    let repeats = if count * m <= 1_000_000 { 5 } else { 3 };
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    let (mut effort, mut support, mut agreement) = (Effort::default(), 0, String::new());
    // In turns, and the best of several: what else runs on the machine can only add time.
    for _ in 0..repeats {
        let start = Instant::now();
        let (outcome, took) =
            shrink_with_effort(&candidates, &Epsilon::Minimal, NonZeroUsize::MIN).expect("candidates");
        let time = start.elapsed().as_secs_f64();
        if time < ours {
            (ours, effort) = (time, took);
        }
        let Outcome::Optimal(solution) = outcome else { unreachable!("a least epsilon is feasible") };
        support = solution.support.len();
        if beside {
            let start = Instant::now();
            let objective = plain(&candidates, solution.epsilon.to_f64().value());
            theirs = theirs.min(start.elapsed().as_secs_f64());
            let exact = solution.objective.to_f64().value();
            agreement = objective.map_or("it fails".to_owned(), |x| format!("it is off by {:.0e}", (x - exact).abs()));
        }
    }
    let Effort { exact, exact_pivots, .. } = effort;
    let share = 100.0 * exact / ours;
    print!(
        "{:10} {count:7} x {m:2}  {:8.2} ms, exact {share:3.0}% with {exact_pivots} pivots, support {support}",
        kind.name(),
        ours * 1e3
    );
    if beside {
        print!("; microlp {:8.2} ms, {:5.1}x, {agreement}", theirs * 1e3, theirs / ours);
    }
    println!();
}
