//! `--checkpoints`: which files hold the models of which rounds.

use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::path::Path;

/// Files by the rounds, counted from 0, whose models they hold.
#[derive(Default)]
pub(super) struct Checkpoints(BTreeMap<usize, String>);

impl Checkpoints {
    /// Reads a CSV file with the columns `round` and `path`.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let wrong = |line: Option<u64>, message: String| {
            let error = Error::new(message).in_file(path);
            match line.and_then(|line| usize::try_from(line).ok()) {
                Some(line) => error.at_line(line),
                None => error,
            }
        };
        let file = std::fs::File::open(path).map_err(|error| Error::io("open", path, error))?;
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
        let names = reader.headers().map_err(|error| wrong(Some(1), error.to_string()))?.clone();
        let place = |wanted: &str| names.iter().position(|name| name.trim_start_matches('\u{feff}') == wanted);
        let (Some(round_at), Some(path_at), 2) = (place("round"), place("path"), names.len()) else {
            let message = "a file of checkpoints has the two columns `round` and `path`, named in its first line";
            return Err(wrong(Some(1), message.to_owned()));
        };
        let mut checkpoints = BTreeMap::new();
        for record in reader.records() {
            let record = record.map_err(|error| wrong(error.position().map(csv::Position::line), error.to_string()))?;
            let line = record.position().map(csv::Position::line);
            let Ok(round) = record[round_at].parse::<usize>() else {
                let text = &record[round_at];
                return Err(wrong(line, format!("`round` is `{text}`, but rounds are counted 0, 1, 2, ..")));
            };
            // A path cannot end the line of a sentence.
            let file: String = record[path_at].chars().map(|c| if c.is_control() { '?' } else { c }).collect();
            if file.is_empty() {
                return Err(wrong(line, format!("the checkpoint of round {round} has no path: name its file")));
            }
            if checkpoints.insert(round, file).is_some() {
                return Err(wrong(line, format!("round {round} has two checkpoints: keep one of them")));
            }
        }
        if checkpoints.is_empty() {
            return Err(wrong(
                None,
                "there are no checkpoints: write a line for each, with its round and path".to_owned(),
            ));
        }
        Ok(Self(checkpoints))
    }

    /// Reads the file if there is one.
    pub(super) fn of(path: Option<&Path>) -> Result<Self> {
        path.map_or_else(|| Ok(Self::default()), Self::read)
    }

    /// The rounds, in order.
    pub(super) fn rounds(&self) -> Vec<usize> {
        self.0.keys().copied().collect()
    }

    /// The file of a round.
    pub(super) fn of_round(&self, round: usize) -> Option<&str> {
        self.0.get(&round).map(String::as_str)
    }

    /// Refuses checkpoints of rounds that a run does not have; `path` is where they were read.
    pub(super) fn check(&self, rounds: usize, path: Option<&Path>) -> Result<()> {
        match (self.0.keys().next_back(), path) {
            (Some(last), Some(path)) if *last >= rounds => {
                let message =
                    format!("there is a checkpoint of round {last}, and the run has {rounds} rounds, counted from 0");
                Err(Error::new(message).in_file(path))
            }
            _ => Ok(()),
        }
    }
}
