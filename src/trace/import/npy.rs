//! Arrays of an NPZ file, row by row.

use super::entry::EntryReader;
use super::header::{Fault, Header};
use super::item::{Number, Text};
use super::zip::Archive;
use crate::error::{Error, Result, hint, list};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

/// The longest row: more than any trace has columns.
const WIDEST: usize = 1 << 22;
const MOST_NAMES: usize = 1 << 20;
/// How much text an array of names may hold.
const LONGEST_NAMES: u64 = 1 << 24;
/// How many numbers are decoded at once.
const PIECE: usize = 512;

/// An array of numbers with at most two dimensions, which is read row by row.
///
/// Only a row is in memory, unless the array is a matrix in Fortran's order: its rows are spread over the whole file,
/// so all of it is read first.
pub(crate) struct Array {
    items: Items,
    number: Number,
    shape: Vec<usize>,
    /// The rows read so far.
    row: usize,
    /// All numbers of a matrix in Fortran's order, column by column.
    columns: Option<Vec<f64>>,
}

/// Where the items of an array come from, and what to call it.
struct Items {
    name: String,
    path: PathBuf,
    reader: BufReader<EntryReader>,
    /// The bytes that are decoded.
    buffer: Box<[u8]>,
}

impl Array {
    /// Opens the array that numpy saved as `name`.
    ///
    /// # Errors
    /// If there is no such array, it holds no numbers that are read, it has three or more dimensions, or its length
    /// is not what its shape asks for.
    pub(crate) fn open(archive: &Archive, name: &str) -> Result<Self> {
        let (items, header) = Items::open(archive, name)?;
        let number = Number::of(&header.descr).map_err(|message| items.refused(message))?;
        let shape = header.shape;
        if shape.len() > 2 {
            let dimensions = shape.len();
            let cure = "a row is a round, so save it with .reshape(len(...), -1)";
            return Err(items.refused(format!("has {dimensions} dimensions: {cure}")));
        }
        items.ends_after(&shape, number.size(), header.length)?;
        let mut array = Self { items, number, shape, row: 0, columns: None };
        if array.width() > WIDEST {
            let width = array.width();
            return Err(array.items.refused(format!("has {width} columns: if these are rounds, save it with .T")));
        }
        if header.fortran && array.rows() > 1 && array.width() > 1 {
            array.columns = Some(array.read_all()?);
        }
        Ok(array)
    }

    /// The number of rows; a number alone is a row.
    ///
    /// Rows of width 0 have no bytes, so the file says nothing of their number: compare it with another array's.
    pub(crate) fn rows(&self) -> usize {
        self.shape.first().copied().unwrap_or(1)
    }

    /// The numbers in a row: 1 unless the array has two dimensions.
    pub(crate) fn width(&self) -> usize {
        self.shape.get(1).copied().unwrap_or(1)
    }

    /// Reads the next row.
    ///
    /// # Errors
    /// If there is none, the file is damaged, or a number is not finite.
    ///
    /// # Panics
    /// If `row` has not the array's width.
    pub(crate) fn read_row(&mut self, row: &mut [f64]) -> Result<()> {
        assert_eq!(row.len(), self.width(), "another array's row");
        if self.row == self.rows() {
            return Err(self.items.refused(format!("has only {} rows", self.rows())));
        }
        if let Some(columns) = &self.columns {
            let ours = columns.iter().skip(self.row).step_by(self.rows());
            row.iter_mut().zip(ours).for_each(|(number, &ours)| *number = ours);
        } else {
            self.items.read(self.number, row)?;
        }
        if let Some(column) = row.iter().position(|number| !number.is_finite()) {
            return Err(self.not_finite(row[column], column));
        }
        self.row += 1;
        Ok(())
    }

    /// Makes sure that all rows were read, that nothing follows, and that the checksum is right.
    pub(crate) fn finish(mut self) -> Result<()> {
        if self.row < self.rows() {
            let (row, rows) = (self.row, self.rows());
            return Err(self.items.refused(format!("has {rows} rows, but only {row} were asked for")));
        }
        self.items.finish()
    }

    /// Reads all numbers. The file promises how many; memory grows as they arrive.
    fn read_all(&mut self) -> Result<Vec<f64>> {
        let mut numbers = Vec::new();
        let mut piece = [0.0; PIECE];
        for _ in 0..self.width() {
            let mut left = self.rows();
            while left > 0 {
                let piece = &mut piece[..left.min(PIECE)];
                self.items.read(self.number, piece)?;
                numbers.extend_from_slice(piece);
                left -= piece.len();
            }
        }
        Ok(numbers)
    }

