//! Tests of `src/cli/report/certificate.rs` that need its private parts.

use super::read;
use crate::run::{Plan, open};

#[test]
fn what_is_written_is_read_back() {
    for name in ["triangle", "knapsack", "step-hinge", "qp-box", "bilinear", "polygon:m=5"] {
        let subject = open(name).expect("a built-in problem");
        let run = Plan::fitting(&subject).and_then(|plan| plan.rounds(20).play()).expect("it can be played");
        let folder = tempfile::tempdir().expect("a temporary folder");
        run.write(folder.path()).expect("ours");
        let bytes = std::fs::read(folder.path().join("certificate.json")).expect("it was written");
        let open = |name: &str| std::fs::File::open(folder.path().join(name));
        let accepted = proofs_check::check_bytes(&bytes, "certificate.json", open).expect("it is accepted");
        let found = read(&serde_json::from_slice(&bytes).expect("JSON"), &accepted).expect("it is known");
        let mut written = run.certification.certificate.clone();
        for claim in &mut written.claims {
            // A file does not say which of its claims are algebra.
            (claim.identity, claim.implied) = (false, false);
        }
        assert_eq!(found, written, "{name}");
    }
}
