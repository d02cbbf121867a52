//! The program: its exit status, and what it prints where.

#![expect(clippy::unwrap_used, reason = "a test may stop where it likes")]

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let output = Command::new(env!("CARGO_BIN_EXE_proofs-check")).args(arguments).current_dir(folder).output().unwrap();
    let Output { status, stdout, stderr } = output;
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn an_accepted_file_is_shown_claim_by_claim() {
    let (status, out, err) = run(&["accept/tv-p.json"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert_eq!(out.lines().count(), 11);
    assert!(out.contains("objective_weight_data") && out.ends_with("accept/tv-p.json: accepted\n"), "{out}");
    assert_eq!(run(&["accept/tv-lp3.json", "--candidates", "accept/tv-lp3.csv"]).0, Some(0));
    assert_eq!(run(&["--trace", "reject/Rounds/tv-l.csv", "accept/tv-l.json"]).0, Some(0));
}

#[test]
fn a_refused_file_gets_one_sentence() {
    for (file, status) in [("reject/Mean/objective.json", 1), ("reject/malformed/null.json", 2)] {
        let (found, out, err) = run(&[file]);
        assert_eq!((found, out.as_str(), err.lines().count()), (Some(status), "", 1), "{err}");
        assert!(err.contains(file), "{err}");
    }
}

#[test]
fn a_wrong_call_is_answered_with_2_and_help_with_0() {
    for arguments in [
        &[][..],
        &["accept/absent.json"],
        &["accept"],
        &["accept/tv-l.json", "accept/tv-p.json"],
        &["accept/tv-l.json", "--trace"],
        &["accept/tv-l.json", "--traces", "accept/tv-l.csv"],
        &["accept/tv-l.json", "--trace", "accept/absent.csv"],
    ] {
        let (status, out, err) = run(arguments);
        assert_eq!((status, out.as_str(), err.lines().count()), (Some(2), "", 1), "{arguments:?}: {err}");
    }
    let (status, out, _) = run(&["--help"]);
    assert!(status == Some(0) && out.contains("example: "), "{out}");
}
