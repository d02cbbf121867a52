//! The players that a rate was promised for keep it: on every family, and against every adversary.

use crate::common::draw;
use crate::common::{Outcome, holds};
use crate::rates::arena::{Case, any_case, certify, holds_throughout, keeps};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use referee::certificate::{Certificate, Role, Verdict};
use referee::game::Game;
use referee::oracle::is_slow;
use referee::registry::Registry;
use referee::run::{RunConstants, play_statement};
use referee::theorems::{Corollary1, Corollary2, Lemma1, Lemma8, Lemma11, Statement, Theorem6};
use std::cell::Cell;

/// Runs a statement on the families, and asks of every certificate that no claim is violated, and that the hypotheses
/// and all conclusions about the lambda-player hold; returns how many there were.
pub(crate) fn on_families(statement: &dyn Statement, oracle: bool, most_rounds: usize) -> usize {
    let mut certified = 0;
    for family in Registry::ours().families() {
        let instance = Registry::ours().open(family.name).expect("a family");
        for (rounds, seed) in [(64, 1), (64, 2), (512, 3), (4096, 4)] {
            let bounds = instance.known.constants.clone();
            let most_rounds = if is_slow(&*instance.problem) { 16 } else { most_rounds };
            let constants = RunConstants { rounds: rounds.min(most_rounds), radius: 3.0, bounds };
            let found = play_statement(statement, &*instance.problem, &constants, 0.05, seed);
            let (_, certificate) = match found {
                Ok(found) => found,
                Err(_) if oracle => continue, // no oracle applies
                Err(error) => panic!("{}: {error}", family.name),
            };
            law(&certificate).unwrap_or_else(|broken| panic!("{} with {rounds} rounds: {broken}", family.name));
            certified += 1;
        }
    }
    certified
}

fn law(certificate: &Certificate) -> Outcome {
    for claim in &certificate.claims {
        prop_assert_ne!(claim.verdict, Verdict::Violated, "{:?} in {:?}", claim, certificate);
        if !rests_on_bound(claim.name) {
            prop_assert_eq!(claim.verdict, Verdict::Holds, "{:?} in {:?}", claim, certificate);
        }
    }
    // What rounding adds is nothing next to the promise.
    let rounding = certificate.given.rate.expect("a rate").rounding;
    let promised = certificate.claims_of(Role::Conclusion).find(|claim| claim.name.ends_with("regret_paper"));
    prop_assert!(promised.is_some_and(|claim| rounding <= 1e-6 * claim.rhs.hi()), "{:?}", certificate);
    Ok(())
}

/// Where the lower bound leaves a gap, a claim may be undecided.
fn rests_on_bound(name: &str) -> bool {
    name.starts_with("theta_regret") || name.starts_with("epsilon")
}

#[test]
fn implication_on_random_members_of_families() {
    let statements: [&dyn Statement; 4] = [&Corollary1, &Lemma8, &Lemma1, &Lemma11];
    let strategy = (0..Registry::ours().families().len(), 0..4_usize, 1..80_usize, any::<u64>(), 0.25..8.0);
    let certified = Cell::new(0);
    holds(64, &strategy, |(family, statement, rounds, seed, radius)| {
        let (_, instance) =
            draw(Registry::ours().families()[family].name, &mut ChaCha8Rng::seed_from_u64(seed)).expect("a family");
        let constants = RunConstants { rounds, radius, bounds: instance.known.constants.clone() };
        match play_statement(statements[statement], &*instance.problem, &constants, 0.05, seed) {
            Ok((_, certificate)) => {
                certified.set(certified.get() + 1);
                law(&certificate)
            }
            Err(_) => Ok(()), // scales or functions that no player or oracle takes
        }
    });
    assert!(certified.get() >= 48, "only {} of 64 runs were certified", certified.get());
}

/// The statements about a lambda-player alone, and who plays them.
const PLAYERS: [(Game, &str, [&dyn Statement; 2]); 4] = [
    (Game::Lagrangian, "gradient", [&Corollary1, &Theorem6]),
    (Game::ProxyLagrangian, "matrix", [&Corollary2, &Lemma8]),
    (Game::Lagrangian, "mirror-entropic", [&Theorem6, &Theorem6]),
    (Game::Lagrangian, "mirror-p-norm", [&Theorem6, &Theorem6]),
];

pub(crate) fn against_adversaries(which: usize) {
    let (game, name, statements) = PLAYERS[which];
    holds(128, &any_case(), |case: Case| {
        let mut player = case.player(name, game, None);
        let trace = case.trace(&mut *player, game);
        for statement in statements {
            holds_throughout(&certify(statement, &trace, case.given(&*player, game)))?;
        }
        Ok(())
    });
    // Any step has its own bound; whether it keeps the printed one is a hypothesis.
    holds(64, &(any_case(), -8.0..8.0), |(case, exponent): (Case, f64)| {
        let mut player = case.player(name, game, Some(exponent.exp2() / case.bound));
        let trace = case.trace(&mut *player, game);
        let certificate = certify(statements[0], &trace, case.given(&*player, game));
        for name in ["lambda_regret_step", "lambda_regret_data", "swap_regret_step", "swap_regret_data"] {
            if let Some(claim) = certificate.claim(name) {
                prop_assert_eq!(claim.verdict, Verdict::Holds, "{:?} in {:?}", claim, certificate);
            }
        }
        keeps(&certificate)
    });
}

/// The account of the rounding is what the player's own bound has beside the formula: neither less nor twice as much.
#[test]
fn implication_the_rounding_is_the_rest_of_the_players_own_bound() {
    for (game, name, statements) in PLAYERS {
        holds(64, &any_case(), |case: Case| {
            let mut player = case.player(name, game, None);
            let trace = case.trace(&mut *player, game);
            let certificate = certify(statements[0], &trace, case.given(&*player, game));
            let data = if game == Game::Lagrangian { "lambda_regret_data" } else { "swap_regret_data" };
            let Some(claim) = certificate.claim(data) else { return Ok(()) };
            let own = player.runtime_bound().expect("it played");
            if case.constraints > 0 && case.radius > 0.0 {
                prop_assert!(claim.rhs.lo() <= own, "{claim:?} is above {own}");
                let rounding = player.rounding().expect("it played");
                prop_assert!(rounding > 0.0 && rounding <= own * 1e-6, "{rounding} of {own}");
            }
            Ok(())
        });
    }
}
