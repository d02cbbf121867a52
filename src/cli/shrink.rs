//! `referee shrink`: the best mixture of at most m + 1 candidates, exactly.

pub(super) mod print;

use super::import::{self, BroughtIn, ImportArguments};
use super::progress::{Progress, Working};
use super::recipes::rational;
use super::terminal::complain;
use super::{Common, Outcome, Threads, paths};
use crate::certificate::Certificate;
use crate::error::{Error, Result};
use crate::files::Form;
use crate::game::Game;
use crate::shrink::{self, Candidates, Epsilon, Record};
use crate::trace::{Checkpoints, Layout};
use clap::Args;
use dashu_ratio::RBig;
use proofs_check::{Files, Refusal, Verdict};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Find the best mixture of candidates on at most m + 1 of them, in exact arithmetic
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee shrink referee-out/trace.csv\n  \
    referee shrink models.csv --epsilon 0.01 --output solution.json\n  \
    referee shrink run.npz --checkpoints checkpoints.csv\n  \
    referee shrink trace.csv --epsilon theorem --certificate certificate.json\n\n\
    Exit status: 0 if there is an answer (`infeasible` is one), 1 if the checker rejects the certificate, 2 if the input or \
    the call is wrong (in both cases nothing is written).")]
pub(super) struct Arguments {
    /// A trace, or a CSV file with the columns `objective`, `constraint_1`, .., `constraint_m`; also gzipped, a file of
    /// numpy.savez (*.npz), or - for standard input
    candidates: PathBuf,
    #[command(flatten)]
    import: ImportArguments,
    /// A CSV file with the columns `round` (from 0) and `path`: then only these rows are candidates, and the files are
    /// named
    #[arg(long, value_name = "FILE", conflicts_with = "every")]
    checkpoints: Option<PathBuf>,
    /// The most that a constraint may be on average: a number or a fraction such as 1/3, `minimal` (the least that is not
    /// negative), or `theorem` (the bound of the infeasibility in a certificate, which is checked first)
    #[arg(long, default_value = "minimal", value_name = "X", value_parser = Bound::parse, allow_hyphen_values = true)]
    epsilon: Bound,
    /// The certificate for `--epsilon theorem`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Use every K-th candidate only, from the first; with --output the ones used are written beside the solution
    #[arg(long, default_value_t = 1, value_name = "K", value_parser = super::positive, allow_hyphen_values = true)]
    every: usize,
    /// Write the solution to this file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    common: Common,
}

/// What `--epsilon` says.
#[derive(Clone, Debug, PartialEq)]
enum Bound {
    Minimal,
    Theorem,
    Given(RBig),
    /// Refused, in the words of the call.
    Negative(String),
}

impl Bound {
    fn parse(text: &str) -> std::result::Result<Self, String> {
        let number = match text {
            "minimal" => return Ok(Self::Minimal),
            "theorem" => return Ok(Self::Theorem),
            _ if text.contains('/') => rational(text),
            // A decimal number denotes the nearest double, here as in files.
            _ => text.parse::<f64>().ok().and_then(|x| RBig::try_from(x).ok()),
        };
        match number {
            Some(number) if number < RBig::ZERO => Ok(Self::Negative(text.to_owned())),
            Some(number) => Ok(Self::Given(number)),
            None => Err("it must be `minimal`, `theorem` or a number that is not negative".to_owned()),
        }
    }
}

impl Arguments {
    /// The files that no result may replace.
    fn inputs(&self) -> Vec<(&Path, &'static str)> {
        let mut inputs = vec![(self.candidates.as_path(), "the candidates")];
        inputs.extend(self.certificate.as_deref().map(|path| (path, "the certificate")));
        inputs.extend(self.checkpoints.as_deref().map(|path| (path, "the checkpoints")));
        inputs
    }

