//! What the rules make of a small source, what is refused in the list of survivors, and what a log keeps.

use crate::generate::make;
use crate::log::Log;
use crate::made::Fate;
use crate::survivors::key;
use crate::survivors::parse;
use crate::tree::switched;
use std::time::Duration;

const SOURCE: &str = "
const LIMIT: u32 = 1 + 2;
fn small(x: u32) -> bool {
    x < LIMIT && !x.is_power_of_two()
}
fn total(of: &[u32]) -> Option<u32> {
    let mut sum = 0;
    for value in of {
        if *value > 7 {
            continue;
        }
        sum += value;
    }
    match sum {
        9 => None,
        _ => Some(sum),
    }
}
#[cfg(test)]
mod tests {
    fn helper() -> bool { true }
}
";

#[test]
fn every_rule_makes_its_bugs() {
    let made = make("a.rs", SOURCE).expect("it parses");
    let names: Vec<&str> = made.bugs.iter().map(|bug| bug.what.as_str()).collect();
    for wanted in [
        "return true",
        "return false",
        "< -> <=",
        "< -> >=",
        "&& -> ||",
        "!x.is_power_of_two() -> x.is_power_of_two()",
        "return None",
        "return Some(0)",
        "return Some(1)",
        "0 -> 1",
        "delete if *value > 7 { continue; }",
        "> -> >=",
        "> -> <=",
        "7 -> 8",
        "delete continue;",
        "delete sum += value;",
        "+= -> -=",
        "delete arm 9",
    ] {
        assert!(names.contains(&wanted), "{wanted} is not among {names:?}");
    }
    assert_eq!((names.len(), made.constant), (18, 3), "{names:?}");
    assert!(
        made.bugs.iter().all(|bug| ["small", "total"].contains(&bug.inside.as_str())),
        "none in constants or tests"
    );
    assert!(make("a.rs", "fn").is_err_and(|error| error.starts_with("a.rs, line 1, column ")));
}

#[test]
fn bugs_inside_one_another_keep_the_source_of_the_outer_one() {
    let source = "fn f(a: i32) -> i32 { a + 1 * a }";
    let mut bugs = make("a.rs", source).expect("it parses").bugs;
    bugs.retain(|bug| ["+ -> -", "* -> +"].contains(&bug.what.as_str()));
    bugs.sort_by_key(|bug| (bug.place.start, std::cmp::Reverse(bug.place.end)));
    let places: Vec<_> = bugs.iter().enumerate().map(|(number, bug)| (bug, number)).collect();
    let text = switched(source, 0..source.len(), &places).expect("none overlap");
    let inner = "(if crate::mutant::on(1) { /*<1*/1 + a/*1>*/ } else { 1 * a })";
    let outer = format!("(if crate::mutant::on(0) {{ /*<0*/a - 1 * a/*0>*/ }} else {{ a + {inner} }})");
    assert_eq!(text, format!("fn f(a: i32) -> i32 {{ {outer} }}"));
}

#[test]
fn a_survivor_needs_a_reason_and_stands_once() {
    let group = "why: it means the same\ncost: nothing\na.rs | f | x < y | < -> <=\n";
    assert_eq!(parse(group).expect("it is whole").len(), 1);
    for (text, words) in [
        ("a.rs | f | x < y | < -> <=\n".to_owned(), "line 1: a bug stands before"),
        (group.replace("nothing", "much"), "line 2: the cost is `much`"),
        (group.replace("cost: nothing\n", ""), "line 2: a bug stands before"),
        (format!("{group}a.rs | f | x < y | < -> <=\n"), "line 4: this bug is there twice"),
    ] {
        let error = parse(&text).expect_err("it is spoiled");
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn a_log_keeps_what_became_of_each_bug_of_the_same_source() {
    let folder = std::env::temp_dir().join(format!("mutants-log-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("ours");
    let write = |source: &str| std::fs::write(folder.join("a.rs"), source).expect("ours");
    write(SOURCE);
    let bugs = make("a.rs", SOURCE).expect("it parses").bugs;
    let open = || Log::open(&folder, folder.join("log.txt"), &bugs).expect("ours");
    let fates = [
        Fate::Refused,
        Fate::Caught("lib a::b".to_owned()),
        Fate::Unreached,
        Fate::Alive,
        Fate::Open(Duration::from_secs(2)),
    ];
    for (bug, fate) in bugs.iter().zip(&fates) {
        // The last line counts.
        open().note(bug, &Fate::Alive, Duration::ZERO);
        open().note(bug, fate, Duration::from_millis(15));
    }
    let known = open().known().expect("ours");
    assert_eq!(known.len(), fates.len());
    assert!(bugs.iter().zip(&fates).all(|(bug, fate)| known.get(&key(bug)) == Some(fate)), "{known:?}");
    write(&SOURCE.replace('7', "8"));
    assert!(open().known().expect("ours").is_empty(), "they are about another source");
    std::fs::remove_dir_all(folder).expect("ours");
}
