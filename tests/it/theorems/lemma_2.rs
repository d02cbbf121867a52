//! Lemma 2: the Lagrangian game has an equilibrium on at most `m + 1` points.
//!
//! On finitely many points continuity is no hypothesis. Broken solvers: `equilibrium::broken`.

use super::common::existence::caught;
use super::common::random::{Least, holds_on_random_instances};
use super::common::ratio;
use crate::common::{catches, holds};
use crate::equilibrium::instances::Game;
use crate::equilibrium::properties::solved;
use crate::equilibrium::worked::pennies;
use dashu_ratio::RBig;
use proptest::collection::vec;
use proptest::prelude::*;
use referee::equilibrium::{Equilibrium, FiniteGame, lagrangian, measure, solve};
use referee::error::Result;
use referee::game::{Game as Kind, Rules};
use referee::numerics::rational::{exact, power_of_two};
use referee::shrink::Atom;
use referee::strategies::{DrawnGame, Instance, Table, finite_games, radius, tables};
use referee::theorems::Lemma2;
use referee::verification::random::existence::{game, game_answer};
use referee::verification::random::measured;
use std::cell::Cell;

#[test]
fn implication_on_random_instances() {
    holds_on_random_instances(&Lemma2, Least { known: 100, ..Least::default() });
}

/// Answers that are spoiled, one way each.
#[test]
fn implication_lemma_2_notices_wrong_answers() {
    type Spoil = fn(&FiniteGame, f64) -> Result<Equilibrium>;
    let spoils: [Spoil; 4] = [
        // The multipliers of a smaller set.
        |game, radius| Ok(Equilibrium { rules: Rules::Lagrangian { radius }, ..lagrangian(game, radius / 2.0)? }),
        // Constraints of the wrong sign.
        |game, radius| {
            let mut wrong = FiniteGame::new(game.num_constraints());
            for t in 0..game.len() {
                let constraint = |i| -game.candidates().constraint(t, i);
                wrong.push(
                    game.candidates().objective(t),
                    &(0..game.num_constraints()).map(constraint).collect::<Vec<_>>(),
                )?;
            }
            lagrangian(&wrong, radius)
        },
        // The cheapest candidate alone, said to be an equilibrium.
        |game, radius| {
            let rules = Rules::Lagrangian { radius };
            let first = vec![Atom { candidate: 0, weight: RBig::ONE }];
            let found = measure(game, rules, first, vec![RBig::ZERO; game.num_constraints()])?;
            Ok(Equilibrium { theta_gap: RBig::ZERO, lambda_gap: RBig::ZERO, ..found })
        },
        // A weight that is rounded.
        |game, radius| {
            let mut found = lagrangian(game, radius)?;
            for atom in &mut found.support {
                atom.weight = RBig::try_from(atom.weight.to_f64().value()).expect("finite");
            }
            Ok(found)
        },
    ];
    for spoil in spoils {
        caught(300, &finite_games(Kind::Lagrangian), |instance| match instance {
            Instance::Game(drawn) => {
                let radius = drawn.rules.radius().expect("it has one");
                game_answer(drawn, &spoil(&drawn.table.finite()?, radius)?)
            }
            other => panic!("{other:?}"),
        });
    }
}

/// A gap of 0 where the lambda-player gains something.
#[test]
fn implication_lemma_2_notices_a_gap_of_nothing() {
    catches(100, &(tables(16, 0..=4, false), radius()), |(table, radius)| {
        let (game, rules) = (table.finite().expect("finite numbers"), Rules::Lagrangian { radius });
        let first = vec![Atom { candidate: 0, weight: RBig::ONE }];
        let found = measure(&game, rules, first, vec![RBig::ZERO; table.m]).expect("a mixture");
        prop_assert_eq!(measured(&table, &found), Ok(()));
        let spoiled = Equilibrium { lambda_gap: RBig::ZERO, ..found };
        prop_assert_eq!(measured(&table, &spoiled), Ok(()), "the law notices it");
        Ok(())
    });
}

/// Random games with the multipliers 0 and R alone: most have no equilibrium, and all have one with `[0, R]`.
#[test]
fn necessity_of_convex_multipliers_on_random_games() {
    let (without, all) = (Cell::new(0), Cell::new(0));
    holds(200, &games_of_two_multipliers(), |drawn| {
        let judged = game(&drawn).expect("an answer");
        prop_assert!(judged.wrong.is_empty(), "{:#?}", judged.wrong);
        let radius = exact(drawn.rules.radius().expect("it has one"));
        all.set(all.get() + 1);
        if !has_equilibrium_at_an_end(&drawn.table, &radius) {
            without.set(without.get() + 1);
            let lambda =
                &solve(&drawn.table.finite().expect("numbers"), drawn.rules).expect("an answer").multipliers[0];
            prop_assert!(*lambda > RBig::ZERO && *lambda < radius, "{lambda} is 0 or the radius");
        }
        Ok(())
    });
    let (without, all) = (without.get(), all.get());
    assert!(without > 60 && all - without > 20, "{without} of {all}");
}

