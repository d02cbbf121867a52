//! Malformed problem files.

use super::Collection;
use referee::problem::ExpressionProblem;
use std::path::Path;

const PROBLEMS: Collection = Collection {
    folder: "problems",
    extension: "toml",
    sentence: |path| ExpressionProblem::open(path).err().map(|error| error.to_string()),
};

#[test]
fn every_bad_problem_is_refused_with_its_sentence() {
    PROBLEMS.check();
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_with_its_name() {
    let error = ExpressionProblem::open(Path::new("no-such-file.toml")).unwrap_err().to_string();
    assert!(error.starts_with("no-such-file.toml: cannot read this file"), "{error}");
}
