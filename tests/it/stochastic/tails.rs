//! The exact binomial tail against an independent one.

use dashu_ratio::RBig;
use referee::numerics::rational::exact;
use referee::verification::frequency::{Frequency, upper_tail};
use statrs::distribution::{Binomial, DiscreteCDF as _};

/// `P[X > K - 1]`, by somebody else, through the incomplete beta function.
fn judge(runs: u32, failures: u32, delta: f64) -> f64 {
    let binomial = Binomial::new(delta, u64::from(runs)).expect("a probability");
    if failures == 0 { 1.0 } else { binomial.sf(u64::from(failures) - 1) }
}

/// An incomplete beta function in doubles is good to ten digits or so; the exact tail is what is under test.
#[test]
fn tails_agree_with_an_independent_library() {
    for (runs, delta) in [(1, 0.5), (24, 0.05), (40, 0.25), (200, 0.01), (300, 0.5), (64, 0.9995)] {
        for failures in 0..=runs {
            let (ours, theirs) = (upper_tail(runs, failures, delta).to_f64().value(), judge(runs, failures, delta));
            // Near 1 both round; below, the digits are those of the tail itself.
            assert!((ours - theirs).abs() <= 1e-9 * ours.max(1e-280), "{failures} of {runs}: {ours:e}, {theirs:e}");
        }
    }
}

/// The smallest numbers of failures that reject, where the neighbours differ by far more than rounding.
#[test]
fn worked_numbers_that_reject() {
    for (runs, delta) in [(24, 0.05), (40, 0.25), (200, 0.01)] {
        let least = (0..=runs).find(|&failures| Frequency { runs, failures }.rejects(delta)).expect("all may fail");
        assert!(judge(runs, least, delta) < 0.999e-9 && judge(runs, least - 1, delta) > 1.001e-9);
        assert!((least..=runs).all(|failures| Frequency { runs, failures }.rejects(delta)));
    }
}

fn ratio(a: u32, b: u32) -> RBig {
    RBig::from(a) / RBig::from(b)
}

#[test]
fn worked_tails() {
    assert_eq!(upper_tail(4, 0, 0.25), RBig::ONE);
    assert_eq!(upper_tail(4, 1, 0.25), RBig::ONE - ratio(81, 256));
    assert_eq!(upper_tail(4, 3, 0.25), ratio(4 * 3 + 1, 256));
    assert_eq!(upper_tail(4, 4, 0.25), ratio(1, 256));
    assert_eq!(upper_tail(4, 5, 0.25), RBig::ZERO);
    assert_eq!(upper_tail(7, 7, 1.0), RBig::ONE);
}

#[test]
fn the_probabilities_of_all_counts_sum_to_1() {
    let delta = 0.05;
    let point = |k: u32| upper_tail(40, k, delta) - upper_tail(40, k + 1, delta);
    assert!((0..=40).all(|k| point(k) > RBig::ZERO));
    let mean = (0..=40).fold(RBig::ZERO, |sum, k| sum + point(k) * RBig::from(k));
    assert_eq!(mean, exact(delta) * RBig::from(40));
}

#[test]
fn a_law_names_the_count() {
    assert_eq!(Frequency { runs: 30, failures: 3 }.at_most(0.5), Ok(()));
    let error = Frequency { runs: 30, failures: 30 }.at_most(0.5).unwrap_err();
    assert!(error.starts_with("30 of 30 runs failed"), "{error}");
}
