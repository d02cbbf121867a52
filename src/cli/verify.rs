//! `referee verify`: the main job. Every algorithm and player on every family, every statement checked.

mod print;
mod random;
mod results;

use super::paths::prepare;
use super::progress::Progress;
use super::solve::Spend;
use super::{Common, Outcome, print_all};
use crate::error::{Error, Result};
use crate::problem::names_file;
use crate::registry::Registry;
use crate::testing::foundations::{self, Law};
use crate::theorems;
use crate::verification::{
    Case, Depth, Duel, Judgement, PlayerFinding, PlayerRow, Scope, StatementRow, cases, caught, cores, duels, fight,
    in_parallel, judge, player_rows, statement_rows,
};
use clap::Args;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Play every algorithm and every player on the built-in problems, and check every statement of the paper
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee verify\n  \
    referee verify --deep --output results\n  \
    referee verify --statement theorem-2 --family triangle\n  \
    referee verify examples/late.toml\n  \
    referee verify --random 1000 --seed 7\n\n\
    Every run is certified by each statement that speaks of it; every certificate is compared with the optimum, where \
    that is known in closed form, and checked again by proofs-check. Results depend on --seed only, not on --threads.\n\n\
    Columns of a statement: `instances` certificates, of which `apply` have hypotheses that all hold. Of their conclusions \
    `identities` hold for any data (or any data that the hypotheses allow), by algebra, and are not counted further; \
    the others `held`, are `undecided` or `violated`. `compared` counts comparisons with an optimum that is known \
    independently, without those that follow from another, `refuted` those that fail. \
    `tightest` and `median` are about measured over bound (1: met); `grade` is the \
    lowest of a conclusion (proved: follows from the files; declared: rests on what a player says of its rounding; \
    sampled: holds with a stated probability). `same run as`: all its runs are also those of the other statement. \
    `claims also of`: all its conclusions are also those of the other, about the same runs. `K of N noisy runs failed`, of \
    a statement that holds with a probability: N runs had draws that differ from the exact answers, and K of them certainly \
    missed a conclusion; each may with probability 1/20, and too many are a violation. The last line counts each \
    conclusion and each comparison of a run once, so that it is not the sum of the rows.\n\
    Columns of a player: the largest measured regret over the bound promised before play (`worst/bound`) and over the one \
    that the run itself proves (`worst/run-time`).\n\n\
    With --random every statement is tried on random instances of its own instead: problems, players, adversaries, noise \
    and rounds that nobody played. The seed of an instance draws it again. A counterexample is shrunk and its files are \
    saved, in the folder of --output or in referee-counterexamples. Of the instances `tried`, on the `idle` ones nothing is \
    promised; `telling` ones have a conclusion or a comparison that could have been otherwise; the theta-player's functions \
    are `convex` or `not`; players are `noisy` where the statement looks; `known` were compared with an independent \
    answer; `failed` counts what may fail.\n\n\
    With --statement, --family or a problem only the runs that speak of them are played; the laws and the proofs are left out.\n\
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
    /// A folder for the results: one CSV row an instance, and the certificates of the worst ones
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Random instances for each law of the foundations; 300, or 5000 with --deep, if absent
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    instances: Option<u32>,
    /// Try each statement on so many random instances instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..),
        conflicts_with_all = ["quick", "deep", "family", "problem", "instances"])]
    random: Option<u32>,
    /// With --random: stop after so many seconds (120s), or so many instances
    #[arg(long, value_name = "N|60s", value_parser = Spend::parse, allow_hyphen_values = true, requires = "random")]
    budget: Option<Spend>,
    /// How many runs at a time; as many as there are cores if absent
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// Everything that was found.
struct Report {
    judgements: Vec<Judgement>,
    statements: Vec<StatementRow>,
    players: Vec<PlayerRow>,
    laws: Vec<LawRow>,
    proofs: Option<proofs_check::proofs::Report>,
    /// Runs that did not come to an end.
    panics: Vec<String>,
}

/// What happened to one law.
struct LawRow {
    law: &'static Law,
    instances: u32,
    held: u32,
    /// The first instance that broke it, in words.
    counterexample: Option<String>,
}

impl Arguments {
    fn depth(&self) -> Depth {
        if self.deep { Depth::Deep } else { Depth::Quick }
    }

    fn scope(&self) -> Scope<'_> {
        match (&self.problem, &self.family) {
            (Some(problem), _) => Scope::Problem(problem),
            (None, Some(family)) => Scope::Family(family),
            (None, None) => Scope::All,
        }
    }

    /// Whether a problem file is judged, whose facts are somebody's word.
    fn is_file(&self) -> bool {
        self.problem.as_deref().is_some_and(names_file)
    }

    /// Whether everything is asked for, not one statement, family or problem.
    fn is_whole(&self) -> bool {
        self.statement.is_none() && self.scope() == Scope::All
    }

    fn check(&self, registry: &Registry) -> Result<()> {
        if let Some(name) = self.statement.as_deref().filter(|name| theorems::statement(name).is_none()) {
            return Err(Error::new(format!(
                "--statement: there is no statement `{name}`; `referee statements` lists them"
            )));
        }
        if let Some(name) = self.family.as_deref()
            && !registry.families().iter().any(|family| family.name == name)
        {
            let names: Vec<_> = registry.families().iter().map(|family| family.name).collect();
            return Err(Error::new(format!(
                "--family: there is no family `{name}`; the families are {}",
                names.join(", ")
            )));
        }
        self.problem.as_deref().map_or(Ok(()), |problem| registry.open_or_read(problem).map(drop))?;
        let output = self.output.as_deref().filter(|_| self.random.is_none());
        output.map_or(Ok(()), |folder| prepare(folder, &[results::INSTANCES], &[]))
    }
}

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Outcome> {
    arguments.check(registry)?;
    if let Some(count) = arguments.random {
        return random::run(arguments, count);
    }
    let report = verify(arguments, registry)?;
    let written = arguments.output.as_deref().map(|folder| results::write(&report, folder, registry)).transpose()?;
    print_all(&if arguments.common.json {
        print::json(&report, arguments)
    } else {
        print::text(&report, arguments, written.as_deref())
    })?;
    Ok(if report.wrong().next().is_none() { Outcome::Holds } else { Outcome::Violated })
}

