//! `referee experiment`: the paper's experiments on published data, each row certified and checked.

mod mnist;
mod print;

use super::paths::begin;
use super::progress::Progress;
use super::{Common, Outcome, Threads};
use crate::certificate::Certificate;
use crate::data::{FitDocument, Start};
use crate::error::{Error, Result};
use crate::experiment::{self, Experiment, Protocol, SplitOutcome, Study};
use crate::files::{Form, Member, Set};
use crate::parallel::in_parallel;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Repeat an experiment of the paper on its published data, beside what the paper reports
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee experiment adult --data DIR\n  \
    referee experiment compas --data DIR --seeds 1 --output compas-run\n  \
    referee experiment mnist --data DIR --scale small --corruptions background\n\n\
    For each seed the folder seed-N has the training rows (train.csv), what every classifier does on them in exact counts \
    (fit.json), and a trace with its certificate for the baseline, the Lagrangian and the proxy game; `referee check` \
    accepts each of these documents, and this command runs it on them. For mnist the folder has the snapshots of the \
    Lagrangian game (trace.csv, certificate.json) and their best mixture (candidates.csv, solution.json).\n\
    Exit status: 0 if every document is accepted and no claim is violated, 1 if one is not, 2 if a file is missing or \
    the call is wrong.")]
pub(super) struct Arguments {
    /// The data set
    #[arg(value_name = "NAME")]
    name: Name,
    /// The folder with the published files; the environment variable `REFEREE_DATA` if absent
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// How many random splits: the seeds from --seed on; 5 if absent, and 1 for mnist
    #[arg(long, value_name = "K", value_parser = super::whole::<usize>(1, 1000), allow_hyphen_values = true)]
    seeds: Option<usize>,
    /// Where the lambda-player of the proxy game starts: as the optimiser that the authors released, or uniformly, as
    /// the paper writes; released if absent
    #[arg(long, value_name = "START")]
    start: Option<StartName>,
    /// The number of rounds; 5000 if absent, and what --scale says for mnist
    #[arg(long, value_name = "T", value_parser = super::call::training_rounds, allow_hyphen_values = true)]
    rounds: Option<usize>,
    /// The rows of a minibatch
    #[arg(long, default_value_t = 100, value_name = "B", value_parser = super::call::batch, allow_hyphen_values = true)]
    batch: usize,
    /// For mnist: a small version that takes minutes, or the paper's size, which takes hours; small if absent
    #[arg(long, value_name = "SCALE")]
    scale: Option<mnist::Scale>,
    /// For mnist: which four corrupted copies of the images; background if absent
    #[arg(long, value_name = "FAMILY")]
    corruptions: Option<mnist::Corruptions>,
    #[command(flatten)]
    threads: Threads,
    /// The folder to write to; it may exist
    #[arg(long, default_value = "referee-experiment", value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, ValueEnum)]
enum Name {
    Adult,
    Compas,
    German,
    Communities,
    Mnist,
}

#[derive(Clone, Copy, ValueEnum)]
enum StartName {
    Released,
    Uniform,
}

/// What the checker says about a document.
struct Checked {
    path: PathBuf,
    refusal: Option<String>,
}

/// How many documents were accepted, and why others were not.
fn verdicts(all: &[Checked]) -> String {
    let accepted = all.iter().filter(|checked| checked.refusal.is_none()).count();
    let mut text = format!("\nCertified: {accepted} of {} documents accepted by proofs-check.\n", all.len());
    for checked in all {
        if let Some(refusal) = &checked.refusal {
            let _ = writeln!(text, "  {}: {refusal}", checked.path.display());
        }
    }
    text
}

/// The same for programs.
fn documents(all: &[Checked]) -> Vec<Value> {
    let document = |checked: &Checked| {
        json!({ "file": checked.path.display().to_string(), "accepted": checked.refusal.is_none(),
            "refusal": checked.refusal })
    };
    all.iter().map(document).collect()
}

impl Arguments {
    /// Where the published files are.
    fn folder(&self) -> PathBuf {
        let folder = self.data.clone().or_else(|| std::env::var_os("REFEREE_DATA").map(PathBuf::from));
        folder.unwrap_or_else(|| PathBuf::from("."))
    }

