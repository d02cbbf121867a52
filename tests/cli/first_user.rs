//! What somebody meets who uses the program for the first time: slips of the pen, help, lists, folders.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn call(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_referee")).args(arguments).current_dir(folder).output().expect("it was built")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

const COMMANDS: [&str; 12] = [
    "certify",
    "check",
    "equilibrium",
    "experiment",
    "fit",
    "plan",
    "predict",
    "rates",
    "shrink",
    "solve",
    "statements",
    "verify",
];

/// A wrong name is answered with the near ones, and a wrong number with what is allowed, each in one sentence.
#[test]
fn slips_are_answered_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("t.csv"), "objective,constrain_1,lambda_1\n0,0,0\n").expect("ours");
    fs::write(folder.path().join("d.csv"), "sex,paid\nF,yes\nM,no\nF,no\nM,yes\n").expect("ours");
    let fit = "fit d.csv --label paid --positive yes --split 0";
    let long = |extra: &str| format!("{fit} {extra}");
    for (arguments, words) in [
        ("slove triangle".to_owned(), "there is no command `slove` (did you mean `solve`?)"),
        ("solve triangle --round 5".into(), "there is no flag `--round` (did you mean `--rounds`?)"),
        ("solve triangle more".into(), "`more` is one word too many"),
        (
            "solve polygn:m=16".into(),
            "`polygn` (did you mean `polygon`?); `referee solve --list` shows what is built in",
        ),
        ("solve polygon:rh=1".into(), "has no parameter `rh` (did you mean `rho`?): it has m, rho, k"),
        (
            "solve triangle --lambda-player gradeint".into(),
            "`gradeint` for the lagrangian game (did you mean `gradient`?); `referee solve --list players` shows all",
        ),
        (
            "solve triangle --theta-player oracel".into(),
            "no theta-player `oracel` (did you mean `oracle`?); `referee solve --list players` shows all",
        ),
        ("solve triangle --lambda-player xyz".into(), "game; `referee solve --list players` shows all"),
        (
            "solve triangle --algorithm oracle-lagrangain".into(),
            "`oracle-lagrangain` (did you mean `oracle-lagrangian`?); the names are",
        ),
        ("verify --statement theorem2".into(), "there is no statement `theorem2` (did you mean `theorem-2`?)"),
        ("plan --statement lema-4".into(), "there is no statement `lema-4` (did you mean `lemma-4`?)"),
        ("verify --family triangel".into(), "there is no problem family `triangel` (did you mean `triangle`?)"),
        ("rates --sequences grady".into(), "there is no sequence `grady` (did you mean `greedy`?)"),
        ("rates --players matrx".into(), "no player `matrx` (did you mean `matrix`?); `referee solve --list players`"),
        ("equilibrium triangle --game xyz".into(), "--game is `xyz`, but it must be lagrangian or proxy-lagrangian"),
        ("equilibrium triangle --game lagrangain".into(), "--game is `lagrangain` (did you mean `lagrangian`?), but"),
        ("certify t.csv".into(), "`constrain_1` is not a column of a trace (did you mean `constraint_1`?)"),
        ("certify t.csv --columns objective=objetive".into(), "no column `objetive` (did you mean `objective`?)"),
        (long("--ignore sexx"), "there is no column `sexx` (did you mean `sex`?)"),
        (long("--groups sexx"), "there is no column `sexx` (did you mean `sex`?)"),
        (
            long("--objective hing"),
            "--objective is `hing` (did you mean `hinge`?), but it must be error, hinge or logistic",
        ),
        // Numbers.
        (
            "solve triangle --seed -1".into(),
            "--seed is `-1`, but it must be a whole number from 0 to 18446744073709551615, in plain digits",
        ),
        ("solve triangle --seed 1.5".into(), "--seed is `1.5`, but it must be a whole number from 0 to"),
        ("solve triangle --rounds -5".into(), "--rounds is `-5`, but it must be a whole number from 1 on"),
        ("solve triangle --gap x --refine".into(), "--gap is `x`, but it must be a number that is not negative"),
        ("verify --threads 0".into(), "--threads is `0`, but it must be a whole number from 1 to 1024"),
        ("verify --random -3".into(), "--random is `-3`, but it must be a whole number from 1 to 4294967295"),
        ("rates --seeds 5000".into(), "--seeds is `5000`, but it must be a whole number from 1 to 1000"),
        ("plan --statement lemma-1 --constraints -1".into(), "--constraints is `-1`, but it must be a whole number"),
        ("certify t.csv --radius many".into(), "--radius is `many`, but it must be a finite number"),
        ("solve triangle --rounds".into(), "--rounds needs a value"),
        ("certify".into(), "the call lacks <TRACE>"),
        // A player of the other game.
        (
            "solve triangle --algorithm oracle-lagrangian --lambda-player matrix".into(),
            "--lambda-player matrix plays the proxy game, and oracle-lagrangian the Lagrangian game: say --algorithm \
             oracle-proxy-lagrangian",
        ),
        (
            "solve triangle --algorithm stochastic-proxy-lagrangian --lambda-player gradient".into(),
            "gradient plays the Lagrangian game, and stochastic-proxy-lagrangian the proxy game: say --algorithm \
             stochastic-lagrangian",
        ),
        // A value whose name was misread.
        (
            "certify t.csv --average tail:5".into(),
            "skip:K, which leaves out the first K rounds; certificates call that tail:K, and it is not the last K",
        ),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let output = call(&arguments, folder.path());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(words), "{words} is missing in: {said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
        for jargon in ["invalid value", "invalid digit", "unexpected argument", "[possible values"] {
            assert!(!said.contains(jargon), "{said}");
        }
    }
}

