//! Plants bugs and expects tests to fail.
//!
//! All bugs of `mutants.txt` are put into one copy of the project, each behind a switch, so that there is one build for
//! all of them. Then the test that should catch a bug runs with that bug switched on, and must fail; and without any,
//! and must pass.
//!
//! `cargo run --manifest-path tests/mutants/Cargo.toml -- [--list] [--only NAME] [--sample N --seed S] [--seconds S]
//! [--write-table]`

mod list;
mod tree;

use list::{KINDS, Mutant, page, parse};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A test that runs this much longer with a bug than ten times as long as without does not end, which is a failure too.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Default)]
struct Options {
    list: bool,
    write_table: bool,
    only: Option<String>,
    sample: Option<u64>,
    seed: u64,
    seconds: Option<u64>,
}

fn options() -> Result<Options, String> {
    let mut options = Options::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(flag) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{flag} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("{flag} {text}: write a whole number"));
        match flag.as_str() {
            "--list" => options.list = true,
            "--write-table" => options.write_table = true,
            "--only" => options.only = Some(value()?),
            "--sample" => options.sample = Some(number(value()?)?),
            "--seed" => options.seed = number(value()?)?,
            "--seconds" => options.seconds = Some(number(value()?)?),
            _ => return Err(format!("{flag} is not an option: see the top of tests/mutants/src/main.rs")),
        }
    }
    Ok(options)
}

/// The numbers of the mutants that were asked for, in the order in which they are tried.
fn chosen(mutants: &[Mutant], options: &Options) -> Vec<usize> {
    let named = |i: &usize| options.only.as_ref().is_none_or(|only| mutants[*i].name.contains(only));
    let mut all: Vec<usize> = (0..mutants.len()).filter(named).collect();
    let Some(count) = options.sample else { return all };
    let mut state = options.seed;
    for last in (1..all.len()).rev() {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        all.swap(last, usize::try_from((z ^ z >> 31) % (last as u64 + 1)).expect("at most the last"));
    }
    all.truncate(usize::try_from(count).unwrap_or(usize::MAX));
    all
}

/// The programs of the copy.
struct Programs {
    tree: PathBuf,
    it: PathBuf,
    cli: PathBuf,
    referee: PathBuf,
}

/// Builds the copy; compiled dependencies of the project serve it.
fn build(root: &Path, tree: PathBuf, cli: bool) -> Result<Programs, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["test", "--no-run", "--all-features", "--message-format=json", "--test", "it"]);
    command.args(if cli { &["--test", "cli"][..] } else { &[] });
    command.current_dir(&tree).env("CARGO_TARGET_DIR", root.join("target")).env("CARGO_PROFILE_DEV_DEBUG", "0");
    let output = command.output().map_err(|error| format!("cargo does not run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        let errors = text.lines().filter(|line| line.contains("\"level\":\"error\""));
        let rendered = errors.filter_map(|line| line.split_once("\"rendered\":\"")?.1.split_once("\",\"")).map(|x| x.0);
        let rendered: Vec<String> = rendered.map(|text| text.replace("\\n", "\n").replace("\\\"", "\"")).collect();
        return Err(format!("{}\n{}", rendered.join("\n"), String::from_utf8_lossy(&output.stderr)));
    }
    let program = |source: &str| {
        let of = |line: &&str| line.contains(source) && line.contains("\"executable\":\"");
        let path = text.lines().find(of).and_then(|line| line.split_once("\"executable\":\"")?.1.split_once('"'));
        PathBuf::from(path.map_or("", |(path, _)| path))
    };
    let (it, cli) = (program("/tests/it/main.rs\""), program("/tests/cli/main.rs\""));
    // The project's own program has the same place in `target/debug`, and may take it back.
    let referee = tree.with_file_name("referee");
    fs::copy(program("/src/main.rs\""), &referee).map_err(|error| format!("{}: {error}", referee.display()))?;
    Ok(Programs { tree, it, cli, referee })
}

#[derive(Clone, Copy, PartialEq)]
enum Outcome {
    Passes,
    Fails,
    /// Neither: there is no such test, or the call is wrong.
    Broken,
}

