//! One setting of a cell of `solve`: what it may be, and how it is written.

use super::cell::COLUMNS;
use crate::arena::Algorithm;
use crate::error::{Error, Result, hint};
use crate::game::Game;
use crate::league::rounds;
use crate::problem::names_file;
use crate::registry::{ALL_PLAYERS, Registry};
use crate::run;
use std::collections::HashMap;
use std::path::Path;

/// Reads settings, each text once.
pub(super) struct Checked<'a> {
    folder: &'a Path,
    registry: &'a Registry,
    known: HashMap<(usize, String), String>,
}

impl<'a> Checked<'a> {
    /// Problem files are relative to this folder.
    pub(super) fn new(folder: &'a Path, registry: &'a Registry) -> Self {
        Self { folder, registry, known: HashMap::new() }
    }

    /// The setting of a column: numbers in their shortest form, so that two spellings are one cell.
    pub(super) fn read(&mut self, column: usize, text: &str) -> Result<String> {
        let key = (column, text.to_owned());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let read = self.fresh(COLUMNS[column], text)?;
        self.known.insert(key, read.clone());
        Ok(read)
    }

    fn fresh(&self, column: &str, text: &str) -> Result<String> {
        let above = |least: f64| text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= least);
        match column {
            "problem" => run::open_in(&self.opening(text), self.registry).map(drop).map(|()| text.to_owned()),
            "rounds" => match rounds::parse(text)?.as_slice() {
                [rounds] => Ok(rounds.to_string()),
                _ => Err(Error::new(format!("`{text}` is not one number of rounds"))),
            },
            "seed" => {
                let seed = text.parse::<u64>().map(|seed| seed.to_string());
                seed.map_err(|_| Error::new(format!("`{text}` is not a seed: write a whole number from 0 on")))
            }
            "algorithm" => Algorithm::parse(text).map(|algorithm| algorithm.name().to_owned()),
            "theta_player" => self.registry.find_theta_player(text).map(|player| player.name.to_owned()),
            "lambda_player" => {
                let found = self.registry.find_lambda_player(text).map(|player| player.name.to_owned());
                found.ok_or_else(|| {
                    let near = hint(
                        text,
                        Game::ALL
                            .into_iter()
                            .flat_map(|game| self.registry.lambda_players(game))
                            .map(|player| player.name),
                    );
                    Error::new(format!("there is no lambda-player `{text}`{near}; {ALL_PLAYERS}"))
                })
            }
            "radius" => {
                let radius = above(0.0).map(|radius| format!("{:?}", radius + 0.0));
                radius.ok_or_else(|| Error::new(format!("`{text}` is not a radius: write a number from 0 on")))
            }
            _ => {
                let step = above(0.0).filter(|step| *step > 0.0).map(|step| format!("{step:?}"));
                step.ok_or_else(|| Error::new(format!("`{text}` is not a step: write a number above 0")))
            }
        }
    }

    /// What opens a problem that somebody named.
    pub(super) fn opening(&self, name: &str) -> String {
        let path = self.folder.join(name).display().to_string();
        if names_file(&path) { path } else { name.to_owned() }
    }
}
