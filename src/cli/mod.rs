//! The program: one file a subcommand, and the exit statuses.
//!
//! 0: all holds. 1: something is violated or rejected. 2: the input or the call is wrong (one sentence on standard
//! error, and nothing is written).

mod verify;

use clap::{Args, Parser, Subcommand};
use std::process::ExitCode;

/// Plays the two-player games of constrained optimisation and certifies the outcome.
#[derive(Parser)]
#[command(name = "referee", version, after_help = "Example: referee verify")]
struct Call {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Verify(verify::Arguments),
}

/// What means the same in every command.
#[derive(Args)]
struct Common {
    /// Seed of the random generator: the same seed gives the same instances, bit for bit
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
    /// Print results only
    #[arg(long)]
    quiet: bool,
    /// Print the result as JSON on standard output
    #[arg(long)]
    json: bool,
}

/// How a command that could do its work ended.
enum Outcome {
    /// Everything that was checked holds.
    Holds,
    /// Something is violated.
    Violated,
}

/// Parses the call, runs the command and gives the exit status.
pub fn main() -> ExitCode {
    let call = Call::parse(); // a wrong call ends here, with status 2
    let outcome = match call.command {
        Command::Verify(arguments) => verify::run(&arguments),
    };
    match outcome {
        Ok(Outcome::Holds) => ExitCode::SUCCESS,
        Ok(Outcome::Violated) => ExitCode::from(1),
        Err(error) => {
            eprintln!("referee: {error}");
            ExitCode::from(2)
        }
    }
}
