//! `referee certify`: what anybody's run proves.

mod copy;
mod page;
mod print;
mod rate;
mod rate_words;
pub(super) mod singles;
mod values;
mod words;

pub(super) use print::{Report, closing, description as describe};

use super::call::finite;
use super::import::{self, BroughtIn, ImportArguments};
use super::paths::{begin_file, check_needs, refuse_same_file, wrote};
use super::progress::{Progress, Working};
use super::prose::with_flags;
use super::report::{Known, check_page};
use super::reports::problem_line;
use super::terminal::complain;
use super::{Common, Outcome, Threads};
use crate::certificate::{Certificate, Given, LowerBound, TraceReference, Verdict};
use crate::cli::prose::open as open_problem;
use crate::error::{Error, Result};
use crate::files::{Form, Set};
use crate::game::Game;
use crate::numerics::Norm;
use crate::oracle::Options;
use crate::problem::record;
use crate::registry::Registry;
use crate::regret::{Average, SinglesOfRounds, Watched};
use crate::run::{Asked, Said, Subject};
use crate::theorems::agreement::Difference;
use crate::theorems::{self, Certification, Statement};
use crate::trace::{Checkpoints, Rounds as _, Trace, TraceFile, WhichGame};
use clap::Args;
use rate::Filled;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Certify a run from its trace: regrets, and the feasibility and optimality that they imply
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee certify trace.csv --lower-bound 0.4 --radius 2\n  \
    referee certify run.csv --columns objective=loss,constraint_1=gap,lambda_1=mu \\\n      \
    --ignore step --range objective=0\n  \
    referee certify run.npz --equality parity --checkpoints checkpoints.csv \\\n      \
    --output certificate.json\n  \
    referee certify trace.csv --problem late.toml --output certificate.json\n  \
    referee certify trace.csv --game proxy-lagrangian --output certificate.json\n  \
    referee certify trace.csv --statement lemma-1 --problem triangle --radius 7 \\\n      \
    --oracle-error 1e-9\n\n\
    The game is read off the columns: with lambda_0 it is the proxy game, else the Lagrangian game. --help says \
    more of each flag than -h.\n\
    Exit status: 0 if no claim is violated, 1 if one is, if a recorded value or a point is further off than rounding \
    explains, or if what --require asks for is not met; 2 if the input or the call is wrong (then nothing is written).")]
