//! What stands around the table: the constants, why a target is never met, and what the cells mean.

use super::print::heading;
use crate::error::list;
use crate::numerics::plain;
use crate::theorems::plan::{Answer, Form, Inputs, Plan, Shape, Target};
use std::fmt::Write as _;

/// Why a form says nothing of a target.
pub(super) const SILENT: &str = "the proof of this conclusion compares with a choice made after play, and the \
    comparators of this form are named before play";

/// The constants and where they come from.
pub(super) fn constants(inputs: &Inputs, shape: Shape, source: Option<&'static str>) -> String {
    let mut words: Vec<String> = Vec::new();
    for (name, value) in inputs.named() {
        let why = if name == "margin" && value == 0.0 { " (no point is strictly feasible)" } else { "" };
        words.push(format!("{name} {}{why}", plain(value)));
    }
    if let (Shape::Lagrangian, None, Ok(radius)) = (shape, inputs.radius, inputs.radius()) {
        let why = match (inputs.margin, inputs.objective_range) {
            (None, _) => "there are no constraints",
            (_, Some(0.0)) => "the objective is constant",
            _ => "twice the objective's range over the margin",
        };
        words.push(format!("radius {} ({why})", plain(radius)));
    }
    let source = source.map_or_else(String::new, |source| format!(" (the problem's are {source})"));
    format!("From {}{source}.", words.join(", "))
}

/// One sentence for each cause, with all the targets and all the forms that it concerns.
pub(super) fn refusals(plan: &Plan) -> Vec<String> {
    let mut causes: Vec<(&str, Vec<Target>, Vec<&str>)> = Vec::new();
    let targets = plan.rows.first().map_or(&[][..], |row| &row.answers);
    for (target, _) in targets {
        let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
        for row in &plan.rows {
            let Some(Answer::Never(why)) = row.answer(*target) else { continue };
            match found.iter_mut().find(|(known, _)| known == why) {
                Some((_, forms)) => forms.push(row.form.name),
                None => found.push((why, vec![row.form.name])),
            }
        }
        for (why, forms) in found {
            match causes.iter_mut().find(|(known, _, concerned)| *known == why && *concerned == forms) {
                Some((_, targets, _)) => targets.push(*target),
                None => causes.push((why, vec![*target], forms)),
            }
        }
    }
    let sentence = |(why, targets, forms): (&str, Vec<Target>, Vec<&str>)| {
        let targets: Vec<String> = targets.into_iter().map(|target| format!("`{}`", heading(target))).collect();
        let quoted: Vec<String> = forms.iter().map(|form| format!("`{form}`")).collect();
        let concerned = if forms.len() == plan.rows.len() { "every form".to_owned() } else { list(&quoted, "and") };
        format!("{}: never, in {concerned}, as {why}.", list(&targets, "and"))
    };
    causes.into_iter().map(sentence).collect()
}

/// Warns of a probability of success that was given as one of failure.
pub(super) fn doubtful_confidence(inputs: &Inputs) -> Option<String> {
    let delta = inputs.confidence.filter(|delta| *delta > 0.5)?;
    let runs = 20.0 * delta;
    let about = if (runs - runs.round()).abs() < 1e-9 { "" } else { "about " };
    let delta = plain(delta);
    Some(format!("--confidence is the probability of failure: {delta} means that {about}{runs:.0} runs of 20 may fail"))
}

/// The forms, and what the columns and cells mean; `shown` says whether there are steps and epsilons.
pub(super) fn legend(plan: &Plan, given_rounds: bool, shown: bool) -> String {
    let mut text = String::new();
    for row in &plan.rows {
        let form = &row.form;
        let players: Vec<&str> = [form.theta_player, form.lambda_player].into_iter().flatten().collect();
        let players = if players.is_empty() { String::new() } else { format!(" Players: {}.", players.join(", ")) };
        let _ = writeln!(text, "- {}: {}.{players}", form.name, form.says);
    }
    let answers = || plan.rows.iter().flat_map(|row| &row.answers);
    // What follows after a given number of rounds has the same gaps.
    let gap = |form: &Form| {
        let follows = plan.implied(form, 1);
        let says = |name: &str| follows.iter().any(|implied| implied.name == name);
        says("infeasibility_slater") && !says("infeasibility")
    };
    let silent = answers().any(|(_, answer)| *answer == Answer::Silent)
        || (given_rounds && plan.rows.iter().any(|row| gap(&row.form)));
    if silent {
        let all = if given_rounds { "" } else { "; `T for all` is for the others" };
        let _ = writeln!(text, "`-`: the form says nothing here, as {SILENT}{all}.");
    }
    let partly = plan.rows.iter().any(|row| row.rounds().is_none());
    let at = match (given_rounds, shown) {
        (true, _) => "T",
        (false, true) => "the T of their row that meets all its targets",
        (false, false) => {
            text +=
                "No form meets all targets, so there are no steps and epsilons to show: --rounds T shows them at T.\n";
            return text;
        }
    };
    let blank = if partly && !given_rounds { "; blank where there is no such T" } else { "" };
    let _ = writeln!(text, "Epsilons are average regrets after {at}, rounded up; steps are near the formulas{blank}.");
    text
}
