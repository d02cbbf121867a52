//! `referee fit`: models for the rows of a file under constraints on rates, with exact counts and certificates.

mod classifiers;
mod measure;
mod page;
mod print;
mod rows;

use super::paths::begin;
use super::progress::Working;
use super::report::check_page;
use super::terminal::complain;
use super::{Common, Outcome, Threads, certify};
use crate::certificate::Certificate;
use crate::data::{BoundOptions, FitDocument, RateOptions, RateProblem, certify_run};
use crate::error::Result;
use crate::files::{Form, Member};
use crate::game::{DataRecord, Game};
use crate::shrink::{Epsilon, Record, shrink};
use clap::Args;
use classifiers::{Fitted, Objective};
use rows::Rows;
use std::path::PathBuf;

/// Fit models to the rows of a CSV file under constraints on rates, count exactly what they do, and certify it
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee fit people.csv --label income --positive '>50K' \\\n      \
    --constraint 'tpr(sex=Female) >= 0.95 * tpr()'\n  \
    referee fit train.csv --test test.csv --label y --positive 1 \\\n      \
    --constraint 'equal_opportunity(sex) >= 0.95'\n  \
    referee fit loans.csv --label paid --positive yes \\\n      \
    --constraint 'fpr() <= 0.1' --groups sex\n\n\
    The language of constraints is in docs/data.md.\n\
    Exit status: 0 if models were fitted and no claim about the run is violated, 1 if one is, 2 if the input or the \
    call is wrong (then nothing is written).")]
pub(super) struct Arguments {
    /// The rows to learn from: CSV with a first line of names
    data: PathBuf,
    /// The column with the labels
    #[arg(long, value_name = "COLUMN")]
    label: String,
    /// The text of the label that counts as +
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    positive: Option<String>,
    /// A constraint such as `tpr(sex=Female) >= 0.95 * tpr()` (may be given again)
    #[arg(long, value_name = "TEXT")]
    constraint: Vec<String>,
    /// Also report the rates of every group of this column (may be given again)
    #[arg(long, value_name = "COLUMN")]
    groups: Vec<String>,
    /// Rows to test on, with the same columns
    #[arg(long, value_name = "FILE", conflicts_with = "split")]
    test: Option<PathBuf>,
    /// Without --test: the share of the rows that is kept for testing, drawn by the seed; 0 for none
    #[arg(long, default_value_t = 0.2, value_name = "SHARE", value_parser = share, allow_hyphen_values = true)]
    split: f64,
    /// What to choose and mix by: `error` or `hinge` (the hinge loss is played in both cases), or `logistic` (which is
    /// then also the loss that is played; certificates are still about the hinge loss)
    #[arg(long, default_value = "error", value_name = "NAME")]
    objective: Objective,
    /// The number of rounds
    #[arg(long, default_value_t = 5000, value_name = "T", value_parser = super::call::training_rounds, allow_hyphen_values = true)]
    rounds: usize,
    /// The rows of a minibatch
    #[arg(long, default_value_t = 100, value_name = "B", value_parser = super::call::batch, allow_hyphen_values = true)]
    batch: usize,
    /// The number of snapshots that are kept of a run
    #[arg(long, default_value_t = 100, value_name = "K", value_parser = super::positive, allow_hyphen_values = true)]
    snapshots: usize,
    /// The radius of the ball of models
    #[arg(long, default_value_t = 10.0, value_name = "R", value_parser = radius, allow_hyphen_values = true)]
    radius: f64,
    /// The column of a reference model, for churn: where it has the text of --positive it says +
    #[arg(long, value_name = "COLUMN")]
    reference: Option<String>,
    /// A column that gives no features (may be given again)
    #[arg(long, value_name = "COLUMN")]
    ignore: Vec<String>,
    /// A column that must hold numbers (may be given again)
    #[arg(long, value_name = "COLUMN")]
    numeric: Vec<String>,
    /// A column that is text even if it looks like numbers (may be given again)
    #[arg(long, value_name = "COLUMN")]
    text: Vec<String>,
    /// The number of bins of a column of numbers
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = super::positive, allow_hyphen_values = true)]
    bins: usize,
    /// The folder to write to; it may exist
    #[arg(long, default_value = "referee-fit", value_name = "DIR")]
    output: PathBuf,
    /// Also write a page for a browser about all of it, as `referee report` does
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    common: Common,
}

fn share(text: &str) -> std::result::Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|share| (0.0..1.0).contains(share));
    number.ok_or_else(|| "it must be a number from 0 on and below 1".to_owned())
}

fn radius(text: &str) -> std::result::Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|radius| *radius > 0.0 && *radius <= 4096.0);
    number.ok_or_else(|| "it must be a number above 0 and at most 4096".to_owned())
}

