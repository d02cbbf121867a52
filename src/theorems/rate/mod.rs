//! What the statements that promise a rate share: what was promised before play against what was measured after it.
//!
//! Twelve of the paper's statements bound a regret by a formula of constants: the rounds, a step, a bound on what the
//! player sees. A certificate of such a statement holds the regret of a trace against the formula in each of its forms,
//! and what a trace can tell of the hypotheses: that payoffs are within the bound, multipliers in their set, the step
//! one for which the printed formula is a bound (for stochastic players: the printed one, but for its rounding), and
//! that what is added for rounding is small beside the rate. A conclusion that is violated although they hold shows
//! that the run is not one of the statement's algorithm.
//!
//! The constants are [`GivenRate`]'s; the claims are those of the checker's specification, each in its statement's file
//! but for those that several make: `gradients` and `matrices` have them. Sides are irrational as a rule, so verdicts are
//! read off their enclosures. Conclusions that hold with a probability are graded `sampled`, and never violated; those to
//! which a rounding is added are `declared`, because it is somebody's word.

pub(super) mod gradients;
pub(super) mod matrices;
mod table;
mod told;

pub use table::Table;
pub(super) use table::roomy;
pub use told::{oracle_error_shown_by, promised_at, told, with_oracle_error};

use super::certification::{Means, Measured, other_game};
use super::ledgers::{LagrangianClaims, ProxyClaims, conclude_lagrangian, conclude_proxy};
use super::statement::Statement;
use crate::certificate::{Certificate, Claim, Given, GivenRate, Ledger, Role, Verdict};
use crate::error::{Error, Result};
use crate::game::{Game, MirrorKind};
use crate::numerics::{ExactInterval, Norm, Number};
use crate::regret::{self, Averages, LagrangianRegret, ProxyAverages};
use crate::trace::Rounds;

/// How a rate is checked.
pub(super) const CHECKED: &str = "rate against the regret of a trace";

/// How one that holds with a probability is.
pub(super) const CHECKED_OFTEN: &str = "rate against the regret of a trace; frequencies over seeds";

/// The part of a rate's certificate that is exact: what is measured, and whether the lower bound is possible.
enum Rational {}

impl LagrangianClaims for Rational {
    fn note<N: Number>(ledger: &mut Ledger<N>, regret: &LagrangianRegret<N>, _: &Given) {
        ledger.measure("theta_regret_seen", regret.theta_regret_seen.clone());
        ledger.measure("epsilon_seen", regret.epsilon_seen.clone());
    }
}

impl ProxyClaims for Rational {
    fn note<N: Number>(ledger: &mut Ledger<N>, averages: &ProxyAverages<N>, _: &Given) {
        ledger.measure("theta_regret_seen", averages.theta_regret_seen());
    }
}

/// Refuses constants that are not what a statement takes, be it a rate or not.
pub(super) fn check<S: Statement + ?Sized>(statement: &S, given: &Given) -> Result<()> {
    constants(statement, given).map(|_| ())
}

/// Certifies a trace that was measured.
pub(super) fn certify<S: Statement + ?Sized>(
    statement: &S,
    measured: &Measured,
    rounds: &mut dyn Rounds,
    given: Given,
) -> Result<Certificate> {
    let means = measured.means(statement, &given)?;
    let Some(rate) = constants(statement, &given)? else {
        return Err(other_game(rounds.layout().game(), statement));
    };
    let sizes = measured.sizes(statement.sizes(&given))?;
    let outside = measured.outside(&given)?;
    let mut certificate = match means {
        Means::Lagrangian(averages) => {
            conclude_lagrangian::<Rational>(statement.name(), averages, outside, rounds, given)?
        }
        Means::Proxy(averages) => conclude_proxy::<Rational>(statement.name(), averages, outside, rounds, given)?,
    };
    certificate.measured.extend(sizes.entries(certificate.game));
    expect_finite(&certificate)?;
    let own = certificate.claims.len();
    let refuted = |claim: &Claim| claim.verdict == Verdict::Violated;
    let mut exact = None;
    if certificate.claim("lower_bound_possible").is_some_and(refuted) {
        exact = Some(exact_regrets(&certificate.given, means, rounds)?);
    }
    claims(statement, rate, &mut certificate, exact.as_deref());
    // A regret that is enclosed may leave open what its exact value decides.
    if certificate.claims[own..].iter().any(|claim| claim.verdict == Verdict::Undecided) {
        let exact = exact.map_or_else(|| exact_regrets(&certificate.given, means, rounds), Ok)?;
        for (name, value) in &mut certificate.measured {
            let found = exact.iter().find(|(known, _)| known == name).and_then(|(_, found)| found.as_ref());
            *value = found.map_or(*value, ExactInterval::enclosure);
        }
        certificate.claims.truncate(own);
        claims(statement, rate, &mut certificate, Some(&exact));
    }
    expect_finite(&certificate)?;
    certificate.claims.sort_by_key(|claim| claim.role == Role::Conclusion);
    Ok(certificate)
}

