//! Problems over data, read back from the JSON of a document: tests of rows, recipes and rates.

use crate::error::{Error, Result};
use crate::game::{Atom, Condition, DataRecord, RateConstraint, RatesRecord, Recipe, Term, Test};
use dashu_int::UBig;
use dashu_ratio::RBig;
use serde_json::Value;

pub(super) fn list<'a>(value: &'a Value, name: &str) -> Result<&'a [Value]> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| Error::new(format!("`{name}` is not a list")))
}

/// The texts of a list, if it has nothing else.
pub(super) fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
}

pub(super) fn rational(text: &str) -> Option<RBig> {
    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
    Some(RBig::from_parts(top.parse().ok()?, bottom.parse().ok().filter(|bottom: &UBig| !bottom.is_zero())?))
}

pub(super) fn test(value: &Value) -> Result<Test> {
    list(value, "a test of a feature")?.iter().map(atom).collect()
}

fn atom(value: &Value) -> Result<Atom> {
    let bad = || Error::new("an atom of a feature has a column and `equals`, `differs`, `above` or `at_most`");
    let column = value["column"].as_str().ok_or_else(bad)?.to_owned();
    let condition = if let Some(list) = texts(&value["equals"]) {
        Condition::Equals(list)
    } else if let Some(list) = texts(&value["differs"]) {
        Condition::Differs(list)
    } else {
        let (above, at_most) = (value["above"].as_f64(), value["at_most"].as_f64());
        if above.is_none() && at_most.is_none() {
            return Err(bad());
        }
        Condition::Within { above, at_most }
    };
    Ok(Atom { column, condition })
}

/// The problem over data that a certificate carries.
pub(super) fn rates(problem: &Value) -> Result<RatesRecord> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let data = &problem["data"];
    let features = list(&data["features"], "data.features")?.iter().map(test).collect::<Result<_>>()?;
    let rows = data["rows"].as_u64().and_then(|rows| usize::try_from(rows).ok());
    let data = DataRecord {
        file: text(&data["file"]),
        sha256: text(&data["sha256"]),
        rows: rows.ok_or_else(|| Error::new("`data.rows` is not a count"))?,
        recipe: Recipe { label: atom(&data["label"])?, features },
    };
    let number = |value: &Value| {
        value.as_str().and_then(rational).ok_or_else(|| Error::new("a number of a constraint is not a fraction"))
    };
    let term = |value: &Value| -> Result<Term> {
        Ok(Term { coefficient: number(&value["coefficient"])?, rows: test(&value["rows"])? })
    };
    let constraint = |value: &Value| -> Result<RateConstraint> {
        let terms = list(&value["terms"], "terms")?.iter().map(term).collect::<Result<_>>()?;
        Ok(RateConstraint { name: text(&value["name"]), constant: number(&value["constant"])?, terms })
    };
    Ok(RatesRecord {
        name: text(&problem["name"]),
        data,
        radius: problem["domain"]["radius"]
            .as_f64()
            .ok_or_else(|| Error::new("the radius of the models is not a number"))?,
        hinges_are_proxies: problem["proxy"] == "hinge",
        constraints: list(&problem["constraints"], "constraints")?.iter().map(constraint).collect::<Result<_>>()?,
    })
}
