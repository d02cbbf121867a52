//! What is played: a lambda-player, in an arena, for so many rounds, with a seed.

use crate::adversary::AdversaryEntry;
use crate::error::{Error, Result};
use crate::files::sha256;
use crate::game::Game;
use crate::players::LambdaEntry;
use crate::problem::names_file;
use crate::registry::Registry;
use serde_json::{Value, json};
use std::fmt;

/// Against whom.
#[derive(Clone, Debug, PartialEq)]
pub enum Arena {
    /// A sequence of payoffs of size 1.
    Sequence {
        /// Whose.
        adversary: AdversaryEntry,
        /// The number of constraints.
        constraints: usize,
    },
    /// The theta-player that fits a problem: an oracle where it is not convex, else subgradients.
    Game {
        /// A file, or the text that [`Registry::open`] takes.
        problem: String,
    },
}

impl Arena {
    /// The sequence, or the problem.
    pub fn name(&self) -> String {
        match self {
            Self::Sequence { adversary, .. } => adversary.name.to_owned(),
            Self::Game { problem } => problem.clone(),
        }
    }

    /// Whether it is a sequence.
    pub const fn is_sequence(&self) -> bool {
        matches!(self, Self::Sequence { .. })
    }

    /// Whether the seed makes a difference. The theta-player of a game sees exact values, so that is the same for all.
    const fn is_random(&self) -> bool {
        matches!(self, Self::Sequence { adversary: AdversaryEntry { random: true, .. }, .. })
    }
}

impl fmt::Display for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sequence { adversary, constraints } => write!(f, "{}:m={constraints}", adversary.name),
            Self::Game { problem } => f.write_str(problem),
        }
    }
}

/// One run.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The lambda-player.
    pub player: &'static str,
    /// The game that it plays.
    pub game: Game,
    /// Where it plays.
    pub arena: Arena,
    /// The number of rounds, `T`, which the player is told.
    pub rounds: usize,
    /// The seed of the arena.
    pub seed: u64,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}, {} rounds, seed {}", self.player, self.arena, self.rounds, self.seed)
    }
}

/// What is asked for.
#[derive(Clone)]
pub struct Selection {
    /// The lambda-players.
    pub players: Vec<LambdaEntry>,
    /// The sequences.
    pub sequences: Vec<AdversaryEntry>,
    /// The problems.
    pub problems: Vec<String>,
    /// The numbers of rounds on sequences, ascending.
    pub rounds: Vec<usize>,
    /// The numbers of rounds in games, ascending.
    pub game_rounds: Vec<usize>,
    /// The numbers of constraints of the sequences.
    pub constraints: Vec<usize>,
    /// How many seeds for an arena with coins.
    pub seeds: u64,
    /// The first of the seeds; the others follow it.
    pub seed: u64,
}

impl Selection {
    /// The players of these names; `all` are those of the proxy game.
    ///
    /// # Errors
    /// If there is no such player; the message lists all.
    pub fn players(names: &[String], registry: &Registry) -> Result<Vec<LambdaEntry>> {
        let of = |game| registry.lambda_players(game).map(|entry| (entry.name, entry.clone()));
        let all: Vec<_> = of(Game::ProxyLagrangian).collect();
        let known: Vec<_> = of(Game::ProxyLagrangian).chain(of(Game::Lagrangian)).collect();
        choose("player", names, &known, &all)
    }

    /// The sequences of these names, or `all`, in the order of the registry.
    ///
    /// # Errors
    /// If there is no such sequence; the message lists all.
    pub fn sequences(names: &[String], registry: &Registry) -> Result<Vec<AdversaryEntry>> {
        let known: Vec<_> = registry.adversaries().iter().map(|entry| (entry.name, *entry)).collect();
        let chosen = choose("sequence", names, &known, &known)?;
        Ok(registry.adversaries().iter().filter(|entry| chosen.contains(entry)).copied().collect())
    }

    /// The problems of these texts, files among them, or `all`: every family as it stands.
    ///
    /// # Errors
    /// If a text names no problem; the message lists the families or says what is wrong.
    pub fn problems(texts: &[String], registry: &Registry) -> Result<Vec<String>> {
        if texts.iter().any(|text| text == "all") {
            return Ok(registry.families().iter().map(|family| family.name.to_owned()).collect());
        }
        let mut problems: Vec<String> = Vec::new();
        for text in texts {
            registry.open_or_read(text)?;
            if !problems.contains(text) {
                problems.push(text.clone());
            }
        }
        Ok(problems)
    }

    /// All runs, in the order of the files.
    pub fn cells(&self) -> Vec<Cell> {
        let sequences = self.constraints.iter().flat_map(|&constraints| {
            self.sequences.iter().map(move |&adversary| (Arena::Sequence { adversary, constraints }, &self.rounds))
        });
        let games = self.problems.iter().map(|problem| (Arena::Game { problem: problem.clone() }, &self.game_rounds));
        let mut cells = Vec::new();
        for (arena, rounds) in sequences.chain(games) {
            let seeds = if arena.is_random() { self.seeds } else { 1 };
            for &LambdaEntry { name: player, game, .. } in &self.players {
                for &rounds in rounds {
                    for seed in (0..seeds).map(|number| self.seed.wrapping_add(number)) {
                        cells.push(Cell { player, game, arena: arena.clone(), rounds, seed });
                    }
                }
            }
        }
        cells
    }

    /// What a journal says it is about; a problem file by its bytes, which may change between two calls.
    pub fn to_json(&self) -> Value {
        let problem = |text: &String| match std::fs::read(text) {
            Ok(bytes) if names_file(text) => format!("{text}, sha256 {}", sha256(&bytes)),
            _ => text.clone(),
        };
        json!({
            "players": self.players.iter().map(|entry| entry.name).collect::<Vec<_>>(),
            "sequences": self.sequences.iter().map(|entry| entry.name).collect::<Vec<_>>(),
            "problems": self.problems.iter().map(problem).collect::<Vec<_>>(),
            "rounds": self.rounds,
            "game_rounds": self.game_rounds,
            "constraints": self.constraints,
            "seeds": self.seeds,
            "seed": self.seed,
        })
    }
}

/// The known among those asked for, each once and in the order asked for.
fn choose<T: Clone>(what: &str, names: &[String], known: &[(&str, T)], all: &[(&str, T)]) -> Result<Vec<T>> {
    let mut chosen: Vec<&(&str, T)> = Vec::new();
    for name in names {
        let own = if name == "all" { all } else { known };
        let before = chosen.len();
        chosen.extend(own.iter().filter(|(own, _)| name == "all" || own == name));
        if chosen.len() == before {
            let known = known.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
            return Err(Error::new(format!("there is no {what} `{name}`: choose among {known}, or write `all`")));
        }
    }
    let mut seen = Vec::new();
    chosen.retain(|(name, _)| {
        let new = !seen.contains(name);
        seen.push(*name);
        new
    });
    Ok(chosen.into_iter().map(|(_, value)| value.clone()).collect())
}
