//! The content of one entry of an archive, as a stream that checks itself.

use super::directory::Entry;
use super::zip::Seekable;
use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use std::io::{BufReader, Error, ErrorKind, Read, Result, Take};

type Packed = BufReader<Take<Box<dyn Seekable>>>;

/// Streams the content of an entry.
///
/// Its length and its checksum must be those of the directory. They are compared before the last bytes are handed
/// out, so whoever read the whole content read the right one.
pub(crate) struct EntryReader {
    name: String,
    bytes: Bytes,
    /// The length of the packed bytes.
    packed: u64,
    size: u64,
    /// How much of the content is still to come.
    left: u64,
    crc: Crc,
    expected: u32,
    state: State,
}

/// Whether the content was handed out and found right, or wrong: then each further read says so again.
#[derive(PartialEq)]
enum State {
    Reading,
    Right,
    Wrong,
}

enum Bytes {
    Stored(Packed),
    Deflated(DeflateDecoder<Packed>),
}

impl EntryReader {
    /// A reader of `entry`, whose packed bytes start where `file` stands.
    pub(super) fn new(file: Box<dyn Seekable>, entry: &Entry, deflated: bool) -> Self {
        let packed = BufReader::with_capacity(1 << 15, file.take(entry.packed));
        Self {
            name: entry.name.clone(),
            bytes: if deflated { Bytes::Deflated(DeflateDecoder::new(packed)) } else { Bytes::Stored(packed) },
            packed: entry.packed,
            size: entry.size,
            left: entry.size,
            crc: Crc::new(),
            expected: entry.crc,
            state: State::Reading,
        }
    }

    /// The length of the whole content.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// What comes from the archive next.
    fn next(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let deflated = match &mut self.bytes {
            Bytes::Stored(bytes) => return bytes.read(buffer),
            Bytes::Deflated(bytes) => bytes.read(buffer),
        };
        deflated.map_err(|error| match error.kind() {
            ErrorKind::InvalidInput => self.damaged("its compressed bytes make no sense"),
            _ => error,
        })
    }

    /// The content is over: so must be the packed bytes, and the checksum must be right.
    fn check(&mut self) -> Result<()> {
        if self.next(&mut [0])? != 0 {
            return Err(self.damaged("it is longer than the archive says"));
        }
        if matches!(&self.bytes, Bytes::Deflated(bytes) if bytes.total_in() != self.packed) {
            return Err(self.damaged("it ends before its compressed bytes do"));
        }
        if self.crc.sum() != self.expected {
            return Err(self.damaged("its checksum is wrong"));
        }
        self.state = State::Right;
        Ok(())
    }

    fn damaged(&mut self, what: &str) -> Error {
        self.state = State::Wrong;
        let message = format!("`{}` is damaged ({what}): copy or save the file again", self.name);
        Error::new(ErrorKind::InvalidData, message)
    }
}

impl Read for EntryReader {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        match self.state {
            State::Wrong => return Err(self.damaged("it was read before")),
            State::Right => return Ok(0),
            State::Reading if buffer.is_empty() => return Ok(0),
            State::Reading => {}
        }
        let most = usize::try_from(self.left).map_or(buffer.len(), |left| left.min(buffer.len()));
        let mut read = 0;
        if most > 0 {
            read = self.next(&mut buffer[..most])?;
            if read == 0 {
                return Err(self.damaged("it is shorter than the archive says"));
            }
            self.crc.update(&buffer[..read]);
            self.left -= read as u64;
        }
        if self.left == 0 {
            self.check()?;
        }
        Ok(read)
    }
}
