//! In words: which promise was kept, which was broken, and what that says of the run.

use super::print::{are_given, description};
use super::values;
use super::words::bound_refuted;
use crate::certificate::{Certificate, Claim, Role, Verdict};
use crate::cli::numbers::{apart, at_least, at_most, beside, plain};
use crate::game::{Game, Grade};
use crate::regret::MOST_SWAPPED;
use crate::theorems::{Certification, Statement, statement};

/// The sentences about a rate, the most important first.
pub(super) fn sentences(certification: &Certification) -> Vec<String> {
    let certificate = &certification.certificate;
    let mut words = Vec::new();
    words.extend(certificate.claims.iter().filter_map(|claim| bound_refuted(claim, certification)));
    let failed: Vec<&Claim> = hypotheses(certificate).filter(|claim| claim.verdict == Verdict::Violated).collect();
    for claim in &failed {
        let (quantity, _) = description(claim, certificate);
        let unpromised = match claim.name {
            STEP => "the printed rate was",
            ROUNDING => "rates with it are not the printed ones, and were",
            _ => "the statement's rates were",
        };
        words.push(format!("The hypothesis fails that {quantity}: {unpromised} not promised for this run."));
    }
    for claim in hypotheses(certificate).filter(|claim| claim.verdict == Verdict::Undecided) {
        let (quantity, _) = description(claim, certificate);
        words.push(format!("Undecided: whether {quantity}: the recorded enclosures are too wide to tell."));
    }
    let unstated = unstated_steps(certificate);
    if !unstated.is_empty() {
        let (flags, number) = (unstated.join(" and "), number(certificate));
        words.push(format!(
            "Nothing is promised: {number} is proved for its own steps only, and those of this run are not \
             stated: give {flags}."
        ));
    }
    let promised = |claim: &Claim| {
        unstated.is_empty()
            && failed.iter().all(|failed| match failed.name {
                STEP => is_of_its_step(claim),
                ROUNDING => is_of_an_oracle(claim),
                _ => false,
            })
    };
    let condition = values::condition(certificate);
    let conclusion = |claim| format!("{condition}{}", conclusion(claim, certificate, promised(claim)));
    words.extend(certificate.claims_of(Role::Conclusion).map(conclusion));
    words.extend(omissions(certification));
    words
}

/// The hypothesis that only a rate at a step of the paper's needs.
const STEP: &str = "step_keeps_bound";

/// The hypothesis that only a rate with a rounding needs.
const ROUNDING: &str = "rounding_small";

/// Whether a rate holds whatever the step is.
fn is_of_its_step(claim: &Claim) -> bool {
    ["_step", "_data"].iter().any(|form| claim.name.ends_with(form)) || is_of_an_oracle(claim)
}

/// Whether it is the regret of an oracle, which takes no step and whose error needs nothing for rounding.
fn is_of_an_oracle(claim: &Claim) -> bool {
    claim.name.ends_with("_oracle")
}

fn hypotheses(certificate: &Certificate) -> impl Iterator<Item = &Claim> {
    let about_bound = |claim: &Claim| ["lower_bound_possible", "ranges_possible"].contains(&claim.name);
    certificate.claims_of(Role::Hypothesis).filter(move |claim| !about_bound(claim))
}

fn conclusion(claim: &Claim, certificate: &Certificate, promised: bool) -> String {
    let (quantity, source) = description(claim, certificate);
    let mut source = source.to_owned();
    let rounding = certificate.given.rate.map_or(0.0, |rate| rate.rounding);
    if rounding > 0.0 && !is_of_an_oracle(claim) {
        source = format!("{source} plus {} for rounding", plain(rounding));
    }
    let (lhs, limit) = (claim.lhs, claim.rhs.hi());
    let is_given = are_given(claim, &certificate.given).1;
    let (least, bound) = (at_least(lhs.lo()), if is_given { plain(limit) } else { at_most(limit) });
    let most = if is_given && lhs.hi() <= limit { beside(lhs.hi(), limit) } else { at_most(lhs.hi()) };
    // A quantity that is above its bound is so as printed.
    let (under, over) = if is_given { (plain(limit), beside(lhs.lo(), limit)) } else { apart(limit, lhs.lo(), false) };
    match claim.verdict {
        Verdict::Holds if !promised => {
            format!("Not promised, but so in this run: the {quantity}, {most} or less, is at most {bound}: {source}.")
        }
        Verdict::Holds => {
            format!("Kept: the {quantity}, {most} or less, is at most {bound}: {source} ({}).", claim.grade)
        }
        Verdict::Violated if promised => format!(
            "VIOLATED: the {quantity}, {over} or more, is above {under}: {source}. The hypotheses hold as far as a trace shows, so \
             this is not a run of the statement's algorithm, or something that was given is false."
        ),
        Verdict::Violated => {
            format!("Not promised, and not so in this run: the {quantity}, {over} or more, is above {under}: {source}.")
        }
        Verdict::Undecided if claim.grade == Grade::Sampled && claim.lhs.lo() > claim.rhs.hi() => {
            let chance = certificate.given.rate.and_then(|rate| rate.confidence).map_or(String::new(), plain);
            format!(
                "Not kept in this run: the {quantity}, {over} or more, is above {under}: {source}. That may happen with probability \
                 {chance}; one run decides nothing."
            )
        }
        Verdict::Undecided => {
            format!("Undecided: the {quantity} is between {least} and {most}, and {source} is at most {bound}.")
        }
    }
}

fn omissions(certification: &Certification) -> Vec<String> {
    let certificate = &certification.certificate;
    let Some(rate) = &certificate.given.rate else { return Vec::new() };
    let mut words = Vec::new();
    let theta = statement(certificate.statement).is_some_and(Statement::bounds_theta);
    if theta && certificate.given.lower_bound.is_none() {
        words.push(match &certification.no_lower_bound {
            Some(reason) => {
                format!("Not certified: the theta-player's regret, because no lower bound was found: {reason}.")
            }
            None => "Not certified: the theta-player's regret, because no lower bound is known: give --problem, or \
                     --lower-bound."
                .to_owned(),
        });
    }
    if certificate.game == Game::ProxyLagrangian && certificate.measured("swap_regret").is_none() {
        words.push(format!(
            "Not certified: the lambda-player's regret, because swap regret is not computed above {MOST_SWAPPED} constraints."
        ));
    }
    if rate.step.is_none() && rate.confidence.is_none() {
        let number = number(certificate);
        words.push(format!("Not certified: that the step is one of {number}, and the bound of the step: give --step."));
    }
    words
}

fn number(certificate: &Certificate) -> &'static str {
    statement(certificate.statement).map_or(certificate.statement, |known| known.about().number)
}

/// The flags of the steps that a statement with a probability is about and that were not given, where they matter.
fn unstated_steps(certificate: &Certificate) -> Vec<&'static str> {
    let Some(rate) = certificate.given.rate.filter(|rate| rate.confidence.is_some()) else { return Vec::new() };
    let steps = statement(certificate.statement).is_some_and(Statement::takes_step);
    let chooses = certificate.constraints > 0 && rate.payoff_bound > 0.0 && certificate.given.radius != Some(0.0);
    let moves = rate.subgradient_bound.zip(rate.domain_radius).is_some_and(|(slope, radius)| slope * radius > 0.0);
    let flags =
        [("--step", chooses && steps && rate.step.is_none()), ("--theta-step", moves && rate.theta_step.is_none())];
    flags.into_iter().filter(|(_, missing)| *missing).map(|(flag, _)| flag).collect()
}
