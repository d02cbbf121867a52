//! What `referee solve` says: the choices, the mixture that came out, and the built-in problems.

use super::{second, until};
use crate::arena::Match;
use crate::certificate::Certificate;
use crate::cli::certify;
use crate::cli::numbers::{at_least, at_most, digits, plain, roughly};
use crate::cli::paths::wrote;
use crate::cli::prose::radius_words;
use crate::cli::reports::{certified, pair, problem_line};
use crate::cli::table::{Below, Table, table};
use crate::error::Result;
use crate::numerics::Enclosure;
use crate::players::Sight;
use crate::problem::Facts;
use crate::problem::families::{Family, Instance, Known, Optimum};
use crate::registry::Registry;
use crate::run::{Choices, Run, Second, Written};
use crate::trace::Means;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Constraints that are listed one by one; of more, the worst is named.
const MOST_LISTED: usize = 10;

/// Everything there is to say about a run.
pub(super) struct Report<'a> {
    pub(super) run: &'a Run<'a>,
    pub(super) written: &'a Written,
    /// The call of `certify --statement` that fits, if one does.
    pub(super) certify_call: Option<&'a str>,
    /// The page about it, if one was written.
    pub(super) page: Option<&'a Path>,
}

impl Report<'_> {
    pub(super) fn text(&self, quiet: bool) -> String {
        let Run { choices: chosen, means, certification, .. } = self.run;
        let infeasible = self.run.second.as_ref().is_some_and(Second::is_infeasible);
        let mut text = String::new();
        if !quiet {
            text += &choices(chosen, &self.run.players, &certification.certificate);
        }
        text.extend(self.run.pursuit.as_ref().map(|pursuit| until::text(self.run, pursuit, quiet)));
        let mut table = table(["of the mixture", "at least", "at most", "compare with"], [1, 2]);
        let (known, proxies) = (chosen.known, chosen.problem.has_proxies());
        let mut row = |name: String, mean: Enclosure, compare: String| {
            table.add_row([name, at_least(mean.lo()), at_most(mean.hi()), compare]);
        };
        let best = match (known, infeasible) {
            (Some(known), _) => optimum_cell(known, proxies),
            (None, true) => String::new(),
            (None, false) => stated_cell(chosen.problem.facts()),
        };
        row("objective".to_owned(), means.objective, best);
        for (name, mean) in self.constraint_rows(means) {
            row(name, mean, "at most 0".to_owned());
        }
        if let Some(weight) = means.objective_weight {
            row("weight of the objective".to_owned(), weight, "above 0".to_owned());
        }
        let _ = writeln!(text, "{table}\n{}\n", self.verdict());
        let mut before = match &self.run.second {
            Some(second) => second::text(second, self.written),
            None => "There are too many rounds to shrink in memory: add --every to keep fewer.\n".to_owned(),
        };
        for path in &self.written.files {
            before += &wrote(Some(path));
        }
        before += &(wrote(self.page) + &self.others());
        if let Some(call) = self.certify_call.filter(|_| !quiet) {
            let _ = writeln!(before, "To compare this run with its rate:\n{call}");
        }
        let report = certify::Report { certification, before: &before, labels: None, without_rival: infeasible };
        text + &report.text(true)
    }

    /// Older files that were removed, and files of others that were not.
    fn others(&self) -> String {
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().display().to_string();
        let removed = self.written.removed.iter().map(|path| format!("removed an older {}\n", name(path)));
        let kept = self.written.kept.iter();
        removed.chain(kept.map(|path| format!("kept {}, which this run did not write\n", path.display()))).collect()
    }

    /// One sentence about feasibility, which the recorded values prove.
    fn verdict(&self) -> String {
        let means = &self.run.means;
        let worst = means.infeasibility().hi();
        if means.constraints.is_empty() {
            "There are no constraints to violate.".to_owned()
        } else if worst == 0.0 {
            "The mixture satisfies every constraint on average.".to_owned()
        } else {
            let worst_of = |a: &usize, b: &usize| means.constraints[*a].hi().total_cmp(&means.constraints[*b].hi());
            let name = (0..means.constraints.len()).max_by(worst_of).map_or(String::new(), |i| self.constraint_name(i));
            // Which is the largest may be open: that this bounds them all is not.
            format!(
                "The mixture violates no constraint by more than {} on average: the bound for `{name}`.",
                at_most(worst)
            )
        }
    }

    fn constraint_rows(&self, means: &Means) -> Vec<(String, Enclosure)> {
        let name = |i: usize| self.constraint_name(i);
        if means.constraints.len() <= MOST_LISTED {
            return means.constraints.iter().enumerate().map(|(i, &mean)| (name(i), mean)).collect();
        }
        let worst = (0..means.constraints.len())
            .max_by(|&a, &b| means.constraints[a].hi().total_cmp(&means.constraints[b].hi()));
        worst
            .map(|i| (format!("{}, the worst of {}", name(i), means.constraints.len()), means.constraints[i]))
            .into_iter()
            .collect()
    }

    fn constraint_name(&self, i: usize) -> String {
        match self.run.choices.problem.expressions() {
            Some(problem) => problem.constraints()[i].name.clone(),
            None => format!("constraint_{}", i + 1),
        }
    }

    pub(super) fn json(&self) -> String {
        let Run { choices, means, players, certification, .. } = self.run;
        let mut report = json!({
            "problem": choices.problem.name(),
            "game": choices.algorithm.game().to_string(),
            "algorithm": choices.algorithm.name(),
            "theta_player": players.theta_player.name(),
            "lambda_player": players.lambda_player.name(),
            "rounds": choices.rounds,
            "seed": choices.seed,
            "objective": pair(means.objective),
            "constraints": means.constraints.iter().copied().map(pair).collect::<Vec<_>>(),
            "constraint_names": (0..means.constraints.len()).map(|i| self.constraint_name(i)).collect::<Vec<_>>(),
            "infeasibility": pair(means.infeasibility()),
            "written": self.written.files,
        });
        let mut add = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                report[key] = value;
            }
        };
        let certificate = &certification.certificate;
        add("certified", Some(certified(certificate)));
        add("problem_sha256", certificate.problem_sha256().map(Value::from));
        add("radius", choices.is_lagrangian().then(|| choices.radius.value.into()));
        add("until", self.run.pursuit.as_ref().map(until::json));
        add("objective_weight", means.objective_weight.map(pair));
        add("theta_step", players.theta_player.step().map(Value::from));
        add("lambda_step", players.lambda_player.step().map(Value::from));
        add("lambda_rounding", players.lambda_player.rounding().map(Value::from));
        add("certify", self.certify_call.map(Value::from));
        add("theta_bound", players.theta_player.bound().map(Value::from));
        add("lambda_bound", players.lambda_player.bound().map(Value::from));
        add("theta_runtime_bound", players.theta_player.runtime_bound().map(Value::from));
        add("lambda_runtime_bound", players.lambda_player.runtime_bound().map(Value::from));
        if let Some(known) = choices.known {
            for (key, optimum) in optima(known) {
                add(key, optimum.map(|optimum| pair(optimum.value)));
            }
        }
        if let Some(second) = &self.run.second {
            second::add_to(second, self.written, &mut report);
        }
        format!("{report:#}\n")
    }
}

