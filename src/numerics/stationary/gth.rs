//! Elimination without subtraction (Grassmann, Taksar and Heyman, 1985).
//!
//! A chain that is only watched while it is among the states `0..k` is again a Markov chain, the *censored* chain.
//! Elimination censors the states `n-1, n-2, ..., 1` one by one and then rebuilds the stationary weights upwards. Write
//! `p(i, j)` for the probability of moving from `i` to `j` (the entry `matrix[i * n + j]`), for the chain on `0..=k`.
//!
//! **One step.** Let `s = sum over j < k of p(k, j)`, the probability of leaving `k` downwards. If `s > 0` the chain
//! censored on `0..k` has `p'(i, j) = p(i, j) + p(i, k) p(k, j) / s`: from `i` go to `j` at once, or to `k` and from
//! there, some time, to `j`. Its rows sum to 1 as those of `p` do. If `w' p' = w'`, put `w = (w', w_k)` with
//! `w_k = (sum over i < k of w'_i p(i, k)) / s`. For `j < k`,
//! `sum_i w'_i p(i, j) + w_k p(k, j) = sum_i w'_i p'(i, j) = w'_j`; and, with `p(k, k) = 1 - s`,
//! `sum_i w'_i p(i, k) + w_k (1 - s) = w_k s + w_k - w_k s = w_k`. So `w p = w`.
//!
//! **Zero pivot.** If `s = 0` the state `k` never leaves downwards, so in the chain on `0..=k` it is absorbing and the
//! weights `w_k = 1`, `w_i = 0` for `i < k` are stationary. Elimination stops there: `k` is the *base*, and the steps
//! above rebuild the weights of the states above `k`, whose pivots were all positive. Every chain, reducible or
//! periodic, thus gets a stationary distribution; with one recurrent class it is the only one. With no zero pivot the
//! base is 0, where `w_0 = 1`.
//!
//! **What is solved.** Only entries off the diagonal are read. The weights belong to the chain with these entries
//! whose diagonal is exactly what is missing from 1 (a matrix of doubles is rarely stochastic to the last bit).
//!
//! # Error
//!
//! Nothing is subtracted, so the result is accurate *in each component*, however small, for a chain with one recurrent
//! class, provided that no product underflows: the computed `w` is `c pi (1 - u)^(+-E)` in each entry, for one constant
//! `c`, where `u = 2^-53` and `E = sum over k = 1..n-1 of (k^2 + 3 k - 2)`; after scaling to sum 1 the exponent is
//! `2 E` (see [`error_exponent`]). Proof. One computed step gives `p'(i, j)` with at most `k + 2` factors `1 + d`,
//! `|d| <= u`: `k - 1` in `s`, and one each for the quotient, the product and the sum. So it is the exact step followed
//! by a change of each entry by such factors. By the Markov chain tree theorem the stationary weight of `i` in a chain
//! on `k` states is proportional to the sum, over spanning trees directed towards `i`, of products of `k - 1` entries
//! off the diagonal; changing every entry by `k + 2` factors changes each tree, hence each weight, by `(k - 1)(k + 2)`
//! factors, up to a common scale. Rebuilding `w_k` adds `2 k` factors (`k - 1` sums, one product, `k - 1` in `s`, one
//! quotient). Together `(k - 1)(k + 2) + 2 k = k^2 + 3 k - 2` factors for `k = 1, ..., n - 1`. (O'Cinneide, 1993, has a
//! bound of the same order.)

use crate::numerics::simplex::sum;

/// The exponent `2 E`: how many rounding factors separate an entry of the scaled weights from the exact one.
///
/// The quotient of the two is between `(1 - u)^(2 E)` and `(1 - u)^(-2 E)`, not counting the rounding of the scaling.
pub fn error_exponent(n: usize) -> usize {
    2 * (1..n).map(|k| k * k + 3 * k - 2).sum::<usize>()
}

