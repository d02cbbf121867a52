//! Random games of every kind.

use super::instances::{Game, games, radius};
use super::laws::check;
use crate::common::holds;
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::equilibrium::{Equilibrium, measure, solve, sparsify};
use referee::game::Rules;
use referee::shrink::{Atom, Candidates, Epsilon, Outcome, penalized, shrink};
use referee::theorems::lem2_sparse_lagrangian::most_candidates;

pub(crate) fn solved(game: &Game, rules: Rules) -> Equilibrium {
    solve(&game.finite(), rules).expect("candidates")
}

#[test]
fn implication_lemma_2_on_random_games() {
    holds(500, &(games(9), radius()), |(game, radius)| {
        let found = solved(&game, Rules::Lagrangian { radius });
        prop_assert_eq!(check(&game, &found), Ok(()));
        prop_assert!(found.support.len() <= most_candidates(&found), "a violated constraint saves a candidate");
        Ok(())
    });
}

#[test]
fn implication_lemma_5_on_random_games() {
    holds(500, &games(9), |game| {
        let found = solved(&game, Rules::ProxyLagrangian);
        prop_assert_eq!(check(&game, &found), Ok(()));
        if !found.multipliers[0].is_zero() {
            prop_assert!(found.constraints.iter().all(|mean| *mean <= RBig::ZERO), "the mixture is feasible");
        }
        Ok(())
    });
}

/// More candidates than the first working set has.
#[test]
fn implication_lemma_5_on_games_that_are_sifted() {
    holds(100, &games(80), |game| {
        prop_assert_eq!(check(&game, &solved(&game, Rules::ProxyLagrangian)), Ok(()));
        Ok(())
    });
}

#[test]
fn the_value_of_the_lagrangian_game_is_that_of_the_linear_program() {
    let mut compared = 0;
    for seed in 0..200 {
        let game = super::large::random(seed, 8, 2, false, |generator| f64::from(generator.random_range(-3..4_i32)));
        let finite = game.finite();
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
        let finite = game.finite();
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

/// At a positive least epsilon one candidate less is enough; above it, and at epsilon 0, it is not.
#[test]
fn implication_one_candidate_less_where_no_mixture_is_feasible() {
    let optimal = |candidates: &Candidates, epsilon: &Epsilon| match shrink(candidates, epsilon).expect("candidates") {
        Outcome::Optimal(best) => best,
        Outcome::Infeasible(farkas) => panic!("{farkas:?}"),
    };
    let (mut attained, mut lost) = (0, 0);
    for seed in 0..400 {
        let m = 1 + usize::try_from(seed % 3).expect("small");
        let game = super::large::random(seed, 7, m, false, |generator| f64::from(generator.random_range(-2..7_i32)));
        let candidates = game.finite().candidates().clone();
        let best = optimal(&candidates, &Epsilon::Minimal);
        if best.epsilon.is_zero() {
            continue;
        }
        assert!(best.support.len() <= best.active.len() && best.support.len() <= m, "{best:?}");
        attained += usize::from(best.support.len() == m);
        let above = &best.epsilon + RBig::ONE / RBig::from(64);
        lost += usize::from(optimal(&candidates, &Epsilon::Given(above)).support.len() == m + 1);
    }
    assert!(attained > 20, "the bound is attained only {attained} times");
    assert!(lost > 20, "an epsilon that is not least needs m + 1 candidates only {lost} times");
}

/// Lemma 7 at an equilibrium: proxies that dominate, and a candidate where all are negative, give the objective weight.
#[test]
fn implication_a_strictly_feasible_candidate_gives_the_objective_weight() {
    let mut without = 0;
    for seed in 0..300 {
        let m = 1 + usize::try_from(seed % 3).expect("small");
        let mut game = super::large::random(seed, 8, m, true, |generator| f64::from(generator.random_range(-2..5_i32)));
        for row in &mut game.rows {
            for i in 1..=m {
                row[m + i] = row[m + i].max(row[i]);
            }
        }
        let slater = |row: &Vec<f64>| row[m + 1..].iter().all(|p| *p < 0.0);
        if !game.rows.iter().any(slater) {
            without += usize::from(solved(&game, Rules::ProxyLagrangian).multipliers[0].is_zero());
            for value in &mut game.rows[0][1..] {
                *value = -1.0;
            }
        }
        let found = solved(&game, Rules::ProxyLagrangian);
        assert!(found.multipliers[0] > RBig::ZERO, "{game:?}");
        assert!(found.constraints.iter().all(|mean| *mean <= RBig::ZERO), "{game:?}");
    }
    assert!(without > 10, "without such a candidate the weight is 0 only {without} times");
}
