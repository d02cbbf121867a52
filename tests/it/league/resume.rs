//! An interrupted league goes on, and ends with the same bytes.

use crate::league::command::{SMALL, rates, text};
use referee::league::{Choice, Journal, Selection, play};
use referee::registry::Registry;
use std::fs;
use std::num::NonZeroUsize;
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
        assert!(start.elapsed() < Duration::from_mins(5), "nothing is kept");
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

/// The SHA-256 of a text.
fn sha256(text: &str) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

/// A journal whose lines are sealed anew, by the rule that docs/rates.md has in words.
fn sealed(text: &str) -> String {
    let (mut all, mut key) = (String::new(), String::new());
    for line in text.lines() {
        let (open, _) = line.rsplit_once(",\"seal\"").expect("a seal");
        let body = open.to_owned() + "}";
        let seal = sha256(&format!("{key}\n{}\n{body}", all.len()));
        all.extend([open, ",\"seal\":\"", &seal, "\"}\n"]);
        if key.is_empty() {
            key = seal;
        }
    }
    all
}

/// A league of three runs.
const TINY: [&str; 11] = [
    "--players",
    "matrix",
    "--sequences",
    "trap",
    "--problems",
    "none",
    "--rounds",
    "2^4..2^6",
    "--threads",
    "1",
    "--quiet",
];

#[test]
fn no_bit_of_a_journal_can_change_a_result() {
    let registry = Registry::ours();
    let choice = Choice {
        players: Some(vec!["matrix".to_owned()]),
        sequences: Some(vec!["trap".to_owned()]),
        problems: Some(vec!["none".to_owned()]),
        rounds: Some("2^4..2^5".to_owned()),
        ..Choice::default()
    };
    let selection = Selection::new(&choice, registry, str::to_owned).expect("all are there");
    let cells = selection.cells();
    let folder = tempfile::tempdir().expect("a folder");
    let open = || Journal::open(folder.path(), &selection, &cells);
    let whole = play(&cells, registry, NonZeroUsize::MIN, Some(&open().expect("it is new")), &mut |_, _| ())
        .expect("it is played");
    let path = folder.path().join("journal.jsonl");
    let bytes = fs::read(&path).expect("a journal");
    assert_eq!(bytes.split(|&byte| byte == b'\n').count(), 4);
    let head = bytes.iter().position(|&byte| byte == b'\n').expect("a first line");
    let (mut refused, mut passed_over) = (0, 0);
    for bit in 0..8 * bytes.len() {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &changed).expect("a journal");
        match open() {
            Err(error) => {
                assert!(bit / 8 <= head, "bit {bit}: {error}");
                assert_eq!(fs::read(&path).expect("still there"), changed, "what is refused is left as it is");
                refused += 1;
            }
            Ok((journal, kept)) => {
                let torn = bit / 8 == bytes.len() - 1;
                assert!(torn || !journal.damaged().is_empty(), "bit {bit} is not noticed");
                assert!(kept.contains(&None), "bit {bit}: the run of a damaged line is missing");
                for (kept, whole) in kept.iter().zip(&whole) {
                    assert!(kept.as_ref().is_none_or(|kept| kept == whole), "bit {bit} changed a result");
                }
                passed_over += 1;
            }
        }
    }
    assert_eq!((refused, passed_over), (8 * (head + 1), 8 * (bytes.len() - head - 1)));
}

#[test]
fn a_damaged_line_is_named_and_its_run_done_again() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(rates(&TINY, Some(folder.path())).status.code(), Some(0));
    let (before, all) = (results(folder.path()), journal(folder.path()));
    let line = all.lines().nth(2).expect("a second run");
    let (_, number) = line.split_once("\"deviation\":[").expect("a regret");
    let digit = number.find(|c: char| ('1'..'9').contains(&c)).expect("a digit");
    let at = all.find(number).expect("it is there") + digit;
    let mut changed = all.clone().into_bytes();
    changed[at] += 1;
    fs::write(folder.path().join("journal.jsonl"), &changed).expect("a journal");
    let output = rates(&TINY, Some(folder.path()));
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stderr);
    assert!(said.contains("journal.jsonl is damaged in line 3: ") && said.lines().count() == 1, "{said}");
    assert_eq!(results(folder.path()), before);
    // Once its run is there again, there is nothing to say.
    let again = rates(&TINY, Some(folder.path()));
    assert_eq!((again.status.code(), text(&again.stderr)), (Some(0), ""));
    assert_eq!(results(folder.path()), before);
}

#[test]
fn lines_of_another_place_or_journal_and_another_build_are_not_used() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let [folder, other] = folders.each_ref().map(tempfile::TempDir::path);
    assert_eq!(rates(&TINY, Some(folder)).status.code(), Some(0));
    let (before, all) = (results(folder), journal(folder));
    let mut lines: Vec<&str> = all.lines().collect();
    lines.swap(1, 2);
    fs::write(folder.join("journal.jsonl"), lines.join("\n") + "\n").expect("a journal");
    let output = rates(&TINY, Some(folder));
    assert!(text(&output.stderr).contains("damaged in line 2"), "{}", text(&output.stderr));
    assert_eq!(results(folder), before);

    // The first line of another build, and lines that are sealed with it: all fits, but the players may be others.
    let build = all.find("\"sha256\":\"").expect("the build has a digest") + 10;
    let mut older = all.clone();
    older.replace_range(build..build + 64, &sha256("older"));
    fs::write(other.join("journal.jsonl"), sealed(&older)).expect("a journal");
    let output = rates(&TINY, Some(other));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("another build of the program"), "{}", text(&output.stderr));
    assert_eq!(journal(other), sealed(&older));
    // The rule of seals in this file is the program's.
    assert_eq!(sealed(&all), all);
}

#[test]
fn a_line_that_says_something_else_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(rates(&SMALL, Some(folder.path())).status.code(), Some(0));
    let broken = sealed(&journal(folder.path()).replacen("\"deviation\":[", "\"deviation\":[\"x\",", 1));
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
    fs::write(folder.path().join("journal.jsonl"), sealed(&found)).expect("a journal");
    let output = rates(&SMALL, Some(folder.path()));
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(printed.contains("violated: ") && printed.contains(": it is above\n"), "{printed}");
    assert!(printed.contains("BREAKS ITS BOUND") && printed.contains("1 run breaks a bound"), "{printed}");
    assert!(results(folder.path())[0].contains(",it is above,"));
}
