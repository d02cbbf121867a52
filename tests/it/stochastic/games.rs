//! Frequencies of failure in the games: the six statements on problems with real noise, and twins that are rejected.

use super::problems::{Twin, median, noisy, noisy_ball, noisy_step, rate};
use referee::arena::Setup;
use referee::certificate::{Certificate, Role, Verdict};
use referee::domain::Domain as _;
use referee::error::Result;
use referee::game::{Game, Side};
use referee::numerics::{Enclosure, Norm};
use referee::oracle::{Objective, Options, choose};
use referee::problem::Constants;
use referee::problem::{Problem, constants};
use referee::regret::{self, Averages, LagrangianRegret};
use referee::run::{RunConstants, play_statement};
use referee::theorems::evidence;
use referee::theorems::{Corollary3, Corollary4, Lemma4, Lemma9, Lemma10, Statement, Theorem7};
use referee::trace::Trace;
use referee::verification::frequency::Frequency;

const DELTA: f64 = 0.05;
const RUNS: u32 = 16;

/// A regret that the theta-player surely had: its mean loss, from below, less its loss at the mean multipliers at the
/// best point that an oracle finds, from above. (A certificate measures against the mixture, which needs no problem.)
pub(crate) fn least_theta_regret(trace: &Trace, problem: &dyn Problem) -> Result<f64> {
    let game = trace.layout().game();
    let (loss, weights) = match game {
        Game::Lagrangian => {
            let averages = regret::lagrangian(&mut &*trace, Averages::default(), &mut |_| Ok(()))?;
            let earned = averages.earned.unwrap_or(Enclosure::ZERO);
            (averages.objective + earned, evidence::lagrangian_weights(&averages))
        }
        Game::ProxyLagrangian => {
            let averages = regret::proxy(&mut &*trace, Averages::default(), &mut |_| Ok(()))?;
            (averages.theta_regret(0.0), evidence::proxy_weights(&averages))
        }
    };
    Ok((loss - value_of_best_point(problem, game.side(), &weights)?).lo())
}

/// `<weights, (g_0, h)>` at the best point that an oracle finds.
fn value_of_best_point(problem: &dyn Problem, side: Side, weights: &[Enclosure]) -> Result<Enclosure> {
    let mut theta = vec![0.0; problem.domain().dim()];
    problem.domain().start(&mut theta);
    let mut choice = choose(problem, side, Options::default())?;
    Ok(choice.oracle.minimize(&Objective { problem, side, weights }, &mut theta)?.value)
}

/// Plays the statement's own algorithm and certifies by it.
pub(crate) fn run(
    statement: &dyn Statement,
    problem: &dyn Problem,
    constants: &RunConstants,
    seed: u64,
) -> Result<(Trace, Certificate)> {
    play_statement(statement, problem, constants, DELTA, seed)
}

/// What a run surely regrets, by the name of the conclusion that bounds it.
fn regrets(statement: &dyn Statement, trace: &Trace, problem: &dyn Problem, radius: f64) -> Vec<(&'static str, f64)> {
    let theta = || least_theta_regret(trace, problem).unwrap();
    let swap =
        || regret::proxy(&mut &*trace, Averages::default(), &mut |_| Ok(())).unwrap().swap_regret().unwrap().lo();
    let lambda = || {
        let averages = regret::lagrangian(&mut &*trace, Averages::default(), &mut |_| Ok(())).unwrap();
        LagrangianRegret::new(&averages, Norm::One, Some(radius), None).lambda_regret.map_or(0.0, Enclosure::lo)
    };
    match statement.name() {
        "lemma-10" => vec![("epsilon_repaired", theta() + lambda())],
        "lemma-4" => vec![("theta_regret_repaired", theta()), ("swap_regret_repaired", swap())],
        "lemma-9" | "corollary-4" => vec![("swap_regret_repaired", swap())],
        _ => vec![("theta_regret_repaired", theta())],
    }
}

/// A run through the module: whether it surely fails its bound divided by `divisor`.
fn fails(
    statement: &dyn Statement,
    problem: &dyn Problem,
    constants: &RunConstants,
    divisor: f64,
    seed: u64,
) -> Result<bool> {
    let (trace, certificate) = run(statement, problem, constants, seed)?;
    for claim in certificate.claims_of(Role::Hypothesis) {
        assert_eq!(claim.verdict, Verdict::Holds, "{}: {}", statement.name(), claim.name);
    }
    let regrets = regrets(statement, &trace, problem, constants.radius);
    Ok(regrets.iter().any(|(name, regret)| *regret > certificate.claim(name).unwrap().rhs.hi() / divisor))
}

/// The same with the theta-player's step multiplied, which no module would do; `honest` is a certificate of an honest run,
/// for its bounds.
fn fails_with_step(
    honest: &Certificate,
    statement: &dyn Statement,
    problem: &dyn Problem,
    constants: &RunConstants,
    factor: f64,
    seed: u64,
) -> Result<bool> {
    let (radius, slopes) = (problem.domain().radius(), honest.given.rate.unwrap().subgradient_bound.unwrap());
    let step = factor * radius / (slopes * (2.0 * constants.rounds as f64).sqrt());
    let algorithm = statement.algorithm().expect("somebody plays").algorithm;
    let setup = Setup {
        theta_player: Some("stochastic-subgradient"),
        theta_step: Some(step),
        ..Setup::new(problem, &constants.bounds, constants.rounds, constants.radius)
    };
    let trace = algorithm.set_up(setup)?.trace(constants.rounds, seed)?;
    let regrets = regrets(statement, &trace, problem, constants.radius);
    Ok(regrets.iter().any(|(name, regret)| *regret > honest.claim(name).unwrap().rhs.hi()))
}

