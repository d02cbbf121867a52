//! The gaps of any mixture and any multipliers: the answers of a solver alone do not show a gap that is always said to
//! be 0.

use crate::common::holds;
use dashu_ratio::RBig;
use proptest::collection::vec;
use proptest::prelude::*;
use referee::equilibrium::{FiniteGame, measure};
use referee::game::Rules;
use referee::numerics::rational::exact;
use referee::shrink::Atom;
use std::cell::Cell;

#[test]
fn the_gaps_of_any_mixture_are_what_both_players_gain() {
    // Of each candidate: objective, two constraints, two proxies, and its weight.
    let rows = vec((prop::array::uniform5(-4_i32..5), 1_u32..4), 1..6);
    let positive = Cell::new([0, 0]);
    holds(256, &(rows, prop::array::uniform3(0_u32..4), any::<bool>()), |(rows, [objective, first, second], proxy)| {
        let mut game = FiniteGame::with_proxies(2);
        for (row, _) in &rows {
            let [objective, a, b, c, d] = row.map(f64::from);
            game.push_with_proxies(objective, &[a, b], &[c, d]).expect("finite");
        }
        let share = |part: u32, whole: u32| RBig::from(part) / RBig::from(whole);
        let all = rows.iter().map(|(_, weight)| weight).sum();
        let weights: Vec<RBig> = rows.iter().map(|(_, weight)| share(*weight, all)).collect();
        let (rules, radius, lambda) = if proxy {
            let sum = objective + 1 + first + second;
            (Rules::ProxyLagrangian, RBig::ONE, [objective + 1, first, second].map(|part| share(part, sum)))
        } else {
            (Rules::Lagrangian { radius: 6.0 }, RBig::from(6), [1, first, second].map(RBig::from))
        };
        let seen = if proxy { 3 } else { 1 }; // where the functions of the theta-player begin
        let loss = |row: &[i32; 5]| {
            let terms = [row[0], row[seen], row[seen + 1]].map(RBig::from);
            lambda.iter().zip(terms).fold(RBig::ZERO, |sum, (lambda, value)| sum + lambda * value)
        };
        let mean = |of: &dyn Fn(&[i32; 5]) -> RBig| {
            rows.iter().zip(&weights).fold(RBig::ZERO, |sum, ((row, _), weight)| sum + weight * of(row))
        };
        let theta_gap = mean(&loss) - rows.iter().map(|(row, _)| loss(row)).min().expect("a row");
        let means = [1, 2].map(|i| mean(&|row| RBig::from(row[i])));
        let worst = means.iter().fold(RBig::ZERO, |worst, mean| worst.max(mean.clone()));
        let lambda_gap = radius * worst - (&lambda[1] * &means[0] + &lambda[2] * &means[1]);
        let support = weights.into_iter().enumerate().map(|(candidate, weight)| Atom { candidate, weight }).collect();
        let multipliers = lambda[usize::from(!proxy)..].to_vec();
        let found = measure(&game, rules, support, multipliers).expect("a mixture");
        prop_assert_eq!((&found.theta_gap, &found.lambda_gap), (&theta_gap, &lambda_gap));
        let [theta, lambda] = positive.get();
        let is = |gap: &RBig| u32::from(*gap > RBig::ZERO);
        positive.set([theta + is(&theta_gap), lambda + is(&lambda_gap)]);
        Ok(())
    });
    assert!(positive.get().iter().all(|count| *count > 100), "{positive:?} gaps of 256 are positive");
}

/// The loss of the mixture is the least of all, but that of another candidate, which no double holds, is enclosed by an
/// interval that begins below it: only what is exact decides which candidate is the best answer.
#[test]
fn a_loss_whose_enclosure_begins_lower_is_not_the_least() {
    let third = RBig::ONE / RBig::from(3);
    let mut game = FiniteGame::new(2);
    game.push(1.0, &[0.0, 0.0]).expect("finite");
    game.push(0.0, &[1.5 + f64::EPSILON, 1.5]).expect("finite");
    let other = &third * exact(1.5 + f64::EPSILON) + &third * exact(1.5);
    assert_eq!(other - RBig::ONE, &third * exact(f64::EPSILON), "it is above 1, by less than doubles can tell");
    let support = vec![Atom { candidate: 0, weight: RBig::ONE }];
    let found = measure(&game, Rules::Lagrangian { radius: 1.0 }, support, vec![third.clone(), third]);
    let found = found.expect("a mixture");
    assert_eq!((found.theta_gap, found.lambda_gap), (RBig::ZERO, RBig::ZERO));
}
