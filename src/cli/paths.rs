//! Files that must not be written: those that the same call reads.

use crate::error::{Error, Result};
use std::path::Path;

/// Refuses to write over a file that was read; `what` names it, such as "the candidates". Links are followed, so two
/// spellings of one file are seen to be one. A file that is not there yet is no other's.
pub(super) fn refuse_same_file(output: &Path, input: &Path, what: &str) -> Result<()> {
    match (output.canonicalize(), input.canonicalize()) {
        (Ok(own), Ok(read)) if own == read => {
            Err(Error::new(format!("writing this file would destroy {what}: name another file")).in_file(output))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::refuse_same_file;
    use std::fs;

    #[test]
    fn one_file_is_seen_through_its_spellings_and_links() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [a, b] = ["a.csv", "b.csv"].map(|name| folder.path().join(name));
        fs::write(&a, "a").expect("ours");
        assert!(refuse_same_file(&b, &a, "the input").is_ok(), "it is not there yet");
        fs::write(&b, "a").expect("ours");
        assert!(refuse_same_file(&b, &a, "the input").is_ok(), "the same content is not the same file");
        fs::create_dir(folder.path().join("inner")).expect("ours");
        let error = refuse_same_file(&folder.path().join("inner/../a.csv"), &a, "the input").unwrap_err();
        assert_eq!(error.message(), "writing this file would destroy the input: name another file");
        #[cfg(unix)]
        {
            let link = folder.path().join("link.csv");
            std::os::unix::fs::symlink(&a, &link).expect("ours");
            assert!(refuse_same_file(&link, &a, "the input").is_err());
        }
    }
}
