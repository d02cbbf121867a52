//! The rates as real-valued formulas of their constants, enclosed: what is promised before anything is played.
//!
//! Every function returns an enclosure of the exact value, so its upper end is a bound that is surely large enough and
//! its lower end one that is surely not larger than the formula. All are averages per round, of exact play: what
//! floating-point players add is in [`bounds`](super::bounds).
//!
//! Names of the forms: `paper` is the formula as printed; `step` is what the same proof gives for *any* step, at the
//! one that is used; `best` is its minimum over steps; `repaired` is the formula of the statement whose proof has no
//! gap; `fixed` speaks of comparators that were named before play. `tight` is `step` at the paper's step.
//!
//! Symbols: `T` rounds, `n = m + 1` actions, `B` a bound on payoffs (Euclidean for projected gradients, of each
//! coordinate for the matrix player), `radius` the largest norm in the set that is played on, `eta` the step,
//! `log = ln(1/delta)` (the caller says of which `delta`).
//!
//! # Panics
//! All functions panic if `rounds` is 0 or a step is not positive.

pub mod end_to_end;
pub mod mirror;

use crate::numerics::{Enclosure, ExactInterval, Number as _, irrational};

/// The exact double.
fn exact(x: f64) -> Enclosure {
    Enclosure::point(x)
}

fn whole(count: u64) -> Enclosure {
    // Exact below 2^53; above, the two neighbours enclose it.
    let near = count as f64;
    if count < 1 << 53 { exact(near) } else { Enclosure::new(near.next_down(), near.next_up()) }
}

fn root(x: Enclosure) -> Enclosure {
    x.sqrt().expect("the operand is not negative")
}

fn over(x: Enclosure, divisor: Enclosure) -> Enclosure {
    x.divide(divisor).expect("rounds and steps are positive")
}

/// `radius bound factor`; the product of the first two may be beyond doubles where all three are not.
fn scaled(radius: f64, bound: f64, factor: Enclosure) -> Enclosure {
    let product = ExactInterval::double(radius) * ExactInterval::double(bound);
    (product * ExactInterval::between(factor.lo(), factor.hi())).enclosure()
}

/// `ln(k / delta)`: how a probability of failure `delta`, split over `k` events, enters.
///
/// # Panics
/// If `delta` is not in `(0, 1]` or `k` is 0.
pub fn log(k: u64, delta: f64) -> Enclosure {
    assert!(delta > 0.0 && delta <= 1.0 && k > 0, "a probability in (0, 1] split over at least one event");
    let ln = |x: Enclosure| x.ln().expect("the argument is positive");
    // Not the logarithm of a rounded quotient, which would say little where the result is near 0.
    (ln(whole(k)) - ln(exact(delta))).max(exact(0.0))
}

/// `n ln n`, the largest value of the matrix player's regulariser.
pub fn entropy(actions: u64) -> Enclosure {
    let n = whole(actions.max(1));
    n * n.ln().expect("at least one action")
}

/// Projected gradients, Corollary 1 as printed: `radius B sqrt(2 / T)`, at the step `radius / (B sqrt(2 T))`.
pub fn gradient_paper(radius: f64, bound: f64, rounds: u64) -> Enclosure {
    scaled(radius, bound, root(over(exact(2.0), whole(rounds))))
}

/// The step that the paper plays projected gradients with, `radius / (B sqrt(2 T))`, for a positive `B`; in rationals, so
/// that it can be compared with a double near it.
pub fn gradient_paper_step(radius: f64, bound: f64, rounds: u64) -> ExactInterval {
    let root = irrational::root(&(ExactInterval::double(2.0) * ExactInterval::whole(rounds)));
    let step = ExactInterval::double(radius).over(ExactInterval::double(bound) * root);
    step.expect("bounds and rounds are positive")
}

/// Projected gradients at the best step `radius / (B sqrt T)`: `radius B / sqrt T`.
pub fn gradient_best(radius: f64, bound: f64, rounds: u64) -> Enclosure {
    let root = root(whole(rounds));
    let product = ExactInterval::double(radius) * ExactInterval::double(bound);
    product.over(ExactInterval::between(root.lo(), root.hi())).expect("rounds are positive").enclosure()
}

