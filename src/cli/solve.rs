//! `referee solve`: plays one of the four algorithms on a problem, certifies it, shrinks it, and writes all of that.

mod live;
mod page;
mod print;
mod rate;
mod second;
mod until;

use super::call::{not_negative, some_positive};
use super::list::{self, What};
use super::progress::{Progress, Working};
use super::report::check_page;
use super::{Common, Outcome, Threads, certify, paths};
use crate::arena::Algorithm;
use crate::cli::prose::open as open_problem;
use crate::error::{Error, Result};
use crate::files::memory;
use crate::game::Game;
use crate::players::LambdaEntry;
use crate::registry::Registry;
use crate::run::{FILES, GAP, Plan, ROUNDS, Seated, Subject};
use clap::Args;
pub(super) use rate::quoted;
use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
pub(super) use until::Spend;
use until::Until;

/// Play a game on a problem, certify it, shrink it, and write the trace, the certificate and the solution
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee solve triangle --algorithm oracle-lagrangian --rounds 4096\n  \
    referee solve examples/late.toml --lambda-player deviation-hedge \\\n      \
    --output run\n  \
    referee solve polygon:m=16\n  \
    referee solve triangle --refine --gap 1e-6\n  \
    referee solve qp-half --until 1e-2\n  \
    referee solve late.toml --until infeasibility=1e-2,suboptimality=0.1 \\\n      \
    --budget 60s\n  \
    referee solve polygon:m=65536 --algorithm stochastic-proxy-lagrangian \\\n      \
    --lambda-player deviation-rm-plus --no-trace\n\n\
    Exit status: 0 if the game was played and no claim about it is violated, 1 if one is or if the target of --until is not \
    met, 2 if the input or the call is wrong (then nothing is written).")]