    #[cold]
    fn not_finite(&self, number: f64, column: usize) -> Error {
        let place = match self.shape.len() {
            0 => String::new(),
            1 => format!(" in round {} (counted from 0)", self.row),
            _ => format!(" in round {}, column {column} (both counted from 0)", self.row),
        };
        self.items.refused(format!("is {number}{place}: end the run before it diverged"))
    }
}

/// Reads the array of names that numpy saved as `name`.
///
/// # Errors
/// If there is no such array, or it does not hold text in one dimension.
pub(crate) fn names(archive: &Archive, name: &str) -> Result<Vec<String>> {
    let (mut items, header) = Items::open(archive, name)?;
    let text = Text::of(&header.descr).map_err(|message| items.refused(message))?;
    let [count] = *header.shape else {
        return Err(items.refused("must have one dimension, with a name for each column"));
    };
    items.ends_after(&[count], text.size(), header.length)?;
    if count > MOST_NAMES || items.size() > LONGEST_NAMES {
        return Err(items.refused("holds too much text to be the names of columns"));
    }
    let mut bytes = vec![0; text.size()];
    let mut names = Vec::new();
    for place in 0..count {
        items.fill(&mut bytes)?;
        let read = text.decode(&bytes);
        names.push(read.ok_or_else(|| items.refused(format!("has no valid text at place {place} (counted from 0)")))?);
    }
    items.finish()?;
    Ok(names)
}

impl Items {
    fn open(archive: &Archive, name: &str) -> Result<(Self, Header)> {
        let entry = format!("{name}.npy");
        if !archive.names().any(|known| known == entry) {
            return Err(missing(archive, name));
        }
        let reader = BufReader::with_capacity(1 << 16, archive.entry(&entry)?);
        let buffer = vec![0; 8 * PIECE].into();
        let mut items = Self { name: name.to_owned(), path: archive.path().to_owned(), reader, buffer };
        let size = items.size();
        match Header::read(&mut items.reader, size) {
            Ok(header) => Ok((items, header)),
            Err(Fault::Io(error)) => Err(failed(&items.path, error)),
            Err(Fault::Refused(message)) => Err(items.refused(message)),
        }
    }

    fn size(&self) -> u64 {
        self.reader.get_ref().size()
    }

    /// Makes sure that items of this size in this shape end with the entry.
    fn ends_after(&self, shape: &[usize], size: usize, header: u64) -> Result<()> {
        let bytes = shape.iter().try_fold(size as u64, |bytes, &dimension| bytes.checked_mul(dimension as u64));
        if bytes.and_then(|bytes| bytes.checked_add(header)) != Some(self.size()) {
            return Err(self.refused("does not have the length that its shape asks for: save the file again"));
        }
        Ok(())
    }

    /// Reads as many numbers as there is room for.
    fn read(&mut self, number: Number, row: &mut [f64]) -> Result<()> {
        for piece in row.chunks_mut(PIECE) {
            let bytes = &mut self.buffer[..piece.len() * number.size()];
            self.reader.read_exact(bytes).map_err(|error| failed(&self.path, error))?;
            number.decode(bytes, piece);
        }
        Ok(())
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<()> {
        self.reader.read_exact(bytes).map_err(|error| failed(&self.path, error))
    }

    fn finish(&mut self) -> Result<()> {
        match self.reader.read(&mut [0]) {
            Ok(0) => Ok(()),
            Ok(_) => Err(self.refused("goes on after its last row: save the file again")),
            Err(error) => Err(failed(&self.path, error)),
        }
    }

    fn refused(&self, message: impl AsRef<str>) -> Error {
        Error::new(format!("`{}` {}", self.name, message.as_ref())).in_file(&self.path)
    }
}

fn failed(path: &Path, error: std::io::Error) -> Error {
    match error.kind() {
        // The entry's own words, which name it.
        std::io::ErrorKind::InvalidData => Error::new(error.to_string()).in_file(path),
        _ => Error::io("read", path, error),
    }
}

fn missing(archive: &Archive, name: &str) -> Error {
    let known: Vec<_> = archive.arrays().collect();
    let shown: Vec<_> = known.iter().take(20).map(|known| format!("`{known}`")).collect();
    let more = if known.len() > shown.len() { ", and more" } else { "" };
    let holds = if known.is_empty() { "no arrays".to_owned() } else { list(&shown, "and") };
    let near = hint(name, known.iter().map(AsRef::as_ref));
    Error::new(format!("there is no array `{name}`{near}: the file holds {holds}{more}")).in_file(archive.path())
}
