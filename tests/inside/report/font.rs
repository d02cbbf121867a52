//! Tests of `src/report/font.rs` that need its private parts.

use super::*;

#[test]
fn letters_have_their_own_widths_and_strangers_the_widest() {
    assert_eq!(
        [' ', '~', 'i', 'W', '0', '\u{3b5}', '\u{2212}'].map(|c| advance(c, false)),
        [532, 1171, 528, 1905, 1171, 989, 1171]
    );
    assert_eq!(['i', 'W', '\u{3c9}'].map(|c| advance(c, true)), [625, 1980, 1767]);
    assert_eq!(['\u{7f}', '\u{e9}', '\u{4e2d}'].map(|c| advance(c, false)), [WIDEST; 3]);
    assert_eq!(width("iW", 2048.0, false), 2433.0);
}
