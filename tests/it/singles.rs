//! What single rounds do, against what anybody would compute who has all rounds at once.

use crate::common::holds;
use proptest::prelude::*;
use referee::game::Game;
use referee::numerics::Enclosure;
use referee::numerics::rational::exact;
use referee::regret::{Single, SinglesOfRounds};
use referee::trace::{Layout, Round, Trace};

fn trace(game: Game, rows: &[(f64, f64, f64, f64)]) -> Trace {
    let mut trace = Trace::new(Layout::new(game, 2));
    let mut round = Round::new(trace.layout());
    for &(objective, first, second, weight) in rows {
        round.objective = Enclosure::point(objective);
        round.constraints = vec![Enclosure::point(first), Enclosure::point(second)];
        round.lambda.fill(0.5);
        round.lambda[0] = weight;
        trace.push(&round).unwrap();
    }
    trace
}

fn rows(most: usize) -> impl Strategy<Value = Vec<(f64, f64, f64, f64)>> {
    let value = || (-8..8_i32).prop_map(|k| f64::from(k) / 4.0);
    prop::collection::vec((value(), value(), value(), 0.125..1.0_f64), 1..most)
}

/// Seen in blocks of any length, the answers are those of the definitions; tails of short runs are exact.
#[test]
fn single_rounds_are_what_they_are() {
    let drawn = (rows(300), 1..50_usize, prop::collection::vec(any::<bool>(), 300), any::<bool>());
    holds(200, &drawn, |(rows, block, chosen, proxy)| {
        let game = if proxy { Game::ProxyLagrangian } else { Game::Lagrangian };
        let named: Vec<usize> = (0..rows.len()).filter(|&t| chosen[t]).collect();
        let mut seen = SinglesOfRounds::new(&named);
        rows.chunks(block).for_each(|rows| seen.look(&trace(game, rows)));
        let found = seen.finish().expect("there are rounds");
        let singles: Vec<Single> = rows
            .iter()
            .enumerate()
            .map(|(round, row)| Single { round, objective: row.0, violation: row.1.max(row.2).max(0.0) })
            .collect();
        prop_assert_eq!(found.rounds, rows.len());
        prop_assert_eq!(found.violating, singles.iter().filter(|single| single.violation > 0.0).count());
        prop_assert_eq!(Some(&found.last), singles.last());
        prop_assert!(singles.iter().all(|single| !single.is_better_than(&found.best)));
        prop_assert!(singles.iter().all(|single| single.violation <= found.worst.violation));
        prop_assert_eq!(found.best_named.is_some(), !named.is_empty());
        if let Some(best) = found.best_named {
            prop_assert!(named.contains(&best.round) && best == singles[best.round]);
            prop_assert!(named.iter().all(|&t| !singles[t].is_better_than(&best)));
        }
        for (tail, part) in found.tails.iter().flatten().zip([10, 2]) {
            prop_assert_eq!(tail.first, rows.len() - rows.len().div_ceil(part));
            let weight = |row: &(f64, f64, f64, f64)| if proxy { exact(row.3) } else { exact(1.0) };
            let rows = &rows[tail.first..];
            let total = rows.iter().map(weight).reduce(|a, b| a + b).expect("a tail has rounds");
            let mean = |of: fn(&(f64, f64, f64, f64)) -> f64| {
                rows.iter().map(|row| weight(row) * exact(of(row))).reduce(|a, b| a + b).expect("rounds") / &total
            };
            let violation = mean(|row| row.1).max(mean(|row| row.2)).max(exact(0.0));
            for (told, truth) in [(tail.objective, mean(|row| row.0)), (tail.violation, violation)] {
                prop_assert!(exact(told) >= truth, "{} is below {}", told, truth);
                prop_assert!(exact(told) - truth <= exact(2.0_f64.powi(-40)), "{} is too far above", told);
            }
        }
        Ok(())
    });
}

/// Feasible before infeasible, then the objective; of the infeasible the least violation.
#[test]
fn worked_best_round() {
    let rows = [(1.0, 0.5, 0.0, 1.0), (3.0, 0.0, -1.0, 1.0), (2.0, -0.25, 0.0, 1.0), (0.0, 0.25, 0.0, 1.0)];
    let best = |rows: &[(f64, f64, f64, f64)]| {
        let mut seen = SinglesOfRounds::new(&[]);
        seen.look(&trace(Game::Lagrangian, rows));
        seen.finish().expect("rounds").best.round
    };
    assert_eq!(best(&rows), 2);
    assert_eq!(best(&[rows[0], rows[3]]), 1);
}

