//! What a file has to be about, from the words of a call, and what it is about, as JSON.

use super::super::subject;
use super::Arguments;
use crate::certificate::{problem_json, rate_constraint_json};
use crate::error::{Error, Result};
use crate::game::{Atom, Condition};
use crate::problem::rates::{Meaning, Table, parse};
use crate::problem::record;
use proofs_check::{About, Wanted};
use serde_json::{Map, Value, json};
use std::path::Path;

/// What `--problem` and `--constraint` ask for.
pub(super) fn wanted(arguments: &Arguments) -> Result<Vec<Wanted>> {
    let mut wanted = Vec::new();
    if let Some(name) = &arguments.problem {
        wanted.push(problem(name)?);
    }
    if !arguments.constraint.is_empty() {
        let text = constraints(arguments)?.to_string();
        let found = Wanted::constraints(text.as_bytes(), "the constraints of the call");
        wanted.push(found.map_err(|refusal| Error::new(refusal.to_string()))?);
    }
    Ok(wanted)
}

/// A problem in JSON is the checker's to read; any other is translated as for a certificate.
fn problem(name: &str) -> Result<Wanted> {
    let path = Path::new(name);
    let bytes = if path.extension().is_some_and(|extension| extension == "json") {
        std::fs::read(path).map_err(|error| Error::io("read", path, error))?
    } else {
        let subject = subject::open(name)?;
        let record = record(&*subject.problem)
            .ok_or_else(|| Error::new(format!("the problem `{name}` has no form that certificates carry")))?;
        problem_json(&record).to_string().into_bytes()
    };
    Wanted::problem(&bytes, name).map_err(|refusal| Error::new(refusal.to_string()))
}

/// The constraints of the call, on the rows and with the label of the file that is checked.
fn constraints(arguments: &Arguments) -> Result<Value> {
    let file = &arguments.file;
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
    let table = Table::read(rows)?;
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
    let texts: Option<Vec<String>> =
        value.get("equals")?.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect();
    Some(Atom { column, condition: Condition::Equals(texts?) })
}

/// What is there of what a file is about.
pub(super) fn as_json(about: &About) -> Value {
    let mut fields = Map::new();
    let mut add = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            fields.insert(name.to_owned(), value);
        }
    };
    add("name", about.name.clone().map(Value::from));
    add("variables", (!about.variables.is_empty()).then(|| about.variables.clone().into()));
    add("domain", about.domain.clone().map(Value::from));
    add("objective", about.objective.clone().map(Value::from));
    add("functions", about.functions.map(Value::from));
    let constraint = |constraint: &proofs_check::AboutConstraint| {
        let mut row = json!({ "name": constraint.name, "function": constraint.function });
        if let Some(proxy) = &constraint.proxy {
            row["proxy"] = proxy.clone().into();
        }
        row
    };
    let constraints = about.constraints.iter().map(constraint).collect::<Vec<_>>();
    add("constraints", (about.table.is_none() && about.problem_sha256.is_some()).then(|| constraints.into()));
    add(
        "table",
        about.table.map(
            |table| json!({ "points": table.points, "constraints": table.constraints, "proxies": table.has_proxies }),
        ),
    );
    add(
        "data",
        about.data.as_ref().map(|data| {
            json!({ "file": data.file, "sha256": data.sha256, "rows": data.rows, "label": data.label,
            "features": data.features })
        }),
    );
    add(
        "lower_bound",
        about
            .lower_bound
            .as_ref()
            .map(|bound| json!({ "value": bound.value(), "kind": bound.kind, "evidence": bound.evidence })),
    );
    fields.into()
}
