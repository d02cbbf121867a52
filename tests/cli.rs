//! The program as a user calls it.

#![cfg(feature = "cli")]

use std::process::{Command, Output};

fn referee(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_referee")).args(arguments).output().expect("the program was built")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

#[test]
fn verify_holds_and_repeats_itself() {
    let first = referee(&["verify", "--instances", "50", "--seed", "3"]);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    assert!(text(&first.stdout).contains("650 instances, 650 held, 0 violated (seed 3)."), "{}", text(&first.stdout));
    assert_eq!(first.stdout, referee(&["verify", "--instances", "50", "--seed", "3"]).stdout);
}

#[test]
fn verify_prints_json_for_programs() {
    let output = referee(&["verify", "--instances", "5", "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("standard output is JSON alone");
    assert_eq!(value["seed"], 0);
    assert_eq!(
        value["laws"].as_array().map(Vec::len),
        Some(referee::testing::foundations::LAWS.len() + referee::testing::games::LAWS.len())
    );
    assert!(value["laws"][0].get("counterexample").is_none(), "absent, never null");
}

#[test]
fn a_wrong_call_ends_with_status_2_and_says_why() {
    for (arguments, word) in [
        (&["verify", "--instances", "0"][..], "--instances"),
        (&["verify", "--seed=-1"], "--seed"),
        (&["verify", "extra"], "extra"),
        (&["conquer"], "conquer"),
    ] {
        let output = referee(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(word), "{arguments:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty(), "{arguments:?} printed a result");
    }
}

#[test]
fn help_has_an_example() {
    for arguments in [&["--help"][..], &["verify", "--help"], &["solve", "--help"]] {
        let output = referee(arguments);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("Example"), "{arguments:?}");
    }
}
