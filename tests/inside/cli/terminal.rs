//! Tests of `src/cli/terminal.rs` that need its private parts.

use super::*;

#[test]
fn sentences_are_folded_and_calls_continued() {
    let text = "Certified: one two three\n  - four five six seven\n\nwrote /a/path/that/is/long\n";
    let folds = "Certified: one\n  two three\n  - four five\n    six seven\n\nwrote /a/path/that/is/long\n";
    assert_eq!(folded(text, 15), folds);
    assert_eq!(folded("referee solve x --a 1 --b 2 --c 3", 24), "referee solve x --a 1 \\\n    --b 2 --c 3");
    assert_eq!(folded("a  table   stays", 16), "a  table   stays");
    assert_eq!(lines("", 10, 2), [""]);
}
