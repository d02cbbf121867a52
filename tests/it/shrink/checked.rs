//! The independent checker accepts every answer, and none that was tampered with.

use super::instances::{candidates, epsilon, rows};
use super::properties::real;
use crate::common::holds;
use proptest::prelude::*;
use referee::shrink::{Candidates, Epsilon, Outcome, Record};
use serde_json::{Value, json};
use std::fs;

/// The document about the best mixture of some candidates, and the bytes of their file.
fn document(candidates: Candidates, epsilon: &Epsilon) -> (Value, Vec<u8>) {
    let outcome = real(&candidates, epsilon);
    written(candidates, outcome)
}

/// The same about any outcome.
pub(crate) fn written(candidates: Candidates, outcome: Outcome) -> (Value, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("candidates.csv");
    let source = candidates.write(&path).expect("written");
    let record = Record::new(&candidates.with_source(source), outcome).expect("a source");
    (record.to_json(), fs::read(path).expect("written"))
}

pub(crate) fn is_accepted(document: &Value, candidates: &[u8]) -> bool {
    proofs_check::check_bytes(document.to_string().as_bytes(), "solution.json", |_| Ok(candidates)).is_ok()
}

#[test]
fn every_answer_is_accepted() {
    holds(400, &(rows(9), epsilon()), |(rows, epsilon)| {
        let (document, bytes) = document(candidates(&rows), &epsilon);
        let verdict = proofs_check::check_bytes(document.to_string().as_bytes(), "solution.json", |_| Ok(&bytes[..]));
        prop_assert!(verdict.is_ok(), "{verdict:?} about {document:#}");
        Ok(())
    });
}

#[test]
fn tampered_answers_are_rejected() {
    // The least epsilon is 3/2, and the third candidate is as bad as the second.
    let rows = [[0.0, 2.0, 0.0], [0.5, 1.0, 3.0], [0.5, 3.0, 3.0]].map(|row| row.to_vec());
    let (honest, bytes) = document(candidates(&rows), &Epsilon::Minimal);
    assert!(is_accepted(&honest, &bytes), "{honest:#}");
    for (pointer, value) in [
        ("/epsilon", json!("1")),
        ("/epsilon", json!("2")),
        ("/epsilon_is_minimal", json!(false)),
        ("/support/0/weight", json!("1/3")),
        ("/support/0/candidate", json!(2)),
        ("/objective", json!("1/5")),
        ("/constraints/1", json!("1")),
        ("/active", json!([1])),
        ("/duals/mass", json!("0")),
        ("/duals/constraints/0", json!("1")),
        ("/epsilon_duals", json!(["1/2", "1/2"])),
        ("/claims", json!(["feasible", "optimal"])),
        ("/status", json!("infeasible")),
        ("/candidates/count", json!(2)),
        ("/candidates/sha256", json!("0".repeat(64))),
    ] {
        let mut tampered = honest.clone();
        *tampered.pointer_mut(pointer).expect("the field is there") = value;
        assert!(!is_accepted(&tampered, &bytes), "{pointer} was not noticed");
    }
    let (mut infeasible, bytes) = document(candidates(&rows), &Epsilon::Given(dashu_ratio::RBig::ONE));
    assert!(is_accepted(&infeasible, &bytes), "{infeasible:#}");
    infeasible["farkas"] = json!(["0", "1"]);
    assert!(!is_accepted(&infeasible, &bytes));
}
