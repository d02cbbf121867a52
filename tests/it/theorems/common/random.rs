//! A statement on random instances of its own: enough of each kind, none idle, none that refutes it.
//!
//! The instances are the same in every run; `referee verify --random` and `.ci/run` try others. Seeds of instances that once
//! refuted a statement are kept in `regressions.txt` and tried first.

use super::misses::{Miss, misses};
use referee::theorems::Statement;
use referee::verification::random::{Counterexample, Found, Tally, instances, judge, search, seeds};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// How many instances are drawn; at least [`LEAST`] must promise something.
const INSTANCES: usize = 400;
pub(crate) const LEAST: usize = 350;

/// As many must have a conclusion or a comparison that could have been otherwise.
const TELLING: usize = 200;

/// Of the statements with a probability so many see noise where they look.
pub(crate) const NOISY: usize = 300;

/// Instances from which near-instances are made.
const NEAR: usize = 60;

/// The fewest instances of each kind, for the statements that speak of it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Least {
    pub(crate) convex: usize,
    pub(crate) not_convex: usize,
    pub(crate) noisy: usize,
    pub(crate) known: usize,
}

/// The seeds of a statement that are kept.
fn kept(statement: &dyn Statement) -> Vec<u64> {
    let lines = include_str!("regressions.txt").lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.map(|line| line.split_once(' ').expect("a statement and a seed"));
    let own = pairs.filter(|(name, _)| *name == statement.name());
    own.map(|(_, seed)| seed.trim().parse().expect("a seed")).collect()
}

/// Judges the instances, says how many there were of each kind, and asserts that there were enough.
pub(crate) fn holds_on_random_instances(statement: &dyn Statement, least: Least) {
    let mut all = kept(statement);
    all.extend(seeds(0, INSTANCES));
    let found = search(statement, &all, NonZeroUsize::MIN, &mut |_| ()).expect("it draws instances");
    let tally = &found.tally;
    // Past the capture of the test's output, so that a run of one statement's tests shows it.
    let line = format!("{}: {tally} ({:.1} s of CPU)\n", statement.name(), tally.time.as_secs_f64());
    std::io::stderr().write_all(line.as_bytes()).expect("it can be told");
    assert!(found.counterexamples.is_empty(), "{}", told(statement, &found.counterexamples[0]));
    assert_eq!(tally.rejection(), None);
    enough(&found, least);
}

fn enough(found: &Found, least: Least) {
    let Tally { instances, idle, telling, convex, not_convex, noisy, known, .. } = found.tally;
    assert!(instances - idle >= LEAST, "{idle} of {instances} are idle: {:?}", found.idle);
    assert!(telling >= TELLING, "only {telling} could have failed");
    let kinds = [
        ("convex", convex, least.convex),
        ("not convex", not_convex, least.not_convex),
        ("noisy", noisy, least.noisy),
        ("with a known answer", known, least.known),
    ];
    for (what, count, least) in kinds {
        assert!(count >= least, "only {count} instances are {what}, and {least} are asked for");
    }
}

/// For each hypothesis of the statement, near-instances that miss it and no other: the certificate says exactly that.
/// Those of the statements with a probability cannot miss `step_keeps_bound` alone: the printed step keeps it.
pub(crate) fn notices_each_missing_hypothesis(statement: &dyn Statement, hypotheses: &[&str]) {
    let mut missed: BTreeMap<&str, usize> = BTreeMap::new();
    for instance in instances(statement, &seeds(1, NEAR)).expect("it draws instances") {
        // What promises nothing as it is has nothing to miss.
        if judge(statement, &instance).idle.is_some() {
            continue;
        }
        for Miss { hypothesis, failed } in misses(statement, &instance).expect("it can be missed") {
            let count = missed.entry(hypothesis).or_default();
            if let Some(failed) = failed {
                assert_eq!(failed, [hypothesis], "{} on {instance:?}", statement.name());
                *count += 1;
            }
        }
    }
    if statement.takes_confidence() {
        missed.remove("step_keeps_bound");
    }
    let found: Vec<_> = missed.iter().filter(|(_, count)| **count > 0).map(|(name, _)| *name).collect();
    assert_eq!(found, hypotheses, "{}: {missed:?}", statement.name());
}

/// What is wrong, where the files are, and how to draw it again.
fn told(statement: &dyn Statement, example: &Counterexample) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/counterexamples");
    let place = folder.join(format!("{}-{}", statement.name(), example.seed));
    let saved = example.judged.files.as_ref().map(|files| files.write(&place));
    let files =
        if matches!(saved, Some(Ok(()))) { format!("its files are in {}", place.display()) } else { String::new() };
    let (name, seed) = (statement.name(), example.seed);
    format!(
        "{:?}\non {:?}\n{files}\nagain: referee verify --random 1 --statement {name} --seed {seed}",
        example.judged.wrong, example.instance
    )
}
