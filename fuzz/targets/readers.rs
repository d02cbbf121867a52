//! The prover's readers of what nobody else reads: each answers or fails with one sentence.

use crate::packed;
use referee::data::{Meaning, Table, parse};
use referee::error::Error;
use referee::experiment::mnist::Images;
use referee::game::Atom;
use referee::problem::{self, ExpressionProblem, Problem};
use referee::shrink::Record;
use referee::trace::Checkpoints;
use referee::trace::import::fuzzing;
use std::path::Path;
use std::sync::LazyLock;

/// The rows that rates are about.
static ROWS: LazyLock<Table> = LazyLock::new(|| {
    let text = "sex,age,job,paid\nF,20,a,no\nF,30.5,\"b, c\",yes\nM,-1e3,?,yes\nM,50,a,no\nF,7,a,yes\n";
    Table::parse(text, "people.csv").expect("a table")
});

/// A sentence is one line, and says something.
fn one_sentence(error: &Error) {
    let sentence = error.to_string();
    assert!(!sentence.is_empty() && !sentence.contains(char::is_control), "not one sentence: {sentence:?}");
}

fn answer<T>(answer: Result<T, Error>) -> Option<T> {
    answer.inspect_err(one_sentence).ok()
}

pub fn npz(bytes: &[u8]) {
    // Bytes that are no archive become an array of one: else the checksum would hide headers from the fuzzer.
    let file = if bytes.starts_with(b"PK") { bytes } else { &packed::around(bytes) };
    answer(fuzzing::npz(file));
}

pub fn csv(bytes: &[u8]) {
    answer(fuzzing::csv(bytes));
}

/// Problem files; the checker takes every problem that the prover takes, and calls it by the same digest.
pub fn problem(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Some(problem) = answer(ExpressionProblem::from_toml(text, "problem.toml")) else { return };
    let Some(record) = problem::record(&problem) else { return };
    crate::pairs::problem(&record, problem.num_constraints());
}

pub fn rates(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let label = Atom::equals("paid", "yes");
    let reference = Atom::equals("job", "a");
    for constraint in answer(parse(text, &ROWS)).into_iter().flatten() {
        for reference in [None, Some(&reference)] {
            answer(constraint.on(&Meaning { table: &ROWS, label: &label, reference }));
        }
        // What it says of itself is read as the same.
        let again = parse(constraint.text(), &ROWS).expect("what was read is read again");
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].text(), constraint.text());
    }
}

/// The labels come first, so many bytes as the first byte says.
pub fn idx(bytes: &[u8]) {
    let Some((&length, rest)) = bytes.split_first() else { return };
    let (labels, images) = rest.split_at(usize::from(length).min(rest.len()));
    if let Some(read) = answer(Images::from_idx(images, labels)) {
        assert_eq!(read.pixels().len(), 784 * read.len());
    }
}

pub fn checkpoints(bytes: &[u8]) {
    if let Some(read) = answer(Checkpoints::from_reader(bytes, Path::new("checkpoints.csv"))) {
        assert!(read.rounds().iter().all(|&round| read.of_round(round).is_some_and(|file| !file.is_empty())));
        answer(read.check(100));
    }
}

/// Solutions, as the prover reads them back: what it writes of them is what it read.
pub fn record(bytes: &[u8]) {
    let document = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let Ok(value) = serde_json::from_slice(document) else { return };
    if let Some(record) = answer(Record::from_json(&value)) {
        assert_eq!(answer(Record::from_json(&record.to_json())).map(|again| again.to_json()), Some(record.to_json()));
    }
}
