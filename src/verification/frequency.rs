//! How often a statement with a probability fails, and when that is too often.
//!
//! A statement that holds with probability at least `1 - delta` is neither proved nor refuted by one run. Let `N` runs
//! with independent draws fail `K` times. If the statement is true, the number of failures is at most a binomial
//! variable in distribution, so `K` failures or more have probability at most `P[Bin(N, delta) >= K]`. The statement is
//! rejected if that is below [`LEVEL`], so a true statement is rejected once in 10^9 trials at most, and a trial with
//! fixed seeds comes out the same every time.
//!
//! **Rounding cannot matter.** A run counts as failed only if the failure is certain: the enclosures of a certificate err
//! on the side of the statement. The tail is a sum of rationals, because `delta` is a
//! double and so a dyadic rational, and it is compared with 10^-9 as it is.

use crate::error::Result;
use crate::numerics::rational::exact;
use dashu_int::UBig;
use dashu_ratio::RBig;

/// The probability with which a true statement may be rejected is at most one in this many.
pub const LEVEL: u32 = 1_000_000_000;

/// How often something failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frequency {
    /// The number of independent runs, `N`.
    pub runs: u32,
    /// How many of them failed for certain, `K`.
    pub failures: u32,
}

impl Frequency {
    /// Makes `runs` runs, with the seeds `first`, `first + 1`, .. and counts those that fail.
    ///
    /// # Errors
    /// The first error of a run.
    pub fn count(runs: u32, first: u64, mut fails: impl FnMut(u64) -> Result<bool>) -> Result<Self> {
        let mut failures = 0;
        for run in 0..u64::from(runs) {
            failures += u32::from(fails(first + run)?);
        }
        Ok(Self { runs, failures })
    }

    /// Whether so many failures refute "fails with probability at most `delta`".
    ///
    /// ```
    /// use referee::verification::frequency::Frequency;
    /// assert!(Frequency { runs: 30, failures: 30 }.rejects(0.5)); // 2^-30 < 10^-9
    /// assert!(!Frequency { runs: 29, failures: 29 }.rejects(0.5));
    /// ```
    pub fn rejects(self, delta: f64) -> bool {
        upper_tail(self.runs, self.failures, delta) * RBig::from(LEVEL) < RBig::ONE
    }

    /// As a law: that the probability of failure is at most `delta`.
    ///
    /// # Errors
    /// If it is refuted.
    pub fn at_most(self, delta: f64) -> std::result::Result<(), String> {
        let Self { runs, failures } = self;
        if !self.rejects(delta) {
            return Ok(());
        }
        Err(format!(
            "{failures} of {runs} runs failed, which has probability below 1/{LEVEL} if each fails with {delta}"
        ))
    }
}

/// `P[Bin(runs, delta) >= failures]`, exactly.
///
/// With `delta = a / c` and `b = c - a` it is `sum_{k >= K} C(N, k) a^k b^(N - k)` over `c^N`; from one term to the
/// next is an exact division.
///
/// # Panics
/// If `delta` is not in `(0, 1]`.
pub fn upper_tail(runs: u32, failures: u32, delta: f64) -> RBig {
    assert!(delta > 0.0 && delta <= 1.0, "a probability of failure is in (0, 1]");
    if failures == 0 || delta == 1.0 {
        return if failures > runs { RBig::ZERO } else { RBig::ONE };
    }
    let (a, c) = exact(delta).into_parts();
    let a = UBig::try_from(a).expect("delta is positive");
    let b = &c - &a;
    let (n, k) = (runs as usize, failures as usize);
    if k > n {
        return RBig::ZERO;
    }
    let mut term = a.pow(k) * b.pow(n - k);
    for i in 0..k {
        term = term * UBig::from(n - i) / UBig::from(i + 1); // C(n, i + 1): every quotient is whole
    }
    let mut sum = term.clone();
    for k in k..n {
        term = term / &b * &a * UBig::from(n - k) / UBig::from(k + 1);
        sum += &term;
    }
    RBig::from_parts(sum.into(), c.pow(n))
}
