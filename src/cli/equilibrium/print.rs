//! What `referee equilibrium` says: who is drawn how often, the multipliers beside what they weigh, and what it means.

use crate::certificate::problem_sha256;
use crate::cli::numbers::{at_most, plain};
use crate::cli::prose::{counted, counted_are};
use crate::cli::reports::problem_line;
use crate::cli::shrink::print::{about, by_upper_ends, cell};
use crate::cli::table::{LeftOut, table};
use crate::equilibrium::{Equilibrium, FiniteGame};
use crate::game::{Function, Rules};
use crate::numerics::Enclosure;
use crate::numerics::rational::enclose;
use crate::problem::Problem;
use crate::theorems::thm5_sparse_equilibrium::Found;
use crate::trace::Labels;
use dashu_ratio::RBig;
use std::cmp::Ordering;
use std::fmt::Write as _;
use std::path::Path;

/// Constraints that are listed one by one; of more, those that matter most are.
const MOST_LISTED: usize = 12;

/// A mean: around it, and exactly if it is known exactly.
struct Mean {
    around: Enclosure,
    exact: Option<RBig>,
}

impl Mean {
    fn of(exact: &RBig) -> Self {
        Self { around: enclose(exact), exact: Some(exact.clone()) }
    }

    fn enclosed(around: Enclosure) -> Self {
        Self { around, exact: None }
    }

    /// A decimal that is not below it.
    fn at_most(&self) -> String {
        self.exact.as_ref().map_or_else(|| at_most(self.around.hi()), at_most)
    }

    /// The fraction, if it is known.
    fn exactly(&self) -> String {
        self.exact.as_ref().map_or_else(String::new, cell)
    }

    /// Which of two may be larger.
    fn order(&self, other: &Self) -> Ordering {
        match (&self.exact, &other.exact) {
            (Some(own), Some(others)) => own.cmp(others),
            _ => self.around.hi().total_cmp(&other.around.hi()),
        }
    }
}

/// The multipliers beside the means of what they weigh; `name` is that of a constraint.
fn multipliers(
    rules: Rules,
    multipliers: &[RBig],
    objective: &Mean,
    means: &[Mean],
    name: impl Fn(usize) -> String,
) -> String {
    let head = ["", "multiplier, about", "mean, at most", "multiplier, exactly", "mean, exactly"];
    let gives_way = [LeftOut("mean, exactly"), LeftOut("multiplier, exactly")];
    let mut rows = table(head, [1, 2]).giving_way(gives_way);
    let [own, exactly] = match rules {
        Rules::Lagrangian { .. } => [String::new(), String::new()],
        Rules::ProxyLagrangian => [about(&multipliers[0]), cell(&multipliers[0])],
    };
    rows.add_row(["objective".to_owned(), own, objective.at_most(), exactly, objective.exactly()]);
    let weights = rules.of_constraints(multipliers);
    let mut listed: Vec<usize> = (0..means.len()).collect();
    if listed.len() > MOST_LISTED {
        listed.sort_by(|&a, &b| weights[b].cmp(&weights[a]).then_with(|| means[b].order(&means[a])).then(a.cmp(&b)));
        listed.truncate(MOST_LISTED);
        listed.sort_unstable();
    }
    for &i in &listed {
        let (own, mean) = (&weights[i], &means[i]);
        rows.add_row([name(i), about(own), mean.at_most(), cell(own), mean.exactly()]);
    }
    let mut text = format!("{rows}\n");
    if listed.len() < means.len() {
        let _ =
            writeln!(text, "Not listed: {} constraints of smaller multipliers or means.", means.len() - listed.len());
    }
    text
}

fn game(rules: Rules) -> String {
    match rules {
        Rules::Lagrangian { radius } => {
            format!("Lagrangian game with multipliers that sum to at most {}", plain(radius))
        }
        Rules::ProxyLagrangian => "proxy game".to_owned(),
    }
}

/// Whether the mixture keeps its constraints, in words.
fn feasibility(means: &[Mean]) -> String {
    match means.iter().max_by(|a, b| a.order(b)) {
        None => String::new(),
        Some(worst) if worst.around.hi() <= 0.0 => "The mixture keeps every constraint on average.\n".to_owned(),
        Some(worst) => format!("The mixture violates its constraints by at most {} on average.\n", worst.at_most()),
    }
}

