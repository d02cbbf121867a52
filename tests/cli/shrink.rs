//! `referee shrink` as a user calls it.

use referee::shrink::{Candidates, Outcome, Record};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

fn call(arguments: &[&str], folder: &Path) -> Output {
    let mut command = crate::program(Some(1000));
    command.arg("shrink").args(arguments).current_dir(folder);
    command.output().expect("the program was built")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

/// A folder with `two.csv`: good but not allowed, and allowed but expensive.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("two.csv"), "objective,constraint_1\n0,1\n1,-0.5\n0.75,0.5\n").expect("ours");
    folder
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).expect("ours").map(|entry| entry.expect("an entry").path()).collect()
}

#[test]
fn the_mixture_is_printed_exactly() {
    let folder = folder();
    let output = call(&["two.csv"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    for words in
        ["1/3", "0.333333333", "2/3", "constraint_1, active", "epsilon is 0, the least", "Proved in exact arithmetic"]
    {
        assert!(printed.contains(words), "{words} is missing in:\n{printed}");
    }
    assert_eq!(files(folder.path()).len(), 1, "nothing is written unless asked for");
}

#[test]
fn the_solution_is_written_and_printed_as_json() {
    let folder = folder();
    let output = call(&["two.csv", "--epsilon", "1/4", "--output", "best.json", "--json"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON alone");
    let record = Record::read(folder.path().join("best.json")).expect("a solution");
    assert_eq!(record.to_json(), printed);
    assert_eq!(printed["objective"], "1/2");
    assert_eq!((&printed["epsilon"], &printed["epsilon_is_minimal"]), (&"1/4".into(), &false.into()));
    let candidates = Candidates::read(folder.path().join("two.csv"), 1).expect("candidates");
    assert_eq!(Some(&record.source), candidates.source());
}

#[test]
fn infeasible_is_an_answer() {
    let folder = folder();
    fs::write(folder.path().join("bad.csv"), "objective,constraint_1\n0,1\n1,0.5\n").expect("ours");
    let output = call(&["bad.csv", "--epsilon", "0.25", "--output", "no.json"], folder.path());
    assert_eq!(output.status.code(), Some(0));
    assert!(
        text(&output.stdout)
            .contains("Infeasible: no mixture of the 2 candidates has every constraint at most 0.25 on")
    );
    let record = Record::read(folder.path().join("no.json")).expect("a solution");
    assert!(matches!(record.outcome, Outcome::Infeasible(_)));
}

#[test]
fn a_subsample_is_written_beside_its_solution() {
    let folder = folder();
    let output = call(&["two.csv", "--every", "2", "--output", "best.json"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let record = Record::read(folder.path().join("best.json")).expect("a solution");
    assert_eq!((record.source.file.as_str(), record.count), ("best.candidates.csv", 2));
    let used = Candidates::read(folder.path().join("best.candidates.csv"), 1).expect("candidates");
    assert_eq!(used.source(), Some(&record.source));
    assert_eq!(used.objective(1), 0.75);
    // The table counts as the user's file does.
    let printed = text(&output.stdout);
    for words in ["\n        2 ", "every 2nd row of the file", "The solution counts the rows of best.candidates.csv;"] {
        assert!(printed.contains(words), "{words} is missing in:\n{printed}");
    }
}

/// A folder with a trace and its certificate: the paper's bound on the violation is 1/2.
fn certified() -> tempfile::TempDir {
    let folder = folder();
    let trace = "objective,constraint_1,lambda_1\n0,1,0\n0,1,0.5\n1,-1,1\n0,1,0.5\n1,-1,1\n";
    fs::write(folder.path().join("trace.csv"), trace).expect("ours");
    let arguments = ["certify", "trace.csv", "--lower-bound", "0.375", "--radius", "2", "--output", "certificate.json"];
    let output = crate::program(Some(1000)).args(arguments).current_dir(folder.path()).output();
    assert_eq!(output.expect("the program was built").status.code(), Some(0));
    folder
}

#[test]
fn the_theorems_epsilon_is_read_from_a_certificate_that_is_checked_first() {
    let folder = certified();
    let path = folder.path().join("certificate.json");
    let theorem = ["--epsilon", "theorem", "--certificate", "certificate.json"];
    let shrink =
        |trace: &str| call(&[&[trace], &theorem[..], &["--json", "--output", "out.json"]].concat(), folder.path());
    let written = || folder.path().join("out.json").exists();
    let honest = fs::read_to_string(&path).expect("written");
    let document: serde_json::Value = serde_json::from_str(&honest).expect("JSON");
    let claims = document["claims"].as_array().expect("a list");
    let claim = claims.iter().find(|claim| claim["name"] == "infeasibility").expect("the radius is given");

    // The number of a forged claim is believed by nobody, whatever it says.
    let mut forged = document.clone();
    let place = claims.iter().position(|claim| claim["name"] == "infeasibility").expect("it is there");
    forged["claims"][place]["rhs"] = serde_json::json!([0.25, 0.25]);
    let without = |fields: &mut serde_json::Value, name: &str| fields.as_object_mut().map(|map| map.remove(name));
    let mut malformed = document.clone();
    without(&mut malformed, "measured");
    for (text_of, trace, status, words) in [
        (forged.to_string(), "trace.csv", 1, "referee: certificate.json: "),
        (honest.clone(), "two.csv", 2, "two.csv"),
        (honest.replace("\"holds\"", "\"undecided\""), "trace.csv", 1, "verdict"),
        (malformed.to_string(), "trace.csv", 2, "measured"),
        ("{}".to_owned(), "trace.csv", 2, "format"),
    ] {
        fs::write(&path, text_of).expect("ours");
        let output = shrink(trace);
        assert_eq!(output.status.code(), Some(status), "{}", text(&output.stderr));
        let sentence = text(&output.stderr);
        assert!(sentence.contains(words) && sentence.lines().count() == 1, "{words}: {sentence}");
        assert!(output.stdout.is_empty() && !written(), "{words} left something behind");
    }

    fs::write(&path, &honest).expect("ours");
    let output = shrink("trace.csv");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let most = claim["rhs"][1].as_f64().expect("a number");
    let epsilon: dashu_ratio::RBig = printed["epsilon"].as_str().expect("a fraction").parse().expect("a fraction");
    assert!(epsilon > dashu_ratio::RBig::ZERO && epsilon <= dashu_ratio::RBig::try_from(most).expect("finite"));
}

#[test]
fn an_accepted_certificate_without_the_claim_is_refused() {
    let folder = certified();
    for (facts, words) in [
        (&["--lower-bound", "0.375"][..], "it has no claim `infeasibility`: certify with what that needs"),
        // Above what the run reaches: no run can do that, so the bound is refuted, and with it the claim.
        (&["--lower-bound", "1.5", "--radius", "2"], "its claim `infeasibility` does not hold"),
    ] {
        let certify = [&["certify", "trace.csv", "--output", "certificate.json"], facts].concat();
        let output = crate::program(Some(1000)).args(certify).current_dir(folder.path()).output();
        assert_ne!(output.expect("the program was built").status.code(), Some(2));
        let theorem = ["trace.csv", "--epsilon", "theorem", "--certificate", "certificate.json"];
        let output = call(&theorem, folder.path());
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}

#[test]
fn a_hundred_thousand_candidates() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut csv = String::from("objective,constraint_1,constraint_2,constraint_3\n");
    for t in 0..100_000_u32 {
        let wave = |speed: f64| (f64::from(t) * speed).sin();
        let _ = writeln!(csv, "{},{},{},{}", wave(0.37), wave(0.11) + 0.2, wave(0.23) + 0.1, wave(0.41) - 0.1);
    }
    fs::write(folder.path().join("many.csv"), csv).expect("ours");
    let output = call(&["many.csv", "--output", "best.json", "--quiet"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let record = Record::read(folder.path().join("best.json")).expect("a solution");
    let Outcome::Optimal(solution) = record.outcome else { panic!("it is feasible") };
    assert_eq!(record.count, 100_000);
    assert!(solution.support.len() <= 4 && solution.epsilon.is_zero());
}

#[test]
fn wrong_calls_end_with_status_2_one_sentence_and_no_file() {
    let folder = folder();
    fs::write(folder.path().join("ragged.csv"), "objective,constraint_1\n0\n").expect("ours");
    for (arguments, words) in [
        (&["none.csv"][..], "none.csv: cannot open this file"),
        (&["ragged.csv"], "ragged.csv, line 2: the line has 1 field for 2 columns"),
        (&["two.csv", "--epsilon", "-1"], "referee: --epsilon is -1, but it must not be negative"),
        (&["two.csv", "--epsilon", "-1e-3"], "referee: --epsilon is -1e-3, but it must not be negative"),
        (&["two.csv", "--epsilon", "-.5"], "referee: --epsilon is -.5, but it must not be negative"),
        (&["two.csv", "--epsilon", "-1/3"], "referee: --epsilon is -1/3, but it must not be negative"),
        (&["two.csv", "--every", "-1e3"], "it must be a whole number from 1 on"),
        (&["two.csv", "--epsilon", "1/0"], "must be `minimal`, `theorem` or a number that is not negative"),
        (&["two.csv", "--epsilon", "theorem"], "--epsilon theorem needs --certificate"),
        (&["two.csv", "--certificate", "two.csv"], "--certificate needs --epsilon theorem: add"),
        (&["two.csv", "--epsilon", "theorem", "--certificate", "two.csv"], "two.csv, line 1: "),
        (&["two.csv", "--every", "0"], "--every"),
    ] {
        let output = call(&[arguments, &["--output", "out.json"]].concat(), folder.path());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(words), "{arguments:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty() && files(folder.path()).len() == 2, "{arguments:?} left something behind");
    }
    let output = call(&["two.csv", "--every", "2", "--json"], folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--json with --every needs --output"));
}

#[test]
fn what_is_read_is_never_written_over() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::copy(path("two.csv"), path("best.candidates.csv")).expect("ours");
    fs::write(path("certificate.json"), "{}").expect("ours");
    let theorem = ["--epsilon", "theorem", "--certificate", "certificate.json"];
    for (arguments, what) in [
        (&["two.csv", "--output", "two.csv"][..], "candidates"),
        (&["two.csv", "--output", "./two.csv"], "candidates"),
        (&["best.candidates.csv", "--every", "2", "--output", "best.json"], "candidates"),
        (&[&["two.csv", "--output", "certificate.json"], &theorem[..]].concat(), "certificate"),
    ] {
        let before: Vec<_> =
            ["two.csv", "best.candidates.csv", "certificate.json"].map(|f| fs::read(path(f)).ok()).into();
        let output = call(arguments, folder.path());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let words = format!("writing this file would destroy the {what}: name another file");
        assert!(text(&output.stderr).contains(&words), "{arguments:?}: {}", text(&output.stderr));
        let after: Vec<_> =
            ["two.csv", "best.candidates.csv", "certificate.json"].map(|f| fs::read(path(f)).ok()).into();
        assert!(before == after && files(folder.path()).len() == 3, "{arguments:?} changed a file");
    }
    // Without --every that name is not written, so it may be read.
    let output = call(&["best.candidates.csv", "--output", "best.json"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

/// What is printed for a file.
fn printed(csv: &str, arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("own.csv"), csv).expect("ours");
    let output = call(&[&["own.csv"], arguments].concat(), folder.path());
    let bytes = if output.status.success() { output.stdout } else { output.stderr };
    text(&bytes).to_owned()
}

#[test]
fn a_positive_least_epsilon_is_said_to_be_infeasible() {
    let infeasible = printed("objective,constraint_1,constraint_2\n0,23,-22\n0,-22,23\n", &["--quiet"]);
    assert!(infeasible.contains("No mixture of the candidates is feasible: the least epsilon is 0.5."), "{infeasible}");
    let third = printed("objective,constraint_1,constraint_2\n0,1,0\n0,-1,1\n", &["--quiet"]);
    let words = "No mixture of the candidates is feasible: the least epsilon is about 0.333333333 (exactly 1/3).";
    assert!(third.contains(words), "{third}");
    let feasible = printed("objective,constraint_1\n0,1\n0,-1\n", &["--quiet"]);
    assert!(!feasible.contains("is feasible"), "{feasible}");
}

#[test]
fn decimals_stand_beside_fractions() {
    let two = "objective,constraint_1\n0,1\n1,-0.5\n";
    let given = printed(two, &["--epsilon", "0.05"]);
    assert!(given.contains("epsilon is 0.05 (exactly 3602879701896397/72057594037927936), as asked"), "{given}");
    let farkas = printed("objective,constraint_1,constraint_2\n0,1,0\n0,-1,1\n", &["--epsilon", "0"]);
    for words in [
        "at least 0.333333333 (exactly 1/3) in the sum of 0.333333333 (exactly 1/3) times constraint_1, ",
        "0.666666667 (exactly 2/3) times constraint_2;",
    ] {
        assert!(farkas.contains(words), "{words} is missing in:\n{farkas}");
    }
    let one = printed("objective,constraint_1\n0,1\n", &["--epsilon", "0"]);
    assert!(one.contains("no mixture of the 1 candidate has"), "{one}");
    assert!(one.contains("every candidate has at least 1 in constraint_1;"), "{one}");
}

#[test]
fn a_table_says_how_many_constraints_it_leaves_out() {
    let wide = |m: usize| {
        let mut csv = String::from("objective");
        (1..=m).for_each(|i| write!(csv, ",constraint_{i}").expect("a text"));
        csv + "\n0" + &",-1".repeat(m) + "\n"
    };
    assert!(!printed(&wide(12), &[]).contains("Not listed"));
    assert!(printed(&wide(13), &[]).contains("Not listed: 1 constraint, whose mean is not larger."));
    assert!(printed(&wide(20), &[]).contains("Not listed: 8 constraints, whose means are not larger."));
}

#[test]
fn averages_of_huge_values_are_finite() {
    let huge = printed("objective,constraint_1\n1.7e308,-1.7e308\n1.7e308,-1.7e308\n1.7e308,-1.7e308\n", &[]);
    assert!(huge.matches("1.7e308").count() >= 4 && !huge.contains("inf"), "{huge}");
    let largest = printed("objective\n1.7976931348623157e308\n1.7976931348623157e308\n", &[]);
    assert!(!largest.contains("inf"), "{largest}");
}

#[test]
fn candidates_without_multipliers_are_not_called_rounds() {
    for (csv, words) in [
        ("", "then one line per candidate"),
        ("objective,constraint_1\n", "the file ends without a candidate: write one line per candidate"),
        ("objective,constraint_1\n0\n", "give every column a number in every row"),
        ("objective,constraint_1\n0,\n", "give every column a number in every row"),
        ("objective,constraint_1\n0,nan\n", "which is not a finite number: leave the row out"),
        (
            "objective,accuracy\n0,1\n",
            "`accuracy` is not a column of candidates: say what it is with --columns, or leave it out with",
        ),
        ("objective,constraint_1,lambda_1\n0,1\n", "give every column a number in every round"),
    ] {
        let printed = printed(csv, &[]);
        assert!(printed.contains(words), "{csv:?}: {printed}");
    }
}

#[test]
fn candidates_in_another_folder_are_asked_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("two.csv"), "objective,constraint_1\n0,1\n1,-1\n").expect("ours");
    fs::create_dir(folder.path().join("inner")).expect("ours");
    let output = |arguments: &[&str]| {
        let all = [&["two.csv"], arguments].concat();
        text(&call(&all, folder.path()).stdout).to_owned()
    };
    let there = output(&["--output", "inner/s.json"]);
    assert!(there.ends_with("`referee check inner/s.json` will need --candidates two.csv\n"), "{there}");
    // Chosen candidates are written beside the solution.
    assert!(!output(&["--output", "inner/s.json", "--every", "2"]).contains("will need"));
    assert!(!output(&["--output", "s.json"]).contains("will need"));
}
