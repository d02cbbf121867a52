//! Many rows, few columns: the linear program in doubles on the constraints that matter.
//!
//! A vertex has at most as many active constraints as candidates, so where constraints are many nearly all of them are
//! idle. The program is solved with few of them, the mixture is held against all, those that it breaks most join, and
//! so on until it breaks none. Memory and time grow with `m` and not with its square or cube, which the methods over all
//! rows would take. As everywhere in doubles nothing is promised: the exact method takes it from there.

use super::Candidates;
use super::basis::Basis;
use super::sifting::{self, Proposal};
use std::num::NonZeroUsize;

/// With fewer rows all are taken at once.
const FEW: usize = 256;
/// More rows than this are never taken at once: what is done in doubles takes their square in memory and their cube in
/// time.
const MOST: usize = 2048;
/// The constraints of the first program, and the least number that join.
const FIRST: usize = 64;
/// Programs before doubles give up.
const MOST_PROGRAMS: usize = 60;

/// Whether it is worth while.
pub(super) fn are_many(candidates: &Candidates) -> bool {
    let m = candidates.num_constraints();
    m > MOST || (m > FEW && candidates.len() < m / 2)
}

/// A basis that is optimal as far as doubles can tell, for an epsilon that is finite; `None` if they cannot tell.
pub(super) fn propose(candidates: &Candidates, epsilon: f64, minimal: bool, threads: NonZeroUsize) -> Option<Proposal> {
    let m = candidates.num_constraints();
    let all = 0..candidates.len();
    // Those with the largest means over all candidates come first.
    let share = 1.0 / candidates.len() as f64;
    let means = mixed(candidates, all.map(|t| (t, share)));
    let mut rows = largest((0..m).map(|i| (i, means[i])), FIRST);
    for _ in 0..MOST_PROGRAMS {
        let Proposal { basis, point, excess, .. } =
            sifting::over_all_rows(&with_rows(candidates, &rows), epsilon, minimal, threads)?;
        let means = mixed(candidates, point.iter().copied());
        let mut chosen = vec![false; m];
        for &i in &rows {
            chosen[i] = true;
        }
        let over = |i: usize| (means[i] - epsilon - excess) / candidates.largest(i + 1).max(f64::MIN_POSITIVE);
        // Rounding alone is no reason to take a row.
        let broken = (0..m).filter(|&i| !chosen[i]).map(|i| (i, over(i))).filter(|(_, over)| *over > 1e-12);
        let joining = largest(broken, rows.len().max(FIRST));
        if joining.is_empty() {
            let active = basis.active.iter().map(|&i| rows[i]).collect();
            let basis = Basis { structural: basis.structural, active };
            return Some(Proposal { basis, screens: [None, None], point, excess });
        }
        rows.extend(joining);
        if rows.len() > MOST {
            return None;
        }
        rows.sort_unstable();
    }
    None
}

/// The means of all constraints under a mixture.
fn mixed(candidates: &Candidates, mixture: impl Iterator<Item = (usize, f64)>) -> Vec<f64> {
    let mut means = vec![0.0; candidates.num_constraints()];
    for (t, weight) in mixture {
        for (i, mean) in means.iter_mut().enumerate() {
            *mean += weight * candidates.constraint(t, i);
        }
    }
    means
}

/// The rows of the largest numbers, at most `most` of them, ascending; of equals the first.
fn largest(rows: impl Iterator<Item = (usize, f64)>, most: usize) -> Vec<usize> {
    let mut rows: Vec<(usize, f64)> = rows.collect();
    rows.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut rows: Vec<usize> = rows.into_iter().take(most).map(|(i, _)| i).collect();
    rows.sort_unstable();
    rows
}

/// The candidates with these constraints only.
fn with_rows(candidates: &Candidates, rows: &[usize]) -> Candidates {
    let mut few = Candidates::new(rows.len());
    for t in 0..candidates.len() {
        let constraints: Vec<f64> = rows.iter().map(|&i| candidates.constraint(t, i)).collect();
        few.append(candidates.objective(t), &constraints);
    }
    few
}
