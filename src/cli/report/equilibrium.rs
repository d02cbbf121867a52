//! An equilibrium: who is drawn how often, and what each player could gain.

use super::{Document, Part, trust};
use crate::cli::page::{shortened, table};
use crate::cli::recipes::rational;
use crate::cli::spoken::fraction;
use crate::error::Result;
use crate::report::page::Block;
use crate::report::plane::plane;
use crate::shrink::Atom;
use proofs_check::Accepted;
use serde_json::Value;

pub(super) fn add(part: &mut Part, document: &Document, accepted: &Accepted) -> Result<()> {
    let value = &document.value;
    part.verdicts.extend(accepted.note().map(|note| format!("Certified: {note} (proved).")));
    let mut asked = table("The game", &["what", "value"], &[]);
    for name in ["game", "radius"] {
        asked.rows.extend(text(&value[name]).map(|text| vec![name.to_owned(), text]));
    }
    part.asked.push(Block::Table(asked));
    part.claims.extend(trust::claims(accepted));
    let mut mixture = table("The mixture", &["candidate or point", "weight"], &[]);
    for atom in value["support"].as_array().into_iter().flatten() {
        let place = if atom["candidate"].is_null() { &atom["theta"] } else { &atom["candidate"] };
        mixture.rows.push(vec![place.to_string(), decimal(&atom["weight"])]);
    }
    let mut multipliers = table("The multipliers", &["of", "multiplier", "mean of the mixture"], &[]);
    let weights = value["multipliers"].as_array().map_or(&[][..], Vec::as_slice);
    let means: Vec<&Value> = value["constraints"].as_array().into_iter().flatten().collect();
    // The proxy game has one more, which weighs the objective.
    let before = weights.len().saturating_sub(means.len());
    let objective = weights.first().filter(|_| before > 0).map_or_else(String::new, decimal);
    multipliers.rows.push(vec!["objective".to_owned(), objective, decimal(&value["objective"])]);
    for (i, (weight, mean)) in weights.iter().skip(before).zip(means).enumerate() {
        multipliers.rows.push(vec![format!("constraint_{}", i + 1), decimal(weight), decimal(mean)]);
    }
    if let (Some(candidates), Some(support)) = (document.candidates()?, support(value)) {
        part.charts.push(Block::Chart(plane("The candidates", &candidates, &support)));
    }
    part.take.extend(shortened(mixture));
    part.take.extend(shortened(multipliers));
    Ok(())
}

/// The members of a mixture of candidates.
fn support(value: &Value) -> Option<Vec<Atom>> {
    let atom = |atom: &Value| {
        let candidate = usize::try_from(atom["candidate"].as_u64()?).ok()?;
        Some(Atom { candidate, weight: rational(atom["weight"].as_str()?)? })
    };
    value["support"].as_array()?.iter().map(atom).collect()
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// A fraction as a decimal with the fraction behind it, or the two ends of an enclosure.
fn decimal(value: &Value) -> String {
    match value.as_str().and_then(rational) {
        Some(number) => fraction(&number),
        None => value.to_string(),
    }
}
