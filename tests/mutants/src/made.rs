//! The campaign of the bugs made by rule: which test catches each, fast ones first.

use crate::log::Log;
use crate::programs::{Outcome, Program, Switch, build, share, tests};
use crate::reach::{Test, survey};
use crate::survivors::key;
use crate::tree::Bug;
use crate::{compiles, generate};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A test may take this much longer with a bug than ten times as long as without.
const PATIENCE: Duration = Duration::from_secs(5);
/// Of a bug that is known to survive so much of its tests' time is asked in a sample: it is there to notice that it no
/// longer does, and not to be tried anew.
const LISTED: Duration = Duration::from_secs(5);
/// So many tests are asked one by one; the rest of a program's tests run in one process.
const SINGLY: usize = 24;

/// What bugs are made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// `proofs-check/src` without the executable proofs, caught by the checker's own tests.
    Checker,
    /// The rooms of the project that certify, caught by `tests/it`.
    Rooms,
}

impl Scope {
    pub(crate) fn folders(self) -> &'static [&'static str] {
        match self {
            Self::Checker => &["proofs-check/src"],
            Self::Rooms => &["src/regret", "src/certificate", "src/theorems", "src/shrink", "src/equilibrium"],
        }
    }

    pub(crate) fn package(self) -> &'static str {
        match self {
            Self::Checker => "proofs-check",
            Self::Rooms => "referee",
        }
    }

    fn programs(self, root: &Path, tree: &Path) -> Result<Vec<Program>, String> {
        let arguments: &[&str] = match self {
            Self::Checker => &["-p", "proofs-check", "--lib", "--tests", "--bins"],
            Self::Rooms => &["-p", "referee", "--test", "it"],
        };
        let mut programs = build(root, tree, arguments)?;
        // The executable proofs judge no file, and the program itself has no tests.
        programs.retain(|program| !program.source.ends_with("main.rs") || program.source.contains("tests/"));
        programs.retain(|program| !program.source.contains("proofs_command"));
        Ok(programs)
    }
}

/// All bugs of a scope, in the order of the sources, and how many places the compiler evaluates.
pub(crate) fn all(root: &Path, scope: Scope) -> Result<(Vec<Bug>, usize), String> {
    let (mut bugs, mut constant) = (Vec::new(), 0);
    for folder in scope.folders() {
        let mut files = Vec::new();
        sources(&root.join(folder), &mut files)?;
        files.sort();
        for path in files {
            let file = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            if file.starts_with("proofs-check/src/proofs/") {
                continue;
            }
            let source = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
            let made = generate::make(&file, &source)?;
            bugs.extend(made.bugs);
            constant += made.constant;
        }
    }
    Ok((bugs, constant))
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) -> Result<(), String> {
    let said = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(said)? {
        let path = entry.map_err(said)?.path();
        if path.is_dir() {
            sources(&path, into)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
    Ok(())
}

/// What became of a bug.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fate {
    /// By the compiler.
    Refused,
    Caught(String),
    Unreached,
    /// All tests that reach it pass.
    Alive,
    /// Fast tests that reach it, of so much time together, pass; the slower ones were not asked.
    Open(Duration),
}

/// Which tests caught bugs of a function, the last one last.
type Lately = Mutex<BTreeMap<String, Vec<usize>>>;

/// Tries one bug.
///
/// After so many tests that pass that they take longer than `most` without a bug, it counts as alive.
fn fate(number: usize, bug: &Bug, found: &[Test], most: Duration, lately: &Lately) -> Fate {
    let mut order: Vec<usize> = (0..found.len()).filter(|&i| found[i].reached[number]).collect();
    if order.is_empty() {
        return Fate::Unreached;
    }
    // What caught the last ones of the same file and function catches this one, likely.
    let place = format!("{} {}", bug.file, bug.inside);
    let known = lately.lock().expect("no panic").get(&place).cloned().unwrap_or_default();
    order.sort_by_key(|i| (known.iter().rev().take(4).position(|k| k == i).unwrap_or(usize::MAX), found[*i].time));
    let (mut spent, reach) = (Duration::ZERO, order.len());
    order.retain(|&i| {
        let may = spent <= most;
        spent = spent.saturating_add(found[i].time);
        may
    });
    let (singly, rest) = order.split_at(order.len().min(SINGLY));
    for &i in singly {
        let Test { program, folder, title, name, time, .. } = &found[i];
        if tests(program, &[name], folder, Switch::On(number), PATIENCE + 10 * *time).0 == Outcome::Fails {
            let mut lately = lately.lock().expect("no panic");
            let known = lately.entry(place).or_default();
            known.retain(|&other| other != i);
            known.push(i);
            return Fate::Caught(title.clone());
        }
    }
    let programs: BTreeSet<&PathBuf> = rest.iter().map(|&i| &found[i].program).collect();
    for program in programs {
        let of: Vec<&Test> = rest.iter().map(|&i| &found[i]).filter(|test| test.program == *program).collect();
        let names: Vec<&str> = of.iter().map(|test| test.name.as_str()).collect();
        let patience = PATIENCE + 10 * of.iter().map(|test| test.time).sum::<Duration>();
        if tests(program, &names, &of[0].folder, Switch::On(number), patience).0 == Outcome::Fails {
            return Fate::Caught(format!("one of {} in {}", of.len(), of[0].title));
        }
    }
    if order.len() < reach { Fate::Open(most) } else { Fate::Alive }
}

/// A copy of the project, what its bugs are made of, and how they are tried.
pub(crate) struct Campaign<'a> {
    pub(crate) root: &'a Path,
    pub(crate) tree: &'a Path,
    pub(crate) scope: Scope,
    /// Where each bug is noted with the time that it took, as soon as it was tried.
    pub(crate) log: &'a Log,
    /// The time of the tests that may be tried on one bug.
    pub(crate) most: Duration,
    /// Bugs of which only fast tests are asked.
    pub(crate) listed: BTreeSet<String>,
    pub(crate) workers: usize,
}

