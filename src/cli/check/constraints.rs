//! The constraints that a file over data has to have, from the words of a call.

use super::Arguments;
use crate::certificate::rate_constraint_json;
use crate::cli::recipes::texts;
use crate::data::{Meaning, Table, parse};
use crate::error::{Error, Result};
use crate::game::{Atom, Condition};
use crate::parallel::cores;
use serde_json::Value;
use std::path::Path;

/// The constraints of the call, on the rows and with the label of the file that is checked.
pub(super) fn constraints(arguments: &Arguments) -> Result<Value> {
    let file = &arguments.file[0]; // constraints are asked of one file only
    let bytes = std::fs::read(file).map_err(|error| Error::io("read", file, error))?;
    let document: Value =
        serde_json::from_slice(&bytes).map_err(|error| Error::new(format!("not JSON: {error}")).in_file(file))?;
    let data = document.get("data").or_else(|| document.get("problem")?.get("data"));
    let found = data.and_then(|data| Some((data.get("file")?.as_str()?, label(data.get("label")?)?)));
    let message = "--constraint is for a fit or a certificate over data, and this file has no data and label";
    let (name, label) = found.ok_or_else(|| Error::new(message).in_file(file))?;
    let rows = arguments.data.clone().unwrap_or_else(|| file.with_file_name(name));
    if arguments.data.is_none() && !rows.is_file() {
        return Err(
            Error::new("the rows that the constraints are about are not there: name them with --data").in_file(rows)
        );
    }
    translated(arguments, &rows, &label)
}

fn translated(arguments: &Arguments, rows: &Path, label: &Atom) -> Result<Value> {
    let table = Table::read(rows, cores(None))?;
    let positive = if let Condition::Equals(texts) = &label.condition { texts.first() } else { None };
    let reference = match (&arguments.reference, positive) {
        (Some(column), Some(positive)) => Some(Atom::equals(column, positive)),
        _ => None,
    };
    let meaning = Meaning { table: &table, label, reference: reference.as_ref() };
    let mut found = Vec::new();
    for text in &arguments.constraint {
        for statement in parse(text, &table)? {
            found.push(rate_constraint_json(&statement.on(&meaning)?));
        }
    }
    Ok(found.into())
}

/// The label of a file that the checker has yet to read.
fn label(value: &Value) -> Option<Atom> {
    let column = value.get("column")?.as_str()?.to_owned();
    Some(Atom { column, condition: Condition::Equals(texts(value.get("equals")?)?) })
}
