//! Lines of comma-separated fields, read in place from pages of whole lines.
//!
//! A record is exactly one line. General CSV lets a quoted field run over several lines and skips empty lines; a trace
//! holds only names and numbers, so here either would hide a mistake, and the number of a line in an error message
//! would no longer be the number that an editor shows.

use crate::error::{Error, Result};
use std::io::{BufRead, Empty, ErrorKind, empty};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The longest line that is read: more than two million columns. Longer ones are not traces, and could fill memory.
pub(super) const LONGEST_LINE: usize = 1 << 26;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Text that is read page by page.
pub(super) struct Pages<R> {
    reader: R,
    name: PathBuf,
    /// The beginning of the next page.
    rest: Vec<u8>,
}

impl<R: BufRead> Pages<R> {
    pub(super) fn reader(&self) -> &R {
        &self.reader
    }

    /// Replaces `page` by the next whole lines, about as many as the reader has at hand; `false` at the end of the file.
    /// A line that is too long may be cut.
    pub(super) fn next(&mut self, page: &mut Vec<u8>) -> Result<bool> {
        page.clear();
        page.append(&mut self.rest);
        loop {
            let more = match self.reader.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                more => more.map_err(|error| Error::io("read", &self.name, error))?,
            };
            let (known, length) = (page.len(), more.len());
            page.extend_from_slice(more);
            self.reader.consume(length);
            if let Some(last) = page[known..].iter().rposition(|&byte| byte == b'\n') {
                self.rest.extend_from_slice(&page[known + last + 1..]);
                page.truncate(known + last + 1);
                return Ok(true);
            }
            if length == 0 || page.len() >= LONGEST_LINE {
                return Ok(!page.is_empty());
            }
        }
    }
}

/// The lines of a file, and the fields of the current one.
pub(super) struct Records<R> {
    pages: Pages<R>,
    page: Vec<u8>,
    /// Where the next line begins.
    at: usize,
    line: Range<usize>,
    fields: Vec<Range<usize>>,
    line_number: usize,
    empty_line: Option<usize>,
}

impl<R: BufRead> Records<R> {
    pub(super) fn new(reader: R, name: PathBuf) -> Self {
        Self::on_page(Pages { reader, name, rest: Vec::new() }, Vec::new())
    }

    fn on_page(pages: Pages<R>, page: Vec<u8>) -> Self {
        Self { pages, page, at: 0, line: 0..0, fields: Vec::new(), line_number: 0, empty_line: None }
    }

    /// The pages that follow the current line, for others to read, and records that go on with what they are [given].
    ///
    /// [given]: Records::give
    pub(super) fn detach(self) -> (Pages<R>, Records<Empty>) {
        let Self { pages: Pages { reader, name, rest: after }, mut page, at, line_number, empty_line, .. } = self;
        let own = Records::on_page(Pages { reader: empty(), name: name.clone(), rest: Vec::new() }, Vec::new());
        page.drain(..at);
        page.extend(after);
        (Pages { reader, name, rest: page }, Records { line_number, empty_line, ..own })
    }

    pub(super) fn name(&self) -> &Path {
        &self.pages.name
    }

    /// An error at the current line.
    pub(super) fn error(&self, message: impl Into<String>) -> Error {
        self.error_at(self.line_number, message)
    }

    fn error_at(&self, line: usize, message: impl Into<String>) -> Error {
        Error::new(message).at_line(line).in_file(self.name())
    }

    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// A field of the current line, without surrounding spaces and quotation marks.
    #[inline]
    pub(super) fn field(&self, index: usize) -> &[u8] {
        &self.page[self.fields[index].clone()]
    }

    /// Passes the next line if it is as plain as `parse` takes it: then that says how many bytes it has.
    #[inline]
    pub(super) fn pass_plain(&mut self, parse: impl FnOnce(&[u8]) -> Option<usize>) -> bool {
        let passed = if self.empty_line.is_none() { parse(&self.page[self.at..]) } else { None };
        self.at += passed.unwrap_or(0);
        self.line_number += usize::from(passed.is_some());
        passed.is_some()
    }

    /// Passes so many lines that somebody else has read, if none of those before was empty.
    pub(super) fn pass_lines(&mut self, count: usize) -> bool {
        let passed = self.empty_line.is_none();
        self.line_number += if passed { count } else { 0 };
        passed
    }

    /// Goes on with a page of whole lines, after all that was read.
    pub(super) fn give(&mut self, page: &[u8]) {
        self.page.clear();
        self.page.extend_from_slice(page);
        self.at = 0;
    }

    /// Goes to the next line that is not empty, and splits it; `false` at the end of the file.
    pub(super) fn advance(&mut self) -> Result<bool> {
        while self.next_line()? {
            if self.page[self.line.clone()].trim_ascii().is_empty() {
                self.empty_line.get_or_insert(self.line_number);
                continue;
            }
            // Empty lines may end a file. Anywhere else one may be a lost round.
            return match self.empty_line {
                None => self.split().map(|()| true),
                Some(1) => Err(self.error_at(1, "the line is empty, but the first line must name the columns")),
                Some(number) => Err(self.error_at(number, "the line is empty, but more rounds follow: delete it")),
            };
        }
        Ok(false)
    }

    fn next_line(&mut self) -> Result<bool> {
        if self.at == self.page.len() {
            self.at = 0;
            if !self.pages.next(&mut self.page)? {
                return Ok(false);
            }
        }
        self.line_number += 1;
        let text = &self.page[self.at..];
        let end = text.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(text.len(), |end| end + 1);
        if length > LONGEST_LINE || (length == LONGEST_LINE && end.is_none()) {
            return Err(self.error("the line is longer than 64 MiB: is this a CSV file with one line per round?"));
        }
        let mark = if self.line_number == 1 && text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        self.line = self.at + mark..self.at + end.unwrap_or(length);
        self.at += length;
        Ok(true)
    }

    fn split(&mut self) -> Result<()> {
        self.fields.clear();
        let line = &self.page[..self.line.end];
        let mut start = self.line.start;
        loop {
            let opening = start + line[start..].iter().take_while(|b| b.is_ascii_whitespace()).count();
            let find = |byte: u8, from: usize| line[from..].iter().position(|&b| b == byte).map(|i| from + i);
            let number = self.fields.len() + 1;
            let comma = if line.get(opening) == Some(&b'"') {
                let Some(closing) = find(b'"', opening + 1) else {
                    return Err(self.error(format!(
                        "the quotation mark that opens field {number} is not closed on this line: close or delete it"
                    )));
                };
                let comma = find(b',', closing);
                if !line[closing + 1..comma.unwrap_or(line.len())].trim_ascii().is_empty() {
                    return Err(self.error(format!(
                        "field {number} goes on after its closing quotation mark: put a comma or nothing there"
                    )));
                }
                self.fields.push(trimmed(line, opening + 1..closing));
                comma
            } else {
                let comma = find(b',', start);
                self.fields.push(trimmed(line, start..comma.unwrap_or(line.len())));
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
