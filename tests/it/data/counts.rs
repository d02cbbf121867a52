//! Exact counts against exact rationals, with cancellations that doubles lose; and a filter without its error bound,
//! which the same law catches.

use crate::data::instances::rows;
use dashu_ratio::RBig;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::data::{Cells, Dataset, Signs, positives, predictions};
use referee::numerics::rational::exact;

/// Models whose sums are 0 up to what doubles round away, and plain ones.
fn models(features: usize, count: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let mut model = |kind: usize| -> Vec<f64> {
        let scale = [1.0, 1e16, 1e-300, 1e300, 5e-324, 1e307][kind % 6];
        (0..features)
            .map(|_| match kind % 4 {
                0 => [0.1, 0.2, -0.3, 0.6, -0.6][generator.random_range(0..5_usize)] * scale,
                1 => f64::from(generator.random_range(-2..3_i32)) * scale,
                2 => [1e16, 1.0, -1e16, -1.0, 0.5, -2.0][generator.random_range(0..6_usize)],
                _ => (generator.random::<f64>() - 0.5) * scale,
            })
            .collect()
    };
    let mut all: Vec<Vec<f64>> = (0..count).map(&mut model).collect();
    all.push(vec![0.0; features]);
    all.push(vec![f64::MAX; features]);
    all.push((0..features).map(|j| if j % 2 == 0 { f64::MAX } else { -f64::MAX }).collect());
    all.push((0..features).map(|j| if j % 2 == 0 { 5e-324 } else { -5e-324 }).collect());
    all
}

type Counter<'a> = &'a dyn Fn(&Dataset, &Cells, &[Vec<f64>]) -> Vec<Vec<u64>>;

/// Law: the counts are those of the exact scores.
fn law_counts_are_exact(counter: Counter<'_>) -> Result<(), String> {
    for seed in 0..6 {
        let (data, cells) = rows(60, 12, seed);
        let models = models(12, 70, seed);
        let found = counter(&data, &cells, &models);
        for (theta, counts) in models.iter().zip(found) {
            let mut wanted = vec![0; cells.len()];
            for row in 0..data.len() {
                let score = data.active(row).iter().fold(RBig::ZERO, |sum, &j| sum + exact(theta[j as usize]));
                wanted[cells.of_row()[row] as usize] += u64::from(score > RBig::ZERO);
            }
            if counts != wanted {
                return Err(format!("{theta:?} has {wanted:?} positives, and {counts:?} were counted"));
            }
        }
    }
    Ok(())
}

#[test]
fn counts_are_exact() {
    law_counts_are_exact(&|data, cells, models| models.iter().map(|theta| positives(data, cells, theta)).collect())
        .expect("one model");
    let by_row = |data: &Dataset, cells: &Cells, models: &[Vec<f64>]| {
        let count = |theta: &Vec<f64>| {
            let mut counts = vec![0; cells.len()];
            for (&cell, positive) in cells.of_row().iter().zip(predictions(data, theta)) {
                counts[cell as usize] += u64::from(positive);
            }
            counts
        };
        models.iter().map(count).collect()
    };
    law_counts_are_exact(&by_row).expect("predictions");
}

#[test]
fn a_filter_without_an_error_bound_is_caught() {
    let naive = |data: &Dataset, cells: &Cells, models: &[Vec<f64>]| {
        let count = |theta: &Vec<f64>| {
            let mut counts = vec![0; cells.len()];
            for (row, &cell) in cells.of_row().iter().enumerate() {
                let score: f64 = data.active(row).iter().map(|&j| theta[j as usize]).sum();
                counts[cell as usize] += u64::from(score > 0.0);
            }
            counts
        };
        models.iter().map(count).collect()
    };
    law_counts_are_exact(&naive).expect_err("plain doubles miscount");
}

#[test]
fn margins_are_decided_exactly_too() {
    let (data, _) = rows(60, 12, 9);
    for theta in models(12, 70, 9) {
        let signs = Signs::new(&data, &theta);
        for row in 0..data.len() {
            let score = data.active(row).iter().fold(RBig::ZERO, |sum, &j| sum + exact(theta[j as usize]));
            for side in [1, -1] {
                let margin = RBig::ONE + RBig::from(side) * &score;
                let found = signs.margin_sign(row, signs.score(row), f64::from(side));
                assert_eq!(found, margin.cmp(&RBig::ZERO), "{theta:?}, row {row}");
            }
        }
    }
}

/// The tie itself: the score 0 is predicted `-`, the least positive double `+`.
#[test]
fn worked_ties() {
    let mut data = Dataset::new(3);
    data.push(&[0, 1, 2], true);
    let tiny = f64::from_bits(1);
    for (theta, positive) in [([1.0, -1.0, 0.0], false), ([1.0, -1.0, tiny], true), ([1e300, -1e300, -tiny], false)] {
        assert_eq!(predictions(&data, &theta), [positive], "{theta:?}");
    }
    assert_eq!(predictions(&data, &[0.1 + 0.2, -0.1, -0.2]), [true]); // fl(0.1 + 0.2) is above 0.1 + 0.2
}
