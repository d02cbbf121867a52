//! From a trace and what is given to a certificate: the frame that the a-posteriori statements fill with their claims.

use crate::certificate::{Certificate, Given, Inequality, Ledger, Relation, RestsOn, Slack};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::numerics::{Enclosure, Norm, Number};
use crate::regret::{self, LagrangianAverages, LagrangianRegret, ProxyAverages};
use crate::trace::Rounds;

/// A statement about runs of the Lagrangian game.
pub(super) trait LagrangianStatement {
    const NAME: &'static str;
    /// Whether it takes the constants of a rate.
    const TAKES_RATE: bool = false;
    /// Notes its hypotheses and conclusions, in either arithmetic.
    fn claims<N: Number>(ledger: &mut Ledger<N>, regret: &LagrangianRegret<N>, given: &Given);
}

/// A statement about runs of the proxy game.
pub(super) trait ProxyStatement {
    const NAME: &'static str;
    /// Whether it takes the constants of a rate.
    const TAKES_RATE: bool = false;
    /// Notes its hypotheses and conclusions, in either arithmetic.
    fn claims<N: Number>(ledger: &mut Ledger<N>, averages: &ProxyAverages<N>, given: &Given);
}

/// Measures a trace of the Lagrangian game and certifies it.
pub(super) fn lagrangian<S: LagrangianStatement>(rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
    expect_game(rounds, Game::Lagrangian, S::NAME)?;
    let averages = regret::lagrangian(rounds, given.averages, &mut |_| Ok(()))?;
    conclude_lagrangian::<S>(&averages, rounds, given)
}

/// Certifies a trace of the Lagrangian game whose averages were taken.
pub(super) fn conclude_lagrangian<S: LagrangianStatement>(
    averages: &LagrangianAverages<Enclosure>,
    rounds: &mut dyn Rounds,
    given: Given,
) -> Result<Certificate> {
    given.check()?;
    expect_rate(&given, S::TAKES_RATE, S::NAME)?;
    let size = (averages.rounds, averages.constraints.len());
    let fast = lagrangian_ledger::<S, _>(averages, &given);
    let kept = given.clone();
    let exact = || Ok(lagrangian_ledger::<S, _>(&regret::lagrangian_exact(rounds, kept.averages)?, &kept));
    Certificate::new(S::NAME, Game::Lagrangian, size, given, &fast, exact)
}

fn lagrangian_ledger<S: LagrangianStatement, N: Number>(averages: &LagrangianAverages<N>, given: &Given) -> Ledger<N> {
    let regret = LagrangianRegret::new(averages, given.norm(), given.radius, given.lower());
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
    S::claims(&mut ledger, &regret, given);
    ledger
}

/// Measures a trace of the proxy game and certifies it.
pub(super) fn proxy<S: ProxyStatement>(rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
    expect_game(rounds, Game::ProxyLagrangian, S::NAME)?;
    let averages = regret::proxy(rounds, given.averages, &mut |_| Ok(()))?;
    conclude_proxy::<S>(&averages, rounds, given)
}

/// Certifies a trace of the proxy game whose averages were taken.
pub(super) fn conclude_proxy<S: ProxyStatement>(
    averages: &ProxyAverages<Enclosure>,
    rounds: &mut dyn Rounds,
    given: Given,
) -> Result<Certificate> {
    given.check()?;
    expect_rate(&given, S::TAKES_RATE, S::NAME)?;
    let misplaced = [("a radius", given.radius.is_some()), ("a norm", given.norm.is_some())];
    if let Some((what, _)) = misplaced.into_iter().find(|(_, present)| *present) {
        return Err(Error::new(format!(
            "{what} has no meaning in the proxy game (the trace has `lambda_0`): leave it out"
        )));
    }
    let size = (averages.rounds, averages.num_constraints());
    let fast = proxy_ledger::<S, _>(averages, &given);
    let kept = given.clone();
    let exact = || Ok(proxy_ledger::<S, _>(&regret::proxy_exact(rounds, kept.averages)?, &kept));
    Certificate::new(S::NAME, Game::ProxyLagrangian, size, given, &fast, exact)
}

fn proxy_ledger<S: ProxyStatement, N: Number>(averages: &ProxyAverages<N>, given: &Given) -> Ledger<N> {
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
    S::claims(&mut ledger, averages, given);
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

fn expect_rate(given: &Given, taken: bool, statement: &str) -> Result<()> {
    if given.rate.is_some() && !taken {
        return Err(Error::new(format!("{statement} promises no rate: leave out the constants of one")));
    }
    Ok(())
}

pub(super) fn expect_game(rounds: &dyn Rounds, wanted: Game, statement: &str) -> Result<()> {
    let found = rounds.layout().game();
    if found == wanted {
        return Ok(());
    }
    let column = match found {
        Game::Lagrangian => "it has no column `lambda_0`",
        Game::ProxyLagrangian => "it has the column `lambda_0`",
    };
    Err(Error::new(format!("{statement} is about the {wanted} game, and the trace is of the {found} game: {column}")))
}
