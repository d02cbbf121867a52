//! The campaign of the bugs of the list: each is tried with the test that is named beside it.

use crate::list::{KINDS, Mutant};
use crate::programs::{self, Outcome, Switch};
use crate::tree::{Bug, Form};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A test that runs this much longer with a bug than ten times as long as without does not end, which is a failure too.
const PATIENCE: Duration = Duration::from_secs(30);

/// The programs of the copy.
pub(crate) struct Programs {
    tree: PathBuf,
    it: PathBuf,
    cli: PathBuf,
    referee: PathBuf,
}

/// Builds the copy's test programs.
pub(crate) fn build(root: &Path, tree: PathBuf, cli: bool) -> Result<Programs, String> {
    let arguments: &[&str] = if cli { &["--test", "it", "--test", "cli"] } else { &["--test", "it"] };
    let built = programs::build(root, &tree, arguments)?;
    let program = |source: &str| {
        built.iter().find(|program| program.source == source).map_or_else(PathBuf::new, |program| program.path.clone())
    };
    // The project's own program has the same place in `target/debug`, and may take it back.
    let referee = tree.with_file_name("referee");
    fs::copy(program("src/main.rs"), &referee).map_err(|error| format!("{}: {error}", referee.display()))?;
    Ok(Programs { it: program("tests/it/main.rs"), cli: program("tests/cli/main.rs"), referee, tree })
}

/// Runs a catcher with a bug or without, for no longer than `most`.
fn run(programs: &Programs, test: &str, mutant: Option<usize>, most: Duration) -> Outcome {
    let switch = mutant.map_or(Switch::None, Switch::On);
    match test.split_once(' ').unwrap_or((test, "")) {
        ("it", name) => programs::tests(&programs.it, &[name], &programs.tree, switch, most).0,
        ("cli", name) => programs::tests(&programs.cli, &[name], &programs.tree, switch, most).0,
        _ => {
            let words: Vec<&str> = test.split(' ').filter(|word| !word.is_empty()).collect();
            match programs::run(&programs.referee, &words, &programs.tree, switch, most) {
                Some((Some(0), ..)) => Outcome::Passes,
                Some((Some(1) | None, ..)) => Outcome::Fails,
                _ => Outcome::Broken,
            }
        }
    }
}

/// The part of the project that a bug is in.
fn area(mutant: &Mutant) -> &str {
    let inside = mutant.file.strip_prefix("src/").unwrap_or(&mutant.file);
    match inside.split('/').next().unwrap_or(inside) {
        "players" if inside.contains("formulas") => "theorems",
        "certificate" => "regret",
        area => area,
    }
}

/// Tries the mutants; says how many were caught and how many were not.
pub(crate) fn campaign(
    mutants: &[Mutant],
    chosen: &[usize],
    programs: &Programs,
    end: Option<Instant>,
) -> (usize, usize) {
    let start = Instant::now();
    let tests: BTreeSet<&str> = chosen.iter().map(|&i| mutants[i].test.as_str()).collect();
    let tests: Vec<&str> = tests.into_iter().collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let sound = Mutex::new(BTreeMap::new());
    programs::share(cores, &tests, |test| {
        let begun = Instant::now();
        if run(programs, test, None, Duration::MAX) == Outcome::Passes {
            sound.lock().expect("no panic").insert(*test, begun.elapsed());
        }
    });
    let sound = sound.into_inner().expect("no panic");
    println!("{} of {} tests pass without a bug, {:.0} s", sound.len(), tests.len(), start.elapsed().as_secs_f64());
    let caught = Mutex::new(Vec::new());
    let (missed, left) = (AtomicUsize::new(0), AtomicUsize::new(0));
    programs::share(cores, chosen, |&number| {
        let Mutant { name, file, test, .. } = &mutants[number];
        if end.is_some_and(|end| Instant::now() > end) {
            left.fetch_add(1, Ordering::Relaxed);
            return println!("{name}  {file}  {test}  NOT RUN: no time is left");
        }
        let begun = Instant::now();
        let most = sound.get(test.as_str()).map(|usual| PATIENCE + 10 * *usual);
        let outcome = most.map_or(Outcome::Broken, |most| run(programs, test, Some(number), most));
        let words = match outcome {
            Outcome::Fails => "caught",
            Outcome::Passes => "SURVIVED",
            Outcome::Broken => "the test is broken",
        };
        match outcome {
            Outcome::Fails => caught.lock().expect("no panic").push(number),
            _ => drop(missed.fetch_add(1, Ordering::Relaxed)),
        }
        println!("{name}  {file}  {test}  {words}  {:.1} s", begun.elapsed().as_secs_f64());
    });
    let caught = caught.into_inner().expect("no panic");
    let count = |of: &dyn Fn(&Mutant) -> bool| caught.iter().filter(|&&i| of(&mutants[i])).count();
    let areas: BTreeSet<&str> = chosen.iter().map(|&i| area(&mutants[i])).collect();
    let areas: Vec<String> = areas.iter().map(|name| format!("{name} {}", count(&|it| area(it) == *name))).collect();
    let kinds = KINDS.map(|kind| format!("{kind} {}", count(&|it| it.kind == kind)));
    println!("caught by area: {}\ncaught by kind: {}", areas.join(", "), kinds.join(", "));
    println!("not run: {}; {:.0} s", left.into_inner(), start.elapsed().as_secs_f64());
    (caught.len(), missed.into_inner())
}

/// A bug of the list as it goes into the copy.
pub(crate) fn planted(mutant: &Mutant, source: &str) -> Result<Bug, String> {
    let form = if mutant.was.ends_with(';') { Form::Statement } else { Form::Expression };
    let Mutant { name, file, now, bug, .. } = mutant.clone();
    Ok(Bug { name, file, inside: String::new(), place: mutant.place(source)?, form, now, what: bug })
}
