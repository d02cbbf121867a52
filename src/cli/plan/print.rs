//! A plan for people and for programs.

use super::super::numbers::{at_least, at_most};
use super::notes::{SILENT, constants, doubtful_confidence, legend, refusals};
use crate::cli::table::{Table, table};
use crate::numerics::plain;
use crate::theorems::plan::{Answer, Form, Implied, Inputs, MOST_ROUNDS, Plan, Row, Shape, Target};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

pub(super) struct Report<'a> {
    pub(super) plan: &'a Plan,
    /// The rounds that were asked for.
    pub(super) rounds: Option<u64>,
    /// Where the problem's constants come from.
    pub(super) source: Option<&'static str>,
}

impl Report<'_> {
    /// The rounds that steps and epsilons of a row are for.
    fn rounds_of(&self, row: &Row) -> Option<u64> {
        self.rounds.or_else(|| row.rounds())
    }

    pub(super) fn text(&self, quiet: bool) -> String {
        let plan = self.plan;
        let mut text = String::new();
        if !quiet {
            let _ = writeln!(
                text,
                "{} ({}): {}.",
                plan.statement.about().number,
                plan.statement.about().label,
                plan.statement.about().title
            );
            let _ = writeln!(text, "{}", constants(&plan.inputs, plan.shape, self.source));
        }
        let _ = writeln!(text, "{}", self.table());
        for sentence in refusals(plan) {
            let _ = writeln!(text, "{sentence}");
        }
        if let Some(sentence) = doubtful_confidence(&plan.inputs) {
            let _ = writeln!(text, "{sentence}.");
        }
        if !quiet {
            let shown = plan.rows.iter().any(|row| self.rounds_of(row).is_some());
            text += &legend(plan, self.rounds.is_some(), shown);
        }
        text
    }

    fn table(&self) -> Table {
        let plan = self.plan;
        let targets: Vec<Target> =
            plan.rows.first().map_or(&[][..], |row| &row.answers).iter().map(|(t, _)| *t).collect();
        let mut header = vec!["form".to_owned()];
        header.extend(targets.iter().map(|target| heading(*target)));
        if self.rounds.is_some() {
            header.push("T".to_owned());
        } else if targets.len() > 1 {
            header.push("T for all".to_owned());
        }
        let with_rounds = header.len() > targets.len() + 1;
        // The columns of all rows, as a form may be silent about one that another speaks of.
        let details: Vec<Option<Vec<(String, String)>>> = plan.rows.iter().map(|row| self.details(row)).collect();
        let mut columns: Vec<&String> = Vec::new();
        for (name, _) in details.iter().flatten().flatten() {
            if !columns.contains(&name) {
                columns.push(name);
            }
        }
        header.extend(columns.iter().map(|&name| name.clone()));
        let mut table = table(&header, 1..header.len());
        for (row, details) in plan.rows.iter().zip(&details) {
            let mut cells = vec![row.form.name.to_owned()];
            cells.extend(row.answers.iter().map(|(_, answer)| cell(answer)));
            if with_rounds {
                cells.push(
                    self.rounds_of(row).map_or_else(|| out_of_reach(row).to_owned(), |rounds| rounds.to_string()),
                );
            }
            for &column in &columns {
                let of_row = |details: &Vec<(String, String)>| {
                    let found = details.iter().find(|(name, _)| name == column);
                    found.map_or_else(|| "-".to_owned(), |(_, value)| value.clone())
                };
                cells.push(details.as_ref().map_or_else(String::new, of_row));
            }
            table.add_row(cells);
        }
        table
    }

    /// Steps, epsilons and, for a given number of rounds, what they imply.
    fn details(&self, row: &Row) -> Option<Vec<(String, String)>> {
        let rounds = self.rounds_of(row)?;
        let form = &row.form;
        let mut details: Vec<(String, String)> = Vec::new();
        for (name, step) in form.steps(rounds) {
            let text = step.map_or_else(|| "any".to_owned(), |step| format!("{step:.4e}"));
            details.push((name.to_owned(), text));
        }
        details.extend(
            epsilons(form, self.plan.shape, rounds).into_iter().map(|(name, bound)| (name.to_owned(), at_most(bound))),
        );
        if self.rounds.is_some() {
            for implied in self.plan.implied(form, rounds) {
                details.push((implied_heading(implied.name), implied_text(implied)));
            }
        }
        Some(details)
    }

    pub(super) fn json(&self) -> String {
        let plan = self.plan;
        let forms: Vec<Value> = plan.rows.iter().map(|row| self.json_row(row)).collect();
        let mut value = json!({ "statement": plan.statement.name(), "constants": json_constants(&plan.inputs) });
        if let (Shape::Lagrangian, Ok(radius)) = (plan.shape, plan.inputs.radius()) {
            value["constants"]["radius"] = radius.into();
        }
        value["forms"] = forms.into();
        if let Some(note) = doubtful_confidence(&plan.inputs) {
            value["notes"] = json!([note]);
        }
        format!("{value:#}\n")
    }

    fn json_row(&self, row: &Row) -> Value {
        let form = &row.form;
        let mut value = json!({ "name": form.name, "says": form.says });
        for (key, player) in [("theta_player", form.theta_player), ("lambda_player", form.lambda_player)] {
            if let Some(player) = player {
                value[key] = player.into();
            }
        }
        let targets: Map<String, Value> =
            row.answers.iter().map(|(target, answer)| (target.name().to_owned(), json_answer(answer))).collect();
        value["targets"] = targets.into();
        if let Some(rounds) = self.rounds_of(row) {
            // A step that does not matter is absent.
            let steps = form.steps(rounds).into_iter().filter_map(|(name, step)| Some((name.to_owned(), step?.into())));
            let steps: Map<String, Value> = steps.collect();
            let mut at = json!({ "rounds": rounds, "steps": steps });
            // What is beyond doubles is absent, as JSON has no infinity.
            for (name, bound) in
                epsilons(form, self.plan.shape, rounds).into_iter().filter(|(_, bound)| bound.is_finite())
            {
                at[name] = bound.into();
            }
            for implied in self.plan.implied(form, rounds) {
                if let Some(bound) = implied.bound {
                    at[implied.name] = bound.into();
                }
            }
            value["at"] = at;
        }
        value
    }
}

