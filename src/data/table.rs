//! Tables of text: the rows and columns of a data file before anybody says what they mean.
//!
//! The checker's specification (its section on data) defines the file. Cells are kept as codes of the different texts
//! of their column, because a test is then decided once a text and looked up a row.

use super::parts::{Cells, Part, blocks_of_lines};
use super::strict_csv::{self, trimmed};
use super::texts::Texts;
use crate::error::{Error, Result, hint};
use crate::files::{self, Replacement};
use crate::game::{Atom, Condition};
use crate::parallel::in_parallel;
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The number that a cell denotes, if it denotes one.
///
/// ```
/// use referee::data::{Table, number};
/// assert_eq!(number("2.50"), Some(2.5));
/// assert_eq!(number("1e999").or(number("NaN")), None);
/// ```
pub fn number(cell: &str) -> Option<f64> {
    // `parse` rounds decimal text to the nearest double; it also knows names of what is not finite.
    cell.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// Whether a cell says that nothing is known.
pub fn is_missing(cell: &str) -> bool {
    matches!(cell, "" | "?" | "NA" | "NaN")
}

#[derive(Clone, Debug)]
struct Column {
    name: String,
    /// The different texts, as they first occur; a subset shares them.
    texts: Arc<Texts>,
    /// Which of them each row has.
    codes: Vec<u32>,
}

/// Rows of cells under named columns.
///
/// ```
/// use referee::data::Table;
/// use referee::game::Atom;
/// let table = Table::parse("sex, age\nFemale, 31\nMale, 27\n", "people.csv")?;
/// assert_eq!(table.satisfied(&[Atom::equals("sex", "Male")])?, [false, true]);
/// let error = table.satisfied(&[Atom::equals("gender", "Male")]).unwrap_err();
/// assert_eq!(error.to_string(), "people.csv: there is no column `gender`; the columns are `sex`, `age`");
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    source: PathBuf,
    columns: Vec<Column>,
    /// The place of each column by its name: tables may have many.
    places: Arc<HashMap<String, usize>>,
    /// The line of each row in the source.
    lines: Vec<u32>,
}

/// About so many bytes are read, and at most so many rows and about so many cells written, by one thread at a time.
const BYTES: usize = 1 << 20;
const ROWS: usize = 1 << 15;
const CELLS: usize = 1 << 20;

