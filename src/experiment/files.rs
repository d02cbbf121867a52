//! The published files: found, unpacked if need be, and compared with the sha256 they are known by.

use crate::data::sha256;
use crate::error::{Error, Result};
use std::io::Read as _;
use std::path::Path;

/// A published file.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// Its name.
    pub name: &'static str,
    /// The SHA-256 of its bytes, not compressed.
    pub sha256: &'static str,
    /// Where it is published.
    pub from: &'static str,
}

/// More than any of these files has.
const MOST_BYTES: u64 = 1 << 26;

/// The text of a published file; see [`bytes`].
pub(super) fn text(folder: &Path, study: &str, file: &Published) -> Result<String> {
    String::from_utf8(bytes(folder, study, file)?)
        .map_err(|_| Error::new(format!("the published {} is not text in UTF-8", file.name)))
}

/// The bytes of a published file, looked for as it is or compressed (`.gz`), in `folder/study` or in `folder`.
pub(super) fn bytes(folder: &Path, study: &str, file: &Published) -> Result<Vec<u8>> {
    let packed = format!("{}.gz", file.name);
    let places = [folder.join(study).join(&packed), folder.join(&packed)];
    let plain = [folder.join(study).join(file.name), folder.join(file.name)];
    let Some(path) = places.iter().chain(&plain).find(|path| path.is_file()) else {
        return Err(Error::new(format!(
            "the file {} (or {packed}) is not in {} nor in its folder `{study}`: it is published at {}, with the \
             sha256 {}; name the folder that has it",
            file.name,
            folder.display(),
            file.from,
            file.sha256
        )));
    };
    let opened = std::fs::File::open(path).map_err(|error| Error::io("open", path, error))?;
    let mut bytes = Vec::new();
    let mut read = |reader: &mut dyn std::io::Read| reader.take(MOST_BYTES).read_to_end(&mut bytes);
    let result = if path.extension().is_some_and(|extension| extension == "gz") {
        read(&mut flate2::read::GzDecoder::new(opened))
    } else {
        read(&mut { opened })
    };
    result.map_err(|error| Error::io("read", path, error))?;
    let sha256 = sha256(&bytes);
    if sha256 != file.sha256 {
        return Err(Error::new(format!(
            "this is not the published {}: its sha256 is {sha256} and should be {}; get it from {}",
            file.name, file.sha256, file.from
        ))
        .in_file(path));
    }
    Ok(bytes)
}
