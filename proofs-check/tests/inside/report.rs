//! Tests of `src/report.rs`, as a module of it.

use super::*;

#[test]
fn text_of_a_file_is_shown_short_and_printable() {
    assert_eq!(shown(&"a\n".repeat(30)).len(), 63);
}