impl Table {
    /// Reads a data file on so many threads.
    ///
    /// # Errors
    /// If it cannot be read or is not as the specification says: with the line.
    pub fn read(path: impl AsRef<Path>, threads: NonZeroUsize) -> Result<Self> {
        let path = path.as_ref();
        let bytes = std::fs::read(path).map_err(|error| Error::io("read", path, error))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&byte| byte == b'\n').count();
            Error::new("the text is not UTF-8: save the file as UTF-8").at_line(line).in_file(path)
        })?;
        Self::from_lines(text, path, threads).map_err(|error| error.in_file(path))
    }

    /// Reads the text of a data file; `source` stands for the file in messages.
    ///
    /// # Errors
    /// As [`Table::read`].
    pub fn parse(text: &str, source: impl Into<PathBuf>) -> Result<Self> {
        let source = source.into();
        Self::from_lines(text.to_owned(), &source, NonZeroUsize::MIN).map_err(|error| error.in_file(&source))
    }

    fn from_lines(whole: String, source: &Path, threads: NonZeroUsize) -> Result<Self> {
        let text = whole.strip_prefix('\u{feff}').unwrap_or(&whole).trim_end_matches([' ', '\t', '\r', '\n']);
        if text.is_empty() {
            return Err(Error::new(
                "the file is empty: write a line with the names of the columns, then one line per row",
            ));
        }
        // What was trimmed are the empty lines at the end, and blanks that belong to no cell.
        let first = text.lines().next().unwrap_or_default();
        if trimmed(first).is_empty() {
            return Err(Error::new("the line is empty, but the first line must name the columns").at_line(1));
        }
        for (sign, word) in [(';', "semicolons"), ('\t', "tabs")] {
            if first.contains(sign) && !first.contains(',') {
                let message = format!("the names of the columns are separated by {word}: save the file with commas");
                return Err(Error::new(message).at_line(1));
            }
        }
        let (names, length, lines) = strict_csv::first(text)?;
        let names = checked(names.iter().map(String::as_str)).map_err(|error| error.at_line(1))?;
        let (body, width) = (&text[length..], names.len());
        // Where a line break may stand in quotation marks, only the beginning says where a record ends.
        let size = if body.contains('"') { body.len() } else { BYTES };
        let parts = in_parallel(&blocks_of_lines(body, size), threads, |part| Part::read(part, width), &mut |_| ());
        drop(whole);
        Self::joined(source, names, parts, lines, threads)
    }

    /// The rows of several parts of a file, in their order; the first starts after so many lines.
    fn joined(
        source: &Path,
        names: Vec<String>,
        parts: Vec<Result<Part>>,
        mut before: usize,
        threads: NonZeroUsize,
    ) -> Result<Self> {
        let mut lines = Vec::with_capacity(parts.iter().flatten().map(|part| part.lines.len()).sum());
        let mut columns: Vec<Mutex<Vec<Cells>>> = names.iter().map(|_| Mutex::default()).collect();
        for part in parts {
            let part = part.map_err(|error| error.further(before))?;
            lines.extend(part.lines.iter().map(|line| u32::try_from(before + line).unwrap_or(u32::MAX)));
            for (column, cells) in columns.iter_mut().zip(part.columns) {
                column.get_mut().expect("no thread has it yet").push(cells);
            }
            before += part.taken;
        }
        if lines.is_empty() {
            return Err(Error::new("the file has names of columns but no rows: write one line per row"));
        }
        let merged = |parts: &Mutex<Vec<Cells>>| {
            let mut parts = std::mem::take(&mut *parts.lock().expect("no thread panicked")).into_iter();
            let mut all = parts.next().unwrap_or_default();
            for part in parts {
                let codes: Vec<u32> = part.texts.texts().iter().map(|text| all.texts.code(text)).collect();
                all.codes.extend(part.codes.iter().map(|&code| codes[code as usize]));
            }
            (Arc::new(all.texts.finish()), all.codes)
        };
        let merged = in_parallel(&columns, threads, merged, &mut |_| ());
        let places = Arc::new(names.iter().cloned().zip(0..).collect());
        let column = |(name, (texts, codes))| Column { name, texts, codes };
        let columns = names.into_iter().zip(merged).map(column).collect();
        Ok(Self { source: source.to_owned(), columns, places, lines })
    }

    /// A table made by code; row `r`, counted from 0, counts as line `r + 2` of a file named `source`.
    ///
    /// # Errors
    /// If a name is empty or used twice, a row has too few or too many cells, a text has a line end, or there is no
    /// row.
    pub fn from_rows<R, T>(source: impl Into<PathBuf>, columns: &[&str], rows: R) -> Result<Self>
    where
        R: IntoIterator<Item = T>,
        T: AsRef<[String]>,
    {
        let source = source.into();
        let build = || {
            if columns.iter().any(|name| name.contains(['\n', '\r'])) {
                return Err(Error::new("a name of a column has a line end in it"));
            }
            let names = checked(columns.iter().copied())?;
            let mut part = Part::new(names.len());
            for (row, line) in rows.into_iter().zip(1..) {
                if row.as_ref().iter().any(|cell| cell.contains(['\n', '\r'])) {
                    return Err(Error::new("a cell has a line end in it").at_line(line + 1));
                }
                part.push(row.as_ref(), line).map_err(|error| error.further(1))?;
            }
            Self::joined(&source, names, vec![Ok(part)], 1, NonZeroUsize::MIN)
        };
        build().map_err(|error| error.in_file(&source))
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are no rows; only a [`Table::subset`] may be so.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// What stands for the file in messages.
    pub fn source(&self) -> &Path {
        &self.source
    }

    /// The line of a row in the file it comes from.
    pub fn line(&self, row: usize) -> usize {
        self.lines[row] as usize
    }

    /// The names of the columns.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// The place of a column.
    ///
    /// # Errors
    /// If there is none of this name: a sentence that lists those there are.
    pub fn column(&self, name: &str) -> Result<usize> {
        self.places.get(name).copied().ok_or_else(|| {
            let (names, near) = (listed(self.columns()), hint(name, self.columns()));
            Error::new(format!("there is no column `{name}`{near}; the columns are {names}")).in_file(&self.source)
        })
    }

    /// The text of a cell.
    pub fn cell(&self, row: usize, column: usize) -> &str {
        let column = &self.columns[column];
        column.texts.get(column.codes[row])
    }

    /// The code of each row's text in a column, and the number that the text of each code denotes (not a number where it
    /// denotes none): what a text means is decided once.
    pub(crate) fn coded(&self, column: usize) -> (&[u32], &[f64]) {
        let column = &self.columns[column];
        (&column.codes, column.texts.numbers())
    }

    /// The different texts of a column by their codes; a subset has codes that no row has.
    pub(super) fn texts(&self, column: usize) -> impl ExactSizeIterator<Item = &str> {
        self.columns[column].texts.iter()
    }

    /// The different texts of a column and how many rows have each, as they first occur.
    pub fn values(&self, column: usize) -> Vec<(&str, usize)> {
        let column = &self.columns[column];
        let mut counts = vec![0; column.texts.len()];
        for &code in &column.codes {
            counts[code as usize] += 1;
        }
        column.texts.iter().zip(counts).filter(|(_, count)| *count > 0).collect()
    }

    /// Which rows satisfy a test.
    ///
    /// # Errors
    /// If an atom is about a column that is not there.
    pub fn satisfied(&self, test: &[Atom]) -> Result<Vec<bool>> {
        let mut rows = vec![true; self.len()];
        for atom in test {
            let column = &self.columns[self.column(&atom.column)?];
            let numbers = if matches!(atom.condition, Condition::Within { .. }) { column.texts.numbers() } else { &[] };
            let number = |code: usize| numbers.get(code).copied().unwrap_or(f64::NAN);
            let of_text: Vec<bool> = column
                .texts
                .iter()
                .enumerate()
                .map(|(code, text)| holds(&atom.condition, text, number(code)))
                .collect();
            for (row, &code) in rows.iter_mut().zip(&column.codes) {
                *row &= of_text[code as usize];
            }
        }
        Ok(rows)
    }

    /// The number of rows that satisfy a test.
    ///
    /// # Errors
    /// As [`Table::satisfied`].
    pub fn count(&self, test: &[Atom]) -> Result<usize> {
        Ok(self.satisfied(test)?.into_iter().filter(|&row| row).count())
    }

    /// These rows, in this order.
    #[must_use]
    pub fn subset(&self, rows: &[usize]) -> Self {
        let column = |column: &Column| Column {
            name: column.name.clone(),
            texts: column.texts.clone(),
            codes: rows.iter().map(|&row| column.codes[row]).collect(),
        };
        let lines = rows.iter().map(|&row| self.lines[row]).collect();
        let columns = self.columns.iter().map(column).collect();
        Self { source: self.source.clone(), columns, places: self.places.clone(), lines }
    }

    /// The table as a data file: `\n` at line ends, quotation marks only where they are needed.
    pub fn to_csv(&self) -> String {
        let mut text = String::new();
        self.print(NonZeroUsize::MIN, &mut |block| {
            text += block;
            Ok(())
        })
        .expect("memory takes everything");
        text
    }

    /// Hands [`Table::to_csv`] on block by block, so that it is never in memory as a whole.
    fn print(&self, threads: NonZeroUsize, take: &mut dyn FnMut(&str) -> Result<()>) -> Result<()> {
        take(&files::csv([self.columns()]))?;
        let plain: Vec<bool> =
            self.columns.iter().map(|column| self.columns.len() > 1 && column.texts.are_plain()).collect();
        let size = (CELLS / self.columns.len().max(1)).clamp(1, ROWS);
        let block = |first: &usize| {
            let rows = *first..self.len().min(first + size);
            let mut text = String::with_capacity(rows.len() * 8 * self.columns.len());
            for row in rows {
                for (column, &plain) in self.columns.iter().zip(&plain) {
                    let cell = column.texts.get(column.codes[row]);
                    // An empty cell needs marks only where the line would be empty.
                    if plain || (cell.is_empty() && self.columns.len() > 1) {
                        text += cell;
                    } else {
                        text += files::csv([[cell]]).trim_end_matches('\n');
                    }
                    text.push(',');
                }
                text.pop();
                text.push('\n');
            }
            text
        };
        let firsts: Vec<usize> = (0..self.len()).step_by(size).collect();
        for some in firsts.chunks(threads.get()) {
            for text in in_parallel(some, threads, block, &mut |_| ()) {
                take(&text)?;
            }
        }
        Ok(())
    }

    /// The digest of [`Table::to_csv`] in hexadecimal digits, made on so many threads.
    pub fn sha256(&self, threads: NonZeroUsize) -> String {
        let mut digest = Sha256::new();
        self.print(threads, &mut |block| {
            digest.update(block.as_bytes());
            Ok(())
        })
        .expect("a digest takes everything");
        files::hex(digest)
    }

    /// Writes [`Table::to_csv`] on so many threads, and returns the digest of its bytes in hexadecimal digits.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path, threads: NonZeroUsize) -> Result<String> {
        let mut file = Replacement::create(path)?;
        self.print(threads, &mut |block| file.write(block.as_bytes()))?;
        file.finish()
    }
}

