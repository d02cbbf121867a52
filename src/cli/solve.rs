//! `referee solve`: plays one of the four algorithms on a problem, certifies it, shrinks it, and writes all of that.

mod folder;
mod live;
pub(super) mod plan;
mod print;
mod rate;
mod second;

use super::progress::Progress;
use super::{Common, Outcome, certify, print_all};
use crate::arena::Match;
use crate::certificate::{Certificate, Given};
use crate::error::{Error, Result};
use crate::numerics::Enclosure;
use crate::theorems::{self, Certification};
use crate::trace::{Means, MeansOfRounds, Round, Trace, TraceWriter};
use clap::Args;
use folder::{CANDIDATES, CERTIFICATE, Older, TRACE};
use plan::Plan;
use std::path::PathBuf;

/// Play a game on a problem, certify it, shrink it, and write the trace, the certificate and the solution
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee solve triangle --algorithm oracle-lagrangian --rounds 4096\n  \
    referee solve examples/late.toml --lambda-player deviation-hedge --output run\n  \
    referee solve polygon:m=16\n  \
    referee solve triangle --refine --gap 1e-6\n  \
    referee solve polygon:m=65536 --algorithm stochastic-proxy-lagrangian --lambda-player deviation-rm-plus --no-trace\n\n\
    Exit status: 0 if the game was played and no claim about it is violated, 1 if one is, 2 if the input or the call is \
    wrong (then nothing is written).")]
#[expect(clippy::struct_excessive_bools, reason = "one a flag")]
pub(super) struct Arguments {
    /// A problem file (*.toml) or a built-in problem such as `triangle` or `polygon:m=16`
    #[arg(required_unless_present = "list")]
    problem: Option<String>,
    /// Show the built-in problems with their optimum
    #[arg(long)]
    list: bool,
    /// oracle-lagrangian, stochastic-lagrangian, stochastic-proxy-lagrangian or oracle-proxy-lagrangian; chosen to fit
    /// the problem if absent
    #[arg(long, value_name = "NAME")]
    algorithm: Option<String>,
    /// A theta-player in place of the algorithm's own: subgradient, subgradient-best, stochastic-subgradient, adagrad,
    /// amsgrad, optimistic, extragradient, dual-averaging, ftrl, mirror-p-norm, stochastic-mirror-p-norm or oracle
    #[arg(long, value_name = "NAME")]
    theta_player: Option<String>,
    /// A lambda-player in place of the algorithm's own. Lagrangian game: gradient, gradient-best,
    /// mirror-entropic, mirror-p-norm, exponentiated-gradient, slack-adahedge, slack-rm-plus, optimistic-gradient, nu-pi; proxy game: matrix,
    /// matrix-best, deviation-hedge, deviation-adahedge, deviation-rm-plus, deviation-optimistic-hedge,
    /// deviation-predictive-rm-plus, deviation-coin-betting, blum-mansour-hedge, blum-mansour-adahedge,
    /// blum-mansour-rm-plus, blum-mansour-optimistic-hedge, tree-swap, internal-regret-matching,
    /// stoltz-lugosi, additive-matrix, and the controls hedge-control, rm-plus-control
    #[arg(long, value_name = "NAME")]
    lambda_player: Option<String>,
    /// The number of rounds
    #[arg(long, default_value_t = 4096, value_name = "T", value_parser = super::positive, allow_hyphen_values = true)]
    rounds: usize,
    /// The radius R of the multipliers in the Lagrangian game; found from the problem if absent
    #[arg(long, value_name = "R", value_parser = not_negative, allow_hyphen_values = true)]
    radius: Option<f64>,
    /// A step size for both players, or for one: `theta=0.1` or `lambda=0.1` (may be given twice)
    #[arg(long, value_name = "STEP", value_parser = Step::parse, allow_hyphen_values = true)]
    step: Vec<Step>,
    /// Also write every K-th round, from the first, to candidates.csv
    #[arg(long, value_name = "K", value_parser = super::positive, allow_hyphen_values = true)]
    every: Option<usize>,
    /// Write rounds as they are played and keep none in memory, for long runs; every value is then written as an
    /// enclosure of two columns, also where it is exact
    #[arg(long)]
    stream: bool,
    /// Keep no trace at all: certify while the rounds are played and write nothing, for problems with so many
    /// constraints that a trace would fill the disk; nobody can check the result with another program, so it is graded
    /// computed and not proved
    #[arg(long, conflicts_with_all = ["stream", "every", "refine"])]
    no_trace: bool,
    /// Ask an oracle for the candidates that the shrunk mixture lacks, until a feasible mixture is certified against all
    /// others over the whole domain, or it is proved that there is none; either is written to bound.json
    #[arg(long)]
    refine: bool,
    /// With --refine: stop when no feasible mixture is better by more than this; 1e-6 if absent
    #[arg(long, value_name = "G", value_parser = not_negative, allow_hyphen_values = true)]
    gap: Option<f64>,
    /// The folder to write to; it may exist
    #[arg(long, default_value = "referee-out", value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    common: Common,
}

/// A trace of more is not kept in memory.
const MOST_BYTES: u64 = 1 << 33;

/// A step size, for one player or for both.
#[derive(Clone, Copy)]
struct Step {
    theta: Option<f64>,
    lambda: Option<f64>,
}

impl Step {
    fn parse(text: &str) -> std::result::Result<Self, String> {
        let (player, number) = text.split_once('=').unwrap_or(("both", text));
        let step = number.parse::<f64>().ok().filter(|step| step.is_finite() && *step > 0.0);
        let step = Some(step.ok_or_else(|| format!("`{number}` is not a positive number"))?);
        match player {
            "both" => Ok(Self { theta: step, lambda: step }),
            "theta" => Ok(Self { theta: step, lambda: None }),
            "lambda" => Ok(Self { theta: None, lambda: step }),
            _ => Err(format!("`{player}` is no player: write theta=0.1, lambda=0.1 or 0.1")),
        }
    }
}

