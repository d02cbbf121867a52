//! Tests of `src/players/lambda_additive_matrix.rs` that need its private parts.

use super::*;

/// By hand, past the first kink: a step of 2 sends both columns to the second vertex, which is then absorbing.
#[test]
fn a_worked_example() {
    let mut player = AdditiveMatrix::new("worked", 2, 2, 2.0, 2.0).expect("two actions");
    let mut lambda = [0.0; 2];
    player.play(&mut lambda);
    player.observe(&[0.0, 1.0]); // (1/2, 3/2) is nearest to (0, 1)
    // (n - 1) / (2 eta) + (eta / 2) (1/2) (1/2) = 1/4 + 1/4, and the regret is 1/2: it is attained.
    let proved = player.runtime_bound().expect("it played");
    assert!((0.5..0.5 + 1e-13).contains(&proved), "{proved}");
    player.play(&mut lambda);
    assert_eq!(lambda, [0.0, 1.0]);
    player.observe(&[0.0, -0.25]); // column 1 goes to (0, 1/2), nearest to which is (1/4, 3/4)
    player.play(&mut lambda);
    assert_eq!(player.matrix, [0.0, 1.0, 0.25, 0.75]);
    assert!((lambda[0] - 0.2).abs() < 1e-15, "{lambda:?}");
}

/// The identity matrix, where every point is fixed, and an absorbing action: exact zeros are no obstacle.
#[test]
fn reducible_matrices_have_fixed_points() {
    let mut player = AdditiveMatrix::new("reducible", 3, 9, 2.0, 1.0).expect("three actions");
    let mut lambda = [0.0; 3];
    for matrix in [
        [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        [1.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0, 1.0],
        [0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.5, 0.5, 0.0],
    ] {
        player.matrix.copy_from_slice(&matrix);
        player.play(&mut lambda);
        assert_eq!(lambda.iter().sum::<f64>(), 1.0);
        assert!(player.residual < 1e-14, "{matrix:?} at {lambda:?}");
    }
}
