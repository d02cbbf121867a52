//! An equilibrium: who is drawn how often, and what each player could gain.

use super::grid::shortened;
use super::{Document, Part, trust};
use crate::cli::page::table;
use crate::error::Result;
use crate::report::page::Block;
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
    part.take.extend(shortened(mixture));
    part.take.extend(shortened(multipliers));
    Ok(())
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
    match value.as_str().and_then(crate::cli::recipes::rational) {
        Some(number) => crate::cli::spoken::fraction(&number),
        None => value.to_string(),
    }
}
