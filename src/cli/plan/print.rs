//! A plan for people and for programs.

use super::super::numbers::{at_least, at_most};
use crate::theorems::plan::{Answer, Form, Implied, Inputs, Plan, Row, Shape, Target};
use comfy_table::{CellAlignment, Table, presets};
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
            let _ = writeln!(text, "{} ({}): {}.", plan.statement.number, plan.statement.label, plan.statement.title);
            let _ = writeln!(text, "{}", constants(&plan.inputs, plan.shape, self.source));
        }
        let _ = writeln!(text, "{}", self.table());
        let mut refusals: Vec<(&str, &str)> = Vec::new();
        for row in &plan.rows {
            for (_, answer) in &row.answers {
                if let Answer::Never(why) = answer
                    && refusals.iter().all(|(_, known)| known != why)
                {
                    refusals.push((row.form.name, why));
                }
            }
        }
        for (name, why) in refusals {
            let _ = writeln!(text, "{name}: {why}.");
        }
        if !quiet {
            text += &notes(plan, self.rounds.is_some());
        }
        text
    }

    fn table(&self) -> Table {
        let plan = self.plan;
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        let targets: Vec<Target> =
            plan.rows.first().map_or(&[][..], |row| &row.answers).iter().map(|(t, _)| *t).collect();
        let mut header = vec!["form".to_owned()];
        header.extend(targets.iter().map(|target| heading(*target)));
        let shown = |row: &Row| self.rounds_of(row);
        if plan.rows.iter().any(|row| shown(row).is_some()) {
            if self.rounds.is_none() && targets.len() > 1 {
                header.push("T for all".to_owned());
            } else if self.rounds.is_some() {
                header.push("T".to_owned());
            }
        }
        let with_rounds = header.len() > targets.len() + 1;
        let sample = plan.rows.iter().find(|row| shown(row).is_some());
        let columns: Vec<String> = sample.map_or_else(Vec::new, |row| {
            self.details(row).unwrap_or_default().into_iter().map(|(name, _)| name).collect()
        });
        header.extend(columns.iter().cloned());
        table.set_header(&header);
        for row in &plan.rows {
            let mut cells = vec![row.form.name.to_owned()];
            cells.extend(row.answers.iter().map(|(_, answer)| cell(answer)));
            if with_rounds {
                cells.push(shown(row).map_or_else(|| "-".to_owned(), |rounds| rounds.to_string()));
            }
            let details = self.details(row).unwrap_or_default();
            for column in &columns {
                let found = details.iter().find(|(name, _)| name == column);
                cells.push(found.map_or_else(|| "-".to_owned(), |(_, value)| value.clone()));
            }
            table.add_row(cells);
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }

    /// Steps, epsilons and, for a given number of rounds, what they imply.
    fn details(&self, row: &Row) -> Option<Vec<(String, String)>> {
        let rounds = self.rounds_of(row)?;
        let form = &row.form;
        let mut details: Vec<(String, String)> = Vec::new();
        for (name, step) in form.steps(rounds) {
            details.push((name.to_owned(), format!("{step:.4e}")));
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
        let mut value = json!({ "statement": plan.statement.name, "constants": json_constants(&plan.inputs) });
        if let (Shape::Lagrangian, Ok(radius)) = (plan.shape, plan.inputs.radius()) {
            value["constants"]["radius"] = radius.into();
        }
        value["forms"] = forms.into();
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
            let steps: Map<String, Value> =
                form.steps(rounds).into_iter().map(|(name, step)| (name.to_owned(), step.into())).collect();
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

fn heading(target: Target) -> String {
    match target {
        Target::Regret(tau) => format!("T: regret <= {tau}"),
        Target::Weight => "T: weight > 0".to_owned(),
        Target::Infeasibility(tau) => format!("T: infeasibility <= {tau}"),
        Target::InfeasibilitySlater(tau) => format!("T: infeasibility <= {tau}, margin point"),
        Target::Suboptimality(tau) => format!("T: suboptimality <= {tau}"),
    }
}

fn cell(answer: &Answer) -> String {
    match answer {
        Answer::Rounds { rounds, not_below } if rounds == not_below => rounds.to_string(),
        Answer::Rounds { rounds, not_below } => format!("{rounds} (not below {not_below})"),
        Answer::Never(_) => "never".to_owned(),
        Answer::TooMany => "above 2^62".to_owned(),
        Answer::Silent => "-".to_owned(),
    }
}

fn json_answer(answer: &Answer) -> Value {
    match answer {
        Answer::Rounds { rounds, not_below } => json!({ "rounds": rounds, "not_below": not_below }),
        Answer::Never(why) => json!({ "never": why }),
        Answer::TooMany => json!({ "never": "more than 2^62 rounds" }),
        Answer::Silent => json!({ "never": "this form does not speak of it" }),
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

/// The constants by the name of their flag.
fn named(inputs: &Inputs) -> Vec<(&'static str, f64)> {
    let all = [
        ("payoff-bound", inputs.payoff_bound),
        ("payoff-norm", inputs.payoff_norm),
        ("payoff-range", inputs.payoff_range),
        ("radius", inputs.radius),
        ("domain-radius", inputs.domain_radius),
        ("subgradient-bound", inputs.subgradient_bound),
        ("regulariser", inputs.regulariser),
        ("oracle-error", inputs.oracle_error),
        ("confidence", inputs.confidence),
        ("margin", inputs.margin),
        ("objective-range", inputs.objective_range),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn constants(inputs: &Inputs, shape: Shape, source: Option<&'static str>) -> String {
    let mut words: Vec<String> = inputs.constraints.map(|m| format!("constraints {m}")).into_iter().collect();
    words.extend(named(inputs).into_iter().map(|(name, value)| format!("{name} {value}")));
    if let (Shape::Lagrangian, None, Ok(radius)) = (shape, inputs.radius, inputs.radius()) {
        words.push(format!("radius {radius} (twice the objective's range over the margin)"));
    }
    let source = source.map_or_else(String::new, |source| format!(" (the problem's are {source})"));
    format!("From {}{source}.", words.join(", "))
}

fn json_constants(inputs: &Inputs) -> Value {
    let mut constants: Map<String, Value> =
        inputs.constraints.map(|m| ("constraints".to_owned(), m.into())).into_iter().collect();
    constants.extend(named(inputs).into_iter().map(|(name, value)| (name.replace('-', "_"), value.into())));
    constants.into()
}

fn notes(plan: &Plan, given_rounds: bool) -> String {
    let mut text = String::new();
    for row in &plan.rows {
        let form = &row.form;
        let players: Vec<&str> = [form.theta_player, form.lambda_player].into_iter().flatten().collect();
        let players = if players.is_empty() { String::new() } else { format!(" Players: {}.", players.join(", ")) };
        let _ = writeln!(text, "- {}: {}.{players}", form.name, form.says);
    }
    let at = if given_rounds { "T" } else { "the T of their row that meets all its targets" };
    let _ = writeln!(text, "Epsilons are average regrets after {at}, rounded up; steps are near the formulas.");
    text
}
