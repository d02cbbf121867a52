//! Mirror descent for any regulariser (Theorems 6 and 7, Corollary 4), and without a horizon.
//!
//! `regulariser` is `B_Psi`, the largest value of the regulariser on the set; it is `radius^2 / 2` for the Euclidean
//! one and `n ln n` for left-stochastic matrices. `bound` is `B`, a bound on the dual norms of the gradients.

use super::{entropy, exact, of_step, over, root, square, whole};
use crate::game::MirrorKind;
use crate::numerics::{Enclosure, ExactInterval, Number as _, irrational};

/// `B_Psi` of a mirror: `radius^2 / (2 (p - 1))` on points of p-norm at most `radius` (`p = 2`: the Euclidean), and
/// `radius^2 ln n` for the entropy of `n` multipliers that sum to `radius`.
pub fn reach(mirror: MirrorKind, radius: f64, actions: u64) -> ExactInterval {
    let twice = ExactInterval::double(2.0 * mirror.curvature());
    match mirror {
        MirrorKind::Entropic => square(radius) * irrational::ln_whole(actions),
        _ => square(radius).over(twice).expect("p is above 1"),
    }
}

/// Theorem 6 as printed for such a mirror: [`mirror_paper`], where `B_Psi` need not be a double.
pub fn reach_paper(reach: &ExactInterval, bound: f64, rounds: u64) -> Enclosure {
    let per_round = reach.clone().over(ExactInterval::whole(rounds)).expect("rounds are positive");
    (ExactInterval::double(2.0) * ExactInterval::double(bound) * irrational::root(&per_round)).enclosure()
}

/// The same proof at any step: `B_Psi / (eta T) + (eta / 2) S`, `S` at least the mean of the squared dual norms.
pub fn reach_step(reach: &ExactInterval, squares: ExactInterval, rounds: u64, eta: f64) -> Enclosure {
    of_step(ExactInterval::double(2.0) * reach.clone(), 0.5, squares, rounds, eta)
}

/// `B sqrt(B_Psi / T)`: what every rate here is a multiple of.
fn unit(regulariser: f64, bound: f64, rounds: u64) -> Enclosure {
    exact(bound) * root(over(exact(regulariser), whole(rounds)))
}

/// Theorem 6 as printed: `2 B sqrt(B_Psi / T)`, at the step `sqrt(B_Psi / T) / B`.
pub fn mirror_paper(regulariser: f64, bound: f64, rounds: u64) -> Enclosure {
    exact(2.0) * unit(regulariser, bound, rounds)
}

/// The same proof at the same step: constant 3/2.
pub fn mirror_tight(regulariser: f64, bound: f64, rounds: u64) -> Enclosure {
    exact(1.5) * unit(regulariser, bound, rounds)
}

/// The same proof at the best step `sqrt(2 B_Psi / T) / B`: constant `sqrt 2`.
pub fn mirror_best(regulariser: f64, bound: f64, rounds: u64) -> Enclosure {
    root(exact(2.0)) * unit(regulariser, bound, rounds)
}

/// Dual averaging at the steps `sqrt(B_Psi / t) / B`, for *every* number of rounds at once: the number of Theorem 6.
pub fn anytime(regulariser: f64, bound: f64, rounds: u64) -> Enclosure {
    mirror_paper(regulariser, bound, rounds)
}

/// The same for the Euclidean regulariser, `radius B sqrt(2 / T)`, at the steps `radius / (B sqrt(2 t))`: the number
/// of Corollary 1.
pub fn anytime_gradient(radius: f64, bound: f64, rounds: u64) -> Enclosure {
    super::gradient_paper(radius, bound, rounds)
}

/// Theorem 7 as printed, for a comparator named before play: `2 B sqrt(2 B_Psi (1 + 16 log) / T)`.
pub fn stochastic_mirror_paper(regulariser: f64, bound: f64, rounds: u64, log: Enclosure) -> Enclosure {
    exact(2.0) * root(exact(2.0) * (exact(1.0) + exact(16.0) * log)) * unit(regulariser, bound, rounds)
}

/// Stochastic mirror descent against *every* comparator at once, at the paper's step:
/// `B sqrt(B_Psi / T) (3/2 + 2 sqrt 2 + 4 sqrt log)`.
pub fn stochastic_mirror_repaired(regulariser: f64, bound: f64, rounds: u64, log: Enclosure) -> Enclosure {
    let constant = exact(1.5) + root(exact(8.0)) + exact(4.0) * root(log);
    constant * unit(regulariser, bound, rounds)
}

/// Stochastic mirror descent against comparators named before play, at the paper's step:
/// `B sqrt(B_Psi / T) (3/2 + 4 sqrt log)`.
pub fn stochastic_mirror_fixed(regulariser: f64, bound: f64, rounds: u64, log: Enclosure) -> Enclosure {
    (exact(1.5) + exact(4.0) * root(log)) * unit(regulariser, bound, rounds)
}

/// Corollary 4 against comparators named before play, at the paper's step:
/// `B ((3/2) sqrt(n ln n) + 2 sqrt(2 n log)) / sqrt T`. The diameter of the left-stochastic matrices is `2 sqrt n`.
pub fn stochastic_matrices_fixed(actions: u64, bound: f64, rounds: u64, log: Enclosure) -> Enclosure {
    let spread = exact(2.0) * root(exact(2.0) * whole(actions.max(1)) * log);
    over(exact(bound) * (exact(1.5) * root(entropy(actions)) + spread), root(whole(rounds)))
}

/// Corollary 4 against every comparator at once: `2 B sqrt(2 n ln n / T)` more than
/// [`stochastic_matrices_fixed`].
pub fn stochastic_matrices_repaired(actions: u64, bound: f64, rounds: u64, log: Enclosure) -> Enclosure {
    let ghost = exact(2.0) * super::matrix_best(actions, bound, rounds);
    stochastic_matrices_fixed(actions, bound, rounds, log) + ghost
}

/// Lemma 9 against left-stochastic matrices named before play, with `log = ln(k / delta)` for `k` of them, at the
/// paper's step: `B ((3/2) sqrt(n ln n) + 2 sqrt(2 log)) / sqrt T`.
pub fn stochastic_matrix_fixed(actions: u64, bound: f64, rounds: u64, log: Enclosure) -> Enclosure {
    let constant = exact(1.5) * root(entropy(actions)) + exact(2.0) * root(exact(2.0) * log);
    over(exact(bound) * constant, root(whole(rounds)))
}
