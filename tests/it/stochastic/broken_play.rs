//! Broken play on random instances that are built for it: the pooled test of frequencies rejects each, and keeps the honest.
//!
//! A step of the wrong size is a hypothesis that fails, which a certificate says by itself; here only regrets are looked at,
//! against what is promised for the printed step.

use super::games::{bounds_of, fails_with_step, run, with};
use super::problems::Twin;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use referee::problem::{ExpressionProblem, Noise, Noisy, Shape};
use referee::regret::Averages;
use referee::strategies::{DrawnProblem, DrawnRun, Instance};
use referee::theorems::{Corollary3, Lemma4, Lemma10, Statement, Theorem7};
use referee::verification::random::{Judged, Tally, judge};

const STATEMENTS: [&dyn Statement; 4] = [&Theorem7, &Corollary3, &Lemma10, &Lemma4];
const DELTA: f64 = 0.05;
const RUNS: u64 = 16;
const RADIUS: f64 = 0.25;

/// What the theta-player has to minimise: a slope, so that a player who goes the wrong way or does not get anywhere
/// regrets it; or a kink, so that one who never settles does.
#[derive(Clone, Copy, PartialEq)]
enum Built {
    Slope,
    Kink,
}

/// A problem on `[-1, 1]` with a constraint that does not matter, and draws of any shape.
fn noisy(built: Built) -> impl Strategy<Value = Noisy> {
    let shape = if built == Built::Kink { vec![Shape::Sign] } else { Shape::ALL.to_vec() };
    let width = if built == Built::Kink { vec![1.0] } else { vec![0.25, 0.5, 0.75] };
    let shape = prop::sample::select(shape);
    (prop::sample::select(vec![-1.0, 1.0]), -2..=2_i32, shape, prop::sample::select(width)).prop_map(move |(sign, eighth, shape, width)| {
        let objective = match built {
            Built::Slope => format!("{sign} * x"),
            Built::Kink => format!("abs(x - {})", f64::from(eighth) / 8.0),
        };
        let text = format!(
            "minimize = \"{objective}\"\nvariables = {{ x = [-1, 1] }}\n[[constraint]]\nexpression = \"0.125 * x - 0.25\""
        );
        let whole = ExpressionProblem::from_toml(&text, "built").expect("a problem");
        Noisy::new(whole, Noise::Added { shape, slopes: width, values: 0.0 }).expect("noise")
    })
}

/// What becomes of independent random instances, as the search pools them.
fn pooled(built: Built, mut judged: impl FnMut(Noisy, u64) -> Judged) -> Tally {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, rng);
    let mut tally = Tally::default();
    tally
        .extend((0..RUNS).map(|seed| judged(noisy(built).new_tree(&mut runner).expect("it is drawn").current(), seed)));
    tally
}

/// The statement's own run on draws that are spoiled, or not, before the player sees them.
fn played(statement: &dyn Statement, honest: Noisy, slope: fn(f64) -> f64, rounds: usize, seed: u64) -> Judged {
    let run = DrawnRun {
        problem: DrawnProblem::new(Twin { slope, ..Twin::of(honest) }),
        players: None,
        rounds,
        radius: RADIUS,
        exponent: 1.0,
        averages: Averages::default(),
        confidence: DELTA,
        seed,
    };
    judge(statement, &Instance::Run(run))
}

#[test]
fn honest_play_is_kept_on_the_same_instances() {
    for statement in STATEMENTS {
        for (built, rounds) in [(Built::Slope, 2048), (Built::Kink, 16384)] {
            let tally = pooled(built, |honest, seed| played(statement, honest, |slope| slope, rounds, seed));
            assert_eq!((tally.rejection(), tally.idle), (None, 0), "{}: {tally}", statement.name());
        }
    }
}

#[test]
fn biased_draws_are_rejected() {
    for statement in STATEMENTS {
        let tally = pooled(Built::Slope, |honest, seed| played(statement, honest, |slope| -slope, 2048, seed));
        assert!(tally.rejection().is_some(), "{}: {tally}", statement.name());
    }
}

/// Failures of what is promised for the printed step, if the step is that times a factor.
fn with_step(statement: &dyn Statement, built: Built, rounds: usize, factor: f64) -> Tally {
    let side = statement.game().expect("somebody plays").side();
    pooled(built, |problem, seed| {
        let constants = with(rounds, RADIUS, bounds_of(&problem, side));
        let (_, honest) = run(statement, &problem, &constants, seed).expect("a run");
        let missed = fails_with_step(&honest, statement, &problem, &constants, factor, seed).expect("a run");
        Judged { missed, delta: Some(DELTA), ..Judged::default() }
    })
}

#[test]
fn a_step_of_one_over_the_horizon_is_rejected() {
    for statement in STATEMENTS {
        let tally = with_step(statement, Built::Slope, 8192, 1.0 / 8192_f64.sqrt());
        assert!(tally.rejection().is_some(), "{}: {tally}", statement.name());
    }
}

#[test]
fn a_step_without_the_horizon_is_rejected() {
    for statement in STATEMENTS {
        let tally = with_step(statement, Built::Kink, 16384, 16384_f64.sqrt());
        assert!(tally.rejection().is_some(), "{}: {tally}", statement.name());
    }
}
