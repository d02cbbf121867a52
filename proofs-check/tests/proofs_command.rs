//! The command `proofs-check proofs`, and the list of proofs as a whole.

use proofs_check::proofs::{Expect, Options, PROOFS, run};
use std::collections::BTreeSet;
use std::process::Command;

/// What the program answers: its exit status, what it prints, and what it complains about.
struct Answer {
    status: Option<i32>,
    printed: String,
    complaint: String,
}

fn command(arguments: &[&str]) -> Answer {
    let output = Command::new(env!("CARGO_BIN_EXE_proofs-check")).arg("proofs").args(arguments).output().ok();
    let text = |bytes: Option<&Vec<u8>>| bytes.map_or_else(String::new, |b| String::from_utf8_lossy(b).into_owned());
    Answer {
        status: output.as_ref().and_then(|output| output.status.code()),
        printed: text(output.as_ref().map(|output| &output.stdout)),
        complaint: text(output.as_ref().map(|output| &output.stderr)),
    }
}

#[test]
fn the_command_prints_one_row_a_proof_and_a_total() {
    let Answer { status, printed, .. } = command(&["--instances", "100"]);
    assert_eq!(status, Some(0), "{printed}");
    let rows: Vec<&str> = printed.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), PROOFS.len().saturating_add(2), "a head, a rule and the rows");
    assert!(rows.iter().all(|row| row.len() == rows[0].len() && row.matches('|').count() == 6), "{printed}");
    let last = printed.lines().last().unwrap();
    let steps: usize = PROOFS.iter().map(|proof| proof.steps.len()).sum();
    assert!(last.starts_with(&format!("{} proofs, {steps} steps, ", PROOFS.len())), "{last}");
    assert!(last.ends_with(", 0 proofs fail"), "{last}");
}

#[test]
fn one_proof_is_printed_line_by_line_and_shows_the_wrong_ones() {
    let printed = command(&["--proof", "lem6"]).printed;
    assert!(printed.contains("\nlem6.1: E g0 - E_lambda"), "{printed}");
    let core = printed.lines().skip_while(|line| !line.starts_with("lem6.core: ")).nth(1).unwrap();
    assert!(core.trim().starts_with("fails ") && core.ends_with("as it must"), "{core}");
    assert!(!printed.contains("thm3"), "{printed}");
}

#[test]
fn a_seed_fixes_the_instances() {
    let printed = |seed| command(&["--proof", "thm3", "--seed", seed]).printed;
    assert_eq!(printed("7"), printed("7"));
    assert_ne!(printed("7"), printed("8"), "how often lines are tight depends on the instances");
}

#[test]
fn wrong_calls_say_what_to_do() {
    for (arguments, reason) in [
        (&["--proof", "thm99"][..], "no proof is called 'thm99'; the proofs are thm1, "),
        (&["--seed"], "--seed needs a value"),
        (&["--seed", "x"], "--seed x: not a whole number"),
        (&["--instances", "5"], "--instances: take at least 100"),
        (&["--loud"], "--loud: this option is not known"),
    ] {
        let Answer { status, complaint, .. } = command(arguments);
        assert_eq!(status, Some(2), "{arguments:?}");
        assert!(complaint.contains(reason), "{arguments:?}: {complaint}");
    }
    assert_eq!(command(&["--help"]).status, Some(0));
}

#[test]
fn names_are_unique_and_statements_are_plain() {
    let names: BTreeSet<&str> = PROOFS.iter().map(|proof| proof.name).collect();
    assert_eq!(names.len(), PROOFS.len());
    let mut steps = BTreeSet::new();
    for proof in PROOFS {
        assert!(proof.statement.is_ascii() && !proof.statement.contains('|'), "{}", proof.statement);
        for step in proof.steps {
            assert!(steps.insert(step.name), "{} is the name of two steps", step.name);
            assert!(step.says.is_ascii() && !step.says.is_empty(), "{}", step.name);
        }
    }
}

#[test]
fn every_statement_of_the_paper_and_every_golden_vector_has_a_line() {
    let has = |prefix: &str| PROOFS.iter().flat_map(|proof| proof.steps).any(|step| step.name.starts_with(prefix));
    for prefix in [
        "thm1.",
        "lem1.",
        "lem3.",
        "thm3.",
        "lem6.",
        "lem6r.",
        "thm4.",
        "lem7.",
        "thm5.",
        "lem5.",
        "thm6.",
        "cor1.",
        "cor2.",
        "lem8.",
        "thm7.",
        "thm7u.",
        "cor3.",
        "cor4.",
        "lem9.",
        "lem10.",
        "lem4.",
        "lem11.",
        "constants.",
        "e1.",
        "e2.",
        "s1.",
        "s2.",
        "s3.",
        "s4.",
        "s5.",
        "s6",
        "s7.",
        "s8.",
        "s9.",
        "s10.",
        "s11.",
        "s12.",
        "s13.",
        "s14",
        "s15.",
        "s16",
        "tvl.",
        "tvp.",
        "tvlp.",
        "tv5.",
        "tvd.",
        "tvsgd.",
    ] {
        assert!(has(prefix), "no step begins with {prefix}");
    }
}

#[test]
fn the_wrong_lines_are_the_known_ones() {
    let wrong = PROOFS.iter().flat_map(|proof| proof.steps).filter(|step| step.expect == Expect::Fails);
    let names: Vec<&str> = wrong.map(|step| step.name).collect();
    let known = [
        "s9.bisection",
        "lem6.core",
        "lem6.2",
        "lem6.3",
        "lem6.claim",
        "thm5.nonconvex",
        "lem8.printed",
        "thm7.hindsight",
        "thm7.literal",
        "tvsgd.uniform",
        "constants.below",
        "constants.lem9-below",
        // No lines of the paper: mistakes that are easily made with hinges.
        "hinge.side",
        "hinge.tau.above",
        "margins.inf",
        "proxies.sum",
    ];
    assert_eq!(names, known);
}

#[test]
fn other_seeds_pass_too() {
    for seed in [2, 3, u64::MAX] {
        let report = run(&Options { seed, instances: 100, ..Options::default() }).unwrap();
        assert!(report.passed(), "seed {seed}\n{report}");
    }
}
