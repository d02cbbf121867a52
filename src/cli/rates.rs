//! `referee rates`: the regret-rate league.

mod folder;
mod print;
mod rounds;
mod tables;

use super::progress::Progress;
use super::{Common, Outcome, list, positive, print_all};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::league::{self, Cell, Entry, Journal, Selection};
use crate::registry::Registry;
use crate::verification::{caught, in_parallel};
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The players of a call that names none: the paper's, with its best step; the swap-regret players that adapt
/// themselves; the deviation players; and the two controls.
const PLAYERS: [&str; 13] = [
    "matrix",
    "matrix-best",
    "blum-mansour-adahedge",
    "blum-mansour-rm-plus",
    "internal-regret-matching",
    "deviation-hedge",
    "deviation-adahedge",
    "deviation-rm-plus",
    "deviation-optimistic-hedge",
    "deviation-predictive-rm-plus",
    "deviation-coin-betting",
    "hedge-control",
    "rm-plus-control",
];

/// The problems of a call that names none: small ones of every shape, and polygons with more and more constraints.
const PROBLEMS: [&str; 11] = [
    "qp-box",
    "knapsack",
    "bilinear",
    "triangle",
    "step-hinge",
    "robust",
    "extremal",
    "neyman-pearson",
    "polygon:m=8",
    "polygon:m=32",
    "polygon:m=128",
];

const ROUNDS: &str = "2^6..2^16";
const GAME_ROUNDS: &str = "2^6..2^13";

/// Measure how fast the regret of the lambda-players falls, beside their bounds and the known limits
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee rates\n  \
    referee rates --output league\n  \
    referee rates --players matrix,deviation-rm-plus --sequences trap,rmtrap --problems none --rounds 2^8..2^16\n\n\
    Without flags: thirteen players on all sequences (3 constraints, 2^6..2^16 rounds, 10 seeds where there are coins) and in \
    eleven games (2^6..2^13 rounds), in about a minute on two cores.\n\n\
    Regrets are averages per round, certified: the upper end of an enclosure is printed. A slope is that of log regret \
    against log T over T >= 2^8, with a 95% interval: Student's t, and from ten seeds on the hull of that and a bootstrap over seeds. Zeros are \
    counted and never fitted. The certified epsilon of a game is suboptimality plus infeasibility of the mixture that was \
    played, from a lower bound at its mean multipliers.\n\n\
    With --output DIR the folder gets league.csv and slopes.csv, which depend on the settings alone, times.csv, four plots \
    as SVG and PNG, and journal.jsonl, which holds every finished run: a call that was interrupted goes on where it \
    stopped when it is made again.\n\
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
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1000))]
    seeds: u64,
    /// A folder for the tables and plots, where an interrupted run is taken up again
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// How many runs at a time; as many as there are cores if absent
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// With more constraints a single run would take hours.
const MOST_CONSTRAINTS: usize = 100_000;

impl Arguments {
    fn selection(&self, registry: &Registry) -> Result<Selection> {
        let flag = |name: &'static str| move |error: Error| error.context(name);
        let players = self.players.clone().unwrap_or_else(|| {
            let theirs = list::added(registry).filter(|entry| entry.game == Game::ProxyLagrangian);
            PLAYERS.into_iter().chain(theirs.map(|entry| entry.name)).map(str::to_owned).collect()
        });
        let players = Selection::players(&players, registry).map_err(flag("--players"))?;
        let sequences = match self.sequences.as_deref() {
            Some([none]) if none == "none" => Vec::new(),
            Some(names) => Selection::sequences(names, registry).map_err(flag("--sequences"))?,
            None => registry.adversaries().to_vec(),
        };
        let problems = match self.problems.as_deref() {
            Some("none") => Vec::new(),
            Some(text) => Selection::problems(&split_problems(text), registry).map_err(flag("--problems"))?,
            None => {
                let theirs = registry.families().iter().skip(Registry::ours().families().len());
                PROBLEMS.into_iter().chain(theirs.map(|family| family.name)).map(str::to_owned).collect()
            }
        };
        if sequences.is_empty() && problems.is_empty() {
            return Err(Error::new("--sequences and --problems leave nothing to play: name some of either"));
        }
        if let Some(most) = self.constraints.iter().find(|count| **count > MOST_CONSTRAINTS) {
            return Err(Error::new(format!("--constraints: {most} is more than {MOST_CONSTRAINTS}: take fewer")));
        }
        let mut constraints = self.constraints.clone();
        constraints.sort_unstable();
        constraints.dedup();
        let of = |default: &str| rounds::parse(self.rounds.as_deref().unwrap_or(default)).map_err(flag("--rounds"));
        Ok(Selection {
            players,
            sequences,
            problems,
            rounds: of(ROUNDS)?,
            game_rounds: of(GAME_ROUNDS)?,
            constraints,
            seeds: self.seeds,
            seed: self.common.seed,
        })
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
    let selection = arguments.selection(registry)?;
    let cells = selection.cells();
    let journal = arguments.output.as_deref().map(|folder| folder::open(folder, &selection, &cells)).transpose()?;
    let (journal, kept) = journal.unzip();
    let kept = kept.unwrap_or_else(|| vec![None; cells.len()]);
    let resumed = kept.iter().flatten().count();
    let entries = play(arguments, registry, &cells, kept, journal.as_ref())?;
    let written = arguments.output.as_deref().map(|folder| folder::write(folder, &entries)).transpose()?;
    let report = print::Report::new(&selection, &entries, resumed);
    print_all(&if arguments.common.json {
        report.json()
    } else {
        report.text(arguments.common.quiet, written.as_deref())
    })?;
    let wrong = entries.iter().any(|entry| !entry.measured.wrong.is_empty());
    Ok(if wrong { Outcome::Violated } else { Outcome::Holds })
}

/// Runs what is not kept, and keeps it.
fn play(
    arguments: &Arguments,
    registry: &Registry,
    cells: &[Cell],
    mut kept: Vec<Option<Entry>>,
    journal: Option<&Journal>,
) -> Result<Vec<Entry>> {
    let threads = arguments.threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let mut missing: Vec<usize> = (0..cells.len()).filter(|&place| kept[place].is_none()).collect();
    // The longest first, so that no thread is left with a long one at the end.
    missing.sort_by_key(|&place| std::cmp::Reverse(cells[place].rounds));
    let mut progress = Progress::of_runs(missing.len(), arguments.common.quiet);
    let work = |&place: &usize| {
        let cell = &cells[place];
        let entry =
            caught(|| league::run(cell, registry)).unwrap_or_else(|panic| Err(Error::new(panic).context(cell)))?;
        journal.map_or(Ok(()), |journal| journal.keep(&entry))?;
        Ok(entry)
    };
    let played: Vec<Result<Entry>> = in_parallel(&missing, threads, work, &mut |done| progress.set(done));
    for (place, entry) in missing.into_iter().zip(played) {
        kept[place] = Some(entry?);
    }
    Ok(kept.into_iter().map(|entry| entry.expect("all were run")).collect())
}
