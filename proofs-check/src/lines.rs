//! Lines of a file that threads share: whatever thread reads a line, the first flaw of the file is what is said.

use crate::json::{Flaw, Form};

/// Cuts a text behind the ends of lines, into pieces of about this size.
pub(crate) fn cut(mut text: &[u8], size: usize) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    while !text.is_empty() {
        let end = text.iter().skip(size).position(|&byte| byte == b'\n');
        let end = end.map_or(text.len(), |end| end.saturating_add(size).saturating_add(1));
        let (piece, rest) = text.split_at(end);
        pieces.push(piece);
        text = rest;
    }
    pieces
}

/// What was found in some lines, counted from 1, up to the first flaw.
#[derive(Default)]
pub(crate) struct Piece<T> {
    pub(crate) found: T,
    pub(crate) rows: usize,
    lines: usize,
    /// The first empty line.
    empty: Option<usize>,
    flaw: Option<(usize, String)>,
}

const EMPTY: &str = "the line is empty, but more lines follow";

impl<T> Piece<T> {
    /// Reads the lines of a text; of an empty one `trim` leaves nothing.
    pub(crate) fn read<'a>(
        &mut self,
        text: &'a str,
        trim: impl Fn(&'a str) -> &'a str,
        mut each: impl FnMut(&mut T, &'a str) -> Result<(), String>,
    ) {
        (self.rows, self.lines, self.empty, self.flaw) = (0, 0, None, None);
        for line in text.split_terminator('\n') {
            self.lines = self.lines.saturating_add(1);
            if trim(line).is_empty() {
                self.empty.get_or_insert(self.lines);
                continue;
            }
            self.rows = self.rows.saturating_add(1);
            self.flaw = match self.empty {
                Some(line) => Some((line, EMPTY.to_owned())),
                None => each(&mut self.found, line).err().map(|reason| (self.lines, reason)),
            };
            if self.flaw.is_some() {
                return;
            }
        }
    }
}

/// How many lines were read so far, and the first empty one of them: empty lines may stand at the end only.
#[derive(Default)]
pub(crate) struct Lines {
    pub(crate) count: usize,
    pub(crate) empty: Option<usize>,
}

impl Lines {
    /// Goes on by some pieces, up to the first flaw.
    pub(crate) fn add<T>(&mut self, pieces: &[Piece<T>]) -> Form<()> {
        for piece in pieces {
            if let (Some(line), true) = (self.empty, piece.rows > 0) {
                return Err(Flaw::at(line, EMPTY));
            }
            let number = |line: usize| self.count.saturating_add(line);
            if let Some((line, reason)) = &piece.flaw {
                return Err(Flaw::at(number(*line), reason.clone()));
            }
            self.empty = self.empty.or(piece.empty.map(number));
            self.count = self.count.saturating_add(piece.lines);
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "../tests/inside/lines.rs"]
mod tests;
