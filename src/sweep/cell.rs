//! A cell of either kind, and the settings of one of `solve` as texts.

use crate::cells::Inputs;
use crate::league;
use serde_json::{Value, json};
use std::fmt;

/// The settings of a cell of `solve`, by their columns in tables.
pub const COLUMNS: [&str; 9] =
    ["problem", "rounds", "seed", "algorithm", "theta_player", "lambda_player", "theta_step", "lambda_step", "radius"];

/// The columns by their places.
pub(super) const PROBLEM: usize = 0;
pub(super) const ROUNDS: usize = 1;
pub(super) const SEED: usize = 2;

/// The settings of a cell of `solve`, each as it is written in tables; empty where the run chooses.
pub(super) type Settings = [String; COLUMNS.len()];

/// What is run.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A game is played and certified.
    Solve {
        /// Its settings, by [`COLUMNS`]; empty where the run chooses.
        settings: [String; COLUMNS.len()],
        /// Whether the run is kept as files, so that it can be checked.
        files: bool,
    },
    /// A run of a league.
    Rates(league::Cell),
}

impl Cell {
    /// What names it among finished cells; a problem file by its bytes.
    pub fn settings(&self, inputs: &Inputs) -> Value {
        match self {
            Self::Rates(cell) => cell.settings(inputs),
            Self::Solve { settings, files } => {
                let mut named = json!({ "kind": "solve", "keep": if *files { "files" } else { "row" } });
                for (column, text) in COLUMNS.iter().zip(settings).filter(|(_, text)| !text.is_empty()) {
                    named[column] = json!(if column == &COLUMNS[PROBLEM] { inputs.naming(text) } else { text.clone() });
                }
                named
            }
        }
    }

    /// How long it is.
    pub(super) fn rounds(&self) -> usize {
        match self {
            Self::Rates(cell) => cell.rounds,
            Self::Solve { settings, .. } => settings[ROUNDS].parse().unwrap_or(0),
        }
    }

    /// Its settings by the columns of a cell of `solve`, which those of a league have too.
    pub(super) fn columns(&self) -> Settings {
        match self {
            Self::Solve { settings, .. } => settings.clone(),
            Self::Rates(cell) => {
                let (arena, rounds, seed) = (cell.arena.to_string(), cell.rounds.to_string(), cell.seed.to_string());
                let mut columns = Settings::default();
                (columns[PROBLEM], columns[ROUNDS], columns[SEED]) = (arena, rounds, seed);
                cell.player.clone_into(&mut columns[5]);
                columns
            }
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rates(cell) => cell.fmt(f),
            Self::Solve { settings, .. } => {
                let [problem, rounds, seed, others @ ..] = settings;
                write!(f, "{problem}, {rounds} rounds, seed {seed}")?;
                let mut others = COLUMNS[3..].iter().zip(others).filter(|(_, text)| !text.is_empty());
                others.try_for_each(|(column, text)| write!(f, ", {} {text}", column.replace('_', " ")))
            }
        }
    }
}
