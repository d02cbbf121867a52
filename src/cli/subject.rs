//! The problem of a call, and why its radius is what it is, in the words of the command line.

use super::numbers::plain;
use crate::error::{Error, Result};
use crate::problem::names_file;
use crate::registry::Registry;
use crate::run::{self, RadiusReason, Subject};
use std::path::Path;

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
