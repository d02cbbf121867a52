//! Seals of documents: what is read is what was written, by this program or another of its kind.
//!
//! A document is an object of JSON in one line, whose last field is the SHA-256 of the line without that field. It is
//! compared as bytes, so that no byte can change unnoticed. A seal is no signature: whoever wants to deceive can compute
//! it.

use crate::error::{Error, Result};
use crate::files::{Digesting, sha256};
use serde_json::Value;
use std::fs::File;
use std::io::{copy, sink};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// What stands before a seal and after it.
const BEFORE: &str = ",\"seal\":\"";
const AFTER: &str = "\"}\n";

/// The text of an object that is not empty.
pub(super) fn sealed(object: &Value) -> String {
    let body = object.to_string();
    let open = body.strip_suffix('}').expect("it is an object");
    format!("{open}{BEFORE}{}{AFTER}", sha256(body.as_bytes()))
}

/// The object of a text, if its seal fits.
pub(super) fn opened(text: &[u8]) -> Option<Value> {
    let text = str::from_utf8(text).ok()?;
    let (open, found) = text.strip_suffix(AFTER)?.rsplit_once(BEFORE)?;
    let body = format!("{open}}}");
    if sha256(body.as_bytes()) == found { serde_json::from_str(&body).ok() } else { None }
}

/// The file that is this program, and the interpreter that has loaded it, where the system would name that one.
static MODULE: OnceLock<(PathBuf, PathBuf)> = OnceLock::new();

/// Names the file that has the code of this library, where that is not the file that runs: a module that an interpreter
/// has loaded. The first call counts, before any cell is named.
pub fn identify(file: PathBuf, interpreter: PathBuf) {
    let _ = MODULE.set((file, interpreter));
}

/// The interpreter that runs this library as a [named](identify) module, as it calls itself: the system would name what
/// a virtual environment links to, which does not know the module.
pub fn interpreter() -> Option<&'static Path> {
    MODULE.get().map(|(_, interpreter)| interpreter.as_path())
}

/// The SHA-256 of the program that runs: its players are in it, those of others too. In an interpreter it is that of the
/// [named](identify) module, and whoever adds players there answers for them.
pub(super) fn executable() -> Result<&'static str> {
    static DIGEST: OnceLock<String> = OnceLock::new();
    if let Some(digest) = DIGEST.get() {
        return Ok(digest);
    }
    // Linux has the file that runs also where another one has taken its name since.
    let running = MODULE.get().map_or_else(|| PathBuf::from("/proc/self/exe"), |(file, _)| file.clone());
    let unknown = |error| Error::new(format!("the file of the running program cannot be found ({error})"));
    let path = if running.exists() { running } else { std::env::current_exe().map_err(unknown)? };
    let file = File::open(&path).map_err(|error| Error::io("open", &path, error))?;
    let mut reader = Digesting::new(file);
    copy(&mut reader, &mut sink()).map_err(|error| Error::io("read", &path, error))?;
    Ok(DIGEST.get_or_init(|| reader.hex()))
}

#[cfg(test)]
#[path = "../../tests/inside/cells/seal.rs"]
mod tests;
