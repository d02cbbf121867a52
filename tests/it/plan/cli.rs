//! `referee plan` as a user calls it.

#![cfg(feature = "cli")]

use std::process::Output;

pub(crate) fn referee(arguments: &[&str]) -> Output {
    crate::program(Some(1000)).args(arguments).output().expect("the program was built")
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

pub(crate) fn planned(call: &str) -> Output {
    let output = referee(&call.split_whitespace().collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{call}: {}", text(&output.stderr));
    output
}

const EXAMPLE: &str = "plan --statement lemma-4 --constraints 4 --margin 0.1 --objective-range 1 --payoff-bound 1 \
    --domain-radius 1 --subgradient-bound 10 --confidence 0.05 --infeasibility 0.05 --suboptimality 0.1";

/// The numbers of a row.
pub(crate) fn row<'a>(table: &'a str, form: &str) -> Vec<&'a str> {
    let start = format!("{form}  ");
    let line = table.lines().find(|line| line.starts_with(&start)).unwrap_or_else(|| panic!("no `{form}` in {table}"));
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).skip(1).collect()
}

#[test]
fn worked_example_as_a_table() {
    let output = planned(EXAMPLE);
    let table = text(&output.stdout);
    assert_eq!(row(table, "paper")[..4], ["4713653", "251116630", "678766007", "678766007"]);
    assert_eq!(row(table, "end to end, deviation-hedge")[..3], ["551420", "3435233", "79404476"]);
}

/// The page shows what the program prints.
#[test]
fn worked_example_of_the_page_is_what_is_printed() {
    let page = include_str!("../../../docs/planning.md");
    for call in [
        EXAMPLE,
        "plan --statement lemma-11 --constraints 4 --margin 0.1 --objective-range 1 --payoff-bound 1 \
        --infeasibility 0.05 --suboptimality 0.1",
    ] {
        let words = call.split_whitespace().chain(["--quiet"]);
        let output = crate::program(None).args(words).output().expect("the program was built");
        for line in text(&output.stdout).lines() {
            assert!(page.contains(line), "docs/planning.md lacks the line {line}");
        }
    }
}

#[test]
fn the_examples_of_the_help_work() {
    let help = planned("plan --help");
    // A shell joins lines at their last backslash.
    let help = text(&help.stdout).replace("\\\n", "");
    let examples: Vec<&str> = help.lines().filter_map(|line| line.trim().strip_prefix("referee ")).collect();
    assert_eq!(examples.len(), 4, "{examples:?}");
    for example in examples {
        planned(example);
    }
}

#[test]
fn json_has_the_same_numbers() {
    let output = planned(&format!("{EXAMPLE} --json"));
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("standard output is JSON alone");
    assert_eq!(value["statement"], "lemma-4");
    assert_eq!(value["constants"]["margin"], 0.1);
    let repaired = &value["forms"][1];
    assert_eq!(repaired["targets"]["objective_weight"]["rounds"], 977_635);
    assert_eq!(repaired["targets"]["objective_weight"]["not_below"], 977_635);
    assert_eq!(repaired["at"]["rounds"], 140_779_388);
    assert!(repaired["at"]["suboptimality"].as_f64().is_some_and(|bound| bound <= 0.1));
    assert!(value["constants"].get("radius").is_none(), "absent, never null");
}

#[test]
fn rounds_that_are_given_are_used() {
    let output = planned(&format!("{EXAMPLE} --rounds 1000000 --json"));
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("standard output is JSON alone");
    for form in value["forms"].as_array().expect("forms") {
        assert_eq!(form["at"]["rounds"], 1_000_000);
    }
    // The paper's form says nothing after so few rounds: no weight, hence no bounds.
    assert!(value["forms"][0]["at"].get("suboptimality").is_none());
    assert!(value["forms"][1]["at"].get("suboptimality").is_some());
    let table = planned(&format!("{EXAMPLE} --rounds 1000000"));
    assert!(row(text(&table.stdout), "paper").contains(&"nothing"));
}

