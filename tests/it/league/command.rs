//! `referee rates` as a user calls it.

use serde_json::Value;
use std::path::Path;
use std::process::Output;

pub(crate) fn rates(arguments: &[&str], output: Option<&Path>) -> Output {
    let mut command = crate::program(Some(1000));
    command.arg("rates").args(arguments);
    if let Some(output) = output {
        command.arg("--output").arg(output);
    }
    command.output().expect("the program was built")
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

/// A league of a second.
pub(crate) const SMALL: [&str; 11] = [
    "--players",
    "matrix,deviation-hedge,hedge-control",
    "--sequences",
    "rademacher,trap",
    "--problems",
    "bilinear,polygon:m=8,polygon:m=16",
    "--rounds",
    "2^7..2^10",
    "--seeds",
    "2",
    "--quiet",
];

/// 3 players, 4 horizons, two seeds with coins and one without, three games.
const CELLS: usize = 3 * 4 * (2 + 1 + 3);

#[test]
fn the_files_are_tidy() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = rates(&SMALL, Some(folder.path()));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    for (name, count) in [("league.csv", Some(CELLS)), ("times.csv", Some(CELLS)), ("slopes.csv", None)] {
        let mut reader = csv::Reader::from_path(folder.path().join(name)).expect("a file");
        let head = reader.headers().expect("a head").clone();
        assert_eq!(head.get(0), Some("player"), "{name}");
        // The reader refuses rows of another length.
        let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows of one length");
        assert!(!rows.is_empty() && count.is_none_or(|count| rows.len() == count), "{name}: {} rows", rows.len());
    }
    let mut reader = csv::Reader::from_path(folder.path().join("league.csv")).expect("a file");
    let head = reader.headers().expect("a head").clone();
    let column = |name: &str| head.iter().position(|own| own == name).unwrap_or_else(|| panic!("no column {name}"));
    for row in reader.records().map(|row| row.expect("a row")) {
        let number = |name: &str| row[column(name)].parse::<f64>().ok();
        let (lo, hi) = (number("deviation.lo").expect("measured"), number("deviation.hi").expect("measured"));
        assert!(lo <= hi && hi - lo < 1e-10, "{row:?}");
        assert_eq!(number("epsilon").is_some(), &row[column("arena")] == "game", "{row:?}");
        assert_eq!(number("limit").is_some(), &row[column("arena")] == "sequence", "{row:?}");
        assert_eq!((&row[column("wrong")], &row[column("left_out")]), ("", ""));
    }
    for plot in ["regret", "ratio", "epsilon-constraints", "epsilon-seconds"] {
        let drawn = std::fs::read(folder.path().join(format!("{plot}.svg"))).expect("a plot");
        assert!(drawn.starts_with(b"<svg"), "{plot}");
    }
}

#[test]
fn the_league_is_printed_with_all_its_columns_where_there_is_room() {
    let output = rates(&SMALL[..10], None);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    for word in ["deviation-hedge", "hedge-control", "slope", "/bound", "/run", "/limit", "gain", " ns", "1e-6"] {
        assert!(printed.contains(word), "{word} is missing in {printed}");
    }
    assert!(printed.contains("72 runs: no regret is certainly above a bound (seed 0)."), "{printed}");
}

#[test]
fn json_is_alone_on_standard_output_and_does_not_depend_on_threads() {
    let call = |threads| {
        let mut arguments = SMALL.to_vec();
        arguments.extend(["--json", "--threads", threads]);
        let output = rates(&arguments, None);
        let mut value: Value = serde_json::from_slice(&output.stdout).expect("standard output is JSON alone");
        for rows in ["/games", "/sequences/0/rows"] {
            for row in value.pointer_mut(rows).and_then(Value::as_array_mut).expect("rows") {
                assert!(row.as_object_mut().expect("a row").remove("nanoseconds_a_step").is_some());
            }
        }
        value
    };
    let value = call("1");
    assert_eq!(value["runs"], CELLS);
    assert!(!value.to_string().contains("null"), "absent, never null");
    // The order of players that are equally good may not depend on time either.
    assert_eq!(value, call("3"));
}

#[test]
fn a_wrong_call_ends_with_status_2_and_says_why() {
    for (arguments, words) in [
        (
            &["--players", "magic"][..],
            "--players: there is no player `magic`; `referee solve --list players` shows all",
        ),
        (&["--problems", "pentagon"], "--problems: there is no problem family `pentagon`: choose one of qp-box"),
        (&["--problems", "polygon:sides=3"], "--problems: the family `polygon` has no parameter `sides`"),
        (&["--sequences", "fibonacci"], "--sequences: there is no sequence `fibonacci`: choose among rademacher,"),
        (&["--sequences", "none", "--problems", "none"], "leave nothing to play"),
        (&["--rounds", "many"], "--rounds: `many` is not a number of rounds"),
        (&["--rounds", "2^16..2^6"], "--rounds: the range `2^16..2^6` goes down"),
        (&["--rounds", "0..8"], "--rounds: `0` is not"),
        (&["--rounds", "2^99"], "--rounds: `2^99` is not"),
        (&["--constraints", "0"], "--constraints"),
        (&["--seeds", "0"], "--seeds"),
        (&["--threads", "0"], "--threads"),
    ] {
        let output = rates(arguments, None);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = text(&output.stderr);
        assert!(error.contains(words) && error.lines().count() == 1, "{arguments:?}: {error}");
        assert!(output.stdout.is_empty(), "{arguments:?} printed a result");
    }
}

#[test]
fn a_folder_that_cannot_be_one_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "mine").expect("a file");
    let output = rates(&SMALL, Some(&file));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("name another --output"), "{}", text(&output.stderr));
    assert_eq!(std::fs::read_to_string(&file).expect("still there"), "mine");
}

#[test]
fn rounds_are_read_in_every_form() {
    let rounds = |text: &str| {
        let output = rates(
            &[
                "--players",
                "deviation-rm-plus",
                "--sequences",
                "trap",
                "--problems",
                "none",
                "--rounds",
                text,
                "--json",
            ],
            None,
        );
        let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        value["settings"]["rounds"].to_string()
    };
    assert_eq!(rounds("2^6..2^9"), "[64,128,256,512]");
    assert_eq!(rounds("64..512"), "[64,128,256,512]");
    assert_eq!(rounds("100,10,100, 2^5"), "[10,32,100]");
    assert_eq!(rounds("3..13"), "[3,6,12]");
}

#[test]
fn help_has_an_example() {
    let output = rates(&["--help"], None);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("referee rates --output league"));
}
