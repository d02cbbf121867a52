//! Rates: what was promised before play against what was measured after it.
//!
//! Twelve of the paper's statements bound a regret by a formula of constants: the rounds, a step, a bound on what the
//! player sees. A certificate of such a statement holds the regret of a trace against the formula in each of its forms,
//! and what a trace can tell of the hypotheses: that payoffs are within the bound, multipliers in their set, the step
//! one for which the printed formula is a bound (for stochastic players: the printed one, but for its rounding), and
//! that what is added for rounding is small beside the rate. A conclusion that is violated although they hold shows
//! that the run is not one of the statement's algorithm.
//!
//! The constants are [`GivenRate`]'s; the claims, by game, are those of the checker's
//! specification. Sides are irrational as a rule, so verdicts are read off their enclosures. Conclusions that hold with
//! a probability are graded `sampled`, and never violated; those to which a rounding is added are `declared`, because
//! it is somebody's word.

mod lagrangian;
mod proxy;
mod run;
mod statement;
mod table;
mod told;

pub use super::mirrors::of_mirrors;
pub use run::{play, setup, with_oracle_error};
pub use statement::RateStatement;
pub use told::told;

use super::RunConstants;
use super::certification::{Certification, Measured, Prepared, prepare};
use super::certify::{self, LagrangianStatement, ProxyStatement, expect_game};
use super::mirrors;
use crate::certificate::{Certificate, Claim, Given, GivenRate, Ledger, Role, Verdict};
use crate::error::{Error, Result};
use crate::game::{Game, MirrorKind};
use crate::numerics::{ExactInterval, Number};
use crate::oracle::Options;
use crate::problem::Problem;
use crate::regret::{self, LagrangianRegret, PlaySizes, ProxyAverages, Sizes};
use crate::trace::{Rounds, Trace};
use table::Table;

pub(super) use table::roomy;

/// The part of a rate's certificate that is exact: what is measured, and whether the lower bound is possible.
enum Rational {}

impl LagrangianStatement for Rational {
    const NAME: &'static str = "rate";
    const TAKES_RATE: bool = true;

    fn claims<N: Number>(ledger: &mut Ledger<N>, regret: &LagrangianRegret<N>, _: &Given) {
        ledger.measure("theta_regret_seen", regret.theta_regret_seen.clone());
        ledger.measure("epsilon_seen", regret.epsilon_seen.clone());
    }
}

impl ProxyStatement for Rational {
    const NAME: &'static str = "rate";
    const TAKES_RATE: bool = true;

    fn claims<N: Number>(ledger: &mut Ledger<N>, averages: &ProxyAverages<N>, _: &Given) {
        ledger.measure("theta_regret_seen", averages.theta_regret_seen());
    }
}

/// Plays the algorithm of a statement and certifies the run; `confidence` is the probability of failure of the
/// statements that have one.
///
/// # Errors
/// If the players do not fit the problem, or a function is undefined where it was played.
pub fn run(
    statement: RateStatement,
    problem: &dyn Problem,
    constants: &RunConstants,
    confidence: f64,
    seed: u64,
) -> Result<(Trace, Certificate)> {
    let confidence = statement.takes_confidence().then_some(confidence);
    play(statement, setup(statement, problem, constants), confidence, seed)
}

/// Certifies a trace by a statement that promises a rate.
///
/// # Errors
/// If the trace is of the other game or cannot be read, or what is given is not what the statement takes.
pub fn certify(statement: RateStatement, rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
    certify_with(statement, rounds, None, given, Options::default()).map(|found| found.certificate)
}

/// The same with a problem: recorded values are compared with its functions, and a lower bound that is not given is
/// found by an oracle.
///
/// # Errors
/// As [`certify`], or if the problem has another number of constraints.
pub fn certify_with(
    statement: RateStatement,
    rounds: &mut dyn Rounds,
    problem: Option<&dyn Problem>,
    given: Given,
    options: Options,
) -> Result<Certification> {
    expect_game(rounds, statement.game(), statement.name())?;
    statement.constants(&given)?;
    let compared = given.values;
    let mirror = given.rate.as_ref().and_then(|rate| mirrors::of_lambda(statement, rate));
    let sizes = Sizes::new(rounds.layout());
    let mut sizes = sizes.in_dual_norm_of(mirror.unwrap_or(MirrorKind::Euclidean));
    let mut prepared = prepare(rounds, problem, given, options, &mut |block| sizes.look(block))?;
    if problem.is_none() {
        prepared.given.values = compared; // by whoever prepared the trace before
    }
    conclude(statement, rounds, prepared, &sizes.finish())
}

