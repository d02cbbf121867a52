//! Numbers computed by hand.

use super::instances::Game;
use super::properties::solved;
use dashu_ratio::RBig;
use referee::equilibrium::{FiniteGame, lagrangian, measure, solve};
use referee::game::{self, Rules};
use referee::shrink::Atom;
use referee::trace::{Layout, Round, Trace};
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

/// One multiplier is enough to tell the game, whatever proxies are recorded beside it.
#[test]
fn the_game_of_a_trace_is_that_of_its_multipliers() {
    for (kind, m, reason) in [
        (game::Game::Lagrangian, 1, "because the trace has multipliers but no lambda_0; its proxies are left out"),
        (game::Game::ProxyLagrangian, 1, "because the trace has lambda_0"),
        // Without constraints there are no proxies.
        (game::Game::Lagrangian, 0, "because the file has neither multipliers nor proxies"),
        (game::Game::ProxyLagrangian, 0, "because the trace has lambda_0"),
    ] {
        let mut trace = Trace::new(Layout::new(kind, m).with_proxies());
        trace.push(&Round::new(trace.layout())).expect("it fits");
        let found = FiniteGame::from_trace(&trace).expect("finite numbers").which_game(None);
        assert_eq!((found.kind(), found.reason().as_str()), (kind, reason));
    }
}
