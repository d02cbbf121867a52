//! `referee equilibrium`: a mixture on at most m + 1 points and multipliers that neither player wants to leave.

mod print;

use super::call::not_negative;
use super::import::{self, BroughtIn, ImportArguments};
use super::progress::{Progress, Working};
use super::prose::{open, radius_words};
use super::{Common, Outcome, paths};
use crate::equilibrium::{Equilibrium, FiniteGame, solve};
use crate::error::{Error, Result};
use crate::files::{Form, Set};
use crate::game::{Game, Rules};
use crate::oracle;
use crate::registry::Registry;
use crate::run::Radius;
use crate::theorems::thm5_sparse_equilibrium::{Options, search};
use crate::trace::{Layout, WhichGame};
use clap::Args;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Find an equilibrium on at most m + 1 points: exactly on candidates, to a certified gap on a problem
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee equilibrium triangle\n  \
    referee equilibrium examples/late.toml --gap 1e-4 --output equilibrium.json\n  \
    referee equilibrium referee-out/trace.csv --game lagrangian --radius 5\n  \
    referee equilibrium models.csv --game proxy-lagrangian \\\n      \
    --output equilibrium.json\n\n\
    Exit status: 0 if there is an answer (its gaps hold, even where they are larger than asked), 2 if the input or the \
    call is wrong (then nothing is written).")]
