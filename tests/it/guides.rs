//! The guides show the code that is compiled and tested, not code like it.

use referee::arena::Contest;
use referee::game::Game;
use referee::registry::Registry;
use std::collections::BTreeSet;
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
    assert!(read("docs/adding-a-player.md").contains(&format!("in {player} lines")));
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

/// The README's story is the example that it names, without its first and last lines.
#[test]
fn the_readme_shows_the_changed_update() {
    let (example, shown) = (flat(&read("examples/changed_update.rs")), blocks(&read("README.md")));
    assert_eq!(shown.len(), 1, "the README has one piece of Rust");
    assert!(example.contains(&shown[0]), "the README shows what is not in examples/changed_update.rs:\n{}", shown[0]);
    let lines = shown[0].lines().filter(|line| !line.is_empty()).count();
    assert!((20..=40).contains(&lines), "the story promises forty lines of code, and has {lines}");
}

/// What stands between the bars of a table's rows that begin with a name in backquotes.
fn rows(page: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| line.trim_matches('|').split(" | ").map(|cell| cell.trim().replace('`', "")).collect();
    page.lines().filter(|line| line.starts_with("| `")).map(cells).collect()
}

/// The page of players has the registered ones, all of them and in their order, with what they promise; and its column
/// of run-time bounds is what a short contest shows.
#[test]
fn the_page_of_players_is_the_registry() {
    let page = read("docs/players.md");
    let registry = Registry::ours();
    let mut wanted = Vec::new();
    for game in [Game::Lagrangian, Game::ProxyLagrangian] {
        for entry in registry.lambda_players(game) {
            let contest = Contest {
                game,
                adversary: referee::adversary::GREEDY,
                constraints: 3,
                horizon: 8,
                bound: 1.0,
                radius: 2.0,
                seed: 0,
            };
            let mut player = entry.make(&contest.settings()).expect("the settings of a contest are in range");
            let _ = referee::arena::Record::of(&mut *player, &contest);
            let proves = if player.runtime_bound().is_some() { "yes" } else { "no" };
            wanted.push([entry.name, entry.regret.name(), entry.bound, proves, entry.cost].map(String::from));
        }
    }
    let of_lambda: Vec<_> = rows(&page).into_iter().filter(|row| row.len() == 7).collect();
    let found: Vec<_> = of_lambda.iter().map(|row| [0, 2, 3, 4, 5].map(|k| row[k].clone())).collect();
    assert_eq!(found, wanted, "docs/players.md and players/lambda_registry.rs");
    let theta: Vec<_> = registry.theta_players().iter().map(|entry| [entry.name, entry.bound, entry.cost]).collect();
    let of_theta: Vec<_> = rows(&page).into_iter().filter(|row| row.len() == 6).collect();
    let found: Vec<_> = of_theta.iter().map(|row| [0, 2, 4].map(|k| row[k].as_str())).collect();
    assert_eq!(found, theta, "docs/players.md and players/theta_registry.rs");
    for cell in of_lambda.iter().chain(&of_theta).map(|row| row.last().expect("a row has cells")) {
        for file in cell.split("](../").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(!read(file).is_empty(), "{file}");
        }
    }
}

/// Every example in Rust is on the map, is short unless it is the subject of a guide, and says how to run it.
#[test]
fn the_map_lists_the_examples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let names = fs::read_dir(folder).expect("the folder of examples").map(|entry| entry.expect("an entry").file_name());
    let names: BTreeSet<String> = names.filter_map(|name| name.into_string().ok()).collect();
    let names: BTreeSet<&str> = names.iter().filter_map(|name| name.strip_suffix(".rs")).collect();
    assert!(names.len() >= 14, "{names:?}");
    let map = read("docs/README.md");
    let listed = map.split("](../examples/").skip(1).filter_map(|rest| rest.split(".rs)").next());
    let listed: BTreeSet<&str> = listed.filter(|name| !name.contains([')', '/'])).collect();
    assert_eq!(listed, names, "docs/README.md and the folder of examples");
    for name in names {
        let text = read(&format!("examples/{name}.rs"));
        assert!(text.contains(&format!("--example {name}")), "examples/{name}.rs does not say how to run it");
        let long = ["my_player", "my_problem"].contains(&name);
        assert!(long || text.lines().count() <= 60, "examples/{name}.rs has more than 60 lines");
    }
}

