//! The corpus of certificates that carry their problem: `problems/accept`, and `problems/reject/<reason>`.

#![expect(clippy::unwrap_used, reason = "a test may stop where it likes")]

use proofs_check::{Accepted, Grade, Reason, Refusal, Values, check_bytes, check_file, check_together};
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The certificates in a folder of the corpus.
fn certificates(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

#[test]
fn verified_values_and_checked_evidence_make_claims_proved() {
    for file in certificates("accept") {
        let accepted = check_file(&file, None).unwrap_or_else(|refusal| panic!("{}: {refusal}", file.display()));
        let proved = accepted.claims().iter().filter(|claim| claim.grade == Grade::Proved).count();
        let (values, due) = match file.to_string_lossy() {
            name if name.contains("not-verified") => (Values::NotCompared, 1),
            name if name.contains("different") => (Values::Different, 0),
            _ => (Values::Verified, accepted.claims().len()),
        };
        assert_eq!((accepted.values(), proved), (Some(values), due), "{}", file.display());
    }
}

#[test]
fn false_values_and_evidence_are_rejected_for_their_own_reason() {
    let reasons = ["Values", "Margin", "Range", "LowerBound", "WrongGrade", "malformed"];
    for wanted in reasons {
        for file in certificates(&format!("reject/{wanted}")) {
            let refusal = check_file(&file, None).expect_err(&format!("{} was accepted", file.display()));
            let found = refusal.reason().map_or_else(|| "malformed".to_owned(), |reason| format!("{reason:?}"));
            assert_eq!(found, wanted, "{}: {refusal}", file.display());
        }
    }
    let folders = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems/reject")).unwrap();
    let folders: BTreeSet<String> =
        folders.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(folders, reasons.map(str::to_owned).into(), "every folder is looked at");
}

/// What an accepted certificate showed serves the next one only where that says the same of the same bytes.
#[test]
fn together_each_is_answered_as_alone() {
    let digest = |text: &str| text.split("\"sha256\"").nth(1).map(|rest| rest.chars().take(70).collect::<String>());
    let (mut pairs, mut refused) = (0, 0);
    let reasons =
        ["accept", "reject/Values", "reject/Margin", "reject/Range", "reject/LowerBound", "reject/WrongGrade"];
    for file in reasons.into_iter().flat_map(certificates) {
        let alone = check_file(&file, None);
        let second = std::fs::read_to_string(&file).unwrap();
        for other in certificates("accept") {
            let first = std::fs::read_to_string(&other).unwrap();
            if digest(&first) != digest(&second) {
                continue;
            }
            let beside = |file: &Path, named: &str| File::open(file.with_file_name(named));
            let open = |named: &str| beside(&file, named).or_else(|_| beside(&other, named));
            let found = check_together(&[first.as_bytes(), second.as_bytes()], "together.json", open);
            let [first, second] = <[_; 2]>::try_from(found).unwrap();
            assert!(first.is_ok(), "{}", other.display());
            let reason = |answer: &Result<Accepted, Refusal>| answer.as_ref().err().map(Refusal::reason);
            assert_eq!(reason(&second), reason(&alone), "{} after {}", file.display(), other.display());
            pairs += 1;
            refused += usize::from(alone.is_err());
        }
    }
    assert!(pairs >= 20 && refused >= 10, "{pairs} {refused}");
    // The same rounds, and the values of another problem.
    let file = certificates("accept").into_iter().find(|file| file.ends_with("tv-l-boxes.json")).unwrap();
    let first = std::fs::read_to_string(&file).unwrap();
    let second = first.replace("\"objective\": \"", "\"objective\": \"1 + ");
    let open = |named: &str| File::open(file.with_file_name(named));
    let found = check_together(&[first.as_bytes(), second.as_bytes()], "together.json", open);
    let reason = found[1].as_ref().unwrap_err().reason();
    assert!(first != second && found[0].is_ok() && reason == Some(Reason::Values), "{reason:?}");
}

/// A trace whose rounds are no points of the problem says so once, and not that its first point is outside.
#[test]
fn a_trace_has_a_column_for_every_variable() {
    use sha2::{Digest, Sha256};
    let file = certificates("accept").into_iter().find(|file| file.ends_with("tv-l-boxes.json")).unwrap();
    let certificate = std::fs::read_to_string(&file).unwrap();
    let trace = std::fs::read_to_string(file.with_file_name("tv-l-boxes.csv")).unwrap();
    let digest = |trace: &str| {
        Sha256::digest(trace.as_bytes()).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    };
    assert!(certificate.contains(&digest(&trace)));
    let less = |line: &str| format!("{}\n", line.rsplit_once(',').unwrap().0);
    let more = |line: &str| format!("{line},{}\n", if line.starts_with('o') { "theta_2" } else { "0" });
    for changed in [trace.lines().map(less).collect::<String>(), trace.lines().map(more).collect()] {
        let certificate = certificate.replace(&digest(&trace), &digest(&changed));
        let refusal = check_bytes(certificate.as_bytes(), "theta.json", |_| Ok(changed.as_bytes())).unwrap_err();
        let wanted = "rejected: trace.values: the trace must have one `theta_*` column per variable of the problem";
        assert_eq!(refusal.to_string(), wanted);
    }
}
