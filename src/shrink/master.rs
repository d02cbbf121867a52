//! The first working set, solved by `microlp`: it gives a good start to the method that keeps a basis.
//!
//! `microlp` returns a point, no basis and no multipliers. The basis is rebuilt from the point: the candidates that it
//! uses, and the slacks of the constraints that it does not fill.

use super::floating::{Simplex, Variable};
use super::working::{Scales, WorkingSet};
use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem};

/// A unit of excess costs as much as this many units of the objective.
const PENALTY: f64 = 1e4;
/// Smaller weights are no weights.
const NOTHING: f64 = 1e-9;

/// A feasible basis near the optimum of the working set; `None` if the solver fails or its point gives none.
pub(super) fn start<'a>(scales: &'a Scales, epsilon: f64, set: &WorkingSet) -> Option<Simplex<'a>> {
    let n = scales.rows.len();
    let mut program = Problem::new(OptimizationDirection::Minimize);
    let weights: Vec<_> = (0..set.len()).map(|j| program.add_var(set.costs[j], (0.0, f64::INFINITY))).collect();
    let excess = program.add_var(PENALTY, (0.0, f64::INFINITY));
    for (i, scale) in scales.rows.iter().enumerate() {
        let mut row = LinearExpr::empty();
        for (j, &weight) in weights.iter().enumerate() {
            row.add(weight, set.column(j)[i]);
        }
        if i == 0 {
            program.add_constraint(row, ComparisonOp::Eq, 1.0);
        } else {
            row.add(excess, -scale);
            program.add_constraint(row, ComparisonOp::Le, scales.right(epsilon, i));
        }
    }
    // A solver that panics has no answer.
    let solve = || program.solve().ok()?.into_solution().ok();
    let solution = std::panic::catch_unwind(std::panic::AssertUnwindSafe(solve)).ok().flatten()?;
    let point: Vec<f64> = weights.iter().map(|&weight| solution.var_value(weight)).collect();
    let excess = solution.var_value(excess);
    let mut used: Vec<usize> = (0..set.len()).filter(|&j| point[j] > NOTHING).collect();
    used.sort_by(|&a, &b| point[b].total_cmp(&point[a]));
    let slack = |i: usize| {
        let sum: f64 = used.iter().map(|&j| point[j] * set.column(j)[i]).sum();
        scales.right(epsilon, i) + excess * scales.rows[i] - sum
    };
    let filled: Vec<bool> = (0..n).map(|i| i == 0 || slack(i) < 1e-8).collect();
    let basis = complete(scales, set, &used, excess > NOTHING, &filled)?;
    Simplex::new(scales, epsilon, set, basis).filter(Simplex::is_feasible)
}

/// Assigns a row to each column that is used, by elimination; the other rows keep their slacks.
pub(super) fn complete(
    scales: &Scales,
    set: &WorkingSet,
    used: &[usize],
    excess: bool,
    filled: &[bool],
) -> Option<Vec<Variable>> {
    let n = scales.rows.len();
    let mut basis: Vec<Variable> = (0..n).map(|i| Variable::Slack(i.wrapping_sub(1))).collect();
    let mut pivots: Vec<(usize, Vec<f64>)> = Vec::new();
    let relaxation: Vec<f64> = scales.rows.iter().enumerate().map(|(i, r)| if i == 0 { 0.0 } else { -r }).collect();
    // The first candidate takes the row of the mass.
    let columns = used.iter().map(|&j| (Variable::Working(j), set.column(j).to_vec()));
    let mut columns: Vec<_> = columns.collect();
    if excess {
        columns.insert(1.min(columns.len()), (Variable::Excess, relaxation));
    }
    for (variable, mut column) in columns {
        for (row, pivot) in &pivots {
            let factor = column[*row];
            column.iter_mut().zip(pivot).for_each(|(x, y)| *x -= factor * y);
            column[*row] = factor; // the part of the pivot itself is no longer needed
        }
        let taken = |i: usize| pivots.iter().any(|(row, _)| *row == i);
        let free = (0..n).filter(|&i| filled[i] && !taken(i));
        let row =
            if pivots.is_empty() { Some(0) } else { free.max_by(|&a, &b| column[a].abs().total_cmp(&column[b].abs())) };
        let Some(row) = row.filter(|&row| column[row].abs() > 1e-7) else { continue };
        let scale = 1.0 / column[row];
        // What later columns lose in the other rows for each unit in this one.
        let mut multiples: Vec<f64> = column.iter().map(|x| x * scale).collect();
        for (earlier, _) in &pivots {
            multiples[*earlier] = 0.0;
        }
        basis[row] = variable;
        pivots.push((row, multiples));
    }
    (!pivots.is_empty()).then_some(basis)
}
