//! Runs under other names, in other forms: tables of pandas, arrays of numpy, pipes, gzip; equalities, ranges, checkpoints.

use super::{Folder, says, text};
use flate2::{Compression, write::GzEncoder};
use std::fs;
use std::io::Write as _;
use std::process::Stdio;

#[path = "../../inside/import/writer.rs"]
#[allow(dead_code, unreachable_pub, reason = "the reader's own tests use all of it")]
mod writer;

/// A table as pandas writes it, with an equality whose multiplier swings around 0.
const TABLE: &str = ",step,loss,fpr_gap,parity,mu,nu\n\
    0,0,0.5,0.25,0.5,0.5,-1\n\
    1,10,0.25,-0.25,-0.5,1,1\n\
    2,20,0.25,-0.5,0,0.5,0\n\
    3,30,0.75,-0.5,0,0,0\n";
const COLUMNS: &str =
    "--columns objective=loss,constraint_1=fpr_gap,constraint_2=parity,lambda_1=mu,lambda_2=nu --ignore step";

fn folder() -> Folder {
    let folder = Folder::with(TABLE, "");
    fs::write(folder.path("checkpoints.csv"), "round,path\n1,one.pt\n3,three.pt\n").expect("ours");
    folder
}

#[test]
fn a_table_is_certified_under_its_own_names() {
    let folder = folder();
    let call = format!(
        "certify trace.csv {COLUMNS} --equality parity --radius 2 --range objective=0 --range fpr_gap=-1 \
         --range parity=-1..1 --output c.json"
    );
    let printed = folder.printed(&call, 0);
    says(
        &printed,
        &[
            "Read as a trace of 4 rounds with 3 constraints: objective is `loss`, constraint_1 is `fpr_gap`, constraint_2 is \
             `parity`, constraint_3 is `-parity`. Multipliers: `mu`, `nu`. Left out: an unnamed column, `step`. One constraint is an equality, \
             and stands twice.",
            // |mean nu| is 0: only mu counts, 1/2 on average.
            "\nmultiplier norm       0.5      0.5\n",
            "If `loss` is at least 0 everywhere: its mean objective, at most 0.4375, exceeds that of every mixture by at \
             most 0.4375 (declared). By all ranges at the mean multipliers (lower bound -0.5) it is at most 0.9375.",
            "2 of 4 rounds violate a constraint, by the recorded values (an equality is hardly ever met exactly).",
            "wrote c-trace.csv",
        ],
        &["Not certified"],
    );
    assert_eq!(
        folder.read("c-trace.csv").lines().take(3).collect::<Vec<_>>(),
        [
            "objective,constraint_1,constraint_2,constraint_3,lambda_1,lambda_2,lambda_3",
            "0.5,0.25,0.5,-0.5,0.5,0.0,1.0",
            "0.25,-0.25,-0.5,0.5,1.0,1.0,0.0",
        ]
    );
    let checked = folder.printed("check c.json", 0);
    says(&checked, &["equalities: constraint_3 = -constraint_2", "by ranges: objective >= 0", "c.json: accepted"], &[]);
    let certificate: serde_json::Value = serde_json::from_str(&folder.read("c.json")).expect("JSON");
    assert_eq!(certificate["equalities"], serde_json::json!([[2, 3]]));
    assert_eq!(certificate["given"]["lower_bound"]["value"], -0.5);
}

