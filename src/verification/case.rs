//! Which runs there are.

use super::judge::unfit;
use crate::arena::Algorithm;
use crate::error::Result;
use crate::game::Game;
use crate::oracle::is_slow;
use crate::problem::Problem;
use crate::problem::families::Family;
use crate::registry::Registry;
use crate::theorems::{Statement, Theorem5, rates};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Under a minute on two cores.
    Quick,
    /// Minutes: more members of each family, more rounds, every pair of players.
    Deep,
}

/// What is done with a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// A game is played, and certified by all that can be said of it.
    Play {
        /// The game, and who plays it where nobody else is named.
        algorithm: Algorithm,
        /// A theta-player in place of the algorithm's.
        theta_player: Option<&'static str>,
        /// A lambda-player in place of the algorithm's.
        lambda_player: Option<&'static str>,
    },
    /// The algorithm of a statement that promises a rate, with the steps it asks for.
    Rate(&'static dyn Statement),
    /// A sparse equilibrium is searched for; the rounds are the most questions to the oracle.
    Equilibrium(Game),
}

/// One run: what is done with which problem, and for how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The family.
    pub family: &'static str,
    /// The member of it.
    pub spec: String,
    /// What is done.
    pub task: Task,
    /// The number of rounds.
    pub rounds: usize,
    /// The seed of the run.
    pub seed: u64,
}

impl Task {
    /// The algorithm or the statement.
    pub fn name(&self) -> String {
        match self {
            Self::Play { algorithm, .. } => algorithm.name().to_owned(),
            Self::Rate(statement) => format!("the algorithm of {}", statement.name()),
            Self::Equilibrium(game) => format!("equilibrium of the {game} game"),
        }
    }

    /// Players in place of the algorithm's: theta, lambda.
    pub fn players(&self) -> [Option<&'static str>; 2] {
        match self {
            Self::Play { theta_player, lambda_player, .. } => [*theta_player, *lambda_player],
            Self::Rate(_) | Self::Equilibrium(_) => [None; 2],
        }
    }

    /// Whether it can say anything about a statement.
    pub fn speaks_of(&self, statement: &dyn Statement) -> bool {
        let searched = statement.name() == Theorem5.name();
        match self {
            Self::Rate(rate) => rate.name() == statement.name(),
            Self::Equilibrium(_) => searched,
            Self::Play { .. } => !searched && statement.promise().is_none(),
        }
    }
}

impl Case {
    /// What it is, in a line.
    pub fn describe(&self) -> String {
        let with = |player: Option<&str>| player.map_or_else(String::new, |name| format!(" with {name}"));
        let [theta, lambda] = self.task.players().map(with);
        format!("{} on {}{theta}{lambda}, {} rounds, seed {}", self.task.name(), self.spec, self.rounds, self.seed)
    }
}