    /// What will be written: the solution last, and before it the candidates if they are not those of a plain input.
    fn outputs(&self, brought: bool) -> Vec<PathBuf> {
        let others = brought || self.every > 1 || self.checkpoints.is_some();
        let used = self.output.iter().filter(|_| others).map(|output| output.with_extension("candidates.csv"));
        used.chain(self.output.clone()).collect()
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let checkpoints = arguments.checkpoints.as_deref().map_or(Ok(Checkpoints::default()), Checkpoints::read)?;
    let brought = arguments.import.bring_in(&arguments.candidates, true, None, arguments.common.quiet)?;
    let outputs = arguments.outputs(brought.is_some());
    let others = [
        (arguments.every > 1, "--every"),
        (arguments.checkpoints.is_some(), "--checkpoints"),
        (brought.is_some(), "a run that is not a plain table"),
    ];
    if let (true, None, Some((_, what))) =
        (arguments.common.json, &arguments.output, others.iter().find(|(other, _)| *other))
    {
        return Err(Error::new(format!(
            "--json with {what} needs --output: the solution names a file, and only with --output there is one that holds \
             the candidates used"
        )));
    }
    if brought.is_some() && arguments.certificate.is_some() {
        return Err(Error::new(
            "--certificate is about a trace: shrink that trace (certify writes it beside the certificate), not the run it \
             was made of",
        ));
    }
    let inputs = arguments.inputs();
    let set = paths::begin_file(arguments.output.as_deref(), Form::Document(Record::FORMAT), &inputs)?;
    let mut places = Vec::new();
    if let (Some(set), [used, _]) = (&set, outputs.as_slice()) {
        inputs.iter().try_for_each(|(input, what)| paths::refuse_same_file(used, input, what))?;
        places.push(set.beside(used, Form::Columns("objective")).map_err(paths::as_output)?);
    }
    let file = brought.as_ref().map_or(arguments.candidates.as_path(), |brought| &brought.copied.path);
    let quiet = arguments.common.quiet;
    let mut progress = Progress::of_bytes(quiet);
    let read = Candidates::read_telling(file, arguments.every, &mut |done, total| progress.set_of(done, total));
    drop(progress);
    let mut candidates = read.map_err(import::with_flags)?;
    let (labels, equalities) =
        import::labels(brought.as_ref(), &Layout::new(Game::Lagrangian, candidates.num_constraints()));
    candidates = candidates.with_equalities(equalities)?;
    if let Some(path) = &arguments.checkpoints {
        checkpoints.check(candidates.len()).map_err(|error| error.in_file(path))?;
        candidates = candidates.chosen(checkpoints.rounds());
    }
    let mut source = String::new();
    let epsilon = match (&arguments.epsilon, &arguments.certificate) {
        (Bound::Negative(text), _) => {
            return Err(Error::new(format!(
                "--epsilon is {text}, but it must not be negative: give `minimal`, `theorem`, 0 or more"
            )));
        }
        (Bound::Theorem, Some(certificate)) => match certified_infeasibility(certificate, &arguments.candidates)? {
            Some((bound, grade)) => {
                let certificate = certificate.display();
                source = format!("Epsilon is the bound of `infeasibility` in {certificate} ({grade}).\n");
                Epsilon::Given(bound)
            }
            None => return Ok(Outcome::Violated),
        },
        (Bound::Theorem, None) => {
            return Err(Error::new("--epsilon theorem needs --certificate: name the file that proves a bound"));
        }
        (_, Some(_)) => {
            return Err(Error::new("--certificate needs --epsilon theorem: add that, or leave out --certificate"));
        }
        (Bound::Minimal, None) => Epsilon::Minimal,
        (Bound::Given(epsilon), None) => Epsilon::Given(epsilon.clone()),
    };
    let threads = arguments.threads.count();
    let (outcome, _) = Working::on("shrinking", quiet, || shrink::shrink_with_effort(&candidates, &epsilon, threads))?;
    for used in places {
        let source = candidates.write(used)?;
        candidates = candidates.with_source(source);
    }
    if let (Some(set), Some(output)) = (&set, &arguments.output) {
        Record::new(&candidates, outcome.clone()).expect("they come from a file").write(set.place(output))?;
        set.commit()?;
    }
    let report = print::Report {
        candidates: &candidates,
        outcome: &outcome,
        every: arguments.every,
        labels: &labels,
        checkpoints: &checkpoints,
        written: &outputs,
    };
    source.insert_str(0, &brought.as_ref().map_or_else(String::new, BroughtIn::sentence));
    let text = match (arguments.common.json, arguments.common.quiet) {
        (true, _) => report.json(),
        (false, true) => report.text(true),
        (false, false) => source + &report.text(false),
    };
    arguments.common.print(&text)?;
    // Candidates that were chosen are written beside the solution.
    if !arguments.common.json && !arguments.common.quiet && outputs.len() == 1 {
        arguments.common.print(&paths::check_needs(
            arguments.output.as_deref(),
            &arguments.candidates,
            "--candidates",
        ))?;
    }
    Ok(Outcome::Holds)
}

/// The upper end of the right side of the claim `infeasibility`, in a certificate of the candidates that the checker
/// accepts, with its grade; `None` if it rejects it, after its sentence.
fn certified_infeasibility(certificate: &Path, candidates: &Path) -> Result<Option<(RBig, &'static str)>> {
    let wrong = |message: &str| Error::new(message).in_file(certificate);
    let document = std::fs::read(certificate).ok().and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    if let Some(format) = document.as_ref().and_then(|document| document["format"].as_str())
        && format != Certificate::FORMAT
    {
        return Err(wrong(&format!("this is a {format}, but --certificate takes a {}", Certificate::FORMAT)));
    }
    let accepted =
        match proofs_check::check_file(certificate, Some(Files { trace: Some(candidates), ..Files::default() })) {
            Ok(accepted) => accepted,
            Err(refusal @ (Refusal::Malformed { .. } | Refusal::Unread { .. })) => {
                return Err(Error::new(refusal.to_string()));
            }
            Err(refusal) => {
                complain(&format!("{}: {refusal}", certificate.display()));
                return Ok(None);
            }
        };
    let claim = accepted
        .claims()
        .iter()
        .find(|claim| claim.name == "infeasibility")
        .ok_or_else(|| wrong("it has no claim `infeasibility`: certify with what that needs, or give a number"))?;
    if claim.verdict != Verdict::Holds {
        return Err(wrong("its claim `infeasibility` does not hold, so it bounds nothing: give a number"));
    }
    let bound = claim.sides().and_then(|[_, (_, most)]| RBig::try_from(most).ok());
    bound
        .map(|bound| Some((bound, claim.grade.name())))
        .ok_or_else(|| wrong("the bound of its claim `infeasibility` is beyond doubles: give a number"))
}
