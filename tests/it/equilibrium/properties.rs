//! Random games of every kind.

use super::instances::{Game, games, radius};
use crate::common::holds;
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::equilibrium::{Equilibrium, measure, solve, sparsify};
use referee::game::Rules;
use referee::shrink::{Atom, Epsilon, Outcome, penalized, shrink};
use referee::verification::random::equilibrium as check;

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

/// An equilibrium whose mixture is spread over copies comes back on few candidates, and stays one.
#[test]
fn caratheodory_shrinks_any_equilibrium() {
    holds(200, &(games(6), radius(), any::<bool>()), |(mut game, radius, lagrangian)| {
        let copies = game.rows.clone();
        let count = copies.len();
        for _ in 0..=game.m {
            game.rows.extend(copies.iter().cloned());
        }
        let rules = if lagrangian { Rules::Lagrangian { radius } } else { Rules::ProxyLagrangian };
        let finite = game.finite().expect("finite numbers");
        let found = solved(&game, rules);
        let share = RBig::ONE / RBig::from(game.m + 2);
        let spread: Vec<Atom> = (0..game.m + 2)
            .flat_map(|copy| {
                let share = &share;
                found.support.iter().map(move |atom| Atom {
                    candidate: copy * count + atom.candidate % count,
                    weight: &atom.weight * share,
                })
            })
            .collect();
        let wide = measure(&finite, rules, spread, found.multipliers).expect("a mixture");
        prop_assert!(wide.support.len() > game.m + 1 && wide.is_exact());
        let narrow = sparsify(&finite, &wide).expect("a mixture");
        prop_assert_eq!(check(&game, &narrow), Ok(()));
        prop_assert_eq!(narrow.constraints, wide.constraints);
        Ok(())
    });
}
