//! Rounding to the simplex, held against exact rationals.

use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::numerics::rational::{exact, power_of_two};
use referee::numerics::simplex::{MAX_LENGTH, is_dyadic, is_on_simplex, round_to_simplex};

fn total(x: &[f64]) -> RBig {
    x.iter().fold(RBig::ZERO, |sum, &entry| sum + exact(entry))
}

/// The law of rounding: an exact member of the grid and of the simplex, near `weights / sum` as the module says.
fn law_rounding(weights: &[f64], rounded: &[f64]) -> Result<(), String> {
    if !rounded.iter().all(|&x| x >= 0.0 && (exact(x) * exact(power_of_two(52))).is_int()) {
        return Err("off the grid".into());
    }
    if total(rounded) != RBig::ONE {
        return Err("does not sum to 1".into());
    }
    let n = weights.len();
    let sum = total(weights);
    let grid = exact(power_of_two(-52));
    let factors = RBig::from(n + 2) * exact(power_of_two(-53));
    let g = &factors / (RBig::ONE - &factors);
    let largest = (0..n).fold(0, |best, i| if weights[i] > weights[best] { i } else { best });
    for i in 0..n {
        let aim = exact(weights[i]) / &sum;
        let moved = exact(rounded[i]) - &aim;
        let moved = if moved < RBig::ZERO { -moved } else { moved };
        let allowed = if i == largest { RBig::from(n - 1) * &grid + &g * (RBig::ONE - aim) } else { &grid + &g * aim };
        if moved > allowed {
            return Err(format!("entry {i} moved too far"));
        }
    }
    Ok(())
}

fn weights() -> impl Strategy<Value = Vec<f64>> {
    let scales = vec![1.0, f64::MAX, power_of_two(-1040), power_of_two(-1074), 1e-280];
    let entry = prop_oneof![
        4 => 0.0..1.0,
        1 => Just(0.0),
        1 => Just(1.0),
        1 => (0..300_i32).prop_map(|k| 10_f64.powi(-k)),
    ];
    (prop::sample::select(scales), prop::collection::vec(entry, 1..40))
        .prop_map(|(scale, entries)| entries.into_iter().map(|entry| entry * scale).collect::<Vec<_>>())
        .prop_filter("all zero", |weights| weights.iter().any(|&w| w > 0.0))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rounding_obeys_its_law(weights in weights()) {
        let mut rounded = weights.clone();
        round_to_simplex(&mut rounded).unwrap();
        prop_assert_eq!(law_rounding(&weights, &rounded), Ok(()));
        prop_assert!(is_on_simplex(&rounded) && rounded.iter().all(|&x| is_dyadic(x)));
    }

    #[test]
    fn membership_agrees_with_exact_sums(weights in weights(), steps in prop::collection::vec(-2..3_i32, 40)) {
        // A member, moved by a few ulps: members and near misses, on and off the grid.
        let mut x = weights;
        round_to_simplex(&mut x).unwrap();
        for (entry, step) in x.iter_mut().zip(steps) {
            for _ in 0..step.abs() {
                *entry = if step > 0 { entry.next_up() } else { entry.next_down().max(0.0) };
            }
        }
        prop_assert_eq!(is_on_simplex(&x), total(&x) == RBig::ONE);
    }

    #[test]
    fn the_grid_test_agrees_with_rationals(k in 0..=1_u64 << 52, finer in 0..3_i32) {
        let x = (k as f64) * power_of_two(-52 - finer);
        prop_assert_eq!(is_dyadic(x), (exact(x) * exact(power_of_two(52))).is_int());
    }
}

#[test]
fn broken_roundings_are_caught() {
    let weights = [0.1, 0.7, 0.3, 1e-5];
    let sum: f64 = weights.iter().sum();
    let normalised = weights.map(|w| w / sum);
    assert_eq!(law_rounding(&weights, &normalised), Err("off the grid".into()));
    // The deficit on the smallest entry instead of the largest.
    let many: Vec<f64> = (0..40).map(|i| 1.0 + f64::from(i) / 7.0).collect();
    let mut misplaced = many.clone();
    round_to_simplex(&mut misplaced).unwrap();
    let step = 15.0 * f64::EPSILON;
    misplaced[0] += step;
    misplaced[39] -= step;
    assert_eq!(total(&misplaced), RBig::ONE);
    assert_eq!(law_rounding(&many, &misplaced), Err("entry 0 moved too far".into()));
    // One grid step lost.
    let mut short = weights;
    round_to_simplex(&mut short).unwrap();
    short[1] -= f64::EPSILON;
    assert_eq!(law_rounding(&weights, &short), Err("does not sum to 1".into()));
    assert!(!is_on_simplex(&short));
}

#[test]
fn members_off_the_grid_are_recognised() {
    let tiny = power_of_two(-54);
    assert!(is_on_simplex(&[0.5, 0.25 - tiny, 0.25, tiny]));
    assert!(!is_on_simplex(&[0.5, 0.5, power_of_two(-1074)]));
    assert!(!is_on_simplex(&[1.0, 1.0, 1.0]));
    assert!(!is_on_simplex(&[]));
    assert!(!is_on_simplex(&[f64::NAN, 1.0]));
    assert!(!is_on_simplex(&[-0.5, 1.5]));
    assert!(is_on_simplex(&[-0.0, 1.0]));
    // Above 2 the additions round, and must not round back to a member.
    assert!(!is_on_simplex(&vec![1.0; 5000]));
}

#[test]
fn points_are_made_and_refused_with_one_sentence() {
    for n in [1, 2, 3, 10, 1000] {
        let mut uniform = vec![1.0; n];
        round_to_simplex(&mut uniform).unwrap();
        assert_eq!(law_rounding(&vec![1.0; n], &uniform), Ok(()));
    }
    let mut vertex = [0.0, 1.0];
    round_to_simplex(&mut vertex).unwrap();
    assert_eq!(vertex, [0.0, 1.0]);
    let message = |weights: &[f64]| round_to_simplex(&mut weights.to_vec()).unwrap_err().to_string();
    assert_eq!(
        message(&[]),
        format!("a point of the simplex needs between 1 and {MAX_LENGTH} weights, but there are 0")
    );
    assert_eq!(message(&[1.0, f64::NAN]), "weight 1 is NaN, but weights must be finite and not negative");
    assert_eq!(message(&[-1.0]), "weight 0 is -1, but weights must be finite and not negative");
    assert_eq!(message(&[f64::INFINITY]), "weight 0 is inf, but weights must be finite and not negative");
    assert_eq!(message(&[0.0, 0.0]), "all weights are zero, so they cannot be scaled to sum to 1");
}