/// Stationary weights, not scaled to sum 1, of the chain with the off-diagonal entries of `chain`, which is
/// overwritten.
///
/// `chain[i * n + j]` is the probability of moving from `i` to `j`; `pivots` is scratch space. A weight below 2^-800 of
/// the largest may lose accuracy or become 0 where the largest would overflow.
///
/// # Panics
/// If `chain` does not hold `n * n` numbers, or `pivots` not `n`, for `n = weights.len() > 0`.
#[inline(always)]
pub fn weights(chain: &mut [f64], pivots: &mut [f64], weights: &mut [f64]) {
    let n = weights.len();
    assert!(n > 0 && chain.len() == n * n && pivots.len() == n, "elimination takes n * n and n numbers");
    let base = eliminate(chain, pivots, n);
    rebuild(chain, pivots, base, weights);
}

/// Censors the states from the top; returns the base. Afterwards `chain[i * n + k]`, `i < k`, is the entry `p(i, k)` of
/// the chain on `0..=k`, for each `k` above the base, and `pivots[k]` its pivot.
#[inline(always)]
fn eliminate(chain: &mut [f64], pivots: &mut [f64], n: usize) -> usize {
    let mut top = n - 1;
    // Two states at a time: each row is then read and written half as often. The operations on an entry, and so the
    // result, are those of two single steps.
    while top > 1 {
        let (rows, first) = chain.split_at_mut(top * n);
        let (rows, second) = rows.split_at_mut((top - 1) * n);
        let first = &mut first[..top];
        pivots[top] = sum(first);
        if pivots[top] == 0.0 {
            return top;
        }
        divide(first, pivots[top]);
        let (first, link) = first.split_at_mut(top - 1);
        let link = link[0];
        let to_first = second[top];
        let second = &mut second[..top - 1];
        for (entry, step) in second.iter_mut().zip(&*first) {
            *entry += to_first * step;
        }
        pivots[top - 1] = sum(second);
        if pivots[top - 1] == 0.0 {
            return top - 1;
        }
        divide(second, pivots[top - 1]);
        for row in rows.chunks_exact_mut(n) {
            let (row, tail) = row.split_at_mut(top - 1);
            let to_first = tail[1];
            tail[0] += to_first * link;
            let to_second = tail[0];
            for ((entry, one), two) in row.iter_mut().zip(&*first).zip(&*second) {
                *entry = (*entry + to_first * one) + to_second * two;
            }
        }
        top -= 2;
    }
    if top == 1 {
        pivots[1] = chain[n];
        if pivots[1] == 0.0 {
            return 1;
        }
    }
    0
}

#[inline(always)]
fn divide(row: &mut [f64], pivot: f64) {
    for entry in row {
        *entry /= pivot;
    }
}

/// Rebuilds the weights upwards from the base. The sum for a later state is collected in its own slot as soon as a
/// weight is known.
#[inline(always)]
fn rebuild(chain: &[f64], pivots: &[f64], base: usize, weights: &mut [f64]) {
    const LARGE: f64 = f64::from_bits((1023 + 400) << 52);
    const SHRINK: f64 = f64::from_bits((1023 - 600) << 52);
    const GROW: f64 = f64::from_bits((1023 + 600) << 52);
    weights.fill(0.0);
    weights[base] = 1.0;
    let n = weights.len();
    for (k, row) in chain.chunks_exact(n).enumerate().skip(base) {
        if k > base {
            // Only ratios matter: before the quotient can overflow, everything else shrinks and the pivot grows by the
            // same factor. The weight itself does not shrink, so that the largest never underflows.
            let mut pivot = pivots[k];
            while weights[k] > LARGE * pivot {
                let weight = weights[k];
                for w in weights.iter_mut() {
                    *w *= SHRINK;
                }
                weights[k] = weight;
                pivot *= GROW;
            }
            weights[k] /= pivot;
        }
        let (known, collecting) = weights.split_at_mut(k + 1);
        let weight = known[k];
        for (slot, entry) in collecting.iter_mut().zip(&row[k + 1..]) {
            *slot += weight * entry;
        }
    }
}
