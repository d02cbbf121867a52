//! Numbers at a point that several functions of a problem need, computed once a round.

use std::sync::atomic::{AtomicU64, Ordering};

/// Who keeps numbers: a field of a problem. No two are the same, nor is a clone, which may be changed.
#[derive(Debug)]
pub struct Keeper(u64);

impl Default for Keeper {
    fn default() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Clone for Keeper {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Numbers that a problem computed at a point. In a round the loop asks for a subgradient and for the values of both sides
/// at the same point: where all of them start with the scores of all rows, say, these are computed once.
///
/// ```
/// use referee::problem::{Keeper, Workspace};
/// let (mut work, mine) = (Workspace::default(), Keeper::default());
/// let mut scores = |theta: &[f64]| work.kept.at(&mine, theta, |scores| scores.extend([theta[0], 2.0 * theta[0]]))[1];
/// assert_eq!((scores(&[3.0]), scores(&[3.0]), scores(&[4.0])), (6.0, 6.0, 8.0)); // computed twice
/// ```
#[derive(Clone, Debug, Default)]
pub struct Kept {
    keeper: u64,
    point: Vec<f64>,
    numbers: Vec<f64>,
}

impl Kept {
    /// The numbers of a keeper at a point: those at hand, or what `compute` adds to an empty list.
    pub fn at(&mut self, keeper: &Keeper, point: &[f64], compute: impl FnOnce(&mut Vec<f64>)) -> &[f64] {
        let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits();
        if !(self.keeper == keeper.0 && self.point.len() == point.len() && self.point.iter().zip(point).all(same)) {
            self.keeper = 0; // nobody's, should `compute` panic
            self.numbers.clear();
            compute(&mut self.numbers);
            self.point.clear();
            self.point.extend_from_slice(point);
            self.keeper = keeper.0;
        }
        &self.numbers
    }
}
