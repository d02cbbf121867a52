//! The guides show the code that is compiled and tested, not code like it.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The Rust blocks of a guide, without indentation.
fn blocks(guide: &str) -> Vec<String> {
    let inside = |rest: &str| rest.split("\n```").next().expect("a block ends").to_owned();
    guide.split("```rust\n").skip(1).map(|rest| flat(&inside(rest))).collect()
}

/// Lines without their indentation, which may differ between a page and a file.
fn flat(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

/// Every block is in one of the files; returns the lines of the first, blank ones not counted.
fn check(guide: &str, files: &[&str]) -> usize {
    let sources: Vec<String> = files.iter().map(|file| flat(&read(file))).collect();
    let blocks = blocks(&read(guide));
    assert!(blocks.len() >= 3, "{guide} shows only {} blocks", blocks.len());
    for block in &blocks {
        assert!(sources.iter().any(|source| source.contains(block)), "{guide} shows what is in no file:\n{block}");
    }
    blocks[0].lines().filter(|line| !line.is_empty()).count()
}

#[test]
fn the_guides_show_the_examples() {
    let player = check(
        "docs/adding-a-player.md",
        &["examples/my_player.rs", "examples/external/src/lib.rs", "examples/external/src/main.rs"],
    );
    let problem = check("docs/adding-a-problem.md", &["examples/my_problem.rs"]);
    check("docs/adding-a-statement.md", &["src/theorems/cor1_sgd.rs"]);
    assert!(player < 40 && problem < 40, "a player has {player} lines and a problem {problem}, but 39 should do");
    assert!(read("docs/adding-a-player.md").contains(&format!("in {player}\nlines")));
    assert!(read("docs/adding-a-problem.md").contains(&format!("in {problem} lines")));
}

#[test]
fn the_guides_name_every_law() {
    for (guide, laws) in [
        ("docs/adding-a-player.md", referee::testing::multiplier_player::LAWS.iter().map(|law| law.name).collect()),
        ("docs/adding-a-problem.md", referee::testing::problem::LAWS.iter().map(|law| law.name).collect::<Vec<_>>()),
    ] {
        let page = read(guide);
        for law in laws {
            assert!(page.contains(&format!("`{law}`")), "{guide} does not name `{law}`");
        }
    }
}
