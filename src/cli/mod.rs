//! The program: one file per subcommand, and the exit statuses.
//!
//! 0: all holds. 1: something is violated or rejected. 2: the input or the call is wrong (one sentence on standard
//! error, and nothing is written).

mod call;
mod certify;
mod check;
mod equilibrium;
#[cfg(feature = "data")]
mod experiment;
#[cfg(feature = "data")]
mod fit;
mod import;
mod list;
mod numbers;
mod page;
mod paths;
mod plan;
#[cfg(feature = "data")]
mod predict;
mod progress;
mod prose;
mod rates;
mod recipes;
mod report;
mod reports;
mod shrink;
mod solve;
pub mod spoken;
mod statements;
mod sweep;
mod table;
mod terminal;
mod verify;

use crate::error::{Error, Result};
use crate::game::Game;
use crate::parallel::cores;
use crate::registry::{ALL_PLAYERS, Registry};
use call::{positive, some_threads, whole, wrong_call};
use clap::builder::PossibleValue;
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::process::ExitCode;

/// Plays the two-player games of constrained optimisation and says what came out, with every bound rounded to its
/// safe side.
#[derive(Parser)]
#[command(
    name = "referee",
    version,
    max_term_width = 120,
    after_help = "Examples:\n  referee verify\n  referee solve triangle\n  referee certify trace.csv --lower-bound 0.4"
)]
struct Call {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Certify(certify::Arguments),
    Check(check::Arguments),
    Equilibrium(equilibrium::Arguments),
    #[cfg(feature = "data")]
    Experiment(experiment::Arguments),
    #[cfg(feature = "data")]
    Fit(fit::Arguments),
    Plan(plan::Arguments),
    #[cfg(feature = "data")]
    Predict(predict::Arguments),
    Rates(rates::Arguments),
    Report(report::Arguments),
    Shrink(shrink::Arguments),
    Solve(solve::Arguments),
    Statements(statements::Arguments),
    Sweep(sweep::Arguments),
    Verify(verify::Arguments),
}

/// What means the same in every command.
#[derive(Args)]
struct Common {
    /// Seed of the random generator: the same seed gives the same results, bit for bit
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Print results only
    #[arg(long)]
    quiet: bool,
    /// Print the result as JSON on standard output
    #[arg(long)]
    json: bool,
}

impl Common {
    /// Prints what was found: JSON as it is, words as wide as the terminal.
    fn print(&self, text: &str) -> Result<()> {
        print_all(&if self.json { text.to_owned() } else { terminal::told(text) })
    }
}

/// What `--threads` says in every command that has it.
#[derive(Args)]
struct Threads {
    /// The number of threads; one per core if absent. The results do not depend on it
    #[arg(long, value_name = "N", value_parser = some_threads, allow_hyphen_values = true)]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    fn count(&self) -> NonZeroUsize {
        cores(self.threads)
    }
}

/// What `--game` says.
impl ValueEnum for Game {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::Lagrangian => "lagrangian",
            Self::ProxyLagrangian => "proxy-lagrangian",
        }))
    }
}

/// How a command that could do its work ended.
enum Outcome {
    /// Everything that was checked holds.
    Holds,
    /// Something is violated.
    Violated,
    /// `check` accepted a file that says that something is violated.
    AcceptedButViolated,
}

/// The whole program with the players, problems and adversaries of a registry.
///
/// ```no_run
/// use referee::{cli::main_with, registry::Registry};
/// fn main() -> std::process::ExitCode {
///     main_with(Registry::ours())
/// }
/// ```
pub fn main_with(registry: &Registry) -> ExitCode {
    status_of(std::env::args_os(), registry).into()
}

/// Parses a call, whose first argument is the program's name, runs the command and gives the exit status.
pub fn status_of(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>, registry: &Registry) -> u8 {
    let command = list::in_help(Call::command(), registry);
    let matches = command.try_get_matches_from(arguments);
    let call = match matches.and_then(|matches| Call::from_arg_matches(&matches)) {
        Ok(call) => call,
        Err(error) => return wrong_call(&error),
    };
    let outcome = match call.command {
        Command::Certify(arguments) => certify::run(&arguments, registry),
        Command::Check(arguments) => check::run(&arguments, registry),
        Command::Equilibrium(arguments) => equilibrium::run(&arguments, registry),
        #[cfg(feature = "data")]
        Command::Experiment(arguments) => experiment::run(&arguments),
        #[cfg(feature = "data")]
        Command::Fit(arguments) => fit::run(&arguments),
        Command::Plan(arguments) => plan::run(&arguments, registry),
        #[cfg(feature = "data")]
        Command::Predict(arguments) => predict::run(&arguments),
        Command::Rates(arguments) => rates::run(&arguments, registry),
        Command::Report(arguments) => report::run(&arguments, registry),
        Command::Shrink(arguments) => shrink::run(&arguments),
        Command::Statements(arguments) => statements::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments, registry),
        Command::Sweep(arguments) => sweep::run(&arguments, registry),
        Command::Verify(arguments) => verify::run(&arguments, registry),
    };
    match outcome {
        Ok(Outcome::Holds) => 0,
        Ok(Outcome::Violated) => 1,
        Ok(Outcome::AcceptedButViolated) => 3,
        Err(error) => {
            terminal::complain(&format!("{}", error.reworded(ALL_PLAYERS, "`referee solve --list players` shows all")));
            2
        }
    }
}

/// Prints on standard output. A reader that closes the pipe early (`referee verify | head`) is not an error of ours.
fn print_all(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    // A caller of `status_of` may end without Rust's own goodbye, which would lose an unfinished line.
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}
