//! What `referee fit` says: what each classifier does on the training and on the test rows, and what is proved.

use super::classifiers::{AVERAGE, BEST, Fitted, LAST, SHRUNK, UNCONSTRAINED};
use super::measure::{Share, measures, predicted, shares};
use super::rows::Rows;
use crate::certificate::Verdict;
use crate::cli::certify;
use crate::cli::numbers::{at_least, at_most, at_most_to};
use crate::cli::prose::wrapped;
use crate::cli::reports::claim;
use crate::error::Result;
use crate::fit::{CertifiedRun, Classified, FitDocument};
use crate::problem::rates::{RateProblem, Table};
use comfy_table::{CellAlignment, Table as Grid, presets};
use dashu_ratio::RBig;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Everything there is to say.
pub(super) struct Report<'a> {
    pub(super) rows: &'a Rows,
    pub(super) training: &'a RateProblem,
    pub(super) testing: Option<&'a RateProblem>,
    pub(super) fit: &'a FitDocument,
    pub(super) test_fit: Option<&'a FitDocument>,
    pub(super) unmeasured: &'a [String],
    pub(super) certified: &'a CertifiedRun,
    pub(super) fitted: &'a Fitted,
    pub(super) groups: &'a [String],
    pub(super) written: &'a [PathBuf],
    pub(super) removed: &'a [PathBuf],
}

/// Longer fractions are printed as decimals.
const SHORT: usize = 12;

/// The order in which people compare.
const ORDER: [&str; 5] = [UNCONSTRAINED, AVERAGE, SHRUNK, BEST, LAST];

/// What the classifiers do on some rows.
struct Side<'a> {
    rows: usize,
    names: Vec<String>,
    classifiers: Vec<(&'a Classified, Vec<Share>)>,
    document: &'a FitDocument,
}

impl<'a> Side<'a> {
    fn new(table: &Table, problem: &RateProblem, document: &'a FitDocument, groups: &[String]) -> Result<Self> {
        let measures = measures(table, problem, groups)?;
        let predicted = predicted(problem.data(), &document.models);
        let of = |name: &&str| document.classifiers.iter().find(|classifier| classifier.name == **name);
        let classifiers = ORDER
            .iter()
            .filter_map(of)
            .map(|classifier| (classifier, shares(&measures, problem.data(), classifier, &predicted)))
            .collect();
        let names = measures.into_iter().map(|measure| measure.name).collect();
        Ok(Self { rows: table.len(), names, classifiers, document })
    }

    fn grid(&self, intervals: bool) -> Grid {
        let mut grid = Grid::new();
        let header = std::iter::once("").chain(self.classifiers.iter().map(|(classifier, _)| classifier.name.as_str()));
        grid.load_style(presets::ASCII_MARKDOWN).set_header(header);
        for (k, name) in self.names.iter().enumerate() {
            let cell = |(_, shares): &(&Classified, Vec<Share>)| {
                let Share { expected, interval: (low, high) } = &shares[k];
                let (rate, low, high) = (100.0 * expected, 100.0 * low, 100.0 * high);
                if intervals { format!("{rate:.2} % [{low:.1}, {high:.1}]") } else { format!("{rate:.2} %") }
            };
            grid.add_row(std::iter::once(name.clone()).chain(self.classifiers.iter().map(cell)));
        }
        for (i, constraint) in self.document.constraints.iter().enumerate() {
            let cell = |(classifier, _): &(&Classified, Vec<Share>)| {
                let value = &classifier.performance.constraints[i];
                let mark = if *value <= RBig::ZERO { "kept" } else { "violated" };
                let sign = if *value > RBig::ZERO { "+" } else { "" };
                format!("{mark}, at most {sign}{}", at_most_to(value, 4))
            };
            grid.add_row(std::iter::once(constraint.name.clone()).chain(self.classifiers.iter().map(cell)));
        }
        for column in 1..=self.classifiers.len() {
            if let Some(column) = grid.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        grid
    }

    /// Intervals are for rows that nothing was chosen by.
    fn json(&self, intervals: bool) -> Value {
        let rate = |share: &Share| {
            let mut rate = json!({ "rate": share.expected });
            if intervals {
                rate["interval"] = json!(share.interval);
            }
            rate
        };
        let of = |(classifier, shares): &(&Classified, Vec<Share>)| {
            let rates: serde_json::Map<String, Value> =
                self.names.iter().zip(shares).map(|(name, share)| (name.clone(), rate(share))).collect();
            let constraints: Vec<Value> = self
                .document
                .constraints
                .iter()
                .zip(&classifier.performance.constraints)
                .map(|(constraint, value)| {
                    json!({ "name": constraint.name, "value": value.to_string(), "kept": *value <= RBig::ZERO })
                })
                .collect();
            json!({ "name": classifier.name, "models": classifier.mixture.len(),
                "error": classifier.performance.error.to_string(), "feasible": classifier.performance.is_feasible(),
                "rates": rates, "constraints": constraints })
        };
        json!({ "rows": self.rows, "classifiers": self.classifiers.iter().map(of).collect::<Vec<_>>() })
    }
}

impl Report<'_> {
    fn sides(&self) -> Result<(Side<'_>, Option<Side<'_>>)> {
        let train = Side::new(&self.rows.train, self.training, self.fit, self.groups)?;
        let test = match (&self.rows.test, self.testing, self.test_fit) {
            (Some(table), Some(problem), Some(document)) => Some(Side::new(table, problem, document, self.groups)?),
            _ => None,
        };
        Ok((train, test))
    }

