//! Broken play on random instances that are built for it: the pooled test of frequencies rejects each, and keeps the honest.
//!
//! A step of the wrong size is a hypothesis that fails, which a certificate says by itself; here only regrets are looked at.

use super::problems::Twin;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use referee::arena::Setup;
use referee::game::Game;
use referee::problem::{ExpressionProblem, Noise, Noisy, Shape};
use referee::regret::Averages;
use referee::strategies::{DrawnProblem, DrawnRun, Instance};
use referee::theorems::{Corollary3, Lemma4, Lemma10, Statement, Theorem7};
use referee::verification::frequency::Frequency;
use referee::verification::random::judge_as;

const STATEMENTS: [&dyn Statement; 4] = [&Theorem7, &Corollary3, &Lemma10, &Lemma4];
const DELTA: f64 = 0.05;
const RUNS: u32 = 16;

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

/// How draws are spoiled before the player sees them, and what its step is multiplied by.
#[derive(Clone, Copy)]
struct Broken {
    slope: fn(f64) -> f64,
    step: fn(f64) -> f64,
}

const HONEST: Broken = Broken { slope: |slope| slope, step: |_| 1.0 };

/// Failures over independent random instances.
fn failures(statement: &dyn Statement, built: Built, rounds: usize, broken: Broken) -> Frequency {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, rng);
    let count = Frequency::count(RUNS, 0, |seed| {
        let honest = noisy(built).new_tree(&mut runner).expect("it is drawn").current();
        let problem = DrawnProblem::new(Twin { slope: broken.slope, ..Twin::of(honest) });
        let run = DrawnRun {
            problem,
            players: None,
            rounds,
            radius: 0.25,
            exponent: 1.0,
            averages: Averages::default(),
            confidence: DELTA,
            seed,
        };
        let factor = (broken.step)(rounds as f64);
        let change = |setup: &mut Setup<'_>| {
            if factor == 1.0 {
                return; // its own step
            }
            let side = statement.algorithm().expect("somebody plays").algorithm;
            let player = setup.theta_player.unwrap_or("stochastic-subgradient");
            let slopes = side.subgradient_bound(setup, player).expect("bounded");
            setup.theta_step = Some(factor * setup.constants.radius / (slopes * (2.0 * rounds as f64).sqrt()));
        };
        Ok(judge_as(statement, &Instance::Run(run), &change).missed)
    });
    let frequency = count.expect("it is counted");
    println!("{}: {} of {} failed", statement.name(), frequency.failures, frequency.runs);
    frequency
}

#[test]
fn honest_play_is_kept_on_the_same_instances() {
    for statement in STATEMENTS {
        assert!(!failures(statement, Built::Slope, 2048, HONEST).rejects(DELTA));
        assert!(!failures(statement, Built::Kink, 8192, HONEST).rejects(DELTA));
    }
}

#[test]
fn biased_draws_are_rejected() {
    for statement in STATEMENTS {
        assert!(statement.game() == Some(Game::Lagrangian) || statement.name() == "lemma-4");
        let reversed = Broken { slope: |slope| -slope, ..HONEST };
        assert!(failures(statement, Built::Slope, 2048, reversed).rejects(DELTA), "{}", statement.name());
    }
}

#[test]
fn a_step_of_one_over_the_horizon_is_rejected() {
    for statement in STATEMENTS {
        let short = Broken { step: |rounds| 1.0 / rounds.sqrt(), ..HONEST };
        assert!(failures(statement, Built::Slope, 8192, short).rejects(DELTA), "{}", statement.name());
    }
}

#[test]
fn a_step_without_the_horizon_is_rejected() {
    for statement in STATEMENTS {
        let long = Broken { step: f64::sqrt, ..HONEST };
        assert!(failures(statement, Built::Kink, 16384, long).rejects(DELTA), "{}", statement.name());
    }
}
