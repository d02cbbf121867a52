//! The program as a user calls it.

use referee::{cli::status_of, registry::Registry};
use serde_json::{Value, json};
use std::process::Output;

fn referee(arguments: &[&str]) -> Output {
    crate::program(Some(1000)).args(arguments).output().expect("the program was built")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

/// Whoever calls the program within his own gets the status that a shell would see.
#[test]
fn the_program_can_be_called_in_process() {
    let status = |arguments: &[&str]| status_of([&["referee"], arguments].concat(), Registry::ours());
    assert_eq!(status(&["statements", "--json"]), 0);
    assert_eq!(status(&["solve", "no-such-problem"]), 2);
    assert_eq!(status(&["--no-such-flag"]), 2);
}

#[test]
fn verify_holds_and_repeats_itself_on_any_number_of_threads() {
    let call = |threads| referee(&["verify", "--family", "bilinear", "--seed", "3", "--threads", threads]);
    let first = call("1");
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    for words in [" 0 violated; ", " 0 refuted; nothing is wrong (seed 3)."] {
        assert!(text(&first.stdout).contains(words), "{}", text(&first.stdout));
    }
    assert_eq!(first.stdout, call("3").stdout);
}

#[test]
fn verify_of_one_statement_prints_that_statement() {
    let output = referee(&["verify", "--family", "bilinear", "--statement", "lemma-6", "--json"]);
    let value: Value = serde_json::from_slice(&output.stdout).expect("standard output is JSON alone");
    assert_eq!(value["seed"], 0);
    assert_eq!(value["statements"].as_array().map(Vec::len), Some(1));
    assert_eq!(value["statements"][0]["statement"], "lemma-6");
    assert!(value["statements"][0]["instances"].as_u64().is_some_and(|count| count > 20));
    assert!(!text(&output.stdout).contains("null"), "absent, never null");
}

/// A row of nothing but identities says so, and a row that rests on another's runs or repeats its claims says that.
#[test]
fn verify_counts_identities_and_comparisons_apart() {
    let output = referee(&["verify", "--family", "qp-half", "--json"]);
    let value: Value = serde_json::from_slice(&output.stdout).expect("standard output is JSON alone");
    let rows = value["statements"].as_array().expect("rows");
    let row = |name: &str| rows.iter().find(|row| row["statement"] == name).expect("a row");
    let theorem_4 = row("theorem-4");
    assert_eq!((&theorem_4["held"], &theorem_4["refuted"]), (&0.into(), &0.into()));
    let above = |row: &Value, field: &str| row[field].as_u64().is_some_and(|count| count > 20);
    assert!(above(theorem_4, "identities") && above(theorem_4, "compared"), "{theorem_4}");
    assert!(theorem_4["only_identities"] == true && theorem_4["tightest"].is_null(), "{theorem_4}");
    let corollary_1 = row("corollary-1");
    assert_eq!((&corollary_1["same_run_as"], &corollary_1["only_identities"]), (&"lemma-10".into(), &false.into()));
    // Mirror descent is an algorithm of its own.
    assert!(row("theorem-6")["same_run_as"].is_null() && row("theorem-7")["same_run_as"].is_null());
    assert!(above(corollary_1, "held") && corollary_1["identities"] == 0, "{corollary_1}");
    let repeated = [("lemma-6", "theorem-1"), ("lemma-7", "theorem-2"), ("theorem-4", "theorem-2")];
    for (name, other) in repeated {
        assert_eq!(row(name)["claims_also_of"], other, "{name}");
    }
    for count in ["held", "identities", "compared"] {
        let sum: u64 = rows.iter().filter_map(|row| row[count].as_u64()).sum();
        assert!(value["totals"][count].as_u64().is_some_and(|total| 0 < total && total < sum), "{count}: once each");
    }
    let table = referee(&["verify", "--family", "qp-half"]);
    for words in [
        "only identities: see compared",
        "same run as L10",
        "claims also of T1",
        " distinct conclusions held",
        " comparisons, 0 refuted; nothing is wrong",
    ] {
        assert!(text(&table.stdout).contains(words), "{words}: {}", text(&table.stdout));
    }
}

/// Statements with a probability, and no others, say how many runs saw noise and how many of them failed.
#[test]
fn verify_counts_the_failures_of_noisy_runs() {
    let output = referee(&["verify", "--family", "noisy", "--json"]);
    let value: Value = serde_json::from_slice(&output.stdout).expect("standard output is JSON alone");
    let stochastic = ["theorem-7", "lemma-4", "lemma-9", "lemma-10", "corollary-3", "corollary-4"];
    for row in value["statements"].as_array().expect("rows") {
        let name = row["statement"].as_str().expect("a name");
        assert_eq!(row["noisy_runs"].as_u64().is_some_and(|runs| runs >= 16), stochastic.contains(&name), "{row}");
        assert_eq!(row["noisy_failures"].as_u64(), stochastic.contains(&name).then_some(0), "{row}");
    }
    let table = referee(&["verify", "--family", "noisy", "--statement", "lemma-9"]);
    assert!(text(&table.stdout).contains(" noisy runs failed"), "{}", text(&table.stdout));
}

#[test]
fn verify_tries_statements_on_random_instances_of_their_own() {
    let call = |more: &[&str]| {
        let mut all = vec!["verify", "--random", "12", "--statement", "lemma-9", "--seed", "5"];
        all.extend(more);
        let output = referee(&all);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let table = call(&[]);
    let last = table.lines().last().expect("a last line");
    assert_eq!(last, "12 random instances of 1 statement, seed 5. None refutes its statement.");
    assert!(table.contains("\nL9 ") && table.contains("0 of 10"), "{table}");
    let rows: Value = serde_json::from_str(&call(&["--json"])).expect("JSON");
    let row = &rows["statements"][0];
    assert_eq!((&row["statement"], &row["instances"], &row["noisy"]), (&json!("lemma-9"), &json!(12), &json!(10)));
    assert_eq!(row["counterexamples"], json!([]));
    let cut = referee(&["verify", "--random", "100000", "--statement", "corollary-1", "--budget", "64"]);
    assert!(text(&cut.stdout).contains("64 random instances of 1 statement, seed 0; the budget ended"), "{cut:?}");
}

#[test]
fn verify_writes_every_instance_and_the_files_of_the_worst() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("results");
    let path = output.to_str().expect("text");
    let call = referee(&["verify", "--family", "step-hinge", "--statement", "theorem-2", "--output", path]);
    assert_eq!(call.status.code(), Some(0), "{}", text(&call.stderr));
    let rows = std::fs::read_to_string(output.join("instances.csv")).expect("the rows");
    assert!(
        rows.lines().count() > 20
            && rows.lines().skip(1).all(|row| row.contains(",theorem-2,") || row.contains("subgradients")),
        "{rows}"
    );
    let certificate = output.join("worst/theorem-2/certificate.json");
    let check = referee(&["check", certificate.to_str().expect("text")]);
    assert_eq!(check.status.code(), Some(0), "{}", text(&check.stderr));
}

#[test]
fn a_wrong_call_ends_with_status_2_and_says_why() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for (arguments, word) in [
        (&["verify", "--instances", "0"][..], "--instances"),
        (&["verify", "--random", "0"], "--random"),
        (&["verify", "--random", "5", "--family", "triangle"], "--family"),
        (&["verify", "--random", "5", "--budget", "soon"], "--budget"),
        (&["verify", "--budget", "60s"], "--random"),
        (&["verify", "--seed=-1"], "--seed"),
        (&["verify", "--statement", "theorem-9"], "--statement: there is no statement `theorem-9`"),
        (&["verify", "--family", "pentagon"], "--family: there is no problem family `pentagon`"),
        (&["verify", "extra"], "extra"),
        (&["conquer"], "conquer"),
        // What the library asks for by name has a flag here.
        (&["plan", "--statement", "corollary-1", "--domain-radius", "1", "--regret", "1"], "(--subgradient-bound)"),
        (&["plan", "--statement", "theorem-6", "--margin", "1"], "--margin has no meaning in theorem-6"),
        (&["experiment", "adult", "--data", "/nowhere"], "name the folder with --data or REFEREE_DATA"),
        // One sentence for every folder that cannot be made.
        (&["verify", "--output", file], "there is a file of that name; name another --output"),
        (&["rates", "--output", file], "there is a file of that name; name another --output"),
        (&["solve", "bilinear", "--output", file], "there is a file of that name; name another --output"),
        (
            &["fit", "examples/loans.csv", "--label", "repaid", "--positive", "yes", "--output", file],
            "there is a file of that name; name another --output",
        ),
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