    pub(super) fn json(&self) -> Result<String> {
        let (train, test) = self.sides()?;
        let claims: Vec<Value> = self.certified.certification.certificate.claims.iter().map(claim).collect();
        let report = json!({
            "features": self.training.data().num_features(),
            "notes": self.rows.notes,
            "step_size": self.fitted.rate,
            "step_size_unconstrained": self.fitted.unconstrained_rate,
            "train": train.json(false),
            "test": test.map(|test| test.json(true)),
            "not_measured_on_test": self.unmeasured,
            "infeasible_proxies": self.fit.infeasible_proxies.as_ref().map(|proof| proof.at_least.to_string()),
            "lower_bound": { "value": self.certified.bounded.bound.value, "gap": self.certified.bounded.gap },
            "claims": claims,
            "written": self.written.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
        });
        Ok(format!("{report:#}\n"))
    }

    pub(super) fn text(&self, quiet: bool) -> Result<String> {
        let (train, test) = self.sides()?;
        let mut text = String::new();
        if !quiet {
            for note in &self.rows.notes {
                let _ = writeln!(text, "Note: {note}.");
            }
        }
        let (rows, features) = (train.rows, self.training.data().num_features());
        let _ = writeln!(
            text,
            "Training: {rows} rows, {features} features, rates about (fit.json has exact counts)\n{}\n",
            train.grid(false)
        );
        if let Some(test) = &test {
            let _ = writeln!(text, "Test: {} rows, with 95 % intervals\n{}\n", test.rows, test.grid(true));
            for reason in self.unmeasured {
                let _ = writeln!(text, "Not measured on the test rows: {reason}.");
            }
        }
        if !quiet {
            text += &self.words(test.is_some());
        }
        for path in self.written {
            let _ = writeln!(text, "wrote {}", path.display());
        }
        for path in self.removed {
            let _ = writeln!(text, "removed an older {}", path.file_name().unwrap_or_default().display());
        }
        Ok(text)
    }

    /// What is proved and what is not.
    fn words(&self, tested: bool) -> String {
        let mut text = String::new();
        if !self.fit.constraints.is_empty() {
            text += &self.feasibility();
        }
        if tested {
            text += "Intervals are those of Clopper and Pearson for rows drawn independently. For a mixture they are \
                     about the classifier that draws one model a row by a hash of its features, so that counts are \
                     whole; the rate before them is that of the mixture. They are no certificates.\n";
        }
        if let Some(proof) = &self.fit.infeasible_proxies {
            let exact = proof.at_least.to_string();
            let bound = if exact.len() <= SHORT { exact } else { at_least(&proof.at_least) };
            let _ = writeln!(
                text,
                "No model satisfies the hinges of all constraints: the largest is at least {bound} for every score \
                 function, linear or not (proved). What a theorem says against models that satisfy the hinges compares \
                 with nothing here; what the counts say of these classifiers remains."
            );
        }
        let bounded = &self.certified.bounded;
        let _ = writeln!(
            text,
            "The theta-player's loss at the mean multipliers is at least {} over the ball (proved), and its least \
             value is no more than {} above that.",
            at_least(bounded.bound.value),
            at_most(bounded.gap)
        );
        let mut text = wrapped(&text) + "\n";
        text += &certify::Report {
            certification: &self.certified.certification,
            written: None,
            without_rival: self.fit.infeasible_proxies.is_some(),
        }
        .text(true);
        if let Some(reason) = &self.certified.certification.disagreement {
            let _ = writeln!(text, "The recorded values are not verified: {reason}.");
        }
        if self.certified.certification.certificate.claims.iter().any(|claim| claim.verdict == Verdict::Violated) {
            text += "A claim is violated, as listed.\n";
        }
        text
    }

    fn feasibility(&self) -> String {
        let of = |name: &str| self.fit.classifiers.iter().find(|classifier| classifier.name == name);
        let Some(shrunk) = of(SHRUNK) else { return String::new() };
        let size = shrunk.mixture.len();
        let models = if size == 1 { "1 model".to_owned() } else { format!("{size} models") };
        let worst = shrunk.performance.constraints.iter().max().cloned().unwrap_or(RBig::ZERO);
        if worst <= RBig::ZERO {
            return format!("The shrunk mixture of {models} keeps every constraint on the training rows, exactly.\n");
        }
        format!(
            "The shrunk mixture of {models} violates a constraint on the training rows, by at most {}. No mixture of the \
             snapshots violates less (solution.json has the proof, for values rounded up to doubles): play more rounds, or \
             ask for less.\n",
            at_most(&worst)
        )
    }
}