/// Projected gradients at the paper's step `radius / (B sqrt(2 T))`: `3 / (2 sqrt 2) radius B / sqrt T`.
pub fn gradient_tight(radius: f64, bound: f64, rounds: u64) -> Enclosure {
    three_over_two_roots() * gradient_best(radius, bound, rounds)
}

/// Projected gradients at any step: `radius^2 / (2 eta T) + (eta / 2) S`, `S` at least the mean of the squared norms
/// of the gradients (`B^2`, or what was measured).
pub fn gradient_step(radius: f64, squares: ExactInterval, rounds: u64, eta: f64) -> Enclosure {
    of_step(square(radius), 0.5, squares, rounds, eta)
}

/// The square of a double, which need not be one.
pub fn square(x: f64) -> ExactInterval {
    ExactInterval::double(x) * ExactInterval::double(x)
}

/// `start / (2 eta T) + half eta squares`, in rationals: in doubles products of tiny numbers are
/// 0 and those of large ones infinite, and a quotient by something tiny makes much of that.
fn of_step(start: ExactInterval, half: f64, squares: ExactInterval, rounds: u64, eta: f64) -> Enclosure {
    let double = ExactInterval::double;
    let start = start.over(double(2.0) * double(eta) * ExactInterval::whole(rounds));
    (start.expect("rounds and steps are positive") + double(half) * double(eta) * squares).enclosure()
}

/// The matrix player, Lemma 8 as printed: `2 B sqrt(n ln n / T)`, at the step `sqrt(n ln n / T) / B`.
pub fn matrix_paper(actions: u64, bound: f64, rounds: u64) -> Enclosure {
    exact(bound) * (exact(2.0) * root(over(entropy(actions), whole(rounds))))
}

/// The step that the paper plays the matrix player with, `sqrt(n ln n / T) / B`, for a positive `B`; in rationals.
pub fn matrix_paper_step(actions: u64, bound: f64, rounds: u64) -> ExactInterval {
    let over = |x: ExactInterval, divisor| x.over(divisor).expect("bounds and rounds are positive");
    let entropy = ExactInterval::whole(actions) * irrational::ln_whole(actions);
    over(irrational::root(&over(entropy, ExactInterval::whole(rounds))), ExactInterval::double(bound))
}

/// The matrix player at the best step `sqrt(2 n ln n / T) / B`: `B sqrt(2 n ln n / T)`.
pub fn matrix_best(actions: u64, bound: f64, rounds: u64) -> Enclosure {
    exact(bound) * root(over(exact(2.0) * entropy(actions), whole(rounds)))
}

/// The matrix player at the paper's step `sqrt(n ln n / T) / B`: `(3/2) B sqrt(n ln n / T)`.
pub fn matrix_tight(actions: u64, bound: f64, rounds: u64) -> Enclosure {
    exact(1.5) * exact(bound) * root(over(entropy(actions), whole(rounds)))
}

/// The matrix player at any step: `n ln n / (eta T) + (eta / 8) S`, `S` at least the mean over rounds of
/// `r_t^2 ||lambda_t||_2^2` with `r_t` the range of the payoffs and 0 (`4 B^2`, or what was measured).
pub fn matrix_step(actions: u64, squares: ExactInterval, rounds: u64, eta: f64) -> Enclosure {
    let entropy = entropy(actions);
    let twice = ExactInterval::double(2.0) * ExactInterval::between(entropy.lo(), entropy.hi());
    of_step(twice, 0.125, squares, rounds, eta)
}

/// Stochastic projected gradients as printed (Corollary 3): `2 radius B sqrt((1 + 16 log) / T)`.
pub fn stochastic_gradient_paper(radius: f64, bound: f64, rounds: u64, log: Enclosure) -> Enclosure {
    let inner = over(exact(1.0) + exact(16.0) * log, whole(rounds));
    scaled(radius, bound, exact(2.0) * root(inner))
}

/// `3 / (2 sqrt 2)`: the constant of projected gradients at the paper's step.
fn three_over_two_roots() -> Enclosure {
    over(exact(3.0), root(exact(8.0)))
}

