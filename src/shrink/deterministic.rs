//! From a mixture to a single model, by the heuristics that the paper names. They come without any guarantee (no single
//! point need be as good as the mixture): evaluate what they give on the problem.

use super::{Atom, Candidates};
use crate::numerics::rational::enclose;
use std::cmp::Ordering;

/// The average of parameters under the weights of a mixture; `theta(t)` are the parameters of candidate `t`. The
/// weights are rounded to doubles first.
pub fn average_parameters<'a>(support: &[Atom], theta: impl Fn(usize) -> &'a [f64]) -> Vec<f64> {
    let mut average: Vec<f64> = Vec::new();
    for atom in support {
        let weight = enclose(&atom.weight).midpoint();
        let parameters = theta(atom.candidate);
        average.resize(parameters.len(), 0.0);
        for (mean, x) in average.iter_mut().zip(parameters) {
            *mean += weight * x;
        }
    }
    average
}

/// The paper's best-model heuristic: rank the candidates by their objective and by each violation `max(0, g_i)`, take
/// for each its worst rank, and choose the least; of several the one with the least objective, then the first.
///
/// Equal values have equal ranks: the number of candidates that are strictly better.
///
/// ```
/// use referee::shrink::{Candidates, best_model};
/// let mut candidates = Candidates::new(1);
/// for (objective, constraint) in [(0.0, 3.0), (1.0, 0.5), (2.0, -1.0)] {
///     candidates.push(objective, &[constraint])?;
/// }
/// assert_eq!(best_model(&candidates), Some(1)); // second best in both
/// # Ok::<(), referee::error::Error>(())
/// ```
pub fn best_model(candidates: &Candidates) -> Option<usize> {
    let mut scores = vec![0_usize; candidates.len()];
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    for k in 0..=candidates.num_constraints() {
        let value = |t: usize| if k == 0 { candidates.value(t, 0) } else { candidates.value(t, k).max(0.0) };
        order.sort_by(|&a, &b| compare(value(a), value(b)));
        let mut rank = 0;
        for place in 0..order.len() {
            if place > 0 && compare(value(order[place - 1]), value(order[place])) == Ordering::Less {
                rank = place;
            }
            let score = &mut scores[order[place]];
            *score = rank.max(*score);
        }
    }
    let key = |&a: &usize, &b: &usize| {
        scores[a].cmp(&scores[b]).then(compare(candidates.value(a, 0), candidates.value(b, 0))).then(a.cmp(&b))
    };
    (0..candidates.len()).min_by(key)
}

/// Candidates are finite, so this is an order; the two zeros are equal.
fn compare(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).expect("finite numbers")
}