pub(super) struct Arguments {
    /// A trace (*.csv, *.csv.gz), a file of numpy.savez (*.npz), or - for standard input
    ///
    /// A trace has the columns `objective`, `constraint_1..m`, `lambda_1..m` or `lambda_0..m`, and perhaps `proxy_1..m` and
    /// `theta_1..d`.
    trace: PathBuf,
    #[command(flatten)]
    import: ImportArguments,
    /// What a function is at least everywhere, or between: objective=0, fpr_gap=-1..1, proxy:fpr_gap=-1
    ///
    /// Functions have the names of their columns. A lower bound follows where each function that counts has one; claims
    /// that rest on it are graded `declared`.
    #[arg(long, value_name = "NAME=LO[..HI]", value_parser = said, allow_hyphen_values = true)]
    range: Vec<Said>,
    /// A CSV file with the columns `round` (from 0) and `path`: then the file to ship is named
    #[arg(long, value_name = "FILE")]
    checkpoints: Option<PathBuf>,
    /// A number that is surely at most inf over theta of the theta-player's loss at the mean multipliers
    ///
    /// That loss is the objective plus multipliers times constraints: a lower bound of the objective alone is another
    /// thing. Claims that rest on it are graded `declared`.
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    lower_bound: Option<f64>,
    /// The problem that was played, a file (*.toml) or a built-in name
    ///
    /// Then a lower bound, a margin and a range are found, and the trace's values are compared with the problem's; what
    /// that proves is graded so. With --statement its bounds fill in --payoff-bound, --domain-radius and
    /// --subgradient-bound.
    #[arg(long, value_name = "PROBLEM")]
    problem: Option<String>,
    /// The game, if not the one of the columns
    ///
    /// Then a copy of the trace is certified, and with --output written beside the certificate (certificate.json:
    /// certificate-trace.csv). In the proxy game it has `lambda_0` = 1 in every round; in the Lagrangian game neither
    /// `lambda_0` nor proxies.
    #[arg(long, value_name = "GAME")]
    game: Option<Game>,
    /// Certify the problem's values at the recorded points, in a copy of the trace
    ///
    /// The copy is written beside the certificate. It needs --problem, --output and the columns theta_*.
    #[arg(long)]
    recompute: bool,
    /// `verified`: exit with status 1 unless every recorded value is known to be the problem's
    #[arg(long, value_name = "WHAT")]
    require: Option<values::Required>,
    /// The radius R of the multipliers (Lagrangian game)
    #[arg(long, value_name = "R", value_parser = finite, allow_hyphen_values = true)]
    radius: Option<f64>,
    /// The exponent p of the multipliers' norm, a number of at least 1 or `inf` (Lagrangian game)
    #[arg(long, value_name = "P", value_parser = |text: &str| Norm::parse(text).map_err(|error| error.to_string()))]
    norm: Option<Norm>,
    /// Every constraint (every proxy, in the proxy game) is at most minus this at some point
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    margin: Option<f64>,
    /// A number that is at least sup - inf of the objective
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    objective_range: Option<f64>,
    /// How rounds are weighed in the mixture: uniform, linear, or skip:K, which leaves out the first K;
    /// in the proxy game this holds for all means
    #[arg(long, value_name = "A", default_value = "uniform", value_parser = average)]
    average: Average,
    /// How rounds are weighed in the mean multipliers, if not as in the mixture (Lagrangian game)
    #[arg(long, value_name = "A", value_parser = average)]
    lambda_average: Option<Average>,
    /// Where to write the certificate (*.json), to be checked with `referee check`
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a page for a browser about the certificate, as `referee report` does; it is checked first, kept or not
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    common: Common,
    // Last: its heading would be that of all that follows.
    #[command(flatten)]
    rate: rate::RateArguments,
}

impl Arguments {
    /// The files that a page must not replace.
    fn inputs(&self) -> Vec<(&Path, &'static str)> {
        let mut inputs = vec![(self.trace.as_path(), "the trace")];
        inputs.extend(self.checkpoints.as_deref().map(|path| (path, "the checkpoints")));
        inputs.extend(self.problem.as_deref().map(|path| (Path::new(path), "the problem")));
        inputs
    }

    /// What the call says of the run.
    fn asked(&self) -> Asked {
        Asked {
            radius: self.radius,
            norm: self.norm,
            margin: self.margin,
            objective_range: self.objective_range,
            lower_bound: self.lower_bound,
            ranges: self.range.clone(),
            average: self.average,
            lambda_average: self.lambda_average,
        }
    }
}

/// Reads `NAME=LO`, `NAME=LO..HI`, or the same of `proxy:NAME`.
fn said(text: &str) -> std::result::Result<Said, String> {
    let wrong =
        || "write NAME=LO or NAME=LO..HI with finite numbers, the lower one first, such as fpr_gap=-1..1".to_owned();
    let number = |text: &str| finite(text.trim()).ok();
    let (name, ends) = text.rsplit_once('=').ok_or_else(wrong)?;
    let (lo, hi) = match ends.split_once("..") {
        Some((_, hi)) if hi.starts_with('.') => return Err(wrong()),
        Some((lo, hi)) => (lo, Some(number(hi).ok_or_else(wrong)?)),
        None => (ends, None),
    };
    let lo = number(lo).ok_or_else(wrong)?;
    if hi.is_some_and(|hi| hi < lo) {
        return Err(wrong());
    }
    Ok(Said { name: name.trim().to_owned(), lo, hi })
}

