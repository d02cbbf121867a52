//! Random instances of each statement, judged, counted, and shrunk where one refutes it.
//!
//! A statement draws its own instances ([`Statement::instances`]). Each has a seed of its own, a number that draws it
//! again: the seed of a whole search is the seed of its first instance, and the others are derived from it. Instances are
//! independent of each other, so a search gives the same on any number of threads.
//!
//! What holds with a probability may fail on an instance. Each instance is played once, with draws of its own, and fails
//! with probability at most its `delta`; so the failures over independent instances with one `delta` are dominated by a
//! binomial variable. They are pooled, and the statement is rejected where that many have probability below 10^-9.

pub mod existence;
mod judge;
mod laws;
mod minimax;

use super::frequency::Frequency;
use crate::error::{Error, Result};
use crate::parallel::{caught, in_parallel};
use crate::strategies::Instance;
use crate::theorems::Statement;
use cpu_time::ThreadTime;
use proptest::strategy::{Strategy as _, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::AddAssign;
use std::path::Path;
use std::time::Duration;

pub use judge::{Certified, certified, judge};
pub use laws::{approximate, equilibrium, measured, outcome};

/// What an instance says about its statement.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is counted by itself")]
pub struct Judged {
    /// Why nothing was promised on it, if so.
    pub idle: Option<String>,
    /// Whether the functions that the theta-player sees are convex, if there is one.
    pub convex: Option<bool>,
    /// Whether players may have seen noise where the statement looks.
    pub noisy: bool,
    /// Whether something was concluded, or compared, that could have been otherwise: not identities alone.
    pub telling: bool,
    /// Whether it was compared with an answer that is known independently of the run.
    pub known: bool,
    /// The probability with which its conclusion may fail, if it may.
    pub delta: Option<f64>,
    /// Whether it surely failed where it may: with a small probability, or because it misses a hypothesis.
    pub missed: bool,
    /// The largest of measured over bound.
    pub tightest: Option<f64>,
    /// What is wrong, in sentences.
    pub wrong: Vec<String>,
    /// The files that show it: anybody can `referee check` them.
    pub files: Option<Files>,
}

/// A trace, or candidates, and the document that speaks of it.
#[derive(Clone, Debug)]
pub struct Files {
    /// The bytes of the data.
    pub data: Vec<u8>,
    /// The name that the document calls them by.
    pub name: &'static str,
    /// The document.
    pub document: Value,
}

impl Files {
    /// Writes both into a folder.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<()> {
        std::fs::create_dir_all(folder).map_err(|error| Error::io("create", folder, error))?;
        if !self.data.is_empty() {
            crate::files::write(&folder.join(self.name), &self.data)?; // a document may speak of a problem alone
        }
        crate::files::write(&folder.join("document.json"), format!("{:#}\n", self.document).as_bytes())
    }

    /// What the independent checker says.
    ///
    /// # Errors
    /// Why it does not accept.
    pub fn check(&self) -> std::result::Result<(), String> {
        checked(&self.document, &self.data)
    }
}

/// What the checker says about a document and the file that it names.
fn checked(document: &Value, data: &[u8]) -> std::result::Result<(), String> {
    let bytes = document.to_string();
    let verdict = proofs_check::check_bytes(bytes.as_bytes(), "document.json", |_| Ok(data));
    verdict.map(drop).map_err(|refusal| refusal.to_string())
}

/// How many instances there were of each kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// All.
    pub instances: usize,
    /// Those on which nothing was promised.
    pub idle: usize,
    /// Those on which something was concluded or compared that could have been otherwise.
    pub telling: usize,
    /// Those whose functions are convex for the theta-player.
    pub convex: usize,
    /// Those of which one is not.
    pub not_convex: usize,
    /// Those with noise where the statement looks.
    pub noisy: usize,
    /// Those that were compared with a known answer.
    pub known: usize,
    /// Those that may fail, by the probability with which each may, and how many surely did.
    pub chances: Vec<(f64, Frequency)>,
    /// The largest of measured over bound, if there was any.
    pub tightest: Option<f64>,
    /// The processor's time.
    pub time: Duration,
}

impl Tally {
    /// Those that may fail, and those that surely did.
    pub fn frequency(&self) -> Frequency {
        let sum = |sum: Frequency, (_, of): &(f64, Frequency)| Frequency {
            runs: sum.runs + of.runs,
            failures: sum.failures + of.failures,
        };
        self.chances.iter().fold(Frequency { runs: 0, failures: 0 }, sum)
    }

    /// Why the failures refute that each has its small probability, if they do. Those with one probability are pooled.
    pub fn rejection(&self) -> Option<String> {
        self.chances.iter().find_map(|(delta, frequency)| frequency.at_most(*delta).err())
    }

    fn chance(&mut self, delta: f64, frequency: Frequency) {
        let Some((_, of)) = self.chances.iter_mut().find(|(known, _)| *known == delta) else {
            return self.chances.push((delta, frequency));
        };
        of.runs += frequency.runs;
        of.failures += frequency.failures;
    }
}

impl Extend<Judged> for Tally {
    fn extend<I: IntoIterator<Item = Judged>>(&mut self, instances: I) {
        for judged in instances {
            self.instances += 1;
            if judged.idle.is_some() {
                self.idle += 1;
                continue;
            }
            self.telling += usize::from(judged.telling);
            self.convex += usize::from(judged.convex == Some(true));
            self.not_convex += usize::from(judged.convex == Some(false));
            self.noisy += usize::from(judged.noisy);
            self.known += usize::from(judged.known);
            if let Some(delta) = judged.delta {
                self.chance(delta, Frequency { runs: 1, failures: judged.missed.into() });
            }
            self.tightest = [self.tightest, judged.tightest].into_iter().flatten().reduce(f64::max);
        }
    }
}

impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        self.instances += other.instances;
        self.idle += other.idle;
        self.telling += other.telling;
        self.convex += other.convex;
        self.not_convex += other.not_convex;
        self.noisy += other.noisy;
        self.known += other.known;
        other.chances.iter().for_each(|(delta, frequency)| self.chance(*delta, *frequency));
        self.tightest = [self.tightest, other.tightest].into_iter().flatten().reduce(f64::max);
        self.time += other.time;
    }
}

/// "214 random instances: 131 noisy, 98 not convex, 120 with a known answer, 0 idle".
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { instances, idle, telling, not_convex, noisy, known, .. } = self;
        write!(f, "{instances} random instances: {noisy} noisy, {not_convex} not convex, ")?;
        write!(f, "{known} with a known answer, {idle} idle")?;
        if idle + telling < *instances {
            write!(f, ", {} with identities only", instances - idle - telling)?;
        }
        let Frequency { runs, failures } = self.frequency();
        if runs > 0 {
            write!(f, ", {failures} of {runs} failed")?;
        }
        Ok(())
    }
}

/// An instance that refutes its statement, shrunk as far as it goes.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// Draws it again, before it was shrunk.
    pub seed: u64,
    /// What it shrank to.
    pub instance: Instance,
    /// What is wrong with it.
    pub judged: Judged,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// How many there were.
    pub tally: Tally,
    /// Those that refute the statement.
    pub counterexamples: Vec<Counterexample>,
    /// Why instances were idle, each reason once.
    pub idle: Vec<String>,
    /// The seeds of those that failed where they may.
    pub failed: Vec<u64>,
}

impl Found {
    /// Adds what another search of the same statement found.
    pub fn add(&mut self, more: Self) {
        self.tally += &more.tally;
        self.counterexamples.extend(more.counterexamples);
        self.failed.extend(more.failed);
        for why in more.idle {
            if !self.idle.contains(&why) {
                self.idle.push(why);
            }
        }
    }
}

/// The seeds of the instances of a search: the first is that of the search.
pub fn seeds(seed: u64, count: usize) -> Vec<u64> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    std::iter::once(seed).chain(std::iter::repeat_with(|| generator.next_u64())).take(count).collect()
}

/// Judges the instances of a statement that these seeds draw; `progress` is told how many are done.
///
/// # Errors
/// If the statement draws no instances.
pub fn search(
    statement: &dyn Statement,
    seeds: &[u64],
    threads: NonZeroUsize,
    progress: &mut dyn FnMut(usize),
) -> Result<Found> {
    let attempts = in_parallel(seeds, threads, |seed| attempt(statement, *seed), progress);
    let mut found = Found::default();
    for (attempt, seed) in attempts.into_iter().zip(seeds) {
        let (judged, counterexample, time) = attempt.map_err(Error::new)?;
        found.tally.time += time;
        found.counterexamples.extend(counterexample);
        found.failed.extend((judged.missed && judged.delta.is_some()).then_some(*seed));
        found.idle.extend(judged.idle.clone().filter(|why| !found.idle.contains(why)));
        found.tally.extend([judged]);
    }
    Ok(found)
}

/// The instances of a statement that these seeds draw.
///
/// # Errors
/// If the statement draws no instances.
pub fn instances(statement: &dyn Statement, seeds: &[u64]) -> Result<Vec<Instance>> {
    seeds.iter().map(|seed| tree(statement, *seed).map(|tree| tree.current()).map_err(Error::new)).collect()
}

type Tree = Box<dyn ValueTree<Value = Instance>>;

/// The instance that a seed draws for a statement, as something that shrinks. Statements with one strategy draw others.
fn tree(statement: &dyn Statement, seed: u64) -> std::result::Result<Tree, String> {
    let strategy = statement.instances().ok_or_else(|| format!("{} draws no instances", statement.name()))?;
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..].iter_mut().zip(statement.name().bytes()).for_each(|(byte, letter)| *byte = letter);
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, rng);
    strategy.new_tree(&mut runner).map_err(|reason| format!("the instance could not be drawn: {reason}"))
}

type Attempt = (Judged, Option<Counterexample>, Duration);

fn attempt(statement: &dyn Statement, seed: u64) -> std::result::Result<Attempt, String> {
    let start = ThreadTime::now();
    let mut tree = tree(statement, seed)?;
    let instance = tree.current();
    let judged = sober(statement, &instance);
    let found = Counterexample { seed, instance, judged: judged.clone() };
    let counterexample = (!judged.wrong.is_empty()).then(|| shrink(statement, &mut *tree, found));
    Ok((judged, counterexample, start.elapsed()))
}

/// Judges; a panic is wrong, and no reason not to judge the others.
fn sober(statement: &dyn Statement, instance: &Instance) -> Judged {
    caught(|| judge(statement, instance)).unwrap_or_else(|panic| Judged { wrong: vec![panic], ..Judged::default() })
}

/// Steps of shrinking before what was reached is good enough.
const MOST_STEPS: usize = 2000;

/// Simplifies while the statement is still refuted.
fn shrink(
    statement: &dyn Statement,
    tree: &mut dyn ValueTree<Value = Instance>,
    mut best: Counterexample,
) -> Counterexample {
    if !tree.simplify() {
        return best;
    }
    for _ in 0..MOST_STEPS {
        let instance = tree.current();
        let judged = sober(statement, &instance);
        let moved = if judged.wrong.is_empty() {
            tree.complicate()
        } else {
            best = Counterexample { instance, judged, ..best };
            tree.simplify()
        };
        if !moved {
            break;
        }
    }
    best
}