const TRAIN: &str = "train.csv";
const TEST: &str = "test.csv";
const MODELS: &str = "models.json";
const FIT: &str = "fit.json";
const TEST_FIT: &str = "test-fit.json";
const TRACE: &str = "trace.csv";
const CERTIFICATE: &str = "certificate.json";
const CANDIDATES: &str = "candidates.csv";
const SOLUTION: &str = "solution.json";
const ALL: [Member<'_>; 9] = [
    (FIT, Form::Document(FitDocument::FORMAT)),
    (TRAIN, Form::Any),
    (TEST, Form::Any),
    (MODELS, Form::Document(FitDocument::FORMAT)),
    (TEST_FIT, Form::Document(FitDocument::FORMAT)),
    (TRACE, Form::Columns("objective")),
    (CERTIFICATE, Form::Document(Certificate::FORMAT)),
    (CANDIDATES, Form::Columns("objective")),
    (SOLUTION, Form::Document(Record::FORMAT)),
];

pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let rows = Working::on("reading the rows", arguments.common.quiet, || Rows::read(arguments))?;
    let constraints = rows.constraints()?;
    let threads = arguments.threads.count();
    let options = RateOptions {
        threads,
        radius: arguments.radius,
        batch: arguments.batch,
        // Without constraints there is no proxy game: the loss alone is played.
        proxies: !constraints.is_empty(),
    };
    let name = arguments.data.file_stem().map_or_else(|| "data".to_owned(), |stem| stem.display().to_string());
    let problem = |table: &crate::data::Table, file: &str, constraints| {
        let sha256 = table.sha256(threads);
        let source = DataRecord { file: file.into(), sha256, rows: table.len(), recipe: rows.recipe.clone() };
        RateProblem::new(name.clone(), table, source, constraints, options)
    };
    let training = problem(&rows.train, TRAIN, constraints)?;
    let (test_constraints, unmeasured) = rows.test_constraints();
    let testing = rows.test.as_ref().map(|test| problem(test, TEST, test_constraints)).transpose()?;
    let inputs = [(arguments.data.as_path(), "the data")].into_iter();
    let inputs: Vec<_> = inputs.chain(arguments.test.as_deref().map(|path| (path, "the data"))).collect();
    check_page(arguments.report.as_deref(), &inputs, &ALL.map(|(name, _)| arguments.output.join(name)))?;
    let set = begin(&arguments.output, &ALL, &[], &inputs)?;
    if !arguments.common.quiet {
        for warning in &rows.warnings {
            complain(&format!("warning: {warning}"));
        }
    }

    let fitted = Fitted::train(&training, arguments)?;
    let path = |name: &str| set.at(name);
    let mut names = vec![TRAIN];
    rows.train.write(&path(TRAIN), threads)?;

    let quiet = arguments.common.quiet;
    let counting = Working::new("counting what the models do", quiet);
    let candidates = fitted.candidates(&training, arguments.objective)?;
    let candidates = candidates.clone().with_source(candidates.write(path(CANDIDATES))?);
    let outcome = shrink(&candidates, &Epsilon::Minimal)?;
    Record::new(&candidates, outcome).expect("they come from a file").write(path(SOLUTION))?;

    let fit = fitted.document(&training, fitted.tallies(), |_| true);
    fit.write(&path(FIT))?;
    // A mixture of every snapshot is for the record; what is put to use is small.
    fitted.document(&training, fitted.tallies(), |name| name != classifiers::AVERAGE).write(&path(MODELS))?;
    names.extend([CANDIDATES, SOLUTION, FIT, MODELS]);

    let test_fit = match (&testing, &rows.test) {
        (Some(testing), Some(table)) => {
            table.write(&path(TEST), threads)?;
            let tallies = fitted.count(testing)?;
            let document: FitDocument = fitted.document(testing, &tallies, |_| true);
            document.write(&path(TEST_FIT))?;
            names.extend([TEST, TEST_FIT]);
            Some(document)
        }
        _ => None,
    };
    let game = if training.constraints().is_empty() { None } else { Some(Game::ProxyLagrangian) };
    drop(counting);
    let files = (path(TRACE), path(CERTIFICATE));
    let (run, tallies) = (fitted.run(), fitted.run_tallies());
    let certified = Working::on("certifying", quiet, || {
        certify_run(
            game,
            &training,
            run,
            tallies,
            (&files.0, &files.1),
            BoundOptions { threads, ..BoundOptions::default() },
        )
    })?;
    names.extend([TRACE, CERTIFICATE]);
    let removed = set.commit()?;
    let mut written: Vec<PathBuf> = names.iter().map(|name| arguments.output.join(name)).collect();
    if let Some(page) = &arguments.report {
        page::write(page, arguments, &rows, &fitted, &certified.certification, &written)?;
        written.push(page.clone());
    }
    let report = print::Report {
        rows: &rows,
        training: &training,
        testing: testing.as_ref(),
        fit: &fit,
        test_fit: test_fit.as_ref(),
        unmeasured: &unmeasured,
        certified: &certified,
        fitted: &fitted,
        groups: &arguments.groups,
        written: &written,
        removed: &removed,
    };
    let note = match arguments.objective {
        Objective::Logistic if !arguments.common.quiet => LOGISTIC_NOTE,
        _ => "",
    };
    arguments.common.print(&if arguments.common.json {
        report.json()?
    } else {
        report.text(arguments.common.quiet)? + note
    })?;
    Ok(certify::outcome(&certified.certification))
}

const LOGISTIC_NOTE: &str = "The models were trained, chosen and mixed by the logistic loss, in doubles; the certificate \
    and its lower bound are about the hinge loss of the same models.\n";
