//! An interrupted league goes on, and ends with the same bytes.

use crate::league::command::{SMALL, rates, text};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The files that depend on the settings alone.
fn results(folder: &Path) -> [String; 2] {
    ["league.csv", "slopes.csv"].map(|name| fs::read_to_string(folder.join(name)).expect("a result"))
}

fn journal(folder: &Path) -> String {
    fs::read_to_string(folder.join("journal.jsonl")).unwrap_or_default()
}

#[test]
fn a_run_that_is_killed_half_way_ends_like_one_that_is_not() {
    // Seconds of work on one thread.
    let long = [
        "--players",
        "matrix,deviation-adahedge,blum-mansour-adahedge",
        "--sequences",
        "rademacher,trap",
        "--problems",
        "bilinear",
        "--rounds",
        "2^6..2^13",
        "--threads",
        "1",
        "--quiet",
    ];
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let [killed, whole] = folders.each_ref().map(tempfile::TempDir::path);
    let mut child = crate::program(Some(1000))
        .arg("rates")
        .args(long)
        .arg("--output")
        .arg(killed)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program was built");
    let start = Instant::now();
    while journal(killed).lines().count() < 6 {
        assert!(start.elapsed() < Duration::from_secs(300), "nothing is kept");
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("it is running");
    child.wait().expect("it ends");
    let kept = journal(killed).lines().count();
    assert!(!killed.join("league.csv").exists(), "it ended before it was killed");

    let resumed = rates(&long, Some(killed));
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    assert!(journal(killed).lines().count() > kept);
    let uninterrupted = rates(&long, Some(whole));
    assert_eq!(uninterrupted.status.code(), Some(0), "{}", text(&uninterrupted.stderr));
    assert_eq!(results(killed), results(whole));
}

#[test]
fn a_torn_line_is_run_again_and_kept_ones_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(rates(&SMALL, Some(folder.path())).status.code(), Some(0));
    let (before, all) = (results(folder.path()), journal(folder.path()));
    let lines: Vec<&str> = all.lines().collect();
    // Half of the runs, and half of a line.
    let kept = lines[..lines.len() / 2].join("\n") + "\n";
    let torn = kept.clone() + &lines[lines.len() / 2][..40];
    fs::write(folder.path().join("journal.jsonl"), torn).expect("a journal");
    fs::remove_file(folder.path().join("league.csv")).expect("it was there");
    let resumed = rates(&SMALL[..10], Some(folder.path()));
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    let count = lines.len() / 2 - 1; // the first line is the heading
    assert!(
        text(&resumed.stdout).contains(&format!("{count} of 72 runs were there already")),
        "{}",
        text(&resumed.stdout)
    );
    assert_eq!(results(folder.path()), before);
    assert!(journal(folder.path()).starts_with(&kept), "what was kept is as it was, times included");
    assert_eq!(journal(folder.path()).lines().count(), lines.len());
}

#[test]
fn a_league_with_other_settings_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(rates(&SMALL, Some(folder.path())).status.code(), Some(0));
    let (before, kept) = (results(folder.path()), journal(folder.path()));
    let mut other = SMALL.to_vec();
    other.extend(["--seed", "5", "--constraints", "4"]);
    let output = rates(&other, Some(folder.path()));
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(
        error.contains("a league with other settings (constraints, seed)") && error.lines().count() == 1,
        "{error}"
    );
    assert_eq!((results(folder.path()), journal(folder.path())), (before, kept));
}

#[test]
fn files_of_somebody_else_are_not_overwritten() {
    for (name, content) in [("league.csv", "mine"), ("journal.jsonl", "dear diary\n"), ("journal.jsonl", "dear diary")]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        fs::write(&path, content).expect("a file");
        let output = rates(&SMALL, Some(folder.path()));
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(text(&output.stderr).contains(name) && text(&output.stderr).lines().count() == 1);
        assert_eq!(fs::read_to_string(&path).expect("still there"), content);
    }
}

#[test]
fn a_line_that_says_something_else_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(rates(&SMALL, Some(folder.path())).status.code(), Some(0));
    let broken = journal(folder.path()).replacen("\"deviation\":[", "\"deviation\":[\"x\",", 1);
    fs::write(folder.path().join("journal.jsonl"), &broken).expect("a journal");
    let output = rates(&SMALL, Some(folder.path()));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("journal.jsonl, line 2: "), "{}", text(&output.stderr));
    assert_eq!(journal(folder.path()), broken);
}

#[test]
fn what_is_wrong_is_said_and_ends_with_status_1() {
    // No player of ours breaks a bound, so a kept run is made to say so.
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(rates(&SMALL, Some(folder.path())).status.code(), Some(0));
    let found = journal(folder.path()).replacen("\"seconds\":", "\"wrong\":[\"it is above\"],\"seconds\":", 1);
    fs::write(folder.path().join("journal.jsonl"), found).expect("a journal");
    let output = rates(&SMALL, Some(folder.path()));
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(printed.contains("violated: ") && printed.contains(": it is above\n"), "{printed}");
    assert!(printed.contains("BREAKS ITS BOUND") && printed.contains("1 run breaks a bound"), "{printed}");
    assert!(results(folder.path())[0].contains(",it is above,"));
}
