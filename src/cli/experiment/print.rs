//! The tables of `referee experiment`, for people and for programs.

use super::{Checked, documents, verdicts};
use crate::certificate::{Role, Verdict};
use crate::cli::numbers::{at_least, at_most_coarsely, at_most_to};
use crate::cli::prose::counted;
use crate::cli::table::table;
use crate::data::Start;
use crate::experiment::paper::ADULT;
use crate::experiment::{Protocol, ROWS, RowOutcome, SplitOutcome, Study, row_name};
use crate::game::Grade;
use serde_json::{Value, json};
use std::fmt::Write as _;

pub(super) struct Report<'a> {
    pub(super) study: &'a Study,
    pub(super) protocol: &'a Protocol,
    pub(super) outcomes: &'a [SplitOutcome],
    pub(super) checked: &'a [Checked],
}

/// Mean and population standard deviation over the splits.
#[derive(Clone, Copy)]
pub(super) struct Spread {
    pub(super) mean: f64,
    /// Absent for a single split.
    pub(super) deviation: Option<f64>,
}

impl Spread {
    pub(super) fn of(numbers: &[f64]) -> Self {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let square = numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / count;
        Self { mean, deviation: (numbers.len() > 1).then(|| square.sqrt()) }
    }

    fn text(self, digits: usize) -> String {
        if self.mean.is_nan() {
            return "none".to_owned(); // nobody is predicted `+`, so there is no ratio
        }
        match self.deviation {
            Some(deviation) => format!("{:.digits$} +- {deviation:.digits$}", self.mean),
            None => format!("{:.digits$}", self.mean),
        }
    }

    fn json(self) -> Value {
        json!({ "mean": self.mean, "sd": self.deviation })
    }
}

