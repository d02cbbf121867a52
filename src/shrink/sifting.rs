//! Few rows, many columns: the linear program in doubles on a small working set, priced against all candidates.
//!
//! One pass over the candidates finds those with the most negative reduced costs, at most a few from each panel so
//! that they differ; they join the working set, which is solved again from where it stood. It ends when no candidate
//! is negative any more, or when doubles get nowhere: the exact method takes it from there.

use super::basis::{Basis, Level};
use super::floating::{OPTIMAL, Simplex, Variable};
use super::passes::Pass;
use super::pricing::{Price, Screen};
use super::working::{Scales, WorkingSet};
use super::{Candidates, interior, master, rows};
use std::num::NonZeroUsize;

/// Passes over the candidates before doubles give up.
const MOST_PASSES: usize = 200;
/// Programs with at most so many rows and numbers are started by `microlp`. More rows take it too long; with more numbers
/// what counts is to pass over them rarely.
const SMALL: (usize, usize) = (24, 1 << 21);
/// How near the interior-point method comes to the optimum before all candidates are looked at again, and every which
/// panel of them is. Rough multipliers choose better than exact ones of a set that is still wrong.
const STAGES: [(f64, usize); 3] = [(0.1, 64), (0.01, 8), (0.001, 1)];
/// How near it comes at last: so near that the variables of the basis are told from the others.
const LAST_GAP: f64 = 1e-15;

/// What doubles propose.
pub(super) struct Proposal {
    pub(super) basis: Basis,
    /// The last passes over all candidates, by level: the excess, and the objective unless on a face.
    pub(super) screens: [Option<Screen>; 2],
    /// Candidates and their weights, and the excess, roughly.
    pub(super) point: Vec<(usize, f64)>,
    pub(super) excess: f64,
}

impl Proposal {
    /// A basis of which nothing else is known.
    #[cfg(test)]
    pub(super) fn bare(basis: Basis) -> Self {
        Self { basis, screens: [None, None], point: Vec::new(), excess: 0.0 }
    }
}

/// A basis that is optimal as far as doubles can tell; `None` if they cannot tell anything.
pub(super) fn propose(candidates: &Candidates, epsilon: f64, minimal: bool, threads: NonZeroUsize) -> Option<Proposal> {
    if !epsilon.is_finite() {
        return None;
    }
    let method = if rows::are_many(candidates) { rows::propose } else { over_all_rows };
    method(candidates, epsilon, minimal, threads)
}

/// The same, for an epsilon that is finite, with all rows at once.
pub(super) fn over_all_rows(
    candidates: &Candidates,
    epsilon: f64,
    minimal: bool,
    threads: NonZeroUsize,
) -> Option<Proposal> {
    let scales = Scales::new(candidates);
    let rows = scales.rows.len();
    let mut set = WorkingSet::default();
    let start = if rows <= SMALL.0 && candidates.len() * rows <= SMALL.1 {
        set.fill(candidates, &scales, spread(candidates.len(), (6 * rows).max(64)));
        master::start(&scales, epsilon, &set)
    } else {
        inside(candidates, &scales, epsilon, &mut set, threads)
    };
    let mut simplex = start.or_else(|| single(&scales, epsilon, &set))?;
    let limit = 200 + 40 * rows;
    let most = 2 * rows + 40;
    let mut level = if simplex.excess().is_some() { Level::Excess } else { Level::Objective };
    let mut face: Option<Vec<f64>> = None;
    let mut screens = [None, None];
    for _ in 0..MOST_PASSES {
        if let Some(face) = &face {
            set.mark(face, OPTIMAL);
        }
        let settled = simplex.improve(&set, level, face.as_deref(), limit);
        if level == Level::Excess && simplex.excess().is_none() {
            level = Level::Objective;
            continue;
        }
        let y = simplex.multipliers(&set, level);
        let cost = if level == Level::Objective { scales.cost } else { 0.0 };
        let price = unscaled(&scales, &y, cost);
        let off = face.as_ref().map(|face| unscaled(&scales, face, 0.0));
        let pass = Pass { candidates, price: &price, face: off.as_ref(), bound: -OPTIMAL, stride: 1, threads };
        let (found, minima) = pass.least(most, 2);
        if level == Level::Excess {
            screens[0] = Some(Screen { price, minima, scale: 1.0 });
        } else {
            screens[1] = face.is_none().then_some(Screen { price, minima, scale: scales.cost });
        }
        set.fill(candidates, &scales, found.iter().copied());
        if !settled {
            break;
        }
        if found.is_empty() {
            if level == Level::Objective || !minimal {
                break;
            }
            // The least excess is found: now the objective, on the face where it is least.
            face = Some(y);
            level = Level::Objective;
        }
    }
    let (point, excess) = simplex.point(&set);
    Some(Proposal { basis: simplex.proposal(&set), screens, point, excess })
}

