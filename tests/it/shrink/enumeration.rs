//! The judge: every vertex of a small linear program, by trying every square system in rationals.

use dashu_ratio::RBig;
use referee::numerics::rational::exact;
use referee::shrink::Candidates;

/// The one solution of a square system, or nothing if it is singular. Plain elimination, shared with nobody.
pub(crate) fn solve(mut rows: Vec<Vec<RBig>>) -> Option<Vec<RBig>> {
    let n = rows.len();
    for step in 0..n {
        let pivot = (step..n).find(|&i| !rows[i][step].is_zero())?;
        rows.swap(step, pivot);
        let inverse = RBig::ONE / &rows[step][step];
        let pivot_row: Vec<RBig> = rows[step].iter().map(|x| x * &inverse).collect();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != step) {
            let factor = row[step].clone();
            for (x, y) in row.iter_mut().zip(&pivot_row) {
                *x -= &factor * y;
            }
        }
        rows[step] = pivot_row;
    }
    Some(rows.into_iter().map(|mut row| row.pop().expect("the right side")).collect())
}

/// All subsets of `0..n` with `size` elements.
pub(crate) fn subsets(n: usize, size: usize) -> Vec<Vec<usize>> {
    (0_u32..1 << n)
        .filter(|mask| mask.count_ones() as usize == size)
        .map(|mask| (0..n).filter(|i| mask & (1 << i) != 0).collect())
        .collect()
}

/// The least objective of all vertices, or nothing if there is none.
pub(crate) fn least_objective(candidates: &Candidates, epsilon: &RBig) -> Option<RBig> {
    let (count, m) = (candidates.len(), candidates.num_constraints());
    let mut least: Option<RBig> = None;
    for size in 1..=count.min(m + 1) {
        for support in subsets(count, size) {
            for active in subsets(m, size - 1) {
                let mut rows = vec![vec![RBig::ONE; size + 1]];
                rows.extend(active.iter().map(|&i| {
                    let row = support.iter().map(|&t| exact(candidates.constraint(t, i)));
                    row.chain([epsilon.clone()]).collect()
                }));
                let Some(weights) = solve(rows) else { continue };
                let means = candidates.means(support.iter().copied().zip(&weights));
                let feasible = weights.iter().all(|p| *p >= RBig::ZERO) && means[1..].iter().all(|g| g <= epsilon);
                if feasible && least.as_ref().is_none_or(|best| means[0] < *best) {
                    least = Some(means[0].clone());
                }
            }
        }
    }
    least
}

/// The least epsilon that is not negative: 0 if that is feasible, else the least of all vertices with epsilon free.
pub(crate) fn least_epsilon(candidates: &Candidates) -> RBig {
    if least_objective(candidates, &RBig::ZERO).is_some() {
        return RBig::ZERO;
    }
    let (count, m) = (candidates.len(), candidates.num_constraints());
    let mut least: Option<RBig> = None;
    for size in 1..=count.min(m) {
        for support in subsets(count, size) {
            for active in subsets(m, size) {
                // Unknowns: the weights, then epsilon.
                let mut rows = vec![[vec![RBig::ONE; size], vec![RBig::ZERO, RBig::ONE]].concat()];
                rows.extend(active.iter().map(|&i| {
                    let row = support.iter().map(|&t| exact(candidates.constraint(t, i)));
                    row.chain([-RBig::ONE, RBig::ZERO]).collect()
                }));
                let Some(mut weights) = solve(rows) else { continue };
                let epsilon = weights.pop().expect("epsilon");
                let means = candidates.means(support.iter().copied().zip(&weights));
                let feasible = weights.iter().all(|p| *p >= RBig::ZERO) && means[1..].iter().all(|g| *g <= epsilon);
                if feasible && least.as_ref().is_none_or(|best| epsilon < *best) {
                    least = Some(epsilon);
                }
            }
        }
    }
    least.expect("with epsilon free there is always a vertex")
}
