//! What a first call may ask, and what it must be told.

#![cfg(feature = "cli")]

use crate::plan::cli::{planned, referee, row, text};
use crate::plan::worked::example;
use referee::theorems::plan::{Inputs, Targets, plan};
use referee::theorems::{Statement, rates};
use serde_json::Value;

fn printed(call: &str) -> String {
    text(&planned(call).stdout).to_owned()
}

fn json(call: &str) -> Value {
    serde_json::from_slice(&planned(&format!("{call} --json")).stdout).expect("standard output is JSON alone")
}

fn refused(call: &str) -> String {
    let output = referee(&call.split_whitespace().collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(2), "{call}");
    let sentence = text(&output.stderr).trim().to_owned();
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    sentence
}

#[test]
fn the_cause_of_never_is_told_once_with_its_target_and_forms() {
    let oracle = printed("plan --statement lemma-1 --problem triangle --suboptimality 0.1 --oracle-error 0.2");
    let sentence = "`T: suboptimality <= 0.1`: never, in every form, as the oracle's error is too large (0.2): \
        `epsilon <= target` fails in the limit, 0.2 against 0.1.";
    assert!(oracle.lines().any(|line| line == sentence), "{oracle}");
    assert_eq!(oracle.matches("never, in").count(), 1, "{oracle}");
    assert!(!oracle.contains("radius of the multipliers is too small"), "{oracle}");
    // Two proofs, two conditions: the first is about the forms that it covers only.
    let radius = printed(
        "plan --statement lemma-10 --constraints 2 --payoff-bound 1 --domain-radius 1 --subgradient-bound 1 \
        --confidence 0.1 --radius 3 --margin 0.1 --objective-range 1 --infeasibility 0.1",
    );
    let cause = "as the radius of the multipliers is too small (3)";
    for start in [
        "`T: infeasibility <= 0.1`: never, in `paper` and `repaired`, ",
        "`T: infeasibility <= 0.1, margin point`: never, in every form, ",
    ] {
        assert!(radius.lines().any(|line| line.starts_with(&format!("{start}{cause}"))), "{radius}");
    }
}

#[test]
fn a_row_with_a_target_out_of_reach_has_no_rounds_for_all() {
    let call = "plan --statement lemma-11 --problem triangle --suboptimality 0.1 --oracle-error 0.2";
    let table = printed(call);
    for form in ["paper", "tight", "best step", "deviation-hedge"] {
        let cells = row(&table, form);
        assert_eq!((cells.len(), &cells[1..]), (3, &["never", "never"][..]), "{table}");
        assert!(cells[0].parse::<u64>().is_ok(), "{table}");
    }
    assert!(table.contains("No form meets all targets") && !table.contains("Epsilons are"), "{table}");
    for form in json(call)["forms"].as_array().expect("forms") {
        assert!(form.get("at").is_none() && form["targets"]["suboptimality"]["never"].is_string(), "{form}");
    }
}

/// Just below 2^62 rounds with the best step, above with the paper's.
#[test]
fn a_row_without_rounds_is_blank() {
    let call = "plan --statement corollary-1 --domain-radius 1 --subgradient-bound 1 --regret 5.54e-10";
    let table = printed(call);
    assert_eq!(row(&table, "paper"), ["not by 2^62"], "{table}");
    assert_eq!(row(&table, "best step").len(), 3, "{table}");
    assert!(table.contains("blank where there is no such T"), "{table}");
    assert_eq!(json(call)["forms"][0]["targets"]["regret"]["not_by"], 1_u64 << 62);
}

#[test]
fn what_a_form_is_silent_about_is_explained() {
    let call = "plan --statement lemma-10 --problem qp-box --confidence 0.1 --infeasibility 0.1";
    let table = printed(call);
    assert_eq!(row(&table, "end to end")[0], "-");
    assert!(table.contains("`-`: the form says nothing here"), "{table}");
    assert!(include_str!("../../../docs/planning.md").contains("A cell `-` says"));
    let answer = &json(call)["forms"][2]["targets"]["infeasibility"];
    assert!(answer["silent"].is_string() && answer.get("never").is_none(), "{answer}");
    let after = printed("plan --statement lemma-10 --problem qp-box --confidence 0.1 --rounds 100");
    assert!(row(&after, "end to end").contains(&"-") && after.contains("`-`: the form says nothing here"), "{after}");
    let none = printed("plan --statement lemma-1 --problem qp-box --infeasibility 0.1");
    assert!(!none.contains("`-`:"), "{none}");
}

#[test]
fn confidence_is_the_probability_of_failure() {
    let with = |delta: &str| {
        format!("plan --statement lemma-9 --constraints 2 --payoff-bound 1 --regret 0.1 --confidence {delta}")
    };
    let note = "--confidence is the probability of failure: 0.95 means that 19 runs of 20 may fail";
    assert!(printed(&with("0.95")).contains(note));
    assert_eq!(json(&with("0.95"))["notes"][0], note);
    assert!(printed(&with("1")).contains("1 means that 20 runs of 20 may fail"));
    assert!(printed(&with("0.99")).contains("0.99 means that about 20 runs of 20 may fail"));
    for delta in ["0.05", "0.5"] {
        assert!(!printed(&with(delta)).contains("probability of failure"));
        assert!(json(&with(delta)).get("notes").is_none());
    }
    for delta in ["0", "1.0000001", "-0.1"] {
        assert!(refused(&with(delta)).contains("--confidence"), "{delta}");
    }
    assert!(printed("plan --help").contains("FAILURE"));
}

