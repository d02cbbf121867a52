//! `referee verify`: the main job. Every algorithm and player on every family, every statement checked.

pub(super) mod page;
mod print;
mod random;
mod results;

pub(super) use results::INSTANCES;

use super::Threads;
use super::call::whole;
use super::paths::wrote;
use super::progress::Progress;
use super::report::check_page;
use super::solve::Spend;
use super::{Common, Outcome};
use crate::error::Result;
use crate::files::Set;
use crate::problem::names_file;
use crate::registry::Registry;
use crate::verification::{Depth, Extent, Scope, Whole};
use clap::Args;
use results::WORST;
use std::path::{Path, PathBuf};

/// Play every algorithm and every player on the built-in problems, and check every statement of the paper
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee verify\n  \
    referee verify --deep --output results\n  \
    referee verify --statement theorem-2 --family triangle\n  \
    referee verify examples/late.toml\n  \
    referee verify --random 1000 --seed 7\n\n\
    Every run is certified by each statement that speaks of it; every certificate is compared with the optimum, where \
    that is known in closed form, and checked again by proofs-check. With --statement, --family or a problem only the runs \
    that speak of them are played; the laws and the proofs are left out. Results depend on --seed only, not on --threads.\n\n\
    With --random every statement is tried on random instances of its own instead. The seed of an instance draws it again. \
    A counterexample is shrunk and its files are saved, in the folder of --output or in referee-counterexamples.\n\n\
    The columns of the tables are explained in docs/statements.md.\n\
    Exit status: 0 if nothing is violated, 1 if something is, 2 if the call is wrong.")]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// Under a minute on two cores (the default)
    #[arg(long, conflicts_with = "deep")]
    quick: bool,
    /// Minutes: more members of each family, more rounds, every pair of players
    #[arg(long)]
    deep: bool,
    /// Only this statement, such as theorem-2 or lemma-6
    #[arg(long, value_name = "NAME")]
    statement: Option<String>,
    /// Only problems of this family
    #[arg(long, value_name = "NAME")]
    family: Option<String>,
    /// Only this problem: a problem file (*.toml), whose facts are held against every certificate, or a built-in one
    #[arg(conflicts_with = "family")]
    problem: Option<String>,
    /// A folder for the results: one CSV row per instance, and the certificates of the worst ones
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Write a page for a browser about the results, as `referee report` does of their folder
    #[arg(long, value_name = "FILE", conflicts_with = "random")]
    report: Option<PathBuf>,
    /// Random instances for each law of the foundations; 300, or 5000 with --deep, if absent
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, u32::MAX.into()), allow_hyphen_values = true)]
    instances: Option<u32>,
    /// Try each statement on N random instances instead
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, u32::MAX.into()), allow_hyphen_values = true,
        conflicts_with_all = ["quick", "deep", "family", "problem", "instances"])]
    random: Option<u32>,
    /// With --random: stop after this many seconds (120s), or this many instances
    #[arg(long, value_name = "N|60s", value_parser = Spend::parse, allow_hyphen_values = true, requires = "random")]
    budget: Option<Spend>,
    #[command(flatten)]
    threads: Threads,
}

impl Arguments {
    fn extent(&self) -> Extent<'_> {
        Extent {
            depth: if self.deep { Depth::Deep } else { Depth::Quick },
            seed: self.common.seed,
            scope: match (&self.problem, &self.family) {
                (Some(problem), _) => Scope::Problem(problem),
                (None, Some(family)) => Scope::Family(family),
                (None, None) => Scope::All,
            },
            statement: self.statement.as_deref(),
            instances: self.instances,
        }
    }

    /// Whether a problem file is judged, whose facts are somebody's word.
    fn is_file(&self) -> bool {
        self.problem.as_deref().is_some_and(names_file)
    }

    /// Refuses a call that cannot be answered, and begins the files that it asks for.
    fn check(&self, registry: &Registry) -> Result<Option<Set>> {
        let problem = self.problem.as_deref().map(|problem| (Path::new(problem), "the problem"));
        let results = self.output.iter().flat_map(|folder| [folder.join(INSTANCES), folder.join(WORST)]);
        check_page(self.report.as_deref(), problem.as_slice(), &results.collect::<Vec<_>>())?;
        self.extent().check(registry, |name| format!("--{name}"))?;
        let output = self.output.as_deref().filter(|_| self.random.is_none());
        output.map(results::begin_all).transpose()
    }
}

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Outcome> {
    let set = arguments.check(registry)?;
    if let Some(count) = arguments.random {
        return random::run(arguments, count);
    }
    let threads = arguments.threads.count();
    let report =
        Progress::shown(arguments.common.quiet, |tell| Whole::new(&arguments.extent(), registry, threads, tell))?;
    let written = set.map(|set| results::write(&report, &set, registry)).transpose()?;
    let written = written.unwrap_or_default() + &wrote(arguments.report.as_deref());
    if let Some(page) = &arguments.report {
        page::write(page, &report, arguments)?;
    }
    arguments.common.print(&if arguments.common.json {
        print::json(&report, arguments)
    } else {
        print::text(&report, arguments, &written)
    })?;
    Ok(if report.wrong().next().is_none() { Outcome::Holds } else { Outcome::Violated })
}