/// What was played, with the reasons.
pub(super) fn choices(plan: &Choices<'_>, players: &Match<'_>, certificate: &Certificate) -> String {
    let about = certificate.problem_sha256().map(|digest| problem_line(plan.problem.name(), &digest));
    format!("{}\n\n{}", choices_table(plan, players), about.map_or_else(String::new, |line| line + "\n"))
}

pub(super) fn choices_table(plan: &Choices<'_>, players: &Match<'_>) -> Table {
    let constants = plan.bounds;
    let mut table = table(["choice", "value", "why"], []);
    let mut row = |choice: &str, value: String, why: &str| {
        table.add_row([choice.to_owned(), value, why.to_owned()]);
    };
    row("problem", plan.problem.name().to_owned(), &plan.problem.domain().to_string());
    row("algorithm", plan.algorithm.name().to_owned(), &plan.why.to_string());
    row("theta-player", players.theta_player.name().to_owned(), plan.oracle.as_deref().unwrap_or(""));
    row("lambda-player", players.lambda_player.name().to_owned(), "");
    row("rounds", plan.rounds.to_string(), &format!("seed {}", plan.seed));
    if plan.is_lagrangian() {
        row("radius R", digits(plan.radius.value), &radius_words(plan.radius.why));
    }
    row("largest constraint", at_most(constants.bound_constraints), plan.bounds_source);
    if let Some(bound) = constants.bound_subgradient {
        row("largest subgradient", at_most(bound), "for weights that sum to 1");
    }
    let theta = &players.theta_player;
    let lambda = &players.lambda_player;
    for (name, step, why) in [
        ("theta step", theta.step(), "`certify --statement`: --theta-step, where probabilities are promised"),
        ("lambda step", lambda.step(), "`certify --statement`: --step"),
    ] {
        if let Some(step) = step {
            row(name, digits(step), why);
        }
    }
    if let Some(rounding) = lambda.rounding() {
        row(
            "lambda rounding",
            at_most(rounding),
            "average per round, at most; a part of --rounding of `certify --statement`",
        );
    }
    for (name, bound, missing) in [
        ("theta regret, a priori", theta.bound(), no_theta_bound(plan, players)),
        ("lambda regret, a priori", lambda.bound(), "no theorem covers this player"),
        ("theta regret, this run", theta.runtime_bound(), "not bounded by this run"),
        ("lambda regret, this run", lambda.runtime_bound(), "not bounded by this run"),
    ] {
        let range = constants.objective_range;
        // An oracle's errors are enclosed; what the others learn from are values and slopes in doubles.
        let enclosed = name.starts_with("theta") && players.sight == Sight::Loss;
        let promise = if enclosed {
            "average per round, at most; a part of --oracle-error of `certify --statement`"
        } else {
            "average per round, at most, for values in doubles"
        };
        let longer = if plan.is_lagrangian() { "play longer, or set --radius" } else { "play longer" };
        match bound {
            Some(bound) if bound > range => {
                row(name, at_most(bound), &format!("{promise}; more than the objective's whole range: {longer}"));
            }
            Some(bound) => row(name, at_most(bound), promise),
            None => row(name, "none".to_owned(), missing),
        }
    }
    table
}