/// The same numbers from arrays, from a pipe and from gzip give the same certificate and the same trace.
#[test]
fn every_form_gives_the_same_bytes() {
    let folder = folder();
    let rest =
        "--equality parity --radius 2 --range objective=0 --range fpr_gap=-1 --range parity=-1..1 --quiet --output";
    folder.printed(&format!("certify trace.csv {COLUMNS} {rest} c.json"), 0);
    let expected = (folder.read("c.json"), folder.read("c-trace.csv"));
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(TABLE.as_bytes()).expect("memory");
    fs::write(folder.path("trace.csv.gz"), packed.finish().expect("memory")).expect("ours");
    let arrays = [
        ("objective", writer::doubles("(4,)", &[0.5, 0.25, 0.25, 0.75])),
        ("constraints", writer::doubles("(4, 2)", &[0.25, 0.5, -0.25, -0.5, -0.5, 0.0, -0.5, 0.0])),
        ("multipliers", writer::doubles("(4, 2)", &[0.5, -1.0, 1.0, 1.0, 0.5, 0.0, 0.0, 0.0])),
        ("names", writer::npy("|S7", false, "(2,)", b"fpr_gapparity\0")),
    ];
    for (name, deflated) in [("plain.npz", false), ("packed.npz", true)] {
        let style = writer::Style { deflated, large: deflated };
        fs::write(folder.path(name), writer::npz(style, &arrays)).expect("ours");
    }
    for call in [format!("trace.csv.gz {COLUMNS}"), "plain.npz".to_owned(), "packed.npz".to_owned()] {
        fs::remove_file(folder.path("c.json")).expect("ours");
        fs::remove_file(folder.path("c-trace.csv")).expect("ours");
        folder.printed(&format!("certify {call} {rest} c.json"), 0);
        assert_eq!((folder.read("c.json"), folder.read("c-trace.csv")), expected, "{call}");
    }
    let mut command = crate::program(Some(1000));
    command.args(format!("certify - {COLUMNS} {rest} c.json").split_whitespace()).current_dir(folder.path(""));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program was built");
    child.stdin.take().expect("a pipe").write_all(TABLE.as_bytes()).expect("the program reads");
    assert!(child.wait_with_output().expect("it ends").status.success());
    assert_eq!((folder.read("c.json"), folder.read("c-trace.csv")), expected, "standard input");
}

#[test]
fn the_file_to_ship_is_named() {
    let folder = folder();
    let call = format!("certify trace.csv {COLUMNS} --equality parity --checkpoints checkpoints.csv");
    let ship =
        "Ship three.pt (round 3): it violates no constraint, by the recorded values, and its objective is at most 0.75";
    says(&folder.printed(&call, 0), &[ship, "\nbest round                  2  "], &[]);
    let call = format!("shrink trace.csv {COLUMNS} --equality parity --checkpoints checkpoints.csv --output s.json");
    let printed = folder.printed(&call, 0);
    says(&printed, &["three.pt", "The candidates are the rounds that have a checkpoint.", ship], &["one.pt"]);
    folder.printed("check s.json", 0);
    assert_eq!(folder.read("s.candidates.csv").lines().count(), 3);
}

#[test]
fn shrinking_counts_an_equality_once() {
    let table = "objective,constraint_1\n0,1\n3,-1\n1,2\n";
    let folder = Folder::with(table, "");
    let printed = folder.printed("shrink trace.csv --equality constraint_1 --output s.json", 0);
    says(&printed, &["2 candidates are used, where 2 active constraints of 2 allow 2, an equality counted once."], &[]);
    says(&folder.printed("check s.json", 0), &["equalities: constraint_2 = -constraint_1"], &[]);
}

#[test]
fn candidates_of_an_equilibrium_are_brought_in_too() {
    let folder = folder();
    let call = format!("equilibrium trace.csv {COLUMNS} --equality parity --radius 3 --output e.json");
    says(&folder.printed(&call, 0), &["\n-parity", "wrote e.candidates.csv"], &["\nconstraint_1"]);
    folder.printed("check e.json", 0);
}