/// Games whose lambda-player has two multipliers, 0 and the radius. One candidate is cheap and forbidden, one expensive
/// and allowed, and the radius is enough to prefer it.
fn games_of_two_multipliers() -> BoxedStrategy<DrawnGame> {
    let eighths = |range: std::ops::Range<i32>| range.prop_map(|x| f64::from(x) / 8.0);
    let pennies = (eighths(-16..17), eighths(1..17), eighths(1..17), eighths(1..17), 0_i32..3);
    (pennies, vec(vec(eighths(-16..17), 2), 0..6))
        .prop_map(|((cost, more, above, below, power), mut rows)| {
            // Sums of eighths are exact, and the least radius that is enough is a quotient of two of them, rounded up.
            let radius = (more / (above + below)).next_up() * power_of_two(power);
            rows.extend([vec![cost, above], vec![cost + more, -below]]);
            DrawnGame { table: Table { m: 1, proxies: false, rows }, rules: Rules::Lagrangian { radius } }
        })
        .boxed()
}

/// Whether one of the multipliers 0 and the radius is a best reply to a mixture of best replies to it: to one with
/// `E[g_1] <= 0` for 0, to one with `E[g_1] >= 0` for the radius. The means of these mixtures fill an interval.
fn has_equilibrium_at_an_end(table: &Table, radius: &RBig) -> bool {
    let loss = |row: &[f64], lambda: &RBig| exact(row[0]) + lambda * exact(row[1]);
    [RBig::ZERO, radius.clone()].iter().any(|lambda| {
        let least = table.rows.iter().map(|row| loss(row, lambda)).min();
        let mut replies = table.rows.iter().filter(|row| Some(loss(row, lambda)) == least).map(|row| row[1]);
        // With a radius of 0 there is one multiplier, and it is the best reply to everything.
        radius.is_zero() || replies.any(|g| if lambda.is_zero() { g <= 0.0 } else { g >= 0.0 })
    })
}

/// Whether the Lagrangian game on two points has an equilibrium with a lambda from {0, 1} that is not random: for some
/// lambda a mixture of best replies to which it is a best reply, so one with `E[g] >= 0` for 1, `E[g] <= 0` for 0.
pub(crate) fn has_equilibrium(objective: [i64; 2], constraint: [i64; 2]) -> bool {
    [0, 1].into_iter().any(|lambda| {
        let loss = [0, 1].map(|j| objective[j] + lambda * constraint[j]);
        let best = loss[0].min(loss[1]);
        // The means of mixtures of best replies fill the interval between the least and the largest of them.
        let replies = (0..2).filter(|&j| loss[j] == best).map(|j| constraint[j]);
        if lambda == 1 { replies.max() >= Some(0) } else { replies.min() <= Some(0) }
    })
}

/// All games on two points with small whole numbers: which have no equilibrium with multipliers from {0, 1}, and that
/// all have one with multipliers from [0, 1], at a multiplier strictly between.
#[test]
fn necessity_of_convex_multipliers() {
    let (mut without, mut all) = (Vec::new(), 0);
    let range = -2..=2_i64;
    for a in range.clone() {
        for b in range.clone() {
            for c in range.clone() {
                for d in range.clone() {
                    all += 1;
                    let rows = [[a, c], [b, d]].map(|row| row.map(|x| f64::from(i32::try_from(x).unwrap())).to_vec());
                    let found =
                        solved(&Game { m: 1, proxies: false, rows: rows.to_vec() }, Rules::Lagrangian { radius: 1.0 });
                    assert!(found.is_exact());
                    if !has_equilibrium([a, b], [c, d]) {
                        without.push([a, b, c, d]);
                        let lambda = &found.multipliers[0];
                        assert!(*lambda > RBig::ZERO && *lambda < RBig::ONE, "{a} {b} {c} {d}");
                    }
                }
            }
        }
    }
    assert_eq!(all, 625);
    assert!(without.contains(&[0, 1, 1, -1]), "the printed counterexample is among them");
    // One point is cheaper and forbidden, the other allowed, and a multiplier of 1 is enough to prefer it.
    let expected = |[a, b, c, d]: [i64; 4]| {
        let one_way = |a: i64, b: i64, c: i64, d: i64| a < b && c > 0 && d < 0 && b + d < a + c;
        one_way(a, b, c, d) || one_way(b, a, d, c)
    };
    for game in range
        .clone()
        .flat_map(|a| (-2..=2).map(move |b| (a, b)))
        .flat_map(|(a, b)| (-2..=2).flat_map(move |c| (-2..=2).map(move |d| [a, b, c, d])))
    {
        assert_eq!(without.contains(&game), expected(game), "{game:?}");
    }
}

#[test]
fn worked_lemma_2_matching_pennies() {
    for radius in [1.0, 2.0, 1e9] {
        let found = lagrangian(&pennies(), radius).expect("candidates");
        assert_eq!(found.multipliers, [ratio(1, 2)]);
        assert_eq!(
            found.support.iter().map(|atom| atom.weight.clone()).collect::<Vec<_>>(),
            [ratio(1, 2), ratio(1, 2)]
        );
        assert_eq!((found.objective, found.constraints), (ratio(1, 2), vec![ratio(0, 1)]));
    }
    // With less than 1/2 to lose, the theta-player does not care: it takes the first, and all of the radius is paid.
    let cheap = lagrangian(&pennies(), 0.25).expect("candidates");
    assert_eq!((cheap.support.len(), cheap.multipliers), (1, vec![ratio(1, 4)]));
    let free = lagrangian(&pennies(), 0.0).expect("candidates");
    assert_eq!((free.support[0].candidate, free.multipliers), (0, vec![ratio(0, 1)]));
}