/// Certifies a trace that was measured.
fn conclude(
    statement: RateStatement,
    rounds: &mut dyn Rounds,
    prepared: Prepared,
    sizes: &PlaySizes,
) -> Result<Certification> {
    let Prepared { given, measured, disagreement, no_lower_bound, lower_bound_gap } = prepared;
    let rate = statement.constants(&given)?;
    let mut certificate = match &measured {
        Measured::Lagrangian(averages) => certify::conclude_lagrangian::<Rational>(averages, rounds, given)?,
        Measured::Proxy(averages) => certify::conclude_proxy::<Rational>(averages, rounds, given)?,
    };
    certificate.statement = statement.name();
    certificate.measured.extend(sizes.entries(statement.game()));
    expect_finite(&certificate)?;
    let own = certificate.claims.len();
    let refuted = |claim: &Claim| claim.verdict == Verdict::Violated;
    let mut exact = None;
    if certificate.claim("lower_bound_possible").is_some_and(refuted) {
        exact = Some(exact_regrets(&certificate, rounds)?);
    }
    claims(statement, rate, &mut certificate, exact.as_deref());
    // A regret that is enclosed may leave open what its exact value decides.
    if certificate.claims[own..].iter().any(|claim| claim.verdict == Verdict::Undecided) {
        let exact = exact.map_or_else(|| exact_regrets(&certificate, rounds), Ok)?;
        for (name, value) in &mut certificate.measured {
            let found = exact.iter().find(|(known, _)| known == name).and_then(|(_, found)| found.as_ref());
            *value = found.map_or(*value, ExactInterval::enclosure);
        }
        certificate.claims.truncate(own);
        claims(statement, rate, &mut certificate, Some(&exact));
    }
    expect_finite(&certificate)?;
    certificate.claims.sort_by_key(|claim| claim.role == Role::Conclusion);
    Ok(Certification { certificate, disagreement, no_lower_bound, lower_bound_gap })
}

/// Adds the claims of the statement to what was measured; `exact` are the regrets, where they were needed.
fn claims(statement: RateStatement, rate: GivenRate, certificate: &mut Certificate, exact: Option<&[Regret]>) {
    let reversed = exact.map_or_else(Vec::new, reversed);
    let mut table = Table::new(statement, rate, certificate, reversed);
    match statement.game() {
        Game::Lagrangian => lagrangian::claims(&mut table),
        Game::ProxyLagrangian => proxy::claims(&mut table),
    }
}

/// A regret by its name, if what it needs is there.
type Regret = (&'static str, Option<ExactInterval>);

/// The regrets, exactly, in another pass over the trace.
fn exact_regrets(certificate: &Certificate, rounds: &mut dyn Rounds) -> Result<Vec<Regret>> {
    let given = &certificate.given;
    Ok(match certificate.game {
        Game::Lagrangian => {
            let averages = regret::lagrangian_exact(rounds, given.averages)?;
            let found = LagrangianRegret::new(&averages, given.norm(), given.radius, given.lower());
            vec![
                ("theta_regret_seen", found.theta_regret_seen),
                ("theta_regret", found.theta_regret),
                ("epsilon_seen", found.epsilon_seen),
                ("epsilon", found.epsilon),
                ("lambda_regret", found.lambda_regret),
            ]
        }
        Game::ProxyLagrangian => {
            let averages = regret::proxy_exact(rounds, given.averages)?;
            vec![
                ("theta_regret_seen", averages.theta_regret_seen()),
                ("theta_regret", given.lower().map(|lower| averages.theta_regret(lower))),
                ("swap_regret", averages.swap_regret()),
            ]
        }
    })
}

/// The names of the regrets that were seen and are above what the lower bound allows: then it is not a lower bound.
fn reversed(exact: &[Regret]) -> Vec<&'static str> {
    let of = |name: &str| exact.iter().find(|(known, _)| *known == name).and_then(|(_, found)| found.clone());
    let is_reversed = |seen: &str, at_most: &str| Some((of(at_most)? - of(seen)?).sign(false) == Some(false));
    [("theta_regret_seen", "theta_regret"), ("epsilon_seen", "epsilon")]
        .into_iter()
        .filter(|(seen, at_most)| is_reversed(seen, at_most) == Some(true))
        .map(|(seen, _)| seen)
        .collect()
}

fn expect_finite(certificate: &Certificate) -> Result<()> {
    let sides = certificate.claims.iter().flat_map(|claim| [(claim.name, claim.lhs), (claim.name, claim.rhs)]);
    match certificate.measured.iter().copied().chain(sides).find(|(_, value)| !value.is_finite()) {
        Some((name, _)) => Err(Error::new(format!(
            "`{name}` is beyond the largest double: rescale the values, the multipliers or the constants"
        ))),
        None => Ok(()),
    }
}