/// Stochastic projected gradients against *every* comparator at once, also one chosen after the draws:
/// `radius B (3 / (2 sqrt 2) + 2 + 2 sqrt(2 log)) / sqrt T`, at the paper's step.
pub fn stochastic_gradient_repaired(radius: f64, bound: f64, rounds: u64, log: Enclosure) -> Enclosure {
    let constant = three_over_two_roots() + exact(2.0) + exact(2.0) * root(exact(2.0) * log);
    gradient_best(radius, bound, rounds) * constant
}

/// Stochastic projected gradients against comparators named before play, on a set of diameter at most
/// `diameter_over_radius radius`: `radius B (3 / (2 sqrt 2) + diameter_over_radius sqrt(2 log)) / sqrt T`, at the
/// paper's step. The quotient is 2 for a ball and `sqrt 2` for `{lambda >= 0, ||lambda||_1 <= R}`.
pub fn stochastic_gradient_fixed(
    radius: f64,
    bound: f64,
    rounds: u64,
    log: Enclosure,
    diameter_over_radius: Enclosure,
) -> Enclosure {
    let constant = three_over_two_roots() + diameter_over_radius * root(exact(2.0) * log);
    gradient_best(radius, bound, rounds) * constant
}

/// The stochastic matrix player as printed (Lemma 9, Corollary 4): `2 B sqrt(2 n ln n (1 + 16 log) / T)`.
pub fn stochastic_matrix_paper(actions: u64, bound: f64, rounds: u64, log: Enclosure) -> Enclosure {
    let inner = exact(2.0) * entropy(actions) * (exact(1.0) + exact(16.0) * log);
    exact(bound) * (exact(2.0) * root(over(inner, whole(rounds))))
}

/// The stochastic matrix player against every matrix at once, at the paper's step:
/// `B ((3/2) sqrt(n ln n) + 2 sqrt(2 (n ln n + log))) / sqrt T`.
pub fn stochastic_matrix_repaired(actions: u64, bound: f64, rounds: u64, log: Enclosure) -> Enclosure {
    let entropy = entropy(actions);
    let constant = exact(1.5) * root(entropy) + exact(2.0) * root(exact(2.0) * (entropy + log));
    exact(bound) * over(constant, root(whole(rounds)))
}

/// The same by an imagined second player, as for gradients: `B ((3/2) sqrt(n ln n) + 2 sqrt(2 n ln n) + 2 sqrt(2 log))
/// / sqrt T`. Never better than [`stochastic_matrix_repaired`], whose union over the swaps keeps both terms under one
/// root; it is here to compare.
///
/// The second player `U_t` is a matrix player that is paid the noise `xi_t lambda_t^T`, of norm at most `2 B`, so it
/// loses at most `2 B sqrt(2 n ln n T)` to any matrix. What is left is the sum of `<xi_t, (U_t - M_t) lambda_t>`, with
/// a difference of two distributions that is known before the draw: each term has a range of at most `4 B` given the
/// past, and Hoeffding's lemma gives `2 B sqrt(2 T log)`.
pub fn stochastic_matrix_ghost(actions: u64, bound: f64, rounds: u64, log: Enclosure) -> Enclosure {
    let entropy = entropy(actions);
    let noise = root(exact(2.0) * entropy) + root(exact(2.0) * log);
    over(exact(bound) * (exact(1.5) * root(entropy) + exact(2.0) * noise), root(whole(rounds)))
}

/// Hedge over the `m + 1` deviations of Theorem 2, payoffs and 0 within a range `r`: `r sqrt(ln(m + 1) / (2 T))`.
pub fn deviation_hedge(actions: u64, range: f64, rounds: u64) -> Enclosure {
    let logs = whole(actions.max(1)).ln().expect("at least one action");
    exact(range) * root(over(logs, exact(2.0) * whole(rounds)))
}

/// Exponentiated gradients for the Lagrangian game, the constraints and 0 within a range `r`:
/// `R r sqrt(ln(m + 1) / (2 T))`.
pub fn exponentiated_gradient(radius: f64, actions: u64, range: f64, rounds: u64) -> Enclosure {
    exact(radius) * deviation_hedge(actions, range, rounds)
}
