//! What `referee fit` says: what each classifier does on the training and on the test rows, and what is proved.

use super::classifiers::{AVERAGE, BEST, Fitted, LAST, SHRUNK, UNCONSTRAINED};
use super::measure::measures;
use super::rows::Rows;
use crate::certificate::Verdict;
use crate::cli::certify;
use crate::cli::numbers::{at_least, at_least_to, at_most, at_most_to};
use crate::cli::paths::wrote;
use crate::cli::prose::counted;
use crate::cli::report::does_there;
use crate::cli::reports::{claim, short_digest};
use crate::cli::table::{Table as Grid, table};
use crate::data::{CertifiedRun, Classified, FitDocument, Performance, RateProblem, Table, count};
use crate::error::Result;
use crate::problem::Problem as _;
use dashu_ratio::RBig;
use serde_json::{Value, json};
use std::cmp::Ordering;
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
    classifiers: Vec<(&'a Classified, Vec<f64>)>,
    document: &'a FitDocument,
}

impl<'a> Side<'a> {
    fn new(table: &Table, problem: &RateProblem, document: &'a FitDocument, groups: &[String]) -> Result<Self> {
        let (mut names, cells) = measures(table, problem, groups)?;
        names.insert(0, "error".into());
        let models: Vec<&[f64]> = document.models.iter().map(Vec::as_slice).collect();
        let tallies = count(problem.data(), &cells, &models, problem.options().threads)?;
        let shares = |of: &'a Classified| {
            let Performance { error, constraints } = Performance::of(&of.mixture, &tallies, &cells);
            (of, std::iter::once(error).chain(constraints).map(|share| share.to_f64().value()).collect())
        };
        let of = |name: &&str| document.classifiers.iter().find(|classifier| classifier.name == **name);
        let classifiers = ORDER.iter().filter_map(of).map(shares).collect();
        Ok(Self { rows: table.len(), names, classifiers, document })
    }

    fn grid(&self) -> Grid {
        let header = std::iter::once("").chain(self.classifiers.iter().map(|(classifier, _)| classifier.name.as_str()));
        let mut grid = table(header, 1..=self.classifiers.len());
        for (k, name) in self.names.iter().enumerate() {
            let cell = |(_, shares): &(&Classified, Vec<f64>)| format!("{:.2} %", 100.0 * shares[k]);
            grid.add_row(std::iter::once(name.clone()).chain(self.classifiers.iter().map(cell)));
        }
        for (i, constraint) in self.document.constraints.iter().enumerate() {
            let cell = |(classifier, _): &(&Classified, Vec<f64>)| {
                let value = &classifier.performance.constraints[i];
                match value.cmp(&RBig::ZERO) {
                    Ordering::Greater => format!("over by {}", at_most_to(value, 4)),
                    Ordering::Equal => "kept exactly".to_owned(),
                    Ordering::Less => format!("kept by {}", at_least_to(&-value, 4)),
                }
            };
            grid.add_row(std::iter::once(constraint.name.clone()).chain(self.classifiers.iter().map(cell)));
        }
        grid
    }

    fn json(&self) -> Value {
        let of = |(classifier, shares): &(&Classified, Vec<f64>)| {
            let rates: serde_json::Map<String, Value> =
                self.names.iter().zip(shares).map(|(name, share)| (name.clone(), json!({ "rate": share }))).collect();
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
            "problem_sha256": self.fit.problem_sha256(),
            "certificate_problem_sha256": self.certified.certification.certificate.problem_sha256(),
            "features": self.training.data().num_features(),
            "notes": self.rows.notes,
            "warnings": self.rows.warnings,
            "step_size": self.fitted.rate,
            "step_size_unconstrained": self.fitted.unconstrained_rate,
            "train": train.json(),
            "test": test.map(|test| test.json()),
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
            let (fit, certificate) =
                (self.fit.problem_sha256(), self.certified.certification.certificate.problem_sha256());
            let certificate = certificate
                .map_or(String::new(), |digest| format!(", and {} in certificate.json", short_digest(&digest)));
            let (name, fit) = (self.training.name(), short_digest(&fit));
            let _ = writeln!(text, "Problem: {name}, digest {fit} in fit.json{certificate}.");
        }
        let (rows, features) = (train.rows, self.training.data().num_features());
        let _ = writeln!(
            text,
            "Training: {rows} rows, {features} features, rates about (fit.json has exact counts). `kept by`: a constraint is \
             below its limit by at least this; `over by`: above it by at most this.\n\n{}\n",
            train.grid()
        );
        if let Some(test) = &test {
            let _ = writeln!(
                text,
                "Test: {} rows, rates about (test-fit.json has exact counts)\n\n{}\n",
                test.rows,
                test.grid()
            );
            for reason in self.unmeasured {
                let _ = writeln!(text, "Not measured on the test rows: {reason}.");
            }
        }
        text += &if quiet { self.certified(quiet) } else { self.words() };
        Ok(text)
    }

    /// What was written, and what older files are gone.
    fn files(&self) -> String {
        let mut text = String::new();
        for path in self.written {
            text += &wrote(Some(path));
        }
        for path in self.removed {
            let _ = writeln!(text, "removed an older {}", path.file_name().unwrap_or_default().display());
        }
        text
    }

    /// What was written, and the closing sentences, without the table of claims if `quiet`.
    fn certified(&self, quiet: bool) -> String {
        let without_rival = self.fit.infeasible_proxies.is_some();
        let certification = &self.certified.certification;
        if quiet {
            let sentences = certify::closing(certification, None, without_rival);
            return self.files() + "\n" + &sentences.join("\n") + "\n";
        }
        certify::Report { certification, before: &self.files(), labels: None, without_rival }.text(true)
    }

    /// What is proved and what is not.
    fn words(&self) -> String {
        let mut text = String::new();
        if !self.fit.constraints.is_empty() {
            text += &self.feasibility();
        }
        if let Some(proof) = &self.fit.infeasible_proxies {
            let exact = proof.at_least.to_string();
            let bound = if exact.len() <= SHORT { exact } else { at_least(&proof.at_least) };
            let _ = writeln!(
                text,
                "No model satisfies the hinges of all constraints: the largest is at least {bound} for every score \
                 function, linear or not (proved). A comparison with models that satisfy the hinges is empty \
                 here; what the counts say of these classifiers still holds."
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
        let _ = write!(
            text,
            "What follows is about `{AVERAGE}` and its hinge loss, not its error. Its rounds are the {} snapshots of the \
             run of step size {}.",
            self.fitted.run().len(),
            self.fitted.rate
        );
        if !self.fit.constraints.is_empty() {
            text += " The proxies are the hinges of the constraints, and they ask for more than the constraints: what \
                     satisfies the proxies keeps the constraints, but not the other way round. A mixture that keeps the \
                     constraints and not the proxies may have a lower loss than any that is compared with here.";
        }
        text.push('\n');
        text.push('\n');
        text += &self.certified(false);
        if self.certified.certification.certificate.claims.iter().any(|claim| claim.verdict == Verdict::Violated) {
            text += "A claim is violated, as listed.\n";
        }
        text
    }

    fn feasibility(&self) -> String {
        let of = |name: &str| self.fit.classifiers.iter().find(|classifier| classifier.name == name);
        let Some(shrunk) = of(SHRUNK) else { return String::new() };
        let models = counted(shrunk.mixture.len(), "model");
        let worst = shrunk.performance.constraints.iter().max().cloned().unwrap_or(RBig::ZERO);
        let mut text = if worst <= RBig::ZERO {
            format!("The shrunk mixture of {models} keeps every constraint on the training rows, exactly.\n")
        } else {
            format!(
                "The shrunk mixture of {models} violates a constraint on the training rows, by at most {}. No mixture of \
                 this run's snapshots violates less (solution.json has the proof, for values rounded up to doubles): play \
                 more rounds, or ask for less.\n",
                at_most(&worst)
            )
        };
        text.extend(self.on_test());
        text
    }

    /// What the shrunk mixture does on the test rows, if constraints can be counted there.
    fn on_test(&self) -> Option<String> {
        let shrunk = self.test_fit?.classifiers.iter().find(|classifier| classifier.name == SHRUNK)?;
        let does = does_there(&shrunk.performance.constraints, self.fit.constraints.len())?;
        Some(format!("On the test rows the shrunk mixture {does} (exact counts).\n"))
    }
}