/// Adds the claims of the statement to what was measured; `exact` are the regrets, where they were needed.
fn claims<S: Statement + ?Sized>(
    statement: &S,
    rate: GivenRate,
    certificate: &mut Certificate,
    exact: Option<&[Regret]>,
) {
    let reversed = exact.map_or_else(Vec::new, reversed);
    statement.claims(&mut Table::new(rate, statement.takes_confidence(), certificate, reversed));
}

/// A regret by its name, if what it needs is there.
type Regret = (&'static str, Option<ExactInterval>);

/// The regrets, exactly.
fn exact_regrets(given: &Given, means: &Means, rounds: &mut dyn Rounds) -> Result<Vec<Regret>> {
    Ok(match means {
        Means::Lagrangian(averages) => {
            let averages = averages.exact(|| regret::lagrangian_exact(rounds, given.averages))?;
            let found = LagrangianRegret::new(averages, given.norm(), given.radius, given.lower());
            vec![
                ("theta_regret_seen", found.theta_regret_seen),
                ("theta_regret", found.theta_regret),
                ("epsilon_seen", found.epsilon_seen),
                ("epsilon", found.epsilon),
                ("lambda_regret", found.lambda_regret),
            ]
        }
        Means::Proxy(averages) => {
            let averages = averages.exact(|| regret::proxy_exact(rounds, given.averages))?;
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

/// The constants of a rate, if they are those that the statement takes; `None` if it promises none and none are given.
///
/// # Errors
/// If one is missing, is not the statement's, or makes no sense.
fn constants<S: Statement + ?Sized>(statement: &S, given: &Given) -> Result<Option<GivenRate>> {
    let about_played = ["theorem-1", "theorem-2", "theorem-3", "theorem-4"].contains(&statement.name());
    if !given.equalities.is_empty() && !about_played {
        let name = statement.name();
        return Err(Error::new(format!("{name} does not speak of equalities: it needs multipliers of one sign")));
    }
    if statement.promise().is_none() {
        if given.rate.is_some() {
            let name = statement.name();
            return Err(Error::new(format!("{name} promises no rate: leave out the constants of one")));
        }
        return Ok(None);
    }
    given.check()?;
    let name = statement.name();
    let Some(rate) = given.rate else {
        return Err(Error::new(format!("{name} promises a rate: a payoff bound must be given")));
    };
    let entropic = statement.mirror() == Some(super::Regret::Lambda);
    let fields = [
        ("a step", rate.step.is_some(), statement.takes_step(), false),
        ("an oracle error", rate.oracle_error.is_some(), statement.takes_oracle_error(), true),
        ("a domain radius", rate.domain_radius.is_some(), statement.takes_subgradients(), true),
        ("a subgradient bound", rate.subgradient_bound.is_some(), statement.takes_subgradients(), true),
        ("a largest subgradient", rate.largest_subgradient.is_some(), statement.takes_subgradients(), false),
        ("a step of the theta-player", rate.theta_step.is_some(), statement.takes_subgradients(), false),
        ("a confidence", rate.confidence.is_some(), statement.takes_confidence(), true),
        ("a mirror", rate.mirror.is_some(), statement.mirror().is_some(), false),
        ("an entropic mirror", rate.mirror == Some(MirrorKind::Entropic), entropic, false),
        ("a radius", given.radius.is_some(), statement.game() == Some(Game::Lagrangian), true),
        ("a norm", given.norm() != Norm::One, false, false),
        ("a margin", given.margin.is_some(), false, false),
        ("an objective range", given.objective_range.is_some(), false, false),
        ("an average of rounds", given.averages != Averages::default(), false, false),
    ];
    for (what, present, taken, needed) in fields {
        if present && !taken {
            return Err(Error::new(format!("{name} does not speak of {what}: leave it out")));
        }
        if needed && taken && !present {
            return Err(Error::new(format!("{name} speaks of {what}, which must be given")));
        }
    }
    Ok(Some(rate))
}