fn average(text: &str) -> std::result::Result<Average, String> {
    Average::parse(text).map_err(|error| error.to_string())
}

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Outcome> {
    let form = Form::Document(Certificate::FORMAT);
    let set = begin_file(arguments.output.as_deref(), form, &arguments.inputs())?;
    let copy_to = || set.as_ref().zip(arguments.output.as_deref().map(TraceReference::beside));
    if let (Some((_, copy)), Some(checkpoints)) = (copy_to(), &arguments.checkpoints) {
        refuse_same_file(&copy, checkpoints, "the checkpoints")?;
    }
    let results = arguments.output.iter().flat_map(|output| [output.clone(), TraceReference::beside(output)]);
    check_page(arguments.report.as_deref(), &arguments.inputs(), &results.collect::<Vec<_>>())?;
    let asked = arguments.asked();
    asked.check(arguments.problem.is_some()).map_err(with_flags::<Arguments>)?;
    let subject = arguments.problem.as_deref().map(|name| open_problem(name, registry)).transpose()?;
    let checkpoints = arguments.checkpoints.as_deref().map_or(Ok(Checkpoints::default()), Checkpoints::read)?;
    let brought = bring_in(arguments, copy_to())?;
    let recorded = brought.as_ref().map_or(arguments.trace.as_path(), |brought| &brought.copied.path);
    let layout = TraceFile::open(recorded).map_err(import::with_flags)?.layout().clone();
    let (labels, equalities) = import::labels(brought.as_ref(), &layout);
    let game = layout.which_game(arguments.game);
    let copy = copy::Wanted::new(arguments, layout, game, copy_to())?;
    let statement = rate::chosen(arguments, game.kind())?;
    let mut filled = Filled::default();
    let mut given = match statement {
        Some(statement) => {
            if let Some(subject) = &subject {
                filled = Filled::from(subject, statement, game.kind(), arguments)?;
            }
            let problem = subject.as_ref().and_then(|subject| record(&*subject.problem));
            let lower_bound = arguments.lower_bound.map(LowerBound::declared);
            rate::given(arguments, statement, Given { lower_bound, problem, ..Given::default() }, &filled)?
        }
        None => asked.given(subject.as_ref(), game.kind()).map_err(with_flags::<Arguments>)?,
    };
    given.ranges = asked.ranges(&labels, &equalities).map_err(with_flags::<Arguments>)?;
    let has_equalities = !equalities.is_empty();
    given.equalities = equalities;
    let mut about = brought.as_ref().map_or_else(String::new, BroughtIn::sentence) + &game_line(game, arguments);
    about.extend(copy.as_ref().map(copy::Wanted::sentence));
    let copied = match copy {
        Some(copy) => {
            Some(Working::on("copying the trace", arguments.common.quiet, || copy.make(recorded, subject.as_ref()))?)
        }
        None => brought.map(|brought| brought.copied),
    };
    let trace = copied.as_ref().map_or(&arguments.trace, |copied| &copied.path).clone();
    let rounds = checkpoints.rounds();
    let mut seen = SinglesOfRounds::new(&rounds);
    let mut watch = |block: &Trace| seen.look(block);
    let (quiet, threads) = (arguments.common.quiet, arguments.threads.count());
    let certified = certify_file(&trace, subject.as_ref(), statement, given, quiet, threads, &mut watch);
    let (certification, reference) = certified.map_err(|error| import::with_flags(error.in_file(&arguments.trace)))?;
    let singles = seen.finish().expect("a trace has rounds");
    if let Some(path) = &arguments.checkpoints {
        checkpoints.check(singles.rounds).map_err(|error| error.in_file(path))?;
    }
    // A copy that is not kept stays until the page is written.
    let held = copied;
    let copied = held.as_ref().and_then(|held| held.kept.clone());
    let written = arguments.output.as_deref();
    if let (Some(set), Some(output)) = (&set, written) {
        certification.certificate.write(&set.place(output), &reference)?;
        set.commit()?;
    }
    let known = Known {
        certification: Some(&certification),
        labels: Some(&labels),
        checkpoints: Some(&checkpoints),
        ..Known::default()
    };
    let own = copied.as_deref().or(held.as_ref().map(|held| held.path.as_path())).unwrap_or(&arguments.trace);
    let rejected = page::write(arguments, (&reference, own), known)?;
    let verified = certification.certificate.given.values_verified();
    let mut before = singles::text(&singles, &checkpoints, !verified, has_equalities, arguments.common.quiet);
    for path in written.into_iter().chain(copied.as_deref()) {
        before += &wrote(Some(path));
    }
    before += &wrote(arguments.report.as_deref());
    if copied.is_none() && !arguments.common.quiet {
        before += &check_needs(written, &arguments.trace, "--trace");
    }
    let report = Report { certification: &certification, before: &before, labels: Some(&labels), without_rival: false };
    arguments.common.print(&match (arguments.common.json, arguments.common.quiet) {
        (true, _) => format!("{:#}\n", certification.certificate.to_json(&reference)),
        (false, true) => report.text(true),
        (false, false) => about + &problem_about(&certification) + "\n" + &filled.sentence() + &report.text(false),
    })?;
    let unmet = values::unmet(arguments.require, &certification);
    // JSON has no room for what is different, or how far.
    let different = values::difference(&certification).filter(|_| arguments.common.json).map(ToString::to_string);
    if let Some(words) = unmet.clone().or(different) {
        complain(&format!("{}: {words}", arguments.trace.display()));
    }
    Ok(if unmet.is_some() || rejected { Outcome::Violated } else { outcome(&certification) })
}

