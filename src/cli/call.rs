//! The words of a call: numbers, and what a wrong call is told.

use super::print_all;
use super::terminal::complain;
use crate::error::{list, meant};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::num::NonZeroUsize;

/// A reader of whole numbers between two others.
pub(super) fn whole<T: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse::<u64>().ok().filter(|number| (least..=most).contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| format!("it must be a whole number from {least} to {most}, in plain digits"))
    }
}

/// The rows of a minibatch: more would be a GiB of row numbers, and no data set has so many that fit in memory.
#[cfg(feature = "data")]
pub(super) fn batch(text: &str) -> Result<usize, String> {
    whole(1, 1 << 28)(text)
}

/// Threads: more do nothing but wait for one another.
pub(super) fn some_threads(text: &str) -> Result<NonZeroUsize, String> {
    let count = whole::<usize>(1, 1024)(text)?;
    Ok(NonZeroUsize::new(count).expect("it is at least 1"))
}

/// Rounds of a training: with more, numbers of rounds would not add up.
#[cfg(feature = "data")]
pub(super) fn training_rounds(text: &str) -> Result<usize, String> {
    whole(1, 1 << 53)(text)
}

/// A whole number from 1 on.
pub(super) fn positive(text: &str) -> Result<usize, String> {
    some_positive(text).map(NonZeroUsize::get)
}

/// The same, known to be one.
pub(super) fn some_positive(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "it must be a whole number from 1 on, in plain digits".to_owned())
}

/// Any number but infinities and NaN.
pub(super) fn finite(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| "it must be a finite number".to_owned())
}

/// A number from 0 on.
pub(super) fn not_negative(text: &str) -> Result<f64, String> {
    let message = || "it must be a number that is not negative".to_owned();
    finite(text).ok().filter(|number| *number >= 0.0).ok_or_else(message)
}

/// Help and version go to standard output; a wrong call is one sentence, with status 2.
pub(super) fn wrong_call(error: &clap::Error) -> u8 {
    if !error.use_stderr() {
        return if print_all(&error.to_string()).is_ok() { 0 } else { 2 };
    }
    match sentence(error) {
        Some(words) => complain(&format!("{words}: see `referee --help` or `referee COMMAND --help`")),
        None => complain("name a command, such as `referee verify`: see `referee --help`"),
    }
    2
}

/// What is wrong with a call, and what may have been meant.
fn sentence(error: &clap::Error) -> Option<String> {
    let words = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let one = |kind| words(kind).into_iter().next().unwrap_or_default();
    let meant = |kind| meant(words(kind).into_iter().take(2));
    // `--seed <N>`, of which the rest is in the help.
    let argument = one(ContextKind::InvalidArg);
    let flag = argument.split(' ').next().unwrap_or_default();
    let value = one(ContextKind::InvalidValue);
    Some(match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => return None,
        ErrorKind::InvalidSubcommand => {
            let name = one(ContextKind::InvalidSubcommand);
            format!("there is no command `{name}`{}", meant(ContextKind::SuggestedSubcommand))
        }
        ErrorKind::UnknownArgument if flag.starts_with('-') => {
            format!("there is no flag `{argument}`{}", meant(ContextKind::SuggestedArg))
        }
        ErrorKind::UnknownArgument => format!("`{argument}` is one word too many"),
        ErrorKind::InvalidValue if value.is_empty() => format!("{flag} needs a value"),
        ErrorKind::InvalidValue => {
            let allowed = list(&words(ContextKind::ValidValue), "or");
            format!("{flag} is `{value}`{}, but it must be {allowed}", meant(ContextKind::SuggestedValue))
        }
        ErrorKind::ValueValidation => {
            let why = error.source().map(ToString::to_string).unwrap_or_default();
            let joint = if why.starts_with("it must") { ", but" } else { ":" };
            format!("{flag} is `{value}`{joint} {why}")
        }
        ErrorKind::MissingRequiredArgument => {
            format!("the call lacks {}", list(&words(ContextKind::InvalidArg), "and"))
        }
        _ => {
            // The first paragraph says what is wrong. What follows are tips and usage, which --help has as well.
            let text = error.to_string();
            let paragraph = text.split("\n\n").next().unwrap_or_default();
            let words: Vec<&str> = paragraph.trim_start_matches("error: ").split_whitespace().collect();
            words.join(" ").trim_end_matches(':').to_owned()
        }
    })
}
