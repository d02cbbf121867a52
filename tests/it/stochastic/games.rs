//! Frequencies of failure in the games: the six statements on problems with real noise, and twins that are rejected.

use super::problems::{Twin, rate};
use referee::arena::Setup;
use referee::certificate::{Certificate, Role, Verdict};
use referee::domain::Domain as _;
use referee::error::Result;
use referee::game::{Game, Side};
use referee::numerics::{Enclosure, Norm};
use referee::oracle::{Objective, Options, choose};
use referee::problem::Constants;
use referee::problem::{Noisy, Problem, constants};
use referee::regret::{self, Averages, LagrangianRegret};
use referee::run::{RunConstants, play_statement};
use referee::theorems::{Statement, evidence};
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
pub(crate) fn fails_with_step(
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

pub(crate) fn bounds_of(problem: &dyn Problem, side: Side) -> Constants {
    constants(problem, side).unwrap()
}

pub(crate) fn with(rounds: usize, radius: f64, bounds: Constants) -> RunConstants {
    RunConstants { rounds, radius, bounds }
}

/// Counts, prints, and says whether the statement is rejected.
fn rejected(what: &str, statement: &dyn Statement, fails: impl FnMut(u64) -> Result<bool>) -> bool {
    let frequency = Frequency::count(RUNS, 1000, fails).unwrap();
    println!("{what}, {}: {} of {} failed", statement.name(), frequency.failures, frequency.runs);
    frequency.rejects(DELTA)
}

/// A step 100 times too large is rejected too.
pub(crate) fn check_step(statement: &dyn Statement, problem: &dyn Problem, constants: &RunConstants) {
    let (_, honest) = run(statement, problem, constants, 0).unwrap();
    let fails = |seed| fails_with_step(&honest, statement, problem, constants, 100.0, seed);
    assert!(rejected("step * 100", statement, fails));
}

fn twin<P: Problem>(honest: P, slope: fn(f64) -> f64) -> Twin<P> {
    Twin { slope, ..Twin::of(honest) }
}

/// The honest statement is kept.
pub(crate) fn check<P: Problem>(statement: &dyn Statement, problem: impl Fn() -> P, constants: &RunConstants) {
    let honest = twin(problem(), |slope| slope);
    assert!(!rejected("honest", statement, |seed| fails(statement, &honest, constants, 1.0, seed)));
}

/// Its twins are rejected: a slope of the wrong sign, a biased slope (its size), a bound 100 times too small.
pub(crate) fn check_twins<P: Problem>(statement: &dyn Statement, problem: impl Fn() -> P, constants: &RunConstants) {
    let honest = twin(problem(), |slope| slope);
    assert!(rejected("bound / 100", statement, |seed| fails(statement, &honest, constants, 100.0, seed)));
    let (sign, bias) = (twin(problem(), |slope| -slope), twin(problem(), f64::abs));
    assert!(rejected("wrong sign", statement, |seed| fails(statement, &sign, constants, 1.0, seed)));
    assert!(rejected("biased", statement, |seed| fails(statement, &bias, constants, 1.0, seed)));
}

/// The lambda-player of the proxy game sees values of a problem through a function of them.
fn seen(problem: Noisy, value: fn(f64) -> f64) -> (Twin<Noisy>, RunConstants) {
    let constants = with(2048, 0.0, bounds_of(&problem, Side::Proxies));
    (Twin { value, ..Twin::of(problem) }, constants)
}

/// The honest statement about the lambda-player, who sees minibatches of rates, is kept.
pub(crate) fn check_values(statement: &dyn Statement) {
    check_values_on(statement, rate);
}

/// The same on another problem.
pub(crate) fn check_values_on(statement: &dyn Statement, problem: impl Fn() -> Noisy) {
    let (honest, constants) = seen(problem(), |value| value);
    assert!(!rejected("honest", statement, |seed| fails(statement, &honest, &constants, 1.0, seed)));
}

/// Payoffs of the wrong sign, biased payoffs (their size taken away), and a bound 100 times too small are rejected. A
/// step that is too large does little harm here: the points move slowly, and a player that runs after them is right
/// most of the time. Lemma 9 has it.
pub(crate) fn check_values_of_twins(statement: &dyn Statement) {
    check_values_of_twins_on(statement, rate);
}

/// The same on another problem.
pub(crate) fn check_values_of_twins_on(statement: &dyn Statement, problem: impl Fn() -> Noisy) {
    let (honest, constants) = seen(problem(), |value| value);
    assert!(rejected("bound / 100", statement, |seed| fails(statement, &honest, &constants, 100.0, seed)));
    let ((sign, _), (bias, _)) = (seen(problem(), |value| -value), seen(problem(), |value| -value.abs()));
    assert!(rejected("wrong sign", statement, |seed| fails(statement, &sign, &constants, 1.0, seed)));
    assert!(rejected("biased", statement, |seed| fails(statement, &bias, &constants, 1.0, seed)));
}
