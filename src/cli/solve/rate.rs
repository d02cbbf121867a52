//! The call that holds a run against the rate of its players: the numbers that `certify --statement` wants.

use crate::certificate::GivenRate;
use crate::cli::numbers::digits;
use crate::run::Run;
use crate::theorems::{Statement, about_players, rate};
use std::path::Path;

/// The probability that is written into a call of a stochastic statement.
const CONFIDENCE: f64 = 0.05;

/// The constants that the run knows, with the error of an oracle measured on its trace.
fn constants(statement: &dyn Statement, run: &Run<'_>) -> Option<GivenRate> {
    let (plan, certification) = (&run.choices, &run.certification);
    let told = rate::told(statement, &run.players, &plan.setup()).ok()?;
    Some(match certification.lower_bound_gap.filter(|_| statement.takes_oracle_error()) {
        Some(gap) => rate::oracle_error_shown_by(&certification.certificate, told, gap),
        None => told,
    })
}

/// The call, ready to be copied; `None` where no statement covers the players, or there is nothing to play for.
pub(super) fn command(run: &Run<'_>, problem: &str, trace: &Path) -> Option<String> {
    let plan = &run.choices;
    if plan.problem.num_constraints() == 0 {
        return None;
    }
    run.players.lambda_player.step()?;
    let statement = about_players(&run.players, plan.convex)?;
    let rate = constants(statement, run)?;
    let flags = [
        ("--radius", plan.is_lagrangian().then_some(plan.radius.value)),
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
pub(in crate::cli) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
#[path = "../../../tests/inside/cli/solve/rate.rs"]
mod tests;
