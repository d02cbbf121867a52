//! From what was measured and given to a certificate: the frame that statements fill with their claims.

use super::certification::{LagrangianTwice, Means, Measured, ProxyTwice, other_game};
use super::ranges;
use super::statement::Statement;
use crate::certificate::{Certificate, Given, Inequality, Ledger, Relation, RestsOn, Slack};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::numerics::{Enclosure, Norm, Number};
use crate::regret::{self, LagrangianAverages, LagrangianRegret, ProxyAverages};
use crate::trace::Rounds;

/// What a statement claims of a run of the Lagrangian game: its hypotheses and conclusions, in either arithmetic.
pub(super) trait LagrangianClaims {
    fn note<N: Number>(ledger: &mut Ledger<N>, regret: &LagrangianRegret<N>, given: &Given);
}

/// The same of the proxy game.
pub(super) trait ProxyClaims {
    fn note<N: Number>(ledger: &mut Ledger<N>, averages: &ProxyAverages<N>, given: &Given);
}

/// Certifies a trace of the Lagrangian game by a statement about runs that were played.
pub(super) fn lagrangian<S: Statement + LagrangianClaims>(
    statement: &S,
    measured: &Measured,
    rounds: &mut dyn Rounds,
    given: Given,
) -> Result<Certificate> {
    statement.check(&given)?;
    match measured.means(statement, &given)? {
        Means::Lagrangian(averages) => {
            conclude_lagrangian::<S>(statement.name(), averages, measured.outside(&given)?, rounds, given)
        }
        Means::Proxy(_) => Err(other_game(Game::ProxyLagrangian, statement)),
    }
}

/// The same in the proxy game.
pub(super) fn proxy<S: Statement + ProxyClaims>(
    statement: &S,
    measured: &Measured,
    rounds: &mut dyn Rounds,
    given: Given,
) -> Result<Certificate> {
    statement.check(&given)?;
    match measured.means(statement, &given)? {
        Means::Proxy(averages) => {
            conclude_proxy::<S>(statement.name(), averages, measured.outside(&given)?, rounds, given)
        }
        Means::Lagrangian(_) => Err(other_game(Game::Lagrangian, statement)),
    }
}

/// Certifies a trace of the Lagrangian game whose averages were taken.
pub(super) fn conclude_lagrangian<S: LagrangianClaims>(
    name: &'static str,
    averages: &LagrangianTwice,
    outside: Option<Enclosure>,
    rounds: &mut dyn Rounds,
    given: Given,
) -> Result<Certificate> {
    given.check()?;
    let size = (averages.fast.rounds, averages.fast.constraints.len());
    let fast = lagrangian_ledger::<S, _>(&averages.fast, outside, &given);
    let kept = given.clone();
    let exact = || {
        let found = averages.exact(|| regret::lagrangian_exact(rounds, kept.averages))?;
        Ok(lagrangian_ledger::<S, _>(found, outside, &kept))
    };
    Certificate::new(name, Game::Lagrangian, size, given, &fast, exact)
}

fn lagrangian_ledger<S: LagrangianClaims, N: Number>(
    averages: &LagrangianAverages<N>,
    outside: Option<Enclosure>,
    given: &Given,
) -> Ledger<N> {
    let mut regret = LagrangianRegret::new(averages, given.norm(), given.radius, given.lower());
    if !given.equalities.is_empty() {
        // At the points played, halves of an equality are opposite: what their multipliers share cancels in the loss.
        regret.multiplier_norm = N::norm(given.norm(), false, &given.equalities.reduced(&averages.multipliers));
    }
    let mut ledger = Ledger::default();
    ledger.measure("objective", Some(regret.objective.clone()));
    ledger.measure("infeasibility", Some(regret.infeasibility.clone()));
    let violation = regret.infeasibility_norm.value.clone();
    ledger.measure("infeasibility_norm", Some(violation).filter(|_| given.norm() != Norm::One));
    ledger.measure("multiplier_norm", Some(regret.multiplier_norm.value.clone()));
    ledger.measure("theta_regret", regret.theta_regret.clone());
    ledger.measure("lambda_regret", regret.lambda_regret.clone());
    ledger.measure("epsilon", regret.epsilon.clone());
    ledger.measure("suboptimality", regret.suboptimality.clone());
    lower_bound_possible(&mut ledger, Some(averages.loss_at_mean()), given);
    ranges::possible(&mut ledger, outside);
    S::note(&mut ledger, &regret, given);
    ledger
}

/// Certifies a trace of the proxy game whose averages were taken.
pub(super) fn conclude_proxy<S: ProxyClaims>(
    name: &'static str,
    averages: &ProxyTwice,
    outside: Option<Enclosure>,
    rounds: &mut dyn Rounds,
    given: Given,
) -> Result<Certificate> {
    given.check()?;
    let misplaced = [("a radius", given.radius.is_some()), ("a norm", given.norm.is_some())];
    if let Some((what, _)) = misplaced.into_iter().find(|(_, present)| *present) {
        return Err(Error::new(format!(
            "{what} has no meaning in the proxy game (the trace has `lambda_0`): leave it out"
        )));
    }
    let size = (averages.fast.rounds, averages.fast.num_constraints());
    let fast = proxy_ledger::<S, _>(&averages.fast, outside, &given);
    let kept = given.clone();
    let exact = || {
        let found = averages.exact(|| regret::proxy_exact(rounds, kept.averages))?;
        Ok(proxy_ledger::<S, _>(found, outside, &kept))
    };
    Certificate::new(name, Game::ProxyLagrangian, size, given, &fast, exact)
}

fn proxy_ledger<S: ProxyClaims, N: Number>(
    averages: &ProxyAverages<N>,
    outside: Option<Enclosure>,
    given: &Given,
) -> Ledger<N> {
    let mut ledger = Ledger::default();
    let weight = averages.objective_weight();
    ledger.measure("objective_weight", Some(weight.clone()));
    let objective = ledger.quotient(averages.weighted_objective.clone(), weight.clone());
    ledger.measure("objective", objective);
    ledger.measure("infeasibility", averages.infeasibility());
    ledger.measure("swap_regret", averages.swap_regret());
    ledger.measure("external_regret", averages.external_regret());
    ledger.measure("deviation_to_constraints", Some(averages.deviation_to_constraints()));
    ledger.measure("deviation_to_objective", Some(averages.deviation_to_objective()));
    ledger.measure("domination_gap", Some(averages.domination_gap()));
    if let Some(lower) = given.lower() {
        ledger.measure("theta_regret", Some(averages.theta_regret(lower)));
        ledger.measure("suboptimality", super::thm4_proxy_lagrangian_joint::suboptimality(averages, lower));
    }
    lower_bound_possible(&mut ledger, averages.loss_at_mean(), given);
    ranges::possible(&mut ledger, outside);
    S::note(&mut ledger, averages, given);
    ledger
}

/// An infimum is at most any mean, here that of the mixture that was played: so a trace can refute a lower bound.
fn lower_bound_possible<N: Number>(ledger: &mut Ledger<N>, reached: Option<N>, given: &Given) {
    if let Some((reached, lower)) = reached.zip(given.lower().map(N::double)) {
        let slack = Slack::Is(reached.clone() - lower.clone());
        let claim = Inequality::hypothesis("lower_bound_possible", lower, Relation::AtMost, reached, slack);
        ledger.claim(claim.resting_on(RestsOn { lower_bound: true, ..RestsOn::default() }));
    }
}
