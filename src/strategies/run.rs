//! Games that are to be played: on which problem, by whom, for how long.

use super::sizes::{confidence, many_rounds, radius, rounds};
use super::{Ask, DrawnProblem, Instance, any_rounds, drawn_rounds, problems};
use crate::arena::Algorithm;
use crate::game::Game;
use crate::regret::{Average, Averages};
use proptest::prelude::*;

/// A game that is to be played.
#[derive(Clone, Debug)]
pub struct DrawnRun {
    /// What is played about.
    pub problem: DrawnProblem,
    /// Who plays; the statement's own algorithm with its own steps if nobody is named.
    pub players: Option<DrawnPlayers>,
    /// The number of rounds.
    pub rounds: usize,
    /// The radius of the multipliers in the Lagrangian game.
    pub radius: f64,
    /// The exponent of the norm that a statement about norms is certified in.
    pub exponent: f64,
    /// How rounds are weighed, where the statement takes weights.
    pub averages: Averages,
    /// The probability of failure, where the statement has one.
    pub confidence: f64,
    /// Of everything random.
    pub seed: u64,
}

/// Who plays, out of whoever is registered and fits the problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnPlayers {
    /// The game, and what its players see.
    pub algorithm: Algorithm,
    /// Which of the theta-players that fit, counted around.
    pub theta: usize,
    /// Which of the lambda-players of the game, counted around.
    pub lambda: usize,
    /// What the steps of players that take one are multiplied by.
    pub step: f64,
}

/// Exponents of norms, the ends and the middle among them.
pub const EXPONENTS: [f64; 6] = [1.0, 1.5, 2.0, 3.0, 7.3, f64::INFINITY];

/// The statement's own algorithm, on these problems.
pub fn own_runs(problems: BoxedStrategy<DrawnProblem>) -> BoxedStrategy<Instance> {
    run(problems, Just(None).boxed(), rounds())
}

/// The same for statements with a probability: long enough for the promise to mean something.
pub fn long_runs(problems: BoxedStrategy<DrawnProblem>) -> BoxedStrategy<Instance> {
    run(problems, Just(None).boxed(), many_rounds())
}

/// Any players of a game, on these problems.
pub fn any_runs(game: Game, problems: BoxedStrategy<DrawnProblem>) -> BoxedStrategy<Instance> {
    let algorithms: Vec<_> = Algorithm::ALL.into_iter().filter(|algorithm| algorithm.game() == game).collect();
    let step = prop_oneof![6 => Just(1.0), 1 => (-2.0..2.0_f64).prop_map(|power| 10.0_f64.powf(power))];
    let players = (prop::sample::select(algorithms), 0..100_usize, 0..100_usize, step);
    let players = players.prop_map(|(algorithm, theta, lambda, step)| {
        Some(DrawnPlayers { algorithm, theta, lambda, step }) //
    });
    run(problems, players.boxed(), rounds())
}

/// Every kind of run of a game, and rounds that nobody played: what statements about runs are tried on.
pub fn played(game: Game) -> BoxedStrategy<Instance> {
    let ask = Ask::of(game).dominated();
    prop_oneof![
        3 => any_rounds(game),
        2 => any_runs(game, problems(ask.convex())),
        2 => any_runs(game, problems(ask.not_convex())),
        3 => any_runs(game, problems(ask.answered())),
        1 => any_runs(game, problems(ask.convex().noisy())),
    ]
    .boxed()
}

/// The same where some point is strictly feasible for the functions that the theta-player sees.
pub fn with_margin(game: Game) -> BoxedStrategy<Instance> {
    let ask = Ask::of(game).dominated().with_margin().constraints(1..=12);
    prop_oneof![
        3 => drawn_rounds(game).prop_map(|rounds| Instance::Rounds(rounds.with_margin())),
        2 => any_runs(game, problems(ask.convex())),
        2 => any_runs(game, problems(ask.not_convex())),
        1 => any_runs(game, problems(ask.convex().noisy())),
    ]
    .boxed()
}

fn run(
    problems: BoxedStrategy<DrawnProblem>,
    players: BoxedStrategy<Option<DrawnPlayers>>,
    rounds: BoxedStrategy<usize>,
) -> BoxedStrategy<Instance> {
    let exponent = prop::sample::select(EXPONENTS.to_vec());
    (problems, players, rounds, radius(), exponent, averages(), confidence(), any::<u64>())
        .prop_map(|(problem, players, rounds, radius, exponent, averages, confidence, seed)| {
            let averages = clipped(averages, rounds);
            Instance::Run(DrawnRun { problem, players, rounds, radius, exponent, averages, confidence, seed })
        })
        .boxed()
}

/// Weights that leave some of the rounds in.
pub(super) fn clipped(averages: Averages, rounds: usize) -> Averages {
    let clip = |average| if let Average::Tail(k) = average { Average::Tail(k % rounds as u64) } else { average };
    Averages { theta: clip(averages.theta), lambda: clip(averages.lambda) }
}

/// Weights of rounds, most often equal ones.
pub(super) fn averages() -> BoxedStrategy<Averages> {
    let average = || {
        let tail = (0..400_u64).prop_map(Average::Tail);
        prop_oneof![4 => Just(Average::Uniform), 1 => Just(Average::Linear), 1 => tail]
    };
    (average(), average()).prop_map(|(theta, lambda)| Averages { theta, lambda }).boxed()
}
