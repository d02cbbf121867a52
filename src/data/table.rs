//! Tables of text: the rows and columns of a data file before anybody says what they mean.
//!
//! The checker's specification (its section on data) defines the file. Cells are kept as codes of the different texts
//! of their column, because a test is then decided once a text and looked up a row.

use super::strict_csv::{self, BLANK};
use crate::error::{Error, Result, hint};
use crate::files;
use crate::game::{Atom, Condition};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

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

#[derive(Clone, Debug, Default)]
struct Column {
    name: String,
    /// The different texts, as they first occur.
    texts: Vec<String>,
    /// Which of them each row has.
    codes: Vec<u32>,
}

impl Column {
    fn push(&mut self, text: &str, known: &mut HashMap<String, u32>) {
        let next = u32::try_from(self.texts.len()).expect("fewer texts than rows");
        let code = known.get(text).copied().unwrap_or_else(|| {
            known.insert(text.to_owned(), next);
            self.texts.push(text.to_owned());
            next
        });
        self.codes.push(code);
    }
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
    /// The line of each row in the source.
    lines: Vec<usize>,
}

impl Table {
    /// Reads a data file.
    ///
    /// # Errors
    /// If it cannot be read or is not as the specification says: with the line.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let bytes = std::fs::read(path).map_err(|error| Error::io("read", path, error))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&byte| byte == b'\n').count();
            Error::new("the text is not UTF-8: save the file as UTF-8").at_line(line).in_file(path)
        })?;
        Self::parse(&text, path)
    }

    /// Reads the text of a data file; `source` stands for the file in messages.
    ///
    /// # Errors
    /// As [`Table::read`].
    pub fn parse(text: &str, source: impl Into<PathBuf>) -> Result<Self> {
        let source = source.into();
        Self::from_lines(text, &source).map_err(|error| error.in_file(&source))
    }

    fn from_lines(text: &str, source: &Path) -> Result<Self> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end_matches([' ', '\t', '\r', '\n']);
        if text.is_empty() {
            return Err(Error::new(
                "the file is empty: write a line with the names of the columns, then one line a row",
            ));
        }
        // What was trimmed are the empty lines at the end, and blanks that belong to no cell.
        let first = text.lines().next().unwrap_or_default();
        if first.trim_matches(BLANK).is_empty() {
            return Err(Error::new("the line is empty, but the first line must name the columns").at_line(1));
        }
        for (sign, word) in [(';', "semicolons"), ('\t', "tabs")] {
            if first.contains(sign) && !first.contains(',') {
                let message = format!("the names of the columns are separated by {word}: save the file with commas");
                return Err(Error::new(message).at_line(1));
            }
        }
        let mut builder = None;
        strict_csv::records(text, |line, cells| match &mut builder {
            None => {
                builder = Some(Builder::new(cells).map_err(|error| error.at_line(line))?);
                Ok(())
            }
            Some(builder) => builder.push(cells, line),
        })?;
        builder.expect("the first line is not empty").finish(source)
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
            let mut builder = Builder::new(&columns.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())?;
            for (row, number) in rows.into_iter().zip(2..) {
                if row.as_ref().iter().any(|cell| cell.contains(['\n', '\r'])) {
                    return Err(Error::new("a cell has a line end in it").at_line(number));
                }
                builder.push(row.as_ref(), number)?;
            }
            builder.finish(&source)
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
        self.lines[row]
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
        self.columns.iter().position(|column| column.name == name).ok_or_else(|| {
            let (names, near) = (listed(self.columns()), hint(name, self.columns()));
            Error::new(format!("there is no column `{name}`{near}; the columns are {names}")).in_file(&self.source)
        })
    }

    /// The text of a cell.
    pub fn cell(&self, row: usize, column: usize) -> &str {
        let column = &self.columns[column];
        &column.texts[column.codes[row] as usize]
    }

    /// The different texts of a column and how many rows have each, as they first occur.
    pub fn values(&self, column: usize) -> Vec<(&str, usize)> {
        let column = &self.columns[column];
        let mut counts = vec![0; column.texts.len()];
        for &code in &column.codes {
            counts[code as usize] += 1;
        }
        column.texts.iter().map(String::as_str).zip(counts).filter(|(_, count)| *count > 0).collect()
    }

    /// Which rows satisfy a test.
    ///
    /// # Errors
    /// If an atom is about a column that is not there.
    pub fn satisfied(&self, test: &[Atom]) -> Result<Vec<bool>> {
        let mut rows = vec![true; self.len()];
        for atom in test {
            let column = &self.columns[self.column(&atom.column)?];
            let of_text: Vec<bool> = column.texts.iter().map(|text| holds(&atom.condition, text)).collect();
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
        Self { source: self.source.clone(), columns: self.columns.iter().map(column).collect(), lines }
    }

    /// The table as a data file: `\n` at line ends, quotation marks only where they are needed.
    pub fn to_csv(&self) -> String {
        let row = |row: usize| (0..self.columns.len()).map(move |column| self.cell(row, column));
        let rows = (0..self.len()).map(|place| row(place).collect::<Vec<_>>());
        files::csv(std::iter::once(self.columns().collect()).chain(rows))
    }

    /// Writes [`Table::to_csv`], and returns the digest of its bytes in hexadecimal digits.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<String> {
        let text = self.to_csv();
        files::write(path, text.as_bytes())?;
        Ok(sha256(text.as_bytes()))
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

fn holds(condition: &Condition, text: &str) -> bool {
    match condition {
        Condition::Equals(texts) => texts.iter().any(|one| one == text),
        Condition::Differs(texts) => texts.iter().all(|one| one != text),
        Condition::Within { above, at_most } => {
            number(text).is_some_and(|cell| above.is_none_or(|end| cell > end) && at_most.is_none_or(|end| cell <= end))
        }
    }
}

struct Builder {
    columns: Vec<Column>,
    known: Vec<HashMap<String, u32>>,
    lines: Vec<usize>,
}

impl Builder {
    fn new(names: &[String]) -> Result<Self> {
        let names: Vec<String> = names.iter().map(|name| name.trim_matches(BLANK).to_owned()).collect();
        for (i, name) in names.iter().enumerate() {
            if name.is_empty() {
                let message = format!("column {} has no name: name it, or delete the column", i + 1);
                return Err(Error::new(message).at_column(i + 1));
            }
            if name.starts_with('\u{feff}') {
                let message = format!("the name of column {} starts with a byte-order mark: delete the mark", i + 1);
                return Err(Error::new(message).at_column(i + 1));
            }
            if let Some(first) = names[..i].iter().position(|other| other == name) {
                let message =
                    format!("`{name}` names both column {} and column {}: rename one of them", first + 1, i + 1);
                return Err(Error::new(message));
            }
        }
        let known = vec![HashMap::new(); names.len()];
        let columns = names.into_iter().map(|name| Column { name, ..Column::default() }).collect();
        Ok(Self { columns, known, lines: Vec::new() })
    }

    fn push(&mut self, cells: &[String], line: usize) -> Result<()> {
        if cells.len() != self.columns.len() {
            let (found, wanted) = (cells.len(), self.columns.len());
            let cells = if found == 1 { "1 field".to_owned() } else { format!("{found} fields") };
            let message = format!("the row has {cells}, but the first line names {wanted} columns");
            return Err(Error::new(message).at_line(line));
        }
        for ((column, known), cell) in self.columns.iter_mut().zip(&mut self.known).zip(cells) {
            column.push(cell.trim_matches(BLANK), known);
        }
        self.lines.push(line);
        Ok(())
    }

    fn finish(self, source: &Path) -> Result<Table> {
        if self.lines.is_empty() {
            return Err(Error::new("the file has names of columns but no rows: write one line a row"));
        }
        Ok(Table { source: source.to_owned(), columns: self.columns, lines: self.lines })
    }
}
