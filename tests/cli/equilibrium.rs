//! `referee equilibrium` as a user calls it.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

fn call(arguments: &[&str], folder: &Path) -> Output {
    let mut command = crate::program(Some(1000));
    command.arg("equilibrium").args(arguments).current_dir(folder);
    command.output().expect("the program was built")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

/// A folder with candidates without proxies and with, and a problem.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("ours");
    write("two.csv", "objective,constraint_1\n0,1\n1,-1\n");
    write("proxies.csv", "objective,constraint_1,proxy_1\n0,1,2\n1,-1,0\n0.5,0.5,1\n");
    write("jump.toml", JUMP);
    folder
}

const JUMP: &str = "minimize = \"x^2\"\n[variables]\nx = [0, 1]\n[[constraint]]\nname = \"rate\"\n\
    expression = \"1 - 2 * step(x - 0.5)\"\nproxy = \"8 * (1 - x)^2 - 1\"\n";

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).expect("ours").map(|entry| entry.expect("an entry").path()).collect()
}

fn printed(arguments: &[&str], folder: &Path) -> String {
    let output = call(arguments, folder);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

#[test]
fn the_equilibrium_of_candidates_is_printed_exactly() {
    let folder = folder();
    let lagrangian = printed(&["two.csv", "--radius", "2"], folder.path());
    for words in [
        "\n        0            0.5  1/2\n",
        "\nconstraint_1                0.5              0  1/2                  0\n",
        "theta-gap 0, lambda-gap 0, exactly",
        "An equilibrium of the Lagrangian game with multipliers that sum to at most 2 on 2 candidates",
        "2 candidates are used, where Lemma 2 allows 2.",
        "The mixture keeps every constraint on average.",
    ] {
        assert!(lagrangian.contains(words), "{words} is missing in:\n{lagrangian}");
    }
    // With proxies it is the proxy game, unless another is asked for.
    let proxy = printed(&["proxies.csv"], folder.path());
    assert!(
        proxy.contains("proxy game on 3 candidates") && proxy.contains("\nobjective           0.666666667"),
        "{proxy}"
    );
    let quiet = printed(&["proxies.csv", "--game", "lagrangian", "--radius", "3", "--quiet"], folder.path());
    assert!(!quiet.contains("An equilibrium of") && quiet.contains("theta-gap 0"), "{quiet}");
    assert_eq!(files(folder.path()).len(), 3, "nothing is written unless asked for");
}

/// Candidate 1 costs 0 by its upper end, as candidate 0 does, and may cost less.
#[test]
fn what_only_the_upper_ends_show_is_said_of_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (proxies, objective, lagrangian, proxy) in [
        (["", ""], ["0,0", "-1,0"], true, true),
        (["", ""], ["0,0", "0,0"], false, false),
        ([",proxy_1.lo,proxy_1.hi", ",-1,0"], ["0,0", "0,0"], false, true),
    ] {
        let rows: Vec<String> = objective.iter().map(|objective| format!("{objective},0{}\n", proxies[1])).collect();
        let rows = rows.concat();
        let file = format!("objective.lo,objective.hi,constraint_1{}\n{rows}", proxies[0]);
        fs::write(folder.path().join("c.csv"), file).expect("ours");
        for (game, rounded_up) in
            [(&["--game", "lagrangian", "--radius", "1"][..], lagrangian), (&["--game", "proxy-lagrangian"], proxy)]
        {
            let printed = printed(&[&["c.csv", "--output", "e.json"], game].concat(), folder.path());
            let [gaps, by, checked] = if rounded_up {
                [
                    ", by the upper ends of the candidates' enclosed values",
                    ", by the upper ends of their enclosed values",
                    "values: the upper ends, where the candidates enclose theirs\n",
                ]
            } else {
                [""; 3]
            };
            assert!(printed.contains(&format!("lambda-gap 0, exactly{gaps}\n")), "{printed}");
            assert!(printed.contains(&format!("in exact arithmetic{by}: no candidate")), "{printed}");
            let mut command = crate::program(Some(1000));
            let output = command.args(["check", "e.json", "--candidates", "c.csv"]).current_dir(folder.path()).output();
            let answer = output.expect("the program was built").stdout;
            assert!(text(&answer).contains("an exact equilibrium of the"), "{}", text(&answer));
            assert_eq!(text(&answer).contains("upper ends"), rounded_up, "{}", text(&answer));
            assert!(text(&answer).contains(checked), "{}", text(&answer));
        }
    }
}

#[test]
fn the_certificate_is_written_and_printed_as_json() {
    let folder = folder();
    let json = printed(&["proxies.csv", "--json", "--output", "equilibrium.json"], folder.path());
    let document: Value = serde_json::from_str(&json).expect("JSON alone");
    let file = fs::read_to_string(folder.path().join("equilibrium.json")).expect("written");
    assert_eq!(serde_json::from_str::<Value>(&file).expect("JSON"), document);
    for (name, value) in [
        ("format", "referee-equilibrium/1"),
        ("statement", "lemma-5"),
        ("game", "proxy-lagrangian"),
        ("theta_gap", "0"),
        ("lambda_gap", "0"),
        ("objective", "2/3"),
    ] {
        assert_eq!(document[name], value);
    }
    assert_eq!(document["candidates"]["file"], "proxies.csv");
    assert_eq!((&document["candidates"]["count"], &document["candidates"]["constraints"]), (&3.into(), &1.into()));
    assert!(document.get("radius").is_none() && document.get("problem").is_none());
    let lagrangian: Value =
        serde_json::from_str(&printed(&["two.csv", "--radius", "0.25", "--json"], folder.path())).expect("JSON");
    assert_eq!((&lagrangian["statement"], &lagrangian["radius"]), (&"lemma-2".into(), &0.25.into()));
    assert_eq!(lagrangian["multipliers"][0], "1/4");
}

