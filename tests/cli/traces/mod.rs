//! Runs from elsewhere as a user hands them to `referee`: whose values they have, and of which game they are.

mod games;
mod import;
mod values;

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Output;

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

/// A folder with `trace.csv` and `problem.toml`, in which the program runs.
struct Folder(tempfile::TempDir);

impl Folder {
    fn with(trace: &str, problem: &str) -> Self {
        let folder = Self(tempfile::tempdir().expect("a temporary folder"));
        fs::write(folder.path("trace.csv"), trace).expect("the folder is ours");
        fs::write(folder.path("problem.toml"), problem).expect("the folder is ours");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names of all files, in order.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("ours");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("plain")).collect();
        names.sort();
        names
    }

    fn run(&self, arguments: &str) -> Output {
        let mut command = crate::program(Some(1000));
        command.args(arguments.split_whitespace()).current_dir(self.0.path());
        command.output().expect("the program was built")
    }

    /// What is printed, which must come with status `status`.
    fn printed(&self, arguments: &str, status: i32) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments}: {}{}", text(&output.stdout), text(&output.stderr));
        text(&output.stdout).to_owned()
    }

    /// The certificate that is printed as JSON.
    fn json(&self, arguments: &str, status: i32) -> Value {
        serde_json::from_str(&self.printed(&format!("{arguments} --json"), status)).expect("JSON alone")
    }

    /// One sentence on standard error, with status 2 and nothing written.
    fn refused(&self, arguments: &str) -> String {
        let before = self.files();
        let output = self.run(arguments);
        let sentence = text(&output.stderr).to_owned();
        assert_eq!((output.status.code(), sentence.lines().count()), (Some(2), 1), "{arguments}: {sentence}");
        assert!(output.stdout.is_empty(), "{arguments}: {}", text(&output.stdout));
        assert_eq!(self.files(), before, "{arguments} wrote something");
        sentence
    }

    /// Whether the checker accepts a certificate whose trace is beside it, with a violated claim or without one.
    fn accepts(&self, certificate: &str) -> bool {
        let output = self.run(&format!("check {certificate}"));
        assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{}", text(&output.stderr));
        output.status.code() != Some(1)
    }
}

/// Whether no claim of a certificate is called proved, and none is missing.
fn nothing_is_proved(certificate: &Value) -> bool {
    let claims = certificate["claims"].as_array().expect("a list");
    !claims.is_empty() && claims.iter().all(|claim| claim["grade"] == "declared")
}

fn claim<'a>(certificate: &'a Value, name: &str) -> &'a Value {
    let claims = certificate["claims"].as_array().expect("a list");
    claims.iter().find(|claim| claim["name"] == name).unwrap_or_else(|| panic!("no claim `{name}`"))
}

/// Asserts that a text has every part and none of the others.
fn says(text: &str, parts: &[&str], not: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    for part in not {
        assert!(!text.contains(part), "`{part}` in\n{text}");
    }
}