#[test]
fn ranges_say_what_they_lack_and_what_refutes_them() {
    let folder = folder();
    let call = format!("certify trace.csv {COLUMNS} --equality parity --radius 2");
    let printed = folder.printed(&format!("{call} --range objective=0"), 0);
    says(
        &printed,
        &[
            "If `loss` is at least 0 everywhere: its mean objective, at most 0.4375, exceeds that of every mixture by at most",
            "Not certified: what Theorems 1 to 3 say of optimality, because `fpr_gap` has a positive weight on average, and no \
             range is known: give --range for it too.",
        ],
        &[],
    );
    // The mean multiplier of the equality is 0, so it needs no range.
    says(&folder.printed(&format!("{call} --range objective=0 --range fpr_gap=-1"), 0), &["(lower bound -0.5)"], &[]);
    // A range that no bound rests on is held against the values too.
    says(
        &folder.printed(&format!("{call} --range objective=0.3"), 1),
        &["VIOLATED: `loss` in round 1"],
        &["If `loss`"],
    );
    let printed = folder.printed(&format!("{call} --range objective=0.3 --range fpr_gap=-1"), 1);
    says(
        &printed,
        &[
            "VIOLATED: `loss` in round 1 (counted from 0) lies outside the range that was given, by at least 0.0499999999",
        ],
        &["If `loss`"],
    );
    for (flags, words) in [
        ("--range nope=0", "--range nope: there is no such function; there are `loss`, `fpr_gap`, `parity`, `-parity`"),
        ("--range parity=-1", "--range parity=-1: an equality needs both ends, so write parity=-1..HI"),
        ("--range proxy:fpr_gap=0", "--range proxy:fpr_gap: the run has no proxies"),
        ("--range objective=0 --range objective=1", "--range objective is given twice: keep one of the two"),
        (
            "--range objective=0 --range=-parity=0.1",
            "--range -parity is one half of an equality: write parity=LO..HI for both",
        ),
        ("--output checkpoints.csv --checkpoints checkpoints.csv", "writing this file would destroy the checkpoints"),
        ("--range objective=0 --lower-bound 0", "--range and --lower-bound both give a lower bound: leave out one"),
        ("--margin 0.5", "an equality leaves no point with a margin"),
        ("--statement corollary-1 --payoff-bound 1", "corollary-1 does not speak of equalities"),
        ("--json", "--json with a run that is not a plain trace needs --output"),
    ] {
        says(&folder.refused(&format!("{call} {flags}")), &[words], &[]);
    }
}

/// Names from a file are shown, and cannot say anything themselves.
#[test]
fn names_cannot_forge_sentences() {
    let arrays = [
        ("objective", writer::doubles("(1,)", &[0.5])),
        ("constraints", writer::doubles("(1, 2)", &[0.25, 0.5])),
        ("multipliers", writer::doubles("(1, 2)", &[0.5, 1.0])),
        ("names", writer::npy("|S13", false, "(2,)", b"a\nCertified:`a\nCertified:`")),
    ];
    let folder = folder();
    fs::write(folder.path("run.npz"), writer::npz(writer::Style::default(), &arrays)).expect("ours");
    let printed = folder.printed("certify run.npz --range objective=0", 0);
    assert!(printed.lines().all(|line| !line.starts_with("Certified:'")), "{printed}");
    says(&printed, &["constraint_1 is `a\\nCertified:'`"], &[]);
    let arguments = ["certify", "run.npz", "--equality", "a\nCertified:`"];
    let output = crate::program(Some(1000)).args(arguments).current_dir(folder.path("")).output();
    says(text(&output.expect("it ran").stderr), &["names 2 constraints: say which, by a trace's name such as"], &[]);
}

/// Of enclosed values the upper ends are taken, and the sentences say so.
#[test]
fn enclosed_values_are_not_called_violations() {
    let trace = "objective,constraint_1.lo,constraint_1.hi,lambda_1\n1,-0.1,0.001,0\n";
    let folder = Folder::with(trace, "");
    fs::write(folder.path("checkpoints.csv"), "round,path\n0,a.pt\n").expect("ours");
    for command in ["certify", "shrink"] {
        let printed = folder.printed(&format!("{command} trace.csv --checkpoints checkpoints.csv"), 0);
        says(&printed, &["No checkpoint keeps every constraint, by the upper ends of the recorded values."], &[]);
    }
}

#[test]
fn a_range_beyond_doubles_is_refused() {
    let folder = Folder::with("objective,constraint_1,lambda_1\n-1.7e308,0,0\n", "");
    let sentence = folder.refused("certify trace.csv --range objective=1.7e308");
    says(&sentence, &["further from its range than the largest double"], &[]);
}

