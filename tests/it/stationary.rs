//! Stationary distributions against exact rational solutions, with broken solvers that the same laws catch.

use dashu_ratio::RBig;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use referee::numerics::ExactSum;
use referee::numerics::rational::{exact, power_of_two};
use referee::numerics::simplex::{is_dyadic, is_on_simplex, round_to_simplex};
use referee::numerics::stationary::{ELIMINATION_MAX, Method, Stationary, accepted_residual, gth};

type Law = Result<(), String>;

fn rounded(mut weights: Vec<f64>) -> Vec<f64> {
    round_to_simplex(&mut weights).unwrap();
    weights
}

fn uniform(n: usize) -> Vec<f64> {
    rounded(vec![1.0; n])
}

fn vertex(n: usize, index: usize) -> Vec<f64> {
    (0..n).map(|i| f64::from(u8::from(i == index))).collect()
}

fn absolute(x: RBig) -> RBig {
    if x < RBig::ZERO { -x } else { x }
}

/// `||M x - x||_1`, exactly. `matrix[j * n + i]` is the probability of moving from `j` to `i`.
fn exact_residual(matrix: &[f64], x: &[f64]) -> RBig {
    let n = x.len();
    let row = |i: usize| {
        let mut sum = ExactSum::new();
        (0..n).for_each(|j| sum.add_product(matrix[j * n + i], x[j]));
        sum.add(-x[i]);
        absolute(sum.to_rational())
    };
    (0..n).fold(RBig::ZERO, |total, i| total + row(i))
}

/// The stationary distribution of the chain with the same entries off the diagonal, by Gauss's elimination in
/// rationals. For a chain with one recurrent class.
fn exact_stationary(matrix: &[f64], n: usize) -> Vec<RBig> {
    // Row i < n - 1: sum_j M_ij x_j - x_i = 0. Last row: sum x = 1.
    let mut rows: Vec<Vec<RBig>> = (0..n).map(|i| (0..n).map(|j| exact(matrix[j * n + i])).collect()).collect();
    for (j, column) in matrix.chunks_exact(n).enumerate() {
        let leaving = (0..n).filter(|&i| i != j).fold(RBig::ZERO, |sum, i| sum + exact(column[i]));
        rows[j][j] = -leaving;
    }
    rows[n - 1] = vec![RBig::ONE; n];
    for (i, row) in rows.iter_mut().enumerate() {
        row.push(if i == n - 1 { RBig::ONE } else { RBig::ZERO });
    }
    for column in 0..n {
        let pivot = (column..n).find(|&i| rows[i][column] != RBig::ZERO).expect("one recurrent class");
        rows.swap(column, pivot);
        let lead = rows[column].clone();
        for (i, row) in rows.iter_mut().enumerate() {
            if i != column && row[column] != RBig::ZERO {
                let factor = &row[column] / &lead[column];
                for (entry, lead) in row.iter_mut().zip(&lead) {
                    *entry -= &factor * lead;
                }
            }
        }
    }
    (0..n).map(|i| &rows[i][n] / &rows[i][i]).collect()
}

/// The answer is a dyadic member of the simplex and `bound` is not below its exact residual.
fn law_residual(matrix: &[f64], lambda: &[f64], bound: f64) -> Law {
    if !is_on_simplex(lambda) || !lambda.iter().all(|&x| is_dyadic(x)) {
        return Err("not on the dyadic simplex".into());
    }
    if exact_residual(matrix, lambda) > exact(bound) {
        return Err(format!("the residual exceeds its bound {bound:e}"));
    }
    Ok(())
}

/// The bound is small: at most `16 (n + 1) 2^-53` for columns normalised in doubles.
///
/// Rounding to the grid moves the point by at most `3.1 n 2^-52`, hence the residual by `12.4 n 2^-53`; the bound's own
/// term is `(n + 1) 2^-53`; a column misses 1 by about `n 2^-53` at most.
fn law_small(n: usize, bound: f64) -> Law {
    let limit = 16.0 * (n as f64 + 1.0) * power_of_two(-53);
    if bound <= limit { Ok(()) } else { Err(format!("{bound:e} is above {limit:e}")) }
}

