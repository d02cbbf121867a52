//! Tests of `src/cli/page.rs` that need its private parts.

use super::coq;
use crate::theorems::{STATEMENTS, Statement};
use std::path::Path;

#[test]
fn the_files_of_the_proofs_have_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs-check/coq");
    let table = std::fs::read_to_string(folder.join("README.md")).expect("the table of statements");
    let mut seen = 0;
    for name in STATEMENTS.map(Statement::name) {
        let status = format!("| `{name}` | machine-checked |");
        let row = table.lines().find(|line| line.starts_with(&status));
        assert_eq!(row.is_some(), coq(name).is_some(), "{name}");
        if let (Some(row), Some(file)) = (row, coq(name)) {
            let proofs = std::fs::read_to_string(folder.join(file)).expect("a file of proofs");
            let theorems = row.split('|').nth(3).expect("a column of theorems").split('`').skip(1).step_by(2);
            let begins = |line: &str, theorem: &str| {
                let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
                matches!(words.next(), Some("Theorem" | "Lemma" | "Corollary")) && words.next() == Some(theorem)
            };
            let mut has = |theorem: &str| proofs.lines().any(|line| begins(line, theorem));
            assert!(theorems.into_iter().any(&mut has), "{name}: {file}");
            seen += 1;
        }
    }
    assert!(seen > 15, "{seen}");
}
