//! Data files, read by the crate `csv`, and what it accepts but the checker refuses.
//!
//! A general reader takes a quotation mark inside a field for text, goes on after a closing one, skips empty lines and
//! counts spaces to a field. What it accepts so would be read otherwise later, by somebody who cannot say where. So a
//! text is [checked](strict) first, with the line that an editor shows; what is left is read by the crate.
//!
//! A cell in quotation marks may have line breaks. Each counts as a space, because a row of what we write, and the
//! checker reads, is one line.

use crate::error::{Error, Result};
use csv::{ReaderBuilder, StringRecord};

/// What may stand around a field.
pub(super) const BLANK: [char; 2] = [' ', '\t'];

/// Calls `take` with the line and the cells of each record: without the spaces around them and their quotation marks.
pub(super) fn records(text: &str, mut take: impl FnMut(usize, &[String]) -> Result<()>) -> Result<()> {
    let text = strict(text)?;
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let (mut record, mut cells) = (StringRecord::new(), Vec::new());
    loop {
        let line = usize::try_from(reader.position().line()).unwrap_or(usize::MAX);
        if !reader.read_record(&mut record).map_err(|error| Error::new(error.to_string()).at_line(line))? {
            return Ok(());
        }
        cells.clear();
        cells.extend(record.iter().map(|cell| cell.trim_matches(BLANK).replace("\r\n", " ").replace('\n', " ")));
        take(line, &cells)?;
    }
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

/// The text without the spaces around fields in quotation marks, and with `\n` alone at the ends of records; or what is
/// wrong with it, and where.
fn strict(text: &str) -> Result<String> {
    let mut out = String::with_capacity(text.len());
    let (mut place, mut line, mut field) = (Place::Before, 1, 1);
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let error = |message: String| Err(Error::new(message).at_line(line));
        if sign == '\r' {
            if signs.peek() != Some(&'\n') {
                return error("there is a carriage return inside the line: end lines with a line feed".into());
            }
            if !matches!(place, Place::Quoted(_)) {
                continue;
            }
        }
        place = match (place, sign) {
            (Place::Before, '\n') if field == 1 => {
                return error("the line is empty, but more rows follow: delete it".into());
            }
            (Place::Before, ' ' | '\t') => continue,
            (Place::Closed(_) | Place::After, ' ' | '\t') => {
                place = Place::After;
                continue;
            }
            (Place::Before, '"') => Place::Quoted(line),
            (Place::Quoted(opened), '"') => Place::Closed(opened),
            (Place::Quoted(opened), _) | (Place::Closed(opened), '"') => Place::Quoted(opened),
            (_, ',' | '\n') => Place::Before,
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
            _ => Place::Bare,
        };
        out.push(sign);
        (line, field) = match (place, sign) {
            (Place::Before, ',') => (line, field + 1),
            (Place::Before, '\n') => (line + 1, 1),
            (Place::Quoted(_), '\n') => (line + 1, field),
            _ => (line, field),
        };
    }
    match place {
        Place::Quoted(opened) => {
            let message = format!("the quotation mark that opens field {field} is not closed: close or delete it");
            Err(Error::new(message).at_line(opened))
        }
        _ => Ok(out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        records(text, |_, cells| {
            found.push(cells.to_vec());
            Ok(())
        })
        .expect("records");
        found
    }

    #[test]
    fn worked_lines() {
        assert_eq!(words("a, b ,\t\"c, d\" ,"), [["a", "b", "c, d", ""]]);
        assert_eq!(words("\" x \",\"say \"\"hi\"\"\""), [["x", "say \"hi\""]]);
        assert_eq!(words("\"\""), [[""]]);
        assert_eq!(words("\"a\r\nb\" \r\n c,\n"), [vec!["a b"], vec!["c", ""]]);
    }

    #[test]
    fn what_the_checker_refuses_is_refused() {
        for line in ["a\"b", "\"a", "\"a\"b", "x,\"a\" b,c", "\"a\"\"", "a,\"\"\"", "x,\"a\" \"b\""] {
            let error = records(&format!("x,\"y\nz\"\n{line}"), |_, _| Ok(())).expect_err(line);
            assert_eq!(error.line(), Some(3), "{error}");
        }
    }

    #[test]
    fn fields_are_read_back() {
        let fields = ["", "a", "a,b", "\"", "a\"\"b,", "?"];
        assert_eq!(words(&crate::files::csv([fields])), [fields]);
    }
}
