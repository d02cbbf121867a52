//! The call that holds a run against the rate of its players: the numbers that `certify --statement` wants.

use super::folder::TRACE;
use super::plan::Plan;
use crate::cli::numbers::digits;
use crate::numerics::directed::add_up;
use crate::play::Match;
use crate::theorems::rates::RateStatement;
use std::path::Path;

/// The probability that is written into a call of a stochastic statement.
const CONFIDENCE: f64 = 0.05;

/// The statement about the players that played, if one of the paper's is.
fn statement(plan: &Plan<'_>, players: &Match<'_>) -> Option<RateStatement> {
    let theta = players.theta_player.name();
    match (plan.is_lagrangian(), theta) {
        (true, "oracle") => Some(RateStatement::Lemma1),
        (false, "oracle") => Some(RateStatement::Lemma11),
        // With noise the players saw other payoffs than the trace has, and only probabilities are promised.
        (true, "stochastic-subgradient") => plan.convex.then_some(RateStatement::Lemma10),
        (false, "stochastic-subgradient") if plan.convex => Some(RateStatement::Lemma4),
        (false, "stochastic-subgradient") => Some(RateStatement::Lemma9),
        (true, _) => Some(RateStatement::Corollary1),
        (false, _) => Some(RateStatement::Lemma8),
    }
}

/// What rounding added to what the statement speaks of: to both regrets in the sum of Lemma 10, to the worse of the two
/// in Lemma 4, which has one number for two claims, and to the lambda-player's elsewhere.
fn rounding(statement: RateStatement, players: &Match<'_>) -> Option<f64> {
    let lambda = players.lambda_player.rounding()?;
    Some(match statement {
        RateStatement::Lemma10 => add_up(players.theta_player.rounding()?, lambda),
        RateStatement::Lemma4 => players.theta_player.rounding()?.max(lambda),
        _ => lambda,
    })
}

/// The call, ready to be copied; `None` where no statement covers the players, or there is nothing to play for.
pub(super) fn command(plan: &Plan<'_>, players: &Match<'_>, problem: &str, folder: &Path) -> Option<String> {
    if plan.problem.num_constraints() == 0 {
        return None;
    }
    let (step, statement) = (players.lambda_player.step()?, statement(plan, players)?);
    let oracle = statement.takes_oracle_error();
    let mut flags = vec![("--radius", plan.is_lagrangian().then_some(plan.radius)), ("--step", Some(step))];
    flags.push(("--rounding", Some(rounding(statement, players)?).filter(|rounding| *rounding > 0.0)));
    flags.push(("--oracle-error", if oracle { Some(players.theta_player.runtime_bound()?) } else { None }));
    flags.push(("--confidence", statement.takes_confidence().then_some(CONFIDENCE)));
    let trace = folder.join(TRACE).display().to_string();
    let mut call =
        format!("referee certify {} --problem {} --statement {}", quoted(&trace), quoted(problem), statement.name());
    for (flag, value) in flags {
        if let Some(value) = value {
            call.extend([" ", flag, " ", &digits(value)]);
        }
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
