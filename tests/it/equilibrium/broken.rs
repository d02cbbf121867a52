//! Solvers that are almost right: the laws notice each of them.

use super::instances::{Game, games, radius};
use super::properties::solved;
use crate::common::{Outcome, catches};
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::equilibrium::{Equilibrium, measure};
use referee::game::Rules;
use referee::shrink::{Atom, Epsilon, Outcome as Shrunk, shrink};
use referee::verification::random::equilibrium as check;

fn law(game: &Game, found: &Equilibrium) -> Outcome {
    prop_assert_eq!(check(game, found), Ok(()));
    Ok(())
}

/// Measures what a broken solver says about a game; where that is refused, it is noticed too.
fn says(game: &Game, rules: Rules, support: Vec<Atom>, multipliers: Vec<RBig>) -> Outcome {
    match measure(&game.finite().expect("finite numbers"), rules, support, multipliers) {
        Ok(found) => law(game, &found),
        Err(error) => Err(TestCaseError::fail(error.to_string())),
    }
}

#[test]
fn an_equilibrium_without_purification_is_noticed() {
    catches(200, &(games(6), radius()), |(mut game, radius)| {
        let found = solved(&game, Rules::Lagrangian { radius });
        let copies = game.rows.clone();
        game.rows.extend(copies);
        let half = RBig::ONE / RBig::from(2);
        let count = game.rows.len() / 2;
        let spread = |shift: usize| {
            let half = half.clone();
            found
                .support
                .iter()
                .map(move |atom| Atom { candidate: atom.candidate + shift, weight: &atom.weight * &half })
        };
        says(&game, found.rules, spread(0).chain(spread(count)).collect(), found.multipliers.clone())
    });
}

#[test]
fn a_wrong_sign_is_noticed() {
    for k in [0, 1] {
        catches(200, &games(6), |game| {
            if game.m == 0 {
                return Ok(());
            }
            let mut wrong = game.clone();
            wrong.rows.iter_mut().for_each(|row| row[k] = -row[k]);
            let found = solved(&wrong, Rules::ProxyLagrangian);
            says(&game, Rules::ProxyLagrangian, found.support, found.multipliers)
        });
    }
}

#[test]
fn multipliers_of_the_unpenalised_program_are_noticed() {
    catches(400, &games(6), |game| {
        let rules = Rules::Lagrangian { radius: 0.25 };
        match shrink(game.finite().expect("finite numbers").candidates(), &Epsilon::Minimal).expect("candidates") {
            Shrunk::Optimal(best) => says(&game, rules, best.support, best.duals),
            Shrunk::Infeasible(_) => unreachable!("a least epsilon is feasible"),
        }
    });
}

#[test]
fn constraints_in_the_place_of_proxies_are_noticed() {
    catches(400, &games(6), |game| {
        let m = game.m;
        let rows = game.rows.iter().map(|row| row[..=m].to_vec()).collect();
        let found = solved(&Game { m, proxies: false, rows }, Rules::ProxyLagrangian);
        says(&game, Rules::ProxyLagrangian, found.support, found.multipliers)
    });
}

#[test]
fn weights_rounded_to_doubles_are_noticed() {
    catches(400, &games(6), |game| {
        let mut found = solved(&game, Rules::ProxyLagrangian);
        for atom in &mut found.support {
            atom.weight = RBig::try_from(atom.weight.to_f64().value()).expect("finite");
        }
        says(&game, Rules::ProxyLagrangian, found.support, found.multipliers)
    });
}

#[test]
fn an_equilibrium_of_a_few_candidates_is_not_one_of_all() {
    catches(400, &games(9), |game| {
        let few = Game { rows: game.rows[..game.rows.len().div_ceil(2)].to_vec(), ..game.clone() };
        let found = solved(&few, Rules::ProxyLagrangian);
        says(&game, Rules::ProxyLagrangian, found.support, found.multipliers)
    });
}

/// Each law, violated alone.
#[test]
fn each_law_notices_its_own_violation() {
    type Spoil = fn(&mut Equilibrium);
    let game = Game { m: 1, proxies: false, rows: vec![vec![0.0, 1.0], vec![1.0, -1.0], vec![1.0, 0.5]] };
    let honest = solved(&game, Rules::Lagrangian { radius: 2.0 });
    assert_eq!(check(&game, &honest), Ok(()));
    let tiny = || RBig::ONE / RBig::from(1_000_000_000_u64);
    let spoils: [(Spoil, &str); 9] = [
        (|e| e.support.reverse(), "candidates increase"),
        (|e| e.support[0].weight = -e.support[0].weight.clone(), "weights are positive"),
        (|e| e.support[0].weight = RBig::ONE, "weights sum to exactly 1"),
        (|e| e.multipliers[0] = -RBig::ONE, "multipliers are not negative"),
        (|e| e.multipliers[0] = RBig::from(3), "multipliers are in their set"),
        (|e| e.objective += RBig::ONE, "the objective is the mean"),
        (|e| e.constraints[0] += RBig::ONE, "the constraints are the means"),
        (|e| e.theta_gap += RBig::ONE, "the theta-gap is what it is"),
        (|e| e.lambda_gap += RBig::ONE, "the lambda-gap is what it is"),
    ];
    for (spoil, law) in spoils {
        let mut found = honest.clone();
        spoil(&mut found);
        assert_eq!(check(&game, &found), Err(law.to_owned()));
    }
    let mut found = honest.clone();
    found.multipliers[0] += tiny();
    assert_eq!(check(&game, &found), Err("the theta-player gains nothing".to_owned()));
    let mut found = honest;
    found.support[0].weight += tiny();
    found.support[1].weight -= tiny();
    found.objective -= tiny();
    found.constraints[0] += tiny() + tiny();
    assert_eq!(check(&game, &found), Err("the lambda-player gains nothing".to_owned()));
}
