//! What only shows from inside: exact pivots from bad starts, and the two exact solvers against each other.

use super::basis::{Basis, Column};
use super::dyadic::{Dyadic, dot, parts, quotient};
use super::exact::Simplex;
use super::lanes::{self, Packed, padded};
use super::lifting::Lifting;
use super::linear::{Matrix, eliminate};
use super::modular;
use super::pricing::{Price, Screen};
use super::sifting::Proposal;
use super::{Candidates, Epsilon, Outcome, report, shrink};
use crate::numerics::rational::exact;
use dashu_int::IBig;
use dashu_ratio::RBig;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::num::NonZeroUsize;

fn drawn(random: &mut ChaCha8Rng, count: usize, m: usize, ties: bool) -> Candidates {
    let mut candidates = Candidates::new(m);
    for _ in 0..count {
        let mut number = || {
            if ties { f64::from(random.random_range(-2_i32..3)) } else { random.random_range(-1.0..1.0) }
        };
        let row: Vec<f64> = (0..=m).map(|_| number()).collect();
        candidates.push(row[0], &row[1..]).expect("finite numbers");
    }
    candidates
}

/// Any columns and rows of the right number: most often infeasible, sometimes singular.
fn wild_basis(random: &mut ChaCha8Rng, count: usize, m: usize) -> Basis {
    let mut active: Vec<usize> = (0..m).filter(|_| random.random_range(0..2) == 0).collect();
    let mut structural: Vec<Column> = Vec::new();
    if random.random_range(0..2) == 0 {
        structural.push(Column::Excess);
    }
    for t in 0..count {
        if structural.len() <= active.len() {
            structural.push(Column::Candidate((t * 7 + 3) % count));
        }
    }
    structural.truncate(active.len() + 1);
    active.truncate(structural.len() - 1);
    Basis { structural, active }
}

#[test]
fn exact_pivots_lead_to_the_optimum_from_anywhere() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut most_pivots = 0;
    for round in 0..300 {
        let (count, m) = (random.random_range(1..16), random.random_range(0..5));
        let candidates = drawn(&mut random, count, m, round % 2 == 0);
        for minimal in [true, false] {
            let epsilon = if minimal { Epsilon::Minimal } else { Epsilon::Given(RBig::ONE / RBig::from(3)) };
            let bound = if minimal { RBig::ZERO } else { RBig::ONE / RBig::from(3) };
            let expected = shrink(&candidates, &epsilon).expect("candidates");
            let wild = Proposal::bare(wild_basis(&mut random, count, m));
            for start in [None, Some(wild)] {
                let (optimum, pivots) =
                    Simplex::new(&candidates, bound.clone(), start, NonZeroUsize::MIN).minimize(minimal);
                most_pivots = most_pivots.max(pivots);
                match (&expected, report(&candidates, &bound, &optimum, minimal)) {
                    (Outcome::Optimal(expected), Outcome::Optimal(found)) => {
                        assert_eq!((&expected.epsilon, &expected.objective), (&found.epsilon, &found.objective));
                        // The multipliers may differ between optima, what they prove does not.
                        let proved = &found.mass - &found.epsilon * found.duals.iter().fold(RBig::ZERO, |s, y| s + y);
                        assert_eq!(proved, found.objective);
                    }
                    (Outcome::Infeasible(expected), Outcome::Infeasible(found)) => {
                        assert_eq!(expected.least, found.least);
                    }
                    (expected, found) => panic!("{expected:?} is not {found:?}"),
                }
            }
        }
    }
    assert!(most_pivots > 5, "the exact method was hardly used");
}

#[test]
fn lifting_and_elimination_agree() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut compared = 0;
    for round in 0..200 {
        let n = random.random_range(1..9);
        // Small entries make singular matrices and determinants with common factors.
        let size: i64 = if round % 2 == 0 { 3 } else { 1 << 60 };
        let mut draw =
            |count: usize| -> Vec<IBig> { (0..count).map(|_| random.random_range(-size..size).into()).collect() };
        let (entries, right) = (draw(n * n), draw(n));
        for transposed in [false, true] {
            let expected = eliminate(&entries, &right, transposed);
            let lifting = Lifting::new(&entries, n);
            let lifted = lifting.as_ref().and_then(|lifting| lifting.solve(&right, transposed));
            assert!(expected.is_some() || lifted.is_none(), "lifting solved a singular system");
            let (Some(expected), Some(lifted)) = (expected, lifted) else { continue };
            for (a, b) in expected.numerators.iter().zip(&lifted.numerators) {
                assert_eq!(a * &lifted.denominator, b * &expected.denominator);
            }
            compared += 1;
        }
    }
    assert!(compared > 250, "only {compared} systems were compared");
}

