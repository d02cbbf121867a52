//! What `referee shrink` says: the mixture, its means beside those of the average, and what is proved.

use crate::cli::certify::singles::{by, ship};
use crate::cli::numbers::{self, at_least, at_most};
use crate::cli::paths::wrote;
use crate::cli::prose::{counted, counted_are};
use crate::cli::table::{LeftOut, table};
use crate::game::Function;
use crate::numerics::rational::enclose;
use crate::numerics::{Enclosure, ExactSum};
use crate::regret::Single;
use crate::shrink::{Candidates, Farkas, Outcome, Record, Solution};
use crate::trace::{Checkpoints, Labels};
use dashu_ratio::RBig;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Constraints that are listed one by one; of more, the worst are.
const MOST_LISTED: usize = 12;
/// Longer fractions are printed as decimals only.
const LONGEST: usize = 40;

/// Everything there is to say.
pub(in crate::cli) struct Report<'a> {
    pub(in crate::cli) candidates: &'a Candidates,
    pub(in crate::cli) outcome: &'a Outcome,
    /// Every so manieth row of the file is a candidate, unless these are the rounds with checkpoints.
    pub(in crate::cli) every: usize,
    pub(in crate::cli) labels: &'a Labels,
    pub(in crate::cli) checkpoints: &'a Checkpoints,
    pub(in crate::cli) written: &'a [PathBuf],
}

impl Report<'_> {
    pub(super) fn json(&self) -> String {
        let record = Record::new(self.candidates, self.outcome.clone()).expect("they come from a file");
        format!("{:#}\n", record.to_json())
    }

    pub(super) fn text(&self, quiet: bool) -> String {
        let written = self.written.iter().fold(String::new(), |text, path| text + &wrote(Some(path)));
        match self.outcome {
            Outcome::Optimal(solution) => {
                let claims = if quiet { String::new() } else { self.claims(solution) };
                self.optimal(solution) + &written + &claims
            }
            Outcome::Infeasible(farkas) => written + &self.infeasible(farkas),
        }
    }

    fn optimal(&self, solution: &Solution) -> String {
        let rounds = self.checkpoints.rounds();
        let head = ["candidate", "weight, about", "checkpoint", "exactly"];
        let mut mixture = table(head, [0, 1]).giving_way([LeftOut("exactly")]);
        for atom in &solution.support {
            let row = self.row(atom.candidate, &rounds);
            let file = self.checkpoints.of_round(row).unwrap_or_default();
            mixture.add_row([row.to_string(), about(&atom.weight), file.to_owned(), cell(&atom.weight)]);
        }
        let average = self.average();
        let head = ["mean", "of the mixture, about", "of all candidates, about", "of the mixture, exactly"];
        let mut means = table(head, [1, 2]).giving_way([LeftOut("of the mixture, exactly")]);
        let objective = [about(&solution.objective), numbers::about(average[0]), cell(&solution.objective)];
        means.add_row(["objective".to_owned()].into_iter().chain(objective));
        for i in Self::listed(solution) {
            let (value, at) = (&solution.constraints[i], solution.active.contains(&i));
            let name = format!("{}{}", self.constraint(i), if at { ", active" } else { "" });
            means.add_row([name, about(value), numbers::about(average[i + 1]), cell(value)]);
        }
        let mut text = format!("{mixture}\n\n{means}\n\n");
        match solution.constraints.len().saturating_sub(MOST_LISTED) {
            0 => {}
            1 => text += "Not listed: 1 constraint, whose mean is not larger.\n",
            count => {
                let _ = writeln!(text, "Not listed: {count} constraints, whose means are not larger.");
            }
        }
        let _ = match (solution.epsilon_is_minimal, solution.epsilon.is_zero()) {
            (true, true) => {
                writeln!(text, "epsilon is 0, the least that is not negative and that a mixture can keep")
            }
            (true, false) => writeln!(
                text,
                "No mixture of the candidates is feasible{}: the least epsilon is {}.",
                by_upper_ends(self.candidates.rounded_up()),
                roughly(&solution.epsilon)
            ),
            (false, _) => writeln!(text, "epsilon is {}, as asked", briefly(&solution.epsilon)),
        };
        text + &self.single(&rounds)
    }

    /// The row of the user's file that a candidate is.
    fn row(&self, candidate: usize, rounds: &[usize]) -> usize {
        rounds.get(candidate).copied().unwrap_or(candidate * self.every)
    }

    fn constraint(&self, i: usize) -> String {
        self.labels.name(Function::Constraint(i + 1))
    }

    /// What the best candidate alone does: one model is easier to ship than a mixture.
    fn single(&self, rounds: &[usize]) -> String {
        let Some(best) = self.candidates.best() else { return String::new() };
        let best = Single { round: self.row(best.round, rounds), ..best };
        if !rounds.is_empty() {
            return ship(&best, self.checkpoints.of_round(best.round), by(true, self.candidates.rounded_up())) + "\n";
        }
        let Single { round, objective, violation } = best;
        let (objective, violation) = (at_most(objective), at_most(violation));
        format!(
            "The best single row is {round}: objective at most {objective}, largest violation at most {violation}.\n"
        )
    }

    /// What is proved, in words.
    pub(in crate::cli) fn claims(&self, solution: &Solution) -> String {
        let (count, m) = (counted(self.candidates.len(), "candidate"), self.candidates.num_constraints());
        let mut text = format!(
            "Proved in exact arithmetic for the {count} as given{}: no mixture of them whose every constraint \
             is at most epsilon on average has a smaller mean objective, and {} used, where {} active constraint{} of \
             {m} allow{} {}.\n",
            by_upper_ends(self.candidates.rounded_up()),
            counted_are(solution.support.len(), "candidate"),
            solution.active.len(),
            if solution.active.len() == 1 { "" } else { "s" },
            if solution.active.len() == 1 { "s" } else { "" },
            solution.most_support(self.candidates.equalities()),
        );
        let once = self.candidates.equalities().within(&solution.active);
        if once > 0 {
            text.truncate(text.len() - 2);
            let _ = writeln!(text, ", an equality counted once.");
        }
        let chosen = !self.checkpoints.rounds().is_empty();
        if self.every > 1 {
            let every = ordinal(self.every);
            let _ = writeln!(text, "The candidates are every {every} row of the file, from row 0.");
        } else if chosen {
            text += "The candidates are the rounds that have a checkpoint.\n";
        }
        if let ([used, .., _], true) = (self.written, chosen || self.every > 1) {
            let name = used.file_name().unwrap_or(used.as_os_str()).display();
            let _ = writeln!(text, "The solution counts the rows of {name}; the table above counts those of the file.");
        }
        text
    }

    pub(in crate::cli) fn infeasible(&self, farkas: &Farkas) -> String {
        let weight =
            |(i, y): (usize, &RBig)| (!y.is_zero()).then(|| format!("{} times {}", briefly(y), self.constraint(i)));
        let weights: Vec<String> = farkas.weights.iter().enumerate().filter_map(weight).collect();
        let weighed = match farkas.weights.iter().position(|y| *y == RBig::ONE) {
            Some(i) => self.constraint(i),
            None if weights.len() > MOST_LISTED => {
                format!("a weighted sum of {} constraints (--json has the weights)", weights.len())
            }
            None => format!("the sum of {}", weights.join(", ")),
        };
        let count = counted(self.candidates.len(), "candidate");
        format!(
            "Infeasible{}: no mixture of the {count} has every constraint at most {} on average.\nProof: every candidate has \
             at least {} in {weighed}; this is also the least epsilon that a mixture keeps.\n",
            by_upper_ends(self.candidates.rounded_up()),
            surely(&farkas.epsilon),
            surely(&farkas.least),
        )
    }

    /// All constraints, or the largest of them.
    fn listed(solution: &Solution) -> Vec<usize> {
        let mut listed: Vec<usize> = (0..solution.constraints.len()).collect();
        if listed.len() > MOST_LISTED {
            listed.sort_by(|&a, &b| solution.constraints[b].cmp(&solution.constraints[a]));
            listed.truncate(MOST_LISTED);
            listed.sort_unstable();
        }
        listed
    }

    /// The means with equal weights. A mean is a double's size even where the sum is not.
    fn average(&self) -> Vec<Enclosure> {
        let count = RBig::from(self.candidates.len());
        (0..=self.candidates.num_constraints())
            .map(|k| {
                let mut sum = ExactSum::new();
                for t in 0..self.candidates.len() {
                    sum.add(self.candidates.value(t, k));
                }
                enclose(&(sum.to_rational() / &count))
            })
            .collect()
    }
}