/// The regrets that the statement promises, rounded up.
fn epsilons(form: &Form, shape: Shape, rounds: u64) -> Vec<(&'static str, f64)> {
    match shape {
        Shape::Regret => vec![("regret", form.epsilon(rounds).hi())],
        Shape::Lagrangian => vec![("epsilon", form.epsilon(rounds).hi())],
        Shape::Proxy => {
            let both = [("epsilon_theta", form.theta_regret(rounds)), ("epsilon_lambda", form.lambda_regret(rounds))];
            both.into_iter().filter_map(|(name, regret)| Some((name, regret?.hi()))).collect()
        }
    }
}

/// The heading of a target's column.
pub(super) fn heading(target: Target) -> String {
    let bound = |name: &str, tau: f64| format!("T: {name} <= {}", plain(tau));
    match target {
        Target::Regret(tau) => bound("regret", tau),
        Target::Weight => "T: weight > 0".to_owned(),
        Target::Infeasibility(tau) => bound("infeasibility", tau),
        Target::InfeasibilitySlater(tau) => format!("{}, margin point", bound("infeasibility", tau)),
        Target::Suboptimality(tau) => bound("suboptimality", tau),
    }
}

const NEVER: &str = "never";
const TOO_MANY: &str = "not by 2^62";

/// What a row says that does not meet all its targets.
fn out_of_reach(row: &Row) -> &'static str {
    let never = row.answers.iter().any(|(_, answer)| matches!(answer, Answer::Never(_)));
    let too_many = row.answers.iter().any(|(_, answer)| *answer == Answer::TooMany);
    match (never, too_many) {
        (true, _) => NEVER,
        (false, true) => TOO_MANY,
        (false, false) => "-",
    }
}

fn cell(answer: &Answer) -> String {
    match answer {
        Answer::Rounds { rounds, not_below } if rounds == not_below => rounds.to_string(),
        Answer::Rounds { rounds, not_below } => format!("{rounds} (not below {not_below})"),
        Answer::Never(_) => NEVER.to_owned(),
        Answer::TooMany => TOO_MANY.to_owned(),
        Answer::Silent => "-".to_owned(),
    }
}

fn json_answer(answer: &Answer) -> Value {
    match answer {
        Answer::Rounds { rounds, not_below } => json!({ "rounds": rounds, "not_below": not_below }),
        Answer::Never(why) => json!({ "never": why }),
        Answer::TooMany => json!({ "not_by": MOST_ROUNDS }),
        Answer::Silent => json!({ "silent": SILENT }),
    }
}

fn implied_heading(name: &str) -> String {
    match name {
        "objective_weight" => "weight >=".to_owned(),
        "infeasibility_slater" => "infeasibility, margin point <=".to_owned(),
        other => format!("{other} <="),
    }
}

fn implied_text(implied: Implied) -> String {
    match implied.bound {
        Some(bound) if implied.name == "objective_weight" => at_least(bound),
        Some(bound) => at_most(bound),
        None => "nothing".to_owned(),
    }
}

/// The constants by their names, the number of constraints as a whole number.
fn json_constants(inputs: &Inputs) -> Value {
    let key = |name: &str| name.replace('-', "_");
    let mut constants: Map<String, Value> =
        inputs.named().into_iter().map(|(name, value)| (key(name), value.into())).collect();
    if let Some(count) = inputs.constraints {
        constants.insert("constraints".to_owned(), count.into());
    }
    constants.into()
}
