//! Random problems, games and traces: every statement's implication, with no tolerance.
//!
//! The normal run tries 64 instances of each kind, the same ones every time. `PROPTEST_CASES=2000 cargo test --test
//! properties` tries more, and others each time; what fails is shrunk, its seed is added to `regressions.txt` (which is
//! committed, and tried first in every run), and its files are saved under `target/counterexamples`, where `referee check`
//! and anybody else can look at them.

#![cfg(feature = "cli")]

mod draw;
mod games;
mod problems;
mod saved;

use proptest::strategy::Strategy;
use proptest::test_runner::{
    Config, FileFailurePersistence, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner,
};

/// What a law says about one instance.
type Outcome = Result<(), TestCaseError>;

fn run<S: Strategy>(cases: u32, strategy: &S, law: impl Fn(S::Value) -> Outcome) -> Result<(), TestError<S::Value>> {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse::<u32>().ok());
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/properties/regressions.txt");
    let usual = Config::default(); // proptest's own variables may ask for no seeds and no shrinking
    let config = Config {
        cases: asked.unwrap_or(cases),
        failure_persistence: usual.failure_persistence.map(|_| Box::new(FileFailurePersistence::Direct(seeds)) as _),
        source_file: Some(file!()),
        max_shrink_iters: usual.max_shrink_iters.min(500),
        ..Config::default()
    };
    let mut runner = match asked {
        None => TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha)),
        Some(_) => TestRunner::new(config),
    };
    runner.run(strategy, law)
}

/// Asserts a law; `save` keeps the files of a counterexample and says where.
fn holds<S: Strategy>(strategy: &S, law: impl Fn(S::Value) -> Outcome, save: impl Fn(&S::Value) -> String) {
    match run(64, strategy, law) {
        Ok(()) => {}
        Err(TestError::Fail(why, value)) => panic!("{why}\non {value:?}\n{}", save(&value)),
        Err(TestError::Abort(why)) => panic!("the instances could not be drawn: {why}"),
    }
}

/// Asserts that the law, given a broken twin, fails on some instance. Nothing is saved: the failure is wanted.
fn catches<S: Strategy>(strategy: &S, law: impl Fn(S::Value) -> Outcome) {
    let config = Config { cases: 64, failure_persistence: None, max_shrink_iters: 0, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    assert!(matches!(runner.run(strategy, law), Err(TestError::Fail(..))), "the law did not notice the broken twin");
}
