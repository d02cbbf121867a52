//! The data file: CSV in UTF-8, line by line.

use crate::digest::hex;
use crate::json::{self, Flaw};
use crate::lines::{Lines, Piece, cut};
use crate::threads::share;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::Read;
use std::num::NonZeroUsize;

/// What may stand around a field without belonging to its text.
const BLANK: [char; 2] = [' ', '\t'];

/// About how many bytes a thread takes at once.
const PIECE: usize = 1 << 20;

/// The bytes of a file, of which there are not more than `longest`, and their digest.
pub(super) fn read(reader: impl Read, longest: u64) -> Result<(Vec<u8>, String), String> {
    let mut bytes = Vec::new();
    let read = reader.take(longest.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| format!("cannot be read: {error}"))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > longest) {
        return Err("the file is longer than 2^30 bytes".to_owned());
    }
    let digest = hex(&Sha256::digest(&bytes));
    Ok((bytes, digest))
}

/// Reads a table: `names` makes something of the names of the columns, and `see` adds the fields of a row to what was found
/// in its piece of the file. Returns the number of rows, and what was found in each piece.
pub(super) fn lines<P: Sync, T: Default + Send, E: From<Flaw>>(
    bytes: &[u8],
    threads: NonZeroUsize,
    names: impl FnOnce(Vec<Cow<'_, str>>) -> Result<P, E>,
    see: impl Fn(&P, &mut T, Vec<Cow<'_, str>>) + Sync,
) -> Result<(usize, Vec<T>), E> {
    let text = json::text(bytes)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let none = || Flaw { line: None, reason: "the file has no row below the names of its columns".to_owned() };
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if trim(first).is_empty() {
        // Of the lines that follow, one that is not empty is a flaw.
        let mut all = Piece::<()>::default();
        all.read(text, trim, |(), _| Ok(()));
        Lines::default().add(&[all])?;
        return Err(none().into());
    }
    let columns = fields(first).map_err(|reason| Flaw::at(1, reason))?;
    check_names(&columns).map_err(|reason| Flaw::at(1, reason))?;
    let (wanted, plan) = (columns.len(), names(columns)?);
    let texts = cut(rest.as_bytes(), PIECE);
    let mut pieces: Vec<Piece<T>> = texts.iter().map(|_| Piece::default()).collect();
    let row = |found: &mut T, line: &str| {
        let fields = fields(line)?;
        if fields.len() != wanted {
            return Err(format!("the line has {} fields for {wanted} columns", fields.len()));
        }
        see(&plan, found, fields);
        Ok(())
    };
    let read = |(piece, text): (&mut Piece<T>, &[u8])| piece.read(std::str::from_utf8(text).unwrap_or(""), trim, row);
    share(threads, pieces.iter_mut().zip(texts).collect(), || (), read);
    Lines { count: 1, empty: None }.add(&pieces)?;
    let rows = pieces.iter().fold(0_usize, |rows, piece| rows.saturating_add(piece.rows));
    if rows == 0 { Err(none().into()) } else { Ok((rows, pieces.into_iter().map(|piece| piece.found).collect())) }
}

/// A line without what may stand around it.
fn trim(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line).trim_matches(BLANK)
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
    let line = line.strip_suffix('\r').unwrap_or(line);
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
#[path = "../../tests/inside/data/file.rs"]
mod tests;