/// Every component of the weights, scaled to sum 1, is the exact one times `(1 - u)^(+-exponent)`.
fn law_componentwise(weights: &[f64], stationary: &[RBig], exponent: usize) -> Law {
    let total = weights.iter().fold(RBig::ZERO, |sum, &w| sum + exact(w));
    let factor = RBig::ONE - RBig::from(exponent) * exact(power_of_two(-53)); // at most (1 - u)^exponent
    for (i, (&weight, pi)) in weights.iter().zip(stationary).enumerate() {
        let weight = exact(weight) / &total;
        if weight < pi * &factor || &weight * &factor > *pi {
            return Err(format!("component {i} is wrong"));
        }
    }
    Ok(())
}

/// The weights of elimination before rounding.
fn eliminate(matrix: &[f64], n: usize) -> Vec<f64> {
    let mut weights = vec![0.0; n];
    gth::weights(&mut matrix.to_vec(), &mut vec![0.0; n], &mut weights);
    weights
}

fn normalise(mut matrix: Vec<f64>, n: usize) -> Vec<f64> {
    for column in matrix.chunks_exact_mut(n) {
        let sum: f64 = column.iter().sum();
        for entry in column {
            *entry /= sum;
        }
    }
    matrix
}

/// Entries `exp(spread * uniform)`, columns normalised.
fn dense(n: usize, spread: f64, seed: u64) -> Vec<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    normalise((0..n * n).map(|_| (spread * rng.random::<f64>()).exp()).collect(), n)
}

/// Two dense blocks coupled by entries near `coupling`; the diagonal is what is missing from 1, in doubles.
fn nearly_decoupled(n: usize, coupling: f64, seed: u64) -> Vec<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let block = |i: usize| i % 2;
    let mut matrix = vec![0.0; n * n];
    for (j, column) in matrix.chunks_exact_mut(n).enumerate() {
        for (i, entry) in column.iter_mut().enumerate().filter(|(i, _)| *i != j) {
            *entry = (rng.random::<f64>() + 0.1) / n as f64 * if block(i) == block(j) { 0.5 } else { coupling };
        }
        let leaving: f64 = column.iter().sum();
        column[j] = 1.0 - leaving;
    }
    matrix
}

/// A cycle through all states (so one recurrent class) and a few other entries; most are zero.
fn sparse(n: usize, seed: u64) -> Vec<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut matrix: Vec<f64> =
        (0..n * n).map(|_| if rng.random::<f64>() < 0.2 { rng.random::<f64>() } else { 0.0 }).collect();
    (0..n).for_each(|j| matrix[j * n + (j + 1) % n] += 0.01);
    normalise(matrix, n)
}

