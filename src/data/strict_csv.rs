//! Data files, read in place.
//!
//! A general reader takes a quotation mark inside a field for text, goes on after a closing one, skips empty lines and
//! counts spaces to a field. What it accepts so would be read otherwise later, by somebody who cannot say where. So all of
//! that is refused, with the line that an editor shows.
//!
//! A cell in quotation marks may have line breaks. Each counts as a space, because a row of what we write, and the
//! checker reads, is one line.

use crate::error::{Error, Result};

/// What may stand around a field.
const BLANK: [char; 2] = [' ', '\t'];

/// Calls `take` with the line, counted from 1, and the cells of each record: without the spaces around them and their
/// quotation marks. Returns the number of lines.
pub(super) fn records(text: &str, mut take: impl FnMut(usize, &[&str]) -> Result<()>) -> Result<usize> {
    let (bytes, mut line, mut place) = (text.as_bytes(), 1, 0);
    let mut cells: Vec<&str> = Vec::new();
    while place < bytes.len() {
        let begin = place;
        let mut start = place;
        let mut has_marks = false;
        cells.clear();
        while let Some(&byte) = bytes.get(place).filter(|&&byte| byte != b'\n') {
            match byte {
                b',' => {
                    cells.push(trimmed(&text[start..place]));
                    start = place + 1;
                }
                b'"' => has_marks = true,
                b'\r' if bytes.get(place + 1) != Some(&b'\n') => {
                    let message = "there is a carriage return inside the line: end lines with a line feed";
                    return Err(Error::new(message).at_line(line));
                }
                _ => {}
            }
            place += 1;
        }
        if has_marks {
            let (cells, length, lines) = first(&text[begin..]).map_err(|error| error.further(line - 1))?;
            take(line, &cells.iter().map(|cell| trimmed(cell)).collect::<Vec<_>>())?;
            line += lines;
            place = begin + length;
            continue;
        }
        let end = if place > start && bytes[place - 1] == b'\r' { place - 1 } else { place };
        cells.push(trimmed(&text[start..end]));
        if cells == [""] {
            return Err(Error::new("the line is empty, but more rows follow: delete it").at_line(line));
        }
        take(line, &cells)?;
        line += 1;
        place += 1;
    }
    Ok(line - 1)
}

/// A cell without the spaces around it.
pub(super) fn trimmed(cell: &str) -> &str {
    let blank = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'\t'));
    let has_blanks = blank(cell.as_bytes().first()) || blank(cell.as_bytes().last());
    if has_blanks { cell.trim_matches(BLANK) } else { cell }
}

/// Where a text stands within a record.
#[derive(Clone, Copy)]
enum Place {
    /// Before a field.
    Before,
    /// In a field without quotation marks.
    Bare,
    /// In a field in quotation marks that were opened on this line.
    Quoted(usize),
    /// After a closing quotation mark, or the first of two that stand for one.
    Closed(usize),
    /// After spaces behind a closing quotation mark.
    After,
}

/// The cells of the first record, its length with its end, and the lines that it takes.
pub(super) fn first(text: &str) -> Result<(Vec<String>, usize, usize)> {
    let (mut cells, mut place, mut line) = (vec![String::new()], Place::Before, 1);
    let mut signs = text.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let error = |message: String| Err(Error::new(message).at_line(line));
        if sign == '\r' {
            if signs.peek().is_none_or(|(_, next)| *next != '\n') {
                return error("there is a carriage return inside the line: end lines with a line feed".into());
            }
            continue;
        }
        let field = cells.len();
        let cell = cells.last_mut().expect("one at least");
        place = match (place, sign) {
            (Place::Quoted(opened), '\n') => {
                line += 1;
                cell.push(' ');
                Place::Quoted(opened)
            }
            (Place::Quoted(opened), '"') => Place::Closed(opened),
            (Place::Quoted(opened), _) | (Place::Closed(opened), '"') => {
                cell.push(sign);
                Place::Quoted(opened)
            }
            (_, '\n') => return Ok((cells, at + 1, line)),
            (_, ',') => {
                cells.push(String::new());
                Place::Before
            }
            (Place::Before, ' ' | '\t') => Place::Before,
            (Place::Before, '"') => Place::Quoted(line),
            (Place::Closed(_) | Place::After, ' ' | '\t') => Place::After,
            (Place::Closed(_) | Place::After, _) => {
                return error(format!(
                    "field {field} goes on after its closing quotation mark: put a comma or nothing there"
                ));
            }
            (_, '"') => {
                return error(format!(
                    "field {field} has a quotation mark in it: put the field in quotation marks and double those inside"
                ));
            }
            _ => {
                cell.push(sign);
                Place::Bare
            }
        };
    }
    match place {
        Place::Quoted(opened) => {
            let field = cells.len();
            let message = format!("the quotation mark that opens field {field} is not closed: close or delete it");
            Err(Error::new(message).at_line(opened))
        }
        _ => Ok((cells, text.len(), line)),
    }
}

#[cfg(test)]
#[path = "../../tests/inside/data/strict_csv.rs"]
mod tests;