/// The SHA-256 of some bytes, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    files::sha256(bytes)
}

/// "`a`, `b`, `c`", cut where there are many.
pub(super) fn listed<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 30;
    let more = names.len().saturating_sub(SHOWN);
    let mut words: Vec<String> = names.take(SHOWN).map(|name| format!("`{name}`")).collect();
    if more > 0 {
        words.push(format!("and {more} more"));
    }
    words.join(", ")
}

/// Whether a condition holds for a text and, for intervals, the number that it denotes.
pub(super) fn holds(condition: &Condition, text: &str, number: f64) -> bool {
    match condition {
        Condition::Equals(texts) => texts.iter().any(|one| one == text),
        Condition::Differs(texts) => texts.iter().all(|one| one != text),
        Condition::Within { above, at_most } => {
            !number.is_nan() && above.is_none_or(|end| number > end) && at_most.is_none_or(|end| number <= end)
        }
    }
}

/// The names of columns, if they name each once.
fn checked<'a>(names: impl Iterator<Item = &'a str>) -> Result<Vec<String>> {
    let names: Vec<String> = names.map(|name| trimmed(name).to_owned()).collect();
    let mut places = HashMap::new();
    for (i, name) in names.iter().enumerate() {
        if name.is_empty() {
            let message = format!("column {} has no name: name it, or delete the column", i + 1);
            return Err(Error::new(message).at_column(i + 1));
        }
        if name.starts_with('\u{feff}') {
            let message = format!("the name of column {} starts with a byte-order mark: delete the mark", i + 1);
            return Err(Error::new(message).at_column(i + 1));
        }
        if let Some(first) = places.insert(name, i) {
            let message = format!("`{name}` names both column {} and column {}: rename one of them", first + 1, i + 1);
            return Err(Error::new(message));
        }
    }
    Ok(names)
}
