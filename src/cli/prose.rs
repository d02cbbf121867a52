//! Sentences for a terminal.

/// The longest line of prose; tables may be wider.
const WIDTH: usize = 100;

/// The same words in lines of at most the width, as far as words allow. Lines stay apart.
pub(super) fn wrapped(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut length = 0;
        for word in line.split(' ') {
            let letters = word.chars().count();
            if length > 0 && length + 1 + letters > WIDTH {
                out.push('\n');
                length = 0;
            } else if length > 0 {
                out.push(' ');
                length += 1;
            }
            out.push_str(word);
            length += letters;
        }
        out.push('\n');
    }
    out
}