#[test]
fn everything_that_is_missing_is_in_one_sentence() {
    let sentence = refused("plan --statement lemma-4 --infeasibility 1");
    for flag in
        ["constraints", "payoff-bound", "domain-radius", "subgradient-bound", "confidence", "margin", "objective-range"]
    {
        assert!(sentence.contains(&format!("(--{flag})")), "{flag}: {sentence}");
    }
}

#[test]
fn a_constant_without_a_use_is_refused_or_not_shown() {
    for (call, flag) in [
        ("plan --statement lemma-11 --problem triangle --rounds 4 --radius 3", "--radius"),
        ("plan --statement lemma-8 --constraints 2 --payoff-bound 1 --regret 1 --oracle-error 0.1", "--oracle-error"),
        ("plan --statement corollary-1 --problem qp-box --regret 1 --margin 1", "--margin"),
        (
            "plan --statement theorem-6 --domain-radius 1 --regulariser 1 --subgradient-bound 1 --rounds 4",
            "--domain-radius",
        ),
    ] {
        assert!(refused(call).contains(&format!("{flag} has no meaning in")), "{call}");
    }
    let line = printed("plan --statement lemma-11 --problem triangle --rounds 4");
    let line = line.lines().find(|line| line.starts_with("From ")).expect("the constants");
    for unused in ["radius", "payoff-norm", "subgradient-bound"] {
        assert!(!line.contains(unused), "{line}");
    }
    assert!(line.contains("margin") && line.contains("payoff-bound"), "{line}");
}

#[test]
fn a_problem_without_a_margin_or_without_constraints_is_told_so() {
    let call = "plan --statement lemma-11 --problem infeasible --infeasibility 0.1 --suboptimality 0.1";
    let table = printed(call);
    assert_eq!(row(&table, "paper"), ["never"; 4], "{table}");
    assert!(table.contains("no point is strictly feasible") && !table.contains("--margin"), "{table}");
    let sentence = refused("plan --statement lemma-1 --problem infeasible --infeasibility 0.1");
    assert!(sentence.contains("no point is strictly feasible") && !sentence.contains("--margin"), "{sentence}");
    let free = printed("plan --statement lemma-1 --problem no-constraints --infeasibility 0.1 --suboptimality 0.1");
    assert_eq!(row(&free, "paper"), ["1", "1", "1", "1", "any", "0"], "{free}");
    assert!(free.contains("radius 0 (there are no constraints)"), "{free}");
}

#[test]
fn a_step_that_does_not_matter_is_any() {
    for call in [
        "plan --statement lemma-1 --constraints 0 --payoff-bound 1 --radius 1 --rounds 10",
        "plan --statement lemma-11 --constraints 0 --payoff-bound 1 --rounds 10",
        "plan --statement lemma-8 --constraints 3 --payoff-bound 0 --rounds 10",
        "plan --statement corollary-1 --domain-radius 0 --subgradient-bound 1 --rounds 10",
        "plan --statement theorem-6 --regulariser 1 --subgradient-bound 0 --rounds 10",
    ] {
        assert_eq!(row(&printed(call), "paper")[1], "any", "{call}");
        assert_eq!(json(call)["forms"][0]["at"]["steps"], serde_json::json!({}), "{call}");
    }
    assert_ne!(
        row(&printed("plan --statement lemma-8 --constraints 1 --payoff-bound 1 --rounds 10"), "paper")[1],
        "any"
    );
}

#[test]
fn numbers_are_short() {
    let longest = |printed: &str| {
        let runs = printed.split(|c: char| !c.is_ascii_digit() && c != '.');
        runs.map(str::len).max().unwrap_or(0)
    };
    let tiny = printed("plan --statement lemma-8 --constraints 1 --payoff-bound 1e-300 --regret 1e-300");
    assert!(tiny.contains("T: regret <= 1e-300") && tiny.contains("payoff-bound 1e-300"), "{tiny}");
    let huge = printed(
        "plan --statement lemma-1 --constraints 1 --payoff-bound 1e200 --radius 1e-300 --margin 1e-300 \
        --objective-range 1e100 --oracle-error 1e-200 --infeasibility 1e-300 --suboptimality 1e-300",
    );
    assert!(huge.contains("fails in the limit"), "{huge}");
    let refusal = refused("plan --statement lemma-8 --constraints 1 --payoff-bound=-1e-300 --regret 1");
    for text in [&tiny, &huge, &refusal] {
        assert!(longest(text) <= 20, "{text}");
    }
}

/// The page has every form that can be printed.
#[test]
fn the_page_lists_every_form() {
    let page = include_str!("../../../docs/planning.md");
    let table = page.split("## ").find(|part| part.starts_with("One row per form")).expect("the section of the forms");
    let mut listed: Vec<&str> = table.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let all = Inputs { regulariser: Some(1.0), ..example() };
    let mut printed: Vec<&str> = Vec::new();
    for statement in rates().map(Statement::name) {
        let plan = plan(statement, &all, &Targets::default()).expect("all constants are there");
        printed.extend(plan.rows.iter().map(|row| row.form.name));
    }
    listed.sort_unstable();
    printed.sort_unstable();
    printed.dedup();
    assert_eq!(listed, printed);
}

/// With an oracle the larger of two regrets counts, and the error alone may meet the target.
#[test]
fn an_error_equal_to_the_target_is_met_in_the_proxy_game() {
    let call = "plan --statement lemma-11 --constraints 4 --payoff-bound 1 --oracle-error 0.1 --regret 0.1";
    assert_eq!(json(call)["forms"][0]["targets"]["regret"]["rounds"], 3219);
}

#[test]
fn subgradients_promise_nothing_where_losses_are_not_convex() {
    let error = refused("plan --statement corollary-1 --problem triangle --regret 0.1");
    assert!(error.contains("corollary-1 is about convex losses, and those of `triangle` are not"), "{error}");
}
