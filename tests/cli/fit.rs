//! `referee fit` and `referee predict` as a user calls them, on 200 rows made by hand.

use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Output;

fn call(arguments: &[&str], folder: &Path) -> Output {
    let mut command = crate::program(Some(1000));
    command.args(arguments).current_dir(folder);
    command.output().expect("the program was built")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

/// Loans to two groups: who earns more or is a clerk is likelier to pay back, and one group earns less.
fn loans(rows: usize) -> String {
    let mut csv = "group,income,job,old,paid\n".to_owned();
    for row in 0..rows {
        let group = if row % 3 == 0 { "b" } else { "a" };
        let income = 20 + (row * 37) % 61 - if group == "b" { 12 } else { 0 };
        let job = ["clerk", "cook, chef", "?"][(row * 7) % 3];
        let paid = income + if job == "clerk" { 9 } else { 0 } + (row * 13) % 17 > 50;
        let old = if income > 45 { "yes" } else { "no" };
        let _ = writeln!(csv, "{group},{income},\"{job}\",{old},{}", if paid { "yes" } else { "no" });
    }
    csv
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("loans.csv"), loans(200)).expect("ours");
    folder
}

const SHORT: [&str; 6] = ["--rounds", "400", "--snapshots", "20", "--batch", "20"];

fn fit<'a>(arguments: &[&'a str], folder: &Path) -> Output {
    let mut all: Vec<&'a str> = vec!["fit", "loans.csv", "--label", "paid", "--positive", "yes", "--ignore", "old"];
    all.extend(SHORT);
    all.extend(arguments);
    call(&all, folder)
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("it was written")).expect("it is JSON")
}

