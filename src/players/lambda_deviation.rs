//! The `m + 1` deviations that Theorem 2 really uses, from any learner with small external regret.
//!
//! The proof of Theorem 2 compares the multipliers with "everything to the objective", which gains `-<lambda, u>`, and,
//! for each constraint `j`, with "what went to the objective goes to `j`", which gains `lambda_0 u_j` (`u_0 = 0`). Feed
//! these `m + 1` numbers,
//!
//! ```text
//! G = (-<lambda, u>, lambda_0 u_1, .., lambda_0 u_m),
//! ```
//!
//! to a learner on `m + 1` actions and play its point as `lambda`. Then
//! `<lambda, G> = -lambda_0 <lambda, u> + lambda_0 sum_{j >= 1} lambda_j u_j = 0`: the learner's point is the fixed point
//! that other constructions look for, so its external regret on `G`, `max_j sum_t G_t[j]`, *is* the deviation regret.
//! With Hedge this replaces the factor `sqrt(n ln n)` of the paper's matrix by `sqrt(ln n)`, in `O(m)` time and memory.
//! It does not bound swap regret.
//!
//! **Range.** `G + <lambda, u>` consists of 0 and of convex combinations of `0, u_1, .., u_m`, so the range of `G` is at
//! most that of `{0, u}`; and 0 lies between the smallest and the largest entry of `G`, because `<lambda, G> = 0`.
//!
//! **In doubles.** The computed `G` differs from the exact by at most `1.01 n u r_t` in any entry (`u = 2^-53`, `r_t` the
//! range of `{0, u}`), so the learner's regret and the deviation regret differ by at most
//! `2.02 n u r_t <= (n + 1) 2^-51 r_t` in a round.

use super::external::ExternalPlayer;
use super::softmax::range_with_zero;
use super::tally::Tally;
use super::{LambdaPlayer, RegretKind};
use crate::numerics::directed::{add_up, mul_up};

/// A lambda-player of the proxy game with small deviation regret.
///
/// ```
/// use referee::players::{Deviation, LambdaPlayer, RegretMatchingPlus};
/// let mut player = Deviation::new("mine", RegretMatchingPlus::new(3, 1, 2.0), 2.0);
/// let mut lambda = [0.0; 3];
/// player.play(&mut lambda);
/// player.observe(&[0.0, 1.0, -1.0]);
/// ```
pub struct Deviation<E> {
    name: &'static str,
    base: E,
    range: f64,
    lambda: Vec<f64>,
    gains: Vec<f64>,
    rounding: Tally,
}

impl<E: ExternalPlayer> Deviation<E> {
    /// Deviations by `base`, a learner on `m + 1` actions, for payoffs in an interval of length `range` around 0.
    pub fn new(name: &'static str, base: E, range: f64) -> Self {
        let n = base.actions();
        Self { name, base, range, lambda: vec![0.0; n], gains: vec![0.0; n], rounding: Tally::default() }
    }
}

/// `(n + 1) 2^-51 range`: what rounding the gains of a round costs.
#[inline]
fn gains_error(n: usize, range: f64) -> f64 {
    (n as f64 + 1.0) * (2.0 * f64::EPSILON) * range
}

/// Writes the deviation gains of the payoff `u` at `lambda`.
///
/// # Panics
/// If the lengths differ or are 0.
#[inline]
pub fn deviation_gains(lambda: &[f64], payoff: &[f64], gains: &mut [f64]) {
    assert!(
        !gains.is_empty() && lambda.len() == gains.len() && payoff.len() == gains.len(),
        "one length for all three"
    );
    let objective = lambda[0];
    let mut earned = 0.0;
    for ((gain, &u), &weight) in gains.iter_mut().zip(payoff).zip(lambda).skip(1) {
        earned += weight * u;
        *gain = objective * u;
    }
    gains[0] = -earned;
}

impl<E: ExternalPlayer> LambdaPlayer for Deviation<E> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn regret(&self) -> RegretKind {
        RegretKind::Deviation
    }

    #[inline]
    fn play(&mut self, lambda: &mut [f64]) {
        self.base.play(lambda);
        self.lambda.copy_from_slice(lambda);
    }

    #[inline]
    fn observe(&mut self, payoff: &[f64]) {
        deviation_gains(&self.lambda, payoff, &mut self.gains);
        self.base.observe(&self.gains);
        self.rounding.add(gains_error(self.gains.len(), range_with_zero(payoff)));
    }

    fn bound(&self) -> Option<f64> {
        if self.lambda.len() == 1 {
            return Some(0.0);
        }
        let rounding = mul_up(2.0, gains_error(self.lambda.len(), self.range));
        Some(add_up(self.base.bound()?, rounding))
    }

    fn runtime_bound(&self) -> Option<f64> {
        if self.lambda.len() == 1 {
            return (self.rounding.terms() > 0).then_some(0.0);
        }
        Some(add_up(self.base.runtime_bound()?, self.rounding.average(0.0)?))
    }
}
