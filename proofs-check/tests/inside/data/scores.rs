//! Tests of `src/data/scores.rs`, as a module of it.

#![expect(clippy::float_arithmetic, clippy::arithmetic_side_effects, reason = "numbers at the ends of the filters")]

use super::*;
use crate::exact::Rational;

fn compare(theta: &[f64], to: i8) -> Ordering {
    let (model, all) = (Model::new(theta).unwrap(), (0..theta.len()).collect::<Vec<_>>());
    model.compare(&all, model.floor(&all), to)
}

#[test]
fn a_score_is_compared_exactly() {
    use Ordering::{Equal, Greater, Less};
    let tiny = 5e-324;
    // 0.1 + 0.2 is above the double 0.3, which sums of doubles and a real 0.3 would hide.
    assert_eq!(compare(&[0.1, 0.2, -0.3], 0), Greater);
    assert_eq!(compare(&[0.5, 0.5], 1), Equal);
    assert_eq!(compare(&[0.5, 0.5, tiny], 1), Greater);
    assert_eq!(compare(&[0.5, 0.5, -tiny], 1), Less);
    assert_eq!(compare(&[-0.5, -0.5, tiny], -1), Greater);
    assert_eq!(compare(&[-0.5, -0.5, -tiny], -1), Less);
    assert_eq!(compare(&[1e300, -1e300, tiny], 0), Greater);
    assert_eq!(compare(&[1e300, -1e300, 1.0], 1), Equal);
    assert_eq!(compare(&[1e300, -1e300, -1.0], -1), Equal);
    assert_eq!(compare(&[1e300, -1e300, -1.0, -tiny], -1), Less);
    assert_eq!(compare(&[f64::MAX, f64::MAX, f64::MIN, f64::MIN], 0), Equal);
    assert_eq!((compare(&[], 0), compare(&[0.0, -0.0], 0), compare(&[], 1)), (Equal, Equal, Less));
    assert_eq!((compare(&[tiny], 0), compare(&[-tiny], 0)), (Greater, Less));
    assert_eq!((compare(&[1e300], 1), compare(&[-1e300], -1)), (Greater, Less));
    assert!(Model::new(&[f64::NAN]).is_none() && Model::new(&[f64::INFINITY]).is_none());
}

/// The filter alone, on sums that it cannot decide, must not answer.
#[test]
fn the_filter_never_answers_wrongly() {
    let scale = [1.0, 5e-324, 1e-30, 1e30, 1e150, 2.0_f64.powi(-100), 2.0_f64.powi(-99)];
    for a in scale {
        for b in scale {
            for (s, t) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
                let theta = [a * s, b * t, 0.5];
                let model = Model::new(&theta).unwrap();
                let exact: BigInt = model.numbers.iter().sum();
                for to in [-1_i8, 0, 1] {
                    let wanted = exact.cmp(&(BigInt::from(to) << model.unit));
                    assert_eq!(compare(&theta, to), wanted, "{theta:?} {to}");
                }
            }
        }
    }
}

/// All lists of so many numbers of a pool.
fn all(pool: &[f64], length: usize) -> Vec<Vec<f64>> {
    let longer = |lists: Vec<Vec<f64>>| {
        lists.iter().flat_map(|list| pool.iter().map(|&x| [list.as_slice(), &[x]].concat())).collect()
    };
    (0..length).fold(vec![Vec::new()], |lists, _| longer(lists))
}

/// The sum of some doubles by rational numbers.
fn sum(numbers: impl IntoIterator<Item = f64>) -> Rational {
    numbers.into_iter().fold(Rational::zero(), |sum, x| &sum + &Rational::from_double(x).unwrap())
}

/// Numbers around the ends of what the filter holds, and `±1`: at `j` 47 the least is the unit of the filter beside 1,
/// at 48 half of it, and of the large ones 1 is a fraction of the unit.
fn pools() -> Vec<Vec<f64>> {
    let ulp = f64::EPSILON;
    let power = |k: i32| 2.0_f64.powi(k);
    let mut pools = vec![
        vec![0.0, 1.0, 2.0, -2.0, power(53), -power(53), power(53) + 2.0, -power(54) - 4.0],
        vec![0.0, 1.0, -1.0, 4.0, -4.0, power(101), -power(101), power(101) - power(49)],
        vec![0.0, 1.0, -1.0, 1e300, -1e300, -5e-324, 5e-324],
        vec![0.0, 1.0, -1.0, power(99), -power(99), power(100), -power(100)],
    ];
    for j in 46..=49 {
        let (x, y) = (power(-j), power(-j) * (1.0 + ulp));
        pools.push(vec![0.0, 1.0, -1.0, 1.0 - ulp / 2.0, x, -x, y, -y]);
    }
    pools
}

