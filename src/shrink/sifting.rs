//! Few rows, many columns: the linear program in doubles on a small working set, priced against all candidates.
//!
//! One pass over the candidates finds those with the most negative reduced costs, at most a few from each panel so
//! that they differ; they join the working set, which is solved again from where it stood. It ends when no candidate
//! is negative any more, or when doubles get nowhere: the exact method takes it from there.

use super::basis::{Basis, Level};
use super::candidates::PANEL;
use super::floating::{OPTIMAL, Scales, Simplex, Variable, WorkingSet};
use super::pricing::{Price, Screen};
use super::{Candidates, master};

/// Passes over the candidates before doubles give up.
const MOST_PASSES: usize = 200;

/// What doubles propose.
pub(super) struct Proposal {
    pub(super) basis: Basis,
    /// The last pass over the candidates, if it priced the objective.
    pub(super) screen: Option<Screen>,
    /// The power of two by which its prices are scaled.
    pub(super) scale: f64,
}

/// A basis that is optimal as far as doubles can tell; `None` if they cannot tell anything.
pub(super) fn propose(candidates: &Candidates, epsilon: f64, minimal: bool) -> Option<Proposal> {
    if !epsilon.is_finite() {
        return None;
    }
    let scales = Scales::new(candidates);
    let rows = scales.rows.len();
    let mut set = WorkingSet::default();
    for t in first_choice(candidates, rows) {
        set.push(candidates, &scales, t);
    }
    let mut simplex = master::start(&scales, epsilon, &set).or_else(|| single(&scales, epsilon, &set))?;
    let limit = 200 + 40 * rows;
    let mut level = if simplex.excess().is_some() { Level::Excess } else { Level::Objective };
    let mut face: Option<Vec<f64>> = None;
    let mut screen = None;
    for _ in 0..MOST_PASSES {
        let settled = simplex.improve(&set, level, face.as_deref(), limit);
        if level == Level::Excess && simplex.excess().is_none() {
            level = Level::Objective;
            continue;
        }
        let y = simplex.multipliers(&set, level);
        let (added, pass) = add_negative(candidates, &scales, &mut set, &y, level, face.as_deref());
        screen = (level == Level::Objective && face.is_none()).then_some(pass);
        if added > 0 && settled {
            continue;
        }
        if !settled {
            break;
        }
        if level == Level::Excess && minimal {
            // The least excess is found: now the objective, on the face where it is least.
            face = Some(y);
            level = Level::Objective;
            continue;
        }
        break;
    }
    Some(Proposal { basis: simplex.proposal(&set), screen, scale: scales.cost })
}

/// Evenly spread candidates, and the best of each function.
fn first_choice(candidates: &Candidates, rows: usize) -> Vec<usize> {
    let wanted = (6 * rows).max(64);
    let count = candidates.len();
    let step = count.div_ceil(wanted).max(1);
    (0..count).step_by(step).collect()
}

/// The basis of one candidate: the one whose worst constraint is least.
fn single<'a>(scales: &'a Scales, epsilon: f64, set: &WorkingSet) -> Option<Simplex<'a>> {
    let n = scales.rows.len();
    // Relative to the scale of the row, so that rows compare.
    let worst = |j: usize| {
        let column = set.column(j, n);
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

/// Prices all candidates and adds the most negative ones to the working set; returns how many, and the pass.
fn add_negative(
    candidates: &Candidates,
    scales: &Scales,
    set: &mut WorkingSet,
    y: &[f64],
    level: Level,
    face: Option<&[f64]>,
) -> (usize, Screen) {
    let unscaled = |y: &[f64], cost: f64| {
        let weights = y.iter().zip(&scales.rows).enumerate().skip(1).map(|(k, (y, scale))| (k, -y * scale));
        Price::new(std::iter::once((0, cost)).chain(weights), y[0])
    };
    let price = unscaled(y, if level == Level::Objective { scales.cost } else { 0.0 });
    let face = face.map(|face| unscaled(face, 0.0));
    let most = 2 * scales.rows.len() + 40;
    let panels = candidates.len().div_ceil(PANEL);
    let from_each = most.div_ceil(panels).clamp(2, 64);
    let mut found: Vec<(f64, usize)> = Vec::new();
    let (mut prices, mut offs) = ([0.0; PANEL], [0.0; PANEL]);
    let mut best: Vec<(f64, usize)> = Vec::new();
    let mut minima = Vec::with_capacity(panels);
    for panel in candidates.panels() {
        price.over(&panel, &mut prices);
        let minimum = prices[..panel.len].iter().fold(f64::INFINITY, |least, &x| if x < least { x } else { least });
        minima.push(minimum);
        if minimum >= -OPTIMAL {
            continue;
        }
        if let Some(face) = &face {
            face.over(&panel, &mut offs);
        }
        best.clear();
        for (j, &x) in prices.iter().enumerate().take(panel.len) {
            if x < -OPTIMAL && offs[j].abs() <= OPTIMAL {
                best.push((x, panel.first + j));
            }
        }
        best.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        best.truncate(from_each);
        found.append(&mut best);
    }
    found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    found.truncate(most);
    for (_, t) in &found {
        set.push(candidates, scales, *t);
    }
    (found.len(), Screen { price, minima })
}
