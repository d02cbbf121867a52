//! Cases of ordinary and of extreme scale, and the law that no regret exceeds a bound.

use crate::common::Outcome;
use proptest::prelude::*;
use referee::adversary::{self, AdversaryEntry};
pub(crate) use referee::arena::Contest as Case;
use referee::arena::Record;
use referee::game::Game;
use referee::numerics::simplex::is_dyadic;
use referee::players::LambdaPlayer;

pub(crate) fn any_kind() -> impl Strategy<Value = AdversaryEntry> {
    (0..adversary::LAMBDA.len()).prop_map(|index| adversary::LAMBDA[index])
}

/// Cases of ordinary and of extreme scale.
pub(crate) fn any_case(game: Game) -> impl Strategy<Value = Case> {
    let bound = prop_oneof![4 => Just(1.0), 2 => 0.1..10.0, 1 => Just(1e-200), 1 => Just(1e120), 1 => Just(1e-305)];
    let radius = prop_oneof![3 => Just(2.0), 2 => 0.01..100.0, 1 => Just(1e100), 1 => Just(1e-100), 1 => Just(0.0)];
    (any_kind(), 0..5_usize, 1..200_usize, bound, radius, any::<u64>()).prop_map(
        move |(adversary, constraints, horizon, bound, radius, seed)| Case {
            game,
            adversary,
            constraints,
            horizon,
            bound,
            radius,
            seed,
        },
    )
}

/// Plays the case.
pub(crate) fn run(player: &mut dyn LambdaPlayer, case: &Case) -> Record {
    Record::of(player, case)
}

/// Whether every play is an exact member of the game's set, and in the proxy game a dyadic one.
pub(crate) fn check_membership(record: &Record, case: &Case) -> Outcome {
    record.is_inside(case).map_err(TestCaseError::fail)?;
    let dyadic = record.lambda.iter().flatten().all(|&x| is_dyadic(x));
    prop_assert!(dyadic || case.game == Game::Lagrangian, "a play is not dyadic in {case:?}");
    Ok(())
}

/// The law: exact members, and a regret of the named kind that is at most both bounds.
pub(crate) fn keeps_its_bounds(player: &mut dyn LambdaPlayer, case: &Case) -> Outcome {
    let record = run(player, case);
    check_membership(&record, case)?;
    for (which, bound) in [("a-priori", player.bound()), ("run-time", player.runtime_bound())] {
        if let Some(bound) = bound {
            record.keeps(player, case, which, bound).map_err(TestCaseError::fail)?;
        }
    }
    Ok(())
}
