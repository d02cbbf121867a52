//! Tests of `src/cli/certify.rs` that need its private parts.

use super::{Said, said};

#[test]
fn worked_ranges() {
    let range = |name: &str, lo: f64, hi: Option<f64>| Ok(Said { name: name.to_owned(), lo, hi });
    assert_eq!(said("objective=0"), range("objective", 0.0, None));
    assert_eq!(said("fpr_gap=-1..1"), range("fpr_gap", -1.0, Some(1.0)));
    assert_eq!(said("proxy:a=b=.5..1e3"), range("proxy:a=b", 0.5, Some(1000.0)));
    for wrong in ["objective", "objective=", "a=0...1", "a=1..0", "a=nan", "a=..1", "a=0..inf"] {
        assert!(said(wrong).is_err(), "{wrong}");
    }
}