pub(super) fn not_negative(text: &str) -> std::result::Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "it must be a number that is not negative".to_owned())
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let Some(name) = arguments.problem.as_deref().filter(|_| !arguments.list) else {
        print_all(&print::list(arguments.common.json)?)?;
        return Ok(Outcome::Holds);
    };
    if arguments.gap.is_some() && !arguments.refine {
        return Err(Error::new("--gap is read for --refine only: add that, or leave it out"));
    }
    let subject = plan::open(name)?;
    let plan = Plan::new(&subject, arguments)?;
    if arguments.no_trace {
        return live::run(&plan, arguments);
    }
    let mut players = plan.set_up()?;
    let columns = players.layout().column_names().len() as u64;
    if !arguments.stream && (arguments.rounds as u64).saturating_mul(8 * columns) > MOST_BYTES {
        return Err(Error::new(
            "--rounds asks for more than fits in memory (8 GiB): add --stream or --no-trace, or play fewer rounds",
        ));
    }
    folder::prepare(arguments, name)?;
    let (mut means, mut written) = play(&mut players, arguments)?;
    let certification = certify(&plan, &subject, arguments)?;
    agree(&mut means, &certification.certificate);
    written.push(arguments.output.join(CERTIFICATE));
    let mut second = second::run(&plan, arguments, &means, &certification.certificate)?;
    written.extend(second.iter().flat_map(|second| second.written.iter().cloned()));
    let older = Older::clear(&arguments.output, &written)?;
    if let Some(second) = &mut second {
        second.removed.clone_from(&older.removed);
    }
    let certify_call = rate::command(&plan, &players, &certification, name, &arguments.output);
    let report = print::Report {
        plan: &plan,
        players: &players,
        means: &means,
        written: &written,
        certification: &certification,
        second: second.as_ref(),
        certify_call: certify_call.as_deref(),
    };
    print_all(&if arguments.common.json {
        report.json()
    } else {
        let call = certify_call.as_ref().filter(|_| !arguments.common.quiet);
        let call = call.map_or_else(String::new, |call| format!("To hold this run against its rate:\n{call}\n"));
        report.text(arguments.common.quiet) + &older.text() + &call
    })?;
    Ok(certify::outcome(&certification))
}

/// What the problem and the choices give a certificate.
fn given(plan: &Plan<'_>) -> Given {
    let mut given = theorems::facts(plan.problem, &plan.constants, plan.algorithm.game());
    // Without constraints there are no multipliers, and a radius means nothing.
    given.radius = (plan.is_lagrangian() && plan.problem.num_constraints() > 0).then_some(plan.radius);
    given
}

/// Takes from the certificate what both have measured: one quantity is one number in all that is printed.
fn agree(means: &mut Means, certificate: &Certificate) {
    means.objective = certificate.measured("objective").unwrap_or(means.objective);
    means.objective_weight = certificate.measured("objective_weight").or(means.objective_weight);
    let worst = means.constraints.iter_mut().max_by(|a, b| a.hi().total_cmp(&b.hi()));
    if let (Some(worst), Some(most)) = (worst, certificate.measured("infeasibility"))
        && (worst.hi() > 0.0 || most.hi() > 0.0)
    {
        *worst = Enclosure::new(worst.lo().min(most.hi()), most.hi());
        let most = *worst;
        for mean in means.constraints.iter_mut().filter(|mean| mean.hi() > most.hi()) {
            *mean = Enclosure::new(mean.lo().min(most.hi()), most.hi());
        }
    }
}

/// Certifies the trace as it was written, and writes the certificate beside it.
fn certify(plan: &Plan<'_>, subject: &plan::Subject, arguments: &Arguments) -> Result<Certification> {
    let given = given(plan);
    let trace = arguments.output.join(TRACE);
    let certified = certify::certify_file(&trace, Some(subject), None, given, arguments.common.quiet);
    let (certification, reference) = certified.map_err(|error| error.in_file(&trace))?;
    certification.certificate.write(&arguments.output.join(CERTIFICATE), &reference)?;
    Ok(certification)
}

/// Plays and writes, and returns the means and the files.
fn play(players: &mut Match<'_>, arguments: &Arguments) -> Result<(Means, Vec<PathBuf>)> {
    let mut progress = Progress::new(arguments.rounds, arguments.common.quiet);
    let mut means = MeansOfRounds::new(&players.layout());
    let trace_path = arguments.output.join(TRACE);
    let mut candidates = Trace::new(players.layout());
    let mut look = |t: usize, round: &Round| {
        progress.set(t);
        means.push(round);
        if arguments.every.is_some_and(|every| t.is_multiple_of(every)) { candidates.push(round) } else { Ok(()) }
    };
    if arguments.stream {
        let mut writer = TraceWriter::create(&trace_path, players.layout())?;
        players.play(arguments.rounds, arguments.common.seed, |t, round| {
            look(t, round)?;
            writer.write_round(round)
        })?;
        writer.finish()?;
    } else {
        let mut trace = Trace::with_capacity(players.layout(), arguments.rounds);
        players.play(arguments.rounds, arguments.common.seed, |t, round| {
            look(t, round)?;
            trace.push(round)
        })?;
        trace.write(&trace_path)?;
    }
    let mut written = vec![trace_path];
    if arguments.every.is_some() {
        written.push(arguments.output.join(CANDIDATES));
        candidates.write(&written[1])?;
    }
    let no_weight = || Error::new("the mixture has no weight on any round, as lambda_0 is always 0: play more rounds");
    Ok((means.means().ok_or_else(no_weight)?, written))
}
