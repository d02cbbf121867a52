//! Numbers computed by hand.

use super::instances::Game;
use super::laws::check;
use super::properties::solved;
use dashu_ratio::RBig;
use referee::equilibrium::{FiniteGame, lagrangian, measure, proxy_lagrangian, solve};
use referee::game::Rules;
use referee::shrink::Atom;

fn ratio(top: i32, bottom: u32) -> RBig {
    RBig::from_parts(top.into(), bottom.into())
}

fn pennies() -> FiniteGame {
    let mut game = FiniteGame::new(1);
    game.push(0.0, &[1.0]).expect("finite");
    game.push(1.0, &[-1.0]).expect("finite");
    game
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

#[test]
fn worked_one_candidate_and_no_constraints() {
    for proxies in [false, true] {
        let game =
            Game { m: 2, proxies, rows: vec![[3.0, 1.0, -1.0, 2.0, 0.0][..if proxies { 5 } else { 3 }].to_vec()] };
        let linear = solved(&game, Rules::Lagrangian { radius: 5.0 });
        assert_eq!((check(&game, &linear), linear.multipliers), (Ok(()), vec![ratio(5, 1), ratio(0, 1)]));
        let proxy = solved(&game, Rules::ProxyLagrangian);
        assert_eq!((check(&game, &proxy), proxy.multipliers), (Ok(()), vec![ratio(0, 1), ratio(1, 1), ratio(0, 1)]));
    }
    let free = Game { m: 0, proxies: false, rows: vec![vec![2.0], vec![-1.0], vec![-1.0]] };
    for rules in [Rules::Lagrangian { radius: 5.0 }, Rules::ProxyLagrangian] {
        let found = solved(&free, rules);
        assert_eq!(check(&free, &found), Ok(()));
        assert_eq!((found.support.len(), found.objective), (1, ratio(-1, 1)));
    }
}

#[test]
fn worked_proxies_are_the_theta_players_alone() {
    // The theta-player fears the second candidate's proxy; the lambda-player knows that it is allowed.
    let mut game = FiniteGame::with_proxies(1);
    game.push_with_proxies(0.0, &[1.0], &[1.0]).expect("finite");
    game.push_with_proxies(1.0, &[-3.0], &[0.5]).expect("finite");
    let found = proxy_lagrangian(&game).expect("candidates");
    // lambda_1 = lambda_0 + lambda_1 / 2, and w - 3 (1 - w) = 0.
    assert_eq!(found.multipliers, [ratio(1, 3), ratio(2, 3)]);
    assert_eq!(found.support[0].weight, ratio(3, 4));
    assert_eq!(found.objective, ratio(1, 4));
}

#[test]
fn what_is_no_mixture_or_no_multiplier_is_refused() {
    let game = pennies();
    let rules = Rules::Lagrangian { radius: 1.0 };
    let first = |weight: RBig| vec![Atom { candidate: 0, weight }];
    for (support, multipliers, words) in [
        (first(ratio(1, 2)), vec![ratio(1, 2)], "sum to 1/2, not to 1"),
        (vec![Atom { candidate: 2, weight: ratio(1, 1) }], vec![ratio(1, 2)], "no part of a mixture of 2 candidates"),
        (first(ratio(1, 1)), vec![ratio(3, 2)], "not of the game's set"),
        (first(ratio(1, 1)), vec![ratio(-1, 2)], "not of the game's set"),
        (first(ratio(1, 1)), vec![], "has 1 multipliers, and 0 were given"),
    ] {
        let error = measure(&game, rules, support, multipliers).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
    assert!(solve(&FiniteGame::new(1), rules).is_err() && solve(&FiniteGame::new(1), Rules::ProxyLagrangian).is_err());
    assert!(lagrangian(&game, -1.0).is_err() && lagrangian(&game, f64::NAN).is_err());
}
