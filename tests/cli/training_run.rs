//! The page for people with a training run: its files are written, its commands run, and what it prints is printed.

use std::fs;
use std::path::Path;

/// The blocks of a page in a language, in order.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let start = format!("```{language}\n");
    page.split(&start).skip(1).map(|rest| rest.split("```").next().expect("a block ends")).collect()
}

#[test]
fn the_page_is_as_it_says() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/your-training-run.md")).expect("ours");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in ["run.csv", "checkpoints.csv"].into_iter().zip(blocks(&page, "csv")) {
        fs::write(folder.path().join(name), text).expect("ours");
    }
    let mut printed = String::new();
    let commands = blocks(&page, "sh").concat().replace("\\\n", "");
    for command in commands.lines() {
        let mut words = command.split_whitespace();
        assert_eq!(words.next(), Some("referee"), "{command}");
        let mut call = crate::program(None);
        let output = call.args(words).current_dir(folder.path()).output().expect("the program was built");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        printed += std::str::from_utf8(&output.stdout).expect("text");
    }
    assert!(printed.contains("certificate.json: accepted"), "{printed}");
    let shown = blocks(&page, "text");
    assert_eq!(shown.len(), 4, "the page shows four pieces of output");
    for line in shown.iter().flat_map(|block| block.lines()) {
        assert!(printed.contains(line), "no `{line}` in\n{printed}");
    }
}