pub(super) struct Arguments {
    /// A problem file (*.toml), a built-in problem such as `triangle`, or candidates (*.csv, *.csv.gz, *.npz, or -)
    ///
    /// Candidates are a trace, or a CSV file with the columns `objective`, `constraint_1`, .., `constraint_m` and perhaps
    /// `proxy_1`, .., `proxy_m`, also gzipped, a file of numpy.savez (*.npz), or - for standard input.
    #[arg(value_name = "PROBLEM|CANDIDATES")]
    input: String,
    #[command(flatten)]
    import: ImportArguments,
    /// The game; if absent the one of the columns or of the problem
    ///
    /// A trace with `lambda_0` is of the proxy game, one with other multipliers only of the Lagrangian game; without
    /// multipliers it is the proxy game if there are proxies.
    #[arg(long, value_name = "GAME")]
    game: Option<Game>,
    /// The radius R of the multipliers in the Lagrangian game: for candidates it must be given, for a problem it is
    /// found if absent
    #[arg(long, value_name = "R", value_parser = not_negative, allow_hyphen_values = true)]
    radius: Option<f64>,
    /// For a problem: stop when neither player can gain more than this; 1e-6 if absent
    #[arg(long, value_name = "X", value_parser = not_negative, allow_hyphen_values = true)]
    gap: Option<f64>,
    /// For a problem: ask the oracle at most this often; 1000 if absent
    #[arg(long, value_name = "T", value_parser = super::positive, allow_hyphen_values = true)]
    rounds: Option<usize>,
    /// Write the certificate to this file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

impl Arguments {
    /// The rules of a game, with the radius that `found` names where none is given.
    fn rules(&self, game: WhichGame, found: impl FnOnce() -> Result<(f64, String)>) -> Result<(Rules, String)> {
        match (game.kind(), self.radius) {
            (Game::ProxyLagrangian, Some(_)) => {
                Err(Error::new("--radius has no meaning in the proxy game: leave it out, or add --game lagrangian"))
            }
            (Game::ProxyLagrangian, None) => Ok((Rules::ProxyLagrangian, String::new())),
            (Game::Lagrangian, Some(radius)) => Ok((Rules::Lagrangian { radius }, "as asked".to_owned())),
            (Game::Lagrangian, None) => {
                let (radius, reason) = found()?;
                Ok((Rules::Lagrangian { radius }, reason))
            }
        }
    }
}

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Outcome> {
    let of_table = |extension: &OsStr| ["csv", "gz", "npz"].iter().any(|known| extension.eq_ignore_ascii_case(known));
    let is_table = Path::new(&arguments.input).extension().is_some_and(of_table);
    let is_csv = is_table || arguments.input == "-" || arguments.import.are_given();
    let input = (Path::new(&arguments.input), if is_csv { "the candidates" } else { "the problem" });
    let set = paths::begin_file(arguments.output.as_deref(), Form::Document(Equilibrium::FORMAT), &[input])?;
    let set = set.as_ref().zip(arguments.output.as_deref());
    let text = if is_csv { on_candidates(arguments, set)? } else { on_problem(arguments, registry, set)? };
    arguments.common.print(&text)?;
    Ok(Outcome::Holds)
}

/// The exact equilibrium of the game on candidates.
fn on_candidates(arguments: &Arguments, set: Option<(&Set, &Path)>) -> Result<String> {
    for (given, flag) in [(arguments.gap.is_some(), "--gap"), (arguments.rounds.is_some(), "--rounds")] {
        if given {
            return Err(Error::new(format!(
                "{flag} has no meaning for candidates, whose equilibrium is exact: leave it out"
            )));
        }
    }
    let input = Path::new(&arguments.input);
    let target = set.map(|(set, output)| (set, output.with_extension("candidates.csv")));
    let brought = arguments.import.bring_in(input, true, target, arguments.common.quiet)?;
    if brought.is_some() && arguments.common.json && arguments.output.is_none() {
        return Err(Error::new(
            "--json with a run that is not a plain table needs --output: the document is about a copy, written beside it",
        ));
    }
    let file = brought.as_ref().map_or(input, |brought| &brought.copied.path);
    let working = Working::new("reading the candidates and solving their game", arguments.common.quiet);
    let game = FiniteGame::read(file).map_err(import::with_flags)?;
    let which = game.which_game(arguments.game);
    let (rules, _) = arguments.rules(which, || {
        Err(Error::new(format!(
            "the Lagrangian game on candidates ({}) needs --radius: name the largest sum of the multipliers, or add --game \
             proxy-lagrangian",
            which.reason()
        )))
    })?;
    let equilibrium = solve(&game, rules)?;
    drop(working);
    let (labels, _) = import::labels(brought.as_ref(), &Layout::new(Game::Lagrangian, game.num_constraints()));
    let said = brought.as_ref().map_or_else(String::new, BroughtIn::sentence);
    let copied = brought.and_then(|brought| brought.copied.kept);
    if let Some((set, output)) = set {
        equilibrium.write(&game, set.place(output))?;
        set.commit()?;
    }
    if arguments.common.json {
        return Ok(format!("{:#}\n", equilibrium.to_json(&game)?));
    }
    let mut text =
        print::exact(&game, &equilibrium, &labels, arguments.common.quiet) + &paths::wrote(arguments.output.as_deref());
    if !arguments.common.quiet {
        text.insert_str(0, &format!("{said}{which}\n\n"));
        let beside = || paths::check_needs(arguments.output.as_deref(), input, "--candidates");
        text += &copied.map_or_else(beside, |copied| paths::wrote(Some(&copied)));
    }
    Ok(text)
}

/// The equilibrium of a problem, to a certified gap.
fn on_problem(arguments: &Arguments, registry: &Registry, set: Option<(&Set, &Path)>) -> Result<String> {
    let subject = open(&arguments.input, registry)?;
    let problem = &*subject.problem;
    let which = WhichGame::of_problem(problem.has_proxies(), arguments.game);
    let (rules, reason) = arguments.rules(which, || {
        let radius = Radius::fitting(problem, subject.bounds(Game::Lagrangian.side())?.0);
        Ok((radius.value, radius_words(radius.why)))
    })?;
    let options = Options {
        gap: arguments.gap.unwrap_or(Options::default().gap),
        rounds: arguments.rounds.unwrap_or(Options::default().rounds),
    };
    // The oracle has to be better than the gap that is asked of the whole.
    let effort =
        oracle::Options { gap: (options.gap / 4.0).min(oracle::Options::default().gap), ..oracle::Options::default() };
    let mut choice = oracle::choose(problem, rules.game().side(), effort)?;
    let mut progress = Progress::new(options.rounds, arguments.common.quiet);
    let found = search(problem, rules, &mut *choice.oracle, options, |rounds, _| progress.set(rounds))?;
    drop(progress);
    if let Some((set, output)) = set {
        found.equilibrium.write(set.place(output))?;
        set.commit()?;
    }
    if arguments.common.json {
        return Ok(format!("{:#}\n", found.equilibrium.to_json()));
    }
    let report = print::Report {
        problem,
        found: &found,
        asked: options.gap,
        radius: &reason,
        oracle: &choice.reason,
        written: arguments.output.as_deref(),
    };
    let game = if arguments.common.quiet { String::new() } else { format!("{which}\n\n") };
    Ok(game + &report.text(arguments.common.quiet) + &paths::wrote(arguments.output.as_deref()))
}
