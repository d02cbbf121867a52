//! The exact binomial tail against an independent one.

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