/// The equilibrium of a game on candidates.
pub(super) fn exact(candidates: &FiniteGame, found: &Equilibrium, labels: &Labels, quiet: bool) -> String {
    let mut mixture = table(["candidate", "weight, about", "exactly"], [0, 1]).giving_way([LeftOut("exactly")]);
    for atom in &found.support {
        mixture.add_row([atom.candidate.to_string(), about(&atom.weight), cell(&atom.weight)]);
    }
    let means: Vec<Mean> = found.constraints.iter().map(Mean::of).collect();
    let objective = Mean::of(&found.objective);
    let name = |i: usize| labels.name(Function::Constraint(i + 1));
    let mut text = format!("{mixture}\n\n{}\n", multipliers(found.rules, &found.multipliers, &objective, &means, name));
    let by = by_upper_ends(candidates.rounded_up(found.rules.game()));
    let gaps = by.replace("their", "the candidates'");
    let _ = writeln!(text, "theta-gap {}, lambda-gap {}, exactly{gaps}", found.theta_gap, found.lambda_gap);
    if !quiet {
        let (m, count) = (candidates.num_constraints(), counted(candidates.len(), "candidate"));
        let _ = writeln!(
            text,
            "An equilibrium of the {} on {count}, in exact arithmetic{by}: no candidate costs the theta-player less at \
             these multipliers than the mixture does, no other multipliers get more from the mixture, and {} used, \
             where Lemma {} allows {}.",
            game(found.rules),
            counted_are(found.support.len(), "candidate"),
            if found.rules.radius().is_some() { 2 } else { 5 },
            m + 1,
        );
        text += &feasibility(&means);
    }
    text
}

/// The equilibrium of a problem.
pub(super) struct Report<'a> {
    pub(super) problem: &'a dyn Problem,
    pub(super) found: &'a Found,
    pub(super) asked: f64,
    /// Why the radius is what it is.
    pub(super) radius: &'a str,
    /// Why the oracle is what it is.
    pub(super) oracle: &'a str,
    /// The file that shows it, if one is kept.
    pub(super) written: Option<&'a Path>,
}

impl Report<'_> {
    pub(super) fn text(&self, quiet: bool) -> String {
        let equilibrium = &self.found.equilibrium;
        let mut mixture = table(["point", "weight, about", "exactly"], [1]).giving_way([LeftOut("exactly")]);
        for atom in &equilibrium.support {
            mixture.add_row([self.point(&atom.theta), about(&atom.weight), cell(&atom.weight)]);
        }
        let means: Vec<Mean> = equilibrium.constraints.iter().map(|&mean| Mean::enclosed(mean)).collect();
        let objective = Mean::enclosed(equilibrium.objective);
        let name = |i: usize| match self.problem.expressions() {
            Some(problem) => problem.constraints()[i].name.clone(),
            None => Function::Constraint(i + 1).to_string(),
        };
        let mut text = format!(
            "{mixture}\n\n{}\n",
            multipliers(equilibrium.rules, &equilibrium.multipliers, &objective, &means, name)
        );
        let _ = writeln!(
            text,
            "theta-gap at most {}, lambda-gap at most {} ({})",
            at_most(equilibrium.theta_gap),
            at_most(equilibrium.lambda_gap),
            match self.written {
                Some(path) => format!("proved: `referee check {}`", path.display()),
                None => "computed: --output keeps what a checker needs".to_owned(),
            }
        );
        if equilibrium.gap() > self.asked {
            let _ = writeln!(
                text,
                "The gap {} that was asked for was not reached: the oracle found no new point or used up its rounds, \
                 and the gaps above are what was reached.",
                plain(self.asked)
            );
        }
        if quiet {
            return text;
        }
        text += &problem_line(self.problem.name(), &problem_sha256(&equilibrium.problem));
        if let Some(radius) = equilibrium.rules.radius() {
            let _ = writeln!(text, "Radius {}: {}.", plain(radius), self.radius);
        }
        let _ = writeln!(text, "Oracle: {}; it was asked {}.", self.oracle, counted(self.found.rounds, "time"));
        let _ = writeln!(
            text,
            "An equilibrium of the {} up to the gaps: no point of the domain costs the theta-player less by more than \
             the theta-gap at these multipliers, no other multipliers get more from the mixture by more than the \
             lambda-gap, and {} used, where Theorem 5 allows {}.",
            game(equilibrium.rules),
            counted_are(equilibrium.support.len(), "point"),
            self.problem.num_constraints() + 1,
        );
        text += &feasibility(&means);
        text
    }

    /// The coordinates with their names, or the number of a table's point.
    fn point(&self, theta: &[f64]) -> String {
        match self.problem.expressions() {
            Some(expressions) => {
                let named = expressions.variables().iter().zip(theta);
                named.map(|(name, x)| format!("{name} = {}", plain(*x))).collect::<Vec<_>>().join(", ")
            }
            None => theta.iter().map(|x| plain(*x)).collect::<Vec<_>>().join(", "),
        }
    }
}