fn chains() -> impl Strategy<Value = (usize, Vec<f64>)> {
    (1..8_usize, any::<u64>(), 0..3_u8, 0.0..1.0_f64).prop_map(|(n, seed, kind, amount)| {
        let matrix = match kind {
            0 => dense(n, 60.0 * amount, seed),
            1 => nearly_decoupled(n, 10_f64.powf(-300.0 * amount), seed),
            _ => sparse(n, seed),
        };
        (n, matrix)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn elimination_is_accurate_in_every_component((n, matrix) in chains()) {
        let stationary = exact_stationary(&matrix, n);
        prop_assert_eq!(law_componentwise(&eliminate(&matrix, n), &stationary, gth::error_exponent(n)), Ok(()));
    }

    #[test]
    fn the_residual_bound_is_rigorous_and_small((n, matrix) in chains()) {
        let mut lambda = uniform(n);
        let mut solver = Stationary::new(n);
        let bound = solver.solve(&matrix, &mut lambda);
        prop_assert_eq!(law_residual(&matrix, &lambda, bound), Ok(()));
        prop_assert_eq!(law_small(n, bound), Ok(()));
        // Whatever a method returns, the bound it returns is true.
        if let Some(bound) = solver.solve_by(Method::Power, &matrix, &mut lambda) {
            prop_assert_eq!(law_residual(&matrix, &lambda, bound), Ok(()));
        }
    }

    #[test]
    fn the_methods_agree_where_the_matrix_contracts(n in 2..12_usize, seed in any::<u64>()) {
        // For z that sums to 0, M z = (M - c e^T) z with c_i = min_j M_ij, so ||M z||_1 <= t ||z||_1 with t = max_j
        // (column sum) - sum c. With z the difference of two answers, (1 - t) ||z||_1 <= ||M z - z||_1 <= the sum of
        // their residuals.
        let matrix = dense(n, 1.0, seed);
        let entry = |i: usize, j: usize| exact(matrix[j * n + i]);
        let smallest = (0..n).fold(RBig::ZERO, |sum, i| sum + (0..n).map(|j| entry(i, j)).min().unwrap());
        let column = (0..n).map(|j| (0..n).fold(RBig::ZERO, |sum, i| sum + entry(i, j))).max().unwrap();
        let gap = RBig::ONE - (column - smallest);
        prop_assert!(gap > RBig::ZERO);
        let mut solver = Stationary::new(n);
        let answers = [Method::Elimination, Method::Power].map(|method| {
            let mut lambda = uniform(n);
            let bound = solver.solve_by(method, &matrix, &mut lambda).expect("the chain contracts fast");
            (lambda, bound)
        });
        for (a, bound_a) in &answers {
            prop_assert_eq!(law_residual(&matrix, a, *bound_a), Ok(()));
            prop_assert_eq!(law_small(n, *bound_a), Ok(()));
            for (b, bound_b) in &answers {
                let distance = a.iter().zip(b).fold(RBig::ZERO, |sum, (&a, &b)| sum + absolute(exact(a) - exact(b)));
                prop_assert!(distance * &gap <= exact(*bound_a) + exact(*bound_b));
            }
        }
    }

    #[test]
    fn permutations_and_reducible_chains_are_solved(n in 1..9_usize, seed in any::<u64>()) {
        // Every state moves to one random state: several classes, transient states, periods.
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut matrix = vec![0.0; n * n];
        (0..n).for_each(|j| matrix[j * n + rng.random_range(0..n)] = 1.0);
        let mut lambda = vec![0.0; n];
        let bound = Stationary::new(n).solve(&matrix, &mut lambda);
        prop_assert_eq!(law_residual(&matrix, &lambda, bound), Ok(()));
        prop_assert_eq!(law_small(n, bound), Ok(()));
    }
}

fn solved(n: usize, matrix: &[f64]) -> Vec<f64> {
    let mut lambda = vec![0.0; n];
    let bound = Stationary::new(n).solve(matrix, &mut lambda);
    assert_eq!(law_residual(matrix, &lambda, bound), Ok(()));
    assert_eq!(law_small(n, bound), Ok(()));
    lambda
}

#[test]
fn small_and_reducible_chains_have_the_expected_answers() {
    assert_eq!(solved(1, &[1.0]), [1.0]);
    assert_eq!(solved(2, &[0.0, 1.0, 1.0, 0.0]), [0.5, 0.5]);
    assert_eq!(solved(2, &[0.75, 0.25, 0.25, 0.75]), [0.5, 0.5]);
    // The identity: the last state is the base.
    assert_eq!(solved(3, &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]), [0.0, 0.0, 1.0]);
    // State 1 absorbs.
    assert_eq!(solved(3, &[0.5, 0.25, 0.25, 0.0, 1.0, 0.0, 0.5, 0.5, 0.0]), [0.0, 1.0, 0.0]);
    // Blocks {0, 1} and {2, 3}: the second is chosen, with weights 1 : 3.
    let blocks = [0.5, 0.5, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.25, 0.75, 0.0, 0.0, 0.25, 0.75];
    assert_eq!(solved(4, &blocks), [0.0, 0.0, 0.25, 0.75]);
    // A cycle of four, interleaved with nothing else: period four.
    let mut cycle = [0.0; 16];
    (0..4).for_each(|j| cycle[j * 4 + (j + 1) % 4] = 1.0);
    assert_eq!(solved(4, &cycle), [0.25; 4]);
}

#[test]
fn couplings_down_to_the_smallest_doubles_split_the_mass_as_they_should() {
    for coupling in [1e-13, 1e-30, 1e-100, 1e-200, 1e-300, power_of_two(-1073)] {
        // 0 -> 1 with twice the probability of 1 -> 0: exactly 1/3 and 2/3, before the grid.
        let matrix = [1.0 - coupling, coupling, coupling / 2.0, 1.0 - coupling / 2.0];
        let lambda = solved(2, &matrix);
        assert!(absolute(exact(lambda[0]) - RBig::from_parts(1.into(), 3_u8.into())) <= exact(2.0 * f64::EPSILON));
    }
}

#[test]
fn a_state_that_is_left_with_the_smallest_probability_keeps_the_mass() {
    let tiny = f64::from_bits(1);
    assert_eq!(solved(2, &[0.0, 1.0, tiny, 1.0]), [0.0, 1.0]);
    assert_eq!(solved(3, &[0.0, 1.0, 0.0, tiny, 0.0, 1.0, 0.0, tiny, 1.0]), [0.0, 0.0, 1.0]);
}

#[test]
fn weights_beyond_the_range_of_doubles_are_scaled() {
    // Each state moves up surely and down with probability 1e-250: weights 1, 1e250, 1e500, ... would overflow.
    let n = 6;
    let mut matrix = vec![0.0; n * n];
    for j in 0..n {
        matrix[j * n + (j + 1).min(n - 1)] = 1.0;
        matrix[j * n + j.saturating_sub(1)] += 1e-250;
    }
    assert_eq!(solved(n, &matrix), [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn large_chains_take_the_fast_methods_and_keep_the_laws() {
    let n = ELIMINATION_MAX + 20;
    let mut solver = Stationary::new(n);
    let check = |solver: &mut Stationary, matrix: &[f64]| {
        let mut lambda = uniform(n);
        let bound = solver.solve(matrix, &mut lambda);
        assert_eq!(law_residual(matrix, &lambda, bound), Ok(()));
        assert_eq!(law_small(n, bound), Ok(()));
        lambda
    };
    let mixing = dense(n, 3.0, 1);
    check(&mut solver, &mixing);
    // Power iteration cannot solve these: a cycle with a bias, and a chain that moves to neighbours only.
    let periodic = normalise((0..n * n).map(|k| if (k / n + 1) % n == k % n { 1.0 } else { 0.0 }).collect(), n);
    let slow = normalise(
        (0..n * n).map(|k| if (k / n).abs_diff(k % n) <= 1 { 1.0 + (k % 7) as f64 } else { 0.0 }).collect(),
        n,
    );
    for matrix in [&periodic, &slow] {
        let mut start = vertex(n, 0);
        assert_eq!(solver.solve_by(Method::Power, matrix, &mut start), None);
        assert_eq!(start, vertex(n, 0), "a failed attempt leaves the start alone");
        let bound = solver.solve(matrix, &mut start);
        assert_eq!(law_residual(matrix, &start, bound), Ok(()));
        assert_eq!(law_small(n, bound), Ok(()));
    }
    check(&mut solver, &normalise((0..n * n).map(|k| if k / n == k % n { 1.0 } else { 0.0 }).collect(), n));
    // A useless start is no obstacle.
    let mut start = vec![f64::NAN; n];
    assert!(solver.solve(&mixing, &mut start) <= accepted_residual(n));
    let mut zero = vec![0.0; n];
    assert!(solver.solve(&mixing, &mut zero) <= accepted_residual(n));
}

#[test]
fn a_large_chain_with_two_cycles_is_eliminated() {
    // Periodic, so power iteration fails from a vertex, and with two recurrent classes.
    let n = ELIMINATION_MAX + 20;
    let half = n / 2;
    let mut matrix = vec![0.0; n * n];
    (0..n).for_each(|j| matrix[j * n + (j / half) * half + (j % half + 1) % half] = 1.0);
    let mut solver = Stationary::new(n);
    let start = vertex(n, 3);
    assert_eq!(solver.solve_by(Method::Power, &matrix, &mut start.clone()), None);
    let mut lambda = start;
    let bound = solver.solve(&matrix, &mut lambda);
    assert_eq!(law_residual(&matrix, &lambda, bound), Ok(()));
    assert_eq!(law_small(n, bound), Ok(()));
    // Elimination's choice: the class of the last state, uniformly.
    assert!(lambda[..half].iter().all(|&x| x == 0.0) && lambda[half..].iter().all(|&x| x > 0.0));
}

#[test]
fn broken_solvers_are_caught() {
    let n = 5;
    let matrix = dense(n, 4.0, 7);
    let stationary = exact_stationary(&matrix, n);
    let exponent = gth::error_exponent(n);

    // One step of power iteration that claims a residual of zero.
    let uniform = uniform(n);
    let step: Vec<f64> = (0..n).map(|i| (0..n).map(|j| matrix[j * n + i] * uniform[j]).sum()).collect();
    let step = rounded(step);
    assert!(law_residual(&matrix, &step, 0.0).is_err());
    assert!(law_componentwise(&step, &stationary, exponent).is_err());

    // The transposed matrix, its columns normalised, solved perfectly.
    let transposed = normalise((0..n * n).map(|k| matrix[k % n * n + k / n]).collect(), n);
    let mut lambda = uniform.clone();
    let bound = Stationary::new(n).solve(&transposed, &mut lambda);
    assert_eq!(law_residual(&transposed, &lambda, bound), Ok(()));
    assert!(law_residual(&matrix, &lambda, bound).is_err());
    assert!(law_componentwise(&eliminate(&transposed, n), &stationary, exponent).is_err());

    // A bound that forgets its rounding term: the computed residual alone is not an upper bound.
    let understated = (0..200).any(|seed| {
        let matrix = dense(n, 4.0, seed);
        let mut lambda = uniform.clone();
        Stationary::new(n).solve(&matrix, &mut lambda);
        let image = (0..n).map(|i| (0..n).map(|j| matrix[j * n + i] * lambda[j]).sum::<f64>());
        let computed: f64 = image.zip(&lambda).map(|(image, x)| (image - x).abs()).sum();
        law_residual(&matrix, &lambda, computed).is_err()
    });
    assert!(understated);
}

#[test]
fn methods_that_subtract_are_caught_on_a_nearly_decoupled_chain() {
    let n = 6;
    let matrix = nearly_decoupled(n, 1e-13, 3);
    let stationary = exact_stationary(&matrix, n);
    let exponent = gth::error_exponent(n);
    assert_eq!(law_componentwise(&eliminate(&matrix, n), &stationary, exponent), Ok(()));

    // Elimination with the pivot 1 - p(k, k) instead of the sum of the other entries.
    assert!(law_componentwise(&eliminate_with_subtraction(&matrix, n), &stationary, exponent).is_err());
}

fn eliminate_with_subtraction(matrix: &[f64], n: usize) -> Vec<f64> {
    let mut p = matrix.to_vec();
    let mut weights = vec![0.0; n];
    for k in (1..n).rev() {
        let pivot = 1.0 - p[k * n + k];
        for i in 0..k {
            p[i * n + k] /= pivot;
            for j in 0..k {
                p[i * n + j] += p[i * n + k] * p[k * n + j];
            }
        }
    }
    weights[0] = 1.0;
    for k in 1..n {
        weights[k] = (0..k).map(|i| weights[i] * p[i * n + k]).sum();
    }
    weights.iter().map(|w: &f64| w.max(0.0)).collect()
}

#[test]
#[should_panic(expected = "an entry of the matrix is negative, or 2 or more")]
fn a_negative_entry_is_refused() {
    Stationary::new(2).solve(&[1.5, -0.5, 0.5, 0.5], &mut [0.5, 0.5]);
}

#[test]
fn two_tiny_pivots_in_a_row_leave_a_point_of_the_simplex() {
    let tiny = power_of_two(-1074);
    let matrix = [1.0, power_of_two(-670), power_of_two(-70), tiny, 1.0, 0.0, tiny, 0.0, 1.0];
    let mut lambda = [1.0, 0.0, 0.0];
    let bound = Stationary::new(3).solve(&matrix, &mut lambda);
    assert!(is_on_simplex(&lambda), "{lambda:?}");
    assert!(bound.is_finite(), "{bound}");
}
