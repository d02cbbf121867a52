//! Where the repaired constants are below the printed ones: decided by enclosures. The rounds and bounds cancel.
//!
//! The modules of Corollary 3 and Lemma 9 have the arguments that lead from the points here to all `delta` and `n`.

use referee::numerics::Enclosure;
use referee::players::formulas::{
    stochastic_gradient_paper, stochastic_gradient_repaired, stochastic_matrix_paper, stochastic_matrix_repaired,
};

/// Whether the repaired bound is surely at most the printed one, or surely above it; `None` if that is open.
fn keeps(repaired: Enclosure, paper: Enclosure) -> Option<bool> {
    if repaired.hi() <= paper.lo() {
        Some(true)
    } else if repaired.lo() > paper.hi() {
        Some(false)
    } else {
        None
    }
}

pub(crate) fn gradient(log: Enclosure) -> Option<bool> {
    keeps(stochastic_gradient_repaired(1.0, 1.0, 1, log), stochastic_gradient_paper(1.0, 1.0, 1, log))
}

pub(crate) fn matrix(actions: u64, log: Enclosure) -> Option<bool> {
    keeps(stochastic_matrix_repaired(actions, 1.0, 1, log), stochastic_matrix_paper(actions, 1.0, 1, log))
}

pub(crate) fn point(x: f64) -> Enclosure {
    Enclosure::point(x)
}

/// Intervals of logarithms that cover `[start, end]`, each a twentieth longer than the last.
pub(crate) fn cover(start: f64, end: f64) -> impl Iterator<Item = Enclosure> {
    let ends = std::iter::successors(Some(start), |x| Some(x * 1.05)).take_while(move |x| *x < end);
    ends.map(|x| Enclosure::new(x, x * 1.05))
}

/// No positive double has a larger `ln(2 / delta)`.
pub(crate) const LARGEST_LOG: f64 = 746.0;

#[test]
fn worked_largest_logarithm() {
    let smallest = point(f64::from_bits(1)).ln().unwrap();
    assert!((point(2.0).ln().unwrap() - smallest).hi() <= LARGEST_LOG);
}