impl Campaign<'_> {
    /// Writes the copy with the bugs, and takes out of the list what does not compile.
    pub(crate) fn plant(&self, planted: &mut [Option<Bug>]) -> Result<(), String> {
        let (start, before) = (Instant::now(), planted.to_vec());
        compiles::keep_what_compiles(self.root, self.tree, self.scope.package(), planted)?;
        let refused = before.iter().zip(&*planted).filter(|(_, now)| now.is_none());
        let refused = refused
            .filter_map(|(bug, _)| bug.as_ref())
            .inspect(|bug| self.log.note(bug, &Fate::Refused, Duration::ZERO));
        let refused = refused.count();
        println!("{refused} of {} do not compile, {:.0} s", planted.len(), start.elapsed().as_secs_f64());
        Ok(())
    }

    /// Builds the tests.
    pub(crate) fn build(&self) -> Result<Vec<Program>, String> {
        let start = Instant::now();
        let programs = self.scope.programs(self.root, self.tree)?;
        println!("built, {:.0} s", start.elapsed().as_secs_f64());
        Ok(programs)
    }

    /// Tries these of the bugs, in this order, for so many seconds.
    pub(crate) fn run(
        &self,
        programs: &[Program],
        planted: &[Option<Bug>],
        those: &[usize],
        seconds: Option<u64>,
    ) -> Vec<(Bug, Fate)> {
        let start = Instant::now();
        let over = |at: Instant| seconds.is_some_and(|seconds| at > start + Duration::from_secs(seconds));
        let found = survey(self.tree, programs, planted.len(), self.workers);
        let lately = Lately::default();
        let fates = Mutex::new(Vec::new());
        let those = those.iter().filter_map(|&number| Some((number, planted[number].as_ref()?)));
        share(self.workers, &those.collect::<Vec<_>>(), |&(number, bug)| {
            let begun = Instant::now();
            if over(begun) {
                return println!("NOT RUN, no time is left: {}", key(bug));
            }
            let most = if self.listed.contains(&key(bug)) { self.most.min(LISTED) } else { self.most };
            let fate = fate(number, bug, &found, most, &lately);
            self.log.note(bug, &fate, begun.elapsed());
            fates.lock().expect("no panic").push((bug.clone(), fate));
        });
        let fates = fates.into_inner().expect("no panic");
        println!("tried {}, {:.0} s", fates.len(), start.elapsed().as_secs_f64());
        fates
    }
}
