//! The rates of the end-to-end statements, where all comparators are named before play.
//!
//! They are proved in [`theorems::beyond::end_to_end`](crate::theorems::beyond::end_to_end), which also says how the
//! probability of failure is split; `log` is `ln(k / delta)` for the `k` of that split. At the paper's step the
//! theta-player's rate is [`stochastic_gradient_fixed`](super::stochastic_gradient_fixed).

use super::{entropy, exact, over, root, whole};
use crate::numerics::Enclosure;

/// Stochastic projected gradients against comparators named before play, at the best step `radius / (B sqrt T)`:
/// `radius B (1 + diameter_over_radius sqrt(2 log)) / sqrt T`.
pub fn stochastic_gradient_fixed_best(
    radius: f64,
    bound: f64,
    rounds: u64,
    log: Enclosure,
    diameter_over_radius: Enclosure,
) -> Enclosure {
    let constant = exact(1.0) + diameter_over_radius * root(exact(2.0) * log);
    super::gradient_best(radius, bound, rounds) * constant
}

/// The `m + 1` deviations of Theorem 2 by the stochastic matrix player at the paper's step, payoffs of size at most
/// `B` in an interval of length `r` around 0: `((3/2) B sqrt(n ln n) + r sqrt(log / 2)) / sqrt T`.
pub fn deviations_of_matrix(actions: u64, bound: f64, range: f64, rounds: u64, log: Enclosure) -> Enclosure {
    let regret = exact(1.5) * exact(bound) * root(entropy(actions));
    over(regret + exact(range) * root(exact(0.5) * log), root(whole(rounds)))
}

/// The same by Hedge over the deviations: `r (sqrt(ln n / 2) + sqrt(log / 2)) / sqrt T`.
pub fn deviations_of_hedge(actions: u64, range: f64, rounds: u64, log: Enclosure) -> Enclosure {
    let noise = exact(range) * root(over(log, exact(2.0) * whole(rounds)));
    super::deviation_hedge(actions, range, rounds) + noise
}

/// Exponentiated gradients with a slack action on stochastic payoffs, against the `m + 1` vertices of the
/// multipliers: `R r (sqrt(ln n / 2) + sqrt(2 log)) / sqrt T`.
pub fn exponentiated_gradient_fixed(radius: f64, actions: u64, range: f64, rounds: u64, log: Enclosure) -> Enclosure {
    let noise = exact(radius) * exact(range) * root(over(exact(2.0) * log, whole(rounds)));
    super::exponentiated_gradient(radius, actions, range, rounds) + noise
}
