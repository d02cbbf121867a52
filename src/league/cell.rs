//! What is played: a lambda-player, in an arena, for so many rounds, with a seed.

use crate::adversary::AdversaryEntry;
use crate::cells::Inputs;
use crate::game::Game;
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
        /// A file, or the text that [`Registry::open`](crate::registry::Registry::open) takes.
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
    pub(super) const fn is_random(&self) -> bool {
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

impl Cell {
    /// What names it among finished cells; a problem file by its bytes.
    pub fn settings(&self, inputs: &Inputs) -> Value {
        let mut settings = json!({ "kind": "rates", "player": self.player, "game": self.game.to_string() });
        match &self.arena {
            Arena::Sequence { adversary, constraints } => {
                settings["sequence"] = json!(adversary.name);
                settings["constraints"] = json!(constraints);
            }
            Arena::Game { problem } => settings["problem"] = json!(inputs.naming(problem)),
        }
        settings["rounds"] = json!(self.rounds);
        settings["seed"] = json!(self.seed);
        settings
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}, {} rounds, seed {}", self.player, self.arena, self.rounds, self.seed)
    }
}
