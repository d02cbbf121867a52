//! What a file has to be about, from the words of a call, and what it is about, as JSON.

use super::Arguments;
use crate::certificate::problem_json;
use crate::cli::prose::open as open_problem;
use crate::error::{Error, Result};
use crate::problem::record;
use crate::registry::Registry;
use proofs_check::{About, Wanted};
use serde_json::{Value, json};
use std::path::Path;

/// What `--problem` and `--constraint` ask for.
pub(super) fn wanted(arguments: &Arguments, registry: &Registry) -> Result<Vec<Wanted>> {
    let mut wanted = Vec::new();
    if let Some(name) = &arguments.problem {
        wanted.push(problem(name, registry)?);
    }
    #[cfg(feature = "data")]
    if !arguments.constraint.is_empty() {
        let text = super::constraints::constraints(arguments)?.to_string();
        let found = Wanted::constraints(text.as_bytes(), "the constraints of the call");
        wanted.push(found.map_err(|refusal| Error::new(refusal.to_string()))?);
    }
    Ok(wanted)
}

/// A problem in JSON is the checker's to read; any other is translated as for a certificate.
fn problem(name: &str, registry: &Registry) -> Result<Wanted> {
    let path = Path::new(name);
    let bytes = if path.extension().is_some_and(|extension| extension == "json") {
        std::fs::read(path).map_err(|error| Error::io("read", path, error))?
    } else {
        let subject = open_problem(name, registry)?;
        let record = record(&*subject.problem)
            .ok_or_else(|| Error::new(format!("the problem `{name}` has no form that certificates carry")))?;
        problem_json(&record).to_string().into_bytes()
    };
    Wanted::problem(&bytes, name).map_err(|refusal| Error::new(refusal.to_string()))
}

/// What is there of what a file is about.
pub(super) fn as_json(about: &About) -> Value {
    let constraint = |constraint: &proofs_check::AboutConstraint| {
        let mut row = json!({ "name": constraint.name, "function": constraint.function });
        if let Some(proxy) = &constraint.proxy {
            row["proxy"] = proxy.clone().into();
        }
        row
    };
    let has_constraints = about.table.is_none() && about.problem_sha256.is_some();
    let table = about
        .table
        .map(|table| json!({ "points": table.points, "constraints": table.constraints, "proxies": table.has_proxies }));
    let data = about.data.as_ref().map(|data| {
        json!({ "file": data.file, "sha256": data.sha256, "rows": data.rows, "label": data.label,
            "features": data.features })
    });
    let lower_bound = about.lower_bound.as_ref();
    let lower_bound =
        lower_bound.map(|bound| json!({ "value": bound.value(), "kind": bound.kind, "evidence": bound.evidence }));
    let fields = [
        ("name", about.name.clone().map(Value::from)),
        ("variables", (!about.variables.is_empty()).then(|| json!(about.variables))),
        ("domain", about.domain.clone().map(Value::from)),
        ("objective", about.objective.clone().map(Value::from)),
        ("functions", about.functions.map(Value::from)),
        ("constraints", has_constraints.then(|| about.constraints.iter().map(constraint).collect())),
        ("table", table),
        ("data", data),
        ("lower_bound", lower_bound),
        ("equalities", (!about.equalities.is_empty()).then(|| json!(about.equalities))),
    ];
    let there = fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(there.collect())
}
