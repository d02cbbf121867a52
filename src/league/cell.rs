//! What is played: a lambda-player, in an arena, for so many rounds, with a seed.

use crate::error::{Error, Result};
use crate::game::Game;
use crate::players::lambda_player_names;
use crate::problem::families::{self, FAMILIES};
use crate::testing::adversaries::Kind;
use serde_json::{Value, json};
use std::fmt;

/// Against whom.
#[derive(Clone, Debug, PartialEq)]
pub enum Arena {
    /// A sequence of payoffs of size 1.
    Sequence {
        /// Which.
        kind: Kind,
        /// The number of constraints.
        constraints: usize,
    },
    /// The theta-player that fits a problem of a family: an oracle where it is not convex, else subgradients.
    Game {
        /// The text that [`families::open`] takes.
        problem: String,
    },
}

impl Arena {
    /// The sequence, or the problem.
    pub fn name(&self) -> String {
        match self {
            Self::Sequence { kind, .. } => sequence_name(*kind),
            Self::Game { problem } => problem.clone(),
        }
    }

    /// Whether it is a sequence.
    pub const fn is_sequence(&self) -> bool {
        matches!(self, Self::Sequence { .. })
    }

    /// Whether the seed makes a difference. The families have no noise, so self-play on them is the same for all.
    const fn is_random(&self) -> bool {
        match self {
            Self::Sequence { kind, .. } => match kind {
                Kind::Rademacher | Kind::Gap | Kind::Greedy => true,
                Kind::Alternating | Kind::Drift | Kind::Switching | Kind::Punish | Kind::Trap | Kind::RmTrap => false,
            },
            Self::Game { .. } => false,
        }
    }
}

impl fmt::Display for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sequence { kind, constraints } => write!(f, "{}:m={constraints}", sequence_name(*kind)),
            Self::Game { problem } => f.write_str(problem),
        }
    }
}

/// One run.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The lambda-player.
    pub player: &'static str,
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

/// The word for a sequence.
fn sequence_name(kind: Kind) -> String {
    format!("{kind:?}").to_lowercase()
}

/// The words for all sequences.
pub fn sequence_names() -> Vec<String> {
    Kind::ALL.map(sequence_name).to_vec()
}

/// The game that a player is made for; no player is of both.
pub fn game_of(player: &str) -> Option<Game> {
    [Game::ProxyLagrangian, Game::Lagrangian].into_iter().find(|&game| lambda_player_names(game).contains(&player))
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// The lambda-players.
    pub players: Vec<&'static str>,
    /// The sequences.
    pub sequences: Vec<Kind>,
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
    pub fn players(names: &[String]) -> Result<Vec<&'static str>> {
        let games = [Game::ProxyLagrangian, Game::Lagrangian];
        let known: Vec<&'static str> = games.into_iter().flat_map(|game| lambda_player_names(game)).copied().collect();
        let all = || lambda_player_names(Game::ProxyLagrangian).to_vec();
        choose("player", names, &known, all)
    }

    /// The sequences of these names, or `all`.
    ///
    /// # Errors
    /// If there is no such sequence; the message lists all.
    pub fn sequences(names: &[String]) -> Result<Vec<Kind>> {
        let known = sequence_names();
        let texts: Vec<&str> = known.iter().map(String::as_str).collect();
        let chosen = choose("sequence", names, &texts, || texts.clone())?;
        Ok(Kind::ALL.into_iter().filter(|kind| chosen.contains(&sequence_name(*kind).as_str())).collect())
    }

    /// The problems of these texts, or `all`: every family as it stands.
    ///
    /// # Errors
    /// If a text names no member of a family; the message lists the families or says what is wrong.
    pub fn problems(texts: &[String]) -> Result<Vec<String>> {
        if texts.iter().any(|text| text == "all") {
            return Ok(FAMILIES.iter().map(|family| family.name.to_owned()).collect());
        }
        let mut problems: Vec<String> = Vec::new();
        for text in texts {
            families::open(text)?;
            if !problems.contains(text) {
                problems.push(text.clone());
            }
        }
        Ok(problems)
    }

    /// All runs, in the order of the files.
    pub fn cells(&self) -> Vec<Cell> {
        let sequences = self.constraints.iter().flat_map(|&constraints| {
            self.sequences.iter().map(move |&kind| (Arena::Sequence { kind, constraints }, &self.rounds))
        });
        let games = self.problems.iter().map(|problem| (Arena::Game { problem: problem.clone() }, &self.game_rounds));
        let mut cells = Vec::new();
        for (arena, rounds) in sequences.chain(games) {
            let seeds = if arena.is_random() { self.seeds } else { 1 };
            for &player in &self.players {
                for &rounds in rounds {
                    for seed in (0..seeds).map(|number| self.seed.wrapping_add(number)) {
                        cells.push(Cell { player, arena: arena.clone(), rounds, seed });
                    }
                }
            }
        }
        cells
    }

    /// What a journal says it is about.
    pub fn to_json(&self) -> Value {
        json!({
            "players": self.players,
            "sequences": self.sequences.iter().map(|kind| sequence_name(*kind)).collect::<Vec<_>>(),
            "problems": self.problems,
            "rounds": self.rounds,
            "game_rounds": self.game_rounds,
            "constraints": self.constraints,
            "seeds": self.seeds,
            "seed": self.seed,
        })
    }
}

/// The known names among those asked for, each once and in the order asked for.
fn choose<'a>(what: &str, names: &[String], known: &[&'a str], all: impl Fn() -> Vec<&'a str>) -> Result<Vec<&'a str>> {
    let mut chosen = Vec::new();
    for name in names {
        if name == "all" {
            chosen.extend(all());
        } else if let Some(own) = known.iter().find(|own| **own == name) {
            chosen.push(own);
        } else {
            let known = known.join(", ");
            return Err(Error::new(format!("there is no {what} `{name}`: choose among {known}, or write `all`")));
        }
    }
    let mut seen = Vec::new();
    chosen.retain(|name| {
        let new = !seen.contains(name);
        seen.push(*name);
        new
    });
    Ok(chosen)
}
