//! One line of a data file, cut into fields.
//!
//! A record is exactly one line, so that the number of a line in a message is the number that an editor shows. General
//! readers of CSV accept more than the checker does (a quotation mark inside a field, text after a closing one, fields
//! over several lines); what they accept would be refused later, by somebody who cannot say where. So this one is
//! strict.

use crate::error::{Error, Result};

/// The fields of a line, without the spaces around them and their quotation marks; `number` is its number, for
/// messages.
pub(super) fn fields(line: &str, number: usize) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = Some(line);
    while let Some(text) = rest {
        let (field, after) = field(text, found.len() + 1).map_err(|message| Error::new(message).at_line(number))?;
        found.push(field);
        rest = after;
    }
    Ok(found)
}

/// The first field of a text, and what follows its comma.
fn field(text: &str, number: usize) -> std::result::Result<(String, Option<&str>), String> {
    let Some(quoted) = text.trim_start_matches(BLANK).strip_prefix('"') else {
        let (field, after) = text.split_once(',').map_or((text, None), |(field, after)| (field, Some(after)));
        if field.contains('"') {
            return Err(format!(
                "field {number} has a quotation mark in it: put the field in quotation marks and double those inside"
            ));
        }
        return Ok((field.trim_matches(BLANK).to_owned(), after));
    };
    let mut inside = String::new();
    let mut rest = quoted;
    loop {
        let Some((part, after)) = rest.split_once('"') else {
            return Err(format!(
                "the quotation mark that opens field {number} is not closed on this line: close or delete it"
            ));
        };
        inside.push_str(part);
        if let Some(doubled) = after.strip_prefix('"') {
            inside.push('"');
            rest = doubled;
            continue;
        }
        let after = after.trim_start_matches(BLANK);
        let after = match after.strip_prefix(',') {
            None if !after.is_empty() => {
                return Err(format!(
                    "field {number} goes on after its closing quotation mark: put a comma or nothing there"
                ));
            }
            after => after,
        };
        return Ok((inside.trim_matches(BLANK).to_owned(), after));
    }
}

/// What may stand around a field.
pub(super) const BLANK: [char; 2] = [' ', '\t'];

/// Appends a field, in quotation marks where it needs them.
pub(super) fn write_field(field: &str, out: &mut String) {
    if field.contains([',', '"']) {
        out.push('"');
        out.push_str(&field.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(field);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        fields(line, 1).expect("a line of fields")
    }

    #[test]
    fn worked_lines() {
        assert_eq!(words("a, b ,\t\"c, d\" ,"), ["a", "b", "c, d", ""]);
        assert_eq!(words("\" x \",\"say \"\"hi\"\"\""), ["x", "say \"hi\""]);
        assert_eq!(words(""), [""]);
        assert_eq!(words("\"\""), [""]);
    }

    #[test]
    fn what_the_checker_refuses_is_refused() {
        for line in ["a\"b", "\"a", "\"a\"b", "x,\"a\" b,c", "\"a\"\"", "a,\"\"\""] {
            let error = fields(line, 7).expect_err(line);
            assert_eq!(error.line(), Some(7), "{error}");
        }
    }

    #[test]
    fn fields_are_read_back() {
        for field in ["", "a", "a,b", "\"", "a\"\"b,", "?"] {
            let mut line = String::new();
            write_field(field, &mut line);
            assert_eq!(words(&line), [field]);
        }
    }
}