/// No line of the help is wider than the terminal, no word is broken, and the short one is short.
#[test]
fn help_fits_the_terminal() {
    let help = |command: &str, flag: &str, columns: usize| {
        let mut all = Command::new(env!("CARGO_BIN_EXE_referee"));
        let output = all.args([command, flag]).env("COLUMNS", columns.to_string()).output().expect("it was built");
        assert_eq!(output.status.code(), Some(0));
        text(&output.stdout).to_owned()
    };
    let words = |help: &str| help.split_whitespace().collect::<Vec<_>>().join(" ");
    for command in
        COMMANDS.into_iter().filter(|name| cfg!(feature = "data") || !["experiment", "fit", "predict"].contains(name))
    {
        let widest = |help: &str| help.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let shorts = [80, 100, 120].map(|columns| help(command, "-h", columns));
        let longs = [80, 100, 120].map(|columns| help(command, "--help", columns));
        for helps in [&shorts, &longs] {
            for (help, columns) in helps.iter().zip([80, 100, 120]) {
                assert!(widest(help) <= columns, "{command} has {} of {columns} columns", widest(help));
                assert_eq!(words(help), words(&helps[2]), "{command} at {columns}: a word is broken");
            }
        }
        assert!(shorts[0].lines().count() <= 100, "{command} -h has {} lines", shorts[0].lines().count());
        assert!(widest(&longs[2]) > 80, "{command} takes no notice of the width");
    }
}

/// Every player of ours has its bound and its cost in the list, for people and for programs.
#[test]
fn players_are_listed_with_what_they_promise_and_cost() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let list = crate::program(Some(1000)).args(["solve", "--list", "players"]).output().expect("it was built");
    let rows = call(&["solve", "--list", "players", "--json"], folder.path());
    let rows: Value = serde_json::from_slice(&rows.stdout).expect("JSON");
    let table = text(&list.stdout);
    for row in rows.as_array().expect("a list") {
        let field = |name: &str| row[name].as_str().filter(|text| !text.is_empty()).unwrap_or_else(|| panic!("{row}"));
        assert!(table.contains(field("bound")), "{row}");
        assert!(field("cost").starts_with("O(") || field("name") == "oracle", "{row}");
    }
    assert!(table.contains("1.5 R B2 / sqrt(2 T)") && table.contains("Bounds are a priori"), "{table}");
}