pub(super) struct Arguments {
    /// A problem file (*.toml) or a built-in problem such as `triangle` or `polygon:m=16`
    #[arg(required_unless_present = "list")]
    problem: Option<String>,
    /// Show the built-in problems with their optimum, or all players
    #[arg(long, value_enum, num_args = 0..=1, value_name = "WHAT", default_missing_value = "problems")]
    list: Option<What>,
    /// oracle-lagrangian, stochastic-lagrangian, stochastic-proxy-lagrangian or oracle-proxy-lagrangian; chosen to fit
    /// the problem if absent
    #[arg(long, value_name = "NAME")]
    algorithm: Option<String>,
    /// A theta-player in place of the algorithm's own
    #[arg(long, value_name = "NAME")]
    theta_player: Option<String>,
    /// A lambda-player in place of the algorithm's own
    #[arg(long, value_name = "NAME")]
    lambda_player: Option<String>,
    /// The number of rounds
    #[arg(long, default_value_t = ROUNDS, value_name = "T", value_parser = super::positive, allow_hyphen_values = true)]
    rounds: usize,
    /// Play until the certificate proves an infeasibility and a suboptimality of at most X
    ///
    /// That is: no constraint of the mixture is above X on average, and no mixture that satisfies the constraints (in the
    /// proxy game: the proxies) is better by more than X. `infeasibility=X,suboptimality=Y` names two numbers, or one of
    /// them. The game is played in stretches, each a fresh game (the players' steps depend on the number of rounds) twice
    /// as long as the one before; the last one is certified, shrunk and written.
    #[arg(long, value_name = "X", value_parser = Until::parse, allow_hyphen_values = true,
        conflicts_with_all = ["rounds", "stream", "no_trace"])]
    until: Option<Until>,
    /// With --until: the most rounds of all stretches together, or (`60s`) the seconds after which no new one begins
    ///
    /// 1048576 rounds if absent. Only with rounds is the outcome the same on every machine.
    #[arg(long, value_name = "T|60s", value_parser = Spend::parse, allow_hyphen_values = true, requires = "until")]
    budget: Option<Spend>,
    /// The radius R of the multipliers in the Lagrangian game; found from the problem if absent
    #[arg(long, value_name = "R", value_parser = not_negative, allow_hyphen_values = true)]
    radius: Option<f64>,
    /// A step size for both players, or for one: `theta=0.1` or `lambda=0.1` (may be given twice)
    #[arg(long, value_name = "STEP", value_parser = Step::parse, allow_hyphen_values = true)]
    step: Vec<Step>,
    /// Also write every K-th round, from the first, to candidates.csv
    #[arg(long, value_name = "K", value_parser = some_positive, allow_hyphen_values = true)]
    every: Option<NonZeroUsize>,
    /// Write rounds as they are played and keep none in memory, for long runs
    ///
    /// Every value is then written as an enclosure of two columns, also where it is exact.
    #[arg(long)]
    stream: bool,
    /// Keep no trace at all: certify while the rounds are played and write nothing
    ///
    /// This is for problems with so many constraints that a trace would fill the disk. Nobody can check the result with
    /// another program, so it is graded computed and not proved.
    #[arg(long, conflicts_with_all = ["stream", "every", "refine"])]
    no_trace: bool,
    /// Improve the shrunk mixture with points of an oracle, and prove how good it is over the whole domain
    ///
    /// The oracle is asked for the candidates that the mixture lacks, until a feasible mixture is certified against all
    /// others over the whole domain, or it is proved that there is none; either is written to bound.json.
    #[arg(long)]
    refine: bool,
    /// With --refine: stop when no feasible mixture is better by more than this; 1e-6 if absent
    #[arg(long, value_name = "G", value_parser = not_negative, allow_hyphen_values = true)]
    gap: Option<f64>,
    /// The folder to write to; it may exist
    #[arg(long, default_value = "referee-out", value_name = "DIR")]
    output: PathBuf,
    /// Also write a page for a browser about all of it, as `referee report` does
    #[arg(long, value_name = "FILE", conflicts_with = "no_trace")]
    report: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    common: Common,
}

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
            _ => Err(format!("`{player}` is not a player: write theta=0.1, lambda=0.1 or 0.1")),
        }
    }
}

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Outcome> {
    let Some(name) = arguments.problem.as_deref().filter(|_| arguments.list.is_none()) else {
        let as_json = arguments.common.json;
        arguments.common.print(&match arguments.list {
            Some(What::Players) => list::players(registry, as_json, arguments.common.quiet),
            _ => print::list(registry, as_json)?,
        })?;
        return Ok(Outcome::Holds);
    };
    if arguments.gap.is_some() && !arguments.refine {
        return Err(Error::new("--gap needs --refine: add --refine, or leave out --gap"));
    }
    let results = FILES.map(|file| arguments.output.join(file));
    check_page(arguments.report.as_deref(), &[(Path::new(name), "the problem")], &results)?;
    let subject = open_problem(name, registry)?;
    let (quiet, then) =
        (arguments.common.quiet, if arguments.refine { "shrinking and refining" } else { "certifying and shrinking" });
    let progress = RefCell::new(Progress::new(arguments.rounds, quiet || arguments.until.is_some()).then(then));
    let tell = |t: usize| progress.borrow_mut().set(t + 1);
    let plan = plan(arguments, &subject, registry)?.progress(&tell);
    if arguments.no_trace {
        return live::run(plan, arguments, &|| progress.borrow_mut().clear());
    }
    let mut seated = plan.seat()?;
    check(&seated, arguments)?;
    for file in FILES {
        paths::refuse_same_file(&arguments.output.join(file), Path::new(name), "the problem")?;
    }
    seated.prepare(&arguments.output).map_err(paths::as_output)?;
    let pursuing = Working::new("playing until the target is met", quiet || arguments.until.is_none());
    let run = seated.play()?;
    drop(pursuing);
    progress.borrow_mut().clear(); // before anything is printed
    let written = run.write(&arguments.output)?;
    let page = arguments.report.as_deref().map(|page| page::write(page, &run, &written, &arguments.output, registry));
    let page = page.transpose()?;
    let certify_call = rate::command(&run, name, &written.files[0]);
    let report = print::Report {
        run: &run,
        written: &written,
        certify_call: certify_call.as_deref(),
        page: arguments.report.as_deref(),
    };
    arguments.common.print(&if arguments.common.json { report.json() } else { report.text(arguments.common.quiet) })?;
    Ok(match &run.pursuit {
        _ if page.is_some_and(|outcome| matches!(outcome, Outcome::Violated)) => Outcome::Violated,
        Some(pursuit) if !pursuit.is_met() => Outcome::Violated,
        _ => certify::outcome(&run.certification),
    })
}

