//! Files of many lines: read in blocks, whose lines threads share, with the digest of the file.

use crate::csv::{Accepts, Layout, Row};
use crate::digest::hex;
use crate::json::{Flaw, Form};
use crate::lines::{Lines, Piece, cut};
use crate::threads::share;
use sha2::{Digest, Sha256};
use std::io::Read;
use std::num::NonZeroUsize;

/// The longest line that is read. A file may have any length: no more memory is taken for more lines.
const LONGEST_LINE: usize = 1 << 26;

/// How many bytes are read at once: so many, but 128 lines as long as the first if these are not too long.
const BLOCK: (usize, usize) = (1 << 20, 1 << 23);

/// About how many bytes a thread takes at once.
const PIECE: usize = 1 << 16;

/// A file that is being read; the row is that of the current line.
pub(crate) struct Table<R> {
    ahead: Ahead<R>,
    pub(crate) threads: NonZeroUsize,
    digest: Sha256,
    text: Vec<u8>,
    lines: Lines,
    pub(crate) layout: Layout,
    pub(crate) block: Block,
    /// Where the next line of the block is: its piece, and the first of its numbers.
    next: (usize, usize),
    pub(crate) row: Row,
    /// The rounds up to the current one.
    pub(crate) rounds: usize,
}

/// The numbers of lines that were read at once.
#[derive(Default)]
pub(crate) struct Block {
    /// How many rounds are before it.
    pub(crate) first: usize,
    pieces: Vec<Piece<Vec<f64>>>,
    width: usize,
}

impl Block {
    /// The rows of numbers.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.pieces.iter().flat_map(|piece| piece.found.chunks_exact(self.width.max(1)))
    }
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// What a thread does.
enum Work<'a> {
    Digest(&'a mut Sha256, &'a [u8]),
    Lines(&'a mut Piece<Vec<f64>>, &'a [u8]),
}

/// What was read of a file but not yet looked at.
struct Ahead<R> {
    reader: R,
    bytes: Vec<u8>,
    /// How many bytes are whole lines.
    whole: usize,
    /// How many bytes are read at once, and the longest line.
    block: usize,
    longest: usize,
    has_ended: bool,
    /// Why no more can be read than these.
    error: Option<String>,
}

impl<R: Read> Ahead<R> {
    /// Reads more, but not beyond the last line if that has no end.
    fn read(&mut self) {
        self.whole = 0;
        while self.whole == 0 && !self.has_ended {
            let before = self.bytes.len();
            let room = self.block.min(self.longest.saturating_sub(before));
            let limit = u64::try_from(room).unwrap_or(u64::MAX);
            match self.reader.by_ref().take(limit).read_to_end(&mut self.bytes) {
                Ok(length) => self.has_ended = length < room,
                Err(error) => self.error = Some(format!("cannot be read: {error}")),
            }
            let end = self.bytes.iter().skip(before).rposition(|&byte| byte == b'\n');
            self.whole = end.map_or(0, |end| end.saturating_add(before).saturating_add(1));
            if self.whole == 0 && self.bytes.len() >= self.longest {
                self.error = Some("the line is longer than 2^26 bytes".to_owned());
            }
            self.has_ended |= self.error.is_some();
        }
        // The last line needs no end, but must have been read to it.
        if self.whole == 0 && self.error.is_none() {
            self.whole = self.bytes.len();
        }
    }
}

