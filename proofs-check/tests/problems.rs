//! The corpus of certificates that carry their problem: `problems/accept`, and `problems/reject/<reason>`.

#![expect(clippy::unwrap_used, reason = "a test may stop where it likes")]

use proofs_check::{Grade, Values, check_file};
use std::collections::BTreeSet;
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
