//! Which files hold the models of which rounds.

use crate::error::{Error, Result};
#[cfg(any(feature = "cli", feature = "data"))]
use crate::files;
use std::collections::BTreeMap;
#[cfg(any(feature = "cli", feature = "data"))]
use std::path::Path;

/// Files by the rounds, counted from 0, whose models they hold.
///
/// ```
/// use referee::trace::Checkpoints;
/// let mut checkpoints = Checkpoints::default();
/// for round in [3, 7, 5] {
///     checkpoints.insert(round, "best.pt")?; // written again and again: it holds the model of round 7
/// }
/// assert_eq!(checkpoints.rounds(), [7]);
/// assert!(checkpoints.insert(7, "other.pt").is_err());
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkpoints(BTreeMap<usize, String>);

impl Checkpoints {
    /// Adds the file of a round. A file that is named again was written again: it holds the model of the later round, and
    /// the earlier one has no checkpoint any more.
    ///
    /// # Errors
    /// If it has no name, or the round has a file.
    pub fn insert(&mut self, round: usize, file: &str) -> Result<()> {
        if file.is_empty() {
            return Err(Error::new(format!("the checkpoint of round {round} has no path: name its file")));
        }
        // A path cannot end the line of a sentence.
        let file: String = file.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        if self.0.contains_key(&round) {
            return Err(Error::new(format!("round {round} has two checkpoints: keep one of them")));
        }
        match self.0.iter().find(|(_, known)| **known == file).map(|(known, _)| *known) {
            Some(later) if later > round => return Ok(()),
            Some(earlier) => drop(self.0.remove(&earlier)),
            None => {}
        }
        self.0.insert(round, file);
        Ok(())
    }

    /// Reads a CSV file with the columns `round` and `path`.
    ///
    /// # Errors
    /// If the file cannot be read, is not of this form, or has no checkpoints.
    #[cfg(any(feature = "cli", feature = "data"))]
    pub fn read(path: &Path) -> Result<Self> {
        Self::from_reader(std::fs::File::open(path).map_err(|error| Error::io("open", path, error))?, path)
    }

    /// Reads the text of such a file; `path` stands for it in messages.
    ///
    /// # Errors
    /// As [`Checkpoints::read`].
    #[cfg(any(feature = "cli", feature = "data"))]
    pub fn from_reader(file: impl std::io::Read, path: &Path) -> Result<Self> {
        let wrong = |line: Option<u64>, message: String| {
            let error = Error::new(message).in_file(path);
            match line.and_then(|line| usize::try_from(line).ok()) {
                Some(line) => error.at_line(line),
                None => error,
            }
        };
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
        let names = reader.headers().map_err(|error| wrong(Some(1), error.to_string()))?.clone();
        let place = |wanted: &str| names.iter().position(|name| name.trim_start_matches('\u{feff}') == wanted);
        let (Some(round_at), Some(path_at), 2) = (place("round"), place("path"), names.len()) else {
            let message = "a file of checkpoints has the two columns `round` and `path`, named in its first line";
            return Err(wrong(Some(1), message.to_owned()));
        };
        let mut checkpoints = Self::default();
        for record in reader.records() {
            let record = record.map_err(|error| wrong(error.position().map(csv::Position::line), error.to_string()))?;
            let line = record.position().map(csv::Position::line);
            let Ok(round) = record[round_at].parse::<usize>() else {
                let text = &record[round_at];
                return Err(wrong(line, format!("`round` is `{text}`, but rounds are counted 0, 1, 2, ..")));
            };
            checkpoints.insert(round, &record[path_at]).map_err(|error| wrong(line, error.to_string()))?;
        }
        if checkpoints.0.is_empty() {
            return Err(wrong(
                None,
                "there are no checkpoints: write a line for each, with its round and path".to_owned(),
            ));
        }
        Ok(checkpoints)
    }

    /// Writes such a file.
    ///
    /// # Errors
    /// If it cannot be written.
    #[cfg(any(feature = "cli", feature = "data"))]
    pub fn write(&self, path: &Path) -> Result<()> {
        let rows = self.0.iter().map(|(round, file)| [round.to_string(), file.clone()]);
        let head = ["round", "path"].map(str::to_owned);
        files::write(path, files::csv(std::iter::once(head).chain(rows)).as_bytes())
    }

    /// The rounds, in order.
    pub fn rounds(&self) -> Vec<usize> {
        self.0.keys().copied().collect()
    }

    /// The file of a round.
    pub fn of_round(&self, round: usize) -> Option<&str> {
        self.0.get(&round).map(String::as_str)
    }

    /// Refuses checkpoints of rounds that a run does not have.
    ///
    /// # Errors
    /// If there is one.
    pub fn check(&self, rounds: usize) -> Result<()> {
        match self.0.keys().next_back() {
            Some(last) if *last >= rounds => Err(Error::new(format!(
                "there is a checkpoint of round {last}, but the run has {rounds} rounds, counted from 0"
            ))),
            _ => Ok(()),
        }
    }
}
