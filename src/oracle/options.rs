//! How hard an oracle tries. None of these is a claim: what was reached is the `rho` of the answer.

/// The effort of the oracles that search.
///
/// ```
/// use referee::oracle::Options;
/// let options = Options::default();
/// assert_eq!(options.target(0.5), 1e-6);
/// assert_eq!(options.target(-2000.0), 2e-3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Stop when `rho` is at most this, times the size of the value where that is above 1.
    pub gap: f64,
    /// Bound at most this many boxes in a call of [`BranchAndBound`](super::BranchAndBound).
    pub boxes: usize,
    /// Solve at most this many linear programs in a call of [`CuttingPlane`](super::CuttingPlane).
    pub cuts: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { gap: 1e-6, boxes: 200_000, cuts: 200 }
    }
}

impl Options {
    /// The `rho` that is small enough at a value.
    pub fn target(&self, value: f64) -> f64 {
        self.gap * value.abs().max(1.0)
    }
}
