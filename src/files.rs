//! Files that appear whole or not at all, alone, as a [set](Set) or as a folder, and the digests that name their content.

mod form;
pub(crate) mod memory;
mod set;
mod stage;
#[cfg(feature = "cli")]
mod whole;

pub(crate) use form::{Form, Member};
pub(crate) use set::Set;
#[cfg(feature = "cli")]
pub(crate) use stage::{is_on_the_way, recover, sweep as put_in_order};
#[cfg(feature = "cli")]
pub(crate) use whole::Whole;

use crate::error::{Error, Result};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use stage::{PREFIX, SUFFIX, has_name};
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A file under a temporary name that takes its real name when it is finished, and vanishes when it is dropped before.
///
/// A rename inside one folder is one step for every reader, so whoever opens the path sees the old file or the new. It
/// is digested while it is written, so that nobody has to read it back to name its content. It is locked as long as it
/// is written, so that what a dead process left can be told, and the next [`Set`] in the folder removes it. It is not
/// flushed to the disk: that is for a [`Set`].
pub(crate) struct Replacement {
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
    digest: Sha256,
}

impl Replacement {
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let folder = check_target(path)?;
        let mut builder = Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        {
            // Temporary files are private by default; this one is to be what any new file of the user is.
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let locked = || -> std::io::Result<NamedTempFile> {
            loop {
                let file = builder.tempfile_in(folder)?;
                file.as_file().lock()?;
                // Somebody may have taken it for what a dead process left, before it was locked.
                if has_name(file.as_file(), file.path()) {
                    return Ok(file);
                }
            }
        };
        let file = locked().map_err(|e| Error::io("create", path, e))?;
        Ok(Self { path: path.to_owned(), file: BufWriter::with_capacity(1 << 16, file), digest: Sha256::new() })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.digest.update(bytes);
        self.file.write_all(bytes).map_err(|e| Error::io("write", &self.path, e))
    }

    /// Gives the file its name, and returns its SHA-256 in 64 hexadecimal digits.
    pub(crate) fn finish(self) -> Result<String> {
        let persist = |file: BufWriter<NamedTempFile>| -> std::io::Result<File> {
            let file = file.into_inner().map_err(std::io::IntoInnerError::into_error)?;
            if let Ok(replaced) = self.path.metadata() {
                file.as_file().set_permissions(replaced.permissions())?;
            }
            Ok(file.persist(&self.path)?)
        };
        persist(self.file).map_err(|e| Error::io("write", &self.path, e))?;
        Ok(hex(self.digest))
    }
}

/// The folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Refuses a path that no file can be written to, and returns its folder.
pub(crate) fn check_target(path: &Path) -> Result<&Path> {
    // A rename would replace a device or a pipe by a file instead of writing into it.
    if path.metadata().is_ok_and(|data| !data.is_file()) {
        return Err(Error::new("this is not a regular file: name the file to write").in_file(path));
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        return Err(Error::new("its folder does not exist: make it first, or name another file").in_file(path));
    }
    Ok(folder)
}

/// Writes a whole file, which appears when all of it is there.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    write_digested(path, bytes).map(drop)
}

/// The same, and returns its SHA-256 in 64 hexadecimal digits.
pub(crate) fn write_digested(path: &Path, bytes: &[u8]) -> Result<String> {
    let mut file = Replacement::create(path)?;
    file.write(bytes)?;
    file.finish()
}

/// Writes a document of a format, over nothing but an older one of it.
pub(crate) fn write_document(path: &Path, format: &'static str, document: &Value) -> Result<()> {
    form::refuse_stranger(path, Form::Document(format))?;
    write(path, format!("{document:#}\n").as_bytes())
}

/// A reader that digests what passes through it, so that a file is hashed while it is read.
pub(crate) struct Digesting<R> {
    reader: R,
    digest: Sha256,
}

impl<R: Read> Digesting<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, digest: Sha256::new() }
    }

    /// The SHA-256 of everything read so far, in 64 hexadecimal digits.
    pub(crate) fn hex(&self) -> String {
        hex(self.digest.clone())
    }
}

/// A digest in 64 hexadecimal digits.
pub(crate) fn hex(digest: Sha256) -> String {
    let digits = |byte: &u8| [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16).unwrap_or('0'));
    digest.finalize().iter().flat_map(digits).collect()
}

/// The SHA-256 of some bytes, in 64 hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(Sha256::new_with_prefix(bytes))
}

impl<R: Read> Read for Digesting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.digest.update(&buffer[..count]);
        Ok(count)
    }
}

/// Appends the shortest digits that read back as the same double, which is finite: `0.1`, `1e-7`, `1e16`.
#[inline]
pub(crate) fn push_digits(text: &mut Vec<u8>, x: f64) {
    let mut digits = zmij::Buffer::new();
    let digits = digits.format_finite(x).as_bytes();
    let start = text.len();
    text.extend_from_slice(digits);
    // From 1e16 on there is a sign in the exponent that nobody needs.
    if x.abs() >= 1e16
        && let Some(sign) = digits.iter().position(|&byte| byte == b'+')
    {
        text.remove(start + sign);
    }
}

/// The text of records, all of one length: with quotation marks where they are needed, and `\n` at line ends.
#[cfg(any(feature = "cli", feature = "data"))]
pub(crate) fn csv<R, C>(records: impl IntoIterator<Item = R>) -> String
where
    R: IntoIterator<Item = C>,
    C: AsRef<[u8]>,
{
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    for record in records {
        writer.write_record(record).expect("memory takes records of one length");
    }
    String::from_utf8(writer.into_inner().expect("memory takes everything")).expect("records are text")
}
