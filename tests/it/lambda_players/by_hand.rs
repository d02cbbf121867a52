//! The first rounds of players of internal regret, by hand.

use referee::players::{InternalRegretMatching, LambdaPlayer as _, StoltzLugosi};

/// By hand: two actions, the first three rounds.
#[test]
fn internal_regret_matching_by_hand() {
    let mut player = InternalRegretMatching::new("worked", 2, 3, 2.0);
    let mut lambda = [0.0; 2];
    player.play(&mut lambda);
    assert_eq!(lambda, [0.5, 0.5]);
    player.observe(&[0.0, 1.0]); // R_01 = 1/2, R_10 = -1/2
    player.play(&mut lambda);
    assert_eq!(lambda, [0.0, 1.0]);
    player.observe(&[0.0, -0.25]); // R_10 = -1/4
    player.play(&mut lambda);
    assert_eq!(lambda, [0.0, 1.0]);
    player.observe(&[0.0, -1.0]); // R_10 = 3/4
    player.play(&mut lambda);
    // 0 goes to 1 in proportion to 1/2 and 1 to 0 in proportion to 3/4: lambda_0 / lambda_1 = 3/2.
    assert!((lambda[0] - 0.6).abs() < 1e-15, "{lambda:?}");
    // The swap regret is 1/2 + 3/4. The increments are (1/2, -1/2), (0, 1/4) and (0, 1).
    let proved = player.runtime_bound().expect("it played");
    let formula = (2.0 * (0.5 + 0.0625 + 1.0_f64)).sqrt() / 3.0;
    assert!(proved >= formula && proved < formula * (1.0 + 1e-12), "{proved} and {formula}");
    assert!(proved > 1.25 / 3.0);
}

/// Where no regret is positive the last point stays.
#[test]
fn without_regret_nothing_moves() {
    let mut player = InternalRegretMatching::new("still", 4, 8, 2.0);
    let (mut first, mut next) = ([0.0; 4], [1.0; 4]);
    player.play(&mut first);
    for _ in 0..4 {
        player.observe(&[0.0; 4]);
        player.play(&mut next);
        assert_eq!(first, next);
    }
}

/// By hand: with `eta = ln 4`, `R_01 = 1/2` weighs 2 and `R_10 = -1/2` weighs 1/2, so `lambda_1 / lambda_0 = 4`.
#[test]
fn stoltz_lugosi_by_hand() {
    let mut player = StoltzLugosi::new("worked", 2, 2, 2.0, 4_f64.ln());
    let mut lambda = [0.0; 2];
    player.play(&mut lambda);
    player.observe(&[0.0, 1.0]);
    // Swap regret 1/2; c = (ln 4 / 8) 1^2, and k = 1 gives the larger value, ln 2 / ln 4 + c.
    let (proved, formula) = (player.runtime_bound().expect("it played"), 0.5 + 4_f64.ln() / 8.0);
    assert!(proved >= formula && proved < formula * (1.0 + 1e-12), "{proved} and {formula}");
    player.play(&mut lambda);
    assert!((lambda[1] - 0.8).abs() < 1e-15, "{lambda:?}");
}

/// A step so large that all weights but one underflow: one move, from an action that then has no weight.
#[test]
fn one_move_alone_is_a_reducible_chain() {
    let mut player = StoltzLugosi::new("steep", 4, 2, 2.0, 1e300);
    let mut lambda = [0.0; 4];
    player.play(&mut lambda);
    player.observe(&[0.0, 1.0, 0.5, -0.5]);
    player.play(&mut lambda);
    assert_eq!(lambda[3], 0.0, "3 -> 1 has the largest regret: {lambda:?}");
}
