//! The paper's own way to epsilon: bisection, with a linear program at each step.
//!
//! [`Epsilon::Minimal`] finds the least epsilon exactly, and its vertex has at most m candidates where that is
//! positive; a bisection stops above it, where a vertex may need m + 1. It is here to compare.

use super::{Candidates, Epsilon, Outcome, shrink};
use crate::error::Result;
use dashu_ratio::RBig;

/// Halves `steps` times the range of the least feasible epsilon. Returns an infeasible epsilon, `None` if 0 is
/// feasible, and a feasible one.
///
/// # Errors
/// If there are no candidates.
pub fn bisect(candidates: &Candidates, steps: usize) -> Result<(Option<RBig>, RBig)> {
    let feasible = |epsilon: &RBig| -> Result<bool> {
        Ok(matches!(shrink(candidates, &Epsilon::Given(epsilon.clone()))?, Outcome::Optimal(_)))
    };
    if feasible(&RBig::ZERO)? {
        return Ok((None, RBig::ZERO));
    }
    // Every mixture keeps the largest value of all constraints.
    let largest = (1..=candidates.num_constraints()).map(|k| candidates.largest(k)).fold(0.0, f64::max);
    let (mut below, mut above) = (RBig::ZERO, RBig::try_from(largest).unwrap_or(RBig::ZERO));
    for _ in 0..steps {
        let middle = (&below + &above) / RBig::from(2);
        if feasible(&middle)? {
            above = middle;
        } else {
            below = middle;
        }
    }
    Ok((Some(below), above))
}