/// Some `wanted` numbers, evenly spread.
fn spread(count: usize, wanted: usize) -> impl Iterator<Item = usize> {
    (0..count).step_by(count.div_ceil(wanted).max(1))
}

/// The price of the candidates at multipliers of the scaled rows.
fn unscaled(scales: &Scales, y: &[f64], cost: f64) -> Price {
    let weights = y.iter().zip(&scales.rows).enumerate().skip(1).map(|(k, (y, scale))| (k, -y * scale));
    Price::new(std::iter::once((0, cost)).chain(weights), y[0])
}

/// Starts near the optimum: the interior-point method on a working set that is chosen again and again by its
/// multipliers.
fn inside<'a>(
    candidates: &Candidates,
    scales: &'a Scales,
    epsilon: f64,
    set: &mut WorkingSet,
    threads: NonZeroUsize,
) -> Option<Simplex<'a>> {
    let n = scales.rows.len();
    let (count, wanted) = (candidates.len(), 2 * n + 300);
    set.fill(candidates, scales, spread(count, wanted));
    let few = count <= 8 * wanted;
    for (gap, stride) in STAGES.into_iter().skip(usize::from(few)) {
        let point = interior::approach(scales, epsilon, set, gap)?;
        let price = unscaled(scales, &point.multipliers, scales.cost);
        let stride = stride.min(count / (4 * wanted)).max(1);
        let pass = Pass { candidates, price: &price, face: None, bound: f64::INFINITY, stride, threads };
        let (mut found, _) = pass.least(wanted, 8);
        // The best of the old set stay, wherever they lie: without them the new one may not even be feasible.
        let mut old: Vec<usize> = (0..set.len()).collect();
        old.sort_unstable_by(|&a, &b| point.dual[a].total_cmp(&point.dual[b]).then(a.cmp(&b)));
        found.extend(old.into_iter().take(2 * n).map(|j| set.candidates[j]));
        found.sort_unstable();
        found.dedup();
        *set = WorkingSet::default();
        set.fill(candidates, scales, found.into_iter());
    }
    let point = interior::approach(scales, epsilon, set, LAST_GAP)?;
    let basic = |j: usize| point.primal[j] > point.dual[j];
    let mut used: Vec<usize> = (0..set.len()).filter(|&j| basic(j)).collect();
    used.sort_by(|&a, &b| point.primal[b].total_cmp(&point.primal[a]));
    let filled: Vec<bool> = (0..n).map(|i| i == 0 || !basic(set.len() + i)).collect();
    let basis = master::complete(scales, set, &used, basic(set.len() + n), &filled)?;
    Simplex::new(scales, epsilon, set, basis).filter(Simplex::is_feasible)
}

/// The basis of one candidate: the one whose worst constraint is least.
fn single<'a>(scales: &'a Scales, epsilon: f64, set: &WorkingSet) -> Option<Simplex<'a>> {
    let n = scales.rows.len();
    // Relative to the scale of the row, so that rows compare.
    let worst = |j: usize| {
        let column = set.column(j);
        let violation = |i: usize| column[i] / scales.rows[i] - epsilon;
        (1..n).map(|i| (i, violation(i))).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
    };
    let best = (0..set.len()).min_by(|&a, &b| worst(a).1.total_cmp(&worst(b).1))?;
    let mut basis: Vec<Variable> = (0..n).map(|i| Variable::Slack(i.wrapping_sub(1))).collect();
    basis[0] = Variable::Working(best);
    if let (row, violation) = worst(best)
        && violation > 0.0
    {
        basis[row] = Variable::Excess;
    }
    Simplex::new(scales, epsilon, set, basis)
}
