//! Tests of `src/same_problem.rs`, as a module of it.

use super::*;

/// Of two long texts a piece is shown that begins a little before the first letter that differs.
#[test]
fn long_texts_are_cut_to_where_they_begin_to_differ() {
    let text =
        |before: usize, letter: &str, after: usize| format!("{}{letter}{}", "x".repeat(before), "y".repeat(after));
    let (a, b) = around_difference(&text(100, "a", 100), &text(100, "b", 3));
    assert_eq!((a, b), (format!("...{}...", text(30, "a", 89)), format!("...{}", text(30, "b", 3))));
    let (a, b) = around_difference(&text(10, "a", 200), &text(10, "b", 0));
    assert_eq!((a, b), (format!("{}...", text(10, "a", 109)), text(10, "b", 0)), "from the start");
    let (a, b) = around_difference(&text(60, "a", 59), &text(60, "b", 59));
    assert_eq!((a, b), (text(60, "a", 59), text(60, "b", 59)), "short texts are whole");
    let (a, b) = around_difference(&text(60, "a", 60), &text(60, "b", 59));
    assert_eq!((a, b), (format!("...{}", text(30, "a", 60)), format!("...{}", text(30, "b", 59))));
}
