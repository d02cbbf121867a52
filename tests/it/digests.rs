//! The prover and the checker find the same digest of a problem, each by its own code.

#![cfg(feature = "cli")]

use serde_json::Value;
use std::fs;
use std::path::Path;

/// What the program prints, which must end with status 0.
fn referee(arguments: &[&str], folder: &Path) -> String {
    let output = crate::program(Some(1000)).args(arguments).current_dir(folder).output();
    let output = output.expect("the program was built");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).expect("the program prints text")
}

fn json(arguments: &[&str], folder: &Path) -> Value {
    serde_json::from_str(&referee(&[arguments, &["--json"]].concat(), folder)).expect("JSON alone")
}

/// The digest that the checker finds in a file, and that a person sees.
fn checked(file: &str, folder: &Path) -> (Value, String) {
    let digest = json(&["check", file], folder)["problem_sha256"].clone();
    let seen = referee(&["check", file], folder);
    let seen = seen.split("digest ").nth(1).expect("it says what it is about").split_whitespace().next();
    (digest, seen.unwrap_or_default().to_owned())
}

/// The digest in the line `Problem: NAME, digest DIGEST.`
fn line(printed: &str) -> &str {
    let line = printed.lines().find(|line| line.starts_with("Problem: ")).unwrap_or_else(|| panic!("{printed}"));
    line.split([' ', '.'])
        .find(|word| word.len() == 16 && word.bytes().all(|b| b.is_ascii_hexdigit()))
        .expect("16 digits")
}

/// Whole numbers, a number that no short decimal is, -0, and names that JSON must escape.
const ODD: &str = "name = \"odd \\\"name\\\" \\\\ \\u00e9\"\nminimize = \"x + 1e-7 * y\"\n\
    [variables]\nx = [-1, 0.1]\ny = [-0.0, 9007199254740993]\n\
    [[constraint]]\nname = \"a \\\"b\\\"\"\nexpression = \"step(-x) - 0.5\"\nproxy = \"hinge(-x) - 0.5\"\n";

#[test]
fn solve_certify_equilibrium_and_check_say_the_same() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    fs::write(folder.join("odd.toml"), ODD).expect("ours");
    let late = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/late.toml");
    let mut digests = Vec::new();
    for problem in [late, "odd.toml", "extremal:m=4,v=1,gamma=0.5", "polygon:m=5", "qp-half"] {
        let short = ["--rounds", "40", "--output", "out"];
        let solved = json(&[&["solve", problem, "--refine", "--gap", "0.01"], &short[..]].concat(), folder);
        let digest = solved["problem_sha256"].as_str().expect("it can be written down").to_owned();
        let written: Vec<&str> =
            solved["written"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert!(written.contains(&"out/bound.json"), "{problem}: {written:?}");
        referee(&["equilibrium", problem, "--gap", "0.1", "--output", "out/equilibrium.json"], folder);
        for file in ["out/certificate.json", "out/bound.json", "out/equilibrium.json"] {
            assert_eq!(checked(file, folder), (digest.clone().into(), digest[..16].to_owned()), "{problem}: {file}");
        }
        let printed = [
            referee(&[&["solve", problem], &short[..]].concat(), folder),
            referee(&["solve", problem, "--rounds", "40", "--no-trace"], folder),
            referee(&["certify", "out/trace.csv", "--problem", problem], folder),
            referee(&["equilibrium", problem, "--gap", "0.1"], folder),
        ];
        assert!(printed.iter().all(|printed| line(printed) == &digest[..16]), "{problem}: {printed:?}");
        digests.push(digest);
    }
    digests.sort();
    digests.dedup();
    assert_eq!(digests.len(), 5, "different problems have different digests");
}

#[test]
fn fit_and_check_say_the_same() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/loans.csv"), folder.join("loans.csv")).expect("ours");
    let call = |rate: &str| {
        let constraint = format!("fpr() <= {rate}");
        let arguments = ["fit", "loans.csv", "--label", "repaid", "--positive", "yes", "--constraint", &constraint];
        let short = ["--rounds", "100", "--snapshots", "10", "--batch", "20", "--output", "out"];
        json(&[&arguments[..], &short[..]].concat(), folder)
    };
    let fitted = call("0.2");
    for (key, file) in [("problem_sha256", "out/fit.json"), ("certificate_problem_sha256", "out/certificate.json")] {
        assert_eq!(checked(file, folder).0, fitted[key], "{file}");
    }
    assert_ne!(call("0.25")["problem_sha256"], fitted["problem_sha256"], "another constraint is another problem");
}
