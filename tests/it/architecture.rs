//! The imports go one way, and the checker stands alone.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Every top-level module, in the order in which data flows. A module may import only what stands before it.
const ORDER: [&str; 31] = [
    "error",
    "files",
    "parallel",
    "numerics",
    "expr",
    "domain",
    "game",
    "problem",
    "oracle",
    "players",
    "adversary",
    "registry",
    "trace",
    "arena",
    "regret",
    "certificate",
    "shrink",
    "equilibrium",
    "strategies",
    "theorems",
    "run",
    "data",
    "report",
    "testing",
    "verification",
    "cells",
    "league",
    "sweep",
    "experiment",
    "cli",
    "pages",
];

/// What reproduces the paper's experiments is a consumer of the library: only its own command imports it.
const CONSUMER: (&str, &str) = ("experiment", "src/cli/experiment");

/// These see traces and numbers, never a player, a problem or an oracle.
const BLIND: [&str; 5] = ["trace", "regret", "certificate", "shrink", "equilibrium"];
const VISIBLE_TO_THE_BLIND: [&str; 10] =
    ["error", "files", "parallel", "numerics", "game", "trace", "regret", "certificate", "shrink", "equilibrium"];

const LONGEST_FILE: usize = 450;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a source folder can be listed") {
        let path = entry.expect("a directory entry can be read").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The code of a file: without comments (documentation may link to any module).
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// The top-level modules that a source text names by `crate::`.
fn imports(text: &str) -> BTreeSet<String> {
    code(text)
        .split("crate::")
        .skip(1)
        .map(|rest| rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>())
        .collect()
}

/// Why `module` may not contain `text`, if it may not.
fn breach(module: &str, text: &str) -> Option<String> {
    let rank = |name: &str| ORDER.iter().position(|&known| known == name);
    let Some(own) = rank(module) else { return Some(format!("`{module}` is not in the list of modules")) };
    let is_flag = |rest: &str| rest.starts_with(|c: char| c.is_ascii_lowercase() || c == '{');
    if module != "cli" && code(text).split("--").skip(1).any(is_flag) {
        return Some(format!(
            "`{module}` names a flag of the command line: say what is missing, and let `cli` name it"
        ));
    }
    for import in imports(text) {
        if import.is_empty() {
            return Some("`crate::{...}` hides its modules from this test: write one `use` a module".into());
        }
        let Some(theirs) = rank(&import) else { continue }; // a macro or an item re-exported at the root
        if theirs > own {
            return Some(format!("`{module}` imports `{import}`, which comes later"));
        }
        if BLIND.contains(&module) && !VISIBLE_TO_THE_BLIND.contains(&import.as_str()) {
            return Some(format!("`{module}` imports `{import}`, but it may see traces and numbers only"));
        }
    }
    None
}

fn top_level_module(source: &Path, file: &Path) -> String {
    let inside = file.strip_prefix(source).expect("the file is in the source folder");
    let first = inside.components().next().expect("a file has a name").as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

#[test]
fn imports_go_one_way() {
    let source = root().join("src");
    let mut checked = 0;
    for file in rust_files(&source) {
        let module = top_level_module(&source, &file);
        if matches!(module.as_str(), "lib" | "main") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a source file is text");
        assert_eq!(breach(&module, &text), None, "{}", file.display());
        let (consumer, only) = CONSUMER;
        let its_own = module == consumer || file.display().to_string().contains(only);
        assert!(its_own || !imports(&text).contains(consumer), "{} imports `{consumer}`", file.display());
        checked += 1;
    }
    assert!(checked > 10, "only {checked} files were looked at");
}

#[test]
fn a_breach_is_caught() {
    assert!(breach("numerics", "use crate::trace::Trace;").is_some());
    assert!(breach("players", "let x = crate::trace::Trace;").is_some());
    assert!(breach("adversary", "use crate::arena::Contest;").is_some());
    assert!(breach("regret", "use crate::problem::Problem;").is_some());
    assert!(breach("regret", "use crate::{error::Error, players};").is_some());
    assert!(breach("stray", "").is_some());
    assert!(breach("theorems", r#"Error::new("give --margin")"#).is_some());
    assert!(breach("theorems", r#"format!("give --{flag}")"#).is_some());
    assert!(breach("cli", r#"Error::new("give --margin")"#).is_none());
    assert!(breach("theorems", r#"Error::new("give `margin`"); // --margin"#).is_none());
    assert!(breach("problem", "use crate::expr::Expr; // crate::cli is only mentioned").is_none());
}

#[test]
fn files_stay_short_enough_to_read() {
    for folder in ["src", "proofs-check/src"] {
        for file in rust_files(&root().join(folder)) {
            let lines = fs::read_to_string(&file).expect("a source file is text").lines().count();
            assert!(lines <= LONGEST_FILE, "{} has {lines} lines: split it by idea", file.display());
        }
    }
}

#[test]
fn the_checker_stands_alone() {
    let manifest = fs::read_to_string(root().join("proofs-check/Cargo.toml")).expect("the checker has a manifest");
    assert!(!manifest.contains("workspace"), "proofs-check inherits from the workspace: a copy would not build");
    assert!(!manifest.contains("path ="), "proofs-check depends on a neighbour folder");
    for file in rust_files(&root().join("proofs-check")) {
        let text = code(&fs::read_to_string(&file).expect("a source file is text"));
        assert!(!text.contains("referee::"), "{} uses the prover", file.display());
    }
}