#[test]
fn systems_beyond_the_reach_of_lifting_are_solved() {
    // Entries 2^1000 and 2^-1000 in one row: far more than 128 bits.
    let (big, small) = (2_f64.powi(1000), 2_f64.powi(-1000));
    let rows = [[big, small], [small, 1.0]].map(|row| row.map(Dyadic::from_f64).to_vec());
    let x = Matrix::new(&rows).solve(&[Dyadic::from_f64(1.0), Dyadic::from_f64(1.0)]).expect("not singular");
    let value = |j: usize| RBig::from_parts_signed(x.numerators[j].clone(), x.denominator.clone());
    assert_eq!(exact(big) * value(0) + exact(small) * value(1), RBig::ONE);
    assert_eq!(exact(small) * value(0) + value(1), RBig::ONE);
}

#[test]
fn doubles_come_apart_and_together() {
    for x in [1.0, -0.1, 5e-324, f64::MAX, 3.0 * 2_f64.powi(-1074), -2_f64.powi(600)] {
        let (mantissa, exponent) = parts(x);
        assert!(mantissa % 2 != 0);
        assert_eq!(Dyadic { mantissa: mantissa.into(), exponent }.over(&IBig::ONE), exact(x));
        let (three, seven) = (IBig::from(3), IBig::from(-7));
        let sum = dot([(&three, x), (&seven, 0.25)].into_iter()).over(&IBig::from(2));
        assert_eq!(sum, (exact(x) * RBig::from(3) - RBig::from(7) / RBig::from(4)) / RBig::from(2));
    }
    assert_eq!(parts(0.0), (0, 0));
}

#[test]
fn quotients_are_near() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..500 {
        let mut big = |bits: usize| IBig::from(random.random_range(1..i64::MAX)) << random.random_range(0..bits);
        let (top, bottom) = (big(2000), -big(1000));
        let near = quotient(&top, &bottom);
        let exactly = RBig::from_parts_signed(top, bottom);
        if near.is_normal() {
            let error = exact(near) - &exactly;
            let most = -exactly * exact(2_f64.powi(-52));
            assert!(error <= most && -error <= most, "{near}");
        }
    }
    // What is too small is not called 0.
    assert!(quotient(&IBig::ONE, &(IBig::ONE << 1200)) > 0.0);
    assert_eq!(quotient(&IBig::ZERO, &IBig::from(-3)), 0.0);
}

#[test]
fn a_screen_is_right_about_every_panel_that_it_clears() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let (mut cleared, mut kept) = (0, 0);
    for round in 0..200 {
        let candidates = drawn(&mut random, 20, 2, false);
        let mut near = |x: f64| x * (1.0 + random.random_range(-1.0..1.0) * 10_f64.powi(-(round % 16)));
        let weights = [1.0, 0.3, 0.7];
        let (mass, scale) = (near(-1.7), 0.25);
        let other: Vec<f64> = weights.iter().map(|&weight| near(weight)).collect();
        let price = Price::new(weights.map(|weight| weight * scale).into_iter().enumerate(), mass * scale);
        let panel = candidates.panel(0);
        let mut prices = [0.0; super::candidates::PANEL];
        price.over(&panel, &mut prices);
        let least = prices[..20].iter().copied().fold(f64::INFINITY, f64::min);
        let screen = Screen { price, minima: vec![least], scale };
        let target = Price::new(other.iter().copied().enumerate(), near(mass));
        let shift = screen.shift(&target, 3).expect("normal numbers");
        if !screen.is_positive(&shift, &panel, 0) {
            kept += 1;
            continue;
        }
        cleared += 1;
        target.over(&panel, &mut prices);
        assert!(prices[..20].iter().all(|&x| x > target.radius(&panel)), "a panel was cleared that is not positive");
    }
    assert!(cleared > 20 && kept > 20, "{cleared} cleared, {kept} kept");
}

