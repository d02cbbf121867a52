//! Tests of `src/error.rs` that need its private parts.

use super::list;

#[test]
fn worked_lists() {
    let words = ["a", "b", "c"];
    let lists = [0, 1, 2, 3].map(|count| list(&words[..count], "and"));
    assert_eq!(lists, ["", "a", "a and b", "a, b and c"]);
    assert_eq!(list(&words, "or"), "a, b or c");
}