/// On what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope<'a> {
    /// Every family.
    All,
    /// The family of this name.
    Family(&'a str),
    /// One problem: a file, or a member of a family.
    Problem(&'a str),
}

/// What stands for the family of a problem that is asked for by itself.
const BY_ITSELF: &str = "problem";

/// All runs of a depth, in an order of their own.
///
/// # Errors
/// If a family refuses all draws, or there is no such problem.
pub fn cases(depth: Depth, seed: u64, scope: Scope<'_>, registry: &Registry) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    // Streams are numbered over all families, so that choosing one changes nothing in it.
    let stream = |number: usize| {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(number as u64);
        generator
    };
    for (number, family) in registry.families().iter().enumerate() {
        if scope == Scope::All || scope == Scope::Family(family.name) {
            let mut generator = stream(number);
            on_problem(family.name, family.name, depth, registry, &mut generator, &mut cases)?;
            on_members(family, depth, &mut generator, &mut cases)?;
        }
    }
    if let Scope::Problem(problem) = scope {
        on_problem(BY_ITSELF, problem, depth, registry, &mut stream(registry.families().len()), &mut cases)?;
    }
    Ok(cases)
}

/// Every task, every player and, at depth, every pair of players on a problem.
fn on_problem(
    family: &'static str,
    spec: &str,
    depth: Depth,
    registry: &Registry,
    generator: &mut ChaCha8Rng,
    cases: &mut Vec<Case>,
) -> Result<()> {
    // The shortest runs are where bounds with `T` in them are easiest to get wrong.
    let lengths: &[usize] = match depth {
        Depth::Quick => &[1, 2, 3, 64, 1024],
        Depth::Deep => &[1, 2, 3, 4, 16, 64, 256, 1024, 4096],
    };
    let instance = registry.open_or_read(spec)?;
    let (problem, bounds) = (&*instance.problem, &instance.known.constants);
    let most = most_rounds(problem);
    let of = |task: Task, rounds: usize, seed: u64| Case { family, spec: spec.to_owned(), task, rounds, seed };
    for task in tasks() {
        let lengths = lengths.iter().filter(|rounds| **rounds <= most);
        cases.extend(lengths.map(|&rounds| of(task.clone(), rounds, generator.random())));
    }
    for game in [Game::Lagrangian, Game::ProxyLagrangian] {
        cases.push(of(Task::Equilibrium(game), QUESTIONS, generator.random()));
    }
    for algorithm in Algorithm::ALL {
        let mut with = |theta_player: Option<&'static str>, lambda_player: Option<&'static str>| {
            let task = Task::Play { algorithm, theta_player, lambda_player };
            cases.push(of(task, 256.min(most), generator.random()));
        };
        for lambda in registry.lambda_players(algorithm.game()) {
            with(None, Some(lambda.name));
        }
        for theta in registry.theta_players() {
            with(Some(theta.name), None);
            if depth == Depth::Deep {
                for lambda in registry.lambda_players(algorithm.game()) {
                    with(Some(theta.name), Some(lambda.name));
                }
            }
        }
    }
    for statement in rates().filter(|rate| rate.takes_confidence() && !problem.is_noiseless()) {
        if unfit(statement, problem, bounds).is_none() {
            let many = REPEATED.into_iter().flat_map(|rounds| [rounds; SEEDS]);
            cases.extend(many.map(|rounds| of(Task::Rate(statement), rounds, generator.random())));
        }
    }
    Ok(())
}

/// What holds with a probability is played for so many rounds where there is noise, and so often.
const REPEATED: [usize; 2] = [256, 1024];
const SEEDS: usize = 8;

/// Every task on random members of a family.
fn on_members(family: &Family, depth: Depth, generator: &mut ChaCha8Rng, cases: &mut Vec<Case>) -> Result<()> {
    let (members, lengths): (usize, &[usize]) = match depth {
        Depth::Quick => (3, &[5, 200]),
        Depth::Deep => (25, &[1, 7, 64, 500, 2000]),
    };
    for _ in 0..members {
        let (spec, instance) = family.draw(generator)?;
        let most = most_rounds(&*instance.problem);
        for task in tasks() {
            let of = |&rounds: &usize| Case {
                family: family.name,
                spec: spec.clone(),
                task: task.clone(),
                rounds,
                seed: generator.random(),
            };
            cases.extend(lengths.iter().filter(|rounds| **rounds <= most).map(of));
        }
    }
    Ok(())
}

/// Runs are short where the oracle of each round takes long.
fn most_rounds(problem: &dyn Problem) -> usize {
    if is_slow(problem) { 2 } else { usize::MAX }
}

/// The oracle is asked at most this often for an equilibrium.
const QUESTIONS: usize = 200;

/// The four algorithms, and those of the statements that promise rates.
fn tasks() -> impl Iterator<Item = Task> {
    let plain = |algorithm| Task::Play { algorithm, theta_player: None, lambda_player: None };
    Algorithm::ALL.into_iter().map(plain).chain(rates().map(Task::Rate))
}