fn bounds_of(problem: &dyn Problem, side: Side) -> Constants {
    constants(problem, side).unwrap()
}

fn with(rounds: usize, radius: f64, bounds: Constants) -> RunConstants {
    RunConstants { rounds, radius, bounds }
}

/// Counts, prints, and says whether the statement is rejected.
fn rejected(what: &str, statement: &dyn Statement, fails: impl FnMut(u64) -> Result<bool>) -> bool {
    let frequency = Frequency::count(RUNS, 1000, fails).unwrap();
    println!("{what}, {}: {} of {} failed", statement.name(), frequency.failures, frequency.runs);
    frequency.rejects(DELTA)
}

/// The honest statement is kept, and its twins are rejected: a slope of the wrong sign, a biased slope (its size), a
/// bound 100 times too small.
fn check<P: Problem>(statement: &dyn Statement, problem: impl Fn() -> P, constants: &RunConstants) {
    let twin = |slope: fn(f64) -> f64| Twin { honest: problem(), slope, value: |value| value };
    let honest = twin(|slope| slope);
    assert!(!rejected("honest", statement, |seed| fails(statement, &honest, constants, 1.0, seed)));
    assert!(rejected("bound / 100", statement, |seed| fails(statement, &honest, constants, 100.0, seed)));
    let (sign, bias) = (twin(|slope| -slope), twin(f64::abs));
    assert!(rejected("wrong sign", statement, |seed| fails(statement, &sign, constants, 1.0, seed)));
    assert!(rejected("biased", statement, |seed| fails(statement, &bias, constants, 1.0, seed)));
}

/// And a step 100 times too large.
fn check_step(statement: &dyn Statement, problem: &dyn Problem, constants: &RunConstants) {
    let (_, honest) = run(statement, problem, constants, 0).unwrap();
    let fails = |seed| fails_with_step(&honest, statement, problem, constants, 100.0, seed);
    assert!(rejected("step * 100", statement, fails));
}

#[test]
fn frequency_of_corollary_3() {
    let constants = with(1024, 0.25, bounds_of(&noisy(), Side::Constraints));
    check(&Corollary3, noisy, &constants);
    check_step(&Corollary3, &noisy(), &constants);
    let constants = with(1024, 0.25, median().constants(Side::Constraints).unwrap());
    check(&Corollary3, median, &constants);
    check_step(&Corollary3, &median(), &constants);
}

#[test]
fn frequency_of_theorem_7() {
    let constants = with(2048, 0.25, bounds_of(&noisy_ball(), Side::Constraints));
    check(&Theorem7, noisy_ball, &constants);
    check_step(&Theorem7, &noisy_ball(), &constants);
}

#[test]
fn frequency_of_lemma_10() {
    let constants = with(2048, 0.25, bounds_of(&noisy(), Side::Constraints));
    check(&Lemma10, noisy, &constants);
    check_step(&Lemma10, &noisy(), &constants);
    let constants = with(2048, 0.25, median().constants(Side::Constraints).unwrap());
    check(&Lemma10, median, &constants);
    check_step(&Lemma10, &median(), &constants);
}

/// The rates have slopes far below their bound, so that a large step costs less than the statement allows: the step is
/// tried where draws are near their bound.
#[test]
fn frequency_of_lemma_4() {
    check(&Lemma4, rate, &with(2048, 0.0, rate().constants(Side::Proxies).unwrap()));
    let constants = with(2048, 0.0, bounds_of(&noisy_step(), Side::Proxies));
    check(&Lemma4, noisy_step, &constants);
    check_step(&Lemma4, &noisy_step(), &constants);
}

/// The lambda-player of the proxy game sees minibatches of rates. Payoffs of the wrong sign, biased payoffs (their
/// size taken away), and a bound 100 times too small are rejected. A step that is too large does little harm here: the
/// points move slowly, and a player that runs after them is right most of the time. The arena has it.
#[test]
fn frequency_of_lemma_9_and_corollary_4() {
    let constants = with(2048, 0.0, rate().constants(Side::Proxies).unwrap());
    for statement in [&Lemma9 as &dyn Statement, &Corollary4] {
        let twin = |value: fn(f64) -> f64| Twin { honest: rate(), slope: |slope| slope, value };
        let honest = twin(|value| value);
        assert!(!rejected("honest", statement, |seed| fails(statement, &honest, &constants, 1.0, seed)));
        assert!(rejected("bound / 100", statement, |seed| fails(statement, &honest, &constants, 100.0, seed)));
        let (sign, bias) = (twin(|value| -value), twin(|value| -value.abs()));
        assert!(rejected("wrong sign", statement, |seed| fails(statement, &sign, &constants, 1.0, seed)));
        assert!(rejected("biased", statement, |seed| fails(statement, &bias, &constants, 1.0, seed)));
    }
}
