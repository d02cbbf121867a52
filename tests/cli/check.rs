//! `referee check` as a user calls it who has a problem of their own in mind.

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Output;

fn call(arguments: &[&str], folder: &Path) -> Output {
    crate::program(Some(1000)).args(arguments).current_dir(folder).output().expect("it was built")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

/// The status of a call, and its one sentence.
fn answer(arguments: &[&str], folder: &Path) -> (Option<i32>, String) {
    let output = call(arguments, folder);
    (output.status.code(), text(&output.stderr).to_owned())
}

const LATE: &str = include_str!("../../examples/late.toml");

#[test]
fn a_certificate_is_compared_with_the_problem_that_was_meant() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    fs::write(folder.join("late.toml"), LATE).expect("ours");
    let solved = call(&["solve", "late.toml", "--rounds", "50", "--output", "out"], folder);
    assert_eq!(solved.status.code(), Some(0), "{}", text(&solved.stderr));
    let check = |problem: &str| answer(&["check", "out/certificate.json", "--problem", problem], folder);
    assert_eq!(check("late.toml"), (Some(0), String::new()));

    for (from, to, said) in [
        ("x = [-1, 1]", "x = [-1, 2]", "problem, domain, upper end of variable 1: it is 1 in the file, but 2 in"),
        ("minimize = \"x\"", "minimize = \"-x\"", "problem, the objective: it is `x` in the file, but `-x` in"),
        (
            "step(-x) - 0.5",
            "step(-x) - 0.6",
            "problem, constraint 1: it is `step(-x) - 0.5` in the file, but `step(-x) - 0.6` in",
        ),
        (
            "max(0, 1 - x) - 0.5",
            "max(0, 1 - x) - 0.25",
            "problem, the proxy of constraint 1: it is `max(0, 1 - x) - 0.5` in",
        ),
    ] {
        // What is known of the problem is not part of it, and would be refuted by the change.
        let changed = LATE.split("[facts]").next().expect("it is there").replacen(from, to, 1);
        assert!(changed.contains(to), "{from}");
        fs::write(folder.join("changed.toml"), &changed).expect("ours");
        let (status, sentence) = check("changed.toml");
        assert!(status == Some(1) && sentence.contains(said) && sentence.lines().count() == 1, "{sentence}");
    }
    let renamed = LATE.replace("name = \"late\"", "name = \"early\"");
    fs::write(folder.join("renamed.toml"), renamed).expect("ours");
    assert_eq!(check("renamed.toml").0, Some(0), "names play no part");

    let certificate: Value =
        serde_json::from_slice(&fs::read(folder.join("out/certificate.json")).expect("it was written")).expect("JSON");
    fs::write(folder.join("own.json"), certificate["problem"].to_string()).expect("ours");
    assert_eq!(check("own.json"), (Some(0), String::new()));
    let (status, sentence) = check("triangle");
    assert!(status == Some(1) && sentence.contains("problem, number of variables: "), "{sentence}");
    for (file, problem) in [("out/solution.json", "late.toml"), ("out/certificate.json", "nosuch.toml")] {
        let (status, sentence) = answer(&["check", file, "--problem", problem], folder);
        assert_eq!((status, sentence.lines().count()), (Some(2), 1), "{sentence}");
    }

    let report: Value =
        serde_json::from_slice(&call(&["check", "out/certificate.json", "--json"], folder).stdout).expect("JSON");
    let about = &report["about"];
    assert_eq!((&about["name"], &about["variables"]), (&json!("late"), &json!(["x"])));
    assert_eq!((&about["domain"], &about["objective"]), (&json!("x in [-1, 1]"), &json!("x")));
    let constraint = json!({ "name": "rate", "function": "step(-x) - 0.5", "proxy": "max(0, 1 - x) - 0.5" });
    assert_eq!(about["constraints"], json!([constraint]));
    assert!(about["lower_bound"]["value"].is_number() && about["lower_bound"]["kind"].is_string(), "{about:#}");
    let digest = report["problem_sha256"].as_str().expect("a text");
    let printed = call(&["check", "out/certificate.json"], folder);
    let first = format!("about: the problem `late`, digest {}\n", &digest[..16]);
    assert!(digest.len() == 64 && text(&printed.stdout).starts_with(&first), "{}", text(&printed.stdout));
    let quiet = call(&["check", "out/certificate.json", "--quiet"], folder);
    assert_eq!(text(&quiet.stdout).lines().count(), 1);
}

#[test]
fn a_built_in_problem_is_compared_by_its_name() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let solved = call(&["solve", "polygon:m=3", "--rounds", "20", "--output", "out"], folder.path());
    assert_eq!(solved.status.code(), Some(0), "{}", text(&solved.stderr));
    let check = |problem: &str| answer(&["check", "out/certificate.json", "--problem", problem], folder.path());
    assert_eq!(check("polygon:m=3"), (Some(0), String::new()));
    assert_eq!(check("polygon:m=4").0, Some(1));
}

/// The checker's corpus has a fit whose coefficient 19/20 became 1/20 under the same name.
#[test]
fn the_constraints_of_a_fit_are_compared_with_the_words_of_the_call() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs-check/tests/reject/Problem");
    let check = |arguments: &[&str]| answer(&[&["check", "fit-another-coefficient.json"], arguments].concat(), &folder);
    assert_eq!(check(&[]).0, Some(0), "by itself it is true");
    let (status, sentence) = check(&["--constraint", "tpr(sex=F) >= 0.95 * tpr()"]);
    let said = "rejected: problem, constraint 1, coefficient of term 1: it is 1/20 in the file, but 19/20 in what was \
                asked for\n";
    assert!(status == Some(1) && sentence.ends_with(said), "{sentence}");
    assert_eq!(check(&["--constraint", "tpr(sex=F) >= 0.05 * tpr()"]), (Some(0), String::new()));
    assert_eq!(check(&["--constraint", "tpr(\"sex\"=F) >= tpr() / 20", "--data", "people.csv"]).0, Some(0));
    let two = check(&["--constraint", "tpr(sex=F) >= 0.05 * tpr()", "--constraint", "fpr() <= 0.5"]);
    assert!(two.0 == Some(1) && two.1.contains("number of constraints: it is 1 in the file, but 2 in"), "{}", two.1);
    assert_eq!(check(&["--problem", "fit-another-coefficient.problem"]).0, Some(2), "it is not a *.json");
    for wrong in
        [&["--constraint", "tpr(sex=X) >= 0.5"][..], &["--reference", "sex"], &["--constraint", "churn() <= 0.5"]]
    {
        let (status, sentence) = check(wrong);
        assert_eq!((status, sentence.lines().count()), (Some(2), 1), "{sentence}");
    }
    let (status, sentence) = answer(&["check", "another-domain.json", "--constraint", "fpr() <= 0.5"], &folder);
    assert!(status == Some(2) && sentence.contains("this file has no data and label"), "{sentence}");
}