/// Runs a catcher with a bug or without, for no longer than `most`.
fn run(programs: &Programs, test: &str, mutant: Option<usize>, most: Duration) -> Outcome {
    let (program, rest) = test.split_once(' ').unwrap_or((test, ""));
    let mut command = match program {
        "it" => Command::new(&programs.it),
        "cli" => Command::new(&programs.cli),
        _ => Command::new(&programs.referee),
    };
    if program == "verify" {
        command.arg(program).args(rest.split(' ').filter(|word| !word.is_empty()));
    } else {
        command.args(["--exact", rest, "--test-threads=1"]);
    }
    // A counterexample is neither shrunk nor kept: it is about the bug, and must not help to catch the next one.
    command.env("PROPTEST_MAX_SHRINK_ITERS", "0").env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1");
    command.env_remove("REFEREE_MUTANT").envs(mutant.map(|number| ("REFEREE_MUTANT", number.to_string())));
    command.current_dir(&programs.tree).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return Outcome::Broken };
    let output = child.stdout.take();
    let reader = std::thread::spawn(move || output.and_then(|output| std::io::read_to_string(output).ok()));
    let start = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if start.elapsed() < most => std::thread::sleep(Duration::from_millis(20)),
            _ => break None,
        }
    };
    let Some(status) = status else {
        child.kill().and_then(|()| child.wait().map(drop)).ok();
        return Outcome::Fails;
    };
    let text = reader.join().ok().flatten().unwrap_or_default();
    match status.code() {
        Some(0) if program == "verify" || text.contains("test result: ok. 1 passed") => Outcome::Passes,
        Some(1) if program == "verify" => Outcome::Fails,
        Some(101) if program != "verify" => Outcome::Fails,
        None => Outcome::Fails, // a signal: the stack ran over, or the program aborted
        _ => Outcome::Broken,
    }
}

/// Does the jobs on all cores, in order.
fn on_all_cores<T: Sync>(jobs: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let take = || jobs.get(next.fetch_add(1, Ordering::Relaxed));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| std::iter::from_fn(take).for_each(&work));
        }
    });
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
fn campaign(mutants: &[Mutant], chosen: &[usize], programs: &Programs, seconds: Option<u64>) -> (usize, usize) {
    let start = Instant::now();
    let tests: BTreeSet<&str> = chosen.iter().map(|&i| mutants[i].test.as_str()).collect();
    let tests: Vec<&str> = tests.into_iter().collect();
    let sound = Mutex::new(BTreeMap::new());
    on_all_cores(&tests, |test| {
        let begun = Instant::now();
        if run(programs, test, None, Duration::MAX) == Outcome::Passes {
            sound.lock().expect("no panic").insert(*test, begun.elapsed());
        }
    });
    let sound = sound.into_inner().expect("no panic");
    println!("{} of {} tests pass without a bug, {:.0} s", sound.len(), tests.len(), start.elapsed().as_secs_f64());
    let caught = Mutex::new(Vec::new());
    let (missed, left) = (AtomicUsize::new(0), AtomicUsize::new(0));
    on_all_cores(chosen, |&number| {
        let Mutant { name, file, test, .. } = &mutants[number];
        if seconds.is_some_and(|seconds| start.elapsed() > Duration::from_secs(seconds)) {
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

fn work() -> Result<bool, String> {
    let options = options()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("two folders up").to_owned();
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let mutants = parse(&read(&root.join("tests/mutants/mutants.txt"))?)?;
    for mutant in &mutants {
        mutant.place(&read(&root.join(&mutant.file))?)?;
    }
    if options.write_table {
        let path = root.join("docs/testing.md");
        let page = page(&read(&path)?, &mutants).ok_or("docs/testing.md has no markers of the table")?;
        fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))?;
        return Ok(true);
    }
    let chosen = chosen(&mutants, &options);
    if options.list {
        for &i in &chosen {
            println!("{}  {}  {}", mutants[i].name, mutants[i].file, mutants[i].test);
        }
        return Ok(true);
    }
    if options.sample.is_some() {
        println!("a sample of {} of {} mutants, seed {}", chosen.len(), mutants.len(), options.seed);
    }
    let tree = root.join("target/mutants/tree");
    tree::write(&root, &tree, &mutants)?;
    let start = Instant::now();
    let programs = build(&root, tree, chosen.iter().any(|&i| mutants[i].test.starts_with("cli ")))?;
    println!("built with {} bugs in it, {:.0} s", mutants.len(), start.elapsed().as_secs_f64());
    let (caught, missed) = campaign(&mutants, &chosen, &programs, options.seconds);
    println!("{caught} passed, {missed} failed");
    Ok(missed == 0)
}

fn main() -> ExitCode {
    match work() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