#[test]
fn a_fit_prints_its_table_and_writes_files_that_the_checker_accepts() {
    let folder = folder();
    let constraint = "tpr(group=b) >= 0.95 * tpr()";
    let output = fit(&["--constraint", constraint, "--groups", "group", "--output", "out"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    let printed = text(&output.stdout);
    for words in [
        "Training: 160 rows",
        "Test: 40 rows, rates about (test-fit.json has exact counts)\n",
        "unconstrained",
        "shrunk mixture",
        "error",
        "tpr(group=b)",
        "fpr(group=a)",
        constraint,
        "(proved)",
        "wrote out",
    ] {
        assert!(printed.contains(words), "{words} is missing in:\n{printed}");
    }
    // What is compared with is said before it is compared with.
    let flat = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    let (before, after) = flat.split_once("they ask for more than the constraints").expect("the plain sentence");
    assert!(after.contains("Certified: its mean objective"), "{printed}");
    assert!(!before.contains("Certified:") && before.contains("about `average` and its hinge loss"), "{printed}");
    // Nothing is said about rows that were not counted.
    assert!(!printed.contains("interval"), "{printed}");
    let out = folder.path().join("out");
    for name in ["fit.json", "test-fit.json", "models.json", "certificate.json", "solution.json"] {
        let output = call(&["check", name], &out);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
    }
    for name in ["fit.json", "test-fit.json", "certificate.json"] {
        let output = call(&["check", name, "--constraint", constraint], &out);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
        let output = call(&["check", name, "--constraint", "tpr(group=b) >= 0.9 * tpr()"], &out);
        let said = "coefficient of term 1: it is 19/20 in the file, but 9/10 in what was asked for\n";
        assert!(output.status.code() == Some(1) && text(&output.stderr).ends_with(said), "{}", text(&output.stderr));
    }
    let fit = json(&out.join("fit.json"));
    assert_eq!((&fit["data"]["rows"], &fit["constraints"][0]["name"]), (&Value::from(160), &Value::from(constraint)));
    // What is wrong is not accepted: one more row, and one error less.
    let mut changed = fit.clone();
    changed["classifiers"][0]["error"] = "0".into();
    fs::write(out.join("changed.json"), changed.to_string()).expect("ours");
    assert_eq!(call(&["check", "changed.json"], &out).status.code(), Some(1));
}

#[test]
fn the_same_seed_gives_the_same_files() {
    let folder = folder();
    let one = |name: &str, seed: &str| {
        let output = fit(&["--constraint", "fpr() <= 0.2", "--seed", seed, "--output", name], folder.path());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        fs::read(folder.path().join(name).join("fit.json")).expect("it was written")
    };
    assert_eq!(one("a", "3"), one("b", "3"));
    assert_ne!(one("a", "3"), one("c", "4"));
}

#[test]
fn vacuity_is_said_aloud() {
    let folder = folder();
    let output = fit(&["--constraint", "equal_opportunity(group) >= 0.95", "--split", "0"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(
        printed.contains("No model satisfies the hinges of all constraints: the largest is at least 9/10"),
        "{printed}"
    );
    assert!(!printed.contains("Test:"));
    let fit = json(&folder.path().join("referee-fit/fit.json"));
    assert_eq!(fit["infeasible_proxies"]["at_least"], "9/10");
}

#[test]
fn without_constraints_the_loss_alone_is_played() {
    let folder = folder();
    let output = fit(&["--json", "--objective", "hinge", "--output", "out"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["train"]["rows"], 160);
    let names: Vec<_> = report["train"]["classifiers"].as_array().expect("a list").iter().map(|c| &c["name"]).collect();
    assert!(names.contains(&&Value::from("unconstrained")), "{names:?}");
    let output = call(&["check", "certificate.json"], &folder.path().join("out"));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn a_test_file_is_measured_on_its_own() {
    let folder = folder();
    fs::write(
        folder.path().join("late.csv"),
        loans(260).lines().take(1).chain(loans(260).lines().skip(201)).fold(String::new(), |mut all, line| {
            all.push_str(line);
            all.push('\n');
            all
        }),
    )
    .expect("ours");
    let output = fit(
        &["--test", "late.csv", "--constraint", "error(group=b) <= 0.3", "--output", "out", "--json"],
        folder.path(),
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&report["train"]["rows"], &report["test"]["rows"]), (&Value::from(200), &Value::from(60)));
    // A later call without a test leaves no older test behind.
    let output = fit(&["--split", "0", "--output", "out"], folder.path());
    assert!(text(&output.stdout).contains("removed an older test-fit.json"), "{}", text(&output.stdout));
    assert!(!folder.path().join("out/test.csv").exists());
}

#[test]
fn churn_is_measured_against_its_column() {
    let folder = folder();
    let output = fit(&["--reference", "old", "--constraint", "churn() <= 0.5", "--json"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(report["train"]["classifiers"][0]["constraints"][0]["kept"].is_boolean());
}

/// Every mistake is one sentence that names its place, and nothing is written.
#[test]
fn mistakes_are_one_sentence_each() {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("ours");
    write("empty.csv", "");
    write("semicolons.csv", "x;y\n1;yes\n");
    write("twice.csv", "x,x\n1,2\n");
    write("ragged.csv", "x,y\n1,yes\n2\n");
    write("single.csv", "x,y\n1,yes\n2,yes\n");
    write("other.csv", "group,income,paid\na,1,yes\n");
    write("text.csv", "group,income,job,old,paid\na,12k,clerk,no,yes\n");
    write("labels.csv", "group,income,job,old,paid\na,12,clerk,no,1\n");
    fs::create_dir(folder.path().join("own")).expect("ours");
    write("own/train.csv", "mine\n");
    let deep: &'static str = Box::leak("(".repeat(5000).into_boxed_str());
    let mut nearly = "x,y\n".to_owned();
    for row in 0..60 {
        let _ = writeln!(nearly, "{row},{}", if row % 2 == 0 { "yes" } else { "no" });
    }
    write("nearly.csv", &(nearly + "o1,no\n"));
    let loans = ["fit", "loans.csv", "--label", "paid", "--positive", "yes"];
    let xy = |file| vec!["fit", file, "--label", "y", "--positive", "yes"];
    let with = |extra: &[&'static str]| loans.iter().copied().chain(extra.iter().copied()).collect::<Vec<_>>();
    let cases: Vec<(Vec<&str>, &str)> = vec![
        (with(&["--constraint", "tpr(sex=F) >= 0.9"]), "column 5: there is no column `sex`; the columns are `group`"),
        (
            with(&["--constraint", "tpr(group=c) >= 0.9"]),
            "column 11: `c` never occurs in the column `group`, which has `b`, `a`",
        ),
        (with(&["--constraint", "tpr(income>900) >= 0.9"]), "column 5: the group `income>900` of `tpr` has no row"),
        (with(&["--constraint", "tpr() > 0.9"]), "column 7: strict comparisons"),
        (with(&["--constraint", "tpr() >= 90%"]), "write 0.9 for 90 %"),
        (with(&["--constraint", "95 <= tpr()"]), "no model can keep it, because rates lie between 0 and 1"),
        (with(&["--constraint", deep]), "is longer than 2000 bytes"),
        (with(&["--constraint", "tpr(income>=900) >= 0.9"]), "the group `income>=900` of `tpr` has no row"),
        (with(&["--test", "text.csv"]), "text.csv, line 2: `12k` in the column `income` is not a number"),
        (with(&["--test", "labels.csv"]), "labels.csv, line 2: the label `1` does not occur in the training rows"),
        (with(&["--output", "own"]), "own/train.csv: this file is there and was not written by this command"),
        (with(&["--constraint", "fpr() <= 0.9", "--constraint", "fpr() <= 0.9"]), "is stated twice"),
        (with(&["--test", "other.csv"]), "other.csv, line 1: there is no column `job`, which loans.csv has"),
        (with(&["--numeric", "job"]), "is not a number, but the column `job` is said to hold numbers"),
        (with(&["--ignore", "jb"]), "there is no column `jb`"),
        (with(&["--objective", "squared"]), "it must be error, hinge or logistic"),
        (with(&["--split", "0.001"]), "--split 0.001 of 200 rows"),
        (
            vec!["fit", "loans.csv", "--label", "paid"],
            "say which label counts as + with --positive; the column `paid` has",
        ),
        (vec!["fit", "loans.csv", "--label", "pay", "--positive", "yes"], "there is no column `pay`"),
        (vec!["fit", "loans.csv", "--label", "paid", "--positive", "maybe"], "no row has the label `maybe`"),
        (xy("empty.csv"), "empty.csv: the file is empty"),
        (xy("semicolons.csv"), "semicolons.csv, line 1: the names of the columns are separated by semicolons"),
        (xy("twice.csv"), "`x` names both column 1 and column 2"),
        (xy("ragged.csv"), "ragged.csv, line 3: the row has 1 field"),
        (xy("single.csv"), "every row has the label `yes`"),
        (xy("nearly.csv"), "nearly.csv, line 62, column 1: `o1` is not a number"),
        (xy("nowhere.csv"), "nowhere.csv: cannot read this file"),
    ];
    for (arguments, words) in cases {
        let mut arguments = arguments;
        arguments.extend(SHORT);
        if !arguments.contains(&"--test") && !arguments.contains(&"--split") {
            arguments.extend(["--split", "0"]);
        }
        let output = call(&arguments, folder.path());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(words), "{words} is missing in: {error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{error}");
        assert!(!folder.path().join("referee-fit").exists(), "{arguments:?} left a folder");
    }
    assert_eq!(fs::read_to_string(folder.path().join("own/train.csv")).expect("still there"), "mine\n");
}

#[test]
fn predictions_are_those_of_the_chosen_classifier() {
    let folder = folder();
    let output = fit(
        &["--constraint", "positive_rate(group=b) >= 0.8 * positive_rate(group=a)", "--output", "out"],
        folder.path(),
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let predict = |extra: &[&str]| {
        let mut arguments = vec!["predict", "out/models.json", "new.csv"];
        arguments.extend(extra);
        let output = call(&arguments, folder.path());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        (text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    // No label is needed; one row has a job that nobody had, and one an income that is not a number.
    fs::write(folder.path().join("new.csv"), "job,group,income\nclerk,a,90\nclerk,a,90\npilot,b,10\n?,b,x\n")
        .expect("ours");
    let (drawn, said) = predict(&["--derandomize"]);
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!((lines.len(), lines[0]), (5, "row,prediction,probability"));
    assert_eq!(lines[1].strip_prefix("1,"), lines[2].strip_prefix("2,"), "equal rows have equal predictions");
    assert!(said.contains("1 row has a value of `job` that no feature knows"), "{said}");
    assert!(said.contains("1 row has a value of `income`"), "{said}");
    assert_eq!(predict(&["--seed", "5"]).0, predict(&["--seed", "5"]).0);
    // One model: probabilities are 0 or 1, and the counts are those of the file.
    fs::copy(folder.path().join("out/train.csv"), folder.path().join("new.csv")).expect("ours");
    let (best, _) = predict(&["--classifier", "best snapshot"]);
    assert!(best.lines().skip(1).all(|line| line.ends_with(",yes,1") || line.ends_with(",no,0")), "{best}");
    // Signs for programs, and what the other label is called where nobody can tell.
    let (signs, _) = predict(&["--classifier", "best snapshot", "--signs"]);
    assert_eq!(signs.replace(",+,", ",yes,").replace(",-,", ",no,"), best);
    let (rows, _) = predict(&["--classifier", "best snapshot", "--json"]);
    let rows: Value = serde_json::from_str(&rows).expect("JSON");
    let first = &rows["rows"][0];
    assert_eq!((&first["row"], first["positive"] == true), (&1.into(), first["prediction"] == "yes"), "{first}");
    fs::copy(folder.path().join("out/models.json"), folder.path().join("alone.json")).expect("ours");
    let alone = call(&["predict", "alone.json", "new.csv", "--classifier", "best snapshot"], folder.path());
    assert_eq!(text(&alone.stdout).replace(",not yes,", ",no,"), best);
    let train = fs::read_to_string(folder.path().join("out/train.csv")).expect("written");
    let wrong =
        train.lines().zip(best.lines()).skip(1).filter(|(row, line)| row.ends_with("yes") != line.contains(",yes,"));
    let models = json(&folder.path().join("out/models.json"));
    let of = models["classifiers"].as_array().expect("a list").iter().find(|one| one["name"] == "best snapshot");
    let error = of.expect("it is there")["error"].as_str().expect("a rational").to_owned();
    let found = dashu_ratio::RBig::from(wrong.count()) / dashu_ratio::RBig::from(160);
    assert_eq!(found.to_string(), error);

    for (arguments, words) in [
        (
            ["predict", "out/models.json", "loans.csv", "--classifier=none"],
            "there is no classifier `none`; there are `shrunk mixture`",
        ),
        (["predict", "loans.csv", "loans.csv", "--quiet"], "this is not JSON"),
        (["predict", "out/solution.json", "loans.csv", "--quiet"], "`format` is not `referee-fit/1`"),
        (["predict", "out/models.json", "out/trace.csv", "--quiet"], "there is no column"),
    ] {
        let output = call(&arguments, folder.path());
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}

/// The example, of which a constraint on the false positives makes a mixture of two models.
fn example(arguments: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("loans.csv"), include_str!("../../examples/loans.csv")).expect("ours");
    let call_of = ["fit", "loans.csv", "--label", "repaid", "--positive", "yes", "--constraint", "fpr() <= 0.2"];
    let output = call(&[&call_of[..], &SHORT, arguments].concat(), folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    folder
}

/// Without a word about the salt, `predict` draws with the one that `fit` wrote.
#[test]
fn the_salt_of_a_fit_is_that_of_its_predictions() {
    let folder = example(&["--seed", "7", "--output", "out"]);
    let predict = |model: &str, extra: &[&str]| {
        let arguments = ["predict", model, "loans.csv", "--derandomize"];
        call(&[&arguments[..], extra].concat(), folder.path())
    };
    let models = json(&folder.path().join("out/models.json"));
    assert!(models["classifiers"][0]["mixture"].as_array().is_some_and(|atoms| atoms.len() > 1), "one model: {models}");
    let plain = predict("out/models.json", &[]).stdout;
    assert_eq!(models["salt"], "7");
    assert_eq!(plain, predict("out/models.json", &["--salt", "7"]).stdout);
    assert_eq!(plain, predict("out/fit.json", &[]).stdout);
    let other = predict("out/models.json", &["--salt", "other"]).stdout;
    assert_ne!(plain, other);
    let with = |salt: Value| {
        let mut changed = models.clone();
        changed["salt"] = salt;
        fs::write(folder.path().join("out/changed.json"), changed.to_string()).expect("ours");
        let status = call(&["check", "out/changed.json"], folder.path()).status.code();
        (predict("out/changed.json", &[]), status)
    };
    let (output, status) = with("other".into());
    assert_eq!((output.stdout, status), (other, Some(0)));
    let (output, status) = with(7.into());
    assert_eq!((output.status.code(), status), (Some(2), Some(2)), "{}", text(&output.stderr));
}

/// Enough rows for several blocks of everything that threads share.
#[test]
fn a_fit_is_the_same_whatever_the_number_of_threads() {
    let folder = folder();
    let rows = loans(70_000).replace('"', "").replace("cook, chef", "cook");
    fs::write(folder.path().join("loans.csv"), rows).expect("ours");
    let files = |threads: &str| {
        let more = ["--constraint", "tpr(group=b) >= 0.95 * tpr()", "--groups", "job", "--output", "out", "--quiet"];
        let few = ["--rounds", "60", "--snapshots", "3", "--batch", "20", "--threads", threads];
        let start = ["fit", "loans.csv", "--label", "paid", "--positive", "yes", "--ignore", "old"];
        let output = call(&[&start[..], &more, &few].concat(), folder.path());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let mut paths: Vec<_> =
            fs::read_dir(folder.path().join("out")).expect("made").map(|entry| entry.expect("a file").path()).collect();
        paths.sort();
        let read = |path: std::path::PathBuf| (fs::read(&path).expect("written"), path);
        (output.stdout, paths.into_iter().map(read).collect::<Vec<_>>())
    };
    let one = files("1");
    assert_eq!(one.1.len(), 9);
    assert_eq!(text(&one.0).matches("wrote").count(), 9);
    for threads in ["2", "3"] {
        assert!(files(threads) == one, "{threads} threads");
    }
}

/// The model without constraints is the best of all snapshots of all step sizes, as the others are.
#[test]
fn the_unconstrained_model_is_chosen_as_the_others_are() {
    use referee::data::{Cells, Dataset, RecipeOptions, Settings, Table, automatic, evaluate, train};
    let folder = example(&["--output", "out"]);
    let table = Table::read(folder.path().join("out/train.csv"), NonZeroUsize::MIN).expect("written");
    let recipe = automatic(&table, &RecipeOptions::new("repaid", "yes")).expect("rows").recipe;
    let data = Dataset::from_table(&table, &recipe, NonZeroUsize::MIN).expect("features");
    let cells = Cells::new(data.labels(), vec![]);
    let settings = Settings { rounds: 400, batch: 20, every: 20, ..Settings::paper(None, 0) };
    let runs = train(&data, &cells, &settings).expect("it was trained");
    let error =
        |theta: &[f64]| evaluate(&data, &cells, &[theta], NonZeroUsize::MIN).expect("on the grid")[0].error(&cells);
    let all = runs.iter().flat_map(|run| &run.snapshots).map(|snapshot| error(&snapshot.theta)).min();
    let lasts = runs.iter().filter_map(|run| run.snapshots.last()).map(|snapshot| error(&snapshot.theta)).min();
    assert!(all < lasts, "the last snapshots would not tell");
    let fit = json(&folder.path().join("out/fit.json"));
    let of = fit["classifiers"].as_array().expect("a list").iter().find(|one| one["name"] == "unconstrained");
    assert_eq!(of.expect("it is there")["error"], all.expect("snapshots").to_string());
}

#[test]
fn names_of_rows_and_the_label_in_other_words_are_warned_of() {
    let folder = folder();
    let mut csv = "id,income,status,score,nearly,paid\n".to_owned();
    for row in 0..40 {
        let paid = row % 3 == 0;
        let status = if paid { "closed" } else { ["open", "late"][row % 2] };
        // All but one text of `nearly` occur once: that equal ones have equal labels is no wonder.
        let (score, nearly) = (row + 1000 * usize::from(paid), if row == 38 { 37 } else { row });
        let _ = writeln!(csv, "r{row},{},{status},{score},n{nearly},{}", row % 7, if paid { "yes" } else { "no" });
    }
    fs::write(folder.path().join("rows.csv"), csv).expect("ours");
    let run = |extra: &[&str]| {
        let call_of = ["fit", "rows.csv", "--label", "paid", "--positive", "yes", "--split", "0"];
        let output = call(&[&call_of[..], &SHORT, extra].concat(), folder.path());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        (text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let (printed, said) = run(&["--json"]);
    let report: Value = serde_json::from_str(&printed).expect("JSON");
    let warnings: Vec<&str> =
        report["warnings"].as_array().expect("a list").iter().map(|one| one.as_str().expect("a text")).collect();
    let starts = [
        "the column `id` has a different value in every training row",
        "the column `status` alone tells the label in every training row",
        "the column `score` has a different value in every training row",
        "the column `score` alone tells the label in every training row",
    ];
    assert_eq!(warnings.len(), starts.len(), "{warnings:?}");
    for (warning, start) in warnings.iter().zip(starts) {
        assert!(warning.starts_with(start) && warning.ends_with("--ignore"), "{warning}");
        assert!(said.contains(&format!("referee: warning: {warning}\n")), "{said}");
    }
    assert_eq!(run(&["--quiet"]).1, "");
    assert_eq!(run(&["--ignore", "id", "--ignore", "status", "--ignore", "score"]).1, "");
}

/// The commands of a page, one after the other: the constraint binds, is kept, and everything is accepted.
#[test]
fn the_example_of_the_page_of_commands_binds() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("examples")).expect("ours");
    fs::write(folder.path().join("examples/loans.csv"), include_str!("../../examples/loans.csv")).expect("ours");
    let page = include_str!("../../docs/commands.md");
    let (_, section) = page.split_once("## Constraints on rates").expect("the section");
    let block = section.split("```").nth(1).expect("a block");
    let mut ran = Vec::new();
    for line in block.lines().filter_map(|line| line.strip_prefix("cargo run --release -- ")) {
        // Words, and what stands between quotation marks.
        let parts = line.split('\'').enumerate();
        let words = parts.flat_map(|(k, part)| if k % 2 == 1 { vec![part] } else { part.split_whitespace().collect() });
        let words: Vec<&str> = words.collect();
        let output = call(&words, folder.path());
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
        ran.push(words[0]);
    }
    assert_eq!(ran, ["fit", "check", "predict"]);
    let fit = json(&folder.path().join("referee-fit/fit.json"));
    let feasible = |name: &str| {
        let all = fit["classifiers"].as_array().expect("a list");
        all.iter().find(|one| one["name"] == name).expect("it is there")["feasible"].as_bool()
    };
    assert_eq!((feasible("unconstrained"), feasible("shrunk mixture")), (Some(false), Some(true)));
    let predicted = fs::read_to_string(folder.path().join("referee-fit/answers.csv")).expect("written");
    assert_eq!(predicted.lines().count(), 401);
}

/// The logistic loss is played and mixed by; what is certified stays about the hinge loss, and is accepted.
#[test]
fn the_logistic_loss_is_played_and_the_hinge_certified() {
    let folder = folder();
    let constraint = "tpr(group=b) >= 0.95 * tpr()";
    let call = ["--constraint", constraint, "--objective", "logistic", "--output", "out"];
    let output = fit(&call, folder.path());
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    assert!(text(&output.stdout).contains("about the hinge loss of the same models"));
    for file in ["fit.json", "certificate.json", "solution.json", "test-fit.json", "models.json"] {
        let checked = self::call(&["check", &format!("out/{file}")], folder.path());
        assert_eq!(checked.status.code(), Some(0), "{file}: {}", text(&checked.stderr));
    }
    // Other models than those of the hinge loss came out.
    let logistic = json(&folder.path().join("out/models.json"));
    let output = fit(&["--constraint", constraint, "--objective", "hinge", "--output", "hinge"], folder.path());
    assert_eq!(output.status.code(), Some(0));
    assert_ne!(logistic["models"], json(&folder.path().join("hinge/models.json"))["models"]);
}

/// A form becomes constraints that name their rates; they are counted exactly, and the checker has them as terms.
#[test]
fn equalized_odds_are_differences_of_rates() {
    let folder = folder();
    let output = fit(&["--constraint", "equalized_odds(group) <= 0.3", "--output", "out"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(!text(&output.stdout).contains("-0.0000"), "{}", text(&output.stdout));
    let document = json(&folder.path().join("out/fit.json"));
    let names: Vec<&str> =
        document["constraints"].as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    let of =
        |rate: &str| [("a", "b"), ("b", "a")].map(|(v, w)| format!("{rate}(group={v}) - {rate}(group={w}) <= 0.3"));
    assert_eq!(names, [of("tpr"), of("fpr")].concat());
    let terms = document["constraints"][0]["terms"].as_array().map(Vec::len);
    assert_eq!((&document["constraints"][0]["constant"], terms), (&"-3/10".into(), Some(2)), "{document}");
    for (words, status) in [("equalized_odds(group) <= 0.3", 0), ("equalized_odds(group) <= 0.2", 1)] {
        let checked = call(&["check", "out/fit.json", "--constraint", words], folder.path());
        assert_eq!(checked.status.code(), Some(status), "{words}: {}", text(&checked.stderr));
    }
    let absolute = fit(&["--constraint", "abs(tpr(group=a) - tpr(group=b)) <= 0.1"], folder.path());
    let words = "write two constraints, `tpr(group=a) - tpr(group=b) <= 0.1` and `tpr(group=b) - tpr(group=a) <= 0.1`";
    assert!(text(&absolute.stderr).contains(words), "{}", text(&absolute.stderr));
}

/// Where a constraint is met with equality, that is said.
#[test]
fn what_is_kept_exactly_is_said_to_be() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("easy.csv"), format!("x,y\n{}", "a,yes\nb,no\n".repeat(20))).expect("ours");
    let call_of =
        ["fit", "easy.csv", "--label", "y", "--positive", "yes", "--constraint", "tpr() >= 1", "--split", "0"];
    let output = call(&[&call_of[..], &SHORT].concat(), folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("kept exactly"), "{}", text(&output.stdout));
}
