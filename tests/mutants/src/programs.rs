//! The copy's test programs: how they are built, which tests they have, and how one of them runs.

use serde_json::Value;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// So much address space has a test: a bug may ask for memory without end.
const KIBIBYTES: u64 = 6 << 20;

/// Cargo in the copy; compiled dependencies of the project serve it.
pub(crate) fn cargo(root: &Path, tree: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(tree).env("CARGO_TARGET_DIR", root.join("target")).env("CARGO_PROFILE_DEV_DEBUG", "0");
    command
}

/// A program that was built: its source's path in the copy, and where it is.
pub(crate) struct Program {
    pub(crate) source: String,
    pub(crate) path: PathBuf,
}

/// Builds tests, with these arguments of `cargo test`.
pub(crate) fn build(root: &Path, tree: &Path, arguments: &[&str]) -> Result<Vec<Program>, String> {
    let mut command = cargo(root, tree);
    command.args(["test", "--no-run", "--all-features", "--message-format=json"]).args(arguments);
    let output = command.output().map_err(|error| format!("cargo does not run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = || text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    if !output.status.success() {
        let errors = messages().filter(|message| message["message"]["level"] == "error");
        let said: Vec<String> =
            errors.filter_map(|message| Some(message["message"]["rendered"].as_str()?.to_owned())).collect();
        return Err(format!("{}\n{}", said.join("\n"), String::from_utf8_lossy(&output.stderr)));
    }
    let program = |message: Value| {
        let path = PathBuf::from(message["executable"].as_str()?);
        let source = Path::new(message["target"]["src_path"].as_str()?).strip_prefix(tree).ok()?.to_str()?.to_owned();
        Some(Program { source, path })
    };
    Ok(messages().filter_map(program).collect())
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Outcome {
    Passes,
    Fails,
    /// Neither: there is no such test, or the call is wrong.
    Broken,
}

/// Which bug is switched on.
#[derive(Clone, Copy)]
pub(crate) enum Switch<'a> {
    None,
    On(usize),
    /// None; the numbers of those that are reached go to a file.
    Reached(&'a Path),
}

/// A program that waits, and does not work, may do so this many times as long as it may work.
const WAITS: u32 = 20;
const DAY: Duration = Duration::from_hours(24);

/// Runs a program with little memory for no more than `most` of CPU time, so that a busy machine fails no test; its exit
/// status (none after a signal or too long), what it wrote, and how long it took.
pub(crate) fn run(
    program: &Path,
    arguments: &[&str],
    folder: &Path,
    switch: Switch,
    most: Duration,
) -> Option<(Option<i32>, String, Duration)> {
    let mut command = Command::new("sh");
    let most = most.min(DAY);
    let limits = format!("ulimit -v {KIBIBYTES}; ulimit -t {}; exec \"$0\" \"$@\"", most.as_secs() + 1);
    command.args(["-c", &limits]).arg(program).args(arguments);
    command.process_group(0);
    // A counterexample is neither shrunk nor kept: it is about the bug, and must not help to catch the next one.
    command.env("PROPTEST_MAX_SHRINK_ITERS", "0").env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1");
    match switch {
        Switch::None => command.env_remove("REFEREE_MUTANT"),
        Switch::On(number) => command.env("REFEREE_MUTANT", number.to_string()),
        Switch::Reached(path) => command.env("REFEREE_MUTANT", path),
    };
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().ok()?;
    let output = child.stdout.take();
    let reader = std::thread::spawn(move || output.and_then(|output| std::io::read_to_string(output).ok()));
    let mut pause = Duration::from_micros(500);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status.code(),
            Ok(None) if start.elapsed() < WAITS * most => std::thread::sleep(pause),
            _ => {
                // With all that it started.
                let group = format!("-{}", child.id());
                Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status().ok();
                child.kill().and_then(|()| child.wait().map(drop)).ok();
                return Some((None, String::new(), start.elapsed()));
            }
        }
        pause = (2 * pause).min(Duration::from_millis(20));
    };
    Some((status, reader.join().ok().flatten().unwrap_or_default(), start.elapsed()))
}

/// Runs tests of a program, in one process, one after the other.
pub(crate) fn tests(
    program: &Path,
    names: &[&str],
    folder: &Path,
    switch: Switch,
    most: Duration,
) -> (Outcome, Duration) {
    let arguments: Vec<&str> = ["--exact", "--test-threads=1"].into_iter().chain(names.iter().copied()).collect();
    let Some((status, text, time)) = run(program, &arguments, folder, switch, most) else {
        return (Outcome::Broken, Duration::ZERO);
    };
    let outcome = match status {
        Some(0) if text.contains(&format!("test result: ok. {} passed", names.len())) => Outcome::Passes,
        Some(101) | None => Outcome::Fails, // none: the stack ran over, the program aborted or did not end
        _ => Outcome::Broken,
    };
    (outcome, time)
}

/// The names of a program's tests.
pub(crate) fn names(program: &Path, folder: &Path) -> Vec<String> {
    let arguments = ["--list", "--format", "terse"];
    let listed = run(program, &arguments, folder, Switch::None, Duration::from_mins(1));
    let text = listed.map(|(_, text, _)| text).unwrap_or_default();
    text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}

/// Does the jobs on so many threads, in order.
pub(crate) fn share<T: Sync>(threads: usize, jobs: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let take = || jobs.get(next.fetch_add(1, Ordering::Relaxed));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| std::iter::from_fn(take).for_each(&work));
        }
    });
}
