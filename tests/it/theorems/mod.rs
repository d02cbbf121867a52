//! The statements of the paper, theorem by theorem: if its hypotheses hold, so do its conclusions (`implication_`); with
//! one of them dropped they break (`necessity_`); and numbers worked out by hand (`worked_`).
//!
//! What is about several statements alike, or about the machinery, is with its part: `certificates`, `rates`,
//! `stochastic`, `equilibrium`, `shrink`, `properties`.

mod common;
#[cfg(feature = "cli")]
mod corollary_1;
#[cfg(feature = "cli")]
mod corollary_2;
#[cfg(any(feature = "testing", feature = "cli"))]
mod corollary_3;
#[cfg(any(feature = "testing", feature = "cli"))]
mod corollary_4;
#[cfg(feature = "cli")]
mod lemma_1;
#[cfg(any(feature = "testing", feature = "cli"))]
mod lemma_10;
#[cfg(feature = "cli")]
mod lemma_11;
#[cfg(feature = "cli")]
mod lemma_2;
#[cfg(feature = "cli")]
mod lemma_3;
#[cfg(any(feature = "testing", feature = "cli"))]
mod lemma_4;
#[cfg(feature = "cli")]
mod lemma_5;
mod lemma_6;
#[cfg(feature = "cli")]
mod lemma_7;
#[cfg(feature = "cli")]
mod lemma_8;
#[cfg(any(feature = "testing", feature = "cli"))]
mod lemma_9;
mod theorem_1;
mod theorem_2;
mod theorem_3;
mod theorem_4;
#[cfg(feature = "cli")]
mod theorem_5;
#[cfg(feature = "cli")]
mod theorem_6;
#[cfg(any(feature = "testing", feature = "cli"))]
mod theorem_7;

use referee::theorems::STATEMENTS;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/theorems")
}

/// The kinds of tests that a statement has, by how their names start, and the words of a file that has none of a kind.
const KINDS: [(&[&str], &str); 2] =
    [(&["implication_", "worked_"], "//! *No implication:*"), (&["necessity_"], "//! *No necessity:*")];

/// What the file of a statement lacks.
fn lacks(module: &str, file: Option<&str>, modules: &str) -> Option<String> {
    let Some(text) = file else { return Some(format!("there is no {module}.rs")) };
    if !modules.lines().any(|line| line == format!("mod {module};")) {
        return Some(format!("{module}.rs is not a module, so nobody runs it"));
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let is_test =
        |start: &str| lines.windows(2).any(|pair| pair[0] == "#[test]" && pair[1].starts_with(&format!("fn {start}")));
    let missing = |(starts, excuse): &(&[&str], &str)| {
        let excused = lines.iter().any(|line| line.strip_prefix(excuse).is_some_and(|why| !why.trim().is_empty()));
        !excused && !starts.iter().any(|start| is_test(start))
    };
    let (starts, excuse) = KINDS.iter().find(|kind| missing(kind))?;
    Some(format!("{module}.rs has no test `{}..` and does not say why after `{excuse}`", starts[0]))
}

#[test]
fn every_statement_has_its_file_with_tests_of_each_kind() {
    let modules = fs::read_to_string(folder().join("mod.rs")).expect("this file");
    let expected: BTreeSet<String> = STATEMENTS.iter().map(|statement| statement.name().replace('-', "_")).collect();
    for module in &expected {
        let file = fs::read_to_string(folder().join(format!("{module}.rs"))).ok();
        assert_eq!(lacks(module, file.as_deref(), &modules), None);
    }
    let files = fs::read_dir(folder()).expect("this folder").map(|entry| entry.expect("an entry").path());
    let files = files.filter(|path| path.is_file() && !path.ends_with("mod.rs"));
    let found: BTreeSet<String> =
        files.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    assert_eq!(found, expected, "one file for each statement, and no others");
}

#[test]
fn a_missing_file_or_test_is_noticed() {
    let modules = "mod lemma_2;\n";
    let good = "//! Lemma 2.\n\n#[test]\nfn implication_a() {}\n\n#[test]\nfn necessity_b() {}\n";
    assert_eq!(lacks("lemma_2", Some(good), modules), None);
    assert_eq!(lacks("lemma_2", Some(&good.replace("implication_", "worked_")), modules), None);
    assert!(lacks("lemma_2", None, modules).is_some());
    assert!(lacks("lemma_2", Some(good), "mod lemma_20;\n").is_some());
    for (from, to) in
        [("implication_", "other_"), ("necessity_", "other_"), ("#[test]\nfn necessity_", "fn necessity_")]
    {
        assert!(lacks("lemma_2", Some(&good.replace(from, to)), modules).is_some(), "{from}");
    }
    let without = good.replace("necessity_", "other_");
    let excused = |why: &str| without.replace("Lemma 2.", &format!("Lemma 2.\n//!\n//! *No necessity:*{why}"));
    assert_eq!(lacks("lemma_2", Some(&excused(" it has no hypothesis.")), modules), None);
    assert!(lacks("lemma_2", Some(&excused("")), modules).is_some(), "an excuse says why");
}
