//! `referee rates`: the regret-rate league.

pub(super) mod page;
mod print;
mod tables;

use super::call::whole;
use super::paths::wrote;
use super::progress::Progress;
use super::report::{self, check_page, shown};
use super::{Common, Outcome, Threads, positive};
use crate::cells::{Kept, PLAN};
use crate::cli::paths::as_output;
use crate::cli::terminal::complain;
use crate::error::Result;
use crate::league::folder::{self, FILES};
use crate::league::{self, Choice, Selection, charts};
use crate::registry::Registry;
use clap::Args;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Measure how fast the regret of the lambda-players falls, beside their bounds and the known limits
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee rates\n  \
    referee rates --output league\n  \
    referee rates --players matrix,deviation-rm-plus --sequences trap,rmtrap \\\n      \
    --problems none --rounds 2^8..2^16\n\n\
    Without flags: thirteen players on all sequences (3 constraints, 2^6..2^16 rounds, 10 seeds where there are coins) and in \
    eleven games (2^6..2^13 rounds), in about a minute on two cores.\n\n\
    What is measured, and how slopes are fitted, is in docs/rates.md.\n\n\
    With --output DIR the folder gets league.csv and slopes.csv, which depend on the settings alone, times.csv, four plots \
    as SVG, and in cells/ every finished run: a call that was interrupted goes on where it stopped when it is made \
    again, and another league takes up the runs that it shares.\n\
    Exit status: 0 if no regret is certainly above a bound, 1 if one is, 2 if the call is wrong.")]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// Lambda-players, separated by commas; `all` are those of the proxy game
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    players: Option<Vec<String>>,
    /// Problems to play on, each a problem file (*.toml) or a family such as polygon:m=32; `all`, or `none`
    #[arg(long, value_name = "NAMES")]
    problems: Option<String>,
    /// Sequences of payoffs, separated by commas; `all`, or `none`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    sequences: Option<Vec<String>>,
    /// Numbers of rounds: a range that doubles, such as 2^6..2^16 or 64..65536, or a list
    #[arg(long, value_name = "T")]
    rounds: Option<String>,
    /// Numbers of constraints of the sequences, separated by commas
    #[arg(long, value_name = "M", value_delimiter = ',', default_value = "3", value_parser = positive)]
    constraints: Vec<usize>,
    /// How many seeds for the sequences that toss coins
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<u64>(1, 1000), allow_hyphen_values = true)]
    seeds: u64,
    /// A folder for the tables and plots, where an interrupted run is taken up again
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Write a page for a browser about the league, as `referee report` does of its folder
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

impl Arguments {
    fn selection(&self, registry: &Registry) -> Result<Selection> {
        let choice = Choice {
            players: self.players.clone(),
            sequences: self.sequences.clone(),
            problems: self.problems.as_deref().map(split_problems),
            rounds: self.rounds.clone(),
            constraints: self.constraints.clone(),
            seeds: self.seeds,
            seed: self.common.seed,
        };
        Selection::new(&choice, registry, |field| format!("--{field}"))
    }
}

/// Problems are separated by commas, and so are their parameters: what has an equals sign but no colon belongs to the
/// problem before it.
fn split_problems(text: &str) -> Vec<String> {
    let mut problems: Vec<String> = Vec::new();
    for part in text.split(',').map(str::trim) {
        match problems.last_mut() {
            Some(last) if part.contains('=') && !part.contains(':') => {
                last.push(',');
                last.push_str(part);
            }
            _ => problems.push(part.to_owned()),
        }
    }
    problems
}

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Outcome> {
    let output = arguments.output.as_deref();
    let names = folder::names();
    let results =
        output.into_iter().flat_map(|path| names.iter().map(String::as_str).chain([PLAN]).map(|name| path.join(name)));
    check_page(arguments.report.as_deref(), &[], &results.collect::<Vec<_>>())?;
    let selection = arguments.selection(registry)?;
    let cells = selection.cells();
    let kept = output.map(|path| folder::open(path, &selection, &cells)).transpose().map_err(as_output)?;
    warn(kept.as_ref().map_or(&[][..], |kept| &kept.damaged));
    let resumed = kept.as_ref().map_or(0, Kept::count);
    let others = kept.as_ref().map_or(Ok(0), Kept::others)?;
    let threads = arguments.threads.count();
    let entries =
        Progress::shown(arguments.common.quiet, |tell| league::play(&cells, registry, threads, kept.as_ref(), tell))?;
    let mut written = String::new();
    if let Some(path) = output {
        written = wrote_tables(path, &folder::write(path, &entries)?);
    }
    written += &(of_others(others) + &wrote(arguments.report.as_deref()));
    if let Some(page) = &arguments.report {
        let name = output.map_or_else(|| "the league".to_owned(), shown);
        report::write(page, &[page::part(&selection, &entries, name)])?;
    }
    let report = print::Report::new(&selection, &entries, resumed);
    arguments.common.print(&if arguments.common.json {
        report.json()
    } else {
        report.text(arguments.common.quiet, &written)
    })?;
    let wrong = entries.iter().any(|entry| !entry.measured.wrong.is_empty());
    Ok(if wrong { Outcome::Violated } else { Outcome::Holds })
}

/// Names what is damaged.
pub(super) fn warn(damaged: &[String]) {
    for words in damaged {
        complain(&format!("warning: {words}, so that it is run again"));
    }
}

/// Says how many cells of others are in the folder, if there are any.
pub(super) fn of_others(others: usize) -> String {
    match others {
        0 => String::new(),
        1 => "1 cell of other settings or of another build of the program is in the folder too, and is left.\n"
            .to_owned(),
        _ => format!(
            "{others} cells of other settings or of another build of the program are in the folder too, and are left.\n"
        ),
    }
}

/// What is said of the tables of a folder, with these pictures.
fn wrote_tables(path: &Path, names: &[&str]) -> String {
    let [runs, slopes, times] = FILES;
    let mut text = format!("Wrote {runs}, {slopes} and {times} to {}", path.display());
    if !names.is_empty() {
        let _ = write!(text, ", and the plots {} as SVG", names.join(", "));
    }
    let missing: Vec<&str> = charts::NAMES.into_iter().filter(|name| !names.contains(name)).collect();
    if !missing.is_empty() {
        let _ = write!(text, "; nothing to show on {}", missing.join(", "));
    }
    text + ".\n"
}
