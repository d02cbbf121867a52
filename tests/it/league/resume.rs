//! An interrupted league goes on, and ends with the same bytes.

use crate::league::command::{SMALL, rates, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The files that depend on the settings alone.
fn results(folder: &Path) -> [String; 2] {
    ["league.csv", "slopes.csv"].map(|name| fs::read_to_string(folder.join(name)).expect("a result"))
}

/// The finished cells, in the order of their names; what goes while one looks is passed over.
fn cells(folder: &Path) -> Vec<PathBuf> {
    let below = |folder: PathBuf| {
        let entries = fs::read_dir(folder).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect::<Vec<_>>()
    };
    let cells = below(folder.join("cells")).into_iter().flat_map(below).map(|cell| cell.join("cell.json"));
    let mut cells: Vec<PathBuf> =
        cells.filter(|cell| cell.exists() && !cell.to_string_lossy().contains("/.referee")).collect();
    cells.sort();
    cells
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
    while cells(killed).len() < 6 {
        assert!(start.elapsed() < Duration::from_mins(5), "nothing is kept");
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("it is running");
    child.wait().expect("it ends");
    let kept = cells(killed).len();
    assert!(!killed.join("league.csv").exists(), "it ended before it was killed");

    let resumed = rates(&long, Some(killed));
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    assert!(cells(killed).len() > kept);
    let uninterrupted = rates(&long, Some(whole));
    assert_eq!(uninterrupted.status.code(), Some(0), "{}", text(&uninterrupted.stderr));
    assert_eq!(results(killed), results(whole));
}

#[test]
fn a_torn_cell_is_run_again_and_kept_ones_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(rates(&SMALL, Some(folder.path())).status.code(), Some(0));
    let (before, all) = (results(folder.path()), cells(folder.path()));
    assert_eq!(all.len(), 72);
    // Half of the runs, and half of a cell.
    let (kept, gone) = all.split_at(36);
    let bytes: Vec<Vec<u8>> = kept.iter().map(|cell| fs::read(cell).expect("a cell")).collect();
    fs::write(&gone[0], &fs::read(&gone[0]).expect("a cell")[..40]).expect("ours");
    for cell in &gone[1..] {
        fs::remove_dir_all(cell.parent().expect("a folder")).expect("it was there");
    }
    fs::remove_file(folder.path().join("league.csv")).expect("it was there");
    let resumed = rates(&SMALL[..10], Some(folder.path()));
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    assert!(text(&resumed.stdout).contains("36 of 72 runs were there already"), "{}", text(&resumed.stdout));
    let said = text(&resumed.stderr);
    let name = gone[0].display().to_string();
    assert!(said.contains(&format!("warning: {name}, about ")) && said.lines().count() == 1, "{said}");
    assert_eq!(results(folder.path()), before);
    let now: Vec<Vec<u8>> = kept.iter().map(|cell| fs::read(cell).expect("a cell")).collect();
    assert_eq!(now, bytes, "what was kept is as it was, times included");
    assert_eq!(cells(folder.path()), all);
    // Once its run is there again, there is nothing to say.
    let again = rates(&SMALL, Some(folder.path()));
    assert_eq!((again.status.code(), text(&again.stderr)), (Some(0), ""));
}

#[test]
fn a_league_with_other_settings_takes_up_what_it_shares() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let [shared, fresh] = folders.each_ref().map(tempfile::TempDir::path);
    assert_eq!(rates(&SMALL, Some(shared)).status.code(), Some(0));
    let other = [&["--players", "matrix,deviation-rm-plus"], &SMALL[2..10]].concat();
    let [output, alone] = [shared, fresh].map(|folder| rates(&other, Some(folder)));
    assert_eq!((output.status.code(), alone.status.code()), (Some(0), Some(0)));
    let said = text(&output.stdout);
    assert!(said.contains("24 of 48 runs were there already"), "{said}");
    assert!(said.contains("48 cells of other settings or of another build of the program are in the folder"), "{said}");
    assert_eq!(results(shared), results(fresh));
    assert_eq!(cells(shared).len(), 72 + 24);
}

#[test]
fn files_of_somebody_else_are_not_overwritten() {
    for (name, content) in
        [("league.csv", "mine"), ("sweep.json", "dear diary\n"), ("sweep.json", "{\"format\":\"mine\"}")]
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
fn what_is_wrong_is_said_and_ends_with_status_1() {
    // No player of ours breaks a bound, so a kept run is made to say so.
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(rates(&SMALL, Some(folder.path())).status.code(), Some(0));
    let cell = cells(folder.path()).remove(0);
    let found = fs::read_to_string(&cell).expect("a cell");
    let (open, _) = found.rsplit_once(",\"seal\"").expect("a seal");
    let open = open.replacen("},\"times\"", ",\"wrong\":[\"it is above\"]},\"times\"", 1);
    let seal = {
        use sha2::Digest as _;
        let digest = sha2::Sha256::digest(format!("{open}}}").as_bytes());
        digest.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
    };
    fs::write(&cell, format!("{open},\"seal\":\"{seal}\"}}\n")).expect("ours");
    let output = rates(&SMALL, Some(folder.path()));
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(printed.contains("violated: ") && printed.contains(": it is above\n"), "{printed}");
    assert!(printed.contains("BREAKS ITS BOUND") && printed.contains("1 run breaks a bound"), "{printed}");
    assert!(results(folder.path())[0].contains(",it is above,"));
}