/// Enclosed values count by their upper ends, in tails of long runs too.
#[test]
fn enclosed_values_count_by_their_upper_ends() {
    let mut trace = Trace::new(Layout::new(Game::Lagrangian, 1).enclose_all());
    let mut round = Round::new(trace.layout());
    round.objective = Enclosure::new(0.0, 1.0);
    round.constraints[0] = Enclosure::new(-1.0, 0.5);
    (0..5000).for_each(|_| trace.push(&round).unwrap());
    let mut seen = SinglesOfRounds::new(&[]);
    seen.look(&trace);
    let found = seen.finish().expect("rounds");
    assert!(found.rounded_up && found.violating == 5000);
    for tail in found.tails.into_iter().flatten() {
        assert!(tail.objective >= 1.0 && tail.violation >= 0.5, "{tail:?}");
    }
}

/// The same where the objective alone is enclosed, or the constraint alone.
#[test]
fn one_enclosed_column_counts_by_its_upper_ends() {
    let objective = (Enclosure::new(0.0, 1.0), Enclosure::point(0.5));
    let constraint = (Enclosure::point(1.0), Enclosure::new(-1.0, 0.5));
    for (enclosed, (objective, constraint)) in [objective, constraint].into_iter().enumerate() {
        let mut trace = Trace::new(Layout::new(Game::Lagrangian, 1).enclose(enclosed));
        let mut round = Round::new(trace.layout());
        (round.objective, round.constraints[0]) = (objective, constraint);
        // More than are kept one by one, so that sums are taken of whole columns too.
        (0..5000).for_each(|_| trace.push(&round).unwrap());
        let mut seen = SinglesOfRounds::new(&[]);
        seen.look(&trace);
        let found = seen.finish().expect("rounds");
        assert!(found.rounded_up && found.violating == 5000, "value column {enclosed}");
        assert_eq!((found.last.objective, found.last.violation), (1.0, 0.5));
        for tail in found.tails.map(|tail| tail.expect("every round has a weight")) {
            assert!(tail.objective >= 1.0 && tail.violation >= 0.5, "{tail:?}");
        }
    }
}

/// A tail without weight is not there, and the other keeps its place.
#[test]
fn a_tail_without_weight_is_left_out() {
    let rows: Vec<_> = (0..20).map(|t| (1.0, 0.0, 0.0, if t < 18 { 1.0 } else { 0.0 })).collect();
    let mut seen = SinglesOfRounds::new(&[]);
    seen.look(&trace(Game::ProxyLagrangian, &rows));
    let [tenth, half] = seen.finish().expect("rounds").tails;
    assert_eq!((tenth, half.map(|tail| (tail.first, tail.objective))), (None, Some((10, 1.0))));
}

/// Sums beyond the largest double are left out; single rounds stay.
#[test]
fn tails_beyond_doubles_are_left_out() {
    let long = vec![(1.5e308, 0.0, 0.0, 1.0); 3000];
    for (game, rows) in [(Game::ProxyLagrangian, vec![(1e308, 0.0, 0.0, 100.0)]), (Game::Lagrangian, long)] {
        let mut seen = SinglesOfRounds::new(&[]);
        seen.look(&trace(game, &rows));
        let found = seen.finish().expect("rounds");
        assert_eq!((found.tails, found.last.objective), ([None, None], rows[0].0));
    }
}

/// A tail of a run that is too long for every round to be kept begins within a thousandth of where it should.
#[test]
fn tails_of_long_runs_are_near() {
    let rows: Vec<_> = (0..10_007).map(|t| (f64::from(t), 0.0, 0.0, 1.0)).collect();
    let mut seen = SinglesOfRounds::new(&[]);
    seen.look(&trace(Game::Lagrangian, &rows));
    let tails = seen.finish().expect("rounds").tails;
    for (tail, part) in tails.iter().flatten().zip([10, 2]) {
        let wanted = rows.len() - rows.len().div_ceil(part);
        assert!(tail.first <= wanted && wanted - tail.first <= rows.len() / 1000 + 1, "{} for {wanted}", tail.first);
        let mean = f64::midpoint(tail.first as f64, 10_006.0);
        assert!((tail.objective - mean).abs() < 2.0_f64.powi(-20), "{} for {mean}", tail.objective);
    }
}
