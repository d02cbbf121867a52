//! Problems over data as JSON, for every format that carries them.

use crate::game::{Atom, Condition, DataRecord, RateConstraint, RatesRecord};
use serde_json::{Map, Value, json};

/// The problem of a certificate.
pub(super) fn rates_problem_json(record: &RatesRecord) -> Value {
    let constraints: Vec<_> = record.constraints.iter().map(rate_constraint_json).collect();
    let mut value = json!({ "name": record.name, "data": data_json(&record.data),
        "domain": { "kind": "ball", "radius": record.radius }, "objective": "hinge" });
    if record.hinges_are_proxies {
        value["constraint"] = "rate".into();
        value["proxy"] = "hinge".into();
    } else {
        value["constraint"] = "hinge".into();
    }
    value["constraints"] = constraints.into();
    value
}

/// The data file and how it is read.
pub(crate) fn data_json(data: &DataRecord) -> Value {
    let features: Vec<_> = data.recipe.features.iter().map(|test| test_json(test)).collect();
    json!({ "file": data.file, "sha256": data.sha256, "rows": data.rows, "label": atom(&data.recipe.label),
        "features": features })
}

/// One constraint on rates.
pub(crate) fn rate_constraint_json(constraint: &RateConstraint) -> Value {
    let term = |term: &crate::game::Term| json!({ "coefficient": term.coefficient.to_string(), "rows": test_json(&term.rows) });
    let terms: Vec<_> = constraint.terms.iter().map(term).collect();
    json!({ "name": constraint.name, "constant": constraint.constant.to_string(), "terms": terms })
}

fn test_json(test: &[Atom]) -> Value {
    test.iter().map(atom).collect::<Vec<_>>().into()
}

fn atom(atom: &Atom) -> Value {
    let mut fields = Map::new();
    fields.insert("column".into(), atom.column.clone().into());
    match &atom.condition {
        Condition::Equals(texts) => drop(fields.insert("equals".into(), texts.clone().into())),
        Condition::Differs(texts) => drop(fields.insert("differs".into(), texts.clone().into())),
        Condition::Within { above, at_most } => {
            for (name, end) in [("above", above), ("at_most", at_most)] {
                if let Some(end) = end {
                    fields.insert(name.into(), (*end).into());
                }
            }
        }
    }
    fields.into()
}
