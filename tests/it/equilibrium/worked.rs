//! Numbers computed by hand.

use super::instances::Game;
use super::properties::solved;
use dashu_ratio::RBig;
use referee::equilibrium::{FiniteGame, lagrangian, measure, solve};
use referee::game::Rules;
use referee::shrink::Atom;
use referee::verification::random::equilibrium as check;

fn ratio(top: i32, bottom: u32) -> RBig {
    RBig::from_parts(top.into(), bottom.into())
}

pub(crate) fn pennies() -> FiniteGame {
    let mut game = FiniteGame::new(1);
    game.push(0.0, &[1.0]).expect("finite");
    game.push(1.0, &[-1.0]).expect("finite");
    game
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
fn what_is_no_mixture_or_no_multiplier_is_refused() {
    let game = pennies();
    let rules = Rules::Lagrangian { radius: 1.0 };
    let first = |weight: RBig| vec![Atom { candidate: 0, weight }];
    for (support, multipliers, words) in [
        (first(ratio(1, 2)), vec![ratio(1, 2)], "sum to 1/2, not to 1"),
        (vec![Atom { candidate: 2, weight: ratio(1, 1) }], vec![ratio(1, 2)], "not part of a mixture of 2 candidates"),
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