impl Report<'_> {
    /// What a row is on every split.
    fn rows(&self, place: usize) -> Vec<&RowOutcome> {
        self.outcomes.iter().map(|outcome| &outcome.rows[place]).collect()
    }

    fn spread(&self, place: usize, of: impl Fn(&RowOutcome) -> f64) -> Spread {
        Spread::of(&self.rows(place).into_iter().map(of).collect::<Vec<_>>())
    }

    pub(super) fn text(&self, quiet: bool) -> String {
        let mut text = self.heading();
        let groups = self.study.groups.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" / ");
        let head = ["row", "", "models", "test error, about %", "train ratio, about %", "test ratio, about %"];
        let mut table = table(head, [2, 3]);
        let is_adult = self.study.name == "adult";
        for (place, (game, kind)) in ROWS.into_iter().enumerate() {
            if is_adult {
                let paper = &ADULT[place];
                let list = |ratios: &[f64]| ratios.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / ");
                table.add_row([
                    row_name(game, kind).to_owned(),
                    "paper".to_owned(),
                    paper.support.to_string(),
                    paper.test_error.to_string(),
                    list(&paper.train_ratios),
                    list(&paper.test_ratios),
                ]);
            }
            let ratios = |of: fn(&RowOutcome) -> &Vec<f64>| {
                let ratio = |i: usize| self.spread(place, |row| 100.0 * of(row)[i]).text(1);
                (0..self.study.groups.len()).map(ratio).collect::<Vec<_>>().join(" / ")
            };
            let mut supports: Vec<usize> = self.rows(place).iter().map(|row| row.support).collect();
            if supports.iter().all(|&support| support == supports[0]) {
                supports.truncate(1);
            }
            table.add_row([
                if is_adult { String::new() } else { row_name(game, kind).to_owned() },
                "here".to_owned(),
                supports.iter().map(ToString::to_string).collect::<Vec<_>>().join("/"),
                self.spread(place, |row| 100.0 * row.test_error).text(2),
                ratios(|row| &row.train_ratios),
                ratios(|row| &row.test_ratios),
            ]);
        }
        let _ = writeln!(text, "{table}\nRatios: {groups}, each group's true positive rate over that of all.");
        text += &self.certified();
        if !quiet {
            text += &self.remarks();
        }
        text
    }

    fn heading(&self) -> String {
        let start = match self.protocol.start {
            Start::Released => "as released",
            Start::Uniform => "uniform, as written in the paper",
        };
        format!(
            "{}: {} rows, {} features with the intercept; {}, {} rounds of {} rows, 13 step sizes; start of the \
             lambda-player: {start}\n\n",
            self.study.name,
            self.study.table.len(),
            self.study.recipe.features.len(),
            counted(self.outcomes.len(), "split"),
            self.protocol.rounds,
            self.protocol.batch
        )
    }

    /// What is proved of the rows.
    fn certified(&self) -> String {
        let mut text = verdicts(self.checked);
        for (place, (game, kind)) in ROWS.into_iter().enumerate() {
            let feasible = self.rows(place).iter().filter(|row| row.train.is_feasible()).count();
            let worst = self.rows(place).into_iter().flat_map(|row| &row.train.constraints);
            let worst =
                worst.max().map_or_else(|| "none".to_owned(), |worst| format!("at most {}", at_most_to(worst, 4)));
            let _ = write!(
                text,
                "  {}: exact counts on the training rows; feasible there on {feasible} of {} splits, largest constraint {worst}",
                row_name(game, kind),
                self.outcomes.len()
            );
            text += &self.theorem(row_name(game, kind));
            text.push('\n');
        }
        for doubt in self.outcomes.iter().flat_map(|outcome| &outcome.doubts) {
            let _ = writeln!(text, "  doubt: {doubt}");
        }
        text
    }

    /// The theorem's part of a row: grades and the gap of the lower bound.
    fn theorem(&self, row: &str) -> String {
        let all = self.outcomes.iter().flat_map(|outcome| &outcome.certificates);
        let mine: Vec<_> = all.filter(|(name, _, _)| *name == row).collect();
        let Some((_, first, _)) = mine.first() else { return String::new() };
        let conclusions = || mine.iter().flat_map(|(_, certificate, _)| certificate.claims_of(Role::Conclusion));
        let proved =
            conclusions().filter(|claim| claim.verdict == Verdict::Holds && claim.grade == Grade::Proved).count();
        let gap = mine.iter().map(|(_, _, gap)| *gap).fold(0.0, f64::max);
        let total = conclusions().count();
        format!(
            "; {}: {proved} of {total} conclusions hold and are proved, gap of the lower bound at most {}",
            first.statement,
            at_most_coarsely(gap)
        )
    }

    fn remarks(&self) -> String {
        let mut text = String::new();
        let least = self.outcomes.iter().filter_map(|outcome| outcome.hinges_at_least.as_ref()).min();
        match least {
            Some(least) if self.outcomes.iter().all(|outcome| outcome.hinges_at_least.is_some()) => {
                let least = at_least(least);
                let _ = write!(
                    text,
                    "\nThe hinges cannot be satisfied: on every split the largest of them is at least {least} for any model \
                     whatever (proved in fit.json). So no model is feasible for the proxies: what the theorems promise in \
                     comparison with such models is empty, and the Lagrangian game, whose constraints are the \
                     hinges, pushes its multipliers up for ever. The feasibility of the rates is not affected.\n"
                );
            }
            _ => {}
        }
        if self.study.name == "adult" {
            text += "\nAgainst the paper:\n";
            for (place, (game, kind)) in ROWS.into_iter().enumerate() {
                let paper = &ADULT[place];
                let error = self.spread(place, |row| 100.0 * row.test_error).mean - paper.test_error;
                let ratio =
                    |i: usize| self.spread(place, |row| 100.0 * row.train_ratios[i]).mean - paper.train_ratios[i];
                let ratios = distance((0..4).map(ratio));
                let name = row_name(game, kind);
                let _ = writeln!(text, "  {name}: test error about {error:+.2} points, {ratios}");
            }
            text += "The Lagrangian rows do not follow from the paper's text: its game sees hinges that no model satisfies and \
                     has no radius, so where the multipliers stand depends on when one stops. The proxy rows depend on \
                     where the lambda-player starts: the paper's numbers are those of the start that the authors released, \
                     not of the uniform one that the paper writes (--start). The baseline's ratios vary with the split.\n";
        }
        let _ = writeln!(text, "\nSetting: {}.", self.study.remark);
        text
    }

    pub(super) fn json(&self) -> String {
        let rows = ROWS.into_iter().enumerate().map(|(place, (game, kind))| {
            let list = |of: fn(&RowOutcome) -> &Vec<f64>| -> Vec<Value> {
                (0..self.study.groups.len()).map(|i| self.spread(place, |row| of(row)[i]).json()).collect()
            };
            json!({ "row": row_name(game, kind),
                "models": self.rows(place).iter().map(|row| row.support).collect::<Vec<_>>(),
                "step_sizes": self.rows(place).iter().map(|row| row.rate).collect::<Vec<_>>(),
                "train_error": self.spread(place, |row| row.train.error.to_f64().value()).json(),
                "test_error": self.spread(place, |row| row.test_error).json(),
                "train_ratios": list(|row| &row.train_ratios), "test_ratios": list(|row| &row.test_ratios),
                "feasible": self.rows(place).iter().map(|row| row.train.is_feasible()).collect::<Vec<_>>() })
        });
        let at_least = self.outcomes.iter().map(|outcome| outcome.hinges_at_least.as_ref().map(ToString::to_string));
        let gaps = self.outcomes.iter().map(|outcome| {
            outcome.certificates.iter().map(|(row, _, gap)| json!({ "row": row, "gap": gap })).collect::<Vec<_>>()
        });
        let report = json!({ "experiment": self.study.name,
            "seeds": self.outcomes.iter().map(|outcome| outcome.seed).collect::<Vec<_>>(),
            "groups": self.study.groups.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
            "rows": rows.collect::<Vec<_>>(), "hinges_at_least": at_least.collect::<Vec<_>>(),
            "lower_bound_gaps": gaps.collect::<Vec<_>>(), "documents": documents(self.checked) });
        format!("{report:#}\n")
    }
}

/// How far the ratios of training rows are from the paper's. Where nobody is predicted `+` there is none, and `max` would
/// pass over it.
fn distance(differences: impl Iterator<Item = f64>) -> String {
    let largest = differences
        .fold(0.0, |largest: f64, x| if largest.is_nan() || x.is_nan() { f64::NAN } else { largest.max(x.abs()) });
    if largest.is_nan() {
        "a training ratio does not exist".to_owned()
    } else {
        format!("training ratios within about {largest:.1} points")
    }
}

#[cfg(test)]
#[path = "../../../tests/inside/cli/experiment/print.rs"]
mod tests;
