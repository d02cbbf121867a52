//! Tests of `src/cli/table.rs` that need its private parts.

use super::*;

fn example() -> Table {
    let mut table =
        table(["name", "count", "label", "what it says"], [1]).giving_way([LeftOut("label"), Below("what it says")]);
    table.add_row(["one", "1", "thm:one", "some words that take more room than there is in a narrow terminal"]);
    table.add_row(["another", "12345", "thm:two", ""]);
    table
}

#[test]
fn a_table_is_as_wide_as_it_must_be_and_no_wider_than_allowed() {
    for width in 30..200 {
        assert!(example().text(width).lines().all(|line| columns(line) <= width), "{width}");
    }
    let wide = example().text(200);
    assert_eq!(wide.lines().count(), 4);
    assert!(wide.starts_with("name     count  label    what it says\n-------  -----  -------  ---"), "{wide}");
}

#[test]
fn columns_give_way_in_their_order_and_what_is_left_out_is_said() {
    let at = |width: usize| example().text(width);
    assert!(at(100).contains("label") && !at(100).contains("No room"));
    assert!(
        at(42).contains("what it says")
            && at(42).ends_with("(No room for: label. A wider terminal or\n  --json has it.)"),
        "{}",
        at(42)
    );
    let narrow = at(32);
    assert!(narrow.contains("one          1\n    some words that take more\n"), "{narrow}");
}

#[test]
fn a_word_that_is_too_long_is_cut_and_wide_letters_count_twice() {
    assert_eq!(broken("abcdefgh", 4, 2), ["ab", "  cd", "  ef", "  gh"]);
    assert_eq!(broken("\u{6f22}\u{5b57}\u{6f22}", 4, 0), ["\u{6f22}\u{5b57}", "\u{6f22}"]);
}
