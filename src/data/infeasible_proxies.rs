//! Whether any model at all satisfies the hinges of the constraints.
//!
//! **Statement.** For weights `p >= 0` of the constraints that sum to 1, with `A_x, B_x` the sums of `p_i` times the
//! coefficients of the row `x`, every score function, linear or not, has
//! `max_i hinge_i >= V(p) = sum_i p_i k_i + sum_x 2 min(A_x, B_x)`, `k_i` the constants of the hinges.
//! *Proof.* A maximum is at least a mean, and `A max(0, 1 + s) + B max(0, 1 - s) >= 2 min(A, B)`. QED.
//!
//! If `V(p) > 0`, no model satisfies all hinges: a guarantee in comparison with such models is empty. `V` is
//! concave and piecewise linear, so its largest value is a linear program, one variable per constraint and per cell.
//! Its solution in doubles is replaced by rationals near it, and `V` is evaluated exactly there.

use super::Cells;
use super::coefficients::{Exact, exact};
use crate::numerics::rational;
use dashu_ratio::RBig;
use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem};

/// Why no model satisfies all hinges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfeasibleProxies {
    /// Weights of the constraints that are not negative and sum to exactly 1.
    pub weights: Vec<RBig>,
    /// `V` at these weights, above 0: the largest hinge of any model is at least this.
    pub at_least: RBig,
}

/// The proof that no model satisfies all hinges, if the weights that were found give one.
///
/// ```
/// use dashu_ratio::RBig;
/// use referee::data::{Cells, infeasible_proxies};
/// // Two groups that partition the rows labelled +, each with 19/20 tpr() - tpr(group).
/// let part = |group: usize| {
///     let ratio = RBig::from(19) / RBig::from(20);
///     let member = (0..3).map(|row| (row == 0) == (group == 0)).collect();
///     (RBig::ZERO, vec![(ratio, vec![true; 3]), (RBig::from(-1), member)])
/// };
/// let cells = Cells::new(&[true; 3], vec![part(0), part(1)]);
/// let proof = infeasible_proxies(&cells).unwrap();
/// assert_eq!(proof.at_least.to_string(), "9/10");
/// assert_eq!(proof.weights[0].to_string(), "1/3");
/// ```
pub fn infeasible_proxies(cells: &Cells) -> Option<InfeasibleProxies> {
    let sums = exact(cells);
    if sums.is_empty() {
        return None;
    }
    let mut best: Option<InfeasibleProxies> = None;
    for weights in candidates(cells, &sums) {
        let at_least = value(cells, &sums, &weights);
        // Of equal ones the last: where groups form a partition these are their shares.
        if at_least > RBig::ZERO && best.as_ref().is_none_or(|best| at_least >= best.at_least) {
            best = Some(InfeasibleProxies { weights, at_least });
        }
    }
    best
}

/// `V(p)`, exactly.
fn value(cells: &Cells, sums: &[Exact], weights: &[RBig]) -> RBig {
    let mut total = weights.iter().zip(sums).fold(RBig::ZERO, |total, (p, sums)| total + p * &sums.hinge_constant);
    for (cell, &size) in cells.sizes().iter().enumerate() {
        let of = |side: fn(&Exact) -> &Vec<RBig>| {
            weights.iter().zip(sums).fold(RBig::ZERO, |sum, (p, sums)| sum + p * &side(sums)[cell])
        };
        total += of(|sums| &sums.plus).min(of(|sums| &sums.minus)) * RBig::from(2 * size);
    }
    total
}

/// Weights to try: equal ones, the solution of the linear program, simple fractions near it, and, on the constraints that it
/// uses, weights in proportion to the rows of their negative terms, which is the answer where groups form a partition.
fn candidates(cells: &Cells, sums: &[Exact]) -> Vec<Vec<RBig>> {
    let m = sums.len();
    let mut found = vec![vec![RBig::from(1) / RBig::from(m); m]];
    let Some(point) = program(cells, sums) else { return found };
    let near = |x: f64| rational::exact(x.clamp(0.0, 1.0));
    found.extend(on_simplex(point.iter().map(|&x| near(x)).collect()));
    for slack in [1e-9, 1e-8, 1e-7] {
        let simple = |x: f64| {
            let slack = rational::exact(slack);
            if near(x) <= slack { RBig::ZERO } else { RBig::simplest_in(near(x) - &slack, near(x) + &slack) }
        };
        found.extend(on_simplex(point.iter().map(|&x| simple(x)).collect()));
    }
    let rows = |i: usize| {
        let negative = cells.constraints()[i].terms.iter().filter(|term| term.coefficient < RBig::ZERO);
        RBig::from(if point[i] > 1e-6 { negative.map(|term| term.size).sum::<u64>() } else { 0 })
    };
    let total = (0..m).fold(RBig::ZERO, |total, i| total + rows(i));
    if !total.is_zero() {
        found.push((0..m).map(|i| rows(i) / &total).collect());
    }
    found
}

/// The same weights with the largest changed so that they sum to 1; `None` if that cannot be.
fn on_simplex(mut weights: Vec<RBig>) -> Option<Vec<RBig>> {
    let largest = (0..weights.len()).max_by(|&a, &b| weights[a].cmp(&weights[b]))?;
    let others = weights.iter().enumerate().filter(|(i, _)| *i != largest).fold(RBig::ZERO, |sum, (_, x)| sum + x);
    weights[largest] = RBig::from(1) - others;
    weights.iter().all(|weight| *weight >= RBig::ZERO).then_some(weights)
}

/// The weights that maximise `V`, in doubles.
fn program(cells: &Cells, sums: &[Exact]) -> Option<Vec<f64>> {
    let near = |x: &RBig| x.to_f64().value();
    let mut program = Problem::new(OptimizationDirection::Maximize);
    let weights: Vec<_> = sums.iter().map(|sums| program.add_var(near(&sums.hinge_constant), (0.0, 1.0))).collect();
    for (cell, &size) in cells.sizes().iter().enumerate() {
        let sides: [fn(&Exact) -> &Vec<RBig>; 2] = [|sums| &sums.plus, |sums| &sums.minus];
        if sides.iter().any(|side| sums.iter().all(|sums| side(sums)[cell].is_zero())) {
            continue; // the least of the two sums is 0
        }
        let least = program.add_var(2.0, (0.0, f64::INFINITY));
        for side in sides {
            let mut row = LinearExpr::empty();
            row.add(least, 1.0);
            for (&weight, sums) in weights.iter().zip(sums) {
                row.add(weight, -near(&side(sums)[cell]) * size as f64);
            }
            program.add_constraint(row, ComparisonOp::Le, 0.0);
        }
    }
    let mut all = LinearExpr::empty();
    for &weight in &weights {
        all.add(weight, 1.0);
    }
    program.add_constraint(all, ComparisonOp::Eq, 1.0);
    // A solver that panics has no answer.
    let solve = || program.solve().ok()?.into_solution().ok();
    let solution = std::panic::catch_unwind(std::panic::AssertUnwindSafe(solve)).ok().flatten()?;
    Some(weights.iter().map(|&weight| solution.var_value(weight)).collect())
}
