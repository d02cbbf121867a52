//! The list of planted bugs fits the sources, the tests and the page: the bugs themselves are tried by `tests/mutants`.

#[path = "../mutants/src/list.rs"]
mod list;

use list::{Mutant, page, parse};
use std::fs;
use std::path::Path;
use std::process::Command;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn mutants() -> Vec<Mutant> {
    parse(&read("tests/mutants/mutants.txt")).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_bug_has_its_place_in_the_sources() {
    for mutant in mutants() {
        let place = mutant.place(&read(&mutant.file));
        assert!(place.is_ok(), "{}", place.unwrap_err());
        assert_ne!(mutant.was, mutant.now, "{}", mutant.name);
    }
}

#[test]
fn every_bug_has_a_test_that_is_there() {
    let own = Command::new(std::env::current_exe().expect("this program")).arg("--list").output().expect("it runs");
    let own = String::from_utf8(own.stdout).expect("names are text");
    for Mutant { name, test, .. } in mutants() {
        let there = match test.split_once(' ') {
            Some(("it", test)) => own.lines().any(|line| line.strip_suffix(": test") == Some(test)),
            Some(("cli", test)) => {
                let (file, test) = test.rsplit_once("::").expect("a test is in a file");
                read(&format!("tests/cli/{}.rs", file.replace("::", "/"))).contains(&format!("fn {test}()"))
            }
            Some((program, _)) => program == "verify",
            None => test == "verify",
        };
        assert!(there, "`{name}` is said to be caught by `{test}`, which is not there");
    }
}

#[test]
fn the_page_has_the_table_of_the_list() {
    let text = read("docs/testing.md");
    let wanted = page(&text, &mutants()).expect("the page has the markers of the table");
    let how = "cargo run --manifest-path tests/mutants/Cargo.toml -- --write-table";
    assert!(text == wanted, "docs/testing.md has another table than the list of bugs: run `{how}`");
}

#[test]
fn a_rotten_list_is_noticed() {
    let entry = "mutant: a\nbug: b\nfile: f\nline: x + y\nwas: y\nnow: z\ntest: it t\nkind: law\n";
    let of = |text: &str| parse(text).map(|mut all| all.remove(0));
    assert_eq!(of(entry).expect("it is whole").place("(x + y) + y"), Ok(5..6));
    for source in ["", "x - y", "x + y, x + y"] {
        assert!(of(entry).expect("it is whole").place(source).is_err(), "{source}");
    }
    for (spoiled, words) in [
        (entry.replace("kind: law", "kind: luck"), "of the kind `luck`"),
        (entry.replace("test: it t\n", ""), "has no `test`"),
        (entry.replace("bug", "bugs"), "`bugs` is not a field"),
        (format!("{entry}\n{entry}"), "`a` is there twice"),
    ] {
        let error = parse(&spoiled).expect_err("it is spoiled");
        assert!(error.contains(words), "{error}");
    }
}