/// `check` of a folder: a line a document, a total, and the status of the worst.
#[test]
fn a_folder_is_checked_document_by_document() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    for (name, rounds) in [("a", "20"), ("b/c", "30")] {
        let output = format!("runs/{name}");
        let solved = call(&["solve", "triangle", "--rounds", rounds, "--refine", "--output", &output], here);
        assert_eq!(solved.status.code(), Some(0), "{}", text(&solved.stderr));
    }
    fs::write(here.join("runs/notes.json"), "{\"format\": \"mine\"}").expect("ours");
    let check = |paths: &[&str]| {
        let output = call(&[&["check"], paths].concat(), here);
        (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let (status, lines, _) = check(&["runs"]);
    let accepted = |count: usize| format!("{count} documents: {count} accepted, 0 rejected");
    assert_eq!((status, lines.lines().last()), (Some(0), Some(accepted(8).as_str())), "{lines}");
    assert!(lines.contains("runs/b/c/certificate.json: accepted\n") && !lines.contains("notes.json"), "{lines}");
    let (status, lines, _) = check(&["runs/a", "runs/b/c/bound.json"]);
    assert_eq!((status, lines.lines().last()), (Some(0), Some(accepted(5).as_str())), "{lines}");

    // A claim that does not hold.
    fs::write(here.join("t.csv"), "objective,constraint_1,lambda_1\n0,0,0\n").expect("ours");
    let false_bound = ["certify", "t.csv", "--lower-bound", "1", "--radius", "1", "--output", "runs/violated.json"];
    assert_eq!(call(&false_bound, here).status.code(), Some(1));
    fs::copy(here.join("t.csv"), here.join("runs/t.csv")).expect("ours");
    let (status, lines, _) = check(&["runs"]);
    assert_eq!(status, Some(3), "{lines}");
    assert!(lines.ends_with("9 documents: 9 accepted (1 with a violated claim), 0 rejected\n"), "{lines}");
    let (status, lines, _) = check(&["runs", "--require", "holds"]);
    assert_eq!(status, Some(1), "{lines}");
    assert!(lines.contains("violated.json: refused by --require holds: violated: "), "{lines}");

    // A document that is cut off, and one that was changed.
    let certificate = fs::read_to_string(here.join("runs/a/certificate.json")).expect("written");
    fs::write(here.join("runs/a/cut.json"), &certificate[..certificate.len() / 2]).expect("ours");
    fs::write(
        here.join("runs/a/changed.json"),
        certificate.replacen("\"rounds\": 20", "\"rounds\": 21", 1).replacen("\"rounds\":20", "\"rounds\":21", 1),
    )
    .expect("ours");
    let (status, lines, _) = check(&["runs"]);
    assert_eq!(status, Some(1), "{lines}");
    assert!(lines.ends_with("11 documents: 9 accepted (1 with a violated claim), 2 rejected\n"), "{lines}");
    let report = call(&["check", "runs", "--json"], here);
    let report: Value = serde_json::from_slice(&report.stdout).expect("JSON");
    assert_eq!((&report["accepted"], &report["violated"], &report["rejected"]), (&9.into(), &1.into(), &2.into()));
    assert_eq!(report["documents"][0]["file"], "runs/a/bound.json");

    fs::create_dir(here.join("empty")).expect("ours");
    for (paths, words) in [
        (&["empty"][..], "empty: there is no certificate, solution, bound, equilibrium or fit in this folder"),
        (&["runs", "--trace", "t.csv"], "--trace is about one file"),
    ] {
        let (status, lines, sentence) = check(paths);
        assert_eq!((status, lines.as_str()), (Some(2), ""), "{sentence}");
        assert!(sentence.contains(words), "{sentence}");
    }
}

/// What an audit found is called that, in every output.
#[test]
fn what_an_audit_found_is_called_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let table = call(&["statements"], folder.path());
    let head = text(&table.stdout).lines().take(3).collect::<String>();
    assert!(head.contains("audit") && !head.contains("erratum"), "{head}");
    let rows = call(&["verify", "--family", "bilinear", "--statement", "theorem-1", "--json"], folder.path());
    let rows: Value = serde_json::from_slice(&rows.stdout).expect("JSON");
    assert_eq!(rows["statements"][0]["audit"], "correct; hypotheses missing");
}

/// The program on a terminal, which `script` gives it: what that shows, and what standard output has.
#[cfg(target_os = "linux")]
fn on_terminal(arguments: &str, folder: &Path) -> (String, String) {
    let program = env!("CARGO_BIN_EXE_referee");
    let shown = Command::new("script")
        .args(["-qec", &format!("{program} {arguments} > out.txt"), "seen.txt"])
        .current_dir(folder)
        .stdin(std::process::Stdio::null())
        .output()
        .expect("`script` gives a terminal");
    (text(&shown.stdout).to_owned(), fs::read_to_string(folder.join("out.txt")).expect("written"))
}

#[cfg(target_os = "linux")]
#[test]
fn rounds_are_counted_on_a_terminal_and_nowhere_else() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let call = "solve polygon:m=64 --algorithm stochastic-proxy-lagrangian --rounds 60000 --no-trace";
    let (seen, printed) = on_terminal(call, folder.path());
    assert!(seen.contains("/60000 rounds, "), "{seen}");
    assert!(printed.contains("Nothing was written") && !printed.contains("/60000 rounds"), "{printed}");
}

/// Where nothing can be counted, it is said what goes on. Here the program waits for a file that comes late.
#[cfg(target_os = "linux")]
#[test]
fn what_takes_long_is_named_on_a_terminal() {
    use std::io::Write as _;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let late = |arguments: &str| {
        let pipe = folder.path().join("late");
        let _ = fs::remove_file(&pipe);
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("it is there").success());
        std::thread::scope(|scope| {
            scope.spawn(|| {
                // Opening waits for the reader.
                let mut file = fs::OpenOptions::new().write(true).open(&pipe).expect("ours");
                std::thread::sleep(std::time::Duration::from_millis(2500));
                let _ = file.write_all(b"{}");
            });
            on_terminal(arguments, folder.path()).0
        })
    };
    assert!(late("check late").contains("checking late, "));
    assert!(!late("check late --quiet").contains("checking late, "));
    if cfg!(feature = "data") {
        assert!(late("fit late --label y --positive 1").contains("reading the rows, "));
        fs::write(folder.path().join("d.csv"), "x,y\n1,1\n").expect("ours");
        assert!(late("predict late d.csv").contains("predicting, "));
    }
}