/// The map names every page, and what it names is there.
#[test]
fn the_map_names_every_page() {
    let map = read("docs/README.md");
    let pages = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")).expect("the folder of pages");
    for page in pages.filter_map(|entry| entry.expect("an entry").file_name().into_string().ok()) {
        let is_page = Path::new(&page).extension().is_some_and(|ending| ending == "md") && page != "README.md";
        assert!(!is_page || map.contains(&format!("({page})")), "docs/README.md does not name {page}");
    }
}

/// A link between files of the project leads to a file, in every page that people read.
#[test]
fn no_link_of_the_pages_is_dead() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs =
        fs::read_dir(root.join("docs")).expect("the folder of pages").map(|entry| entry.expect("an entry").path());
    let pages = docs.chain(["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| root.join(name)));
    let mut links = 0;
    for page in pages.filter(|path| path.extension().is_some_and(|ending| ending == "md")) {
        let text = fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
        for target in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let outside = target.is_empty() || target.contains("://") || target.contains(char::is_whitespace);
            let there = outside || page.parent().expect("in a folder").join(target).exists();
            assert!(there, "{}: the link to {target} is dead", page.display());
            links += usize::from(!outside);
        }
    }
    assert!(links > 100, "only {links} links were found");
}

/// The pages that people read, and the folders that have more of them.
const PAGES: [&str; 13] = [
    "",
    "docs",
    "proofs-check",
    "proofs-check/coq",
    "python",
    "fuzz",
    "tests/browser",
    "tests/faults",
    "tests/mutants",
    "tests/processors",
    "benches/rivals",
    "examples",
    "examples/external",
];

/// Lines of at most 120 letters. A row of a table cannot be cut, and a line that a program printed is shown as it is.
#[test]
fn lines_of_the_pages_are_short() {
    const LONGEST: usize = 120;
    // Its rewriting is a change of its own.
    let mut lines = 0;
    for folder in PAGES {
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("a folder of pages") {
            let path = Path::new(folder).join(entry.expect("an entry").file_name());
            if path.extension().is_none_or(|ending| ending != "md") {
                continue;
            }
            let mut printed = false;
            for (number, line) in read(&path.display().to_string()).lines().enumerate() {
                printed = if line.starts_with("```") { line == "```text" } else { printed };
                let whole = printed || line.starts_with('|');
                let length = line.chars().count();
                assert!(whole || length <= LONGEST, "{}, line {}: {length} letters", path.display(), number + 1);
                lines += 1;
            }
        }
    }
    assert!(lines > 4000, "only {lines} lines were read");
}

/// rustdoc has every page: `src/pages.rs` names what stands in `docs` and beside it.
#[test]
fn rustdoc_has_every_page() {
    let text = read("src/pages.rs");
    let listed = text.split("pages! {").nth(1).expect("the list of pages").split('}').next().expect("it ends");
    let listed: BTreeSet<String> = listed.split_whitespace().map(str::to_owned).collect();
    let docs = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")).expect("the folder of pages");
    let docs = docs.filter_map(|entry| entry.expect("an entry").file_name().into_string().ok());
    let mut pages: BTreeSet<String> =
        docs.filter_map(|name| name.strip_suffix(".md").map(|name| name.replace('-', "_"))).collect();
    assert!(pages.remove("README"), "the map is docs/README.md");
    pages.extend(["map", "readme", "changelog", "contributing", "security"].map(String::from));
    assert_eq!(listed, pages, "src/pages.rs and the pages");
}

/// How much there is to read of the checker is what its pages say, up to one line in fifty.
#[test]
fn the_checker_is_as_long_as_it_says() {
    fn code(folder: &Path) -> usize {
        let entries = fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("an entry").path());
        let lines = |path: &Path| {
            let text = fs::read_to_string(path).expect("a source is text");
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
        };
        let skipped = |path: &Path| path.file_stem().is_some_and(|name| name == "proofs");
        let counted = entries.filter(|path| !skipped(path));
        counted.map(|path| if path.is_dir() { code(&path) } else { lines(&path) }).sum()
    }
    let code = code(&Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs-check/src"));
    for (page, before) in [
        ("proofs-check/README.md", "without the executable proofs: "),
        ("proofs-check/SPEC.md", "Comments, empty lines and tests are not counted: about "),
    ] {
        let said = read(page).split(before).nth(1).expect("the page says it").replace(',', "");
        let said = said.chars().take_while(char::is_ascii_digit).collect::<String>();
        let said: usize = said.parse().expect("a number");
        assert!(code.abs_diff(said) * 50 <= said, "{page} says {said} lines of code, and there are {code}");
    }
}
