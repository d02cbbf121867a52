//! Numbers and files of any size: a result or a sentence, never an abort, a panic or a silence without end.
//!
//! The program gets 4 GiB of addresses, so that an allocation which nobody has thought about fails here and not only on
//! small machines, and a limit of CPU time, which a busy machine does not use up.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn call(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4194304; ulimit -t 120; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_referee")]);
    command.args(arguments).env("COLUMNS", "1000").env_remove("RUST_BACKTRACE").current_dir(folder);
    command.output().expect("there is a shell")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let rows = (0..40).map(|row| format!("{},{}\n", row % 7, ["no", "yes"][row % 3 % 2])).collect::<Vec<_>>().concat();
    fs::write(folder.path().join("rows.csv"), "x,paid\n".to_owned() + &rows).expect("ours");
    folder
}

const FIT: [&str; 7] = ["fit", "rows.csv", "--label", "paid", "--positive", "yes", "--quiet"];

fn refused(output: &Output, words: &str, call: &[&str]) {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{call:?}: {said}");
    assert!(said.contains(words) && said.lines().count() == 1, "{call:?}: {said}");
}

#[test]
fn numbers_out_of_range_are_refused_with_their_range() {
    let folder = folder();
    let compas = ["experiment", "compas"];
    for (command, flag, most) in [
        (&FIT[..], "--batch", 1_u64 << 28),
        (&FIT, "--rounds", 1 << 53),
        (&FIT, "--threads", 1024),
        (&compas, "--seeds", 1000),
        (&compas, "--batch", 1 << 28),
        (&compas, "--rounds", 1 << 53),
        (&["solve", "qp-box"], "--threads", 1024),
        (&["shrink", "rows.csv"], "--threads", 1024),
    ] {
        for number in ["0", "9007199254740993", "1000000000000000000", "18446744073709551615", "18446744073709551616"] {
            let call_of = [command, &[flag, number]].concat();
            let words =
                format!("{flag} is `{number}`, but it must be a whole number from 1 to {most}, in plain digits");
            refused(&call(&call_of, folder.path()), &words, &call_of);
        }
    }
}

#[test]
fn snapshots_that_do_not_fit_in_memory_are_refused_before_the_first_round() {
    let folder = folder();
    for number in ["1000000000", "1000000000000000", "9007199254740992"] {
        let all = [&FIT[..], &["--rounds", number, "--snapshots", number]].concat();
        refused(&call(&all, folder.path()), "are more than fit in memory (2 GiB): take fewer snapshots", &all);
    }
    assert!(!folder.path().join("referee-fit/fit.json").exists());
}

/// Three candidates with so many constraints, with multipliers of the proxy game if they are asked for.
fn wide(path: &Path, constraints: usize, multipliers: bool) {
    let mut csv = "objective".to_owned();
    for i in 1..=constraints {
        let _ = write!(csv, ",constraint_{i}");
    }
    if multipliers {
        for i in 0..=constraints {
            let _ = write!(csv, ",lambda_{i}");
        }
    }
    for t in 0..3_usize {
        let _ = write!(csv, "\n{t}");
        for i in 0..constraints {
            // The first candidate breaks some of them, the last keeps all.
            let _ = write!(csv, ",{}", (i * 7 + t * 3) as f64 % 11.0 / 11.0 - [0.5, 0.75, 1.0][t]);
        }
        if multipliers {
            csv += ",1";
            csv += &",0".repeat(constraints);
        }
    }
    fs::write(path, csv + "\n").expect("ours");
}

#[test]
fn a_hundred_thousand_constraints_are_shrunk_and_certified() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    wide(&folder.path().join("wide.csv"), 100_000, false);
    let output = call(&["shrink", "wide.csv", "--output", "solution.json", "--quiet"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let checked = call(&["check", "solution.json", "--quiet"], folder.path());
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stderr));

    wide(&folder.path().join("proxy.csv"), 100_000, true);
    let output = call(&["certify", "proxy.csv", "--output", "certificate.json", "--quiet"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

/// Half of the addresses is for numbers that are kept, so that there is room for what is computed from them.
#[test]
fn rounds_and_candidates_that_do_not_fit_in_memory_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let rounds = ["solve", "triangle", "--rounds", "100000000"];
    refused(&call(&rounds, folder.path()), "asks for more than fits in memory (2 GiB): add --stream", &rounds);
    // Few candidates, but candidates lie in memory 512 at a time.
    let columns = (1..=600_000).fold("objective".to_owned(), |text, i| text + &format!(",constraint_{i}"));
    let row = "0".to_owned() + &",0".repeat(600_000);
    fs::write(folder.path().join("wide.csv"), format!("{columns}\n{row}\n{row}\n")).expect("ours");
    let wide = ["shrink", "wide.csv"];
    refused(&call(&wide, folder.path()), "with 600000 constraints, are more than fit in memory (2 GiB)", &wide);
    let polygon = ["solve", "polygon:m=600000", "--rounds", "2", "--output", "out"];
    let output = call(&polygon, folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("There are too many rounds to shrink in memory"));
}

#[test]
fn a_hundred_thousand_constraints_and_ten_thousand_variables_are_solved() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut many = "name = \"many\"\nminimize = \"x\"\n[variables]\nx = [-1, 1]\n".to_owned();
    for i in 0..100_000 {
        let _ = writeln!(many, "[[constraint]]\nname = \"c{i}\"\nexpression = \"{} - x\"", f64::from(i) / 1e6);
    }
    fs::write(folder.path().join("many.toml"), many).expect("ours");
    let names: Vec<String> = (0..10_000).map(|i| format!("x{i}")).collect();
    let mut long = format!("name = \"long\"\nminimize = \"{}\"\n[variables]\n", names.join("+"));
    for name in &names {
        let _ = writeln!(long, "{name} = [-1, 1]");
    }
    long += "[[constraint]]\nname = \"c\"\nexpression = \"0.5 - x0\"\n";
    fs::write(folder.path().join("long.toml"), long).expect("ours");
    for name in ["many.toml", "long.toml"] {
        let output = call(&["solve", name, "--rounds", "20", "--quiet"], folder.path());
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
        let checked = call(&["check", "referee-out/solution.json", "--quiet"], folder.path());
        assert_eq!(checked.status.code(), Some(0), "{name}: {}", text(&checked.stderr));
    }
}

#[test]
fn ten_thousand_columns_are_fitted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let names = (0..10_000).map(|i| format!(",a{i}")).collect::<Vec<_>>().concat();
    let mut csv = format!("paid{names}\n");
    for row in 0..20_usize {
        csv += ["no", "yes"][row % 2];
        for i in 0..10_000 {
            let _ = write!(csv, ",{}", (row * 31 + i * 7) % 10);
        }
        csv += "\n";
    }
    fs::write(folder.path().join("rows.csv"), csv).expect("ours");
    let all = [&FIT[..], &["--rounds", "20", "--snapshots", "5", "--batch", "10"]].concat();
    let output = call(&all, folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}
