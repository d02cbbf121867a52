//! Malformed problem files: each file in `tests/bad/problems` is refused with exactly the sentence in the `.expected`
//! file beside it.

use referee::problem::ExpressionProblem;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad/problems")
}

/// The stems of the files with this extension.
fn stems(extension: &str) -> BTreeSet<String> {
    let paths = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let wanted = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    wanted.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

/// The sentence about a file, with the bare name in place of the path, or nothing if the file is taken.
fn sentence(stem: &str) -> Option<String> {
    let path = folder().join(format!("{stem}.toml"));
    let prefix = format!("{}/", folder().display());
    ExpressionProblem::open(&path).err().map(|error| error.to_string().replace(&prefix, ""))
}

#[test]
fn every_bad_file_is_refused_with_its_sentence() {
    assert_eq!(stems("toml"), stems("expected"));
    assert!(stems("toml").len() >= 20, "the collection shrank to {}", stems("toml").len());
    let mut wrong = Vec::new();
    for stem in stems("toml") {
        let expected = fs::read_to_string(folder().join(format!("{stem}.expected"))).unwrap();
        let found = sentence(&stem).unwrap_or_else(|| "(accepted)".into());
        if found != expected.trim_end_matches('\n') {
            wrong.push(format!("{stem}\n  expected: {expected}  found:    {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_sentence_names_the_file_and_the_line_and_is_short() {
    for stem in stems("expected") {
        let text = fs::read_to_string(folder().join(format!("{stem}.expected"))).unwrap();
        let text = text.trim_end_matches('\n');
        assert!(text.starts_with(&format!("{stem}.toml, line ")), "{text}");
        assert!(!text.contains('\n') && !text.ends_with('.') && text.len() < 280, "{text}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_with_its_name() {
    let error = ExpressionProblem::open(Path::new("no-such-file.toml")).unwrap_err().to_string();
    assert!(error.starts_with("no-such-file.toml: cannot read this file"), "{error}");
}
