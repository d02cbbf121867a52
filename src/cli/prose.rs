//! Sentences for a terminal.

use super::numbers::{at_least, at_most};
use crate::error::Error;
use crate::game::Game;
use clap::{Arg, Args, Command};

/// How a mean objective compares with those of its rivals, of which there may be none: no sentence may say that there
/// is one. It exceeds no rival's by more than the gap, an upper bound.
pub(super) fn compared(game: Game, gap: f64) -> String {
    let rival = match game {
        Game::Lagrangian => "feasible mixture",
        Game::ProxyLagrangian => "mixture that satisfies the proxies",
    };
    if gap < 0.0 {
        format!("is below that of every {rival}, if there is one, by at least {}", at_least(-gap))
    } else {
        format!("exceeds that of every {rival}, if there is one, by at most {}", at_most(gap))
    }
}

/// The library asks for numbers by name, in backquotes; a call has flags for them.
pub(super) fn with_flags<Call: Args>(error: Error) -> Error {
    let call = Call::augment_args(Command::new(""));
    let flags = call.get_arguments().filter_map(Arg::get_long);
    flags.fold(error, |error, flag| error.reworded(&format!("`{flag}`"), &format!("--{flag}")))
}
