//! The data file: CSV in UTF-8, line by line.

use crate::json::Flaw;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::Read;

/// What may stand around a field without belonging to its text.
const BLANK: [char; 2] = [' ', '\t'];

/// The bytes of a file of the size that the specification allows, and their digest.
pub(super) fn read(reader: impl Read) -> Result<(Vec<u8>, String), String> {
    let mut bytes = Vec::new();
    let read = reader.take(crate::LONGEST_FILE.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| format!("cannot be read: {error}"))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > crate::LONGEST_FILE) {
        return Err("the file is longer than 2^30 bytes".to_owned());
    }
    let digest = Sha256::digest(&bytes).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    Ok((bytes, digest))
}

/// Reads a table: `see` gets the names of the columns first, then the fields of each row. Returns the number of rows.
pub(super) fn lines<E: From<Flaw>>(
    bytes: &[u8],
    mut see: impl FnMut(Vec<Cow<'_, str>>) -> Result<(), E>,
) -> Result<usize, E> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        Flaw::at(before.split(|&byte| byte == b'\n').count(), "the text is not UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut columns, mut rows, mut empty) = (None, 0_usize, None);
    for (number, line) in (1..).zip(text.split('\n')) {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.trim_matches(BLANK).is_empty() {
            empty.get_or_insert(number);
            continue;
        }
        if let Some(empty) = empty {
            return Err(Flaw::at(empty, "the line is empty, but more lines follow").into());
        }
        let fields = fields(line).map_err(|reason| Flaw::at(number, reason))?;
        match columns {
            None => {
                check_names(&fields).map_err(|reason| Flaw::at(number, reason))?;
                columns = Some(fields.len());
            }
            Some(wanted) if wanted == fields.len() => rows = rows.saturating_add(1),
            Some(wanted) => {
                let reason = format!("the line has {} fields for {wanted} columns", fields.len());
                return Err(Flaw::at(number, reason).into());
            }
        }
        see(fields)?;
    }
    if rows == 0 {
        return Err(Flaw { line: None, reason: "the file has no row below the names of its columns".to_owned() }.into());
    }
    Ok(rows)
}

fn check_names(names: &[Cow<'_, str>]) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for name in names {
        if name.is_empty() {
            return Err("a column has no name".to_owned());
        }
        if !seen.insert(name) {
            return Err(format!("the column `{}` stands twice", crate::report::shown(name)));
        }
    }
    Ok(())
}

/// The texts of the fields of a line.
fn fields(line: &str) -> Result<Vec<Cow<'_, str>>, &'static str> {
    if line.contains('\r') {
        return Err("a carriage return stands inside a line");
    }
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        let text = rest.trim_start_matches(BLANK);
        let (field, after) = if let Some(text) = text.strip_prefix('"') {
            let (field, after) = quoted(text).ok_or("a quotation mark is not closed on its line")?;
            (field, after.trim_start_matches(BLANK))
        } else {
            let (field, after) = text.split_at(text.find(',').unwrap_or(text.len()));
            if field.contains('"') {
                return Err("a quotation mark stands in a field that does not begin with one");
            }
            (Cow::Borrowed(field.trim_end_matches(BLANK)), after)
        };
        fields.push(field);
        rest = match after.strip_prefix(',') {
            Some(rest) => rest,
            None if after.is_empty() => return Ok(fields),
            None => return Err("a field goes on after its closing quotation mark"),
        };
    }
}

/// The text up to the closing quotation mark, and what follows that; `None` if there is none.
fn quoted(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let mut from = 0_usize;
    loop {
        let mark = from.checked_add(text.get(from..)?.find('"')?)?;
        let after = text.get(mark.checked_add(1)?..)?;
        if after.starts_with('"') {
            from = mark.checked_add(2)?;
            continue;
        }
        let inner = text.get(..mark)?.trim_matches(BLANK);
        let field = if from == 0 { Cow::Borrowed(inner) } else { Cow::Owned(inner.replace("\"\"", "\"")) };
        return Some((field, after));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Form;

    fn table(text: &str) -> Form<Vec<Vec<String>>> {
        let mut rows = Vec::new();
        lines(text.as_bytes(), |fields| {
            rows.push(fields.iter().map(ToString::to_string).collect());
            Ok::<(), Flaw>(())
        })?;
        Ok(rows)
    }

    #[test]
    fn fields_are_texts() {
        let text = "\u{feff}a , \"b,\"\"c\" ,\td\r\n 1 ,\"  x, y \",\r\n\"\", \"\"\"\" ,z z\n\n \n";
        let rows = table(text).unwrap();
        assert_eq!(rows, [["a", "b,\"c", "d"], ["1", "x, y", ""], ["", "\"", "z z"]]);
        assert_eq!(table("a\n\"\"\nb").unwrap(), [["a"], [""], ["b"]], "an empty text in quotation marks is a row");
    }

    #[test]
    fn flaws_are_named_with_their_line() {
        for (text, line, reason) in [
            ("", None, "no row"),
            ("a,b\n", None, "no row"),
            ("a,a\n1,2\n", Some(1), "stands twice"),
            ("a,\n1,2\n", Some(1), "has no name"),
            ("a,b\n1\n", Some(2), "1 fields for 2"),
            ("a\n1\n\n2\n", Some(3), "is empty"),
            ("\na\n1\n", Some(1), "is empty"),
            ("a\n\"1\n", Some(2), "not closed"),
            ("a\n1\"\n", Some(2), "does not begin"),
            ("a\n\"1\"2\n", Some(2), "goes on"),
            ("a\n1\r2\n", Some(2), "carriage return"),
        ] {
            let flaw = table(text).unwrap_err();
            assert!(flaw.line == line && flaw.reason.contains(reason), "{text:?}: {flaw:?}");
        }
        let flaw = lines(b"a\n1\n\xff\n", |_| Ok::<(), Flaw>(())).unwrap_err();
        assert_eq!(flaw.line, Some(3), "{flaw:?}");
    }
}