/// Why the theta-player has no a-priori bound.
fn no_theta_bound(plan: &Choices<'_>, players: &Match<'_>) -> &'static str {
    match players.sight {
        Sight::Loss => "an oracle's error is measured, not promised: see this run",
        Sight::Stochastic => "its theorem holds with high probability only",
        Sight::Slopes if !plan.convex => "the functions are not known to be convex",
        Sight::Slopes => "no theorem covers this player here",
    }
}

fn optima(known: &Known) -> [(&'static str, Option<&Optimum>); 3] {
    [
        ("optimum", known.optimum.as_ref()),
        ("mixed_optimum", known.mixed_optimum.as_ref()),
        ("proxy_optimum", known.proxy_optimum.as_ref()),
    ]
}

/// Those of the three best values that are known, in words.
fn best<T>(values: [Option<T>; 3], tell: impl Fn(T) -> String) -> String {
    let names = ["best point", "best mixture", "best for the proxies"];
    let told = names.into_iter().zip(values).filter_map(|(name, value)| Some(format!("{name} {}", tell(value?))));
    told.collect::<Vec<_>>().join(", ")
}

/// What the author of a problem file states, with the grade it earned.
fn stated_cell(facts: &Facts) -> String {
    let values = [facts.optimum, facts.mixed_optimum, facts.proxy_optimum];
    let best = best(values, |fact| format!("{} ({})", plain(fact.value), fact.grade));
    // The file's word: nothing proves that there is a best one.
    if best.is_empty() { best } else { format!("by the file: {best}") }
}

fn optimum_cell(known: &Known, has_proxies: bool) -> String {
    if !known.feasible {
        return "no point is feasible".to_owned();
    }
    let proxy = known.proxy_optimum.as_ref().filter(|_| has_proxies);
    let best = best([known.optimum.as_ref(), known.mixed_optimum.as_ref(), proxy], |optimum| roughly(optimum.value));
    if best.is_empty() { "unknown".to_owned() } else { best }
}

/// The built-in problems with their defaults and optimum.
pub(super) fn list(registry: &Registry, as_json: bool) -> Result<String> {
    let mut rows = Vec::new();
    for family in registry.families() {
        let instance = family.open(family.name)?;
        let parameters: Vec<_> =
            family.parameters.iter().map(|parameter| format!("{}={}", parameter.name, parameter.default)).collect();
        rows.push((family, parameters.join(", "), instance));
    }
    if as_json {
        let row = |(family, parameters, instance): &(&Family, String, Instance)| {
            let mut row = json!({ "name": family.name, "summary": family.summary, "parameters": parameters,
                "constraints": instance.problem.num_constraints(), "convex": instance.convex });
            for (key, optimum) in optima(&instance.known) {
                if let Some(optimum) = optimum {
                    row[key] = pair(optimum.value);
                }
            }
            row
        };
        return Ok(format!("{:#}\n", Value::from(rows.iter().map(row).collect::<Vec<_>>())));
    }
    let mut table = table(["problem", "what", "parameters", "optimum"], []).giving_way([Below("optimum")]);
    for (family, parameters, instance) in &rows {
        table.add_row([
            family.name.to_owned(),
            family.summary.to_owned(),
            parameters.clone(),
            optimum_cell(&instance.known, instance.problem.has_proxies()),
        ]);
    }
    Ok(format!("{table}\n"))
}
