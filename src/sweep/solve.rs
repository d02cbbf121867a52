//! A cell of `solve`: a run through the one door, and what is kept of it.

use super::cell::{COLUMNS, Settings};
use crate::arena::Algorithm;
use crate::cells::{Finished, Inputs};
use crate::certificate::{Certificate, Role, Verdict};
use crate::error::{Error, Result};
use crate::game::Grade;
use crate::registry::Registry;
use crate::run::{Plan, Run, Subject, open_in};
use cpu_time::ThreadTime;
use serde_json::{Map, Value, json};
use std::path::Path;

/// What certificates measure, of either game, in the order of the table.
pub(super) const MEASURED: [&str; 13] = [
    "objective",
    "infeasibility",
    "suboptimality",
    "theta_regret",
    "lambda_regret",
    "swap_regret",
    "epsilon",
    "external_regret",
    "multiplier_norm",
    "objective_weight",
    "deviation_to_constraints",
    "deviation_to_objective",
    "domination_gap",
];

/// Plays and certifies; where files are wanted they go to the folder.
pub(super) fn run(settings: &Settings, files: Option<&Path>, inputs: &Inputs, registry: &Registry) -> Result<Finished> {
    let [problem, rounds, seed, algorithm, theta_player, lambda_player, theta_step, lambda_step, radius] = settings;
    let start = ThreadTime::now();
    let opening = inputs.opening(problem)?;
    let subject: Subject<'_> =
        if opening == *problem { registry.open(problem)?.into() } else { open_in(&opening, registry)? };
    let some = |text: &'_ str| (!text.is_empty()).then_some(());
    let number = |text: &str| some(text).map(|()| text.parse::<f64>()).transpose();
    let whole = |text: &str| text.parse::<usize>();
    let numbers = || {
        let steps = (number(theta_step).ok()?, number(lambda_step).ok()?, number(radius).ok()?);
        Some((whole(rounds).ok()?, seed.parse::<u64>().ok()?, steps))
    };
    let broken = || Error::new("an error of this program: a plan has other text where a number belongs");
    let (rounds, seed, (theta_step, lambda_step, radius)) = numbers().ok_or_else(broken)?;
    let seat = || {
        let plan = match some(algorithm) {
            Some(()) => Plan::new(&subject, Algorithm::parse(algorithm)?),
            None => Plan::fitting(&subject)?,
        };
        plan.registry(registry)
            .rounds(rounds)
            .seed(seed)
            .radius(radius)
            .theta_player(some(theta_player).map(|()| theta_player.as_str()))
            .lambda_player(some(lambda_player).map(|()| lambda_player.as_str()))
            .theta_step(theta_step)
            .lambda_step(lambda_step)
            .seat()
    };
    // Whoever does not fit is no failure of the run.
    let result = match seat() {
        Err(why) => json!({ "left_out": why.to_string() }),
        Ok(seated) if !seated.fits_in_memory() => {
            return Err(Error::new("the rounds are more than fit in memory (8 GiB): play fewer"));
        }
        Ok(seated) => {
            let run = seated.play()?;
            if let Some(folder) = files {
                run.write(folder)?;
            }
            result(&run, files.is_some())
        }
    };
    Ok(Finished { result, times: json!({ "seconds": start.elapsed().as_secs_f64() }) })
}

/// What is kept of a run. Without its files nobody can check it again.
fn result(run: &Run<'_>, checkable: bool) -> Value {
    let certificate = &run.certification.certificate;
    let mut measured = Map::new();
    for name in MEASURED {
        measured.extend(certificate.measured(name).map(|x| (name.to_owned(), json!([x.lo(), x.hi()]))));
    }
    let mut result = json!({ "measured": measured, "violated": violated(certificate) });
    let grade = certificate.claims_of(Role::Conclusion).map(|claim| claim.grade).min();
    if let Some(grade) = grade.map(|grade| if checkable { grade } else { grade.min(Grade::Computed) }) {
        result["grade"] = json!(grade.to_string());
    }
    if let Some(second) = &run.second {
        result["support"] = json!(second.solution.support.len());
        result["shrunk_objective"] = json!(second.solution.objective.to_string());
    }
    result
}

/// The claims that are violated, but for the hypotheses of bounds of ours, which are left out where they fail.
fn violated(certificate: &Certificate) -> Vec<&'static str> {
    let violated = certificate.claims.iter().filter(|claim| claim.verdict == Verdict::Violated && !claim.optional);
    violated.map(|claim| claim.name).collect()
}

/// Refuses what is not a result of ours.
pub(super) fn check(finished: &Finished) -> Result<()> {
    let result = &finished.result;
    let pair = |x: &Value| x.as_array().is_some_and(|ends| ends.len() == 2 && ends.iter().all(Value::is_number));
    let measured = || result["measured"].as_object().is_some_and(|all| all.values().all(pair));
    let played = || measured() && result["violated"].is_array();
    if (result["left_out"].is_string() || played()) && finished.times["seconds"].is_number() {
        return Ok(());
    }
    Err(Error::new("has a result that no sweep writes"))
}

/// The names of the columns of `sweep.csv`.
pub(super) fn head() -> Vec<String> {
    let measured = MEASURED.iter().flat_map(|name| [format!("{name}.lo"), format!("{name}.hi")]);
    let last = ["violated", "grade", "support", "shrunk_objective"];
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    words(&COLUMNS).into_iter().chain(words(&["left_out"])).chain(measured).chain(words(&last)).collect()
}

/// A row of `sweep.csv`.
pub(super) fn row(settings: &Settings, result: &Value) -> Vec<String> {
    let text = |name: &str| match &result[name] {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let end =
        |name: &str, end: usize| result["measured"][name][end].as_f64().map_or_else(String::new, |x| format!("{x:?}"));
    let mut row: Vec<String> = settings.to_vec();
    row.push(text("left_out"));
    row.extend(MEASURED.iter().flat_map(|name| [end(name, 0), end(name, 1)]));
    row.push(names(&result["violated"]));
    row.extend(["grade", "support", "shrunk_objective"].map(text));
    row
}

/// Names in one cell of a table.
pub(super) fn names(list: &Value) -> String {
    let names: Vec<&str> = list.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    names.join("; ")
}
