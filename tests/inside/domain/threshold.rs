//! Tests of `src/domain/threshold.rs` that need its private parts.

use super::*;

/// The distance from the cut at `threshold` to `projection`, which is exact, against its bound.
fn check(z: &[f64], threshold: f64, projection: &[f64]) {
    let mut p = z.to_vec();
    cut(&mut p, threshold);
    let distance = p.iter().zip(projection).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
    let bound = distance_bound(&p, 1.0);
    assert!(distance <= bound && bound <= 1.5 * distance, "{distance} against {bound} at {threshold}");
}

/// The bound is about the threshold that is used: it holds, and is not vain, for one that is far off.
#[test]
fn a_wrong_threshold_is_paid_for() {
    for threshold in [-0.28, -0.251, -0.249, -0.23] {
        check(&[0.0; 4], threshold, &[0.25; 4]);
    }
    // The last coordinate is active at the threshold used, not at the right one, -0.75: it must not count.
    check(&[0.0, -0.5, -0.78], -0.8, &[0.75, 0.25, 0.0]);
}

#[test]
fn the_threshold_of_spread_coordinates_is_found() {
    let z: Vec<f64> = (0..5000).map(|i| -(0.99_f64.powi(i)) * f64::from(i != 4999)).collect();
    let threshold = solve(&z, 1.0);
    assert!((mass(&z, threshold) - 1.0).abs() <= 5000.0 * f64::EPSILON);
}
