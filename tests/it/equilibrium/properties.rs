//! Random games of every kind.

use super::instances::Game;
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::equilibrium::{Equilibrium, solve};
use referee::game::Rules;
use referee::shrink::{Epsilon, Outcome, penalized, shrink};

pub(crate) fn solved(game: &Game, rules: Rules) -> Equilibrium {
    solve(&game.finite().expect("finite numbers"), rules).expect("candidates")
}

#[test]
fn the_value_of_the_lagrangian_game_is_that_of_the_linear_program() {
    let mut compared = 0;
    for seed in 0..200 {
        let game = super::large::random(seed, 8, 2, false, |generator| f64::from(generator.random_range(-3..4_i32)));
        let finite = game.finite().expect("finite numbers");
        let Outcome::Optimal(best) = shrink(finite.candidates(), &Epsilon::Given(RBig::ZERO)).expect("candidates")
        else {
            continue;
        };
        let needed = best.duals.iter().fold(RBig::ZERO, |sum, y| sum + y);
        let radius = 64.0;
        let value = penalized(finite.candidates(), radius).expect("candidates").value;
        let found = solved(&game, Rules::Lagrangian { radius });
        let worst = found.constraints.iter().fold(RBig::ZERO, |worst, c| worst.max(c.clone()));
        assert_eq!(&found.objective + RBig::from(64) * worst, value, "{game:?}");
        if needed <= RBig::from(64) {
            compared += 1;
            assert_eq!(value, best.objective, "{game:?}");
        }
    }
    assert!(compared > 50, "only {compared} programs were feasible");
}