/// What a sentence about candidates rests on where only enclosures of their values are known.
pub(in crate::cli) fn by_upper_ends(rounded_up: bool) -> &'static str {
    if rounded_up { ", by the upper ends of their enclosed values" } else { "" }
}

/// A decimal, with the fraction beside it where the decimal is not all of it: `0.05 (exactly a/b)`.
fn briefly(x: &RBig) -> String {
    if is_decimal(x) || exactly(x).is_empty() { roughly(x) } else { beside(x, &about(x)) }
}

/// The same, which says that a decimal is rounded even if the fraction stands beside it.
pub(in crate::cli) fn roughly(x: &RBig) -> String {
    if is_decimal(x) { about(x) } else { beside(x, &format!("about {}", about(x))) }
}

/// The same, rounded down: for what nothing is below.
pub(in crate::cli) fn surely(x: &RBig) -> String {
    if is_decimal(x) { about(x) } else { beside(x, &at_least(x)) }
}

fn beside(x: &RBig, decimal: &str) -> String {
    let exact = exactly(x);
    if exact.is_empty() { decimal.to_owned() } else { format!("{decimal} (exactly {exact})") }
}

/// Whether the nine digits that are printed are the number itself.
fn is_decimal(x: &RBig) -> bool {
    let scaled = (x * RBig::from(1_000_000_000_u64)).to_string();
    !scaled.contains('/') && scaled.trim_start_matches('-').trim_end_matches('0').len() <= 9
}

/// `2nd`, `3rd`, `11th`.
fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// The fraction, or how long it is.
pub(in crate::cli) fn cell(x: &RBig) -> String {
    let exact = exactly(x);
    if exact.is_empty() {
        format!("{} digits, see --json", x.to_string().trim_start_matches('-').len() - 1)
    } else {
        exact
    }
}

/// The fraction, or nothing if it is long.
fn exactly(x: &RBig) -> String {
    let text = x.to_string();
    if text.len() <= LONGEST { text } else { String::new() }
}

pub(in crate::cli) fn about(x: &RBig) -> String {
    numbers::about(enclose(x))
}

#[cfg(test)]
#[path = "../../../tests/inside/cli/shrink/print.rs"]
mod tests;