/// The sum of eight lanes in the one order that is allowed, written without any vectors.
fn sum_in_lanes(products: &[f64]) -> f64 {
    let lane = |lane: usize| products[lane..].iter().step_by(8).fold(0.0, |sum, x| sum + x);
    ((lane(0) + lane(4)) + (lane(2) + lane(6))) + ((lane(1) + lane(5)) + (lane(3) + lane(7)))
}

#[test]
fn dense_kernels_round_alike_on_every_processor() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for rows in 1..23 {
        let n = random.random_range(1..40);
        let width = padded(n);
        let mut draw = |count: usize| -> Vec<f64> { (0..count).map(|_| random.random_range(-1.0..1.0)).collect() };
        let (matrix, x, weights) = (draw(rows * width), draw(width), draw(rows));
        let row = |i: usize| &matrix[i * width..][..width];
        let mut out = vec![0.0; rows];
        lanes::multiply(&matrix, width, &x, &mut out);
        for (i, out) in out.iter().enumerate() {
            let products: Vec<f64> = row(i).iter().zip(&x).map(|(a, x)| a * x).collect();
            assert_eq!(out.to_bits(), sum_in_lanes(&products).to_bits());
        }
        let mut less = matrix.clone();
        lanes::subtract(&mut less, &weights, &x);
        let expected = |place: usize| matrix[place] - weights[place / width] * x[place % width];
        assert!((0..rows * width).all(|place| less[place].to_bits() == expected(place).to_bits()));
        // As columns: sums over them go from the first to the last.
        let packed = Packed::new(&matrix, width);
        let gram = packed.gram(&weights, f64::NEG_INFINITY);
        let combined = packed.combine(&weights);
        for a in 0..width {
            let sum = (0..rows).fold(0.0, |sum, j| sum + weights[j] * row(j)[a]);
            assert_eq!(combined[a].to_bits(), sum.to_bits());
            for b in 0..=a {
                let sum = (0..rows).fold(0.0, |sum, j| sum + (weights[j] * row(j)[a]) * row(j)[b]);
                assert_eq!(gram[a * width + b].to_bits(), sum.to_bits());
            }
        }
    }
}

#[test]
fn residues_are_inverted_and_multiplied_exactly() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let prime = 268_435_399;
    for n in [1, 2, 9, 40, 1100] {
        let mut draw = |most: i128| random.random_range(-most..most);
        // Long rows fill the lanes to the brim: every factor as large as it can be.
        let brim = n > 1000;
        let rows = if brim { 1 } else { n };
        let entries: Vec<i128> = (0..n * n).map(|_| if brim { (1 << 86) - 1 } else { draw(1 << 90) }).collect();
        let x: Vec<i128> = (0..n).map(|_| if brim { prime - 1 } else { draw(prime).abs() }).collect();
        for transposed in [false, true] {
            let limbs = modular::Limbs::new(&entries, n, transposed);
            let mut vector = limbs.vector();
            vector.iter_mut().zip(&x).for_each(|(out, x)| *out = i32::try_from(*x).expect("28 bits"));
            let entry = |i: usize, j: usize| entries[if transposed { j * n + i } else { i * n + j }];
            limbs.multiply(&vector, |i, product| {
                if i < rows {
                    assert_eq!(IBig::from(product), (0..n).map(|j| IBig::from(entry(i, j)) * x[j]).sum::<IBig>());
                }
            });
        }
        if brim {
            continue;
        }
        let inverse = modular::invert(&entries, n, prime.try_into().expect("28 bits")).expect("not singular");
        for i in 0..n {
            for k in 0..n {
                let product = |j: usize| entries[i * n + j].rem_euclid(prime) * inverse[j * n + k] % prime;
                assert_eq!((0..n).map(product).sum::<i128>() % prime, i128::from(i == k));
            }
        }
    }
    assert_eq!(modular::invert(&[1, 2, 2, 4], 2, prime.try_into().expect("28 bits")), None);
}
