//! Seals of a journal's lines: what is read is what was written, there, by this program.
//!
//! A line is an object of JSON whose last field is the SHA-256 of the seal of the first line, of the offset in the file
//! at which the line begins, and of the line without that field. It is compared as bytes, so that no byte of a line can
//! change unnoticed, and no line can move. A seal is no signature: whoever wants to deceive can compute it.

use crate::error::{Error, Result};
use crate::files::{Digesting, sha256};
use serde_json::Value;
use std::fs::File;
use std::io::{copy, sink};
use std::path::PathBuf;
use std::sync::OnceLock;

/// What stands before a seal and after it.
const BEFORE: &str = ",\"seal\":\"";
const AFTER: &str = "\"}";

fn seal(body: &str, key: &str, offset: usize) -> String {
    sha256(format!("{key}\n{offset}\n{body}").as_bytes())
}

/// The line of an object that is not empty, and its seal.
pub(super) fn sealed(object: &Value, key: &str, offset: usize) -> (String, String) {
    let body = object.to_string();
    let seal = seal(&body, key, offset);
    let open = body.strip_suffix('}').expect("it is an object");
    (format!("{open}{BEFORE}{seal}{AFTER}"), seal)
}

/// The object of a line, and its seal, if that fits.
pub(super) fn opened(line: &[u8], key: &str, offset: usize) -> Option<(String, String)> {
    let line = str::from_utf8(line).ok()?;
    let (open, found) = line.strip_suffix(AFTER)?.rsplit_once(BEFORE)?;
    let body = format!("{open}}}");
    (seal(&body, key, offset) == found).then(|| (body, found.to_owned()))
}

/// The SHA-256 of the program that runs: its players are in it, those of others too. In an interpreter it is that of the
/// interpreter, and whoever takes up a league there answers for its players.
///
/// # Errors
/// If the system does not tell where it is, or it cannot be read.
pub(super) fn executable() -> Result<String> {
    static DIGEST: OnceLock<String> = OnceLock::new();
    if let Some(digest) = DIGEST.get() {
        return Ok(digest.clone());
    }
    // Linux has the file that runs also where another one has taken its name since.
    let running = PathBuf::from("/proc/self/exe");
    let unknown = |error| Error::new(format!("the file of the running program cannot be found ({error})"));
    let path = if running.exists() { running } else { std::env::current_exe().map_err(unknown)? };
    let file = File::open(&path).map_err(|error| Error::io("open", &path, error))?;
    let mut reader = Digesting::new(file);
    copy(&mut reader, &mut sink()).map_err(|error| Error::io("read", &path, error))?;
    Ok(DIGEST.get_or_init(|| reader.hex()).clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_line_opens_at_its_place_with_its_key_and_unchanged() {
        let object = json!({ "cell": "a", "seal": "b" });
        let (line, _) = sealed(&object, "key", 7);
        assert_eq!(opened(line.as_bytes(), "key", 7).expect("it fits").0, object.to_string());
        assert_eq!(opened(line.as_bytes(), "key", 8), None);
        assert_eq!(opened(line.as_bytes(), "another", 7), None);
        for bit in 0..8 * line.len() {
            let mut changed = line.clone().into_bytes();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(opened(&changed, "key", 7), None, "bit {bit}");
        }
    }
}
