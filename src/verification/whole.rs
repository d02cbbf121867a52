//! All of it: cases, players against adversaries, the laws of the foundations and the executable proofs.

use super::judge::{Memory, judge_remembering};
use super::{
    Case, Depth, Duel, Judgement, PlayerFinding, PlayerRow, Scope, StatementRow, cases, duels, fight, player_rows,
    statement_rows,
};
use crate::error::{Error, Result};
use crate::parallel::{caught, in_parallel};
use crate::registry::Registry;
use crate::testing::foundations::{self, Law};
use crate::theorems;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use std::num::NonZeroUsize;

/// What is verified, and how thoroughly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent<'a> {
    /// How much is tried.
    pub depth: Depth,
    /// Results depend on it alone, not on the number of threads.
    pub seed: u64,
    /// On which problems.
    pub scope: Scope<'a>,
    /// Only the statement of this name.
    pub statement: Option<&'a str>,
    /// Random instances for each law of the foundations; 300, or 5000 if deep, if absent.
    pub instances: Option<u32>,
}

impl Extent<'_> {
    /// Whether everything is asked for, not one statement, family or problem; else players against adversaries, laws and
    /// proofs are left out.
    pub fn is_whole(&self) -> bool {
        self.statement.is_none() && self.scope == Scope::All
    }

    /// Whether all that it names is there. In what is wrong, `spell` gives `statement` and `family` the names that the
    /// caller has for them.
    ///
    /// # Errors
    /// If there is no such statement, family or problem.
    pub fn check(&self, registry: &Registry, spell: impl Fn(&str) -> String) -> Result<()> {
        if let Some(name) = self.statement.filter(|name| theorems::statement(name).is_none()) {
            return Err(theorems::no_statement(name).context(spell("statement")));
        }
        match self.scope {
            Scope::Family(name) => registry.find_family(name).map(drop).map_err(|error| error.context(spell("family"))),
            Scope::Problem(problem) => registry.open_or_read(problem).map(drop),
            Scope::All => Ok(()),
        }
    }
}

/// Everything that was found.
pub struct Whole {
    /// Each run with what was concluded from it.
    pub judgements: Vec<Judgement>,
    /// The statements.
    pub statements: Vec<StatementRow>,
    /// The players.
    pub players: Vec<PlayerRow>,
    /// The laws of the foundations.
    pub laws: Vec<LawRow>,
    /// The executable proofs.
    pub proofs: Option<proofs_check::proofs::Report>,
    /// Runs that did not come to an end.
    pub panics: Vec<String>,
}

/// What happened to one law.
pub struct LawRow {
    /// Which.
    pub law: &'static Law,
    /// On how many random instances it was tried.
    pub instances: u32,
    /// On how many of them it held.
    pub held: u32,
    /// The first instance that broke it, in words.
    pub counterexample: Option<String>,
}

impl Whole {
    /// Plays and judges on so many threads; `progress` is told how many steps of how many are done.
    ///
    /// # Errors
    /// If what is asked for is not there, or a run cannot be made.
    pub fn new(
        extent: &Extent<'_>,
        registry: &Registry,
        threads: NonZeroUsize,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Self> {
        extent.check(registry, str::to_owned)?;
        let Extent { depth, seed, scope, .. } = *extent;
        let mut cases = cases(depth, seed, scope, registry)?;
        let duels = if extent.is_whole() { duels(depth, seed, registry) } else { Vec::new() };
        if let Some(statement) = extent.statement.and_then(theorems::statement) {
            cases.retain(|case| case.task.speaks_of(statement));
        }
        // The longest first, so that no thread is left with a long one at the end; results keep that order.
        cases.sort_by_key(|case| std::cmp::Reverse(case.rounds));
        let runs = cases.len() + duels.len();
        // The proofs are one step, and each law is one.
        let total = runs + if extent.is_whole() { 1 + foundations::LAWS.len() } else { 0 };
        // A player that panics is wrong, and no reason not to judge the others.
        let memory = Memory::default();
        let attempt = |case: &Case| caught(|| judge_remembering(case, registry, &memory));
        let judged = in_parallel(&cases, threads, attempt, &mut |done| progress(done, total));
        let (mut judgements, mut panics) = (Vec::new(), Vec::new());
        for (judgement, case) in judged.into_iter().zip(&cases) {
            match judgement {
                Ok(judgement) => judgements.push(judgement.map_err(|error| error.context(case.describe()))?),
                Err(panic) => panics.push(format!("{}: {panic}", case.describe())),
            }
        }
        let attempt = |duel: &Duel| caught(|| fight(duel));
        let mut fought: Vec<PlayerFinding> = Vec::new();
        let found = in_parallel(&duels, threads, attempt, &mut |done| progress(cases.len() + done, total));
        for (finding, duel) in found.into_iter().zip(&duels) {
            match finding {
                Ok(finding) => fought.push(finding?),
                Err(panic) => panics.push(format!("{duel:?}: {panic}")),
            }
        }
        if let Some(name) = extent.statement {
            for judgement in &mut judgements {
                judgement.findings.retain(|finding| finding.statement == name);
                judgement.players.clear();
            }
        }
        let statements = statement_rows(&judgements);
        let players = player_rows(judgements.iter().flat_map(|judgement| &judgement.players).chain(&fought));
        let (mut laws, mut proofs) = (Vec::new(), None);
        if extent.is_whole() {
            // The proofs take longest, so they come first.
            let steps: Vec<_> = std::iter::once(None).chain(foundations::LAWS.iter().zip(0..).map(Some)).collect();
            let attempt = |step: &Option<(&'static Law, u64)>| match step {
                None => (None, Some(proofs_check::proofs::run(&proofs_check::proofs::Options::default()))),
                Some((law, stream)) => (Some(try_law(law, *stream, extent)), None),
            };
            for (law, report) in in_parallel(&steps, threads, attempt, &mut |tried| progress(runs + tried, total)) {
                laws.extend(law);
                proofs = proofs.or(report.transpose().map_err(Error::new)?);
            }
        }
        Ok(Self { judgements, statements, players, laws, proofs, panics })
    }

    /// All that is wrong, in sentences.
    pub fn wrong(&self) -> impl Iterator<Item = String> + '_ {
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

/// Tries a law of the foundations on random instances, on a stream of its own.
fn try_law(law: &'static Law, stream: u64, extent: &Extent<'_>) -> LawRow {
    let instances = extent.instances.unwrap_or(if extent.depth == Depth::Deep { 5000 } else { 300 });
    let mut generator = ChaCha8Rng::seed_from_u64(extent.seed);
    generator.set_stream(stream);
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
}
