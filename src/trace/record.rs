//! Lines of comma-separated fields, read one at a time into a buffer that is reused.
//!
//! A record is exactly one line. General CSV lets a quoted field run over several lines and skips empty lines; a trace
//! holds only names and numbers, so here either would hide a mistake, and the number of a line in an error message
//! would no longer be the number that an editor shows.

use crate::error::{Error, Result};
use std::io::{BufRead, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The longest line that is read: more than two million columns. Longer ones are not traces, and could fill memory.
const LONGEST_LINE: u64 = 1 << 26;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The lines of a file, and the fields of the current one.
pub(super) struct Records<R> {
    reader: R,
    name: PathBuf,
    line: Vec<u8>,
    fields: Vec<Range<usize>>,
    line_number: usize,
}

impl<R: BufRead> Records<R> {
    pub(super) fn new(reader: R, name: PathBuf) -> Self {
        Self { reader, name, line: Vec::new(), fields: Vec::new(), line_number: 0 }
    }

    pub(super) fn name(&self) -> &Path {
        &self.name
    }

    pub(super) fn reader(&self) -> &R {
        &self.reader
    }

    /// An error at the current line.
    pub(super) fn error(&self, message: impl Into<String>) -> Error {
        self.error_at(self.line_number, message)
    }

    fn error_at(&self, line: usize, message: impl Into<String>) -> Error {
        Error::new(message).at_line(line).in_file(&self.name)
    }

    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// A field of the current line, without surrounding spaces and quotation marks.
    #[inline]
    pub(super) fn field(&self, index: usize) -> &[u8] {
        &self.line[self.fields[index].clone()]
    }

    /// Goes to the next line that is not empty; `false` at the end of the file.
    pub(super) fn advance(&mut self) -> Result<bool> {
        let mut empty_line = None;
        loop {
            if !self.read_line()? {
                return Ok(false);
            }
            if self.line.trim_ascii().is_empty() {
                empty_line.get_or_insert(self.line_number);
                continue;
            }
            // Empty lines may end a file. Anywhere else one may be a lost round.
            return match empty_line {
                None => self.split().map(|()| true),
                Some(1) => Err(self.error_at(1, "the line is empty, but the first line must name the columns")),
                Some(number) => Err(self.error_at(number, "the line is empty, but more rounds follow: delete it")),
            };
        }
    }

    fn read_line(&mut self) -> Result<bool> {
        self.line.clear();
        let mut limited = self.reader.by_ref().take(LONGEST_LINE);
        let length = limited.read_until(b'\n', &mut self.line).map_err(|e| Error::io("read", &self.name, e))?;
        if length == 0 {
            return Ok(false);
        }
        self.line_number += 1;
        if self.line.last() == Some(&b'\n') {
            self.line.pop();
        } else if length as u64 == LONGEST_LINE {
            return Err(self.error("the line is longer than 64 MiB: is this a CSV file with one line a round?"));
        }
        if self.line_number == 1 && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(true)
    }

    fn split(&mut self) -> Result<()> {
        self.fields.clear();
        if self.line.contains(&b'"') {
            return self.split_quoted();
        }
        let mut start = 0;
        for (end, &byte) in self.line.iter().enumerate() {
            if byte == b',' {
                self.fields.push(trimmed(&self.line, start..end));
                start = end + 1;
            }
        }
        self.fields.push(trimmed(&self.line, start..self.line.len()));
        Ok(())
    }

    fn split_quoted(&mut self) -> Result<()> {
        let mut start = 0;
        loop {
            let opening = start + self.line[start..].iter().take_while(|b| b.is_ascii_whitespace()).count();
            let quoted = self.line.get(opening) == Some(&b'"');
            let from = if quoted { opening + 1 } else { start };
            let find = |byte: u8, from: usize| self.line[from..].iter().position(|&b| b == byte).map(|i| from + i);
            let comma = if quoted {
                let number = self.fields.len() + 1;
                let Some(closing) = find(b'"', from) else {
                    return Err(self.error(format!(
                        "the quotation mark that opens field {number} is not closed on this line: close or delete it"
                    )));
                };
                let comma = find(b',', closing);
                if !self.line[closing + 1..comma.unwrap_or(self.line.len())].trim_ascii().is_empty() {
                    return Err(self.error(format!(
                        "field {number} goes on after its closing quotation mark: put a comma or nothing there"
                    )));
                }
                let field = trimmed(&self.line, from..closing);
                self.fields.push(field);
                comma
            } else {
                let comma = find(b',', from);
                let field = trimmed(&self.line, from..comma.unwrap_or(self.line.len()));
                self.fields.push(field);
                comma
            };
            match comma {
                Some(comma) => start = comma + 1,
                None => return Ok(()),
            }
        }
    }
}

/// The part of `range` without surrounding white space.
#[inline]
fn trimmed(line: &[u8], range: Range<usize>) -> Range<usize> {
    let cut = line[range.clone()].trim_ascii_start();
    let start = range.end - cut.len();
    start..start + cut.trim_ascii_end().len()
}
