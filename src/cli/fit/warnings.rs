//! Columns that are rarely meant to be learned from: a name of the row, and the label in other words.

use crate::data::{Table, number};
use crate::error::Result;
use crate::game::Recipe;
use std::collections::BTreeMap;

/// What to say of the columns of training rows that give features.
pub(super) fn warnings(table: &Table, recipe: &Recipe, ignored: &[String]) -> Result<Vec<String>> {
    let labels = table.satisfied(std::slice::from_ref(&recipe.label))?;
    let mut found = Vec::new();
    for (column, name) in table.columns().enumerate() {
        if name == recipe.label.column || ignored.iter().any(|ignored| ignored == name) {
            continue;
        }
        let cells: Vec<&str> = (0..table.len()).map(|row| table.cell(row, column)).collect();
        if table.values(column).len() == table.len() {
            found.push(format!(
                "the column `{name}` has a different value in every training row: if it only names rows, leave it out \
                 with --ignore"
            ));
        }
        if separates(&cells, &labels) || repeats(&cells, &labels) {
            found.push(format!(
                "the column `{name}` alone tells the label in every training row: if it is not known before the label \
                 is, leave it out with --ignore"
            ));
        }
    }
    Ok(found)
}

/// Whether the numbers of one label all lie above those of the other.
fn separates(cells: &[&str], labels: &[bool]) -> bool {
    let Some(numbers) = cells.iter().map(|cell| number(cell)).collect::<Option<Vec<f64>>>() else { return false };
    let ends = |label: bool| {
        let mine = numbers.iter().zip(labels).filter(|(_, of)| **of == label).map(|(x, _)| *x);
        mine.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    };
    let (yes, no) = (ends(true), ends(false));
    yes.0 > no.1 || no.0 > yes.1
}

/// Whether equal texts have equal labels. Where most texts occur once that is no wonder, and not said.
fn repeats(cells: &[&str], labels: &[bool]) -> bool {
    let mut known = BTreeMap::new();
    let told = cells.iter().zip(labels).all(|(cell, label)| *known.entry(*cell).or_insert(*label) == *label);
    told && 2 * known.len() <= cells.len()
}
