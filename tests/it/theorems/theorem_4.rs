//! Theorem 4: Theorem 2 about a joint distribution, so with one weighting of the rounds for all means.
//!
//! Its other hypotheses are those of Theorem 2.

use super::common::trace;
use crate::certificates::games::played;
use crate::certificates::laws::{all_given, proxy_law};
use crate::common::holds;
use proptest::prelude::*;
use referee::certificate::{Certificate, Given};
use referee::game::Game;
use referee::regret::{Average, Averages};
use referee::theorems::{Statement, Theorem2, Theorem4};

/// The rounds may be weighed, all means alike: what is certified is true of the game in which they are repeated. Weights
/// above 2^26 are those of a trace that no test could hold.
#[test]
fn implication_theorem_4_with_weights_on_finite_games() {
    holds(600, &(played(), 0_usize..3), |(game, which)| {
        let (averages, kind) = (game.average(which), Game::ProxyLagrangian);
        let repeated = game.repeated(averages.theta);
        let given = Given { averages, ..all_given(&repeated, kind) };
        for statement in [&Theorem2 as &dyn Statement, &Theorem4] {
            let certificate = statement.certify_trace(&mut &game.trace(kind), given.clone()).expect("the trace is one");
            prop_assert_eq!(certificate.rounds, game.rounds.len() as u64);
            proxy_law(&repeated, &certificate)?;
        }
        Ok(())
    });
}

/// One weighting for all means of the proxy game: uniformly these two rounds have no swap regret, and the mixture that
/// leaves out the first violates the constraint by 1. A bound from the one about the other would be `1 <= 0`.
#[test]
fn necessity_of_one_weighting_in_the_proxy_game() {
    let text = "objective,constraint_1,lambda_0,lambda_1\n0,-1,1,0\n0,1,1,0\n";
    let with = |theta, lambda| {
        let given = Given { averages: Averages { theta, lambda }, ..Given::default() };
        Theorem2.certify_trace(&mut &trace(text), given)
    };
    let value = |certificate: &Certificate, name| certificate.measured(name).expect("it is defined").midpoint();
    let uniform = with(Average::Uniform, Average::Uniform).expect("it certifies");
    let tail = with(Average::Tail(1), Average::Tail(1)).expect("it certifies");
    assert_eq!((value(&uniform, "infeasibility"), value(&uniform, "swap_regret")), (0.0, 0.0));
    assert_eq!((value(&tail, "infeasibility"), value(&tail, "swap_regret")), (1.0, 1.0));
    let mixed = with(Average::Tail(1), Average::Uniform).unwrap_err().to_string();
    assert_eq!(mixed, "the proxy game has one average for points and multipliers: give both the same");
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, holds_on_random_instances};
    holds_on_random_instances(&Theorem4, Least { convex: 40, not_convex: 40, noisy: 10, known: 100 });
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses = ["domination", "lower_bound_possible", "objective_weight_positive"];
    super::common::random::notices_each_missing_hypothesis(&Theorem4, &hypotheses);
}