    /// The seeds, `count` of them unless the call says how many, each with the files that will be in its folder.
    fn begin(&self, count: usize, files: &[Member<'_>]) -> Result<Vec<(u64, Set)>> {
        let seeds = (0..self.seeds.unwrap_or(count) as u64).map(|k| self.common.seed.wrapping_add(k));
        let place = |seed| self.output.join(format!("seed-{seed}"));
        seeds.map(|seed| Ok((seed, begin(&place(seed), files, &[], &[])?))).collect()
    }
}

/// A folder without the published files is named by a flag.
fn folder_flag(error: Error) -> Error {
    error.reworded("name the folder that has it", "name the folder with --data or REFEREE_DATA")
}

/// Puts files into their places, and tells whether `proofs-check` accepts these documents among them.
fn check_all(set: &Set, documents: &[PathBuf]) -> Result<Vec<Checked>> {
    set.commit()?;
    let places = documents.iter().map(|path| set.folder().join(path.file_name().unwrap_or_default()));
    let check = |path: PathBuf| {
        let refusal = proofs_check::check_file(&path, None).err().map(|refusal| refusal.to_string());
        Checked { path, refusal }
    };
    Ok(places.map(check).collect())
}

/// What the folder of a split has.
const SPLIT: [Member<'_>; 8] = [
    ("fit.json", Form::Document(FitDocument::FORMAT)),
    ("train.csv", Form::Any),
    ("baseline-trace.csv", Form::Columns("objective")),
    ("baseline-certificate.json", Form::Document(Certificate::FORMAT)),
    ("lagrangian-trace.csv", Form::Columns("objective")),
    ("lagrangian-certificate.json", Form::Document(Certificate::FORMAT)),
    ("proxy-trace.csv", Form::Columns("objective")),
    ("proxy-certificate.json", Form::Document(Certificate::FORMAT)),
];

pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let experiment = match arguments.name {
        Name::Adult => Experiment::Adult,
        Name::Compas => Experiment::Compas,
        Name::German => Experiment::German,
        Name::Communities => Experiment::Communities,
        Name::Mnist => return mnist::run(arguments),
    };
    for (flag, given) in [("--scale", arguments.scale.is_some()), ("--corruptions", arguments.corruptions.is_some())] {
        if given {
            return Err(Error::new(format!("{flag} is for the experiment mnist only: leave it out")));
        }
    }
    let study = experiment::open(experiment, &arguments.folder()).map_err(folder_flag)?;
    let rounds = arguments.rounds.unwrap_or(5000);
    let protocol = Protocol {
        rounds,
        batch: arguments.batch,
        snapshots: 100.min(rounds),
        start: match arguments.start {
            None | Some(StartName::Released) => Start::Released,
            Some(StartName::Uniform) => Start::Uniform,
        },
        ..Protocol::default()
    };
    let (outcomes, checked) = run_all(&study, &protocol, arguments)?;
    let report = print::Report { study: &study, protocol: &protocol, outcomes: &outcomes, checked: &checked };
    arguments.common.print(&if arguments.common.json {
        report.json()
    } else {
        let folders: Vec<_> = outcomes.iter().map(|outcome| format!("seed-{}", outcome.seed)).collect();
        let written = format!("wrote {} in {}\n", folders.join(", "), arguments.output.display());
        report.text(arguments.common.quiet) + &written
    })?;
    let violated = outcomes.iter().any(|outcome| {
        !outcome.doubts.is_empty()
            || outcome.certificates.iter().any(|(_, certificate, _)| certificate.violated().is_some())
    });
    let refused = checked.iter().any(|checked| checked.refusal.is_some());
    Ok(if violated || refused { Outcome::Violated } else { Outcome::Holds })
}

/// All splits, a few at a time; each is checked as soon as it is written.
fn run_all(study: &Study, protocol: &Protocol, arguments: &Arguments) -> Result<(Vec<SplitOutcome>, Vec<Checked>)> {
    let seeds = arguments.begin(5, &SPLIT)?;
    let threads = arguments.threads.count();
    let mut progress = Progress::of_runs(seeds.len(), arguments.common.quiet);
    let work = |(seed, set): &(u64, Set)| one(study, protocol, *seed, set);
    let results = in_parallel(&seeds, threads, work, &mut |done| progress.set(done));
    let (mut outcomes, mut checked) = (Vec::new(), Vec::new());
    for result in results {
        let (outcome, documents) = result?;
        outcomes.push(outcome);
        checked.extend(documents);
    }
    Ok((outcomes, checked))
}

fn one(study: &Study, protocol: &Protocol, seed: u64, set: &Set) -> Result<(SplitOutcome, Vec<Checked>)> {
    let outcome = experiment::run(study, protocol, seed, &set.at(""))?;
    let checked = check_all(set, &outcome.documents)?;
    Ok((outcome, checked))
}