impl Report {
    /// All that is wrong, in sentences.
    fn wrong(&self) -> impl Iterator<Item = String> + '_ {
        let statements = self
            .statements
            .iter()
            .flat_map(|row| row.wrong.iter().map(move |why| format!("{}: {why}", row.statement.name())));
        let players = self.players.iter().flat_map(|row| row.wrong.iter().cloned());
        let controls = self
            .players
            .iter()
            .filter(|row| row.control_failed == Some(0))
            .map(|row| format!("{}: this control never failed, so the checks have no teeth", row.name));
        let laws = self.laws.iter().filter_map(|row| {
            row.counterexample.as_ref().map(|example| format!("the law {}: {example}", row.law.name))
        });
        let proofs = self.proofs.iter().flat_map(|report| &report.rows).flat_map(|row| row.defects.iter().cloned());
        self.panics.iter().cloned().chain(statements).chain(players).chain(controls).chain(laws).chain(proofs)
    }
}

fn verify(arguments: &Arguments, registry: &Registry) -> Result<Report> {
    let (depth, seed) = (arguments.depth(), arguments.common.seed);
    let threads = cores(arguments.threads);
    let mut cases = cases(depth, seed, arguments.scope(), registry)?;
    let duels = if arguments.is_whole() { duels(depth, seed, registry) } else { Vec::new() };
    if let Some(statement) = arguments.statement.as_deref().and_then(theorems::statement) {
        cases.retain(|case| case.task.speaks_of(statement));
    }
    // The longest first, so that no thread is left with a long one at the end; results keep that order.
    cases.sort_by_key(|case| std::cmp::Reverse(case.rounds));
    // The proofs are one step, and each law is one.
    let rest = if arguments.is_whole() { 1 + foundations::LAWS.len() } else { 0 };
    let mut progress = Progress::of_runs(cases.len() + duels.len() + rest, arguments.common.quiet);
    // A player that panics is wrong, and no reason not to judge the others.
    let attempt = |case: &Case| caught(|| judge(case, registry));
    let judged = in_parallel(&cases, threads, attempt, &mut |done| progress.set(done));
    let (mut judgements, mut panics) = (Vec::new(), Vec::new());
    for (judgement, case) in judged.into_iter().zip(&cases) {
        match judgement {
            Ok(judgement) => judgements.push(judgement.map_err(|error| error.context(case.describe()))?),
            Err(panic) => panics.push(format!("{}: {panic}", case.describe())),
        }
    }
    let attempt = |duel: &Duel| caught(|| fight(duel));
    let mut fought: Vec<PlayerFinding> = Vec::new();
    let found = in_parallel(&duels, threads, attempt, &mut |done| progress.set(cases.len() + done));
    for (finding, duel) in found.into_iter().zip(&duels) {
        match finding {
            Ok(finding) => fought.push(finding?),
            Err(panic) => panics.push(format!("{duel:?}: {panic}")),
        }
    }
    if let Some(name) = &arguments.statement {
        for judgement in &mut judgements {
            judgement.findings.retain(|finding| finding.statement == name);
            judgement.players.clear();
        }
    }
    let statements = statement_rows(&judgements);
    let players = player_rows(judgements.iter().flat_map(|judgement| &judgement.players).chain(&fought));
    let (laws, proofs) = if arguments.is_whole() {
        let done = cases.len() + duels.len();
        let laws = try_laws(arguments, threads, &mut |tried| progress.set(done + tried));
        let proofs = proofs_check::proofs::run(&proofs_check::proofs::Options::default()).map_err(Error::new)?;
        (laws, Some(proofs))
    } else {
        (Vec::new(), None)
    };
    Ok(Report { judgements, statements, players, laws, proofs, panics })
}

/// Tries the laws of the foundations on random instances, each on its own stream.
fn try_laws(arguments: &Arguments, threads: NonZeroUsize, progress: &mut dyn FnMut(usize)) -> Vec<LawRow> {
    let instances = arguments.instances.unwrap_or(if arguments.deep { 5000 } else { 300 });
    let laws: Vec<_> = foundations::LAWS.iter().zip(0..).collect();
    let attempt = |(law, stream): &(&'static Law, u64)| {
        let mut generator = ChaCha8Rng::seed_from_u64(arguments.common.seed);
        generator.set_stream(*stream);
        let mut row = LawRow { law, instances, held: 0, counterexample: None };
        for _ in 0..instances {
            match (law.check)(&mut generator) {
                Ok(()) => row.held += 1,
                Err(why) => {
                    row.counterexample.get_or_insert(why);
                }
            }
        }
        row
    };
    in_parallel(&laws, threads, attempt, progress)
}
