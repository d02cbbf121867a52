//! Sentences of the commands, and the problem that a call names.

use super::numbers::{at_least, at_most, plain};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::problem::names_file;
use crate::registry::Registry;
use crate::run::{self, RadiusReason, Subject};
use clap::{Arg, Args, Command};
use std::path::Path;

/// "1 round", "2 rounds".
pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// "1 candidate is", "2 candidates are".
pub(super) fn counted_are(count: usize, what: &str) -> String {
    format!("{} {}", counted(count, what), if count == 1 { "is" } else { "are" })
}

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

/// Opens a problem file or a built-in problem.
pub(super) fn open(name: &str, registry: &Registry) -> Result<Subject<'static>> {
    run::open_in(name, registry).map_err(|error| {
        // What is said of a file stands; another name may be a slip.
        if names_file(name) || Path::new(name).exists() {
            error
        } else {
            Error::new(format!("{error}; `referee solve --list` shows what is built in"))
        }
    })
}

pub(super) fn radius_words(why: RadiusReason) -> String {
    match why {
        RadiusReason::Asked => "as asked".to_owned(),
        RadiusReason::TwiceRangeOverMargin { range, margin } => {
            format!("twice the objective range {} over the margin {}", plain(range), plain(margin))
        }
        RadiusReason::ConstantObjective => "the objective is constant".to_owned(),
        RadiusReason::NoConstraints => "there are no constraints".to_owned(),
        RadiusReason::BeyondDoubles => {
            "the objective's range over the margin is beyond doubles, so this is a guess: set --radius".to_owned()
        }
        RadiusReason::NoMargin => "no strictly feasible point is known, so this is a guess: set --radius".to_owned(),
    }
}
