//! The call that holds a run against the rate of its players: the numbers that `certify --statement` wants.

use super::folder::TRACE;
use super::plan::Plan;
use crate::arena::{Match, Setup};
use crate::certificate::{Given, GivenRate};
use crate::cli::numbers::digits;
use crate::theorems::Certification;
use crate::theorems::rates::{self, RateStatement};
use crate::trace::TraceFile;
use std::path::Path;

/// The probability that is written into a call of a stochastic statement.
const CONFIDENCE: f64 = 0.05;

/// The statement about the players that played, if one of the paper's is.
fn statement(plan: &Plan<'_>, players: &Match<'_>) -> Option<RateStatement> {
    if let Some(statement) = rates::of_mirrors(players) {
        return Some(statement).filter(|statement| plan.convex || !statement.takes_confidence());
    }
    let theta = players.theta_player.name();
    let statement = match (plan.is_lagrangian(), theta) {
        (true, "oracle") => RateStatement::Lemma1,
        (false, "oracle") => RateStatement::Lemma11,
        // With noise the players saw other payoffs than the trace has, and only probabilities are promised.
        (true, "stochastic-subgradient") if plan.convex => RateStatement::Lemma10,
        (true, "stochastic-subgradient") => return None,
        (false, "stochastic-subgradient") if plan.convex => RateStatement::Lemma4,
        (false, "stochastic-subgradient") => RateStatement::Lemma9,
        (true, _) => RateStatement::Corollary1,
        (false, _) => RateStatement::Lemma8,
    };
    // Probabilities are promised for the paper's own step only.
    let is_papers = players.lambda_player.name() == plan.algorithm.lambda_player();
    (is_papers || !statement.takes_confidence()).then_some(statement)
}

/// The constants that the run knows, with the error of an oracle measured on the trace that was written.
fn constants(
    statement: RateStatement,
    plan: &Plan<'_>,
    players: &Match<'_>,
    certification: &Certification,
    trace: &Path,
) -> Option<GivenRate> {
    let setup = Setup::new(plan.problem, &plan.constants, plan.rounds(), plan.radius);
    let rate = rates::told(statement, players, &setup).ok()?;
    let Some(gap) = certification.lower_bound_gap.filter(|_| statement.takes_oracle_error()) else {
        return Some(rate);
    };
    let given = Given {
        radius: plan.is_lagrangian().then_some(plan.radius),
        lower_bound: certification.certificate.given.lower_bound.clone(),
        rate: Some(rate),
        ..Given::default()
    };
    rates::with_oracle_error(statement, &mut TraceFile::open(trace).ok()?, given, gap).ok()?.rate
}

/// The call, ready to be copied; `None` where no statement covers the players, or there is nothing to play for.
pub(super) fn command(
    plan: &Plan<'_>,
    players: &Match<'_>,
    certification: &Certification,
    problem: &str,
    folder: &Path,
) -> Option<String> {
    if plan.problem.num_constraints() == 0 {
        return None;
    }
    players.lambda_player.step()?;
    let (trace, statement) = (folder.join(TRACE), statement(plan, players)?);
    let rate = constants(statement, plan, players, certification, &trace)?;
    let flags = [
        ("--radius", plan.is_lagrangian().then_some(plan.radius)),
        ("--step", rate.step),
        ("--theta-step", rate.theta_step),
        ("--rounding", Some(rate.rounding).filter(|rounding| *rounding > 0.0)),
        ("--oracle-error", rate.oracle_error),
        ("--payoff-bound", rate.mirror.map(|_| rate.payoff_bound)),
        ("--domain-radius", rate.mirror.and(rate.domain_radius)),
        ("--confidence", statement.takes_confidence().then_some(CONFIDENCE)),
    ];
    let trace = trace.display().to_string();
    let mut call =
        format!("referee certify {} --problem {} --statement {}", quoted(&trace), quoted(problem), statement.name());
    for (flag, value) in flags {
        if let Some(value) = value {
            call.extend([" ", flag, " ", &digits(value)]);
        }
    }
    if let Some(mirror) = rate.mirror {
        call.extend([" --mirror ", &mirror.to_string()]);
    }
    Some(call)
}

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(quoted("out/trace.csv"), "out/trace.csv");
        assert_eq!(quoted("polygon:m=16,seed=2"), "polygon:m=16,seed=2");
        assert_eq!(quoted("my run/it's.csv"), r"'my run/it'\''s.csv'");
        assert_eq!(quoted("$(x)"), "'$(x)'");
    }
}
