//! Where the repaired constants are below the printed ones: decided by enclosures. The rounds and bounds cancel.
//!
//! The modules of Corollary 3 and Lemma 9 have the arguments that lead from the points here to all `delta` and `n`.

use referee::numerics::Enclosure;
use referee::players::formulas::{
    log, stochastic_gradient_paper, stochastic_gradient_repaired, stochastic_matrix_paper, stochastic_matrix_repaired,
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

fn gradient(log: Enclosure) -> Option<bool> {
    keeps(stochastic_gradient_repaired(1.0, 1.0, 1, log), stochastic_gradient_paper(1.0, 1.0, 1, log))
}

fn matrix(actions: u64, log: Enclosure) -> Option<bool> {
    keeps(stochastic_matrix_repaired(actions, 1.0, 1, log), stochastic_matrix_paper(actions, 1.0, 1, log))
}

fn point(x: f64) -> Enclosure {
    Enclosure::point(x)
}

/// Intervals of logarithms that cover `[start, end]`, each a twentieth longer than the last.
fn cover(start: f64, end: f64) -> impl Iterator<Item = Enclosure> {
    let ends = std::iter::successors(Some(start), |x| Some(x * 1.05)).take_while(move |x| *x < end);
    ends.map(|x| Enclosure::new(x, x * 1.05))
}

/// No positive double has a larger `ln(2 / delta)`.
const LARGEST_LOG: f64 = 746.0;

#[test]
fn worked_largest_logarithm() {
    let smallest = point(f64::from_bits(1)).ln().unwrap();
    assert!((point(2.0).ln().unwrap() - smallest).hi() <= LARGEST_LOG);
}

#[test]
fn worked_threshold_of_corollary_3() {
    assert_eq!(gradient(log(1, 0.7783)), Some(true));
    assert_eq!(gradient(log(1, 0.7784)), Some(false));
    // The quadratic of the module's argument: increasing from a / 28 on, and not negative at the threshold.
    let a = point(1.5) + point(2.0) * point(2.0).sqrt().unwrap();
    let x = log(1, 0.7783).sqrt().unwrap();
    let quadratic = point(112.0) * x.square() - point(8.0) * a * x + point(8.0) - a.square();
    assert!(quadratic.lo() >= 0.0 && x.lo() >= a.divide(point(28.0)).unwrap().hi());
    for log in cover(0.3, LARGEST_LOG) {
        assert_eq!(gradient(log), Some(true), "{log}");
    }
}

#[test]
fn worked_threshold_of_lemma_9() {
    let threshold = log(1, 0.9138);
    for actions in 2..=4096 {
        assert_eq!(matrix(actions, threshold), Some(true), "{actions}");
    }
    assert_eq!(matrix(2, log(1, 0.914)), Some(false));
    // With one action there is nothing to swap; the printed bound is 0 and the repaired one is not.
    assert_eq!(matrix(1, threshold), Some(false));
    for log in cover(0.1, LARGEST_LOG) {
        for actions in [2, 3, 4, 10, 100, 4096] {
            assert_eq!(matrix(actions, log), Some(true), "{actions} {log}");
        }
    }
}

/// Lemmas 4 and 10 use `ln(2 / delta) >= ln 2`: a cover of all of `delta` in `(0, 1]`.
#[test]
fn worked_lemmas_4_and_10_keep_their_constants_for_every_delta() {
    let least = log(2, 1.0);
    for log in cover(least.lo(), LARGEST_LOG) {
        assert_eq!(gradient(log), Some(true), "{log}");
        for actions in 2..=64 {
            assert_eq!(matrix(actions, log), Some(true), "{actions} {log}");
        }
    }
    // The same cover from a smaller logarithm would be noticed.
    assert!(cover(0.2, LARGEST_LOG).any(|log| gradient(log) != Some(true)));
    assert!(cover(0.05, LARGEST_LOG).any(|log| matrix(2, log) != Some(true)));
}