/// What the call asks for.
fn plan<'a>(arguments: &'a Arguments, subject: &'a Subject<'a>, registry: &'a Registry) -> Result<Plan<'a>> {
    let plan = match &arguments.algorithm {
        Some(name) => Plan::new(subject, Algorithm::parse(name)?),
        None => Plan::fitting(subject)?,
    };
    if arguments.radius.is_some() && plan.algorithm().game() == Game::ProxyLagrangian {
        return Err(Error::new("--radius has no meaning in the proxy game: leave it out"));
    }
    if let Some(player) = arguments.lambda_player.as_deref().and_then(|name| registry.find_lambda_player(name)) {
        of_this_game(player, plan.algorithm())?;
    }
    let step = |of: fn(&Step) -> Option<f64>| arguments.step.iter().rev().find_map(of);
    let mut plan = plan
        .registry(registry)
        .rounds(arguments.rounds)
        .seed(arguments.common.seed)
        .radius(arguments.radius)
        .theta_player(arguments.theta_player.as_deref())
        .lambda_player(arguments.lambda_player.as_deref())
        .theta_step(step(|step| step.theta))
        .lambda_step(step(|step| step.lambda))
        .every(arguments.every)
        .threads(arguments.threads.count())
        .refine(arguments.refine.then(|| arguments.gap.unwrap_or(GAP)))
        .stream(arguments.stream.then(|| arguments.output.clone()));
    if let Some(until) = arguments.until {
        plan = plan.until(until.infeasibility, until.suboptimality);
    }
    Ok(match arguments.budget {
        Some(Spend(budget)) => plan.budget(budget),
        None => plan,
    })
}

/// Refuses a lambda-player of the other game, with the algorithm that plays it beside the same kind of theta-player.
fn of_this_game(player: &LambdaEntry, algorithm: Algorithm) -> Result<()> {
    if player.game == algorithm.game() {
        return Ok(());
    }
    let other = match algorithm {
        Algorithm::OracleLagrangian => Algorithm::OracleProxyLagrangian,
        Algorithm::StochasticLagrangian => Algorithm::StochasticProxyLagrangian,
        Algorithm::OracleProxyLagrangian => Algorithm::OracleLagrangian,
        Algorithm::StochasticProxyLagrangian => Algorithm::StochasticLagrangian,
    };
    let (name, algorithm, other) = (player.name, algorithm.name(), other.name());
    let (theirs, ours) = match player.game {
        Game::Lagrangian => ("Lagrangian", "proxy"),
        Game::ProxyLagrangian => ("proxy", "Lagrangian"),
    };
    Err(Error::new(format!(
        "--lambda-player {name} plays the {theirs} game, and {algorithm} the {ours} game: say --algorithm {other}"
    )))
}

/// What only the players that were seated can tell of the flags.
fn check(seated: &Seated<'_>, arguments: &Arguments) -> Result<()> {
    if !seated.fits_in_memory() {
        return Err(Error::new(format!(
            "--rounds asks for more than fits in memory ({}): add --stream or --no-trace, or play fewer rounds",
            memory::most_in_words()
        )));
    }
    check_step(seated.choices.oracle.is_some(), arguments)
}

fn check_step(oracle_plays: bool, arguments: &Arguments) -> Result<()> {
    if oracle_plays && arguments.step.iter().any(|step| step.theta.is_some() && step.lambda.is_none()) {
        return Err(Error::new("--step theta=.. has no meaning for an oracle, which takes no steps: leave it out"));
    }
    Ok(())
}
