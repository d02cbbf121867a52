//! Which test reaches which bug: only those can catch it.

use crate::programs::{Outcome, Program, Switch, names, tests};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A test that runs longer than this without a bug is left out: a campaign asks it hundreds of times.
const SLOWEST: Duration = Duration::from_secs(120);

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
pub(crate) fn survey(tree: &Path, programs: &[Program], bugs: usize) -> Result<Vec<Test>, String> {
    let start = Instant::now();
    let file = tree.with_extension("reached");
    let mut found = Vec::new();
    for Program { source, path } in programs {
        // As cargo does it: in the folder of the crate.
        let folder = if source.starts_with("proofs-check") { tree.join("proofs-check") } else { tree.to_owned() };
        for name in names(path, &folder) {
            let title = format!("{} {name}", source.trim_start_matches("proofs-check/").trim_end_matches(".rs"));
            fs::write(&file, "").map_err(|error| format!("{}: {error}", file.display()))?;
            let (outcome, time) = tests(path, &[&name], &folder, Switch::Reached(&file), SLOWEST);
            if outcome != Outcome::Passes {
                println!("left out: {title}: it does not pass within {SLOWEST:?} without a bug");
                continue;
            }
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let mut reached = vec![false; bugs];
            for number in text.lines().filter_map(|line| line.parse::<usize>().ok()) {
                if let Some(place) = reached.get_mut(number) {
                    *place = true;
                }
            }
            if reached.contains(&true) {
                let (program, folder) = (path.clone(), folder.clone());
                found.push(Test { program, folder, title, name, time, reached });
            }
        }
    }
    found.sort_by_key(|test| test.time);
    println!("{} tests reach a bug, {:.0} s", found.len(), start.elapsed().as_secs_f64());
    Ok(found)
}