#[test]
fn a_problem_fills_in_the_constants_and_flags_override() {
    let json = |call: &str| -> serde_json::Value {
        serde_json::from_slice(&planned(&format!("{call} --json")).stdout).expect("standard output is JSON alone")
    };
    let filled = json("plan --statement lemma-11 --problem triangle --infeasibility 0.01");
    assert_eq!(filled["constants"]["constraints"], 3);
    let margin = filled["constants"]["margin"].as_f64().expect("the family has one");
    let overridden = json("plan --statement lemma-11 --problem triangle --infeasibility 0.01 --margin 0.1");
    assert_eq!(overridden["constants"]["margin"], 0.1);
    assert!(margin > 0.1);
    let rounds = |plan: &serde_json::Value| plan["forms"][0]["targets"]["infeasibility"]["rounds"].as_u64();
    assert!(rounds(&filled) < rounds(&overridden));
    // In the Lagrangian game the subgradients grow with the radius.
    let slope = |radius: u32| {
        let plan =
            json(&format!("plan --statement lemma-10 --problem qp-box --confidence 0.1 --rounds 9 --radius {radius}"));
        plan["constants"]["subgradient_bound"].as_f64().expect("known")
    };
    assert!(slope(4) > slope(2));
}

#[test]
fn what_is_missing_or_wrong_is_named_in_one_sentence() {
    for (call, words) in [
        (
            "plan --statement lemma-4 --constraints 4 --payoff-bound 1 --domain-radius 1 --confidence 0.1 --regret 1",
            "--subgradient-bound",
        ),
        (
            "plan --statement lemma-4 --constraints 4 --payoff-bound 1 --domain-radius 1 --subgradient-bound 1 --regret 1",
            "--confidence",
        ),
        ("plan --statement lemma-11 --constraints 4 --payoff-bound 1 --infeasibility 0.1", "--margin"),
        (
            "plan --statement lemma-11 --constraints 4 --payoff-bound 1 --infeasibility 0.1 --margin 1",
            "--objective-range",
        ),
        ("plan --statement lemma-1 --constraints 4 --payoff-bound 1 --suboptimality 0.1", "--radius"),
        ("plan --statement lemma-8 --payoff-bound 1 --regret 0.1", "--constraints"),
        ("plan --statement lemma-8 --constraints 2 --regret 0.1", "--payoff-bound"),
        ("plan --statement corollary-1 --subgradient-bound 1 --regret 0.1", "--domain-radius"),
        ("plan --statement theorem-6 --subgradient-bound 1 --regret 0.1", "--regulariser"),
        ("plan --statement lemma-8 --constraints 2 --payoff-bound 1 --infeasibility 0.1", "--infeasibility"),
        ("plan --statement lemma-8 --constraints 2 --payoff-bound 1", "--rounds"),
        ("plan --statement lemma-8 --constraints 2 --payoff-bound=-1 --regret 0.1", "--payoff-bound"),
        ("plan --statement lemma-9 --constraints 2 --payoff-bound 1 --confidence 1.5 --regret 0.1", "--confidence"),
        ("plan --statement lemma-8 --constraints 2 --payoff-bound 1 --regret 0", "--regret"),
        ("plan --statement lemma-8 --constraints 2 --payoff-bound 1 --rounds 0", "--rounds"),
        ("plan --statement theorem-5 --rounds 9", "says that something exists"),
        ("plan --statement lemma-3 --rounds 9", "linear program"),
        ("plan --statement theorem-1 --rounds 9", "referee certify"),
        ("plan --statement lemma-12 --rounds 9", "lemma-12"),
        ("plan --statement lemma-1 --problem no-such-problem --rounds 9", "no-such-problem"),
    ] {
        let output = referee(&call.split_whitespace().collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(2), "{call}");
        let sentence = text(&output.stderr);
        assert!(sentence.contains(words) && sentence.trim().lines().count() == 1, "{call}: {sentence}");
        assert!(output.stdout.is_empty(), "{call} printed a result");
    }
}

#[test]
fn a_target_out_of_reach_is_an_answer() {
    let output = planned(
        "plan --statement lemma-1 --constraints 2 --payoff-bound 1 --radius 3 --margin 0.1 --objective-range 1 --infeasibility 0.1",
    );
    let printed = text(&output.stdout);
    assert_eq!(row(printed, "paper")[..2], ["never", "never"]);
    assert!(printed.contains("`objective range < margin radius` fails in the limit, 1 against 0.3"), "{printed}");
}
