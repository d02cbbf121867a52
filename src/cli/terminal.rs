//! How wide lines may be, and lines that are not wider.

use std::io::IsTerminal as _;
use unicode_width::UnicodeWidthStr as _;

/// The width where nobody says another: of a pipe, of a file.
const USUAL: usize = 100;
/// Narrower terminals get lines of this width: below it no table is readable.
const NARROWEST: usize = 60;
/// How far the later lines of a sentence stand to the right.
const INDENT: usize = 2;

/// The columns of the terminal; of what is not a terminal, `COLUMNS` or 100.
pub(super) fn width() -> usize {
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let said = || std::env::var("COLUMNS").ok()?.parse().ok();
    let own = if std::io::stdout().is_terminal() { terminal() } else { None };
    own.or_else(said).unwrap_or(USUAL).max(NARROWEST)
}

/// What people are told, as wide as their terminal.
pub(super) fn told(text: &str) -> String {
    // A name may hold marks that turn the direction of what follows them: nobody reads that as it is.
    let turns = |letter: char| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    folded(&text.replace(turns, "\u{fffd}"), width())
}

/// Says on standard error what is wrong: in one line, which a terminal gets in lines that fit it.
pub(super) fn complain(sentence: &str) {
    let room = if std::io::stderr().is_terminal() { width() } else { usize::MAX };
    eprintln!("{}", folded(&format!("referee: {sentence}"), room));
}

/// How many columns a text takes.
pub(super) fn columns(text: &str) -> usize {
    text.width()
}

/// The same text in lines that are not wider, as far as words allow. Lines that fit stay as they are; a call of the
/// program is continued so that it can be pasted, and the path that was written stays whole.
pub(super) fn folded(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
        let start = body.trim_start();
        if columns(body) <= width || start.starts_with("wrote ") {
            out += body;
        } else if start.starts_with("referee ") {
            out += &call(body, width);
        } else {
            let margin = columns(body) - columns(start);
            out += &" ".repeat(margin);
            let lines = lines(start, width - margin.min(width / 2), INDENT);
            out += &lines.join(&format!("\n{}", " ".repeat(margin)));
        }
        out += end;
    }
    out
}

/// Words in lines of at most a width, the later ones indented; a word that is wider than a line has one to itself.
pub(super) fn lines(text: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let wide = columns(word);
        if used > 0 && used + 1 + wide > width {
            lines.push(" ".repeat(indent));
            used = indent;
        } else if used > 0 {
            used += 1;
            lines.last_mut().expect("there is a first line").push(' ');
        }
        lines.last_mut().expect("there is a first line").push_str(word);
        used += wide;
    }
    lines
}

/// A call in several lines of a shell, broken before flags.
fn call(body: &str, width: usize) -> String {
    const CONTINUED: &str = " \\\n    ";
    let mut parts = body.split(" --");
    let mut out = parts.next().unwrap_or_default().to_owned();
    let mut used = columns(&out);
    for part in parts {
        // Room for the mark at the end of the line.
        if used + 3 + columns(part) + 2 > width {
            out += CONTINUED;
            used = 4;
        } else {
            out.push(' ');
            used += 1;
        }
        out += "--";
        out += part;
        used += 2 + columns(part);
    }
    out
}

#[cfg(test)]
#[path = "../../tests/inside/cli/terminal.rs"]
mod tests;
