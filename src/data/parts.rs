//! Parts of a data file, each read on its own: its cells as codes of the texts that the part has.

use super::strict_csv::{self, trimmed};
use super::texts::Interner;
use crate::error::{Error, Result};

/// A text in blocks of about so many bytes, each of whole lines.
pub(super) fn blocks_of_lines(text: &str, size: usize) -> Vec<&str> {
    let (mut rest, mut blocks) = (text, Vec::new());
    while rest.len() > size {
        let Some(end) = rest.as_bytes()[size..].iter().position(|&byte| byte == b'\n') else { break };
        let (block, others) = rest.split_at(size + end + 1);
        blocks.push(block);
        rest = others;
    }
    blocks.push(rest);
    blocks
}

/// The cells of a column in a part of a file.
#[derive(Debug, Default)]
pub(super) struct Cells {
    pub(super) texts: Interner,
    pub(super) codes: Vec<u32>,
}

/// Some rows of a file.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) columns: Vec<Cells>,
    /// The line of each row, counted from 1 in this part, and the number of lines that the part has.
    pub(super) lines: Vec<usize>,
    pub(super) taken: usize,
}

impl Part {
    pub(super) fn new(width: usize) -> Self {
        Self { columns: (0..width).map(|_| Cells::default()).collect(), lines: Vec::new(), taken: 0 }
    }

    pub(super) fn read(text: &str, width: usize) -> Result<Self> {
        let mut part = Self::new(width);
        part.taken = strict_csv::records(text, |line, cells| part.push(cells, line))?;
        Ok(part)
    }

    pub(super) fn push(&mut self, cells: &[impl AsRef<str>], line: usize) -> Result<()> {
        if cells.len() != self.columns.len() {
            let (found, wanted) = (cells.len(), self.columns.len());
            let cells = if found == 1 { "1 field".to_owned() } else { format!("{found} fields") };
            let message = format!("the row has {cells}, but the first line names {wanted} columns");
            return Err(Error::new(message).at_line(line));
        }
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.codes.push(column.texts.code(trimmed(cell.as_ref())));
        }
        self.lines.push(line);
        Ok(())
    }
}
