//! An independent judge in exact rationals: averages, regrets and optima of finite games, written from the definitions
//! and not from the formulas of the crate.

use dashu_ratio::RBig;
use referee::numerics::rational::exact;

pub(crate) fn q(x: f64) -> RBig {
    exact(x)
}

/// A finite problem: for each point its objective, constraints and proxies.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) objective: f64,
    pub(crate) constraints: Vec<f64>,
    pub(crate) proxies: Vec<f64>,
}

/// The least mean of the objective over mixtures of points with all means of `rows` at most 0, by enumerating the
/// supports and active sets of vertices; `None` if nothing is feasible.
pub(crate) fn best_mixture(objective: &[f64], rows: &[Vec<f64>]) -> Option<RBig> {
    let (points, constraints) = (objective.len(), rows.len());
    let mut best: Option<RBig> = None;
    for support in 1_u32..1 << points {
        let chosen: Vec<usize> = (0..points).filter(|j| support >> j & 1 == 1).collect();
        for active in 0_u32..1 << constraints {
            if active.count_ones() as usize + 1 != chosen.len() {
                continue;
            }
            let equations = std::iter::once((vec![RBig::ONE; chosen.len()], RBig::ONE)).chain(
                (0..constraints)
                    .filter(|i| active >> i & 1 == 1)
                    .map(|i| (chosen.iter().map(|&j| q(rows[i][j])).collect(), RBig::ZERO)),
            );
            let Some(weights) = solve(equations.collect()) else { continue };
            let mean = |values: &[f64]| {
                chosen.iter().zip(&weights).fold(RBig::ZERO, |sum, (&j, weight)| sum + weight * q(values[j]))
            };
            let feasible =
                weights.iter().all(|weight| *weight >= RBig::ZERO) && rows.iter().all(|row| mean(row) <= RBig::ZERO);
            if feasible {
                let value = mean(objective);
                best = Some(best.map_or(value.clone(), |best| best.min(value)));
            }
        }
    }
    best
}

/// The solution of a square system, if it has exactly one.
fn solve(mut rows: Vec<(Vec<RBig>, RBig)>) -> Option<Vec<RBig>> {
    let n = rows.len();
    for column in 0..n {
        let pivot = (column..n).find(|&row| rows[row].0[column] != RBig::ZERO)?;
        rows.swap(column, pivot);
        for row in (0..n).filter(|&row| row != column) {
            let factor = rows[row].0[column].clone() / rows[column].0[column].clone();
            for k in 0..n {
                let change = &factor * &rows[column].0[k];
                rows[row].0[k] = rows[row].0[k].clone() - change;
            }
            let change = &factor * &rows[column].1;
            rows[row].1 = rows[row].1.clone() - change;
        }
    }
    Some((0..n).map(|row| rows[row].1.clone() / rows[row].0[row].clone()).collect())
}

/// The mean of numbers with weights.
pub(crate) fn mean(values: impl Iterator<Item = RBig>, weights: &[RBig]) -> RBig {
    let total = weights.iter().fold(RBig::ZERO, |sum, weight| sum + weight);
    values.zip(weights).fold(RBig::ZERO, |sum, (value, weight)| sum + value * weight) / total
}

/// The largest of some numbers.
pub(crate) fn largest(values: impl IntoIterator<Item = RBig>) -> RBig {
    values.into_iter().reduce(RBig::max).expect("there is a number")
}

/// The multipliers and the gains of a round.
pub(crate) type Round = (Vec<RBig>, Vec<RBig>);

/// Swap regret by trying all `n^n` maps of actions.
pub(crate) fn swap_regret(rounds: &[Round]) -> RBig {
    let n = rounds[0].0.len();
    let count = RBig::from(rounds.len() as u64);
    let maps = (0..n.pow(u32::try_from(n).expect("small"))).map(|code| {
        let target = |i: usize| code / n.pow(u32::try_from(i).expect("small")) % n;
        let gain = rounds.iter().fold(RBig::ZERO, |sum, (lambda, gains)| {
            (0..n).fold(sum, |sum, i| sum + &lambda[i] * (&gains[target(i)] - &gains[i]))
        });
        gain / count.clone()
    });
    largest(maps)
}
