//! The baseline: all pairs of supports of equal size in order, until one is an equilibrium, in exact rationals.

use dashu_ratio::RBig;
use referee::equilibrium::FiniteGame;

fn exact(x: f64) -> RBig {
    RBig::try_from(x).expect("finite")
}

/// The unique solution of a square system with the right side last.
fn solve(mut rows: Vec<Vec<RBig>>) -> Option<Vec<RBig>> {
    let n = rows.len();
    for column in 0..n {
        let pivot = (column..n).find(|&i| !rows[i][column].is_zero())?;
        rows.swap(column, pivot);
        let inverse = RBig::ONE / &rows[column][column];
        let scaled: Vec<RBig> = rows[column].iter().map(|x| x * &inverse).collect();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = row[column].clone();
            row.iter_mut().zip(&scaled).for_each(|(x, y)| *x -= &factor * y);
        }
        rows[column] = scaled;
    }
    Some(rows.into_iter().map(|mut row| row.swap_remove(n)).collect())
}

/// Positive weights on `own` that make all of `other` equally good, and their common value.
fn indifferent(own: &[usize], other: &[usize], entry: impl Fn(usize, usize) -> RBig) -> Option<(Vec<RBig>, RBig)> {
    let row = |&b: &usize| own.iter().map(|&a| entry(a, b)).chain([-RBig::ONE, RBig::ZERO]).collect();
    let mut rows: Vec<Vec<RBig>> = other.iter().map(row).collect();
    rows.push(own.iter().map(|_| RBig::ONE).chain([RBig::ZERO, RBig::ONE]).collect());
    let mut solution = solve(rows)?;
    let value = solution.pop()?;
    solution.iter().all(|weight| *weight > RBig::ZERO).then_some((solution, value))
}

/// All subsets of a size, one after the other.
fn next(subset: &mut [usize], n: usize) -> bool {
    let size = subset.len();
    let Some(i) = (0..size).rev().find(|&i| subset[i] < n - size + i) else { return false };
    subset[i] += 1;
    for j in i + 1..size {
        subset[j] = subset[j - 1] + 1;
    }
    true
}

/// The multipliers of the first equilibrium.
pub(crate) fn first(game: &FiniteGame) -> Option<Vec<RBig>> {
    let (actions, count) = (game.num_constraints() + 1, game.len());
    let functions = [game.proxies(), game.candidates()].map(|candidates| {
        let value = |i: usize, j: usize| {
            exact(i.checked_sub(1).map_or(candidates.objective(j), |i| candidates.constraint(j, i)))
        };
        (0..actions).map(|i| (0..count).map(|j| value(i, j)).collect::<Vec<_>>()).collect::<Vec<_>>()
    });
    let [costs, mut gains] = functions;
    gains[0].fill(RBig::ZERO);
    for size in 1..=actions.min(count) {
        let mut rows: Vec<usize> = (0..size).collect();
        loop {
            let mut columns: Vec<usize> = (0..size).collect();
            loop {
                if let Some(found) = equilibrium(&costs, &gains, &rows, &columns) {
                    return Some(found);
                }
                if !next(&mut columns, count) {
                    break;
                }
            }
            if !next(&mut rows, actions) {
                break;
            }
        }
    }
    None
}

fn equilibrium(costs: &[Vec<RBig>], gains: &[Vec<RBig>], rows: &[usize], columns: &[usize]) -> Option<Vec<RBig>> {
    let (lambda, paid) = indifferent(rows, columns, |i, j| costs[i][j].clone())?;
    let (weights, got) = indifferent(columns, rows, |j, i| gains[i][j].clone())?;
    let sum = |terms: &mut dyn Iterator<Item = RBig>| terms.fold(RBig::ZERO, |sum, x| sum + x);
    let cheaper = |j: usize| sum(&mut rows.iter().zip(&lambda).map(|(&i, l)| l * &costs[i][j])) < paid;
    let better = |i: usize| sum(&mut columns.iter().zip(&weights).map(|(&j, w)| w * &gains[i][j])) > got;
    if (0..costs[0].len()).any(cheaper) || (0..gains.len()).any(better) {
        return None;
    }
    let mut all = vec![RBig::ZERO; gains.len()];
    rows.iter().zip(lambda).for_each(|(&i, l)| all[i] = l);
    Some(all)
}
