//! Which test reaches which bug: only those can catch it.

use crate::programs::{Outcome, Program, Switch, names, share, tests};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A test that runs longer than this without a bug is left out: a campaign asks it hundreds of times.
const SLOWEST: Duration = Duration::from_mins(2);

/// A test of the copy.
pub(crate) struct Test {
    pub(crate) program: PathBuf,
    pub(crate) folder: PathBuf,
    /// The program's source, and the name in it.
    pub(crate) title: String,
    pub(crate) name: String,
    pub(crate) time: Duration,
    /// The bugs that it reaches, by number.
    pub(crate) reached: Vec<bool>,
}

/// Runs every test of the programs once without a bug; those that fail or take too long are told and left out.
pub(crate) fn survey(tree: &Path, programs: &[Program], bugs: usize, workers: usize) -> Vec<Test> {
    let start = Instant::now();
    let mut all = Vec::new();
    for Program { source, path } in programs {
        // As cargo does it: in the folder of the crate.
        let folder = if source.starts_with("proofs-check") { tree.join("proofs-check") } else { tree.to_owned() };
        let source = source.trim_start_matches("proofs-check/").trim_end_matches(".rs");
        for name in names(path, &folder) {
            let file = tree.with_extension(format!("{}.reached", all.len()));
            all.push((path, folder.clone(), format!("{source} {name}"), name, file));
        }
    }
    let found = Mutex::new(Vec::new());
    share(workers, &all, |(path, folder, title, name, file)| {
        fs::remove_file(file).ok();
        let (outcome, time) = tests(path, &[name], folder, Switch::Reached(file), SLOWEST);
        // A test that reaches no bug writes no file.
        let text = fs::read_to_string(file).unwrap_or_default();
        fs::remove_file(file).ok();
        if outcome != Outcome::Passes {
            return println!("left out: {title}: it does not pass within {SLOWEST:?} without a bug");
        }
        let mut reached = vec![false; bugs];
        for number in text.lines().filter_map(|line| line.parse::<usize>().ok()) {
            if let Some(place) = reached.get_mut(number) {
                *place = true;
            }
        }
        if reached.contains(&true) {
            let (program, folder, title, name) = ((*path).clone(), folder.clone(), title.clone(), name.clone());
            found.lock().expect("no panic").push(Test { program, folder, title, name, time, reached });
        }
    });
    let mut found = found.into_inner().expect("no panic");
    found.sort_by_key(|test| test.time);
    let sum: Duration = found.iter().map(|test| test.time).sum();
    println!("{} tests reach a bug, {:.0} s", found.len(), start.elapsed().as_secs_f64());
    println!("together they take {:.0} s", sum.as_secs_f64());
    found
}