#[test]
fn a_problem_is_solved_to_a_gap() {
    let folder = folder();
    let document: Value = serde_json::from_str(&printed(
        &["jump.toml", "--gap", "1e-4", "--json", "--output", "equilibrium.json"],
        folder.path(),
    ))
    .expect("JSON");
    assert_eq!((&document["statement"], &document["game"]), (&"theorem-5".into(), &"proxy-lagrangian".into()));
    for gap in ["theta_gap", "lambda_gap"] {
        assert!(document[gap].as_f64().is_some_and(|gap| (0.0..=1e-4).contains(&gap)), "{document:#}");
    }
    assert_ne!(document["lower_bound"]["evidence"]["kind"], "declared");
    assert!(document.get("candidates").is_none() && document["problem"]["name"].is_string());
    assert_eq!(document["support"].as_array().map(Vec::len), Some(2));
    let triangle = printed(&["triangle"], folder.path());
    for words in ["x = -1, y = -1", ": twice the objective range", "where Theorem 5 allows 4."] {
        assert!(triangle.contains(words), "{words} is missing in:\n{triangle}");
    }
}

#[test]
fn a_gap_that_is_not_reached_is_said() {
    let folder = folder();
    let printed = printed(&["qp-box", "--gap", "1e-9", "--rounds", "3"], folder.path());
    assert!(printed.contains("The gap 1e-9 that was asked for was not reached"), "{printed}");
    assert!(printed.contains("it was asked 3 times"), "{printed}");
}

#[test]
fn gaps_are_proved_only_where_a_file_shows_them() {
    let folder = folder();
    let lost = printed(&["triangle"], folder.path());
    assert!(lost.contains("(computed: --output keeps what a checker needs)"), "{lost}");
    assert!(!lost.contains("proved"), "{lost}");
    let kept = printed(&["triangle", "--output", "equilibrium.json"], folder.path());
    assert!(kept.contains("(proved: `referee check equilibrium.json`)"), "{kept}");
}

#[test]
fn wrong_calls_are_one_sentence_and_write_nothing() {
    let folder = folder();
    fs::write(folder.path().join("bad.csv"), "objective,constraint_1\n0,x\n").expect("ours");
    fs::write(folder.path().join("empty.csv"), "objective,constraint_1\n").expect("ours");
    let count = files(folder.path()).len();
    for (arguments, words) in [
        (&["two.csv"][..], "needs --radius"),
        (&["two.csv", "--radius", "-1"], "not negative"),
        (&["two.csv", "--radius", "1", "--gap", "0.1"], "--gap has no meaning for candidates"),
        (&["two.csv", "--radius", "1", "--rounds", "5"], "--rounds has no meaning for candidates"),
        (&["proxies.csv", "--radius", "1"], "--radius has no meaning in the proxy game"),
        (&["two.csv", "--game", "chess"], "chess"),
        (&["none.csv"], "none.csv"),
        (&["bad.csv", "--radius", "1"], "line 2"),
        (&["empty.csv", "--radius", "1"], "empty.csv"),
        (&["nonsense"], "nonsense"),
        (&["two.csv", "--radius", "1", "--output", "two.csv"], "would destroy the candidates"),
        (&["jump.toml", "--output", "jump.toml"], "would destroy the problem"),
        (&["two.csv", "--radius", "1", "--output", "no/where.json"], "folder"),
        (&[], "PROBLEM|CANDIDATES"),
    ] {
        let output = call(arguments, folder.path());
        let sentence = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {sentence}");
        assert!(sentence.contains(words) && sentence.trim_end().lines().count() == 1, "{arguments:?}: {sentence}");
        assert!(output.stdout.is_empty());
        assert_eq!(files(folder.path()).len(), count, "{arguments:?} wrote something");
    }
    assert_eq!(fs::read_to_string(folder.path().join("jump.toml")).expect("untouched"), JUMP);
}

/// Every example of the help is a call that the parser takes.
#[test]
fn constraints_have_their_names_and_huge_numbers_few_digits() {
    let folder = folder();
    let text =
        "minimize = \"x\"\n[variables]\nx = [-1e100, 1]\n[[constraint]]\nname = \"floor\"\nexpression = \"-x\"\n";
    fs::write(folder.path().join("named.toml"), text).expect("ours");
    let far = printed(&["named.toml", "--radius", "0.5"], folder.path());
    assert!(far.contains("\nfloor ") && !far.contains("constraint_1"), "{far}");
    assert!(far.contains("\nx = -1e100 "), "{far}");
    let wide = printed(&["named.toml", "--radius", "1e100"], folder.path());
    assert!(wide.contains("Radius 1e100: as asked.") && wide.contains("sum to at most 1e100 up to"), "{wide}");
}

#[test]
fn candidates_in_another_folder_are_asked_for() {
    let folder = folder();
    fs::create_dir(folder.path().join("inner")).expect("ours");
    let there = printed(&["two.csv", "--radius", "1", "--output", "inner/e.json"], folder.path());
    assert!(there.ends_with("`referee check inner/e.json` will need --candidates two.csv\n"), "{there}");
    let here = printed(&["two.csv", "--radius", "1", "--output", "e.json"], folder.path());
    assert!(here.ends_with("wrote e.json\n"), "{here}");
}

#[test]
fn the_help_has_examples() {
    let folder = folder();
    let help = printed(&["--help"], folder.path());
    for words in ["referee equilibrium triangle", "--game <GAME>", "--radius <R>", "--gap <X>", "Exit status: 0"] {
        assert!(help.contains(words), "{words} is missing in:\n{help}");
    }
}
