//! Power iteration: `x <- M x`, from a point that is already close.
//!
//! The player's matrix changes a little each round, so its last stationary point is nearly stationary for the next
//! matrix and a few products are enough. Nothing here is trusted: the answer is rounded and its residual is bounded
//! afterwards. A small residual does not mean that `x` is near the stationary distribution of a nearly decoupled chain
//! (no method that only sees residuals can tell); what the regret of a player pays for is the residual.

use super::residual::multiply;
use crate::numerics::lanes::wide;
use crate::numerics::simplex::sum;

/// Products spent before elimination is the better bargain.
const MAX_PRODUCTS: i32 = 50;
/// Products after which the rate of convergence is trusted enough to give up early.
const TRIAL_PRODUCTS: i32 = 8;

wide! {
    /// Iterates until `||M x - x||_1` is about `target`; false if that would take more than 50 products or `x` cannot be
    /// scaled to sum 1.
    pub(super) fn iterate<'a>(matrix: &'a [f64], x: &'a mut [f64], image: &'a mut [f64], target: f64) -> bool {
        let mut before = f64::INFINITY;
        for product in 1..=MAX_PRODUCTS {
            multiply(matrix, x, image);
            let scale = 1.0 / sum(image);
            if !(scale > 0.0 && scale.is_finite()) {
                return false;
            }
            let mut change = 0.0;
            for (entry, next) in x.iter_mut().zip(&*image) {
                let next = next * scale;
                change += (next - *entry).abs();
                *entry = next;
            }
            if change <= target {
                return true;
            }
            let rate = change / before;
            let foreseen = (product..MAX_PRODUCTS).fold(change, |change, _| change * rate);
            if product >= TRIAL_PRODUCTS && foreseen > target {
                return false;
            }
            before = change;
        }
        false
    }
}
