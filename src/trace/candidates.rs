//! Reading candidates for shrinking: a trace, or a file with the values alone.

use super::{Round, TraceReader};
use crate::error::Result;
use crate::game::Game;
use std::io::BufRead;
use std::path::PathBuf;

/// Reads the values of a CSV file one row at a time: the objective and the constraints, and of an enclosed column the
/// upper end, because a mixture that is good with the upper ends is good with the values themselves.
///
/// The file is a trace, or it has `objective` and `constraint_1..m` without any multipliers. Everything else that a
/// [`TraceReader`] refuses is refused with the same sentence.
///
/// ```
/// use referee::trace::CandidateReader;
/// let text = "objective,constraint_1.lo,constraint_1.hi\n1,-0.5,-0.25\n";
/// let mut reader = CandidateReader::from_reader(text.as_bytes(), "mine.csv").unwrap();
/// let mut row = Vec::new();
/// assert!(reader.read_row(&mut row).unwrap());
/// assert_eq!(row, [1.0, -0.25]);
/// assert!(!reader.read_row(&mut row).unwrap());
/// ```
pub struct CandidateReader<R> {
    reader: TraceReader<R>,
    round: Round,
    rounded_up: bool,
    proxies_rounded_up: bool,
}

impl<R: BufRead> CandidateReader<R> {
    /// Reads the header of CSV text; `name` stands for the file in error messages.
    ///
    /// # Errors
    /// If the text cannot be read or its header is neither that of a trace nor that of candidates.
    pub fn from_reader(reader: R, name: impl Into<PathBuf>) -> Result<Self> {
        let reader = TraceReader::with_header(reader, name, true, None)?;
        let round = Round::new(reader.layout());
        Ok(Self { reader, round, rounded_up: false, proxies_rounded_up: false })
    }

    /// The number of constraints, m.
    pub fn num_constraints(&self) -> usize {
        self.reader.layout().num_constraints()
    }

    /// Whether the file has columns `proxy_1..m`.
    pub fn has_proxies(&self) -> bool {
        self.reader.layout().has_proxies()
    }

    /// The game whose multipliers the file has, if it has any: `lambda_0..m` or `lambda_1..m`.
    pub fn multipliers(&self) -> Option<Game> {
        self.reader.multipliers()
    }

    /// Whether a value so far was an enclosure of more than one number, of which the upper end was taken.
    pub fn rounded_up(&self) -> bool {
        self.rounded_up
    }

    /// Whether this is so of a proxy.
    pub fn proxies_rounded_up(&self) -> bool {
        self.proxies_rounded_up
    }

    /// As [`CandidateReader::read_row`], and replaces `proxies` by the row's proxies, of which there may be none.
    ///
    /// # Errors
    /// As [`TraceReader::read_round`].
    pub fn read_row_with_proxies(&mut self, row: &mut Vec<f64>, proxies: &mut Vec<f64>) -> Result<bool> {
        proxies.clear();
        let found = self.read_row(row)?;
        if found {
            for value in &self.round.proxies {
                proxies.push(value.hi());
                self.proxies_rounded_up |= value.lo() < value.hi();
            }
        }
        Ok(found)
    }

    /// Replaces `row` by the next objective and constraints; `false` after the last one.
    ///
    /// # Errors
    /// As [`TraceReader::read_round`].
    pub fn read_row(&mut self, row: &mut Vec<f64>) -> Result<bool> {
        row.clear();
        if !self.reader.read_round(&mut self.round)? {
            return Ok(false);
        }
        for value in std::iter::once(&self.round.objective).chain(&self.round.constraints) {
            row.push(value.hi());
            self.rounded_up |= value.lo() < value.hi();
        }
        Ok(true)
    }
}
