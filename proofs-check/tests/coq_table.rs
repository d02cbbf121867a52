//! The table of `coq/README.md` keeps step with the specification and with the Coq files.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test may stop where it likes"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The theorems, corollaries and lemmas of the Coq files that are built.
fn proved() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in read("coq/_CoqProject").lines().filter(|line| !line.starts_with('-')) {
        for line in read(&format!("coq/{file}")).lines() {
            let mut words = line.split([' ', ':']);
            if matches!(words.next(), Some("Theorem" | "Corollary" | "Lemma")) {
                names.extend(words.next().map(str::to_owned));
            }
        }
    }
    names
}

/// The parts of a line between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The cells of a row of a table, without the outer bars.
fn cells(line: &str) -> Option<Vec<&str>> {
    let row = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(row.split('|').map(str::trim).collect())
}

/// The statements of the paper: 7 theorems, 11 lemmas, 4 corollaries.
fn statements() -> Vec<String> {
    let all = [("theorem", 7), ("lemma", 11), ("corollary", 4)];
    all.iter().flat_map(|(kind, most)| (1..=*most).map(move |i| format!("{kind}-{i}"))).collect()
}

/// A section of the specification.
fn section(spec: &str, number: u32) -> &str {
    let (_, rest) = spec.split_once(&format!("\n## {number}. ")).unwrap();
    rest.split_once("\n## ").map_or(rest, |(section, _)| section)
}

/// The claims of sections 5 and 10, and the fields and claims of 9, 11 and 13 that something must hold of.
fn rules(spec: &str) -> BTreeSet<(u32, String)> {
    let mut rules = BTreeSet::new();
    for number in [5, 10] {
        for line in section(spec, number).lines().filter(|line| line.starts_with("| `")) {
            let claim =
                cells(line).is_some_and(|cells| cells.iter().any(|cell| matches!(*cell, "hypothesis" | "conclusion")));
            rules.extend(claim.then(|| (number, quoted(line).first().unwrap().to_string())));
        }
    }
    for (number, names) in [
        (9, ["feasible", "optimal", "vertex", "support", "epsilon_is_minimal", "status"].as_slice()),
        (11, ["support", "multipliers", "theta_gap", "lambda_gap"].as_slice()),
        (13, ["lower_bound"].as_slice()),
    ] {
        for name in names {
            let row = |line: &str| line.starts_with('|') && quoted(line).first() == Some(name);
            assert!(section(spec, number).lines().any(row), "section {number} has no row {name}");
            rules.insert((number, (*name).to_owned()));
        }
    }
    rules
}

/// What is wrong with the table, one line each.
fn complaints(readme: &str, spec: &str, proved: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    let mut rows: BTreeMap<(u32, String), usize> = BTreeMap::new();
    for cells in readme.lines().filter_map(cells) {
        let (names, key) = match cells.as_slice() {
            [name, status, theorems, note] if name.starts_with('`') => {
                let name = quoted(name)[0].to_owned();
                let checked = status.contains("machine-checked");
                if checked == quoted(theorems).is_empty() || !(checked || *status == "executable proof") {
                    found.push(format!("{name}: its status does not fit its theorems"));
                }
                // A note may name a statement or a rule's theorem.
                let note = quoted(note).into_iter().filter(|name| name.contains('_'));
                (quoted(theorems).into_iter().chain(note).collect(), (0, name))
            }
            [number, rule, theorems] if number.parse::<u32>().is_ok() => {
                let names: Vec<&str> = quoted(theorems).into_iter().filter(|name| !name.contains('-')).collect();
                if names.is_empty() && !theorems.contains("not machine-checked") {
                    found.push(format!("{rule}: no theorem"));
                }
                let rule = quoted(rule).first().copied().unwrap_or(*rule);
                (names, (number.parse().unwrap(), rule.to_owned()))
            }
            _ => continue,
        };
        found.extend(names.iter().filter(|name| !proved.contains(**name)).map(|name| format!("{name} is not proved")));
        *rows.entry(key).or_insert(0) += 1;
    }
    let due = statements().into_iter().map(|name| (0, name)).chain(rules(spec));
    for key in due {
        if rows.get(&key) != Some(&1) {
            found.push(format!("{} of section {}: not in the table once", key.1, key.0));
        }
    }
    found
}

#[test]
fn every_statement_and_rule_is_in_the_table_with_theorems_that_exist() {
    let (readme, spec, proved) = (read("coq/README.md"), read("SPEC.md"), proved());
    assert!(statements().len() == 22 && proved.len() > 300 && rules(&spec).len() >= 45, "{}", rules(&spec).len());
    assert_eq!(complaints(&readme, &spec, &proved), Vec::<String>::new());
    let beyond = readme.lines().skip_while(|line| !line.starts_with("Beyond the paper")).take(2);
    for name in beyond.flat_map(quoted) {
        assert!(proved.contains(name), "{name} is not proved");
    }
}

#[test]
fn a_table_that_lost_step_is_noticed() {
    let (readme, spec, proved) = (read("coq/README.md"), read("SPEC.md"), proved());
    let without = |text: &str, start: &str| -> String {
        let kept: Vec<&str> = text.lines().filter(|line| !line.starts_with(start)).collect();
        assert!(kept.len() < text.lines().count(), "{start}");
        kept.join("\n")
    };
    for start in [
        "| `lemma-8` |",
        "| `corollary-4` |",
        "| 5 | `suboptimality` |",
        "| 9 | `vertex` |",
        "| 10 | `step_keeps_bound` |",
    ] {
        assert_eq!(complaints(&without(&readme, start), &spec, &proved).len(), 1, "{start}");
    }
    let renamed = readme.replace("`theorem_2_weight`", "`theorem_2_wait`");
    assert_eq!(complaints(&renamed, &spec, &proved), ["theorem_2_wait is not proved"]);
    let boast = readme.replace("| `lemma-8` | machine-checked |", "| `lemma-8` | executable proof |");
    assert_eq!(complaints(&boast, &spec, &proved).len(), 1);
    let grown = spec.replace("| `domination` (4, 7) | hypothesis |", "| `another` (4, 7) | hypothesis |");
    assert_eq!(complaints(&readme, &grown, &proved), ["another of section 5: not in the table once"]);
}
