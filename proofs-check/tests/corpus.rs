//! The corpus: small files that can be checked by hand. `accept/` holds the golden vectors and other true files;
//! `reject/<reason>/` holds files with one wrong thing each, which must be refused for that very reason.

#![expect(clippy::unwrap_used, reason = "a test may stop where it likes")]

use proofs_check::{Grade, Reason, Refusal, Verdict, check_file};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn corpus(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder)
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    files.sort();
    files
}

#[test]
fn true_files_are_accepted() {
    let files = files(&corpus("accept"), "json");
    assert!(files.len() >= 10, "{}", files.len());
    for file in files {
        if let Err(refusal) = check_file(&file, None) {
            panic!("{}: {refusal}", file.display());
        }
    }
}

#[test]
fn false_files_are_rejected_for_their_own_reason() {
    let mut reasons = BTreeSet::new();
    for folder in std::fs::read_dir(corpus("reject")).unwrap().map(|entry| entry.unwrap().path()) {
        let wanted = folder.file_name().unwrap().to_string_lossy().into_owned();
        let files = files(&folder, "json");
        assert!(!files.is_empty(), "{wanted} is empty");
        for file in files {
            let refusal = check_file(&file, None).expect_err(&format!("{} was accepted", file.display()));
            let found = refusal.reason().map_or_else(|| "malformed".to_owned(), |reason| format!("{reason:?}"));
            assert_eq!(found, wanted, "{}: {refusal}", file.display());
            assert_eq!(refusal.exit_status(), if wanted == "malformed" { 2 } else { 1 });
        }
        reasons.insert(wanted);
    }
    assert!(reasons.len() >= 22, "only {reasons:?}");
}

#[test]
fn the_golden_proxy_vector_has_the_audited_verdicts_and_grades() {
    let accepted = check_file(&corpus("accept/tv-p.json"), None).unwrap();
    assert_eq!((accepted.statement(), accepted.claims().len()), ("theorem-2", 10));
    assert!(accepted.claims().iter().all(|claim| claim.verdict == Verdict::Holds));
    let proved: Vec<_> =
        accepted.claims().iter().filter(|claim| claim.grade == Grade::Proved).map(|c| c.name).collect();
    assert_eq!(proved, ["objective_weight_positive", "domination", "infeasibility", "infeasibility_deviation"]);
    let first = accepted.to_string().lines().next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(first, "objective_weight_positive holds proved theorem-2");
}

/// A change of the golden vector by the least double must be noticed on both sides of every number that is exact.
#[test]
fn no_number_of_the_golden_vectors_can_move_by_one_ulp() {
    for (name, numbers) in [("tv-p", ["[2.125, 2.125]", "[2.375, 2.375]"]), ("tv-l", ["[5.0, 5.0]", "[1.0, 1.0]"])] {
        let text = std::fs::read_to_string(corpus(&format!("accept/{name}.json"))).unwrap();
        let trace = std::fs::read(corpus(&format!("accept/{name}.csv"))).unwrap();
        let check = |text: &str| proofs_check::check_bytes(text.as_bytes(), name, |_| Ok(trace.as_slice()));
        assert!(check(&text).is_ok());
        for number in numbers {
            let x: f64 = number[1..].split(',').next().unwrap().parse().unwrap();
            for moved in [x.to_bits() - 1, x.to_bits() + 1].map(f64::from_bits) {
                let at = text.rfind(number).unwrap();
                let changed = format!("{}[{moved:?}, {moved:?}]{}", &text[..at], &text[at + number.len()..]);
                assert_eq!(check(&changed).unwrap_err().reason(), Some(Reason::NotEnclosed), "{name} {number} {moved}");
            }
        }
    }
}

#[test]
fn the_data_may_lie_elsewhere() {
    let elsewhere = corpus("reject/Rounds/tv-l.csv");
    assert!(check_file(&corpus("accept/tv-l.json"), Some(&elsewhere)).is_ok(), "the same bytes under another name");
    let refusal = check_file(&corpus("accept/tv-l.json"), Some(&corpus("accept/tv-p.csv"))).unwrap_err();
    assert_eq!(refusal.reason(), Some(Reason::Game));
    let refusal = check_file(&corpus("accept/tv-l.json"), Some(&corpus("accept/absent.csv"))).unwrap_err();
    assert!(matches!(refusal, Refusal::Malformed { line: None, .. }), "{refusal}");
}

#[test]
fn a_flaw_is_named_with_its_file_and_line() {
    let refusal = check_file(&corpus("reject/malformed/unreduced.json"), None).unwrap_err().to_string();
    assert!(refusal.contains("unreduced.json, line ") && refusal.contains("`weight`"), "{refusal}");
    let refusal = check_file(&corpus("reject/NotEnclosed/a-smaller-regret.json"), None).unwrap_err().to_string();
    assert_eq!(
        refusal,
        "rejected: measured.swap_regret: the recorded enclosure 9/4 ends below the exact value 19/8 (NotEnclosed)"
    );
}
