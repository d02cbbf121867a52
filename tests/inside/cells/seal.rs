//! Tests of `src/cells/seal.rs` that need its private parts.

use super::*;
use serde_json::json;

#[test]
fn a_document_opens_as_it_was_written_and_not_with_any_bit_flipped() {
    let object = json!({ "cell": { "kind": "a" }, "seal": "b", "result": [0.1, 1e-300] });
    let text = sealed(&object);
    assert_eq!(opened(text.as_bytes()), Some(object));
    for bit in 0..8 * text.len() {
        let mut changed = text.clone().into_bytes();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(opened(&changed), None, "bit {bit}");
    }
    for end in 0..text.len() {
        assert_eq!(opened(&text.as_bytes()[..end]), None, "torn after {end} bytes");
    }
}
