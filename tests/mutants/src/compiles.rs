//! Bugs that the compiler refuses are no bugs: they are found by the places of its errors and left out.

use crate::tree::{self, Bug};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

/// So often are bugs left out before giving up: each time the compiler may get further.
const ROUNDS: usize = 25;

/// Writes the copy with all bugs, and takes out of the list what does not compile in it.
pub(crate) fn keep_what_compiles(
    root: &Path,
    tree: &Path,
    package: &str,
    bugs: &mut [Option<Bug>],
) -> Result<(), String> {
    for _ in 0..ROUNDS {
        tree::write(root, tree, bugs)?;
        let errors = errors(root, tree, package)?;
        if errors.is_empty() {
            return Ok(());
        }
        let sources = Sources::of(tree, &errors, bugs)?;
        let blamed = |by: Blame| errors.iter().flat_map(|error| sources.blamed(error, by)).collect::<BTreeSet<_>>();
        let ways = [Blame::Holds, Blame::Touches, Blame::Line];
        let refused = ways.into_iter().map(blamed).find(|refused| !refused.is_empty()).unwrap_or_default();
        if refused.is_empty() {
            let said: Vec<&str> = errors.iter().map(|error| error.rendered.as_str()).collect();
            return Err(format!("the copy does not compile, and no bug is to blame:\n{}", said.join("\n")));
        }
        for number in refused {
            bugs[number] = None;
        }
    }
    Err(format!("the copy still does not compile after {ROUNDS} rounds: repair tests/mutants/src/generate.rs"))
}

/// What the compiler says, and where.
struct Error {
    rendered: String,
    /// Files and bytes, what it points at first.
    spans: Vec<(String, Range<usize>)>,
}

fn errors(root: &Path, tree: &Path, package: &str) -> Result<Vec<Error>, String> {
    let mut command = crate::programs::cargo(root, tree);
    // Not `check`, for which all dependencies would be read anew: what compiles is what the tests need.
    command.args(["build", "--lib", "--all-features", "--message-format=json", "-p", package]);
    let output = run(&mut command)?;
    let messages = output.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let errors = messages.filter(|message| message["message"]["level"] == "error").map(|message| {
        let message = &message["message"];
        let mut spans: Vec<&Value> = message["spans"].as_array().map_or(Vec::new(), |spans| spans.iter().collect());
        spans.sort_by_key(|span| span["is_primary"] != true);
        let number = |span: &Value, key: &str| span[key].as_u64().and_then(|at| usize::try_from(at).ok()).unwrap_or(0);
        let place = |span: &&Value| {
            let file = span["file_name"].as_str().unwrap_or("").to_owned();
            (file, number(span, "byte_start")..number(span, "byte_end"))
        };
        let rendered = message["rendered"].as_str().unwrap_or("").to_owned();
        Error { rendered, spans: spans.iter().map(place).collect() }
    });
    Ok(errors.filter(|error| !error.spans.is_empty()).collect())
}

fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("cargo does not run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() || text.contains("\"level\":\"error\"") {
        return Ok(text);
    }
    Err(format!("cargo build fails:\n{}", String::from_utf8_lossy(&output.stderr)))
}

/// Whose fault an error is: of the bug whose text holds a place that it points at, else of those that touch one, else
/// of those on the same line.
#[derive(Clone, Copy)]
enum Blame {
    Holds,
    Touches,
    Line,
}

/// Files of the copy that have errors, with the places where bugs put their text.
struct Sources(BTreeMap<String, (String, Places)>);

/// Bugs by number, and where their text is.
type Places = Vec<(usize, Range<usize>)>;

impl Sources {
    fn of(tree: &Path, errors: &[Error], bugs: &[Option<Bug>]) -> Result<Self, String> {
        let mut files = BTreeMap::new();
        for (file, _) in errors.iter().flat_map(|error| &error.spans) {
            if !files.contains_key(file) && tree.join(file).is_file() {
                let source = fs::read_to_string(tree.join(file)).map_err(|error| format!("{file}: {error}"))?;
                let places = marked(file, &source, bugs);
                files.insert(file.clone(), (source, places));
            }
        }
        Ok(Self(files))
    }

    fn blamed(&self, error: &Error, by: Blame) -> Vec<usize> {
        for (file, span) in &error.spans {
            let Some((source, places)) = self.0.get(file) else { continue };
            let line = || {
                let start = source[..span.start].rfind('\n').map_or(0, |at| at + 1);
                start..source[span.end..].find('\n').map_or(source.len(), |at| span.end + at)
            };
            let touches = |at: &Range<usize>, wide: &Range<usize>| at.start < wide.end && wide.start < at.end;
            let is_near = |at: &Range<usize>| match by {
                Blame::Holds => at.start <= span.start && span.end <= at.end,
                Blame::Touches => touches(at, span),
                Blame::Line => touches(at, &line()),
            };
            let near: Vec<usize> = places.iter().filter(|(_, at)| is_near(at)).map(|(number, _)| *number).collect();
            if !near.is_empty() {
                return near;
            }
        }
        Vec::new()
    }
}

/// Where the text of each bug stands in a file of the copy.
fn marked(file: &str, source: &str, bugs: &[Option<Bug>]) -> Places {
    let of = |(number, bug): (usize, &Option<Bug>)| {
        bug.as_ref().filter(|bug| bug.file == file)?;
        let start = source.find(&format!("/*<{number}*/"))?;
        Some((number, start..start + source[start..].find(&format!("/*{number}>*/"))?))
    };
    bugs.iter().enumerate().filter_map(of).collect()
}
