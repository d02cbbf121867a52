//! Reports for programs: what they have in common.

use crate::certificate::{Certificate, Claim};
use crate::numerics::Enclosure;
use serde_json::{Map, Value, json};

/// What is not there is absent, never null.
pub(super) fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(drop_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

/// The line that says which problem an output is about.
pub(super) fn problem_line(name: &str, digest: &str) -> String {
    format!("Problem: {name}, digest {}.\n", short_digest(digest))
}

/// What people see of a digest.
pub(super) fn short_digest(digest: &str) -> &str {
    digest.get(..16).unwrap_or(digest)
}

/// An enclosure.
pub(super) fn pair(value: Enclosure) -> Value {
    json!([value.lo(), value.hi()])
}

pub(super) fn claim(claim: &Claim) -> Value {
    json!({ "name": claim.name, "verdict": claim.verdict.to_string(), "grade": claim.grade.to_string(),
        "lhs": pair(claim.lhs), "rhs": pair(claim.rhs) })
}

/// What a certificate says.
pub(super) fn certified(certificate: &Certificate) -> Value {
    let measured: Map<String, Value> =
        certificate.measured.iter().map(|(name, value)| ((*name).to_owned(), pair(*value))).collect();
    json!({ "statement": certificate.statement, "measured": measured,
        "claims": certificate.claims.iter().map(claim).collect::<Vec<_>>() })
}