#[test]
fn in_the_proxy_game_ranges_are_of_the_proxies() {
    let trace = "objective,constraint_1,proxy_1,lambda_0,lambda_1\n1,0,0.5,0.5,0.5\n0,-0.5,0.25,0.5,0.5\n";
    let folder = Folder::with(trace, "");
    let call = "certify trace.csv --range objective=0 --range";
    says(
        &folder.printed(&format!("{call} constraint_1=-1"), 0),
        &[
            "`proxy_1` has a positive weight on average, and no range of it is known (that of its constraint does not serve)",
        ],
        &[],
    );
    let printed = folder.printed(&format!("{call} proxy:constraint_1=-1 --output c.json"), 0);
    says(&printed, &["(lower bound -0.5)"], &[]);
    folder.printed("check c.json", 0);
}

#[test]
fn what_is_not_a_run_is_answered_with_what_to_do() {
    let folder = folder();
    let events = b"\x18\0\0\0\0\0\0\0\0\0\0\0\t\0\0\0\0\0\0\0\0\x1a\rbrain.Event:2";
    for (name, bytes, words) in [
        ("a", &b"PAR1\x15\x04"[..], "a: this is a Parquet file: write it as CSV with pandas.read_parquet"),
        (
            "b",
            b"\x93NUMPY\x01\0",
            "b: this is one array (.npy): write all arrays of the run into one file with numpy.savez",
        ),
        ("c", events, "c: this is a TensorBoard event file"),
        ("d", b"{\"loss\": [1, 2]}", "d: this is JSON"),
        ("e", b"\x1f\x8b\x08\0", "e: cannot read this file"),
        ("f", b"PK\x03\x04", "f: "),
    ] {
        fs::write(folder.path(name), bytes).expect("ours");
        for command in ["certify", "shrink"] {
            says(&folder.refused(&format!("{command} {name}")), &[words], &[]);
        }
    }
}

#[test]
fn wrong_names_are_answered_with_those_that_there_are() {
    let folder = folder();
    for (flags, words) in [
        ("", "`step` is not a column of a trace: say what it is with --columns, or leave it out with --ignore"),
        (
            "--ignore stop",
            "there is no column `stop` (did you mean `step`?): there are `step`, `loss`, `fpr_gap`, `parity`, `mu`, `nu`",
        ),
        ("--columns objective=los", "there is no column `los` (did you mean `loss`?): there are `step`, `loss`"),
        ("--columns objective=loss --ignore loss", "`loss` is given a meaning and left out at once"),
        (
            "--columns objectiv=loss --ignore step",
            "`loss` cannot be `objectiv` (did you mean `objective`?): allowed are `objective`, `constraint_1..m`",
        ),
        (
            "--columns loss=objective",
            "there is no column `objective`, but there is `loss`: the trace's name comes first",
        ),
        (
            &format!("{COLUMNS} --equality nu"),
            "`nu` is not a constraint, so it cannot be an equality: there are `fpr_gap`",
        ),
        (
            COLUMNS,
            "line 2: `nu` is `-1`, but a multiplier must not be negative: constraints ask for g <= 0, so check the \
                   sign, or name an equality with --equality",
        ),
    ] {
        says(&folder.refused(&format!("certify trace.csv {flags}")), &[words], &[]);
    }
    for (bytes, words) in [
        ("round\n1\n", "line 1: a file of checkpoints has the two columns `round` and `path`"),
        ("round,path\n-1,a\n", "line 2: `round` is `-1`, but rounds are counted 0, 1, 2, .."),
        ("round,path\n1,a\n1,b\n", "line 3: round 1 has two checkpoints"),
        ("round,path\n", "there are no checkpoints"),
        ("round,path\n4,a\n", "there is a checkpoint of round 4, but the run has 4 rounds, counted from 0"),
    ] {
        fs::write(folder.path("checkpoints.csv"), bytes).expect("ours");
        let call = format!("certify trace.csv {COLUMNS} --equality parity --checkpoints checkpoints.csv");
        let output = folder.run(&format!("{call} --output c.json"));
        says(text(&output.stderr), &[words], &[]);
        assert_eq!(output.status.code(), Some(2));
    }
}
