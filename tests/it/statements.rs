//! The registry of statements, the modules, their documentation and the page about them stay in step.

use referee::theorems::{Kind, STATEMENTS};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

fn read(path: &str) -> Option<String> {
    fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)).ok()
}

/// The fixed order of a statement's documentation.
const HEADINGS: [&str; 7] = [
    "//! # ",
    "//! ## Statement",
    "//! ## Bound",
    "//! ## Certificate",
    "//! ## Departures",
    "//! ## Reference",
    "//! ## Example",
];

/// What is wrong with the documentation of a module.
fn flaw(text: &str, label: Option<&str>) -> Option<String> {
    let mut lines = text.lines();
    for heading in HEADINGS {
        if !lines.any(|line| line.starts_with(heading)) {
            return Some(format!("`{heading}` is missing or out of order"));
        }
    }
    match label {
        Some(label) if !text.contains(label) => Some(format!("the label {label} is not named")),
        _ if !text.contains("//! ```") => Some("the example is not a doctest".to_owned()),
        _ => None,
    }
}

#[test]
fn there_are_22_statements_with_names_of_their_own() {
    let unique = |of: fn(&referee::theorems::Statement) -> &'static str| {
        STATEMENTS.iter().map(of).collect::<BTreeSet<_>>().len()
    };
    assert_eq!([unique(|s| s.name), unique(|s| s.number), unique(|s| s.label), unique(|s| s.module)], [22; 4]);
    let count = |kind: Kind| STATEMENTS.iter().filter(|statement| statement.kind == kind).count();
    assert_eq!((count(Kind::APosteriori), count(Kind::LinearProgram), count(Kind::Existence)), (6, 1, 3));
    for statement in &STATEMENTS {
        assert_eq!(statement.name, statement.number.to_lowercase().replace(' ', "-"));
    }
}

#[test]
fn every_checked_statement_has_its_module_and_every_statement_its_section() {
    let page = read("docs/statements.md").expect("the page is there");
    for statement in &STATEMENTS {
        let heading = format!("## {}: {}\n", statement.number, statement.title);
        assert!(page.contains(&heading), "docs/statements.md has no section `{}`", heading.trim());
        let module = format!("src/theorems/{}.rs", statement.module);
        match (statement.checked, read(&module)) {
            (Some(_), Some(text)) => assert_eq!(flaw(&text, Some(statement.label)), None, "{module}"),
            (Some(_), None) => panic!("{} is said to be checked, but there is no {module}", statement.number),
            (None, Some(_)) => panic!("{module} is there, but its statement is said not to be checked"),
            (None, None) => {}
        }
        let said = page.split(&heading).nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap_or("");
        assert_eq!(said.contains("Checked: not yet"), statement.checked.is_none(), "{}", statement.number);
    }
}

#[test]
fn what_goes_beyond_the_paper_is_documented_alike() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/theorems/beyond");
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.file_name().is_some_and(|name| name != "mod.rs") {
            assert_eq!(flaw(&fs::read_to_string(&path).expect("text"), None), None, "{}", path.display());
        }
    }
}

#[test]
fn a_flaw_is_noticed() {
    let good = "//! # T\n//! ## Statement\n//! ## Bound\n//! ## Certificate\n//! ## Departures\n//! ## Reference\n//! ## Example\n//! ```\n";
    assert_eq!(flaw(good, None), None);
    assert!(flaw(good, Some("thm:x")).is_some());
    assert!(flaw(&good.replace("//! ## Bound\n", ""), None).is_some());
    assert!(flaw(&good.replace("//! ```\n", ""), None).is_some());
}

#[test]
fn every_erratum_is_on_the_page_of_errata() {
    let page = read("docs/errata.md").expect("the page is there");
    let mentions = |number: &str| {
        let (kind, digits) = number.split_once(' ').expect("a kind and a number");
        // "Lemmas 4, 9 and 10" and "Corollaries 3 and 4" speak of each of them.
        let plural = if kind == "Corollary" { "Corollaries".to_owned() } else { format!("{kind}s") };
        page.contains(number)
            || page.split(&plural).skip(1).any(|rest| {
                let list: String = rest.chars().take_while(|c| c.is_ascii_digit() || " ,and".contains(*c)).collect();
                list.split(|c: char| !c.is_ascii_digit()).any(|number| number == digits)
            })
    };
    for statement in STATEMENTS.iter().filter(|statement| statement.erratum.is_some()) {
        assert!(mentions(statement.number), "docs/errata.md does not mention {}", statement.number);
    }
}
