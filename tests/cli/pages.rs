//! Pages for people at a terminal: their files are written, their commands run, and what they print is printed.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The blocks of a page in a language, in order.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let start = format!("```{language}\n");
    page.split(&start).skip(1).map(|rest| rest.split("```").next().expect("a block ends")).collect()
}

/// Runs the `sh` blocks of a page one line after another, in a folder with the files that it shows; every line of its
/// `text` blocks, which are so many `pieces`, must be printed. The commands that end with one of `refused` must have the
/// exit status 1.
fn follow(page: &str, files: &[(&str, &str)], refused: &[&str], pieces: usize) -> (String, tempfile::TempDir) {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).expect("ours");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for language in ["csv", "toml"] {
        let named = files.iter().filter(|(_, of)| *of == language);
        for ((name, _), text) in named.zip(blocks(&page, language)) {
            fs::write(folder.path().join(name), text).expect("ours");
        }
    }
    let mut printed = String::new();
    let commands = blocks(&page, "sh").concat().replace("\\\n", "");
    for command in commands.lines() {
        let mut call = if let Some(words) = command.strip_prefix("referee ") {
            let mut call = crate::program(None);
            call.args(words.split_whitespace());
            call
        } else {
            assert!(command.starts_with("sed "), "{command}");
            let mut call = Command::new("sh");
            call.args(["-c", command]);
            call
        };
        let output = call.current_dir(folder.path()).output().expect("the program was built");
        let [said, complained] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
        let wanted = i32::from(refused.iter().any(|end| command.ends_with(end)));
        assert_eq!(output.status.code(), Some(wanted), "{command}: {complained}");
        printed += &(said + &complained);
    }
    let shown = blocks(&page, "text");
    assert_eq!(shown.len(), pieces, "pieces of output that the page shows");
    for line in shown.iter().flat_map(|block| block.lines()) {
        assert!(printed.contains(line), "no `{line}` in\n{printed}");
    }
    (printed, folder)
}

#[test]
fn the_page_for_a_training_run_is_as_it_says() {
    let files = [("run.csv", "csv"), ("checkpoints.csv", "csv")];
    let (printed, _) = follow("docs/your-training-run.md", &files, &[], 4);
    assert!(printed.contains("certificate.json: accepted"), "{printed}");
}

/// What the tutorial works out by hand is in the certificate, and its trace is the one that was written.
#[test]
fn the_tutorial_is_as_it_says() {
    let (printed, folder) = follow("docs/tutorial.md", &[("ship.toml", "toml")], &["check out/changed.json"], 7);
    assert_eq!(printed.matches("accepted\n").count(), 2, "{printed}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("written");
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tutorial.md")).expect("ours");
    assert_eq!(blocks(&page, "csv"), [read("out/trace.csv")]);
    let certificate: serde_json::Value = serde_json::from_str(&read("out/certificate.json")).expect("JSON");
    for (quantity, by_hand) in [("objective", 7.0 / 16.0), ("infeasibility", 0.125), ("multiplier_norm", 0.625)] {
        assert_eq!(certificate["measured"][quantity], serde_json::json!([by_hand, by_hand]), "{quantity}");
    }
    let solution: serde_json::Value = serde_json::from_str(&read("out/solution.json")).expect("JSON");
    assert_eq!((&solution["objective"], &solution["duals"]["constraints"][0]), (&"1/2".into(), &"1/2".into()));
}