impl<R: Read> Table<R> {
    /// Reads the names of the columns.
    pub(crate) fn open(reader: R, accepts: Accepts, threads: NonZeroUsize) -> Form<Self> {
        let (bytes, block, longest) = (Vec::new(), BLOCK.0, LONGEST_LINE);
        let ahead = Ahead { reader, bytes, whole: 0, block, longest, has_ended: false, error: None };
        let mut table = Self {
            ahead,
            threads,
            digest: Sha256::new(),
            text: Vec::new(),
            lines: Lines::default(),
            layout: Layout::default(),
            block: Block::default(),
            next: (0, 0),
            row: Row::default(),
            rounds: 0,
        };
        table.ahead.read();
        if table.ahead.bytes.starts_with(BOM) {
            table.skip(BOM.len());
        }
        let text = table.ahead.bytes.get(..table.ahead.whole).unwrap_or_default();
        let line = text.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
        if line.trim_ascii().is_empty() {
            // Of the lines that follow, one that is not empty is a flaw.
            while table.next_block()? {}
            return Err(Flaw::at(1, "the file is empty: the first line must name the columns"));
        }
        let layout = Layout::read(&String::from_utf8_lossy(line), accepts);
        table.layout = layout.map_err(|reason| Flaw::at(1, reason))?;
        table.layout.fill(&mut table.row, &[]);
        table.ahead.block = line.len().saturating_mul(128).clamp(BLOCK.0, BLOCK.1);
        table.skip(line.len());
        table.lines.count = 1;
        if table.ahead.whole == 0 {
            table.ahead.read();
        }
        Ok(table)
    }

    /// Passes over some bytes of what was read.
    fn skip(&mut self, length: usize) {
        self.digest.update(self.ahead.bytes.get(..length).unwrap_or_default());
        self.ahead.bytes.drain(..length);
        self.ahead.whole = self.ahead.whole.saturating_sub(length);
    }

    /// Reads the next line into `row`; false after the last one.
    pub(crate) fn next(&mut self) -> Form<bool> {
        while !self.next_in_block() {
            if !self.next_block()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Puts the next line of the block into `row`; false after the last one.
    pub(crate) fn next_in_block(&mut self) -> bool {
        let (piece, from) = &mut self.next;
        while let Some(read) = self.block.pieces.get(*piece) {
            let to = from.saturating_add(self.block.width);
            if let Some(numbers) = read.found.get(*from..to) {
                *from = to;
                self.layout.fill(&mut self.row, numbers);
                self.rounds = self.rounds.saturating_add(1);
                return true;
            }
            (*piece, *from) = (piece.saturating_add(1), 0);
        }
        false
    }

    /// Reads the next block; false after the last one.
    pub(crate) fn next_block(&mut self) -> Form<bool> {
        let Self { ahead, threads, digest, text, lines, layout, block, .. } = self;
        block.first = block.first.saturating_add(block.rows().count());
        block.width = layout.width();
        self.next = (0, 0);
        if ahead.whole == 0 {
            block.pieces.clear();
            self.rounds = block.first;
            let flaw = |reason: String| Err(Flaw::at(lines.count.saturating_add(1), reason));
            return match ahead.error.take() {
                Some(error) => flaw(error),
                None if block.first == 0 && block.width > 0 => flaw("the file has no line below the names".to_owned()),
                None => Ok(false),
            };
        }
        // What is whole becomes the text, and the rest the beginning of what is read next.
        std::mem::swap(text, &mut ahead.bytes);
        ahead.bytes.clear();
        ahead.bytes.extend_from_slice(text.get(ahead.whole..).unwrap_or_default());
        text.truncate(ahead.whole);
        let texts = cut(text, PIECE);
        block.pieces.resize_with(texts.len(), Piece::default);
        let mut work = vec![Work::Digest(digest, text)];
        work.extend(block.pieces.iter_mut().zip(texts).map(|(piece, text)| Work::Lines(piece, text)));
        share(
            *threads,
            work,
            || ahead.read(),
            |work| match work {
                Work::Digest(digest, text) => digest.update(text),
                Work::Lines(piece, text) => {
                    // What is not UTF-8 is no number in any case.
                    let (text, mut fields) = (String::from_utf8_lossy(text), Vec::new());
                    piece.found.clear();
                    piece.read(&text, str::trim_ascii, |numbers, line| layout.parse(line, &mut fields, numbers));
                }
            },
        );
        self.lines.add(&block.pieces)?;
        Ok(true)
    }

    /// The digest of the file, after the last line.
    pub(crate) fn digest(self) -> String {
        hex(&self.digest.finalize())
    }
}

#[cfg(test)]
#[path = "../tests/inside/table.rs"]
mod tests;