#[test]
fn every_comparison_is_that_of_rational_numbers() {
    for theta in pools().iter().flat_map(|pool| all(pool, 3)) {
        let score = sum(theta.iter().copied());
        for to in [-1_i8, 0, 1] {
            assert_eq!(compare(&theta, to), score.cmp(&Rational::from_integer(to)), "{theta:?} {to}");
        }
    }
}

/// The models of a batch differ in size, and some of their sums are open where others are not.
#[test]
fn rows_with_positive_scores_are_counted_exactly() {
    // With two features a sum of the batch is at most 2^29, and 1 stands for 2^-27 beside 1.
    let units = [-26, -27, -28].map(|k| 2.0_f64.powi(k));
    let small: Vec<f64> = [0.0, 1.0, -1.0].into_iter().chain(units.into_iter().flat_map(|x| [x, -x])).collect();
    for pool in pools().into_iter().chain([small]) {
        let thetas = all(&pool, 2);
        let models: Vec<Model> = thetas.iter().map(|theta| Model::new(theta).unwrap()).collect();
        let batch = Batch::new(&models);
        for features in [vec![], vec![0], vec![1], vec![0, 1]] {
            let cell = Cell { features, sets: Vec::new(), count: 5 };
            let (mut sums, mut rows) = (vec![7; models.len()], vec![2; models.len()]);
            batch.add(&cell, &mut sums, &mut rows);
            for (theta, rows) in thetas.iter().zip(rows) {
                let score = sum(cell.features.iter().map(|&feature| theta[feature]));
                assert_eq!(rows, if score > Rational::zero() { 7 } else { 2 }, "{theta:?} {:?}", cell.features);
            }
        }
    }
}

/// With `k = 100` less the bits before the point of the largest number.
#[test]
fn a_filter_holds_100_bits_of_the_largest_number() {
    let of = |theta: &[f64]| {
        let Model { rounded, is_exact, one, .. } = Model::new(theta).unwrap();
        (rounded, is_exact, one)
    };
    let power = |k: u32| 1_i128 << k;
    let point = |k: u32| (power(k), power(k));
    assert_eq!(of(&[]), (vec![], true, point(100)));
    assert_eq!(of(&[0.0]), (vec![0], true, point(100)));
    assert_eq!(of(&[0.25, 0.5]), (vec![power(98), power(99)], true, point(100)));
    assert_eq!(of(&[1.0, -0.5]), (vec![power(99), -power(98)], true, point(99)));
    assert_eq!(of(&[2.0_f64.powi(99)]), (vec![power(99)], true, point(0)));
    assert_eq!(of(&[2.0_f64.powi(100), 1.0]), (vec![power(99), 0], false, (0, 1)));
    // Bits are dropped, but none that is not 0.
    assert_eq!(of(&[2.0_f64.powi(-60)]), (vec![power(40)], true, point(100)));
    assert_eq!(of(&[-5e-324]), (vec![-1], false, point(100)));
}

/// 30 bits less those of the number of features, and the sums of a row are theirs.
#[test]
fn a_batch_holds_the_highest_bits() {
    let numbers = |thetas: &[&[f64]]| {
        let models: Vec<Model> = thetas.iter().map(|theta| Model::new(theta).unwrap()).collect();
        Batch::new(&models).numbers
    };
    assert_eq!(numbers(&[&[1.0], &[0.25], &[-5e-324], &[0.0]]), [1 << 28, 1 << 27, -1, 0]);
    assert_eq!(numbers(&[&[1.0, -0.5, 0.0], &[0.5, 0.25, -0.25]]), [2, 2, -1, 1, 0, -1].map(|x| x << 26));
    let models = [[1.0, -0.5], [0.5, 0.25]].map(|theta| Model::new(&theta).unwrap());
    let (batch, mut sums) = (Batch::new(&models), [9, 9]);
    for (features, wanted) in [(vec![], [0, 0]), (vec![1], [-1 << 26, 1 << 26]), (vec![0, 1], [1 << 26, 3 << 26])] {
        batch.add(&Cell { features, sets: Vec::new(), count: 1 }, &mut sums, &mut [0, 0]);
        assert_eq!(sums, wanted);
    }
    // A sum that is open although no other one is, and one that is not.
    for (x, sum, wanted) in [(5e-324, 0, 7), (0.0, 0, 2), (-5e-324, -1, 2)] {
        let (models, mut sums, mut rows) = ([Model::new(&[x]).unwrap()], [9], [2]);
        Batch::new(&models).add(&Cell { features: vec![0], sets: Vec::new(), count: 5 }, &mut sums, &mut rows);
        assert_eq!((sums, rows), ([sum], [wanted]), "{x}");
    }
}