/// The run as a trace, if it is not one yet.
fn bring_in(arguments: &Arguments, target: Option<(&Set, PathBuf)>) -> Result<Option<BroughtIn>> {
    let brought = arguments.import.bring_in(&arguments.trace, false, target, arguments.common.quiet)?;
    if brought.is_some() && arguments.common.json && arguments.output.is_none() {
        return Err(Error::new(
            "--json with a run that is not a plain trace needs --output: the certificate is about a copy, written beside it",
        ));
    }
    Ok(brought)
}

/// Which problem it is about, if one was given.
fn problem_about(certification: &Certification) -> String {
    let certificate = &certification.certificate;
    let problem = certificate.given.problem.as_ref().zip(certificate.problem_sha256());
    problem.map_or_else(String::new, |(problem, digest)| problem_line(problem.name(), &digest))
}

/// Which game, why, and what reads the proxies that are left out.
fn game_line(game: WhichGame, arguments: &Arguments) -> String {
    let read = game.leaves_out_proxies() && arguments.game.is_none();
    format!("{game}{}\n", if read { " With --game proxy-lagrangian they are read, and lambda_0 is 1." } else { "" })
}

/// Whether a claim is violated, or a recorded value is too far from the problem's. The hypothesis of the bounds that go
/// beyond the paper does not count: where it fails, these are left out, and nothing else changes.
pub(super) fn outcome(certification: &Certification) -> Outcome {
    let mut claims = certification.certificate.claims.iter();
    let violated = claims.any(|claim| claim.verdict == Verdict::Violated && !claim.optional);
    let far = values::difference(certification).is_some_and(Difference::is_far);
    if violated || far || certification.out_of_range.is_some() { Outcome::Violated } else { Outcome::Holds }
}

/// Certifies a file, block by block, by the theorem that fits it or by a statement that promises a rate.
pub(super) fn certify_file(
    trace: &Path,
    subject: Option<&Subject<'_>>,
    statement: Option<&dyn Statement>,
    given: Given,
    quiet: bool,
    threads: NonZeroUsize,
    watch: &mut dyn FnMut(&Trace),
) -> Result<(Certification, TraceReference)> {
    let mut progress = Progress::of_bytes(quiet).then("certifying");
    let mut tell = |done: u64, total: u64| progress.set_of(done, total);
    let mut file = TraceFile::open(trace)?.with_threads(threads).with_progress(&mut tell);
    let problem = subject.map(|subject| &*subject.problem);
    let options = Options::default();
    let mut watched = Watched::new(&mut file, watch);
    let certification = match statement {
        Some(statement) => theorems::certify_by(statement, &mut watched, problem, given, options),
        None => theorems::certify(&mut watched, problem, given, options),
    };
    Ok((certification?, TraceReference::of(&file)?))
}

#[cfg(test)]
#[path = "../../tests/inside/cli/certify.rs"]
mod tests;
