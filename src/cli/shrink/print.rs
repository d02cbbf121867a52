//! What `referee shrink` says: the mixture, its means beside those of the average, and what is proved.

use crate::cli::numbers::short;
use crate::numerics::rational::enclose;
use crate::numerics::{Enclosure, ExactSum};
use crate::shrink::{Candidates, Farkas, Outcome, Record, Solution};
use comfy_table::{CellAlignment, Table, presets};
use dashu_ratio::RBig;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Constraints that are listed one by one; of more, the worst are.
const MOST_LISTED: usize = 12;
/// Longer fractions are printed as decimals only.
const LONGEST: usize = 40;

/// Everything there is to say.
pub(super) struct Report<'a> {
    pub(super) candidates: &'a Candidates,
    pub(super) outcome: &'a Outcome,
    pub(super) every: usize,
    pub(super) written: &'a [PathBuf],
}

impl Report<'_> {
    pub(super) fn json(&self) -> String {
        let record = Record::new(self.candidates, self.outcome.clone()).expect("they come from a file");
        format!("{:#}\n", record.to_json())
    }

    pub(super) fn text(&self, quiet: bool) -> String {
        let mut text = match self.outcome {
            Outcome::Optimal(solution) => self.optimal(solution, quiet),
            Outcome::Infeasible(farkas) => self.infeasible(farkas),
        };
        for path in self.written {
            let _ = writeln!(text, "wrote {}", path.display());
        }
        text
    }

    fn optimal(&self, solution: &Solution, quiet: bool) -> String {
        let mut mixture = Table::new();
        mixture.load_style(presets::ASCII_MARKDOWN).set_header(["candidate", "weight", "is about"]);
        for atom in &solution.support {
            // The number is that of the row in the user's file.
            mixture.add_row([(atom.candidate * self.every).to_string(), cell(&atom.weight), about(&atom.weight)]);
        }
        let average = self.average();
        let mut means = Table::new();
        means.load_style(presets::ASCII_MARKDOWN).set_header(["mean", "of the mixture", "is about", "average of all"]);
        let objective = [cell(&solution.objective), about(&solution.objective), short(average[0])];
        means.add_row(["objective".to_owned()].into_iter().chain(objective));
        for i in Self::listed(solution) {
            let (value, at) = (&solution.constraints[i], solution.active.contains(&i));
            let name = format!("constraint_{}{}", i + 1, if at { ", active" } else { "" });
            means.add_row([name, cell(value), about(value), short(average[i + 1])]);
        }
        align(&mut mixture, [0, 2]);
        align(&mut means, [2, 3]);
        let mut text = format!("{mixture}\n\n{means}\n\n");
        let minimal = if solution.epsilon_is_minimal {
            ", the least that is not negative and that a mixture can keep"
        } else {
            ", as asked"
        };
        let about = if exactly(&solution.epsilon).is_empty() { "about " } else { "" };
        let _ = writeln!(text, "epsilon is {about}{}{minimal}", briefly(&solution.epsilon));
        if !quiet {
            text += &self.claims(solution);
        }
        text
    }

    /// What is proved, in words.
    fn claims(&self, solution: &Solution) -> String {
        let (count, m) = (self.candidates.len(), self.candidates.num_constraints());
        let size = solution.support.len();
        let mut text = format!(
            "Proved in exact arithmetic for the {count} candidate{} as given: no mixture of them whose every constraint \
             is at most epsilon on average has a smaller mean objective, and {} used, where {} active constraint{} of \
             {m} allow{} {}.\n",
            if count == 1 { "" } else { "s" },
            if size == 1 { "1 candidate is".to_owned() } else { format!("{size} candidates are") },
            solution.active.len(),
            if solution.active.len() == 1 { "" } else { "s" },
            if solution.active.len() == 1 { "s" } else { "" },
            solution.active.len() + usize::from(solution.epsilon_duals.is_none()),
        );
        if self.every > 1 {
            let _ = writeln!(text, "The candidates are every {}th row of the file, from row 0.", self.every);
        }
        text
    }

    fn infeasible(&self, farkas: &Farkas) -> String {
        let weight = |(i, y): (usize, &RBig)| (!y.is_zero()).then(|| format!("{} of constraint_{}", briefly(y), i + 1));
        let weights: Vec<String> = farkas.weights.iter().enumerate().filter_map(weight).collect();
        let weights =
            if weights.len() > MOST_LISTED { format!("{} constraints", weights.len()) } else { weights.join(", ") };
        format!(
            "Infeasible: no mixture of the {} candidates has every constraint at most {} on average.\nProof: every \
             candidate has at least {} in the weighted sum of {weights}; this is also the least epsilon that a mixture \
             keeps.\n",
            self.candidates.len(),
            briefly(&farkas.epsilon),
            briefly(&farkas.least),
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

    /// The means with equal weights.
    fn average(&self) -> Vec<Enclosure> {
        let count = Enclosure::point(self.candidates.len() as f64);
        (0..=self.candidates.num_constraints())
            .map(|k| {
                let mut sum = ExactSum::new();
                for t in 0..self.candidates.len() {
                    sum.add(
                        k.checked_sub(1)
                            .map_or_else(|| self.candidates.objective(t), |i| self.candidates.constraint(t, i)),
                    );
                }
                sum.enclose().divide(count).unwrap_or(Enclosure::ZERO)
            })
            .collect()
    }
}

/// The fraction if it is short, else a decimal.
fn briefly(x: &RBig) -> String {
    let exact = exactly(x);
    if exact.is_empty() { about(x) } else { exact }
}

/// Numbers to the right.
fn align(table: &mut Table, columns: [usize; 2]) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// The fraction, or how long it is.
fn cell(x: &RBig) -> String {
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

fn about(x: &RBig) -> String {
    short(enclose(x))
}
