//! ZIP archives, as far as numpy and its kin write them: entries that are stored or deflated, also with the 64-bit
//! fields of large files; no encryption and no second volume.

use super::directory::{self, Entry};
use super::entry::EntryReader;
use crate::error::{Error, Result};
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const LOCAL: &[u8] = b"PK\x03\x04";
const LOCAL_LENGTH: u64 = 30;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// Bits of the flags: encrypted, patched, strongly encrypted, masked.
const UNREADABLE: u16 = 1 | 1 << 5 | 1 << 6 | 1 << 13;
/// Deflate turns two bits into at most 258 bytes, so one byte into at most this many.
const HIGHEST_RATIO: u64 = 4 * 258;

/// A ZIP archive whose directory was read.
pub(crate) struct Archive {
    source: Source,
    entries: Vec<Entry>,
}

impl Archive {
    /// Reads the directory of a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not one ZIP archive up to its last byte.
    pub(crate) fn open(path: impl Into<PathBuf>) -> Result<Self> {
        Self::new(Source { path: path.into(), bytes: None })
    }

    /// The same for bytes in memory; `name` stands for the file in error messages.
    #[cfg(any(fuzzing, test))]
    pub(crate) fn from_bytes(bytes: &[u8], name: impl Into<PathBuf>) -> Result<Self> {
        Self::new(Source { path: name.into(), bytes: Some(bytes.into()) })
    }

    fn new(source: Source) -> Result<Self> {
        let entries = directory::read(&mut source.open()?).map_err(|fault| fault.told(&source.path))?;
        Ok(Self { source, entries })
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.source.path
    }

    /// The names of the entries, in the order of the directory.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    /// The names of the arrays, which are the entries whose names end in `.npy`.
    pub(crate) fn arrays(&self) -> impl Iterator<Item = &str> {
        self.names().filter_map(|entry| entry.strip_suffix(".npy"))
    }

    /// A reader of an entry's content. Each has its own handle of the file, so several can be read in turns.
    ///
    /// # Errors
    /// If there is no such entry, or it cannot be read.
    pub(crate) fn entry(&self, name: &str) -> Result<EntryReader> {
        let Some(entry) = self.entries.iter().find(|entry| entry.name == name) else {
            return Err(Error::new(format!("the archive has no entry `{name}`")).in_file(self.path()));
        };
        let mut file = self.source.open()?;
        let content = content_of(entry, &mut file).map_err(|fault| fault.told(self.path()))?;
        file.seek(SeekFrom::Start(content)).map_err(|e| Error::io("read", self.path(), e))?;
        Ok(EntryReader::new(file, entry, entry.method == DEFLATED))
    }
}

/// Where the content of an entry starts, once its local header agrees with the directory. Not on the sizes: numpy
/// leaves those of local headers to an extra field, other writers to a record behind the content.
fn content_of(entry: &Entry, file: &mut impl Seekable) -> std::result::Result<u64, Fault> {
    let name = &entry.name;
    if entry.flags & UNREADABLE != 0 {
        return Err(Fault::Refused(format!("`{name}` is encrypted: save it without a password")));
    }
    match entry.method {
        STORED if entry.packed != entry.size => return Err(Fault::Damaged("a stored entry has two sizes")),
        DEFLATED if entry.size.div_ceil(HIGHEST_RATIO) > entry.packed => {
            return Err(Fault::Damaged("an entry claims to be larger than its bytes can make it"));
        }
        STORED | DEFLATED => {}
        method => {
            let message = format!("`{name}` is compressed by method {method}: save it with numpy.savez_compressed");
            return Err(Fault::Refused(message));
        }
    }
    let disagrees = Fault::Damaged("the header of an entry disagrees with the directory");
    let fixed = read_at(file, entry.start, LOCAL_LENGTH)?;
    let number = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
    let (flags, method, name_length, extra_length) = (number(6), number(8), number(26), number(28));
    if !fixed.starts_with(LOCAL) || flags & UNREADABLE != 0 || method != entry.method {
        return Err(disagrees);
    }
    let content = entry.start + LOCAL_LENGTH + u64::from(name_length) + u64::from(extra_length);
    if usize::from(name_length) != name.len() || content.saturating_add(entry.packed) > entry.limit {
        return Err(disagrees);
    }
    let same = read_at(file, entry.start + LOCAL_LENGTH, name_length.into())? == name.as_bytes();
    if same { Ok(content) } else { Err(disagrees) }
}

/// Where the bytes are.
struct Source {
    path: PathBuf,
    bytes: Option<Arc<[u8]>>,
}

impl Source {
    fn open(&self) -> Result<Box<dyn Seekable>> {
        if let Some(bytes) = &self.bytes {
            return Ok(Box::new(Cursor::new(Arc::clone(bytes))));
        }
        let file = File::open(&self.path).map_err(|e| Error::io("open", &self.path, e))?;
        Ok(Box::new(file))
    }
}

/// What an archive is read from.
pub(super) trait Seekable: Read + Seek + Send {}

impl<T: Read + Seek + Send> Seekable for T {}

/// Reads bytes that the file is known to have. Memory grows as they arrive.
pub(super) fn read_at(file: &mut impl Seekable, start: u64, length: u64) -> std::io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    let read = file.take(length).read_to_end(&mut bytes)?;
    // They are missing only if somebody cuts the file meanwhile.
    if read as u64 == length { Ok(bytes) } else { Err(std::io::ErrorKind::UnexpectedEof.into()) }
}

/// Why an archive is not read.
pub(super) enum Fault {
    Io(std::io::Error),
    /// It contradicts itself.
    Damaged(&'static str),
    /// It is sound, but not for this reader.
    Refused(String),
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl Fault {
    fn told(self, path: &Path) -> Error {
        let message = match self {
            Self::Io(error) => return Error::io("read", path, error),
            Self::Damaged(what) => format!("this ZIP archive is damaged ({what}): copy or save it again"),
            Self::Refused(message) => message,
        };
        Error::new(message).in_file(path)
    }
}
