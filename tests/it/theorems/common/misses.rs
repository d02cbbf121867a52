//! Near-instances: each misses one hypothesis of the statement, and everything else is as it should be.
//!
//! An instance is played and certified honestly. Then, for each hypothesis in its certificate, what was given or recorded is
//! changed so that this one is false. A statement whose certificate did not notice, or blamed another hypothesis, would
//! promise something that nobody proved.

use referee::certificate::{Certificate, Given, GivenRate, LowerBound, Role, Verdict};
use referee::error::{Error, Result};
use referee::game::Game;
use referee::numerics::rational::power_of_two;
use referee::numerics::{Enclosure, Number as _};
use referee::players::formulas::{gradient_paper_step, matrix_paper_step};
use referee::strategies::Instance;
use referee::theorems::Statement;
use referee::trace::{Round, Trace};
use referee::verification::random::certified;

/// A hypothesis that was made false, and those that the certificate then finds false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Miss {
    /// What was made false.
    pub(crate) hypothesis: &'static str,
    /// What is found false, or undecided; nothing where this instance cannot miss that hypothesis alone.
    pub(crate) failed: Option<Vec<&'static str>>,
}

/// One near-instance for each hypothesis that the instance's certificate has.
///
/// # Errors
/// If the instance cannot be played, or there is no way to miss a hypothesis of it.
pub(crate) fn misses(statement: &dyn Statement, instance: &Instance) -> Result<Vec<Miss>> {
    let honest = certified(statement, instance)?;
    let mut found = Vec::new();
    for claim in honest.certificate.claims_of(Role::Hypothesis).filter(|claim| !claim.optional) {
        let spoiled = spoiled(statement, claim.name, &honest.trace, &honest.certificate)?;
        let failed = |(trace, given): (Trace, Given)| -> Result<Vec<_>> {
            let certificate = statement.certify_trace(&mut &trace, given)?;
            let failed = certificate.claims_of(Role::Hypothesis);
            let failed = failed.filter(|claim| claim.verdict != Verdict::Holds && !claim.optional);
            Ok(failed.map(|claim| claim.name).collect())
        };
        found.push(Miss { hypothesis: claim.name, failed: spoiled.map(failed).transpose()? });
    }
    Ok(found)
}

/// What was played and given, with one hypothesis false; `None` where this instance cannot miss it alone.
fn spoiled(
    statement: &dyn Statement,
    hypothesis: &str,
    trace: &Trace,
    certificate: &Certificate,
) -> Result<Option<(Trace, Given)>> {
    let mut given = certificate.given.clone();
    let mut trace = trace.clone();
    let measured = |name: &str| certificate.measured(name);
    let slightly = 1.0 + power_of_two(-40);
    match (hypothesis, &mut given.rate) {
        ("payoffs_bounded", Some(rate)) => {
            let Some(largest) = measured("largest_payoff").map(Enclosure::lo).filter(|most| *most > 0.0) else {
                return Ok(None);
            };
            let told = rate.payoff_bound;
            rate.payoff_bound = 0.99 * largest;
            if rate.mirror.is_none() {
                rate.step = rate.step.map(|_| printed_step(certificate, rate));
            } else if largest < 0.9 * told {
                return Ok(None); // its step is for payoffs that are much larger
            }
        }
        ("step", Some(GivenRate { step: Some(step), .. }))
        | ("theta_step", Some(GivenRate { theta_step: Some(step), .. })) => *step *= slightly,
        ("step_keeps_bound", Some(GivenRate { step: Some(step), .. })) if !statement.takes_confidence() => *step *= 8.0,
        ("step_keeps_bound", _) => return Ok(None), // the printed step keeps it, and another one misses `step` too
        ("subgradients_bounded", Some(GivenRate { largest_subgradient, subgradient_bound: Some(bound), .. })) => {
            *largest_subgradient = Some(bound.next_up());
        }
        ("rounding_small", Some(rate)) => rate.rounding += 1e3 * (1.0 + rate.payoff_bound),
        ("confidence_small", Some(rate)) => rate.confidence = Some(0.9995),
        ("multipliers_in_set", _) if trace.layout().num_multipliers() == 0 => return Ok(None),
        ("multipliers_in_set", _) => {
            given.lower_bound = None; // it was one at other multipliers
            let most = given.radius.unwrap_or(1.0);
            trace = changed(&trace, |t, round| {
                if let Some(last) = round.lambda.last_mut().filter(|_| t == 0) {
                    *last = (*last).max(most) * slightly + power_of_two(-30);
                }
            })?;
        }
        ("norm_below_radius", _) => {
            let Some(norm) = measured("multiplier_norm").map(Enclosure::lo).filter(|norm| *norm > 0.0) else {
                return Ok(None);
            };
            given.radius = Some(0.5 * norm);
        }
        ("margin_positive", _) => given.margin.iter_mut().for_each(|margin| margin.value = 0.0),
        ("lower_bound_possible", _) => {
            given.lower_bound = given.lower().map(|lower| LowerBound::declared(lower + 1e3 * (1.0 + lower.abs())));
        }
        ("objective_weight_positive", _) => trace = changed(&trace, |_, round| round.lambda[0] = 0.0)?,
        ("domination", _) => {
            if trace.layout().num_proxies() == 0 || trace.layout().num_constraints() == 0 {
                return Ok(None); // constraints that are their own proxies dominate
            }
            trace = changed(&trace, |_, round| {
                let lowered = round.constraints.iter().map(|g| Enclosure::point(g.lo() - 1.0));
                round.proxies = lowered.collect();
                // Somebody must weigh them for that to matter.
                round.lambda[1] = round.lambda[1].max(0.125);
            })?;
            given.lower_bound = None;
        }
        _ => return Err(Error::new(format!("nobody has said how to miss `{hypothesis}`"))),
    }
    Ok(Some((trace, given)))
}

/// The step that is printed for the bound on payoffs.
fn printed_step(certificate: &Certificate, rate: &GivenRate) -> f64 {
    let rounds = certificate.rounds;
    let step = match (certificate.game, certificate.given.radius) {
        (Game::Lagrangian, radius) => gradient_paper_step(radius.unwrap_or(0.0), rate.payoff_bound, rounds),
        (Game::ProxyLagrangian, _) => matrix_paper_step(certificate.constraints as u64 + 1, rate.payoff_bound, rounds),
    };
    step.enclosure().midpoint()
}

/// A trace with its rounds changed.
fn changed(trace: &Trace, change: impl Fn(usize, &mut Round)) -> Result<Trace> {
    let layout = trace.layout().clone().enclose_all();
    let mut copy = Trace::with_capacity(layout.clone(), trace.rounds());
    let mut round = Round::new(&layout);
    for t in 0..trace.rounds() {
        trace.copy_round(t, &mut round);
        change(t, &mut round);
        copy.push(&round)?;
    }
    Ok(copy)
}
