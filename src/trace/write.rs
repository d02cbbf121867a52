//! Writing a trace round by round.

use super::{Layout, Round, Trace};
use crate::error::{Error, Result};
use crate::files::{Replacement, push_digits};
use crate::parallel::in_order;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;

/// Rounds of a trace that are written at once.
const BLOCK: usize = 512;

/// Writes rounds to a CSV file that appears, whole, when [`TraceWriter::finish`] is called.
///
/// Until then the rounds go to a temporary file in the same folder; a writer that is dropped before leaves nothing,
/// and an older file under the name stays as it was.
pub struct TraceWriter {
    layout: Layout,
    file: Replacement,
    line: Vec<u8>,
    rounds: usize,
    /// Whether the multipliers are written.
    multipliers: bool,
}

impl TraceWriter {
    /// Starts the file with its header.
    ///
    /// # Errors
    /// If no file can be created there.
    pub fn create(path: impl AsRef<Path>, layout: Layout) -> Result<Self> {
        Self::start(path.as_ref(), layout, true)
    }

    /// The same for mere candidates, whose multipliers play no part and are not written.
    ///
    /// # Errors
    /// If no file can be created there.
    pub fn of_candidates(path: impl AsRef<Path>, layout: Layout) -> Result<Self> {
        Self::start(path.as_ref(), layout, false)
    }

    fn start(path: &Path, layout: Layout, multipliers: bool) -> Result<Self> {
        let mut file = Replacement::create(path)?;
        file.write(header(&layout, multipliers).as_bytes())?;
        Ok(Self { layout, file, line: Vec::new(), rounds: 0, multipliers })
    }

    /// The columns, which are written in the order of [`Layout::column_names`].
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Adds a round, in the shortest digits that read back as the same doubles.
    ///
    /// # Errors
    /// If the round does not fit the layout (see [`Round::check`]), or the file cannot be written.
    pub fn write_round(&mut self, round: &Round) -> Result<()> {
        let place = |error: Error| error.context(format!("round {}", self.rounds)).in_file(self.file.path());
        round.check(&self.layout).map_err(place)?;
        self.line.clear();
        write_line(&self.layout, round, self.multipliers, &mut self.line);
        self.file.write(&self.line)?;
        self.rounds += 1;
        Ok(())
    }

    /// Gives the file its name, and returns its SHA-256 in 64 hexadecimal digits, which was taken while it was written.
    ///
    /// # Errors
    /// If there were no rounds (no reader would take the file), or the file cannot be written.
    pub fn finish(self) -> Result<String> {
        if self.rounds == 0 {
            return Err(Error::new("the trace has no rounds to write: play at least one").in_file(self.file.path()));
        }
        self.file.finish()
    }
}

impl Trace {
    /// Writes a file, and returns its SHA-256 in 64 hexadecimal digits: the old file, if any, is replaced at the end, in
    /// one step.
    ///
    /// A value column is written as a pair only if some round needs it.
    ///
    /// # Errors
    /// If the trace has no rounds or the file cannot be written.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<String> {
        self.write_by(path, NonZeroUsize::MIN)
    }

    /// The same by so many threads, of which one writes what the others put into digits.
    ///
    /// # Errors
    /// As [`Trace::write`].
    pub fn write_by(&self, path: impl AsRef<Path>, threads: NonZeroUsize) -> Result<String> {
        let layout = self.tight_layout();
        let mut writer = TraceWriter::create(path, layout.clone())?;
        let mut starts = (0..self.rounds()).step_by(BLOCK);
        let spare = Mutex::new(Vec::new());
        in_order(
            threads,
            || starts.next(),
            |start| {
                let mut text = spare.lock().expect("nobody panics with it").pop().unwrap_or_default();
                self.write_lines(&layout, start..self.rounds().min(start + BLOCK), &mut text);
                text
            },
            |mut text| -> Result<()> {
                writer.file.write(&text)?;
                text.clear();
                spare.lock().expect("nobody panics with it").push(text);
                Ok(())
            },
        )?;
        writer.rounds = self.rounds();
        writer.finish()
    }

    /// The bytes that [`Trace::write`] writes, in memory.
    pub fn to_csv(&self) -> Vec<u8> {
        let layout = self.tight_layout();
        let mut bytes = header(&layout, true).into_bytes();
        self.write_lines(&layout, 0..self.rounds(), &mut bytes);
        bytes
    }

    fn write_lines(&self, layout: &Layout, rounds: Range<usize>, text: &mut Vec<u8>) {
        let mut round = Round::new(layout);
        for t in rounds {
            self.copy_round(t, &mut round);
            write_line(layout, &round, true, text);
        }
    }
}

fn header(layout: &Layout, multipliers: bool) -> String {
    let names = layout.column_names();
    let written = names.into_iter().filter(|name| multipliers || !name.starts_with("lambda_"));
    written.collect::<Vec<_>>().join(",") + "\n"
}

/// Appends a round, which must fit the layout, in the shortest digits that read back as the same doubles.
fn write_line(layout: &Layout, round: &Round, multipliers: bool, line: &mut Vec<u8>) {
    let mut cell = |x: f64| {
        push_digits(line, x);
        line.push(b',');
    };
    for (value, x) in round.values().enumerate() {
        cell(x.lo());
        if layout.is_enclosed(value) {
            cell(x.hi());
        }
    }
    let lambda = if multipliers { round.lambda.as_slice() } else { &[] };
    lambda.iter().chain(&round.theta).for_each(|&x| cell(x));
    // There is always an objective, so there is a last comma.
    *line.last_mut().expect("every trace has an objective") = b'\n';
}
