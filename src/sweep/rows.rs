//! Cells as the rows of a table.

use super::cell::{COLUMNS, PROBLEM, ROUNDS, SEED, Settings};
use super::checked::Checked;
use crate::error::{Error, Result, hint, list};
use std::collections::HashMap;
use std::path::Path;

/// The cells that a file has, one in each row.
///
/// # Errors
/// One sentence with the file, the line and the column.
pub(super) fn read(path: &Path, checked: &mut Checked<'_>) -> Result<Vec<Settings>> {
    let text = std::fs::read_to_string(path).map_err(|error| Error::io("read", path, error))?;
    rows(&text, checked).map_err(|error| error.in_file(path))
}

fn rows(text: &str, checked: &mut Checked<'_>) -> Result<Vec<Settings>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let broken = |error: csv::Error| {
        let line = error.position().map_or(1, |position| usize::try_from(position.line()).unwrap_or(1));
        let message = match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                format!("this row has {len} cells, and the first line names {expected_len} columns")
            }
            _ => "this is not a table of comma-separated values".to_owned(),
        };
        Error::new(message).at_line(line)
    };
    let head = reader.headers().map_err(broken)?.clone();
    let mut places = Vec::new();
    for name in &head {
        let place = COLUMNS.iter().position(|column| *column == name.trim()).ok_or_else(|| {
            let (near, known) = (hint(name, COLUMNS), list(&COLUMNS, "or"));
            Error::new(format!("`{name}` is not a column here{near}: use {known}")).at_line(1)
        })?;
        if places.contains(&place) {
            return Err(Error::new(format!("the column `{name}` stands twice")).at_line(1));
        }
        places.push(place);
    }
    for needed in [PROBLEM, ROUNDS] {
        if !places.contains(&needed) {
            return Err(Error::new(format!("the column `{}` is missing", COLUMNS[needed])).at_line(1));
        }
    }
    let (mut rows, mut seen): (Vec<Settings>, HashMap<Settings, usize>) = (Vec::new(), HashMap::new());
    for record in reader.records() {
        let record = record.map_err(broken)?;
        let line = record.position().map_or(1, |position| usize::try_from(position.line()).unwrap_or(1));
        let mut row = Settings::default();
        "0".clone_into(&mut row[SEED]);
        for (&place, text) in places.iter().zip(&record) {
            let text = text.trim();
            if text.is_empty() && ![PROBLEM, ROUNDS].contains(&place) {
                continue;
            }
            let read = checked.read(place, text);
            row[place] = read.map_err(|error| {
                Error::new(error.to_string()).context(format!("column `{}`", COLUMNS[place])).at_line(line)
            })?;
        }
        if let Some(first) = seen.insert(row.clone(), line) {
            return Err(Error::new(format!("this is the cell of line {first} again: leave one out")).at_line(line));
        }
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(Error::new("there is no row below the names of the columns").at_line(1));
    }
    Ok(rows)
}
